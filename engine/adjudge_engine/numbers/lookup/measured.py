"""The figures of the contexts with the units behind them, told without reading them as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudge_engine.numbers.lookup.haystack import Haystack, Spot
from adjudge_engine.numbers.lookup.units_behind import UnitsBehind, is_simple
from adjudge_engine.numbers.lookup.unspelled import (
    MOST_BETWEEN,
    Wordings,
    may_be_parts,
    unit_after,
)
from adjudge_engine.once import once

#: Between two parts of one quantity stands no more than a number in words, or a part of one.
_BETWEEN: Final = 8


class Measured:
    """Tells units; they are told when they are first asked for."""

    def __init__(self, haystack: Haystack, wordings: Wordings) -> None:
        self._haystack = haystack
        self._wordings = wordings

    @once
    def units(self) -> dict[str, list[Spot]]:
        """Unit → the places of the figures and words that it may follow, as they are last met."""
        found: dict[str, list[Spot]] = {}
        for spot, unit in self._found if self._is_simple else self._of_every():
            found.setdefault(unit, []).append(spot)
        return dict(sorted(found.items(), key=_last_spot))

    def pairs(self) -> Iterator[tuple[Spot, Spot]]:
        """Neighbours with units, all others left out, that may be parts of one quantity."""
        return self._pairs_found() if self._is_simple else self._pairs_of_every()

    @once
    def _is_simple(self) -> bool:
        return not self._wordings.fractions and is_simple(self._haystack)

    # Of all numbers those that have units

    @once
    def _behind(self) -> UnitsBehind:
        return UnitsBehind(self._haystack, self._wordings.spots)

    @once
    def _found(self) -> list[tuple[Spot, str]]:
        return self._behind.found()

    def _pairs_found(self) -> Iterator[tuple[Spot, Spot]]:
        folded = self._haystack.folded
        measured = {spot.end for spot, _ in self._found}
        for left, _ in self._found:
            right = self._next_measured(left, measured)
            if right is not None and may_be_parts(folded, left.end, right.start):
                yield left, right

    def _next_measured(self, left: Spot, measured: set[int]) -> Spot | None:
        """The next number with a unit, if it is near."""
        end = left.end
        for _ in range(_BETWEEN):
            right = self._behind.next(end)
            if right is None or right.start - left.end > MOST_BETWEEN:
                return None
            if right.end in measured:
                return right
            end = right.end
        return None

    # Of all numbers, whatever they are

    def _of_every(self) -> Iterator[tuple[Spot, str]]:
        for span, unit in zip(self._every, self._units, strict=True):
            if unit:
                yield Spot(*span), unit

    def _pairs_of_every(self) -> Iterator[tuple[Spot, Spot]]:
        folded, every = self._haystack.folded, self._every
        for at, left in enumerate(every):
            for next_at in range(at + 1, min(at + 1 + _BETWEEN, len(every))):
                right = every[next_at]
                if right[0] - left[1] > MOST_BETWEEN:
                    break
                if may_be_parts(folded, left[1], right[0]):
                    units = self._units
                    measured = [one for one in range(at, next_at + 1) if units[one]]
                    if measured == [at, next_at]:
                        yield Spot(*left), Spot(*right)

    @once
    def _every(self) -> list[tuple[int, int]]:
        """Every figure, number in words and fraction, in order."""
        words = [*self._wordings.spots, *self._wordings.fractions]
        if not words:
            return self._haystack.spans
        return sorted([*self._haystack.spans, *((one.start, one.end) for one in words)])

    @once
    def _units(self) -> list[str]:
        """The unit that follows each of all figures and words; in a row that of the last is its."""
        folded, lent = self._haystack.folded, ""
        units = []
        for _, end in reversed(self._every):
            lent = unit_after(folded, end, lent)
            units.append(lent)
        return units[::-1]


def _last_spot(item: tuple[str, list[Spot]]) -> Spot:
    return item[1][-1]
