"""One-sided bounds of a rate whose items come in groups, and how many more would settle a limit.

The bound is Wilson's (JASA 22, 1927). Items of one source document err together, so they count
for fewer than they are: hits and items are divided by the design effect, the variance of the rate
over groups ÷ that of independent items, never taken below 1 (J. N. K. Rao and A. J. Scott,
Biometrics 48 (1992)). Few groups and few hits tell little of how hits cluster, and no hit at all
nothing: there groups count, not items, and each hit lets items count for more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist
from typing import Any, Final, Literal

from adjudge_engine.calibration.statistics.passing import at_most

#: How sure one is to be that so many more labels settle it, if the rate stays as it is.
POWER: Final = 0.8
#: More labels than this are as good as none that would do.
MOST: Final = 20_000
#: With fewer groups than this their variance tells too little of how items cluster. Simulated at a
#: nominal 5 %, a rate at the limit is taken for one below it in no more than 10 % of samples of 20
#: groups and more, however they cluster; going by the variance alone, in up to 36 %.
_TELLING: Final = 60

Side = Literal["below", "above", "open"]


@dataclass(frozen=True, slots=True)
class Grouped:
    """`hits` of `n` items in `groups`; `effect`: the design effect, 1 or more."""

    hits: int
    n: int
    groups: int
    effect: float

    @classmethod
    def of(cls, tallies: Iterable[tuple[int, int]]) -> Grouped:
        """From each group's (hits, items); groups without an item do not count."""
        rows = [(hits, n) for hits, n in tallies if n]
        hits, n = sum(one for one, _ in rows), sum(one for _, one in rows)
        return cls(
            hits, n, len(rows), max(_seen_effect(rows, hits, n), _least_effect(rows, hits, n))
        )

    @property
    def rate(self) -> float | None:
        """The rate itself; None without an item."""
        return self.hits / self.n if self.n else None

    def upper(self, confidence: float) -> float:
        """The bound that the true rate is under, at `confidence`; 1 without an item."""
        return upper_wilson(self.hits / self.effect, self.n / self.effect, confidence)

    def lower(self, confidence: float) -> float:
        """The bound that the true rate is over, at `confidence`; 0 without an item."""
        return 1 - upper_wilson(
            (self.n - self.hits) / self.effect, self.n / self.effect, confidence
        )

    def side(self, limit: float, confidence: float) -> Side:
        """Whether the rate is shown to be at most `limit`, or above it, or neither."""
        if self.upper(confidence) <= limit:
            return "below"
        return "above" if self.lower(confidence) > limit else "open"

    def to_dict(self) -> dict[str, Any]:
        """The counts as JSON values."""
        return {
            "hits": self.hits,
            "n": self.n,
            "groups": self.groups,
            "design_effect": round(self.effect, 6),
        }


def _seen_effect(rows: Sequence[tuple[int, int]], hits: int, n: int) -> float:
    """The variance of the rate over groups ÷ that of independent items; 1 where there is none."""
    if not 0 < hits < n or len(rows) < 2:
        return 1.0
    rate = hits / n
    spread = sum((one - rate * of) ** 2 for one, of in rows) * len(rows) / (len(rows) - 1)
    return spread / n**2 / (rate * (1 - rate) / (n - 1))


def _least_effect(rows: Sequence[tuple[int, int]], hits: int, n: int) -> float:
    """What the effect is taken for at the least: the size of an item's group, on the average,
    where all or none are hits, and nearer to 1 the more hits (or misses, if fewer) were seen, and
    the more groups there are."""
    if not n:
        return 1.0
    usual = sum(of * of for _, of in rows) / n
    guess = (_TELLING / len(rows)) ** 2  # weighs as much as so many hits
    return 1.0 + (usual - 1.0) * guess / (guess + min(hits, n - hits))


def upper_wilson(hits: float, n: float, confidence: float) -> float:
    """Wilson's one-sided upper bound; 1 for n = 0. Hits and n need not be whole."""
    if n <= 0 or hits >= n:
        return 1.0
    z = NormalDist().inv_cdf(confidence)
    rate, spread = hits / n, z * z / n
    half = z * sqrt(rate * (1 - rate) / n + spread / (4 * n))
    return min(1.0, (rate + spread / 2 + half) / (1 + spread))


def more_needed(found: Grouped, limit: float, confidence: float) -> int | None:
    """How many more items settle on which side of `limit` the rate lies, with the chance `POWER`.

    They are taken to have the rate seen so far, and to be grouped as those so far are; it is
    counted together with these. 0 where it is settled; None where the rate is at the limit, or so
    near to it that `MOST` would not do.
    """
    if found.side(limit, confidence) != "open":
        return 0
    rate = found.rate or 0.0
    if rate == limit:
        return None
    hits, n, aim = found.hits / found.effect, found.n / found.effect, limit
    if rate > limit:  # to show that it is above is to show that the misses are below
        hits, rate, aim = n - hits, 1 - rate, 1 - limit
    below, enough = 0, 1
    while not _settles(hits, n, enough, rate, aim, confidence):
        below, enough = enough, enough * 2
        if enough * found.effect > MOST:
            return None
    while enough - below > 1:
        middle = (below + enough) // 2
        if _settles(hits, n, middle, rate, aim, confidence):
            enough = middle
        else:
            below = middle
    return ceil(enough * found.effect)


def _settles(
    hits: float, n: float, more: int, rate: float, limit: float, confidence: float
) -> bool:
    """Whether, with so many more of that rate, the bound comes to `limit` with enough chance."""
    most, beyond = -1, more + 1  # of the further hits
    while beyond - most > 1:
        middle = (most + beyond) // 2
        if upper_wilson(hits + middle, n + more, confidence) <= limit:
            most = middle
        else:
            beyond = middle
    return most >= 0 and at_most(most, more, rate) >= POWER
