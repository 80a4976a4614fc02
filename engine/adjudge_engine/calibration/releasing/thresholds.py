"""Where to release, where to block, and where to ask a person, from what each mistake costs.

p = P(bad | score), by isotonic regression on the dev side: the chance never falls as the score
rises. An answer is released if p ≤ R/F, blocked if p ≥ 1 − R/L, and else reviewed; where
R/F > 1 − R/L a review costs more than it saves anywhere, and one cut, at p = L/(F+L), parts
release from block. The cuts are then checked on the held-out side, whole sources redrawn.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from adjudge_engine.calibration.measures.labelled import Labelled
from adjudge_engine.calibration.releasing.guarantee import cuts_of
from adjudge_engine.calibration.statistics.bootstrap import draws, interval_of
from adjudge_engine.calibration.statistics.intervals import Interval
from adjudge_engine.errors import InputError
from adjudge_engine.vocabulary import Route

RESAMPLES: Final = 1_000
#: The cuts themselves are found anew in fewer samples: each takes a regression.
REFITS: Final = 200
_DRAWN: Final = 60  # cuts of the curve
#: Costs are told for so many answers.
PER: Final = 1_000


@dataclass(frozen=True, slots=True)
class Costs:
    """What a bad answer released, a good one blocked, and one review cost, in one unit."""

    false_release: float
    false_block: float
    review: float

    def of(self, route: Route, is_bad: bool) -> float:
        """What sending such an answer there costs."""
        if route == "review":
            return self.review
        if route == "release":
            return self.false_release if is_bad else 0.0
        return 0.0 if is_bad else self.false_block

    @property
    def chances(self) -> tuple[float, float, bool]:
        """Released up to this p, blocked from that p on, and whether there is a band between."""
        low, high = self.review / self.false_release, 1 - self.review / self.false_block
        if low > high:
            cut = self.false_block / (self.false_release + self.false_block)
            return cut, cut, False
        return low, high, True


@dataclass(frozen=True, slots=True)
class Fitted:
    """Isotonic P(bad | score): `chances` at `scores`, both rising; above a score, that of the next.

    (R. E. Barlow et al., Statistical Inference under Order Restrictions, 1972.)
    """

    scores: tuple[float, ...]
    chances: tuple[float, ...]

    def at(self, score: float) -> float:
        """The chance that an answer with this score is bad; never less than it may be."""
        place = min(bisect_left(self.scores, score), len(self.scores) - 1)
        return self.chances[place]


@dataclass(frozen=True, slots=True)
class Cuts:
    """Released up to `release`, blocked from `block` on; None: nothing is. Else a person."""

    release: float | None
    block: float | None

    def route(self, score: float | None) -> Route:
        """Where a score goes; without a score to a person."""
        if score is None:
            return "review"
        if self.release is not None and score <= self.release:
            return "release"
        return "block" if self.block is not None and score >= self.block else "review"


@dataclass(frozen=True, slots=True)
class Checked:
    """What cuts cost on rows: per 1,000, with routes, and what of the released and blocked is bad.

    `alternatives`: the same for everything reviewed, and for everything released.
    """

    rows: int
    cost: float
    interval: Interval | None
    alternatives: Mapping[str, float]
    routes: Mapping[Route, int]
    bad: Mapping[Route, int]

    def to_dict(self) -> dict[str, Any]:
        """The check as JSON values."""
        return {
            "rows": self.rows,
            "cost_per_1000": self.cost,
            "interval": self.interval.to_dict() if self.interval else None,
            "alternatives": dict(self.alternatives),
            "routes": dict(self.routes),
            "bad": dict(self.bad),
        }


@dataclass(frozen=True, slots=True)
class Point:
    """One cut of the curve: `share` of the held-out rows released, and the cost per 1,000."""

    cut: float
    share: float
    cost: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Cuts from costs. `spread`: where the release cut fell in samples of the dev side; `never`:
    the share of samples in which nothing could be released."""

    costs: Costs
    fitted: Fitted
    cuts: Cuts
    spread: Interval | None
    never: float
    held_out: Checked
    curve: tuple[Point, ...]

    def to_dict(self) -> dict[str, Any]:
        """The thresholds as JSON values."""
        return {
            "costs": asdict(self.costs),
            "chances": dict(zip(("release", "block", "band"), self.costs.chances, strict=True)),
            "cuts": asdict(self.cuts),
            "release_interval": self.spread.to_dict() if self.spread else None,
            "never_released": self.never,
            "held_out": self.held_out.to_dict(),
            "curve": [asdict(one) for one in self.curve],
        }


def thresholds(dev: Sequence[Labelled], held_out: Sequence[Labelled], costs: Costs) -> Thresholds:
    """Fits on `dev`, checks on `held_out`. InputError where either has no scored row."""
    for rows, side in ((dev, "dev"), (held_out, "held-out")):
        if not any(one.score is not None for one in rows):
            raise InputError(
                f"No labelled item on the {side} side has a score.",
                "Take a reading that the judge gives as a number (--reading score), or label more.",
            )
    fitted = fit(dev)
    cuts = cuts_from(fitted, costs)
    spread, never = _spread(dev, costs)
    return Thresholds(
        costs=costs,
        fitted=fitted,
        cuts=cuts,
        spread=spread,
        never=never,
        held_out=check(held_out, cuts, costs),
        curve=curve(dev, held_out, cuts, costs),
    )


def fit(rows: Sequence[Labelled]) -> Fitted:
    """P(bad | score) over the rows that have a score; equal scores share one chance."""
    counts: dict[float, list[int]] = {}
    for one in rows:
        if one.score is not None:
            tally = counts.setdefault(one.score, [0, 0])
            tally[0] += one.truth == "bad"
            tally[1] += 1
    return _isotonic(counts)


def _isotonic(counts: Mapping[float, Sequence[int]]) -> Fitted:
    from scipy.optimize import isotonic_regression

    scores = tuple(sorted(counts))
    shares = [counts[score][0] / counts[score][1] for score in scores]
    found = isotonic_regression(shares, weights=[counts[score][1] for score in scores])
    return Fitted(scores, tuple(float(one) for one in found.x))


def cuts_from(fitted: Fitted, costs: Costs) -> Cuts:
    """The scores at which the chances cross what the costs allow."""
    low, high, band = costs.chances
    released = [s for s, p in zip(fitted.scores, fitted.chances, strict=True) if p <= low]
    release = released[-1] if released else None
    rest = fitted.scores[len(released) :]
    if not band:
        return Cuts(release, rest[0] if rest else None)
    blocked = [score for score in rest if fitted.at(score) >= high]
    return Cuts(release, blocked[0] if blocked else None)


def check(rows: Sequence[Labelled], cuts: Cuts, costs: Costs) -> Checked:
    """What the cuts cost on the rows, with the interval that whole groups redrawn give."""
    routed = [(cuts.route(one.score), one.truth == "bad") for one in rows]
    sums = _sums(rows, [[costs.of(route, bad)] for route, bad in routed])
    (cost,), (interval,) = _redrawn(sums)
    every = Counter(route for route, _ in routed)
    bad = Counter(route for route, is_bad in routed if is_bad)
    return Checked(
        rows=len(rows),
        cost=cost,
        interval=interval,
        alternatives={
            "all reviewed": PER * costs.review,
            "all released": PER * costs.false_release * bad.total() / len(rows),
        },
        routes={route: every[route] for route in ("release", "review", "block")},
        bad={route: bad[route] for route in ("release", "review", "block")},
    )


def curve(
    dev: Sequence[Labelled], held_out: Sequence[Labelled], cuts: Cuts, costs: Costs
) -> tuple[Point, ...]:
    """What other release cuts would cost on the held-out rows, the block cut staying."""
    tried = cuts_of(dev, _DRAWN)
    routed = [[Cuts(cut, cuts.block).route(one.score) for cut in tried] for one in held_out]
    table = [
        [costs.of(route, row.truth == "bad") for route in routes]
        for row, routes in zip(held_out, routed, strict=True)
    ]
    found, intervals = _redrawn(_sums(held_out, table))
    released = [sum(routes[at] == "release" for routes in routed) for at in range(len(tried))]
    return tuple(
        Point(cut, count / len(held_out), cost, *(_ends(interval)))
        for cut, count, cost, interval in zip(tried, released, found, intervals, strict=True)
    )


def _ends(interval: Interval | None) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.low, interval.high)


def _sums(rows: Sequence[Labelled], table: Sequence[Sequence[float]]) -> list[list[float]]:
    """Each group's number of rows, then its costs."""
    sums: dict[str, list[float]] = {}
    for row, costs in zip(rows, table, strict=True):
        into = sums.setdefault(row.group, [0.0] * (len(costs) + 1))
        into[0] += 1
        for at, cost in enumerate(costs, 1):
            into[at] += cost
    return [sums[group] for group in sorted(sums)]


def _redrawn(sums: Sequence[Sequence[float]]) -> tuple[list[float], list[Interval | None]]:
    """Costs per 1,000 rows, and the interval of each."""
    import numpy as np

    table = np.array(sums, dtype=np.float64)
    total = table.sum(axis=0)
    found = [PER * float(one) / float(total[0]) for one in total[1:]]
    samples: list[Any] = []
    for counts in draws(len(sums), RESAMPLES):
        drawn = counts @ table
        samples.append(PER * drawn[:, 1:] / drawn[:, :1])
    columns = np.concatenate(samples).T.tolist()
    return found, [interval_of(one, len(sums), resamples=RESAMPLES) for one in columns]


def _spread(dev: Sequence[Labelled], costs: Costs) -> tuple[Interval | None, float]:
    """Where the release cut falls when the dev side's groups are drawn anew."""
    groups: dict[str, list[Labelled]] = {}
    for one in dev:
        if one.score is not None:
            groups.setdefault(one.group, []).append(one)
    ordered = [groups[name] for name in sorted(groups)]
    found: list[float | None] = []
    for drawn in draws(len(ordered), REFITS):
        for times in drawn.tolist():
            counts: dict[float, list[int]] = {}
            for rows, often in zip(ordered, times, strict=True):
                for one in rows if often else ():
                    tally = counts.setdefault(float(one.score or 0.0), [0, 0])
                    tally[0] += often * (one.truth == "bad")
                    tally[1] += often
            found.append(cuts_from(_isotonic(counts), costs).release)
    known = [one for one in found if one is not None]
    never = 1 - len(known) / len(found)
    return interval_of(known, len(ordered), resamples=len(known)), never
