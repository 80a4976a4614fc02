"""Two raters on an ordered scale: how often within some steps of each other, and Spearman's ρ.

Beside these stands quadratic κ, see `cohen`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt

from adjudge_engine.calibration.raters.coefficient import (
    DEFAULT,
    Coefficient,
    Disagreement,
    Resampling,
    coefficient,
)
from adjudge_engine.calibration.raters.krippendorff import double_ranks
from adjudge_engine.calibration.raters.ratings import Ratings, Value
from adjudge_engine.calibration.raters.scale import Scale
from adjudge_engine.calibration.statistics.bootstrap import GroupSums, resample
from adjudge_engine.calibration.statistics.intervals import Interval, wilson


def within(
    ratings: Ratings,
    points: int = 1,
    *,
    scale: Sequence[Value] | None = None,
    raters: tuple[str, str] | None = None,
    how: Resampling = DEFAULT,
) -> Coefficient:
    """The share of items on which two raters are at most `points` apart; 0 points: exact.

    Points are steps on `scale`, or differences of numbers. The analytic interval is Wilson's.
    """
    pairs = ratings.pairs(*(raters or ratings.the_two()))
    values = Scale.of((value for _, *both in pairs for value in both), "linear", scale)
    places = None if scale is None else values.places
    sums = GroupSums((group for group, _, _ in pairs), 2)
    for group, one, other in pairs:
        sums[group][0] += 1
        sums[group][1] += not _near(one, other, points, places)

    def read(total: Sequence[int]) -> Disagreement | None:
        return Disagreement(Fraction(total[1], total[0]), None) if total[0] else None

    def analytic(found: Disagreement) -> Interval | None:
        return wilson(int((1 - found.observed) * len(pairs)), len(pairs), how.confidence)

    name = f"within {points} point" + "s" * (points != 1)
    return coefficient(name, [group for group, _, _ in pairs], sums, read, how, analytic)


def spearman(
    ratings: Ratings,
    *,
    scale: Sequence[Value] | None = None,
    raters: tuple[str, str] | None = None,
    how: Resampling = DEFAULT,
) -> Coefficient:
    """Spearman's rank correlation of two raters, −1 … 1, ties at their middle rank.

    C. Spearman, American Journal of Psychology 15 (1904). It asks for the same order, not for
    the same ratings. Undefined where one of the two only ever said one thing.
    """
    name = "Spearman's ρ"
    pairs = ratings.pairs(*(raters or ratings.the_two()))
    values = Scale.of((value for _, *both in pairs for value in both), "linear", scale)
    table = [(values.places[one], values.places[other]) for _, one, other in pairs]
    cells = {cell: place for place, cell in enumerate(sorted(set(table)))}
    sums = GroupSums((group for group, _, _ in pairs), len(cells))
    for (group, _, _), cell in zip(pairs, table, strict=True):
        sums[group][cells[cell]] += 1
    if not pairs:
        return Coefficient(name, 0, 0, None, None, None, "no_items")

    def statistic(total: Sequence[int]) -> float | None:
        return _correlation(dict(zip(cells, total, strict=True)))

    value = statistic(sums.total)
    interval: Interval | None = None
    if value is not None and how.resamples:
        interval = resample(
            sums.rows,
            statistic,
            confidence=how.confidence,
            resamples=how.resamples,
            seed=how.seed,
        )
    return Coefficient(
        name=name,
        n=len(pairs),
        groups=len({group for group, _, _ in pairs}),
        observed=None,
        expected=None,
        value=value,
        undefined="one_value" if value is None else None,
        interval=interval,
    )


def _near(one: Value, other: Value, points: int, places: Mapping[Value, int] | None) -> bool:
    if places is not None:
        return abs(places[one] - places[other]) <= points
    assert not isinstance(one, str)
    assert not isinstance(other, str)
    return abs(Fraction(one) - Fraction(other)) <= points


def _correlation(table: Mapping[tuple[int, int], int]) -> float | None:
    """Of the middle ranks, from counts by the two values' places."""
    n = sum(table.values())
    first, second = _ranks(table, 0), _ranks(table, 1)
    # Twice the middle ranks add up to n² on either side.
    both = n * sum(c * first[one] * second[other] for (one, other), c in table.items()) - n**4
    of_first = n * sum(c * first[one] ** 2 for (one, _), c in table.items()) - n**4
    of_second = n * sum(c * second[other] ** 2 for (_, other), c in table.items()) - n**4
    if not of_first or not of_second:
        return None
    return max(-1.0, min(1.0, both / sqrt(of_first * of_second)))


def _ranks(table: Mapping[tuple[int, int], int], side: int) -> dict[int, int]:
    counts: Counter[int] = Counter()
    for cell, count in table.items():
        counts[cell[side]] += count
    places = sorted(counts)
    return dict(zip(places, double_ranks(counts[place] for place in places), strict=True))
