"""How well a score tells bad from good: the area under the ROC curve, with its interval."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudge_engine.calibration.statistics.bootstrap import resample_items
from adjudge_engine.calibration.statistics.intervals import RESAMPLES, SEED, Interval


def auroc(scores: Sequence[float], bad: Sequence[bool]) -> float | None:
    """The chance that a bad one scores above a good one, ties half; None without both."""
    import numpy as np

    (area,) = _Area(scores, bad).of(np.ones((1, len(scores))))
    return area


def auroc_interval(
    scores: Sequence[float],
    bad: Sequence[bool],
    groups: Sequence[str],
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval | None:
    """The interval at 95 % from drawing whole groups anew; None with few groups, see `bootstrap`.

    Claims on one source err together, so sources are drawn, not claims.
    """
    return resample_items(groups, _Area(scores, bad).of, resamples=resamples, seed=seed)


class _Area:
    """Items in the order of their score, to be counted again and again."""

    def __init__(self, scores: Sequence[float], bad: Sequence[bool]) -> None:
        import numpy as np

        given = np.asarray(scores, dtype=float)
        self.order = np.argsort(given, kind="stable")
        self.bad = np.asarray(bad, dtype=float)[self.order]
        ordered = given[self.order]
        changes = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
        self.starts = np.concatenate(([0], changes)).astype(int)  # of each run of equal scores

    def of(self, counts: Any) -> Iterator[float | None]:
        """The area for each row of counts (samples, items); None where a kind is missing."""
        import numpy as np

        if not counts.shape[1]:
            yield from [None] * counts.shape[0]
            return
        drawn = counts[:, self.order].astype(float)
        bad = np.add.reduceat(drawn * self.bad, self.starts, axis=1)
        good = np.add.reduceat(drawn * (1 - self.bad), self.starts, axis=1)
        below = np.cumsum(good, axis=1) - good
        won = (bad * (below + good / 2)).sum(axis=1)
        pairs = bad.sum(axis=1) * good.sum(axis=1)
        for one, of in zip(won.tolist(), pairs.tolist(), strict=True):
            yield one / of if of else None
