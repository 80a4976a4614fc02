"""Paired tests of changed verdicts: McNemar's mid-p, false-discovery control, what n could show.

Each case is judged, judged again unchanged (the placebo), and judged with something altered. Two
flags a case follow: did the placebo change the verdict, did the alteration. If the alteration does
no more than chance, either flag is as likely to stand alone, so of the cases with one flag only
half have the alteration's: that is McNemar's test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, Final

from adjudge_engine.calibration.statistics.bootstrap import GroupSums, resample
from adjudge_engine.calibration.statistics.intervals import Interval, wilson

#: False discoveries allowed, as a share, in one family of probes.
LEVEL: Final = 0.05
METHOD: Final = "McNemar, mid-p; Benjamini–Hochberg over the family"


def mid_p(one: int, other: int) -> float:
    """McNemar's two-sided mid-p value for `one` and `other` discordant pairs, in whole numbers.

    Twice the tail of Binomial(one + other, ½) at the smaller count, less the probability of that
    count; 1 where both are equal (M. W. Fagerland, S. Lydersen, P. Laake, BMC Medical Research
    Methodology 13:91 (2013)). It is at least half the exact p-value, so it rejects a true null
    hypothesis at level α in at most 2α of samples, and in practice in hardly more than α.
    Raises ValueError for negative counts.
    """
    if one < 0 or other < 0:
        raise ValueError("counts of pairs are not negative")
    n, least = one + other, min(one, other)
    if one == other:
        return 1.0
    tail = sum(comb(n, count) for count in range(least + 1))
    return float(Fraction(2 * tail - comb(n, least), 1 << n))


def adjusted(p_values: Sequence[float]) -> list[float]:
    """The p-values after Benjamini and Hochberg (JRSS B 57 (1995)), in the same order."""
    if not p_values:
        return []
    from scipy.stats import false_discovery_control

    return [float(one) for one in false_discovery_control(list(p_values), method="bh")]


def fewest_shown(n: int, other: int, level: float) -> int | None:
    """The least number of cases that the alteration alone must change to be shown at `level`.

    `other` cases are changed by the placebo alone. None where all that are left would not do.
    """
    low, high = other + 1, n - other
    if high < low or mid_p(high, other) > level:
        return None
    while low < high:  # mid-p falls as the one count grows beyond the other
        middle = (low + high) // 2
        if mid_p(middle, other) <= level:
            high = middle
        else:
            low = middle + 1
    return low


def rate_interval(flags: Sequence[tuple[str, bool]]) -> Interval | None:
    """The interval of a share of (group, flag) pairs.

    Wilson's where every group has one case, or there are too few groups to draw anew; else a
    bootstrap over groups, since cases of one document go together.
    """
    hits = sum(flag for _, flag in flags)
    if len({group for group, _ in flags}) < len(flags):
        sums = GroupSums((group for group, _ in flags), 2)
        for group, flag in flags:
            sums[group][0] += flag
            sums[group][1] += 1
        found = resample(sums.rows, lambda cells: cells[0] / cells[1] if cells[1] else None)
        if found is not None:
            return found
    return wilson(hits, len(flags))


@dataclass(frozen=True, slots=True)
class Paired:
    """One paired test over `n` cases. Rates are shares of n, None for n = 0.

    `changed` cases have another verdict with the alteration, `noise` with the placebo;
    `only_altered` and `only_noise` are those with one of the two. `p` is None without a case.
    """

    n: int
    changed: int
    noise: int
    only_altered: int
    only_noise: int
    interval: Interval | None
    p: float | None

    @classmethod
    def of(cls, rows: Sequence[tuple[str, bool, bool]]) -> Paired:
        """From (group, changed by the alteration, changed by the placebo) of each case."""
        only_altered = sum(altered and not noise for _, altered, noise in rows)
        only_noise = sum(noise and not altered for _, altered, noise in rows)
        return cls(
            n=len(rows),
            changed=sum(altered for _, altered, _ in rows),
            noise=sum(noise for _, _, noise in rows),
            only_altered=only_altered,
            only_noise=only_noise,
            interval=rate_interval([(group, altered) for group, altered, _ in rows]),
            p=mid_p(only_altered, only_noise) if rows else None,
        )

    @property
    def rate(self) -> float | None:
        """The share of cases whose verdict the alteration changed."""
        return self.changed / self.n if self.n else None

    @property
    def noise_rate(self) -> float | None:
        """The share of cases whose verdict changed though nothing else did."""
        return self.noise / self.n if self.n else None

    def least(self, family: int) -> float | None:
        """The smallest share of cases, beyond the placebo's, that this n could have shown.

        At the level that the first of `family` probes must reach; None where no share would do.
        """
        fewest = fewest_shown(self.n, self.only_noise, LEVEL / max(1, family))
        return None if fewest is None else (fewest - self.only_noise) / self.n

    def to_dict(self) -> dict[str, Any]:
        """The test as JSON values."""
        return {
            "n": self.n,
            "changed": self.changed,
            "rate": self.rate,
            "interval": self.interval.to_dict() if self.interval else None,
            "placebo_changed": self.noise,
            "placebo_rate": self.noise_rate,
            "only_altered": self.only_altered,
            "only_placebo": self.only_noise,
            "p": self.p,
        }
