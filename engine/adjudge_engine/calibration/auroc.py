"""How well a score tells bad from good: the area under the ROC curve, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from adjudge_engine.calibration.intervals import CONFIDENCE, RESAMPLES, SEED, Interval


def auroc(scores: Sequence[float], bad: Sequence[bool]) -> float | None:
    """The chance that a bad one scores above a good one, ties half; None without both."""
    return _area(scores, bad, [1] * len(scores), sorted(range(len(scores)), key=scores.__getitem__))


def auroc_interval(
    scores: Sequence[float],
    bad: Sequence[bool],
    groups: Sequence[str],
    *,
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Interval | None:
    """Percentile interval at 95 % from drawing whole groups anew; None with fewer than two.

    Claims on one source err together, so sources are drawn, not claims.
    """
    names = sorted(set(groups))
    if len(names) < 2:
        return None
    number = {name: at for at, name in enumerate(names)}
    belongs = [number[name] for name in groups]
    order = sorted(range(len(scores)), key=scores.__getitem__)
    random = Random(seed)
    found = []
    for _ in range(resamples):
        drawn = [0] * len(names)
        for at in random.choices(range(len(names)), k=len(names)):
            drawn[at] += 1
        area = _area(scores, bad, [drawn[at] for at in belongs], order)
        if area is not None:
            found.append(area)
    if len(found) < 0.95 * resamples:
        return None
    found.sort()
    tail = (1 - CONFIDENCE) / 2
    low, high = (found[round(share * (len(found) - 1))] for share in (tail, 1 - tail))
    method = f"percentile bootstrap over {len(names):,} groups, {resamples:,} resamples"
    return Interval(low, high, CONFIDENCE, f"{method}, seed {seed}")


def _area(
    scores: Sequence[float], bad: Sequence[bool], counts: Sequence[int], order: Sequence[int]
) -> float | None:
    """The area where item i counts `counts[i]` times; `order`: the items by their score."""
    good_below = won = of_bad = 0.0
    at = 0
    while at < len(order):
        score, good_here, bad_here = scores[order[at]], 0, 0
        while at < len(order) and scores[order[at]] == score:
            one = order[at]
            if bad[one]:
                bad_here += counts[one]
            else:
                good_here += counts[one]
            at += 1
        won += bad_here * (good_below + good_here / 2)
        good_below += good_here
        of_bad += bad_here
    return won / (of_bad * good_below) if of_bad and good_below else None
