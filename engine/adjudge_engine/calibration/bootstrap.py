"""Intervals of statistics that rest on sums over independent groups, by drawing groups anew.

Expanded percentile intervals: the plain percentile interval of few groups is too narrow, so its
tails are moved out as far as Student's t and the n − 1 of the sample variance ask
(T. Hesterberg, The American Statistician 69 (2015)). Simulated nominal 95 % intervals held the
true κ, α or AC in 92 to 98 of 100 samples of 20 to 200 groups, weighted ones of 60 groups and
fewer at the low end; correcting for bias and skewness (BCa) came out no better.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import repeat
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import Final

from adjudge_engine.calibration.intervals import CONFIDENCE, RESAMPLES, SEED, Interval

#: With fewer groups there is no interval: nothing drawn from them says how others would be.
FEWEST_GROUPS: Final = 5
#: More whole numbers than this are not kept for resampling.
MOST_CELLS: Final = 5_000_000

_MOST_UNDEFINED: Final = 0.05


class GroupSums:
    """A row of whole-number sums, from 0 on, for each group, to be added up by its owner.

    Where groups × cells are more than `MOST_CELLS`, all groups share one row: the totals are the
    same, and there is nothing to resample.
    """

    def __init__(self, groups: Iterable[Hashable], cells: int) -> None:
        names = dict.fromkeys(groups)
        if len(names) * cells > MOST_CELLS:
            shared = [0] * cells
            self._rows: dict[Hashable, list[int]] = dict.fromkeys(names, shared)
            self.rows = [shared]
        else:
            self._rows = {name: [0] * cells for name in names}
            self.rows = list(self._rows.values())

    def __getitem__(self, group: Hashable) -> list[int]:
        return self._rows[group]

    @property
    def total(self) -> list[int]:
        """The sums over all groups; empty without a group."""
        return [sum(column) for column in zip(*self.rows, strict=True)]


def resample(
    rows: Sequence[Sequence[int]],
    statistic: Callable[[list[int]], float | None],
    *,
    groups: int | None = None,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval | None:
    """The interval of `statistic`, which gets the sum of as many rows as there are, redrawn.

    A row holds one group's sums, whole numbers from 0 on; the order of the rows does not matter.
    `groups` is the number of rows that bear on the statistic, if not all do.
    None with fewer than `FEWEST_GROUPS` of them, where one redrawn sample in twenty leaves the
    statistic undefined, and where none differs from another: there was nothing to learn from.
    The draws rest on `Random(seed).random()`, whose sequence Python
    guarantees from version to version.
    """
    if not 0 < confidence < 1 or resamples < 1:
        raise ValueError("confidence lies between 0 and 1, and there is at least one resample")
    n = len(rows)
    groups = n if groups is None else min(groups, n)
    if groups < FEWEST_GROUPS:
        return None
    cells = len(rows[0])
    width = max(1, (n * max(map(max, rows))).bit_length())  # no sum of n rows needs more bits
    packed = sorted(_pack(row, width) for row in rows)
    draw = Random(seed).random
    values: list[float] = []
    for _ in range(resamples):
        total = sum([packed[int(draw() * n)] for _ in repeat(None, n)])
        value = statistic(_unpack(total, width, cells))
        if value is not None:
            values.append(value)
    if len(values) < (1 - _MOST_UNDEFINED) * resamples or not values:
        return None
    values.sort()
    if values[0] == values[-1]:
        return None
    tail = expanded_tail(groups, confidence)
    method = f"expanded percentile bootstrap over {groups:,} groups, {resamples:,} resamples"
    return Interval(
        _quantile(values, tail),
        _quantile(values, 1 - tail),
        confidence,
        f"{method}, seed {seed}",
    )


def expanded_tail(n: int, confidence: float) -> float:
    """The share of resamples to leave out on each side for n groups, to six digits.

    Student's quantile by its expansion in 1/(n − 1) (R. A. Fisher and E. A. Cornish,
    Technometrics 2 (1960)), good to three digits from four degrees of freedom on.
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    degrees = n - 1
    student = (
        z
        + (z**3 + z) / (4 * degrees)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * degrees**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * degrees**4)
    )
    return round(NormalDist().cdf(-student * sqrt(n / degrees)), 6)


def _pack(counts: Sequence[int], width: int) -> int:
    """Numbers side by side in one integer: adding two of them adds every number at once."""
    packed = 0
    for place, count in enumerate(counts):
        packed |= count << (width * place)
    return packed


def _unpack(packed: int, width: int, cells: int) -> list[int]:
    mask = (1 << width) - 1
    return [packed >> (width * place) & mask for place in range(cells)]


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The value at `share` of an ordered list, linear between neighbours."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
