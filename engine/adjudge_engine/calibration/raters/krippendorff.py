"""Krippendorff's α: any number of raters, missing ratings, three levels of measurement.

K. Krippendorff, Computing Krippendorff's Alpha-Reliability (2011). Every rating that can be
paired with another on its item counts once, both in what is observed and in chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Final, Literal

from adjudge_engine.calibration.raters.coefficient import (
    DEFAULT,
    Coefficient,
    Disagreement,
    Resampling,
    coefficient,
)
from adjudge_engine.calibration.raters.ratings import Ratings, Unit, Value
from adjudge_engine.calibration.raters.scale import Scale
from adjudge_engine.calibration.statistics.bootstrap import GroupSums

Level = Literal["nominal", "ordinal", "interval"]

_SUMMARY: Final = 1  # the first cell holds the disagreement


def krippendorff(
    ratings: Ratings,
    level: Level = "nominal",
    *,
    scale: Sequence[Value] | None = None,
    how: Resampling = DEFAULT,
) -> Coefficient:
    """α over the items with two ratings or more; the others say nothing of agreement.

    `ordinal` and `interval` need ratings with an order, see `Scale.of`. Undefined where only one
    thing was ever said. There is no analytic interval. In resamples, ordinal distances stay
    those of all ratings.
    """
    units = [unit for unit in ratings.units() if len(unit.values) > 1]
    values = _scale(units, level, scale)
    per_item = lcm(*{len(unit.values) - 1 for unit in units})
    sums = GroupSums((unit.group for unit in units), _SUMMARY + values.width)
    for unit in units:
        counts = Counter(values.places[value] for value in unit.values)
        row = sums[unit.group]
        row[0] += values.spread_of(counts) * (per_item // (len(unit.values) - 1))
        values.add(row, _SUMMARY, counts)

    def read(total: Sequence[int]) -> Disagreement | None:
        summary = total[_SUMMARY:]
        number = values.number(summary)
        if not number:
            return None
        pairs = number * (number - 1)
        return Disagreement(
            Fraction(total[0], per_item * number * values.largest),
            Fraction(values.spread(summary), pairs * values.largest),
        )

    return coefficient(
        f"Krippendorff's α, {level}", [unit.group for unit in units], sums, read, how
    )


def _scale(units: Sequence[Unit], level: Level, scale: Sequence[Value] | None) -> Scale:
    """The distances of the level: 0 or 1, squared differences of ranks, or of the values."""
    seen = [value for unit in units for value in unit.values]
    values = Scale.of(seen, "identity" if level == "nominal" else "quadratic", scale)
    if level != "ordinal":
        return values
    found = Counter(values.places[value] for value in seen)
    return values.rescored(double_ranks(found[place] for place in range(len(values.values))))


def double_ranks(counts: Iterable[int]) -> list[int]:
    """Twice the middle rank of each value, from how often each occurs, ascending.

    Krippendorff's ordinal distance, the ratings between two values with half of their own, is
    the difference of these ranks.
    """
    counts = list(counts)
    return [2 * up_to - count for up_to, count in zip(accumulate(counts), counts, strict=True)]
