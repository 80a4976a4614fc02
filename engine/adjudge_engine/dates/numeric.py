"""Dates in digits alone: 2025-07-14, 14.07.2025, 07/14/25, 2025年7月14日, 令和7年."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from adjudge_engine.dates.model import Date
from adjudge_engine.dates.names import ERAS

_YMD: Final = re.compile(
    r"([12][0-9]{3})([-/.])(0?[1-9]|1[0-2])\2([12][0-9]|3[01]|0?[1-9])(?![0-9])"
)
_YM: Final = re.compile(r"([12][0-9]{3})-(0[1-9]|1[0-2])(?![0-9/-])")
_DMY: Final = re.compile(
    r"([12][0-9]|3[01]|0?[1-9])(\. ?|[/-])([12][0-9]|3[01]|0?[1-9])\2"
    r"((?:1[0-9]|2[01]|25)[0-9]{2}|[0-9]{2})(?![0-9]|[.,/-][0-9])"
)
_MY: Final = re.compile(r"(0?[1-9]|1[0-2])/((?:19|20)[0-9]{2})(?![0-9/])")
_CJK_YEAR: Final = re.compile(
    r"([0-9]{1,4}) ?[年년](?!間|间|代)度? ?(?:([0-9]{1,2}) ?[月월] ?(?:([0-9]{1,2}) ?[日号號일])?)?"
)
_CJK_MONTH: Final = re.compile(r"([0-9]{1,2}) ?[月월] ?(?:([0-9]{1,2}) ?[日号號일])?")
_VI: Final = re.compile(r"([0-9]{1,2}) tháng ([0-9]{1,2})(?!\w)(?:,? năm ([12][0-9]{3}))?")
_VI_MONTH: Final = re.compile(r"([0-9]{1,2})(?:,? năm ([12][0-9]{3}))(?!\w)")
#: Words that a date follows and an order's number does not.
_DATED: Final = re.compile(
    r"(?<![^\W_])(?:on|from|until|till|since|effective|dated?|starts?|ends?|due|am|ab|bis|seit|vom"
    r"|datum|le|du|date|el|fecha|desde|hasta)(?::|(?: the)?)[ \xa0]\Z",
    re.IGNORECASE,
)
_COMPACT: Final = ((0, 4), (4, 6), (6, 8))
_THAI: Final = range(2400, 2700)
_THAI_OFFSET: Final = 543


def may_stand(month: int, day: int) -> bool:
    """Whether month and day are the calendar's figures; 31 February is a date, and a wrong one."""
    return 1 <= month <= 12 and 1 <= day <= 31


def is_possible(year: int | None, month: int, day: int) -> bool:
    """Whether the calendar has that day; without a year, whether some year has."""
    if not 1 <= month <= 12:
        return False
    leap = 2000 if year is None or not 1 <= year <= 9999 else year
    try:
        date(leap, month, day)
    except ValueError:
        return False
    return True


def read_year_first(folded: str, start: int) -> Date | None:
    """An ISO date, 2025/7/14, 2025.07.14 or 2025-07 that starts at `start`, a four-digit year."""
    match = _YMD.match(folded, start)
    if match is not None:
        year, month, day = int(match[1]), int(match[3]), int(match[4])
        year = _common(year, folded)
        return Date(start, match.end(), match[0], year=year, month=month, day=day)
    match = _YM.match(folded, start)
    # 2025-03 is a month; 2003-05 may be two years as well, and says no more than its first.
    if match is not None and int(match[2]) <= int(match[1]) % 100:
        return Date(start, match.end(), match[0], year=int(match[1]), month=int(match[2]))
    return None


def read_compact(folded: str, start: int, end: int, *, loose: bool) -> Date | None:
    """20250714, where a time follows or a word says that it is a date.

    `loose`: any figure that may be a date is one.
    """
    timed = folded[end : end + 1] == "T" and folded[end + 1 : end + 2].isdigit()
    if not loose and not timed and not _DATED.search(folded, max(0, start - 16), start):
        return None
    year, month, day = (int(folded[start + low : start + high]) for low, high in _COMPACT)
    if not 1900 <= year <= 2100 or not is_possible(year, month, day):
        return None
    return Date(start, end, folded[start:end], year=year, month=month, day=day)


def read_day_first(folded: str, start: int) -> Date | None:
    """14.07.2025, 07/14/2025, 14-07-25 or 07/2025 that starts at `start`."""
    match = _DMY.match(folded, start)
    if match is None:
        match = _MY.match(folded, start)
        if match is None:
            return None
        return Date(start, match.end(), match[0], year=int(match[2]), month=int(match[1]))
    first, second, year = int(match[1]), int(match[3]), int(match[4])
    short = len(match[4]) == 2
    if short and "." in match[2] and len(match[3]) == 1:
        return None  # a section or a version: 3.2.10
    day, month = (first, second) if second <= 12 else (second, first)
    full = None if short else _common(year, folded)
    if not may_stand(month, day):
        return None
    swapped = first <= 12 and second <= 12 and first != second and "." not in match[2]
    year = year if full is None else full
    return Date(
        start, match.end(), match[0], year=year, month=month, day=day, short=short, swapped=swapped
    )


def read_cjk(folded: str, start: int) -> Date | None:
    """2025年7月14日, 令和7年, 7月14日, 2025년 7월 14일 that starts with the digits at `start`."""
    match = _CJK_YEAR.match(folded, start)
    if match is not None:
        year, era, first = int(match[1]), ERAS.get(folded[max(0, start - 2) : start]), start
        if era is not None:
            year, first = year + era, start - 2
        short = era is None and len(match[1]) == 2
        if len(match[1]) not in (4,) and era is None and not (short and match[2]):
            return None
        month, day = _number(match[2]), _number(match[3])
    else:
        match = _CJK_MONTH.match(folded, start)
        if match is None:
            return None
        first, short, year = start, False, None
        month, day = int(match[1]), _number(match[2])
    if month is not None and not may_stand(month, day or 1):
        return None
    end = start + len(match[0].rstrip())
    return Date(first, end, folded[first:end], year=year, month=month, day=day, short=short)


def read_vietnamese(folded: str, start: int) -> Date | None:
    """14 tháng 7 năm 2025, tháng 7 năm 2025 that starts with the digits at `start`."""
    match = _VI.match(folded, start)
    day: int | None = None
    if match is not None:
        day, month, year = int(match[1]), int(match[2]), _number(match[3])
    else:
        match = _VI_MONTH.match(folded, start)
        if match is None or not folded[max(0, start - 6) : start].lower().endswith("tháng "):
            return None
        month, year = int(match[1]), _number(match[2])
    if not may_stand(month, day or 1):
        return None
    return Date(start, match.end(), match[0], year=year, month=month, day=day)


def common_year(year: int, folded: str) -> int:
    """A year of the Thai calendar as one of the common calendar, in a text in Thai letters."""
    return _common(year, folded)


def _common(year: int, folded: str) -> int:
    if year in _THAI and any("ก" <= char <= "๎" for char in folded[:400]):
        return year - _THAI_OFFSET
    return year


def _number(digits: str | None) -> int | None:
    return int(digits) if digits else None
