"""Intervals of statistics that rest on sums over independent groups, by drawing groups anew.

Expanded percentile intervals: the plain percentile interval of few groups is too narrow, so its
tails are moved out as far as Student's t and the n − 1 of the sample variance ask
(T. Hesterberg, The American Statistician 69 (2015)). Simulated nominal 95 % intervals held the
true κ, α or AC in 92 to 98 of 100 samples of 20 to 200 groups, weighted ones of 60 groups and
fewer at the low end; correcting for bias and skewness (BCa) came out no better.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import Any, Final

from adjudge_engine.calibration.statistics.intervals import CONFIDENCE, RESAMPLES, SEED, Interval

#: With fewer groups there is no interval: nothing drawn from them says how others would be.
FEWEST_GROUPS: Final = 5
#: More whole numbers than this are not kept for resampling.
MOST_CELLS: Final = 5_000_000

_MOST_UNDEFINED: Final = 0.05
_DRAWN_AT_ONCE: Final = 1 << 18


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
    """
    check(confidence, resamples)
    groups = len(rows) if groups is None else min(groups, len(rows))
    if groups < FEWEST_GROUPS:
        return None
    values = (statistic(total) for total in totals(rows, resamples, seed))
    return interval_of(values, groups, confidence=confidence, resamples=resamples, seed=seed)


def resample_items(
    groups: Sequence[str],
    statistic: Callable[[Any], Iterable[float | None]],
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval | None:
    """The same of a statistic that rests on the items one by one, the i-th being in `groups[i]`.

    `statistic` gets arrays (samples, items): how often each item counts; it gives one value for
    each sample.
    """
    names = sorted(set(groups))
    if len(names) < FEWEST_GROUPS:
        return None
    places = {name: at for at, name in enumerate(names)}
    belongs = [places[name] for name in groups]
    values = (
        one
        for counts in draws(len(names), resamples, seed, items=len(groups))
        for one in statistic(counts[:, belongs])
    )
    return interval_of(values, len(names), resamples=resamples, seed=seed)


def interval_of(
    values: Iterable[float | None],
    groups: int,
    *,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval | None:
    """The interval that a statistic's values over `resamples` redrawn samples give; None as above.

    `groups`: how many groups were drawn from.
    """
    known = sorted(one for one in values if one is not None)
    if groups < FEWEST_GROUPS or not known or len(known) < (1 - _MOST_UNDEFINED) * resamples:
        return None
    if known[0] == known[-1]:
        return None
    tail = expanded_tail(groups, confidence)
    method = f"expanded percentile bootstrap over {groups:,} groups, {resamples:,} resamples"
    return Interval(
        _quantile(known, tail), _quantile(known, 1 - tail), confidence, f"{method}, seed {seed}"
    )


def totals(
    rows: Sequence[Sequence[int]], resamples: int = RESAMPLES, seed: int = SEED
) -> Iterator[list[int]]:
    """The column sums of the rows, redrawn, sample after sample: exact, however large."""
    import numpy as np

    ordered = sorted(rows, key=lambda row: tuple(reversed(row)))
    most = len(ordered) * max(max(row) for row in ordered)
    # Sums below 2^53 are exact in floating point, and there numpy multiplies fastest.
    table = np.array(ordered, dtype=np.float64 if most < 2**53 else object)
    for counts in draws(len(ordered), resamples, seed):
        sums = (counts.astype(table.dtype) @ table).tolist()
        yield from ([int(one) for one in row] for row in sums)


def draws(n: int, resamples: int = RESAMPLES, seed: int = SEED, *, items: int = 0) -> Iterator[Any]:
    """How often each of n groups is drawn when n are drawn anew: arrays (samples, n) of counts.

    Several samples come in one array, `resamples` in all; the fewer, the more `items` each of them
    will be spread over. They rest on `Random(seed).random()`, whose sequence Python guarantees from
    version to version; numpy runs the same generator.
    """
    import numpy as np

    _, state, _ = Random(seed).getstate()
    generator = np.random.RandomState()
    key = np.array(state[:-1], dtype=np.uint32)
    generator.set_state({"bit_generator": "MT19937", "state": {"key": key, "pos": state[-1]}})
    most = max(1, _DRAWN_AT_ONCE // max(n, items))
    for done in range(0, resamples, most):
        size = min(most, resamples - done)
        drawn = (generator.random_sample((size, n)) * n).astype(np.int64)
        drawn += np.arange(size)[:, None] * n
        yield np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n)


def check(confidence: float, resamples: int) -> None:
    """Raises ValueError for a confidence or a number of resamples that cannot be."""
    if not 0 < confidence < 1 or resamples < 1:
        raise ValueError("confidence lies between 0 and 1, and there is at least one resample")


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


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The value at `share` of an ordered list, linear between neighbours."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
