"""Which threshold may pass by itself: the largest at which people's labels bound the bad share.

Thresholds are fixed beforehand and tested one after the other, the strictest first, until one
fails: so the error of the whole procedure is that of one test (fixed-sequence testing; W. Maurer,
L. Hothorn and W. Lehmacher, 1995).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, log1p
from typing import Final

#: Of the fitted claims, the shares with least risk that are tested, in this order.
SHARES: Final = tuple(number / 20 for number in range(1, 21))

_HALVINGS: Final = 60


@dataclass(frozen=True)
class Passing:
    """A threshold, and what people say of the claims below it.

    `below`: risks below it pass; 0: none may. `bound`: the upper bound of the bad share among
    them, at `confidence`, one-sided.
    """

    below: float
    passed: int
    bad: int
    bound: float
    target: float
    confidence: float


def passing_threshold(
    risks: Sequence[float], bad: Sequence[bool], target: float, confidence: float = 0.95
) -> Passing:
    """The threshold for claims with these risks, no bad share above `target` being likely.

    The first share of claims is as large as it must be for a test to be passed at all. Claims are
    taken as independent, which those of one answer are not quite.
    """
    ordered = sorted(zip(risks, bad, strict=True))
    fewest = fewest_clean(target, confidence)
    tried: list[tuple[float, int, int]] = []
    for share in SHARES:
        count = int(share * len(ordered))
        if count < fewest:
            continue
        # Claims of equal risk pass or fail together: the threshold is the next greater risk.
        edge = ordered[count][0] if count < len(ordered) else ordered[-1][0]
        passed = [one for one in ordered if one[0] < edge]
        tried.append((edge, sum(one for _, one in passed), len(passed)))
    kept = passed_in_order(((wrong, n) for _, wrong, n in tried), target, confidence)
    if not kept:
        return Passing(0.0, 0, 0, 1.0, target, confidence)
    edge, wrong, n = tried[kept - 1]
    return Passing(edge, n, wrong, upper_bound(wrong, n, confidence), target, confidence)


def passed_in_order(
    counts: Iterable[tuple[int, int]], target: float, confidence: float = 0.95
) -> int:
    """How many of the (hits, n), taken in their order, pass before the first that does not.

    One passes where so few hits would be too unlikely, at most 1 − confidence, were the rate as
    high as the target (exact binomial). The order must not depend on the hits.
    """
    passed = 0
    for hits, n in counts:
        if at_most(hits, n, target) > 1 - confidence:
            break
        passed += 1
    return passed


def upper_bound(hits: int, n: int, confidence: float = 0.95) -> float:
    """Clopper and Pearson's one-sided upper bound of a rate; 1 for n = 0.

    C. J. Clopper and E. S. Pearson, Biometrika 26 (1934).
    """
    if n <= hits:
        return 1.0
    low, high = hits / n, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if at_most(hits, n, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def at_most(hits: int, n: int, rate: float) -> float:
    """The probability of at most so many hits in n, each with the chance `rate`."""
    if hits >= n:
        return 1.0
    if rate >= 1:
        return 0.0
    if rate <= 0:
        return 1.0
    total = 0.0
    for k in range(hits + 1):
        ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
        total += exp(ways + (k * log(rate) if k else 0.0) + (n - k) * log1p(-rate))
    return min(1.0, total)


def fewest_clean(target: float, confidence: float) -> int:
    """How many items without a hit it takes for the bound to reach the target."""
    return max(1, int(log(1 - confidence) / log1p(-target)) + 1) if target < 1 else 1
