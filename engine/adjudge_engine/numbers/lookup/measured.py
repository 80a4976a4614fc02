"""The figures of the contexts with the units behind them, told without reading them as numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from adjudge_engine.numbers.lookup.haystack import Haystack, Spot
from adjudge_engine.numbers.lookup.unspelled import (
    MOST_BETWEEN,
    Wordings,
    may_be_parts,
    unit_after,
)
from adjudge_engine.numbers.reading import units
from adjudge_engine.numbers.reading.after import LETTERS
from adjudge_engine.once import once

#: In place of a unit: that of the next figure.
_LENT: Final = "\0"
#: Between two parts of one quantity stands no more than a number in words, or a part of one.
_BETWEEN: Final = 8
#: A figure and what may stand between it and the next part of one quantity, as `may_be_parts` has
#: it; an apostrophe goes on with a figure.
_FIRST_PART: Final = re.compile(
    rf"[0-9][ \xa0-]?({LETTERS})(?:[, \xa0]|, | [^\W\d_]{{1,3}} |, and )?(?=[0-9]|\.[.,']*[0-9])"
)


class Measured:
    """Tells units; they are told when they are first asked for."""

    def __init__(self, haystack: Haystack, wordings: Wordings) -> None:
        self._haystack = haystack
        self._wordings = wordings

    @once
    def units(self) -> dict[str, list[Spot]]:
        """Unit → the places of the figures and words that it may follow, as they are last met."""
        found: dict[str, list[Spot]] = {}
        for span, unit in zip(self._every, self._units, strict=True):
            if unit:
                found.setdefault(unit, []).append(Spot(*span))
        return dict(sorted(found.items(), key=_last_spot))

    def pairs(self) -> Iterator[tuple[Spot, Spot]]:
        """Neighbours with units, all others left out, that may be parts of one quantity."""
        if self._wordings.spots or self._wordings.fractions:
            return self._pairs()
        found = self._pairs_of_figures()
        return self._pairs() if found is None else iter(found)

    def _pairs_of_figures(self) -> list[tuple[Spot, Spot]] | None:
        """`pairs` of a text without number words and fractions; None where it takes more."""
        folded = self._haystack.folded
        found = []
        for match in _FIRST_PART.finditer(folded):
            word, (first, last) = match[1], match.span()
            if word[-1] in "23²³":
                return None  # what is an exponent here may be a figure there
            if last - first - 1 > MOST_BETWEEN or units.find(word) is None:
                continue
            left, right = self._haystack.spot_at(first), self._haystack.spot_at(last)
            measures = [unit_after(folded, spot.end, _LENT) for spot in (left, right)]
            if _LENT in measures:
                return None
            if all(measures):
                found.append((left, right))
        return found

    def _pairs(self) -> Iterator[tuple[Spot, Spot]]:
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
