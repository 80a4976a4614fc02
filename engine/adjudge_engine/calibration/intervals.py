"""Confidence intervals: Wilson's for a rate, a bootstrap over groups for everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import Any, Final

CONFIDENCE: Final = 0.95
RESAMPLES: Final = 1_000
SEED: Final = 1

_WIDTH: Final = 40  # bits for one count of a packed tally; no sum of counts comes near 2^40


@dataclass(frozen=True, slots=True)
class Interval:
    """`low` … `high` at `confidence`. `method` says how it came about."""

    low: float
    high: float
    confidence: float
    method: str

    def to_dict(self) -> dict[str, Any]:
        """The interval as JSON values."""
        return {
            "low": self.low,
            "high": self.high,
            "confidence": self.confidence,
            "method": self.method,
        }


def wilson(hits: int, n: int, confidence: float = CONFIDENCE) -> Interval | None:
    """Wilson's score interval, without continuity correction, of `hits` in `n`; None for n = 0.

    E. B. Wilson, JASA 22 (1927). Good for small n and for rates near 0 and 1, where the usual
    ± interval leaves 0 … 1. It takes the n to be independent.
    """
    if not 0 < confidence < 1:
        raise ValueError("confidence lies between 0 and 1")
    if not 0 <= hits <= n:
        raise ValueError("hits lie between 0 and n")
    if not n:
        return None
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, spread = hits / n, z * z / n
    centre = (rate + spread / 2) / (1 + spread)
    half = z * sqrt(rate * (1 - rate) / n + spread / (4 * n)) / (1 + spread)
    low = 0.0 if hits == 0 else max(0.0, centre - half)
    high = 1.0 if hits == n else min(1.0, centre + half)
    return Interval(low, high, confidence, "wilson")


def bootstrap(
    tallies: Mapping[str, Iterable[int]],
    statistic: Callable[[list[int]], float | None],
    *,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval | None:
    """Percentile interval of a statistic of counts, resampling whole groups with replacement.

    `tallies` holds each group's counts (the same number of cells for all); `statistic` gets the
    summed counts of a resample. Groups, not cases, are drawn: cases on one document err together.
    None with fewer than two groups, or where one resample in twenty leaves the statistic
    undefined. The seed is fixed, so that the same data give the same interval everywhere.
    """
    packed = [_pack(tallies[group]) for group in sorted(tallies)]
    if len(packed) < 2:
        return None
    cells = len(tuple(next(iter(tallies.values()))))
    random = Random(seed)
    drawn = (
        statistic(_unpack(sum(random.choices(packed, k=len(packed))), cells))
        for _ in range(resamples)
    )
    values = sorted(one for one in drawn if one is not None)
    if len(values) < 0.95 * resamples or not values:
        return None
    tail = (1 - confidence) / 2
    method = (
        f"percentile bootstrap over {len(packed):,} groups, {resamples:,} resamples, seed {seed}"
    )
    return Interval(_quantile(values, tail), _quantile(values, 1 - tail), confidence, method)


def _pack(counts: Iterable[int]) -> int:
    """Counts side by side in one integer: adding two of them adds every count at once."""
    packed = 0
    for place, count in enumerate(counts):
        packed |= count << (_WIDTH * place)
    return packed


def _unpack(packed: int, cells: int) -> list[int]:
    return [packed >> (_WIDTH * place) & ((1 << _WIDTH) - 1) for place in range(cells)]


def _quantile(ordered: list[float], share: float) -> float:
    """The value at `share` of an ordered list, linear between neighbours."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
