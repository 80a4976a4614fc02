"""What the numbers of a text come to: enough to see, without reading a value, that it is none.

A value in figures can only equal a number with the same significant digits, whatever scale,
separators or metric prefix it has, or one that is converted to it (14 days, 2 weeks). Both are
looked up here; who finds nothing need not read the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import cache, lru_cache
from typing import Final, NamedTuple

from adjudge_engine.numbers.comparing.convert import Reading, dimension, readings
from adjudge_engine.numbers.comparing.match import keys
from adjudge_engine.numbers.lookup.haystack import digits_of
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.after import read_after
from adjudge_engine.numbers.reading.scales import ONLY_IN
from adjudge_engine.numbers.reading.scales import WORDS as SCALES
from adjudge_engine.numbers.worded.spelling import LANGUAGES, grammar
from adjudge_engine.numbers.worded.words import NUMBER_WORDS
from adjudge_engine.once import once

#: One figure, whose digits stand between letters, blanks and signs that are no part of it.
_ONE_FIGURE: Final = re.compile(r"([^0-9]*+)([0-9]++(?:[.,][0-9]++)*+)([^0-9]*+)")
_WORD: Final = re.compile(r"[a-z]+")
#: A difference that the rounding of binary fractions may make, and no other.
_SLACK: Final = 1e-9
#: A quantity that is taken, paid or done in so long a time is still that quantity.
LONG_TIMES: Final = frozenset({"day", "week", "month", "year"})
#: A text may hold so many numbers of one dimension; of more every value may be one.
_MOST: Final = 500


class _Measure(NamedTuple):
    """What one reading of the words after a figure makes of it."""

    unit: str
    per: str
    power: int
    dimension: tuple[str, str]


class Sizes:
    """The sizes of a text's numbers, of every kind."""

    def __init__(self, numbers: Iterable[Number]) -> None:
        found = tuple(numbers)
        self._numbers = (
            *found,
            *[one._replace(per="") for one in found if one.per and one.per in LONG_TIMES],
        )
        self._turned: dict[tuple[str, str], tuple[float, ...]] = {}

    def may_hold(self, value: str) -> bool:
        """False where no number of the text can equal the quantity that `value` states.

        `value` is normalised. True of all that is not one plain figure with words around it.
        """
        match = _ONE_FIGURE.fullmatch(value) if value.isascii() else None
        if match is None or may_count(match[1]):
            return True
        figure, measures = match[2], _measures(match[3])
        if measures is None:
            return True
        units = self._units.get(figure.replace(",", "").replace(".", "").strip("0"))
        same = units is not None and any((one.unit, one.per) in units for one in measures)
        if same or (units is not None and not measures):
            return True
        return any(self._may_convert(figure, one) for one in measures)

    @once
    def _units(self) -> dict[str, set[tuple[str, str]]]:
        """Significant digits → the units, and what they are counted by, of the numbers with them.

        A number that is measured in something equals only what is measured, too.
        """
        found: dict[str, set[tuple[str, str]]] = {}
        for one in self._numbers:
            for size in keys(one):
                found.setdefault(_digits(size), set()).add((one.unit, one.per))
        return found

    @once
    def _measured(self) -> dict[tuple[str, str], list[Number]]:
        """Dimension → the numbers that have a unit of it."""
        found: dict[tuple[str, str], list[Number]] = {}
        for one in self._numbers:
            if one.unit:
                kind = dimension(one.unit, one.per)
                if kind[0]:
                    found.setdefault(kind, []).append(one)
        return found

    def _may_convert(self, figure: str, measure: _Measure) -> bool:
        others = self._measured.get(measure.dimension)
        if not others:
            return False
        if len(others) > _MOST:
            return True
        key = measure.unit, measure.per
        if key not in self._turned:
            self._turned[key] = tuple(
                abs(float(one.value) * ratio + shift)
                for one in others
                for ratio, shift in _ways(key, (one.unit, one.per))
            )
        plain = figure.replace(",", ".")
        whole = float(plain.replace(".", ""))
        sizes = {whole, float(plain) if plain.count(".") == 1 else whole}
        return any(
            abs(size * 10.0**measure.power - other) <= _SLACK * (1.0 + other)
            for size in sizes
            for other in self._turned[key]
        )


_digits = lru_cache(maxsize=4_096)(digits_of)


@lru_cache(maxsize=4_096)
def _ways(wanted: tuple[str, str], given: tuple[str, str]) -> tuple[tuple[float, float], ...]:
    """(factor, shift) from a quantity in one unit to one in another; none within a unit.

    Of temperatures without the shift too, as spans of them are turned.
    """
    if wanted == given:
        return ()
    ways: dict[tuple[float, float], None] = {}
    for one in _readings(*given):
        for two in _readings(*wanted):
            factor = float(one.factor / two.factor)
            ways[factor, float((one.offset - two.offset) / two.factor)] = None
            ways[factor, 0.0] = None
    return tuple(ways)


def _readings(unit: str, per: str) -> list[Reading]:
    return readings(Number(0, 0, "", Decimal(0), Decimal(1), unit=unit, per=per))


@lru_cache(maxsize=1_024)
def _measures(tail: str) -> tuple[_Measure, ...] | None:
    """What measures the figure before `tail`, in every language; empty: nothing that converts.

    None where that is not clear: the languages differ, or another number may follow.
    """
    if may_count(_unscaled(tail)):
        return None
    found = {}
    for language in ("", *ONLY_IN):
        after = read_after(f"0{tail}", 1, money=False, language=language)
        kind = dimension(after.unit, after.per) if after.unit else ("", "")
        found[after.unit, after.per, after.power] = kind
    kinds = {bool(kind[0]) for kind in found.values()}
    if kinds == {False}:
        return ()
    measures = tuple(_Measure(*key, kind) for key, kind in found.items())
    return measures if kinds == {True} else None


def may_count(text: str) -> bool:
    """Whether a text may hold a number at all, in figures or in words."""
    if not text:
        return False
    if not text.isascii() or any(map(str.isdigit, text)):
        return True
    lower = text.lower()
    if not NUMBER_WORDS.isdisjoint(_WORD.findall(lower)):
        return True
    words = lower.replace("-", " ").split()
    atoms, endings, last = _foreign()
    if not atoms.isdisjoint(words):
        return True
    return not last.isdisjoint([word[-3:] for word in words]) and any(
        word.endswith(endings) for word in words
    )


@cache
def _foreign() -> tuple[frozenset[str], tuple[str, ...], frozenset[str]]:
    """The number words of other languages; with which of them longer ones end ("dreihundert"),
    and the last three letters of these.
    """
    grammars = [grammar(language) for language in LANGUAGES]
    atoms = frozenset(word for one in grammars for word in one.atoms)
    solid = {word for one in grammars if one.solid for word in one.atoms if len(word) > 3}
    endings = tuple(sorted(word for word in solid if word.isascii()))
    return atoms, endings, frozenset(word[-3:] for word in endings)


def _unscaled(tail: str) -> str:
    """What follows a figure without scale words: they change no significant digit."""
    if not tail.strip():
        return ""
    return " ".join(word for word in tail.split() if word.strip(".,;").lower() not in SCALES)
