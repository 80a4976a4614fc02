"""Figures on the people who decide: pace, agreement with each other and with themselves.

Pure functions over plain records; how they drift against known answers is in `drift`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import combinations
from math import fsum
from statistics import median
from typing import Any, Final

from adjudge_engine.calibration.raters.coefficient import DEFAULT, Coefficient, Resampling
from adjudge_engine.calibration.raters.cohen import cohen
from adjudge_engine.calibration.raters.multirater import gwet, percent_agreement
from adjudge_engine.calibration.raters.ratings import Ratings, Value
from adjudge_engine.calibration.statistics.confusion import Rate

#: The actions that end the review of an item; all others put it off or hand it on.
FINAL: Final = frozenset({"approve", "block", "relabel"})
SKIP: Final = "skip"

#: What a verdict is on: an item, and in it the answer, a criterion or a claim.
Thing = tuple[str, str]

_TIMES: Final = ("first", "second")


@dataclass(frozen=True, slots=True)
class ReviewDecision:
    """One decision of one reviewer, undone ones left out.

    `at` carries a time zone. `seconds` is the time spent, None where it is not known. `action` is
    `approve`, `block`, `relabel`, `escalate`, `skip` or `snooze`. `verdicts` says what the
    reviewer found, by what it is about: `answer`, a criterion, a claim's id; in blind mode the
    first verdicts, given before the judge was seen. *Undetermined* is a verdict like any other;
    what is not in it was not said. `group` is the source document, None if it is not known.
    """

    reviewer: str
    item: str
    at: datetime
    action: str
    verdicts: Mapping[str, Value] = field(default_factory=dict)
    seconds: float | None = None
    group: str | None = None

    def __post_init__(self) -> None:
        if self.at.utcoffset() is None:
            raise ValueError(f"the time of {self.reviewer} on {self.item} has no zone")
        if self.seconds is not None and not self.seconds >= 0:
            raise ValueError(f"{self.reviewer} cannot have spent {self.seconds} s on {self.item}")

    def said(self) -> Iterator[tuple[Thing, Value]]:
        """((item, what it is about), verdict) for every verdict."""
        for about, value in self.verdicts.items():
            yield (self.item, about), value


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast one reviewer works.

    `median_seconds` is over final decisions with a known time. `per_hour` are those decisions in
    an hour of all time that is known to be spent, skipped and postponed items included; None
    where no time is known. `skipped` is the share of all actions.
    """

    reviewer: str
    decisions: int
    timed: int
    median_seconds: float | None
    per_hour: float | None
    skipped: Rate

    def to_dict(self) -> dict[str, Any]:
        """The pace as JSON values."""
        return {
            "reviewer": self.reviewer,
            "decisions": self.decisions,
            "timed": self.timed,
            "median_seconds": self.median_seconds,
            "per_hour": self.per_hour,
            "skipped": self.skipped.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Concord:
    """Two series of verdicts on the same things: two reviewers, or one reviewer twice."""

    first: str
    second: str
    agreement: Coefficient
    kappa: Coefficient
    ac1: Coefficient

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {
            "first": self.first,
            "second": self.second,
            "agreement": self.agreement.to_dict(),
            "kappa": self.kappa.to_dict(),
            "ac1": self.ac1.to_dict(),
        }


def pace(decisions: Iterable[ReviewDecision]) -> tuple[Pace, ...]:
    """Each reviewer's pace, by name."""
    return tuple(_pace(name, own) for name, own in by_reviewer(decisions).items())


def pairwise_agreement(
    decisions: Iterable[ReviewDecision],
    *,
    scale: Sequence[Value] | None = None,
    how: Resampling = DEFAULT,
) -> tuple[Concord, ...]:
    """Every two reviewers who judged the same things, on these; by their names.

    Where somebody decided on an item again, the last verdict on each thing counts. Give verdicts
    of one kind at a time, of answers or of claims: telling the kinds apart is no agreement.
    `scale` names the possible verdicts, for AC1.
    """
    ratings = ratings_of(decisions)
    return tuple(
        _concord(ratings, (one, other), (one, other), scale, how)
        for one, other in _who_share(ratings)
    )


def self_consistency(
    decisions: Iterable[ReviewDecision],
    *,
    scale: Sequence[Value] | None = None,
    how: Resampling = DEFAULT,
) -> tuple[Concord, ...]:
    """Each reviewer's first and second verdict on the things that came back to them, by name.

    Give only decisions that were made anew: a second decision that corrects the first with the
    first in sight says nothing about consistency.
    """
    found: list[Concord] = []
    for name, own in by_reviewer(decisions).items():
        verdicts: dict[Thing, list[Value]] = {}
        for decision in own:
            for thing, value in decision.said():
                verdicts.setdefault(thing, []).append(value)
        rows = [
            (time, thing, values[place])
            for thing, values in verdicts.items()
            if len(values) > 1
            for place, time in enumerate(_TIMES)
        ]
        if rows:
            ratings = Ratings.of(rows, _groups(own))
            found.append(_concord(ratings, _TIMES, (name, name), scale, how))
    return tuple(found)


def ratings_of(decisions: Iterable[ReviewDecision]) -> Ratings:
    """Reviewer → thing → last verdict, for the coefficients of many raters.

    Its groups are the source documents, or the items where the document is not known: verdicts
    on the claims of one item are not independent.
    """
    decisions = list(decisions)
    last = {
        (name, thing): value
        for name, own in by_reviewer(decisions).items()
        for decision in own
        for thing, value in decision.said()
    }
    rows = ((name, thing, value) for (name, thing), value in last.items())
    return Ratings.of(rows, _groups(decisions))


def by_reviewer(decisions: Iterable[ReviewDecision]) -> dict[str, list[ReviewDecision]]:
    """Each reviewer's decisions in the order of time; names in order."""
    found: dict[str, list[ReviewDecision]] = {}
    for decision in sorted(decisions, key=lambda one: (one.reviewer, one.at, one.item)):
        found.setdefault(decision.reviewer, []).append(decision)
    return found


def _pace(name: str, own: Sequence[ReviewDecision]) -> Pace:
    final = [one.seconds for one in own if one.action in FINAL]
    timed = [seconds for seconds in final if seconds is not None]
    spent = fsum(one.seconds for one in own if one.seconds is not None)
    return Pace(
        reviewer=name,
        decisions=len(final),
        timed=len(timed),
        median_seconds=median(timed) if timed else None,
        per_hour=3600 * len(timed) / spent if timed and spent else None,
        skipped=Rate(sum(one.action == SKIP for one in own), len(own), "all actions"),
    )


def _who_share(ratings: Ratings) -> list[tuple[str, str]]:
    """The pairs of reviewers with a thing in common, in order."""
    who: dict[Hashable, list[str]] = {}
    for name in sorted(ratings.by_rater):
        for thing in ratings.by_rater[name]:
            who.setdefault(thing, []).append(name)
    together = {tuple(names) for names in who.values()}
    return sorted({pair for names in together for pair in combinations(names, 2)})


def _concord(
    ratings: Ratings,
    raters: tuple[str, str],
    names: tuple[str, str],
    scale: Sequence[Value] | None,
    how: Resampling,
) -> Concord:
    one, other = (ratings.by_rater[rater] for rater in raters)
    shared = [thing for thing in one if thing in other]
    both = Ratings(
        {rater: {thing: ratings.by_rater[rater][thing] for thing in shared} for rater in raters},
        ratings.group_of,
    )
    return Concord(
        first=names[0],
        second=names[1],
        agreement=percent_agreement(both, how=how),
        kappa=cohen(both, scale=scale, how=how),
        ac1=gwet(both, scale=scale, how=how),
    )


def _groups(decisions: Iterable[ReviewDecision]) -> dict[Hashable, Hashable]:
    """thing → its item's source document, or the item itself."""
    decisions = list(decisions)
    documents = {one.item: one.group for one in decisions if one.group is not None}
    return {
        thing: ("document", documents[one.item]) if one.item in documents else ("item", one.item)
        for one in decisions
        for thing, _ in one.said()
    }
