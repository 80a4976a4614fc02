"""Whether a date of the answer and a date of a context are the same, said no more precisely."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Final, Literal

from adjudge_engine.dates.model import Date

#: `same`: the context has it, perhaps more precisely. `finer`: they agree as far as the context
#: goes, and the answer goes further. `time`: the same day at another time. `unclear`: the clock
#: time fits one half of the day. `apart`: another date, or nothing in common.
Agreement = Literal["same", "finer", "time", "unclear", "apart"]

#: Where a date's year, and behind its day its time, stand among its fields.
_YEAR: Final = Date._fields.index("year")
_SECOND: Final = Date._fields.index("weekday")
_DAY: Final = 86_400
_HALF: Final = 43_200


def compare(said: Date, source: Date) -> Agreement:
    """How `said`, of the answer, stands to `source`, of a context."""
    if said.year != source.year and _plainly_apart(said, source):
        return "apart"
    if said.kind == "weekday":
        return "same" if weekday_of(source) == said.weekday else "apart"
    if source.kind == "weekday" or (said.second is None and source.kind == "time"):
        return "apart"
    if _are_instants(said, source):
        return _instants(said, source)
    day = _days(said, source)
    if day == "apart" or said.second is None:
        return day
    if source.second is None:
        return "finer" if day in ("same", "finer") else "apart"
    clock = _clocks(said, source)
    if clock == "apart":
        return "time" if day == "same" and said.year is not None else "apart"
    return day if clock == "same" else clock


def _plainly_apart(said: Date, source: Date) -> bool:
    """Whether two single years in full, at no hour, differ: what most pairs of dates do."""
    return not (
        said.year is None
        or source.year is None
        or said.last_year is not None
        or source.last_year is not None
        or said.short
        or source.short
        or said.second is not None
        or said.kind == "weekday"
    )


def weekday_of(one: Date) -> int | None:
    """The weekday that a date names or falls on, Monday 0."""
    if one.weekday is not None:
        return one.weekday
    if not one.is_day or one.year is None or not 1 <= one.year <= 9999:
        return None
    try:
        return date(one.year, one.month or 1, one.day or 1).weekday()
    except ValueError:
        return None  # 31 February


def contradicts_weekday(one: Date) -> bool:
    """Whether a date names a weekday that it does not fall on."""
    if one.weekday is None or one.kind != "date":
        return False
    falls = weekday_of(one._replace(weekday=None))
    return falls is not None and falls != one.weekday


def _days(said: Date, source: Date) -> Agreement:
    """Year, month and day alone; "same" where neither has any."""
    if said.kind == "time" and said.year is None and said.month is None:
        return "same"
    finer = shared = False
    if said.years is not None:
        if source.years is None:
            finer = True
        else:
            years = _years(said, source)
            if years == "apart":
                return years
            shared, finer = True, years == "finer"
    if said.months is not None:
        if source.months is None:
            finer = finer or not said.vague
        else:
            low, high = said.months
            first, last = source.months
            if last < low or first > high:
                return "apart"
            shared, finer = True, finer or not (low <= first and last <= high)
    if said.day is not None:
        if source.day is None:
            finer = True
        elif source.day != said.day:
            return "apart"
    if not shared:
        return "apart"
    return "finer" if finer else "same"


def _years(said: Date, source: Date) -> Agreement:
    low, high = said.years or (0, 0)
    first, last = source.years or (0, 0)
    if said.short or source.short:
        low, high, first, last = low % 100, high % 100, first % 100, last % 100
    if low <= first and last <= high:
        return "same"
    return "apart" if last < low or first > high else "finer"


def _are_instants(said: Date, source: Date) -> bool:
    return (
        said.second is not None
        and source.second is not None
        and isinstance(said.zone, int)
        and isinstance(source.zone, int)
        and said.zone != source.zone
    )


def _instants(said: Date, source: Date) -> Agreement:
    """Two times in zones whose distance is known; a day apart where the zones make it so."""
    first, second = _instant(said), _instant(source)
    if said.is_day and source.is_day:
        if first == second:
            return "same"
        return "time" if abs(first - second) < 2 * _DAY and said.day == source.day else "apart"
    if (first - second) % _DAY:
        return "time"
    says_more = any(
        ours is not None and theirs is None
        for ours, theirs in zip(said[_YEAR:_SECOND], source[_YEAR:_SECOND], strict=True)
    )
    return "finer" if says_more else "same"


def _instant(one: Date) -> int:
    """Seconds of a time whose zone is known, counted from a fixed day."""
    day = 0
    if one.is_day and one.year is not None and 1 <= one.year <= 9999:
        with suppress(ValueError):  # 31 February
            day = date(one.year, one.month or 1, one.day or 1).toordinal()
    offset = one.zone if isinstance(one.zone, int) else 0
    return day * _DAY + _shown(one) - offset * 60


def _shown(one: Date) -> int:
    second = one.second or 0
    return second if one.precise else second - second % 60


def _clocks(said: Date, source: Date) -> Agreement:
    left, right = _shown(said), _shown(source)
    if not said.precise:
        right -= right % 60
    elif not source.precise and right == left - left % 60 and left != right:
        return "finer"
    if left != right:
        if (left - right) % _HALF or not (said.half_day or source.half_day):
            return "apart"
        if source.half_day and not said.half_day:
            return "unclear"
    if said.zone is not None and said.zone != source.zone:
        return "finer" if source.zone is None else "apart"
    return "same"
