"""How far a judge's repeats on the same answers lie apart: the part of its word that is chance."""

from __future__ import annotations

from collections.abc import Iterable
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


def repeat_spread(cases: Iterable[Case], judge: str, criterion: str) -> RepeatSpread:
    """The spread of the repeats that the cases carry of one judge; abstentions have no score."""
    deviations: list[float] = []
    repeats = any_spread = flips = 0
    for case in cases:
        runs = [one for one in case.judgments if (one.judge, one.criterion) == (judge, criterion)]
        scores = [one.score for one in runs if one.score is not None]
        flips += len({_strict(one) for one in runs}) > 1
        if len(scores) > 1:
            deviations.append(stdev(scores))
            repeats = max(repeats, len(scores))
            any_spread += min(scores) < max(scores)
    mean = fmean(deviations) if deviations else None
    return RepeatSpread(judge, criterion, len(deviations), repeats, mean, any_spread, flips)


def _strict(judgment: Judgment) -> float | None:
    return None if judgment.abstained else judgment.strict
