"""A confidence interval, and Wilson's for a rate; all others redraw groups, see `bootstrap`."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

CONFIDENCE: Final = 0.95
RESAMPLES: Final = 1_000
SEED: Final = 1


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
