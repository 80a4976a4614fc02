"""A difference with its interval: one that is smaller than its interval is none that is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudge_engine.calibration.statistics.bootstrap import resample
from adjudge_engine.calibration.statistics.intervals import CONFIDENCE, RESAMPLES, SEED, Interval

NO_DIFFERENCE: Final = "no difference shown"


@dataclass(frozen=True, slots=True)
class Difference:
    """`value` = one figure − another; None where one of them is undefined."""

    value: float | None
    interval: Interval | None

    @property
    def shown(self) -> bool:
        """Whether the interval leaves zero out. Without an interval nothing is shown."""
        if self.value is None or self.interval is None:
            return False
        return self.interval.low > 0 or self.interval.high < 0

    def to_dict(self) -> dict[str, Any]:
        """The difference as JSON values."""
        return {
            "value": self.value,
            "interval": self.interval.to_dict() if self.interval else None,
            "shown": self.shown,
        }


def difference(
    rows: Sequence[Sequence[int]],
    statistic: Callable[[list[int]], float | None],
    *,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Difference:
    """The difference that `statistic` reads from the sums of the rows, whole groups redrawn.

    A row holds one group's counts for both figures side by side, so that what the groups share
    cancels out.
    """
    total = [sum(column) for column in zip(*rows, strict=True)]
    value = statistic(total) if rows else None
    if value is None:
        return Difference(None, None)
    interval = resample(rows, statistic, confidence=confidence, resamples=resamples, seed=seed)
    return Difference(value, interval)
