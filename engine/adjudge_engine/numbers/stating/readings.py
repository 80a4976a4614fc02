"""The readings of an answer's claims, each read once for all who ask."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.stating.stated import (
    Reading,
    calculation_in,
    is_operand,
    may_state,
    read_claim,
)

#: Readings that are kept; of a longer answer the claims are read anew.
_KEPT: Final = 4_096


class Readings:
    """Reads claims. `numbers`: those of the whole answer, in its order, where they are at hand."""

    def __init__(self, numbers: Iterable[Number] | None = None) -> None:
        self._numbers: Sequence[Number] | None = None
        if isinstance(numbers, tuple):
            self._numbers = [one for one in numbers if is_operand(one)]
            self._starts = [one.start for one in self._numbers]
        self._read: dict[tuple[int, str], Reading] = {}
        self._states: dict[str, bool] = {}
        self._operations: dict[tuple[int, str], str | None] = {}

    def states(self, claim: str) -> bool:
        """Whether a claim may state a calculation at all."""
        found = self._states.get(claim)
        if found is None:
            found = may_state(claim.lower())
            if len(self._states) < _KEPT:
                self._states[claim] = found
        return found

    def of(self, claim: str, start: int) -> Reading:
        """The reading of a claim that begins at `start` in the answer; its spans are the claim's.

        The claim is read as it stands in the answer, whose other figures may say how its own are
        written.
        """
        key = (start, claim)
        found = self._read.get(key)
        if found is None:
            found = read_claim(claim, self._within(start, start + len(claim)))
            if len(self._read) < _KEPT:
                self._read[key] = found
        return found

    def operation(self, claim: str, start: int) -> str | None:
        """The first operation that a claim states between quantities, or None."""
        key = (start, claim)
        if key not in self._operations:
            if len(self._operations) >= _KEPT:
                self._operations.clear()
            self._operations[key] = calculation_in(claim, lambda: self.of(claim, start))
        return self._operations[key]

    def _within(self, start: int, end: int) -> Iterator[Number] | None:
        if self._numbers is None:
            return None
        first = bisect_left(self._starts, start)
        last = bisect_left(self._starts, end, first)
        return (
            one._replace(start=one.start - start, end=one.end - start)
            for one in self._numbers[first:last]
            if one.end <= end
        )
