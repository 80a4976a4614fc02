"""Fitting the local judge to a team's own labelled answers: `adjudge calibrate --fit-local`.

The weights start from the shipped head's and move as far as the labels carry them; all figures are
from claims whose source the weights had not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from adjudge_engine.calibration.measures.learned import group_mark
from adjudge_engine.calibration.raters.people import labels_of, people_say_of_claims
from adjudge_engine.calibration.statistics.auroc import auroc, auroc_interval
from adjudge_engine.calibration.statistics.intervals import Interval
from adjudge_engine.calibration.statistics.passing import Passing, passing_threshold
from adjudge_engine.case import Case
from adjudge_engine.claims import split_claims
from adjudge_engine.errors import InputError
from adjudge_engine.judges.base import without_answers_to_learn_from
from adjudge_engine.judges.local.head import Head, logistic, shipped_head
from adjudge_engine.judges.local.learning import SEED, Example, Recipe, learn, out_of_fold
from adjudge_engine.judges.local.session import Session

FITTING_SCHEMA: Final = "adjudge.fitting/1"

#: Labelled claims below which nothing is fitted, and how many of either kind there must be.
FEWEST: Final = 100
FEWEST_OF_A_KIND: Final = 10
FEWEST_SOURCES: Final = 5

#: How strongly the weights are drawn to the shipped head's.
STRENGTH: Final = 0.02
#: The share of bad claims among those passed by their risk that is not to be exceeded.
TARGET: Final = 0.02

#: A claim may be called not mentioned from a risk on at which so many that it called so were bad.
_FLAG_PRECISION: Final = 0.9
_FEWEST_FLAGS: Final = 20


class Labelled(NamedTuple):
    """A claim with its label, and what the judge made of it apart from its risk.

    `may_pass`: nothing but its risk keeps it from being called supported. `may_flag`: a number or
    name of it stands in no context. `before`: the shipped head's score.
    """

    example: Example
    may_pass: bool
    may_flag: bool
    before: float


@dataclass(frozen=True)
class Area:
    """An area under the ROC curve, with its interval over sources."""

    value: float | None
    interval: Interval | None

    def to_dict(self) -> dict[str, Any]:
        """The area as JSON values."""
        return {
            "value": self.value,
            "interval": self.interval.to_dict() if self.interval else None,
        }


@dataclass(frozen=True)
class Fitting:
    """A fitted head and how it does on sources that it had not seen.

    `before` and `after`: the shipped head and the fitted one. `coverage`: the share of all claims
    that pass by their risk. `left_out`: cases in another language, or without text.
    """

    head: Head
    claims: int
    bad: int
    sources: int
    left_out: int
    before: Area
    after: Area
    passing: Passing
    coverage: float

    def to_dict(self) -> dict[str, Any]:
        """The fitting as JSON values, without the head."""
        passing = self.passing
        return {
            "schema": FITTING_SCHEMA,
            "head": self.head.hash,
            "claims": self.claims,
            "bad": self.bad,
            "sources": self.sources,
            "left_out": self.left_out,
            "before": self.before.to_dict(),
            "after": self.after.to_dict(),
            "passes_below": passing.below,
            "passed": passing.passed,
            "passed_bad": passing.bad,
            "passed_bad_bound": passing.bound,
            "target": passing.target,
            "confidence": passing.confidence,
            "coverage": self.coverage,
            "flags_from": self.head.flags_from,
        }


def fit_local(cases: Iterable[Case], *, target: float = TARGET) -> Fitting:
    """A head fitted to the faithfulness labels of `cases`. InputError if they are too few.

    The threshold below which it passes is the largest with which, on unseen sources and with 95 %
    confidence, no more than the share `target` of what passes is bad.
    """
    labelled: list[Labelled] = []
    left_out = 0
    for case in cases:
        found = labelled_claims(case)
        left_out += found is None
        labelled += found or ()
    _check_enough(labelled)
    return _fitted(labelled, left_out, target)


def labelled_claims(case: Case) -> list[Labelled] | None:
    """The claims of a case that people judged; None if the judge cannot read it."""
    answer = case.answer or ""
    if not answer.strip() or not any(one.text.strip() for one in case.contexts):
        return None
    claims = split_claims(answer)
    truths = people_say_of_claims(labels_of(case, "faithfulness"), claims)
    if not truths:
        return []
    session = Session(shipped_head(), without_answers_to_learn_from(case), claims)
    if not session.reads:
        return None
    return [
        Labelled(
            Example(one.values, one.news, truths[one.claim.id] == "bad", case.group),
            session.objection(at) is None,
            bool(one.figures.nowhere or one.lost_names),
            session.head.score(one.values, one.news),
        )
        for at, one in enumerate(session.measured)
        if one.claim.id in truths
    ]


def _check_enough(labelled: Sequence[Labelled]) -> None:
    count = len(labelled)
    bad = sum(one.example.bad for one in labelled)
    sources = len({one.example.group for one in labelled})
    hint = (
        "Label more answers claim by claim, or whole answers as faithful; keep the good ones too."
    )
    if count < FEWEST:
        raise InputError(
            f"There are {count} labelled claims; a head needs at least {FEWEST}.", hint
        )
    if min(bad, count - bad) < FEWEST_OF_A_KIND:
        raise InputError(
            f"Of {count} labelled claims {bad} are unsupported; a head needs at least "
            f"{FEWEST_OF_A_KIND} of either kind.",
            hint,
        )
    if sources < FEWEST_SOURCES:
        raise InputError(
            f"The labelled claims are on {sources} sources; a head needs {FEWEST_SOURCES}, "
            "as it is tested on sources that it has not seen.",
            hint,
        )


def _fitted(labelled: Sequence[Labelled], left_out: int, target: float) -> Fitting:
    examples = [one.example for one in labelled]
    bad = [one.bad for one in examples]
    groups = [one.group for one in examples]
    recipe = Recipe(shipped_head().weights, STRENGTH, words=True)
    about: dict[str, Any] = {"claims": len(examples), "bad": sum(bad), "seed": SEED}
    about |= {"sources": len(set(groups)), "groups": sorted(set(map(group_mark, groups)))}
    head = learn(examples, recipe, about | {"strength": STRENGTH, "start": "shipped"}, None)
    unseen = out_of_fold(examples, recipe)
    risks = [round(logistic(head.slope * one + head.offset), 6) for one in unseen]
    passing = _passing(labelled, risks, target)
    head = replace(head, passes_below=passing.below, flags_from=_flags_from(labelled, risks))
    before = [one.before for one in labelled]
    return Fitting(
        head=head,
        claims=len(examples),
        bad=sum(bad),
        sources=len(set(groups)),
        left_out=left_out,
        before=Area(auroc(before, bad), auroc_interval(before, bad, groups)),
        after=Area(auroc(unseen, bad), auroc_interval(unseen, bad, groups)),
        passing=passing,
        coverage=passing.passed / len(examples),
    )


def _passing(labelled: Sequence[Labelled], risks: Sequence[float], target: float) -> Passing:
    chosen = [
        (risk, one.example.bad) for risk, one in zip(risks, labelled, strict=True) if one.may_pass
    ]
    return passing_threshold([one for one, _ in chosen], [one for _, one in chosen], target)


def _flags_from(labelled: Sequence[Labelled], risks: Sequence[float]) -> float:
    """The least risk from which nine in ten of the claims to be flagged are bad; else 1."""
    flagged = sorted(
        (
            (risk, one.example.bad)
            for risk, one in zip(risks, labelled, strict=True)
            if one.may_flag
        ),
        reverse=True,
    )
    least, bad = 1.0, 0
    for count, (risk, is_bad) in enumerate(flagged, 1):
        bad += is_bad
        if count >= _FEWEST_FLAGS and bad >= _FLAG_PRECISION * count:
            least = risk
    return least
