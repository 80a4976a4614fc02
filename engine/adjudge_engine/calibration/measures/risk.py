"""Risk against coverage: how bad what is let through would be, the more is let through.

Items are let through in the order of the judge's score, the least bad first; the *risk* is the
share of bad ones among those let through, the *coverage* their share of all items. The area under
the curve (AURC; Y. Geifman and R. El-Yaniv, NeurIPS 2017, with the bad share as the loss) is the
mean risk over all coverages: the share of bad ones where the score tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from adjudge_engine.calibration.measures.counting import confusion_of, counts_by_group
from adjudge_engine.calibration.measures.labelled import Labelled
from adjudge_engine.calibration.statistics.bootstrap import resample_items
from adjudge_engine.calibration.statistics.confusion import Confusion, Rate
from adjudge_engine.calibration.statistics.differences import Difference, difference
from adjudge_engine.calibration.statistics.intervals import RESAMPLES, SEED, Interval, wilson

#: The most points of a curve that are written out.
POINTS: Final = 101


class Point(NamedTuple):
    """Everything with a score up to `score` is let through: `passed` items, `bad` of them bad.

    `score` is None where the point is the judge's own verdicts. `coverage` = passed ÷ all items.
    """

    score: float | None
    passed: int
    bad: int
    coverage: float

    @property
    def risk(self) -> float | None:
        """The share of bad ones among those let through; None where nothing is."""
        return self.bad / self.passed if self.passed else None

    def to_dict(self) -> dict[str, Any]:
        """The point as JSON values, the risk with Wilson's interval."""
        interval = wilson(self.bad, self.passed)
        return {
            "score": self.score,
            "passed": self.passed,
            "bad": self.bad,
            "coverage": self.coverage,
            "risk": self.risk,
            "interval": interval.to_dict() if interval else None,
        }


@dataclass(frozen=True, slots=True)
class Curve:
    """The curve over the items with a score; without any, the one point of the verdicts.

    `aurc` and its `interval` (groups redrawn) are None without scores. `base` is what a score that
    tells nothing gives, `best` what one that puts every bad item last would. `verdicts` is where
    the judge's own verdicts stand. `scored` of `n` items have a score.
    """

    n: int
    scored: int
    points: tuple[Point, ...]
    verdicts: Point
    aurc: float | None
    interval: Interval | None
    base: float | None
    best: float | None

    def drawn(self, most: int) -> tuple[Point, ...]:
        """At most `most` of the points, the first and the last, the others spread over the
        coverage."""
        found: list[Point] = []
        reached = 0.0
        for one in self.points[:-1]:
            if one.coverage >= reached:
                found.append(one)
                reached = one.coverage + 1 / (most - 1)
        return (*found[: most - 1], *self.points[-1:])

    def to_dict(self) -> dict[str, Any]:
        """The curve as JSON values, no more than `POINTS` points of it."""
        return {
            "n": self.n,
            "scored": self.scored,
            "points": [one.to_dict() for one in self.drawn(POINTS)],
            "verdicts": self.verdicts.to_dict(),
            "aurc": self.aurc,
            "interval": self.interval.to_dict() if self.interval else None,
            "base": self.base,
            "best": self.best,
        }


def risk_coverage(
    rows: Sequence[Labelled], *, resamples: int = RESAMPLES, seed: int = SEED
) -> Curve:
    """The curve of the rows; items of one score are let through together."""
    matrix, n = confusion_of(rows), len(rows)
    passed = matrix.bad_pass + matrix.good_pass
    verdicts = Point(None, passed, matrix.bad_pass, passed / n if n else 0.0)
    scored = [(one.score, one) for one in rows if one.score is not None]
    if not scored:
        return Curve(n, 0, (verdicts,) if n else (), verdicts, None, None, None, None)
    area = _Area([score for score, _ in scored], [one for _, one in scored])
    bad = sum(one.truth == "bad" for _, one in scored)
    return Curve(
        n=n,
        scored=len(scored),
        points=tuple(area.points(n)),
        verdicts=verdicts,
        aurc=area.whole(),
        interval=area.interval(resamples, seed),
        base=bad / len(scored),
        best=sum(at / (len(scored) - bad + at) for at in range(1, bad + 1)) / len(scored),
    )


@dataclass(frozen=True, slots=True)
class Abstentions:
    """Whether the judge abstains where it would have erred.

    `bad`: bad ones among the abstentions. Of those that it did not fail: `caught` are the bad
    ones that it abstained on instead of passing, `held_up` the good ones. `gain` = caught −
    held up: 0 where it abstains at random, 1 where abstaining keeps all bad ones and no good ones.
    """

    bad: Rate
    caught: Rate
    held_up: Rate
    gain: Difference

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {
            "bad": self.bad.to_dict(),
            "caught": self.caught.to_dict(),
            "held_up": self.held_up.to_dict(),
            "gain": self.gain.to_dict(),
        }


def abstentions(
    rows: Sequence[Labelled], *, resamples: int = RESAMPLES, seed: int = SEED
) -> Abstentions:
    """The quality of the abstentions among the rows."""
    matrix = confusion_of(rows)
    silent = matrix.bad_abstain + matrix.good_abstain
    return Abstentions(
        bad=Rate(matrix.bad_abstain, silent, "abstained on"),
        caught=_kept_back(matrix.bad_abstain, matrix.bad_pass, "bad, not failed"),
        held_up=_kept_back(matrix.good_abstain, matrix.good_pass, "good, not failed"),
        gain=difference(counts_by_group(rows), _gain, resamples=resamples, seed=seed),
    )


def _kept_back(abstained: int, passed: int, of: str) -> Rate:
    return Rate(abstained, abstained + passed, of)


def _gain(counts: list[int]) -> float | None:
    """Caught − held up; None where the judge abstained on nothing, or a kind is missing."""
    matrix = Confusion(*counts)
    bad = matrix.bad_abstain + matrix.bad_pass
    good = matrix.good_abstain + matrix.good_pass
    if not bad or not good or not matrix.abstention.hits:
        return None
    return matrix.bad_abstain / bad - matrix.good_abstain / good


class _Area:
    """Items in the order of their score, to be counted again and again."""

    def __init__(self, scores: Sequence[float], rows: Sequence[Labelled]) -> None:
        import numpy as np

        given = np.asarray(scores, dtype=float)
        order = np.argsort(given, kind="stable")
        self.scores = given[order]
        self.bad = np.array([one.truth == "bad" for one in rows], dtype=float)[order]
        self.groups = [rows[at].group for at in order.tolist()]
        differs = np.flatnonzero(self.scores[1:] != self.scores[:-1])
        self.ends = np.append(differs, len(rows) - 1)  # the last item of each score

    def points(self, n: int) -> Iterator[Point]:
        """The point of every score; `n` items are all there are."""
        found = self.bad.cumsum()[self.ends].astype(int).tolist()
        scores = self.scores[self.ends].tolist()
        for end, bad, score in zip(self.ends.tolist(), found, scores, strict=True):
            yield Point(score, end + 1, bad, (end + 1) / n)

    def whole(self) -> float | None:
        """The area with every item once."""
        import numpy as np

        (area,) = self._of(np.ones((1, len(self.scores))))
        return area

    def interval(self, resamples: int, seed: int) -> Interval | None:
        """The interval of the area, groups redrawn."""
        return resample_items(self.groups, self._of, resamples=resamples, seed=seed)

    def _of(self, counts: Any) -> Iterator[float | None]:
        """The area for each row of counts (samples, items): Σ share of a score's items × risk."""
        import numpy as np

        passed = np.cumsum(counts, axis=1, dtype=float)[:, self.ends]
        bad = np.cumsum(counts * self.bad, axis=1)[:, self.ends]
        here = np.diff(passed, axis=1, prepend=0.0)
        risk = bad / np.maximum(passed, 1)
        sums, totals = (here * risk).sum(axis=1), passed[:, -1]
        for one, of in zip(sums.tolist(), totals.tolist(), strict=True):
            yield one / of if of else None
