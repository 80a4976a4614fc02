"""Cohen's κ of two raters, plain or weighted by how far apart their ratings are.

J. Cohen, Educational and Psychological Measurement 20 (1960), and Psychological Bulletin 70
(1968). Chance keeps each rater's own shares of the ratings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import fsum

from adjudge_engine.calibration.raters.coefficient import (
    DEFAULT,
    Coefficient,
    Disagreement,
    Resampling,
    coefficient,
    large_sample,
)
from adjudge_engine.calibration.raters.ratings import Ratings, Value
from adjudge_engine.calibration.raters.scale import LONGEST_SCALE, Scale, Weights
from adjudge_engine.calibration.statistics.bootstrap import GroupSums
from adjudge_engine.calibration.statistics.intervals import Interval


def cohen(
    ratings: Ratings,
    weights: Weights = "identity",
    *,
    scale: Sequence[Value] | None = None,
    raters: tuple[str, str] | None = None,
    how: Resampling = DEFAULT,
) -> Coefficient:
    """κ over the items that both rated; `raters` names the two where there are more.

    `linear` and `quadratic` weights need ratings with an order, see `Scale.of`. Undefined where
    both raters only ever said one and the same thing. The analytic interval is that of
    J. L. Fleiss, J. Cohen and B. S. Everitt, Psychological Bulletin 72 (1969).
    """
    pairs = ratings.pairs(*(raters or ratings.the_two()))
    values = Scale.of((value for _, *both in pairs for value in both), weights, scale)
    width = values.width
    groups = [group for group, _, _ in pairs]
    sums = GroupSums(groups, 1 + 2 * width)
    table: Counter[tuple[int, int]] = Counter()
    for group, one, other in pairs:
        first, second = values.places[one], values.places[other]
        row = sums[group]
        row[0] += values.distance(first, second)
        values.add(row, 1, {first: 1})
        values.add(row, 1 + width, {second: 1})
        table[first, second] += 1

    def read(total: Sequence[int]) -> Disagreement | None:
        first, second = total[1 : 1 + width], total[1 + width :]
        n = values.number(first)
        if not n:
            return None
        both = [one + other for one, other in zip(first, second, strict=True)]
        across = values.spread(both) - values.spread(first) - values.spread(second)
        return Disagreement(
            Fraction(total[0], n * values.largest), Fraction(across, 2 * n * n * values.largest)
        )

    def analytic(found: Disagreement) -> Interval | None:
        if len(values.values) > LONGEST_SCALE or found.value is None:
            return None
        return large_sample(found.value, _variance(table, values, found), how.confidence)

    kind = "Cohen's κ" if weights == "identity" else f"Cohen's κ, {weights} weights"
    return coefficient(kind, groups, sums, read, how, analytic)


def _variance(table: Mapping[tuple[int, int], int], values: Scale, found: Disagreement) -> float:
    """Of κ with weights, Fleiss, Cohen and Everitt's formula with the terms of empty cells."""
    n = sum(table.values())
    rows: Counter[int] = Counter()
    columns: Counter[int] = Counter()
    for (one, other), count in table.items():
        rows[one] += count
        columns[other] += count
    # Agreement, not distance: w = 1 − distance / largest.
    by_row = {one: _mean_agreement(one, columns, values, n) for one in rows}
    by_column = {other: _mean_agreement(other, rows, values, n) for other in columns}
    assert found.by_chance is not None
    chance = float(1 - found.by_chance)
    apart = float(found.observed / found.by_chance)  # 1 − κ
    terms = (
        count / n * (_agreement(one, other, values) - (by_row[one] + by_column[other]) * apart) ** 2
        for (one, other), count in table.items()
    )
    mean = 1 - apart - chance * apart
    return (fsum(terms) - mean**2) / (n * (1 - chance) ** 2)


def _agreement(one: int, other: int, values: Scale) -> float:
    return 1 - values.distance(one, other) / values.largest


def _mean_agreement(place: int, counts: Mapping[int, int], values: Scale, n: int) -> float:
    """Of one value with the other rater's."""
    return 1 - sum(values.distance(place, other) * c for other, c in counts.items()) / (
        n * values.largest
    )
