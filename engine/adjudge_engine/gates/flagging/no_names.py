"""Words that name nothing: scales, units, currencies, months, weekdays and numbers in words.

Another one of them beside the same words is another amount or another day, which the numbers and
the dates gates look at; it is no other thing's name.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from adjudge_engine.dates.names import MONTHS, ORDINALS, WEEKDAYS
from adjudge_engine.numbers.reading import currencies, scales, units
from adjudge_engine.numbers.worded.spelled import value_of
from adjudge_engine.numbers.worded.spelling import LANGUAGES
from adjudge_engine.numbers.worded.words import NUMBER_WORDS
from adjudge_engine.text.abbreviations import words

_CALENDAR: Final = MONTHS.keys() | WEEKDAYS.keys()
_AMOUNTS: Final = (
    currencies.WORDS.keys()
    | scales.WORDS.keys()
    | {word for named in scales.ONLY_IN.values() for word in named}
    | units.SPELLINGS.keys()
    | NUMBER_WORDS
    | ORDINALS.keys()
    | words(
        """
        half quarter percent percentage dozen dozens hundreds thousands hälfte viertel drittel
        prozent dutzend hunderte tausende moitié quart tiers douzaine centaine centaines millier
        mitad cuarto tercio docena centenar centenares millares metà quarto terzo dozzina centinaia
        migliaia metade dúzia половина четверть треть десяток сотня сотни
        """
    )
)
#: Endings that a word may have besides its dictionary form.
_ENDINGS: Final = ("", "en", "n", "e", "s", "es", "i", "а", "у", "ов", "и", "ы", "е")


def is_other_amount(one: str, other: str) -> bool:
    """Whether two words are both of the calendar, or both say how much ("million", "billion")."""
    one, other = one.casefold(), other.casefold()
    if _is_of_calendar(one) and _is_of_calendar(other):
        return True
    return _says_amount(one) and _says_amount(other)


@lru_cache(maxsize=2_048)
def _says_amount(word: str) -> bool:
    if _in(word, _AMOUNTS):
        return True
    return len(word) < 60 and any(value_of(word, language) is not None for language in LANGUAGES)


def _is_of_calendar(word: str) -> bool:
    return word in _CALENDAR or word.removesuffix("s") in _CALENDAR


def _in(word: str, known: frozenset[str] | set[str]) -> bool:
    return any(word.removesuffix(ending) in known for ending in _ENDINGS)
