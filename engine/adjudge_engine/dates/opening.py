"""Weekdays as opening hours shorten them: "Mo–Fr 8–18 Uhr", "lun.-ven.", "Sat 9am–1pm".

Only the ends of a range count: what lies between is for the reader to conclude.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from adjudge_engine.dates.model import Date
from adjudge_engine.dates.names import WEEKDAYS

_SHORT: Final = r"[^\W\d_]{2,5}"
_LINK: Final = r"(?:\s?[-–—/,&]\s?|\s(?:bis|to|au|al?|t/m|tot|und|and|et|y|e|à)\s)"
#: Two shortened days, or one before an hour; matches may overlap ("Uhr, Sa–So").
_DAYS: Final = re.compile(
    rf"(?<![^\W_])(?=(?P<first>{_SHORT})\.?(?:{_LINK}(?P<last>{_SHORT})(?![^\W_])|:?\s[0-9]))"
)
#: The same in Japanese: 月～金, 土 9:00.
_EASTERN: Final = re.compile(r"(?P<first>[月火水木金土日])[~～〜\-–・](?P<last>[月火水木金土日])")
_EASTERN_DAYS: Final = "月火水木金土日"
_PREFIXES: Final = range(2, 6)


@lru_cache(maxsize=1)
def _shortened() -> dict[str, int]:
    """The beginnings of weekdays that are those of one day alone, in whatever language."""
    found: dict[str, set[int]] = {}
    for word, day in WEEKDAYS.items():
        if word[0] < "\u0250":
            for size in _PREFIXES:
                found.setdefault(word[:size], set()).add(day)
    return {short: min(days) for short, days in found.items() if len(days) == 1}


def shortened_day(said: Date, text: str) -> tuple[int, int] | None:
    """Where a text has the weekday `said` as opening hours write it, or None. Linear."""
    if said.kind != "weekday" or said.weekday is None:
        return None
    word = said.text.lower()
    if word[0] >= "\u3000":
        for match in _EASTERN.finditer(text):
            for end in ("first", "last"):
                if _EASTERN_DAYS.index(match[end]) == said.weekday:
                    return match.span(end)
        return None
    for match in _DAYS.finditer(text):
        names = ("first", "last") if match["last"] else ("first",)
        if all(_day_of(match[name], word, said.weekday) is not None for name in names):
            for name in names:
                if _day_of(match[name], word, said.weekday) == said.weekday:
                    return match.span(name)
    return None


def _day_of(short: str, word: str, weekday: int) -> int | None:
    """The day that a shortened name is, in the language of `word` where it begins so."""
    lower = short.lower()
    if word.startswith(lower):
        return weekday
    known = _shortened().get(lower)
    if known is not None:
        return known
    return -1 if any(name.startswith(lower) for name in WEEKDAYS) else None
