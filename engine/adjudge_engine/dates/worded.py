"""Dates of digits and a month's name: 14 July 2025, July 14th, 8 de mayo de 2012, May 2025."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from adjudge_engine.dates.library import Months
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.names import MONTHS, NAMELIKE, month_of
from adjudge_engine.dates.numeric import common_year, may_stand
from adjudge_engine.dates.ordinals import day_before

_NAME: Final = r"[^\W\d_][^\s\d,;:!?()\[\]{}/|\"'<>=+*–—-]{0,15}"
_YEAR: Final = r"(?P<year>[12][0-9]{3})(?![0-9]|[.,][0-9]|[%°])"
_DAY_MONTH: Final = re.compile(
    rf"(?P<day>[0-9]{{1,2}})(?:\.|st|nd|rd|th|er|º|ª|ème|e|-го|:e)?(?:[ \xa0]{{1,2}}|-|(?<=\.))"
    rf"(?:(?:day )?of |de |d'|di )?(?P<name>{_NAME})"
)
_YEAR_AFTER: Final = re.compile(
    rf"\.?,?(?:[ \xa0]{{0,2}}|-)(?:de |del |of |năm |พ\.ศ\. ?|ค\.ศ\. ?)?"
    rf"(?:{_YEAR}|'(?P<late>[0-9]{{2}})(?![0-9s])|(?<=-)(?P<short>[0-9]{{2}})(?![0-9]))"
)
_DAY_TAIL: Final = re.compile(
    rf"[0-9]{{1,2}}(?:st|nd|rd|th)?"
    rf"(?:(?:,[ \xa0]{{0,2}}|(?:,? of)?[ \xa0]{{1,2}}){_YEAR}|(?![0-9A-Za-z%°]|[.:,][0-9]))"
)
_YEAR_MONTH: Final = re.compile(
    rf"\.?[ \xa0-]{{1,2}}(?P<name>{_NAME})"
    rf"(?:[ \xa0-](?P<day>[0-9]{{1,2}})(?![0-9A-Za-z:]|[.,][0-9]))?"
)
#: Words of German and its neighbours before a day of the month.
_LEAD: Final = re.compile(
    r"(?<![^\W_])(?:am|ab|bis|zum|vom|dem|den|der|seit|und|oder|nach|vor|de|til|fra)[ \xa0]\Z",
    re.IGNORECASE,
)
_BACK: Final = 24
_BETWEEN: Final = " \xa0.,-'"
#: Words between a month and its day or year: "July the 14th", "julio de 2025".
LINKS: Final = frozenset(("the", "de", "del", "of", "พ.ศ", "ค.ศ"))


class Named(NamedTuple):
    """A month's name right before a place: the text from `start` on."""

    start: int
    month: int


def read_day_month(folded: str, start: int, months: Months) -> Date | None:
    """ "14 July 2025", "1er février", "14-Jul-25" that starts with the digits at `start`."""
    match = _DAY_MONTH.match(folded, start)
    if match is None:
        return None
    name, end = match["name"], match.end()
    month = _month(name)
    after = _YEAR_AFTER.match(folded, end)
    if month is None and after is not None and after["year"]:
        month = months.month_of(name)
    day = int(match["day"])
    if after is None and folded[start + len(match["day"])] == "." and name.lower() in NAMELIKE:
        led = _LEAD.search(folded, max(0, start - 12), start) is not None
        month = month if led else None  # a list's number before "May": "4. May prevent …"
    if month is None or not 1 <= day <= 31:
        return None
    return _date(folded, (start, end), month, day, after)


def read_after_month(folded: str, start: int, end: int) -> Date | None:
    """ "July 14", "July 14th, 2025", "May 2025", "Jul '25" whose digits are `folded[start:end]`."""
    named = month_before(folded, start)
    if named is None:
        return None
    size = end - start
    if size == 4:
        year = int(folded[start:end])
        if not 1000 <= year <= 2700 or folded[end : end + 1] == "%":
            return None
        year = common_year(year, folded)
        first, day = named.start, None
        spelled = day_before(folded, named.start)
        if spelled is not None and may_stand(named.month, spelled[1]):
            first, day = spelled
        return Date(first, end, folded[first:end], year=year, month=named.month, day=day)
    if (size == 2 and folded[start - 1] == "'") or (size == 2 and int(folded[start:end]) > 31):
        if folded[start - 1] not in "'-":
            return None
        text = folded[named.start : end]
        return Date(
            named.start, end, text, year=int(folded[start:end]), month=named.month, short=True
        )
    match = _DAY_TAIL.match(folded, start)
    day = int(folded[start:end])
    if match is None or not 1 <= day <= 31:
        return None
    after = int(match["year"]) if match["year"] else None
    if not may_stand(named.month, day):
        return None
    text = folded[named.start : match.end()]
    return Date(named.start, match.end(), text, year=after, month=named.month, day=day)


def read_year_month(folded: str, start: int, end: int) -> Date | None:
    """ "2025 July 14", "2025. július 14." that starts with the year `folded[start:end]`."""
    match = _YEAR_MONTH.match(folded, end)
    if match is None:
        return None
    month = _month(match["name"])
    if month is None or not match["day"]:
        return None
    year, day = int(folded[start:end]), int(match["day"])
    if not may_stand(month, day):
        return None
    return Date(start, match.end(), folded[start : match.end()], year=year, month=month, day=day)


def month_before(folded: str, start: int) -> Named | None:
    """The month named right before `start`, "July " or "julio de "."""
    near = folded[start - 1 : start] if start else ""
    if near in _BETWEEN:
        near = folded[start - 2 : start - 1] if start > 1 else ""
    if not near or (near.isascii() and not near.isalpha() and near not in _BETWEEN):
        return None
    low = max(0, start - _BACK)
    head = folded[low:start].rstrip(_BETWEEN)
    if len(head) == start - low and head[-1:].isascii():
        return None
    at = _last_blank(head)
    if head[at:].lower() in LINKS:
        head = head[:at].rstrip(_BETWEEN)
        at = _last_blank(head)
    name = head[at:].lstrip("([\"'")
    if len(name) < 3 and name.isascii():
        return None
    month = _month(name)
    return None if month is None else Named(low + len(head) - len(name), month)


def _last_blank(head: str) -> int:
    """Where the last word of `head` starts."""
    at = max(head.rfind(" "), head.rfind("\n"), head.rfind("-"), head.rfind("\xa0"))
    return at + 1


def _month(name: str) -> int | None:
    month = month_of(name)
    if month is None and "." in name:
        month = MONTHS.get(name.partition(".")[0].lower())
    return month


def _date(
    folded: str, span: tuple[int, int], month: int, day: int, after: re.Match[str] | None
) -> Date | None:
    start, end = span
    year, short = None, False
    if after is not None:
        digits = after["year"] or after["late"] or after["short"]
        year, short, end = int(digits), not after["year"], after.end()
        if not short:
            year = common_year(year, folded)
    elif folded[end - 1] == ".":
        end -= 1
    return Date(start, end, folded[start:end], year=year, month=month, day=day, short=short)
