"""Where a text holds the day that a value names, whatever the format of either.

A day and month of which nobody can tell which is which is no other day's equal: 04/03/2025 is
held by 04-03-2025 and not by "4 March 2025", unless the text's own dates settle its order.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from weakref import WeakKeyDictionary

from adjudge_engine.dates.agree import compare
from adjudge_engine.dates.find import find_dates
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.order import Order, order_in
from adjudge_engine.text.quantities import Valued

#: A value longer than this is no date.
_LONGEST: Final = 60

#: The dates of texts that values are looked up in, and the order of their days and months.
_READ: Final[WeakKeyDictionary[Valued, tuple[tuple[Date, ...], Order | None]]] = WeakKeyDictionary()


def days_in(value: str, valued: Valued) -> Iterator[tuple[int, int]]:
    """Where the day stands, in offsets of the source; nothing if the value is not one day."""
    said = _day_of(value) if len(value) <= _LONGEST else None
    if said is None:
        return
    if valued not in _READ:
        text = valued.plain.text
        _READ[valued] = find_dates(text), order_in(text)
    dates, order = _READ[valued]
    for one in dates:
        if _is_same(said, one, order):
            yield valued.plain.original(one.start, one.end)


@lru_cache(maxsize=512)
def _day_of(value: str) -> Date | None:
    """The date that is all of the value, with its month and day; None for anything else."""
    if not any(map(str.isnumeric, value)):
        return None
    found = find_dates(value)
    if len(found) != 1 or (found[0].start, found[0].end) != (0, len(value.rstrip("."))):
        return None
    one = found[0]
    is_day = one.kind == "date" and one.day is not None and one.month is not None
    return one if is_day and one.second is None and not one.short else None


def _is_same(said: Date, one: Date, order: Order | None) -> bool:
    if one.kind != "date" or one.day is None:
        return False
    if said.swapped and one.swapped:
        return compare(said, one) == "same"
    if said.swapped or (one.swapped and order is None):
        return False
    if one.swapped and order == "month":
        one = one.other_way
    return compare(said, one) == "same"
