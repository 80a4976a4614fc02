"""Whether a score means what it says: the share of bad items in each stretch of scores.

Stretches hold equally many items (equal scores stay together), so that each has an interval that
says something; with equal widths most would be empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudge_engine.calibration.measures.labelled import Labelled
from adjudge_engine.calibration.statistics.intervals import Interval, wilson

STRETCHES: Final = 10


@dataclass(frozen=True, slots=True)
class Stretch:
    """Items with scores from `low` to `high`, on average `mean`; `bad` of `n` are bad."""

    low: float
    high: float
    mean: float
    n: int
    bad: int

    @property
    def share(self) -> float:
        """The share of bad ones."""
        return self.bad / self.n

    @property
    def interval(self) -> Interval | None:
        """Wilson's interval of the share."""
        return wilson(self.bad, self.n)

    def to_dict(self) -> dict[str, Any]:
        """The stretch as JSON values."""
        interval = self.interval
        return {
            "low": self.low,
            "high": self.high,
            "mean": self.mean,
            "n": self.n,
            "bad": self.bad,
            "share": self.share,
            "interval": interval.to_dict() if interval else None,
        }


def reliability(rows: Sequence[Labelled], most: int = STRETCHES) -> tuple[Stretch, ...]:
    """The stretches of the rows that have a score, in order; at most `most`."""
    scored = sorted((one.score, one.truth == "bad") for one in rows if one.score is not None)
    found: list[Stretch] = []
    start = 0
    for number in range(1, most + 1):
        end = len(scored) * number // most
        while start < end < len(scored) and scored[end][0] == scored[end - 1][0]:
            end += 1
        if end > start:
            part = scored[start:end]
            mean = sum(score for score, _ in part) / len(part)
            bad = sum(one for _, one in part)
            found.append(Stretch(part[0][0], part[-1][0], mean, len(part), bad))
            start = end
    return tuple(found)
