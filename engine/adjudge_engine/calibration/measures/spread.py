"""How far a judge's repeats on the same answers lie apart: the part of its word that is chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from adjudge_engine.case import Case
from adjudge_engine.evaluation import Judgment


@dataclass(frozen=True, slots=True)
class RepeatSpread:
    """`items` with two scores or more; `repeats` the most that any of them has.

    `mean_sd` is the mean over items of the standard deviation of their scores (n - 1 below the
    line); `items_with_any_spread` have two scores that differ, `flips` two strict readings that do
    (one of them missing counts as a difference).
    """

    judge: str
    criterion: str
    items: int
    repeats: int
    mean_sd: float | None
    items_with_any_spread: int
    flips: int

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {name: getattr(self, name) for name in self.__slots__}


class Repeats:
    """The repeats of one judge, counted item by item; abstentions have no score."""

    def __init__(self) -> None:
        self.deviations: list[float] = []
        self.repeats = self.any_spread = self.flips = 0

    def add(self, runs: Sequence[Judgment]) -> None:
        """Count the runs on one item."""
        scores = [one.score for one in runs if one.score is not None]
        self.flips += len({_strict(one) for one in runs}) > 1
        if len(scores) > 1:
            self.deviations.append(stdev(scores))
            self.repeats = max(self.repeats, len(scores))
            self.any_spread += min(scores) < max(scores)

    def result(self, judge: str, criterion: str) -> RepeatSpread:
        """The figures."""
        items = len(self.deviations)
        mean = fmean(self.deviations) if items else None
        return RepeatSpread(
            judge, criterion, items, self.repeats, mean, self.any_spread, self.flips
        )


def repeat_spread(cases: Iterable[Case], judge: str, criterion: str) -> RepeatSpread:
    """The spread of the repeats that the cases carry of one judge."""
    found = Repeats()
    for case in cases:
        found.add([x for x in case.judgments if (x.judge, x.criterion) == (judge, criterion)])
    return found.result(judge, criterion)


def _strict(judgment: Judgment) -> float | None:
    return None if judgment.abstained else judgment.strict
