"""Dates in Chinese numerals, and parts of a year: 二〇二五年七月十四日, 令和元年, 第三季度."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from adjudge_engine.dates.model import Date
from adjudge_engine.dates.names import ERAS
from adjudge_engine.dates.numeric import may_stand

_DIGITS: Final = {char: at for at, char in enumerate("〇一二三四五六七八九")} | {"零": 0}
_TENS: Final = "一二三四五六七八九十"
_ERA: Final = "|".join(ERAS)
_NUMERAL_DATE: Final = re.compile(
    rf"(?:(?P<era>{_ERA})(?P<of>[{_TENS}百]{{1,4}})|(?P<year>[〇零{_TENS[:9]}]{{4}}))年"
    rf"(?:(?P<month>[{_TENS}]{{1,3}})月(?:(?P<day>[{_TENS}]{{1,3}})[日号號])?)?"
    rf"|(?P<month2>[{_TENS}]{{1,3}})月(?P<day2>[{_TENS}]{{1,3}})[日号號]"
)
_FIRST_YEAR: Final = re.compile(
    rf"(?P<era>{_ERA})元年(?:(?P<month>[0-9]{{1,2}}|[{_TENS}]{{1,3}})月"
    rf"(?:(?P<day>[0-9]{{1,2}}|[{_TENS}]{{1,3}})日)?)?"
)
#: A quarter or half-year, with the year before it: 2021年第3四半期, 2021年第三季度, 2021年上半年.
_PART: Final = re.compile(
    r"(?:(?P<year>[12][0-9]{3})年度?の?)?"
    r"(?:第? ?(?P<quarter>[1-4一二三四]) ?(?:四半期|季度|季)|(?P<half>[上下])(?:半年|半期))"
)
_NUMERAL_CLOCK: Final = re.compile(
    rf"(?P<half>午後|午前|下午|上午|晚上|早上|朝|夜)?の?(?P<hour>[两{_TENS}]{{1,3}})[点點時]"
    rf"(?!间|間)(?P<rest>半|钟|鐘|整(?![\u3400-\u9fff])|一刻"
    rf"|(?:十|(?<=時)[{_TENS}]|[{_TENS}]{{2,3}})分)?"  # 三点五分 is a mark of 3.5
)
_NIGHT: Final = ("晚上", "夜")
_LATE: Final = frozenset(("午後", "下午", *_NIGHT))
_SIGNS: Final = ("季", "半期", "半年")


def read_unspaced_figures(folded: str) -> Iterator[Date]:
    """Such dates, in the order in which they stand, by kind."""
    if "月" in folded or "年" in folded:
        yield from _in_numerals(folded)
    if "点" in folded or "時" in folded or "點" in folded:
        yield from _clocks(folded)
    if "元年" in folded:
        yield from _first_years(folded)
    if any(sign in folded for sign in _SIGNS):
        yield from _parts(folded)


def _in_numerals(folded: str) -> Iterator[Date]:
    for match in _NUMERAL_DATE.finditer(folded):
        year = None
        if match["year"]:
            year = int("".join(str(_DIGITS[char]) for char in match["year"]))
        elif match["era"]:
            year = ERAS[match["era"]] + _value(match["of"])
        month, day = match["month"] or match["month2"], match["day"] or match["day2"]
        if not may_stand(_value(month) if month else 1, _value(day) if day else 1):
            continue
        yield Date(
            match.start(),
            match.end(),
            match.group(),
            year=year,
            month=_value(month) if month else None,
            day=_value(day) if day else None,
        )


def _clocks(folded: str) -> Iterator[Date]:
    """下午五点半, 午後六時: hours in numerals, where the half of the day or minutes are said."""
    for match in _NUMERAL_CLOCK.finditer(folded):
        half, rest = match["half"], match["rest"]
        hour = _value(match["hour"].replace("两", "二"))
        if hour > 24 or (half is None and rest is None):
            continue
        minutes = 30 if rest == "半" else 15 if rest == "一刻" else 0
        if rest is not None and rest[-1] == "分":
            minutes = _value(rest[:-1])
        if half is not None and hour <= 12:
            by_night = half in _NIGHT and (hour == 12 or hour < 5)
            hour = hour % 12 + (12 if half in _LATE and not by_night else 0)
        yield Date(
            match.start(),
            match.end(),
            match.group(),
            "time",
            second=(hour % 24 * 60 + minutes) * 60,
            half_day=half is None and hour <= 12,
        )


def _first_years(folded: str) -> Iterator[Date]:
    for match in _FIRST_YEAR.finditer(folded):
        month = _value(match["month"]) if match["month"] else None
        day = _value(match["day"]) if match["day"] else None
        year = ERAS[match["era"]] + 1
        if not may_stand(month or 1, day or 1):
            continue
        yield Date(match.start(), match.end(), match.group(), year=year, month=month, day=day)


def _parts(folded: str) -> Iterator[Date]:
    for match in _PART.finditer(folded):
        if match["quarter"]:
            number = match["quarter"]
            quarter = int(number) if number.isdigit() else _DIGITS[number]
            months = (3 * quarter - 2, 3 * quarter)
        else:
            months = (1, 6) if match["half"] == "上" else (7, 12)
        year = int(match["year"]) if match["year"] else None
        start, end = match.span()
        yield Date(start, end, match.group(), year=year, month=months[0], last_month=months[1])


def _value(numeral: str) -> int:
    """十 → 10, 二十三 → 23, 百十三 → 113; digits are themselves."""
    if numeral.isdigit() and numeral.isascii():
        return int(numeral)
    total = digit = 0
    for char in numeral:
        if char in "十百":
            total += (digit or 1) * (10 if char == "十" else 100)
            digit = 0
        else:
            digit = _DIGITS[char]
    return total + digit
