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
_HOUR: Final = r"[0-9]{1,2}(?:[:.h][0-9]{2})?"
_MARK: Final = r"\s?(?:[ap]\.?m|Uhr|uur|h)(?![^\W_])"
#: What shows that a figure behind a day is an hour: "Sat 3" and "Do 3 sets" name no days.
_HOURS: Final = (
    rf"(?:[0-9]{{1,2}}[:h][0-9]{{2}}|{_HOUR}(?:{_MARK}"
    rf"|\s?(?:[-–—]|to|bis|tot|à|a)\s?{_HOUR}(?:{_MARK}|(?=\s?(?:[,.;)|\n]|\Z)))))"
)
#: Two shortened days, or one before hours; matches may overlap ("Uhr, Sa–So").
_DAYS: Final = re.compile(
    rf"(?<![^\W_])(?=(?P<first>{_SHORT})\.?"
    rf"(?:(?P<link>{_LINK})(?P<last>{_SHORT})(?![^\W_])|:?\s{_HOURS}))"
)
#: Small they are words of a sentence: "he sat and wed".
_SMALL_WORDS: Final = frozenset(("sat", "sun", "wed", "mon", "do", "so", "sa", "mi", "mar", "dom"))
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
        if match["last"] and _is_sentence(match):
            continue
        if all(_day_of(match[name], word, said.weekday) is not None for name in names):
            for name in names:
                if _day_of(match[name], word, said.weekday) == said.weekday:
                    return match.span(name)
    return None


def _is_sentence(match: re.Match[str]) -> bool:
    """Whether two words that are linked by a word are no days."""
    linked = any(map(str.isalpha, match["link"]))
    return linked and not _SMALL_WORDS.isdisjoint((match["first"], match["last"]))


def _day_of(short: str, word: str, weekday: int) -> int | None:
    """The day that a shortened name is, in the language of `word` where it begins so."""
    lower = short.lower()
    if word.startswith(lower):
        return weekday
    known = _shortened().get(lower)
    if known is not None:
        return known
    return -1 if any(name.startswith(lower) for name in WEEKDAYS) else None
