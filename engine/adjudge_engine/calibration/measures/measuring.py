"""Every figure of one level, worked out from its labelled rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudge_engine.calibration.measures.counting import as_ratings, confusion_of, counts_by_group
from adjudge_engine.calibration.measures.ensemble import MEASURES, Ensemble, ensemble, measures
from adjudge_engine.calibration.measures.labelled import Labelled
from adjudge_engine.calibration.measures.risk import Abstentions, Curve, abstentions, risk_coverage
from adjudge_engine.calibration.measures.slices import Slices, by_slice
from adjudge_engine.calibration.raters.coefficient import Coefficient, Resampling
from adjudge_engine.calibration.raters.krippendorff import krippendorff
from adjudge_engine.calibration.raters.multirater import gwet
from adjudge_engine.calibration.statistics.agreement import in_words
from adjudge_engine.calibration.statistics.bootstrap import FEWEST_GROUPS, interval_of, totals
from adjudge_engine.calibration.statistics.confusion import Confusion, Rate, Truth
from adjudge_engine.calibration.statistics.intervals import RESAMPLES, SEED, Interval

#: Shown beside the figures, so that a number is not read without a measure.
REFERENCE_POINTS: Final[Mapping[str, float]] = {
    "kappa_substantial": 0.6,
    "kappa_not_the_same_thing": 0.4,
    "labels_to_start": 30,
    "labels_for_a_gate": 200,
    "people_agree": 0.8,
    "within_one_point": 0.8,
}
#: How often groups are redrawn for one level's intervals.
REDRAWN: Final = 2 * RESAMPLES

_CONVENTIONS: Final[tuple[Truth, ...]] = ("bad", "good")


@dataclass(frozen=True, slots=True)
class Level:
    """The figures of one level; `groups` is the number of source groups that the items come from.

    `ensembles` has the seven measures with the failure positive, then with the good answer;
    `intervals` those of each by its name, whole groups redrawn. The rates in `confusion` have
    Wilson's, which take items one by one. `ac1` and `alpha` stand beside κ.
    """

    confusion: Confusion
    groups: int
    ensembles: tuple[Ensemble, Ensemble]
    intervals: tuple[Mapping[str, Interval | None], Mapping[str, Interval | None]]
    ac1: Coefficient
    alpha: Coefficient
    curve: Curve
    abstentions: Abstentions
    slices: Slices

    @property
    def kappa_interval(self) -> Interval | None:
        """The interval of κ."""
        return self.intervals[0]["kappa"]

    def to_dict(self) -> dict[str, Any]:
        """The level as JSON values."""
        interval = self.kappa_interval
        return self.confusion.to_dict() | {
            "groups": self.groups,
            "kappa_interval": interval.to_dict() if interval else None,
            "kappa_in_words": in_words(self.confusion.kappa),
            "ensembles": {
                one.positive: one.to_dict() | {"intervals": _as_values(between)}
                for one, between in zip(self.ensembles, self.intervals, strict=True)
            },
            "ac1": self.ac1.to_dict(),
            "alpha": self.alpha.to_dict(),
            "risk_coverage": self.curve.to_dict(),
            "abstentions": self.abstentions.to_dict(),
            "by_slice": self.slices.to_dict(),
        }


def measure(rows: Sequence[Labelled], *, resamples: int = REDRAWN, seed: int = SEED) -> Level:
    """The figures of the rows of one level; without rows everything in them is undefined."""
    matrix, ratings = confusion_of(rows), as_ratings(rows)
    how = Resampling(resamples=resamples, seed=seed)
    first, second = _intervals(matrix, counts_by_group(rows), resamples, seed)
    return Level(
        confusion=matrix,
        groups=len({one.group for one in rows}),
        ensembles=(ensemble(matrix, "bad"), ensemble(matrix, "good")),
        intervals=(first, second),
        ac1=gwet(ratings, scale=("bad", "good"), how=how),
        alpha=krippendorff(ratings, how=how),
        curve=risk_coverage(rows, resamples=resamples, seed=seed),
        abstentions=abstentions(rows, resamples=resamples, seed=seed),
        slices=by_slice(rows, resamples=resamples, seed=seed),
    )


def _intervals(
    matrix: Confusion, counts: Sequence[Sequence[int]], resamples: int, seed: int
) -> tuple[dict[str, Interval | None], dict[str, Interval | None]]:
    """The intervals of both conventions, from the same redrawn groups.

    A rate that has none, as there are few groups or it is the same in all draws, has Wilson's.
    """
    names = (*MEASURES, "alignment")
    drawn = list(totals(counts, resamples, seed)) if len(counts) >= FEWEST_GROUPS else []
    found = []
    for positive in _CONVENTIONS:
        values = [measures(one, positive) for one in drawn]
        rates = _rates(matrix, positive)
        between = {
            name: interval_of(
                (one[name] for one in values), len(counts), resamples=resamples, seed=seed
            )
            for name in names
        }
        found.append(
            {
                name: one if one or name not in rates else rates[name].interval
                for name, one in between.items()
            }
        )
    return found[0], found[1]


def _rates(matrix: Confusion, positive: Truth) -> dict[str, Rate]:
    """Those of the seven measures that are rates."""
    if positive == "bad":
        names = ("accuracy", "precision", "recall", "specificity")
        return {name: getattr(matrix, name) for name in names}
    passed = matrix.bad_pass + matrix.good_pass
    return {
        "accuracy": matrix.accuracy,
        "precision": Rate(matrix.good_pass, passed, "passed by the judge"),
        "recall": matrix.specificity,
        "specificity": matrix.recall,
    }


def _as_values(between: Mapping[str, Interval | None]) -> dict[str, Any]:
    return {name: one.to_dict() if one else None for name, one in between.items()}
