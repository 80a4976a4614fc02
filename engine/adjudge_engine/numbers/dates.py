"""Where a text speaks of dates, years, times of day or time relative to them.

They are only found here; nothing reads which day is meant.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from adjudge_engine.numbers.calendar import find_relative, later_at
from adjudge_engine.numbers.model import CALENDAR, Number
from adjudge_engine.numbers.scan import numbers_of, prepare

#: Written like a time of day, but it names none.
_ALWAYS = "24/7"
#: A smaller number of four digits is hardly ever a year where no word says so.
_FIRST_LIKELY = 1_500
_FIGURE = re.compile(r"[0-9](?:[.,]?[0-9])*+|[^\W\d_]++(?:-[^\W\d_]++)?")


class DateSpan(NamedTuple):
    """`text[start:end]` is a date, a year, a time of day or a relative date."""

    start: int
    end: int
    text: str


def find_dates(text: str) -> tuple[DateSpan, ...]:
    """Every stretch of `text` that belongs to the calendar or the clock, in order.

    A four-digit number that may be a year counts; parts of one date are one span.
    """
    prepared = prepare(text)
    spans = list(find_relative(prepared.folded))
    for number in numbers_of(prepared):
        span = _span_of(prepared.folded, number)
        if span is not None:
            spans.append(span)
    return tuple(DateSpan(start, end, text[start:end]) for start, end in _merged(spans))


def _span_of(folded: str, number: Number) -> tuple[int, int] | None:
    if number.kind in CALENDAR:
        return None if number.text == _ALWAYS else (number.start, number.end)
    if number.maybe_year and _is_likely_year(number):
        return number.start, number.end
    figure = _FIGURE.match(folded, number.start)
    later = later_at(folded, number.start, figure.end()) if figure is not None else None
    return None if later is None else (number.start, max(later, number.end))


def _is_likely_year(number: Number) -> bool:
    """Four digits that nothing says to be a measure: not "1200 people", not "about 1500"."""
    return number.value >= _FIRST_LIKELY and not (number.noun or number.bound or number.label)


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order; those with at most a month's name between them are one."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start - found[-1][1] <= _WITHIN_ONE_DATE:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


#: A month's name and two blanks, the most that stands between the parts of a date.
_WITHIN_ONE_DATE = 12
