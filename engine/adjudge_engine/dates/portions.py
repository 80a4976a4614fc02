"""The portion of a year or month that a date is said with: "summer 2026", "late June".

A season is compared with a season alone, for it has other months on the other half of the earth;
a part of a month with a part of one, or with a day. The portions are drawn wide: what two readers
may call "early" is not held against either.
"""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.dates.model import Date

_SEASON_LINES: Final = {
    "spring": "spring frühjahr frühling printemps primavera voorjaar lente весна весной весны",
    "summer": "summer sommer été verano estate zomer verão лето летом лета",
    "autumn": "autumn fall herbst automne otoño autunno herfst outono осень осенью осени",
    "winter": "winter hiver invierno inverno зима зимой зимы",
}
_SEASONS: Final = {word: season for season, line in _SEASON_LINES.items() for word in line.split()}
_PART_LINES: Final = {
    "early": "early anfang début principios comienzos inizio начале начало beginning",
    "mid": "mid mitte mi mediados metà середине середина middle",
    "late": "late ende fin finales fine конце конец end",
}
_PARTS: Final = {word: part for part, line in _PART_LINES.items() for word in line.split()}
#: The first and the last day that a part of a month may mean.
_DAYS: Final = {"early": (1, 13), "mid": (8, 23), "late": (17, 31)}
_CJK: Final = {
    "春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter",
    "上旬": "early", "初": "early", "中旬": "mid", "下旬": "late", "末": "late",
}  # fmt: skip
_LINKS: Final = frozenset(("of", "the", "de", "del", "des", "di", "dell", "d"))
_WORD: Final = re.compile(r"[^\W\d_]+")
_REACH: Final = 24


def portion_of(text: str, date: Date) -> str | None:
    """The portion said with a date of a year or month in `text`; None where none is."""
    if date.kind != "date" or date.day is not None or date.year is None or date.second is not None:
        return None
    known = _SEASONS if date.month is None else _PARTS
    before = text[date.start - _REACH if date.start > _REACH else 0 : date.start].lower()
    if text.isascii() and known.keys().isdisjoint(before.replace("-", " ").split()):
        return None
    words = _WORD.findall(before)
    while words and words[-1] in _LINKS:
        words.pop()
    found = known.get(words[-1]) if words else None
    if found is not None or text.isascii():
        return found
    behind = text[date.end : date.end + 3].lstrip("のころ的")
    found = _CJK.get(behind[:2]) or _CJK.get(behind[:1])
    return found if found in known.values() else None


def agrees(portion: str, text: str, date: Date) -> bool:
    """Whether a date of `text` may lie in that portion."""
    days = _DAYS.get(portion)
    if days is not None and date.day is not None:
        return days[0] <= date.day <= days[1]
    other = portion_of(text, date)
    return other is None or other == portion
