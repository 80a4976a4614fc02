"""The places of the contexts that have a date of the answer, unclear days and months settled."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from adjudge_engine.dates.agree import Agreement, compare
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.order import Order, order_in, order_of
from adjudge_engine.dates.places import Places, Spot
from adjudge_engine.dates.years import counts
from adjudge_engine.once import once

#: Behind a date that is one: no letter, no digit, no measure, no other part of a number.
_ENDS: Final = re.compile(
    r"[,.]?(?:[\s)\]\"'|;:!?]|\Z)(?! ?(?:[A-Za-z]{0,3}[0-9%°+-]|BC|[a-z]{1,3}\b|[ap]\.))"
)
_NO_DATE_AFTER: Final = frozenset("$€£¥#@_:.,-/+'")
#: How far around a date another one is looked for, and what another year looks like.
_ALONE: Final = 600
_FOUR: Final = re.compile("[0-9]{4}")
#: Comparisons of a date of the answer with one of the contexts, over all of them.
_MOST_COMPARED: Final = 1_000_000
#: Places of one date that are weighed for what they belong to.
_MOST_PLACES: Final = 12


class _Found:
    """Where one date stands, as far as was looked."""

    def __init__(self) -> None:
        self.spots: list[Spot] = []
        self.unclear: Spot | None = None
        self.rest: Iterator[Spot] | None = None


class Matcher:
    """Compares dates of the answer with those of the contexts.

    `locales`: the declared locale of each source's document, in the sources' order.
    """

    def __init__(self, answer: str, places: Places, locales: Sequence[str | None] = ()) -> None:
        self._answer = answer
        self._places = places
        self._locales = locales
        self._orders: dict[int, Order | None] = {}
        self._known: dict[tuple[object, ...], _Found] = {}
        self._left = _MOST_COMPARED

    def literal(self, said: Date) -> Spot | None:
        """A date with its year that a context has word for word."""
        if said.year is None or len(said.text) < 4 or said.kind != "date":
            return None
        for at, source in enumerate(self._places.sources):
            text = source.text
            start = text.find(said.text)
            if start < 0:
                continue
            end = start + len(said.text)
            before = text[start - 1 : start]
            if before.isalnum() or (start and before in _NO_DATE_AFTER):
                continue
            if _ENDS.match(text, end) and not (
                len(said.text) == 4 and counts(text, end, loose=True)
            ):
                return Spot(at, said._replace(start=start, end=end))
        return None

    def is_alone(self, spot: Spot) -> bool:
        """Whether no other year is near `spot`, so that nothing there can be another date's."""
        start, text = spot.date.start, self._places.sources[spot.at].text
        around = text[max(0, start - _ALONE) : spot.date.end + _ALONE]
        return around.isascii() and len(_FOUR.findall(around)) == 1

    def same(self, said: Date) -> Iterator[Spot]:
        """The places that have the date, read only as far as they are asked for; at most a few."""
        found = self._known.get(said.key)
        if found is None:
            found = self._known[said.key] = _Found()
            found.rest = self._look(said, found)
        index = 0
        while True:
            if index < len(found.spots):
                yield found.spots[index]
                index += 1
            elif found.rest is None or next(found.rest, None) is None:
                found.rest = None
                if index >= len(found.spots):
                    return

    def unclear(self, said: Date) -> Spot | None:
        """The first place that has the date in one of two readings, once `same` has looked."""
        found = self._known.get(said.key)
        return found.unclear if found is not None else None

    @property
    def is_exhausted(self) -> bool:
        """Whether the contexts have been compared as often as is allowed."""
        return self._left <= 0

    def _look(self, said: Date, found: _Found) -> Iterator[Spot]:
        """Notes the places of `said` in `found` and yields them, one by one."""
        yield from self._among(said, self._places.likely(said), found)
        if not found.spots and self._places.have_more:
            yield from self._among(said, self._places.every, found)

    def _among(self, said: Date, spots: Iterable[Spot], found: _Found) -> Iterator[Spot]:
        dated = said.year is not None
        for spot in spots:
            if dated and spot.date.year is None:
                continue  # the source says less
            self._left -= 1
            if self._left <= 0 or len(found.spots) >= _MOST_PLACES:
                return
            how = self.compare(said, spot)
            if how == "same":
                found.spots.append(spot)
                yield spot
            elif how == "unclear":
                found.unclear = found.unclear or spot

    def compare(self, said: Date, spot: Spot) -> Agreement:
        """How `said` stands to the date at `spot`, with day and month in the order settled."""
        source = spot.date
        if not (said.swapped or source.swapped):
            return compare(said, source)
        if said.year != source.year and not (said.short or source.short):
            return "apart" if source.year is not None else compare(said, source)
        ours = self._answer_order if said.swapped else None
        theirs = self._order(spot.at) if source.swapped else None
        if said.swapped and source.swapped and None in (ours, theirs):
            literal = compare(said, source)
            if literal == "same":
                return literal
            return "unclear" if compare(said, source.other_way) == "same" else literal
        found = {compare(a, b) for a in _readings(said, ours) for b in _readings(source, theirs)}
        if found == {"same"}:
            return "same"
        if "same" in found:
            return "unclear"
        return next(iter(sorted(found - {"apart"})), "apart")

    def _order(self, at: int) -> Order | None:
        if at not in self._orders:
            locale = self._locales[at] if at < len(self._locales) else None
            self._orders[at] = order_in(self._places.folded(at)) or order_of(locale)
        return self._orders[at]

    @once
    def _answer_order(self) -> Order | None:
        return order_in(self._answer)


def _readings(one: Date, order: Order | None) -> Iterator[Date]:
    """The readings of a date; `numeric` has taken the day to come first."""
    if not one.swapped or order != "month":
        yield one
    if one.swapped and order != "day":
        yield one.other_way
