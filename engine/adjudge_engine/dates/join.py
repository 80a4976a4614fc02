"""Parts of one date brought together: a day's time, its weekday, the year after a range."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.dates.clock import read_zone
from adjudge_engine.dates.identifiers import NUMBERED
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.names import month_of
from adjudge_engine.dates.numeric import is_possible
from adjudge_engine.numbers.reading.before import LABELS
from adjudge_engine.numbers.reading.tables import word_set

_DATE_TIME: Final = re.compile(
    r"(?:,? ?(?:at|um|à|a las|alle|om|às|в|kl\.?|-|,|T|from|の|，|starts?|starting)? ?|\()\Z"
)
_TIME_DATE: Final = re.compile(r",? ?(?:(?:on|of|am|le|el|il|den|em) )?(?:the )?\Z")
_WEEKDAY_DATE: Final = re.compile(r"[.,]? ?\(?(?:(?:the|den|dem|der|le|el|il) )?\)?\Z")
_DATE_WEEKDAY: Final = re.compile(r",? ?\(\Z|, \Z")
_SIGN: Final = re.compile(r" ?[(]([月火水木金土日一二三四五六월화수목금토일])[)]")
_SIGNS: Final = ("月火水木金土日", "一二三四五六日", "월화수목금토일")
_RANGE: Final = re.compile(
    r"(?:st|nd|rd|th|\.)? ?(?:-|–|—|~|〜|～|/|&|to|and|or|until|through|bis|und|au|et|al|y|a|e|до|и"
    r"|から) ?(?:the |le )?\Z"
)
_DAY_BEFORE: Final = re.compile(
    r"(?<![0-9A-Za-z.,$€£/-])([0-9]{1,2})(?:st|nd|rd|th|\.|er)? ?"
    r"(?:-|–|—|/|&|to|and|bis|und|au|et|al|y|a|e|до|и) ?(?:the )?\Z"
)
_DAY_AFTER: Final = re.compile(
    r"(?:st|nd|rd|th)? ?(?:-|–|—|~|〜|～|から| ?and | ?to | ?& )([0-9]{1,2})(?:st|nd|rd|th|日|일)?"
    r"(?![0-9A-Za-z%:]|[.,][0-9])(?:,? (?P<year>[12][0-9]{3})(?![0-9]))?"
)
_MONTH_BEFORE: Final = re.compile(
    r"(?<![^\W_])([^\W\d_][^\s\d,;:()]{2,12})"
    r" ?(?:-|–|—|/|to|and|through|until|bis|und|à|au|et|a|al|y|e|до|и) ?\Z"
)

#: What the hour at a range's end says for that at its beginning, too.
_HOURLY: Final = ("Uhr", "uur", " h", "heures", "часов", "horas", "hrs", "am", "pm", "a.m.", "p.m.")
#: Words that name a thing by its number.
_NAMED: Final = (
    LABELS | NUMBERED
    | word_set(
        "desk platform floor counter window court track hall studio apartment apt door dock pier "
        "pitch lane stand group class grade step tisch gleis platz tor halle schalter klasse stufe "
        "haus quai voie porte étage guichet mesa puerta andén planta aula sala sportello binario"
    )
) - word_set("about roughly only some order line model issue form note")  # fmt: skip
_HOUR_BEFORE: Final = re.compile(
    r"(?<![0-9A-Za-z.,:$€£/-])([0-9]{1,2}) ?(?:-|–|—|to|bis|und|tot|à|a|до) ?\Z"
)
_MONTH_NEXT: Final = re.compile(r"[ .\xa0]{1,2}(?:of |de |d')?([^\W\d_]{3,14})")
_DAY_SIGNS: Final = "日일號号"
_DASHES: Final = frozenset("-–—/")
_JOINERS: Final = word_set("- – — / & to and through until bis und à au et al a y e до и the")
_FOLLOWS: Final = ("-", "–", "—", "~", "〜", "～", " and ", " to ", " & ", " - ", " – ", "から")


def joined(folded: str, found: list[Date]) -> list[Date]:
    """`found`, in order, with what belongs together made one and ranges given both their ends."""
    dates: list[Date] = []
    for date in found:
        last = dates[-1] if dates else None
        if last is not None and date.start < last.end:
            continue
        if last is not None and date.start - last.end <= 16:
            both = _both(folded, last, date)
            if both is not None:
                dates[-1] = both
                continue
            dates[-1] = _with_year_of(folded, last, date)
        if date.kind == "date" and date.month is not None:
            floor = last.end if last is not None else 0
            other = _other_end(folded, date, floor)
            if other is not None:
                dates.append(other)
            date, follower = _follower(folded, _signed(folded, date))
            dates.append(date)
            if follower is not None:
                dates.append(follower)
            continue
        if date.kind == "time" and date.text.endswith(_HOURLY):
            first = _first_hour(folded, date, last.end if last is not None else 0)
            if first is not None:
                dates.append(first)
        dates.append(date)
    return [
        date
        for at, date in enumerate(dates)
        if not (date.kind == "weekday" and date.short and not _has_hours(dates, at))
    ]


def _has_hours(dates: list[Date], at: int) -> bool:
    """Whether a time follows a short weekday, so that it is none but a weekday: "Mon 9:00"."""
    following = dates[at + 1] if at + 1 < len(dates) else None
    return (
        following is not None
        and following.kind == "time"
        and (following.start - dates[at].end <= len(": "))
    )


def _first_hour(folded: str, date: Date, floor: int) -> Date | None:
    """The 8 of "8 bis 17 Uhr", "8–11 am"."""
    match = _HOUR_BEFORE.search(folded, max(floor, date.start - 16), date.start)
    if match is None or int(match[1]) > 24 or _is_named(folded, match.start(1)):
        return None
    hour = int(match[1])
    half = date.text[-1] in "mM." and hour <= 12
    return Date(
        match.start(1),
        match.end(1),
        match[1],
        "time",
        second=hour % 24 * 3600,
        half_day=half,
    )


def _is_named(folded: str, start: int) -> bool:
    """Whether a word before a figure names a thing by it: the 8 of "go to Room 8 to 5 pm"."""
    word = folded[max(0, start - 17) : start].rstrip(" \xa0").rpartition(" ")[2].lower()
    return word in _NAMED


def _both(folded: str, left: Date, right: Date) -> Date | None:
    """One date of two neighbours, where they are the parts of one."""
    between = folded[left.end : right.start]
    kinds = (left.kind, right.kind)
    if kinds == ("date", "time") and left.second is None and left.day is not None:
        if _DATE_TIME.match(between):
            return _with_time(folded, left, right)
    elif kinds == ("time", "date") and right.day is not None and right.second is None:
        if _TIME_DATE.match(between):
            return _with_time(folded, right, left)
    elif kinds == ("weekday", "date") and right.day is not None and right.weekday is None:
        if _WEEKDAY_DATE.match(between):
            return _spanning(folded, left, right, right)._replace(weekday=left.weekday)
    elif kinds == ("date", "weekday") and left.day is not None and _DATE_WEEKDAY.match(between):
        both = _spanning(folded, left, right, left)
        return both._replace(weekday=right.weekday)
    return None


def _with_time(folded: str, day: Date, time: Date) -> Date:
    both = (
        _spanning(folded, day, time, day)
        if day.start < time.start
        else _spanning(folded, time, day, day)
    )
    end, zone = both.end, time.zone
    if zone is None and day.start > time.start:
        end, zone = read_zone(folded, both.end)
    return both._replace(
        end=end,
        text=folded[both.start : end],
        second=time.second,
        zone=zone,
        precise=time.precise,
        half_day=time.half_day,
    )


def _spanning(folded: str, left: Date, right: Date, base: Date) -> Date:
    return base._replace(start=left.start, end=right.end, text=folded[left.start : right.end])


def _with_year_of(folded: str, left: Date, right: Date) -> Date:
    """ "30 May" of "30 May to 2 June 2025" with the year that stands at the range's end."""
    if left.kind != "date" or right.kind != "date" or left.month is None or left.year is not None:
        return left
    if right.year is None or right.month is None or right.last_year or right.short:
        return left
    if not _RANGE.match(folded[left.end : right.start]):
        return left
    if (left.month, left.day or 0) > (right.month, right.day or 31):
        return left
    return left._replace(year=right.year)


def _other_end(folded: str, date: Date, floor: int) -> Date | None:
    """The 3 of "3–5 May 2025", the May of "May to July 2025"."""
    low = max(floor, date.start - 20)
    if date.start == low or not _may_join(folded[low : date.start]):
        return None
    if folded[date.start].isdigit() and date.day is not None:
        match = _DAY_BEFORE.search(folded, low, date.start)
        if match is not None and is_possible(date.year, date.month or 0, int(match[1])):
            return date._replace(
                start=match.start(1),
                end=match.end(1),
                text=match[1],
                day=int(match[1]),
                weekday=None,
            )
    elif date.day is None and date.last_month is None and date.year is not None:
        match = _MONTH_BEFORE.search(folded, low, date.start)
        month = month_of(match[1]) if match is not None else None
        if match is not None and month is not None and month <= (date.month or 0):
            return date._replace(start=match.start(1), end=match.end(1), text=match[1], month=month)
    return None


def _may_join(head: str) -> bool:
    """Whether the text before a date ends with what parts a range: cheaper than the pattern."""
    if head[-1] in _DASHES:
        return True
    return head[-1] == " " and head[:-1].rpartition(" ")[2] in _JOINERS


def _follower(folded: str, date: Date) -> tuple[Date, Date | None]:
    """The 5 of "May 3-5, 2025" with its year, which is the 3's as well."""
    if date.day is None or date.second is not None:
        return date, None
    if not folded.startswith(_FOLLOWS, date.end):
        return date, None
    if folded[date.start].isdigit() and folded[date.end - 1] not in _DAY_SIGNS:
        return date, None  # "3 May and 5 June": the day stands before its month
    match = _DAY_AFTER.match(folded, date.end)
    if match is None or _names_month(folded, match.end()):
        return date, None
    day = int(match[1])
    year = int(match["year"]) if match["year"] else date.year
    if day <= date.day or not is_possible(year, date.month or 0, day):
        return date, None
    if year is not None and date.year is None:
        date = date._replace(year=year)
    start = match.start(1)
    return date, date._replace(
        start=start, end=match.end(), text=folded[start : match.end()], day=day, weekday=None
    )


def _names_month(folded: str, at: int) -> bool:
    """Whether a month follows: the day is that month's."""
    word = _MONTH_NEXT.match(folded, at)
    return word is not None and month_of(word[1]) is not None


def _signed(folded: str, date: Date) -> Date:
    """A date with the weekday that stands in brackets after it: 7月14日(月)."""
    if date.day is None or "(" not in folded[date.end : date.end + 2]:
        return date
    match = _SIGN.match(folded, date.end)
    if match is None:
        return date
    weekday = max(row.find(match[1]) for row in _SIGNS)
    return date._replace(end=match.end(), text=folded[date.start : match.end()], weekday=weekday)
