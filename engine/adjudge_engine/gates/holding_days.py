"""Where a text holds the day or the time that a value names, whatever the format of either.

A day and month of which nobody can tell which is which is no other day's equal: 04/03/2025 is
held by 04-03-2025 and not by "4 March 2025", unless the text's own dates settle its order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from adjudge_engine.dates.agree import compare
from adjudge_engine.dates.find import find_dates
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.order import Order
from adjudge_engine.text.quantities import Valued

#: A value longer than this is no date.
_LONGEST: Final = 60


def days_in(value: str, valued: Valued) -> Iterator[tuple[int, int]]:
    """Where the day or time stands, in offsets of the source; nothing if the value is none."""
    said = _said_by(value) if len(value) <= _LONGEST else None
    if said is None:
        return
    for one in valued.dates:
        if _is_same(said, one, valued.day_order):
            yield valued.plain.original(one.start, one.end)


@lru_cache(maxsize=512)
def _said_by(value: str) -> Date | None:
    """The time, or the date with its month and day, that is all of the value; else None."""
    if not any(map(str.isnumeric, value)):
        return None
    found = find_dates(value)
    if len(found) != 1 or (found[0].start, found[0].end) != (0, len(value.rstrip("."))):
        return None
    one = found[0]
    if one.kind == "time":
        return one
    is_day = one.kind == "date" and one.day is not None and one.month is not None
    return one if is_day and one.second is None and not one.short else None


def _is_same_time(said: Date, one: Date) -> bool:
    """Whether a time of day stands there: 08:30 is 8:30, but 8:30 pm is not 8:30."""
    if one.second is None:
        return False
    only_clock = not any(map(str.isalpha, said.text)) and said.zone is None
    if only_clock and one.kind == "time" and one.zone is None:
        return said.second == one.second
    return compare(said, one) == "same"


def _is_same(said: Date, one: Date, order: Order | None) -> bool:
    if said.kind == "time":
        return _is_same_time(said, one)
    if one.kind != "date" or one.day is None:
        return False
    if said.swapped and one.swapped:
        return compare(said, one) == "same"
    if said.swapped or (one.swapped and order is None):
        return False
    if one.swapped and order == "month":
        one = one.other_way
    return compare(said, one) == "same"
