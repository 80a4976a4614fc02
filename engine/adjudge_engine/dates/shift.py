"""A date and a period make another date; months and years clip to the month's last day."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from typing import Literal

from adjudge_engine.dates.model import Date
from adjudge_engine.numbers.reading.tables import word_list

Unit = Literal["day", "week", "month", "year", "end_of_month"]


def shifted(one: Date, number: int, unit: Unit) -> Date | None:
    """The day `number` units after `one` (before it, where negative), or None out of range.

    `end_of_month` is the last day of the month `number` months on.
    """
    if not one.is_day or one.year is None or one.month is None or one.day is None:
        return None
    try:
        moved = _moved(date(one.year, one.month, one.day), number, unit)
    except (ValueError, OverflowError):
        return None
    return one._replace(
        year=moved.year,
        month=moved.month,
        day=moved.day,
        text=said(moved),
        weekday=None,
        second=None,
        zone=None,
        swapped=False,
    )


def said(day: date) -> str:
    """ "20 October 2025"."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def _moved(day: date, number: int, unit: Unit) -> date:
    if unit == "day":
        return day + timedelta(days=number)
    if unit == "week":
        return day + timedelta(weeks=number)
    months = day.year * 12 + day.month - 1 + number * (12 if unit == "year" else 1)
    year, month = divmod(months, 12)
    last = monthrange(year, month + 1)[1]
    return date(year, month + 1, last if unit == "end_of_month" else min(day.day, last))


_MONTHS = word_list(
    "January February March April May June July August September October November December"
)
