"""Dates whose parts stand apart in one context: "12 May" under the heading "2019"."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from adjudge_engine.dates.agree import compare
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.places import Places, Spot
from adjudge_engine.numbers.reading.tables import word_set

#: Between the ends of a span of weekdays.
_TO: Final = word_set("- – — to through thru bis à au a al e tot t/m ~ ～ 〜 から до")


#: With more dates than this in the contexts, parts that fit stand somewhere whatever is said.
_MOST: Final = 2_000


def composed(said: Date, places: Places) -> Spot | None:
    """A date whose parts one context has apart: "12 May" under the heading "2019"."""
    if len(places.every) > _MOST:
        return None
    if said.kind == "weekday":
        return _weekday(said, places)
    if said.second is not None and (said.year is not None or said.month is not None):
        return _day_and_time(said, places)
    if said.second is not None and said.zone is not None:
        return _time_and_zone(said, places)
    if said.year is None or said.month is None:
        return None
    rest = said._replace(year=None, last_year=None, weekday=None)
    year = said._replace(month=None, last_month=None, day=None, weekday=None)
    for at in range(len(places.sources)):
        dates = places.whole(at)
        found = [one for one in dates if one.year is None and compare(rest, one) == "same"]
        if found and any(compare(year, one) == "same" for one in dates):
            return Spot(at, found[0])
    return None


def _day_and_time(said: Date, places: Places) -> Spot | None:
    """The day, not with another time, and the time, not with another day."""
    day = said._replace(second=None, zone=None, half_day=False, precise=False)
    time = said._replace(
        kind="time", year=None, last_year=None, month=None, last_month=None, day=None
    )
    for at in range(len(places.sources)):
        dates = places.whole(at)
        days = [one for one in dates if one.second is None and compare(day, one) == "same"]
        times = [one for one in dates if one.kind == "time" and compare(time, one) == "same"]
        if days and times:
            return Spot(at, days[0])
    return None


def _time_and_zone(said: Date, places: Places) -> Spot | None:
    """A time whose zone the context names elsewhere."""
    zone = said.text.split()[-1].strip("()")
    bare = said._replace(zone=None)
    for at, source in enumerate(places.sources):
        if zone in source.text:
            for one in places.whole(at):
                if one.zone is None and compare(bare, one) == "same":
                    return Spot(at, one)
    return None


def _weekday(said: Date, places: Places) -> Spot | None:
    """A weekday inside a span of weekdays: "Monday to Friday" has Wednesday."""
    for at in range(len(places.sources)):
        days = [one for one in places.whole(at) if one.kind == "weekday"]
        for first, last in pairwise(days):
            between = places.folded(at)[first.end : last.start].strip(" .")
            if between.lower() in _TO and None not in (first.weekday, last.weekday):
                reach = ((last.weekday or 0) - (first.weekday or 0)) % 7
                if ((said.weekday or 0) - (first.weekday or 0)) % 7 <= reach:
                    return Spot(at, first)
    return None
