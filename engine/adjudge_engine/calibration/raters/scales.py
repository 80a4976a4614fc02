"""A judge and people on an ordered scale (relevance 1 to 5, correctness 1 to 3): two numbers."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import median_low
from typing import Any, NamedTuple

from adjudge_engine.calibration.raters.coefficient import DEFAULT, Coefficient, Resampling
from adjudge_engine.calibration.raters.cohen import cohen
from adjudge_engine.calibration.raters.krippendorff import krippendorff
from adjudge_engine.calibration.raters.ordinal import spearman, within
from adjudge_engine.calibration.raters.ratings import Ratings, Value
from adjudge_engine.case import Case, Label
from adjudge_engine.evaluation import Judgment


class OnScale(NamedTuple):
    """One answer on the scale: what people say, and the judge; None where it gives no number."""

    case_id: str
    group: str
    people: int | float
    judge: int | float | None


@dataclass(frozen=True, slots=True)
class ScaleFigures:
    """The measures of an ordered scale; `without` answers have no number of the judge.

    `exact` and `near` (within one point) are shares; κ is weighted quadratically; α is ordinal.
    """

    without: int
    exact: Coefficient
    near: Coefficient
    kappa: Coefficient
    alpha: Coefficient
    rho: Coefficient

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {
            "without_a_number": self.without,
            "exact": self.exact.to_dict(),
            "within_one_point": self.near.to_dict(),
            "kappa_quadratic": self.kappa.to_dict(),
            "alpha_ordinal": self.alpha.to_dict(),
            "spearman": self.rho.to_dict(),
        }


def number_of(labels: Sequence[Label]) -> int | float | None:
    """The number that people gave; of several the middle one, of an even count the lower."""
    told = [_number(one.value) for one in labels if not one.undetermined]
    known = [one for one in told if one is not None]
    return median_low(known) if known else None


def on_scale(case: Case, labels: Sequence[Label], judgments: Sequence[Judgment]) -> list[OnScale]:
    """The case's row where people gave a number; of the judge's repeats the lower middle one."""
    people = number_of(labels)
    if people is None:
        return []
    told = [None if one.abstained else _number(one.value) for one in judgments]
    known = [one for one in told if one is not None]
    judge = median_low(known) if known and len(known) == len(told) else None
    return [OnScale(case.id, case.group, people, judge)]


def measure_scale(rows: Sequence[OnScale], how: Resampling = DEFAULT) -> ScaleFigures | None:
    """All measures of the scale; None where the judge never gave a number."""
    both = [one for one in rows if one.judge is not None]
    if not both:
        return None
    people: list[Value | None] = [one.people for one in both]
    judge: list[Value | None] = [one.judge for one in both]
    groups: list[Hashable] = [one.group for one in both]
    ratings = Ratings.paired(people, judge, groups)
    return ScaleFigures(
        without=len(rows) - len(both),
        exact=within(ratings, 0, how=how),
        near=within(ratings, 1, how=how),
        kappa=cohen(ratings, "quadratic", how=how),
        alpha=krippendorff(ratings, "ordinal", how=how),
        rho=spearman(ratings, how=how),
    )


def _number(value: object) -> int | float | None:
    """A label's or a judge's number, also where it is written as text; whole ones as such."""
    if isinstance(value, str):
        text = value.strip()
        if not text.isascii() or not text.isdigit() or len(text) > 3:
            return None
        return int(text)
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        return None
    return int(value) if float(value).is_integer() else value
