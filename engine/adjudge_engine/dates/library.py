"""Month names that no table has, read by the library `dateparser` with its CLDR data.

It is asked for one word at a time, "5 <word> 2001" in a fixed order of languages, so neither the
machine's date, nor its locale, nor its time zone has a part in what it says. It is slow to import
and slow to say no, so it is imported where it is needed, remembers its answers, and is asked a
few times a text.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from typing import Any, Final

from adjudge_engine.numbers.tables import word_list

#: Words of one text that the library is asked about; the rest is not read.
MOST: Final = 12
_LONGEST: Final = 16
#: Languages whose months stand in no table here (see `names`).
_LANGUAGES: Final = word_list(
    "uk cs sk bg sr hr sl hu fi da nb et lv lt ca he fa ur bn ta te mr gu kn ml pa ka hy az kk be "
    "mk sq is ga cy eu gl sw fil tl ms vi el ro mn ne si km lo my am"
)
_SETTINGS: Final = {
    "REQUIRE_PARTS": ["day", "month", "year"],
    "PARSERS": ["absolute-time"],
    "DATE_ORDER": "DMY",
    "TIMEZONE": "UTC",
    "RETURN_AS_TIMEZONE_AWARE": False,
}


def library_month(word: str, budget: list[int]) -> int | None:
    """The month that `word` names in some language, or None.

    `budget` holds how often the text may still ask; it is counted down.
    """
    if budget[0] <= 0 or len(word) < 3 or not word.isprintable():
        return None
    budget[0] -= 1
    return _ask(word[:_LONGEST].lower())


@lru_cache(maxsize=4096)
def _ask(word: str) -> int | None:
    from dateparser.date import DateDataParser

    parser = _parser(DateDataParser)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = parser.get_date_data(f"5 {word} 2001").date_obj
    except (ValueError, TypeError, OverflowError, RecursionError):
        return None
    if found is None or (found.year, found.day) != (2001, 5):
        return None
    month = found.month
    return month if isinstance(month, int) else None


@lru_cache(maxsize=1)
def _parser(factory: Any) -> Any:
    known = _known()
    return factory(
        languages=[one for one in _LANGUAGES if one in known],
        settings=_SETTINGS,
        try_previous_locales=False,
    )


def _known() -> frozenset[str]:
    from dateparser.data.languages_info import language_order

    return frozenset(language_order)
