"""Dates that follow from a date and a period of the contexts, and dates that should and do not."""

from __future__ import annotations

from typing import Final, NamedTuple

from adjudge_engine.dates.agree import compare
from adjudge_engine.dates.binding import clause, words
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.periods import MOST, Period, periods_in
from adjudge_engine.dates.places import Places, Spot
from adjudge_engine.dates.shift import shifted
from adjudge_engine.once import once

#: Days that a period may count from.
_MOST_DATES: Final = 60
#: Dates of one answer that are weighed: each against every period and day.
_MOST_ASKED: Final = 60
_WORKING_SLACK: Final = 4
_REST: Final = 60
_NEAR: Final = 60
_STEM: Final = 4


class Derived(NamedTuple):
    """What a date and a period give. `holds`: it is the answer's date, and it is bound to it."""

    code: str
    message: str
    spot: Spot | None = None


class Counted(NamedTuple):
    """A period of a source, the words of its clause, and its own text."""

    at: int
    period: Period
    around: frozenset[str]
    text: str


class Derivation:
    """The contexts' periods and the days that they may count from, worked out once."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._left = _MOST_ASKED

    def explain(self, said: Date, claim: frozenset[str]) -> Derived | None:
        """Whether `said`, of a claim with these words, follows from a date and a period.

        None where the contexts have no period that could give it or belong to it.
        """
        if said.year is None or said.kind != "date" or not self.counted or self._left <= 0:
            return None
        self._left -= 1
        wrong: Derived | None = None
        perhaps: Derived | None = None
        for one in self.counted:
            shared = len(one.around & claim)
            bound = shared >= 1 and shared * 3 >= min(len(one.around), 6)
            anchors, is_sure = self._anchors(one)
            for spot in anchors:
                found = self._weigh(said, one, spot)
                if found is not None and (bound or self._is_only()):
                    return found
                perhaps = perhaps or _unchecked(found)
                if found is None and bound and is_sure and shared >= 2:
                    wrong = wrong or self._wrong(said, one, spot)
            if not is_sure:
                continue
            for spot, _ in self.days:
                perhaps = perhaps or _unchecked(self._weigh(said, one, spot))
        return wrong or perhaps

    def contradicts(
        self, said: Date, claim: frozenset[str], here: frozenset[str]
    ) -> Derived | None:
        """What the date should be, where a period belongs to the claim more than the date does.

        `here`: the words around the place in which the date stands.
        """
        if not said.is_day or said.second is not None or self._left <= 0:
            return None
        self._left -= 1
        wrong = None
        for one in self.counted:
            shared = one.around & claim
            if len(shared) < 2 or shared <= here:
                continue
            anchors, is_sure = self._anchors(one)
            if any(self._weigh(said, one, spot) is not None for spot, _ in self.days):
                return None
            if is_sure and wrong is None:
                wrong = self._wrong(said, one, anchors[0])
        return wrong

    @once
    def counted(self) -> list[Counted]:
        """The periods of all sources."""
        found = []
        for at, _ in enumerate(self._places.sources):
            folded = self._places.folded(at)
            for period in periods_in(folded):
                around = words(clause(folded, period.start, period.end))
                text = folded[period.start : period.end]
                found.append(Counted(at, period, around, text))
                if len(found) >= MOST:
                    return found
        return found

    @once
    def days(self) -> list[tuple[Spot, frozenset[str]]]:
        """The full dates of all sources, each once, with the words of its clause."""
        found: dict[tuple[int | None, ...], tuple[Spot, frozenset[str]]] = {}
        for spot in self._places.every:
            one = spot.date
            if not one.is_day or one.swapped:
                continue
            folded = self._places.folded(spot.at)
            near = words(clause(folded, one.start, one.end))
            key = (one.year, one.month, one.day)
            near |= found[key][1] if key in found else frozenset()
            found[key] = (found[key][0] if key in found else spot, near)
            if len(found) >= _MOST_DATES:
                break
        return list(found.values())

    def _anchors(self, one: Counted) -> tuple[list[Spot], bool]:
        """The days that a period may count from, and whether there is no doubt about them."""
        spots = [spot for spot, _ in self.days]
        folded = self._places.folded(one.at)
        own = self._in_clause(one, folded, spots)
        if own is not None:
            return [own], one.period.way != 0 and not one.period.working
        is_sure = one.period.way != 0 and not one.period.working
        rest = words(folded[one.period.end : one.period.end + _REST].partition(".")[0])
        stems = {word[:_STEM] for word in rest}
        named = [spot for spot, near in self.days if stems & {word[:_STEM] for word in near}]
        if len(named) == 1:
            return named, is_sure
        return spots, is_sure and len(spots) == 1

    def _in_clause(self, one: Counted, folded: str, spots: list[Spot]) -> Spot | None:
        """The one date that the period's own sentence names: "14 days after 6 October 2025"."""
        low, high = one.period.start, one.period.end
        near = []
        for spot in spots:
            if spot.at != one.at:
                continue
            between = folded[high : spot.date.start] or folded[spot.date.end : low]
            if 0 < len(between) <= _NEAR and ". " not in between and "\n" not in between:
                near.append(spot)
        return near[0] if len(near) == 1 else None

    def _weigh(self, said: Date, one: Counted, spot: Spot) -> Derived | None:
        """The finding where the period leads from the day at `spot` to `said`."""
        period, text, day = one.period, one.text, spot.date
        ways = (period.way,) if period.way else (1, -1)
        for way in ways:
            moved = shifted(day, way * period.number, period.unit)
            if moved is None:
                continue
            if period.working:
                if self._is_near(said, day, period, way):
                    message = f'"{said.text}": perhaps {text} from {day.text}'
                    return Derived("derivation_unchecked", message, spot)
                continue
            if compare(said, moved) == "same":
                which = "after" if way > 0 else "before"
                message = f'"{said.text}" is {text} {which} {day.text}'
                if period.unit == "end_of_month":
                    message = f'"{said.text}" is the end of the month, counted from {day.text}'
                return Derived("derived" if period.way else "derivation_unchecked", message, spot)
            before = shifted(moved, -1, "day")
            if before is not None and period.number > 1 and compare(said, before) == "same":
                message = f'"{said.text}": perhaps {text} from {day.text}, that day included'
                return Derived("derivation_unchecked", message, spot)
        return None

    def _is_near(self, said: Date, day: Date, period: Period, way: int) -> bool:
        """Whether working days could lead there: between the plain days and half as many more."""
        most = period.number * 2 + _WORKING_SLACK
        return any(
            (moved := shifted(day, way * number, "day")) is not None
            and compare(said, moved) == "same"
            for number in range(min(period.number, 400), min(most, 800) + 1)
        )

    def _wrong(self, said: Date, one: Counted, spot: Spot) -> Derived | None:
        period = one.period
        moved = shifted(spot.date, period.way * period.number, period.unit)
        if moved is None:
            return None
        name = self._places.sources[spot.at].context_id
        which = "after" if period.way > 0 else "before"
        counted = f"{one.text} {which} {spot.date.text} (context {name})"
        if period.unit == "end_of_month":
            counted = f"the end of the month, counted from {spot.date.text} (context {name}),"
        return Derived("date_mismatch", f'"{said.text}": {counted} is {moved.text}', spot)

    def _is_only(self) -> bool:
        return len(self.counted) == 1 and len(self.days) == 1


def _unchecked(found: Derived | None) -> Derived | None:
    if found is None or found.code == "derivation_unchecked":
        return found
    return found._replace(
        code="derivation_unchecked", message=found.message + "; whether it counts so is not checked"
    )
