"""A coefficient of agreement with what it rests on: counts, chance, intervals.

Every coefficient here is 1 − Dₒ / Dₑ: the disagreement observed over that expected by chance,
both as a share of the largest possible. They differ in what they take for chance.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from statistics import NormalDist
from typing import Any, Final, Literal, NamedTuple

from adjudge_engine.calibration.statistics.bootstrap import GroupSums, resample
from adjudge_engine.calibration.statistics.intervals import (
    CONFIDENCE,
    RESAMPLES,
    SEED,
    Interval,
    wilson,
)

#: Why a coefficient has no value: nothing was rated by two; or chance alone explains full
#: agreement, as only one thing was ever said, so that nothing could be told apart.
Undefined = Literal["no_items", "one_value"]


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals are made; with 0 `resamples` only the analytic one is."""

    confidence: float = CONFIDENCE
    resamples: int = RESAMPLES
    seed: int = SEED


DEFAULT: Final = Resampling()


@dataclass(frozen=True, slots=True)
class Coefficient:
    """`value` is at most 1, which is full agreement; 0 is agreement by chance; None is undefined.

    `n` counts the items rated by two or more, `groups` the groups that they come from. `observed`
    and `expected` are shares of agreement, 0 … 1, weighted where the coefficient is; `expected`
    is None for percent agreement, which knows no chance. `interval` resamples groups; `analytic`
    is the large-sample formula for independent items, where there is a standard one.
    """

    name: str
    n: int
    groups: int
    observed: float | None
    expected: float | None
    value: float | None
    undefined: Undefined | None = None
    interval: Interval | None = None
    analytic: Interval | None = None

    def to_dict(self) -> dict[str, Any]:
        """The coefficient as JSON values."""
        return {
            "name": self.name,
            "n": self.n,
            "groups": self.groups,
            "observed": self.observed,
            "expected": self.expected,
            "value": self.value,
            "undefined": self.undefined,
            "interval": self.interval.to_dict() if self.interval else None,
            "analytic": self.analytic.to_dict() if self.analytic else None,
        }


class Disagreement(NamedTuple):
    """Observed and by chance, as shares of the largest; by chance is None if chance is no part."""

    observed: Fraction
    by_chance: Fraction | None

    @property
    def value(self) -> Fraction | None:
        """1 − observed / by chance; None where chance leaves no disagreement."""
        if self.by_chance is None:
            return 1 - self.observed
        return 1 - self.observed / self.by_chance if self.by_chance else None


#: From the sums over groups to the disagreement; None where they hold no item.
Reader = Callable[[Sequence[int]], Disagreement | None]


def coefficient(
    name: str,
    items: Sequence[Hashable],
    sums: GroupSums,
    read: Reader,
    how: Resampling,
    analytic: Callable[[Disagreement], Interval | None] | None = None,
) -> Coefficient:
    """The coefficient that `read` makes of `sums`, with its intervals.

    `items` names the group of every item rated by two or more; groups without such an item may
    have sums, but they prove nothing. `analytic` gives the large-sample interval where there is
    a value.
    """
    n, groups = len(items), len(set(items))
    found = read(sums.total) if n else None
    if found is None:
        return Coefficient(name, n, groups, None, None, None, "no_items")
    value = found.value
    known = value is not None
    return Coefficient(
        name=name,
        n=n,
        groups=groups,
        observed=float(1 - found.observed),
        expected=None if found.by_chance is None else float(1 - found.by_chance),
        value=None if value is None else float(value),
        undefined=None if known else "one_value",
        interval=_interval(sums, groups, read, found, how) if known else None,
        analytic=analytic(found) if known and analytic else None,
    )


def large_sample(value: Fraction, variance: float, confidence: float) -> Interval | None:
    """Value ± z · standard error, not above 1; None where the variance came out as nothing."""
    if not 0 < variance < inf:
        return None
    half = NormalDist().inv_cdf((1 + confidence) / 2) * sqrt(variance)
    middle = float(value)
    return Interval(middle - half, min(1.0, middle + half), confidence, "large sample")


def _interval(
    sums: GroupSums, groups: int, read: Reader, found: Disagreement, how: Resampling
) -> Interval | None:
    """By resampling; where every item agrees there is nothing to resample, see `_at_one_end`."""
    if not how.resamples:
        return None
    if found.observed in (0, 1):
        return _at_one_end(groups, found, how.confidence)

    def statistic(total: list[int]) -> float | None:
        drawn = read(total)
        value = drawn.value if drawn else None
        return None if value is None else float(value)

    return resample(
        sums.rows,
        statistic,
        groups=groups,
        confidence=how.confidence,
        resamples=how.resamples,
        seed=how.seed,
    )


def _at_one_end(groups: int, found: Disagreement, confidence: float) -> Interval | None:
    """Wilson's bound on the share of groups that agree, chance held as it is, down to −1.

    Redrawing groups that all agree would always give full agreement and feign certainty.
    """
    full = not found.observed
    bounds = wilson(groups if full else 0, groups, confidence)
    if bounds is None:
        return None
    chance = 1.0 if found.by_chance is None else float(found.by_chance)
    low, high = (max(-1.0, 1 - (1 - share) / chance) for share in (bounds.low, bounds.high))
    return Interval(low, high, confidence, f"wilson over {groups:,} groups, chance held")
