"""The values that ratings take, in order, and how far apart two of them are.

Distances are whole numbers, so that every coefficient built on them is exact until its last
division and the same on every machine. All sums over pairs of values take linear time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import lcm
from typing import Final, Literal

from adjudge_engine.calibration.raters.ratings import Value

#: Distance of two ratings: 1 if they differ; steps between them; those squared (J. Cohen,
#: Psychological Bulletin 70 (1968), names the agreement 1 − distance / largest distance).
Weights = Literal["identity", "linear", "quadratic"]

#: With more values than these, large-sample formulas, which take each with each, are left out.
LONGEST_SCALE: Final = 300

_MOMENTS: Final = 3  # number, sum and sum of squares say all about squared distances


@dataclass(frozen=True, slots=True)
class Scale:
    """`values` ascending, their `scores` (whole numbers, the first is 0), and the distance used."""

    values: tuple[Value, ...]
    scores: tuple[int, ...]
    weights: Weights
    places: Mapping[Value, int]

    @classmethod
    def of(
        cls, seen: Iterable[Value], weights: Weights, scale: Sequence[Value] | None = None
    ) -> Scale:
        """The scale of the ratings `seen`.

        `scale` lists all possible ratings in ascending order; neighbours are then one step apart.
        Without it the ratings seen are the scale: for `identity` any, else numbers, which are as
        far apart as they say. Raises ValueError for words without an order, a rating that is
        not on the scale, and a scale that names one twice.
        """
        found = dict.fromkeys(seen)
        if scale is not None:
            places = {value: place for place, value in enumerate(scale)}
            if len(places) < len(scale):
                raise ValueError("the scale names a rating twice")
            for value in found:
                if value not in places:
                    raise ValueError(f"{value!r} is not on the scale")
            return cls(tuple(scale), tuple(range(len(scale))), weights, places)
        if weights != "identity":
            for value in found:
                if isinstance(value, str):
                    raise ValueError(f"{value!r} has no place in an order: name the scale")
        values = tuple(sorted(found, key=_in_order))
        places = {value: place for place, value in enumerate(values)}
        scores = range(len(values)) if weights == "identity" else _whole(values)
        return cls(values, tuple(scores), weights, places)

    def rescored(self, scores: Sequence[int]) -> Scale:
        """The same values with other scores, ascending."""
        return Scale(self.values, tuple(scores), self.weights, self.places)

    def weighted(self, weights: Weights) -> Scale:
        """The same values and scores with other distances."""
        return Scale(self.values, self.scores, weights, self.places)

    @property
    def largest(self) -> int:
        """The distance between the ends; 1 where there are no two values."""
        if len(self.values) < 2:
            return 1
        return self.distance(0, len(self.values) - 1)

    def distance(self, one: int, other: int) -> int:
        """The distance between two values, given by their places."""
        if self.weights == "identity":
            return int(one != other)
        steps = abs(self.scores[one] - self.scores[other])
        return steps if self.weights == "linear" else steps * steps

    @property
    def width(self) -> int:
        """The number of cells of a summary."""
        return _MOMENTS if self.weights == "quadratic" else len(self.values)

    def add(self, row: list[int], start: int, counts: Mapping[int, int], times: int = 1) -> None:
        """Add `times` the counts (by place) to the summary in `row[start : start + width]`."""
        for place, count in counts.items():
            if self.weights == "quadratic":
                score = self.scores[place]
                row[start] += count * times
                row[start + 1] += count * times * score
                row[start + 2] += count * times * score * score
            else:
                row[start + place] += count * times

    def number(self, summary: Sequence[int]) -> int:
        """How many ratings a summary holds."""
        return summary[0] if self.weights == "quadratic" else sum(summary)

    def spread(self, summary: Sequence[int]) -> int:
        """The sum of distances over all ordered pairs of the ratings summed up."""
        if self.weights == "quadratic":
            number, total, squares = summary
            return 2 * (number * squares - total * total)
        number = sum(summary)
        if self.weights == "identity":
            return number * number - sum(count * count for count in summary)
        below = found = 0
        for count, (lower, upper) in zip(summary, pairwise(self.scores), strict=False):
            below += count
            found += below * (number - below) * (upper - lower)
        return 2 * found

    def spread_of(self, counts: Mapping[int, int]) -> int:
        """`spread` of the ratings of one item, by place; its cost does not grow with the scale."""
        if self.weights == "quadratic":
            row = [0] * _MOMENTS
            self.add(row, 0, counts)
            return self.spread(row)
        number = sum(counts.values())
        if self.weights == "identity":
            return number * number - sum(count * count for count in counts.values())
        below = found = 0
        for lower, upper in pairwise(sorted(counts)):
            below += counts[lower]
            found += below * (number - below) * (self.scores[upper] - self.scores[lower])
        return 2 * found


def _in_order(value: Value) -> tuple[int, int | float, str]:
    """Numbers by size, then words; no order of arrival shows in a result."""
    return (1, 0, value) if isinstance(value, str) else (0, value, "")


def _whole(values: Sequence[Value]) -> list[int]:
    """Numbers, ascending, as whole numbers with the same proportions between their differences."""
    ratios = [value.as_integer_ratio() for value in values if not isinstance(value, str)]
    if not ratios:
        return []
    factor = lcm(*(below for _, below in ratios))
    whole = [above * (factor // below) for above, below in ratios]
    return [one - whole[0] for one in whole]
