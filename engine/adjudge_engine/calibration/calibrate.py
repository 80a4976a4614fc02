"""Calibrate a judge: its word on each labelled case against what people said of it.

Two levels. *Answer*: bad is an answer that people call unfaithful or only partly faithful; the
judge passes it if the reading (`strict` …) reaches the minimum. *Claim*: bad is a claim that
people did not find supported; the judge passes it as `supported`. On both, undetermined labels
are left out and counted, and abstentions of the judge are kept apart from its verdicts.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from adjudge_engine.calibration.agreement import in_words
from adjudge_engine.calibration.confusion import CELLS, Confusion, Said, Truth
from adjudge_engine.calibration.intervals import Interval, bootstrap
from adjudge_engine.calibration.judgments import (
    Asked,
    JudgmentSource,
    Pending,
    Recorded,
    judge_says,
    judge_says_of_claims,
)
from adjudge_engine.calibration.people import labels_of, people_say, people_say_of_claims
from adjudge_engine.case import Case
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import Judge
from adjudge_engine.vocabulary import Reading

CALIBRATION_SCHEMA: Final = "adjudge.calibration/1"

#: Why a case does not count, in the order in which it is reported.
LEFT_OUT: Final = (
    "no_label",
    "undetermined",
    "people_disagree",
    "other_scale",
    "no_judgment",
)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One case on which people and a judge that gave its verdict differ."""

    case_id: str
    people: Truth
    judge: Said

    def to_dict(self) -> dict[str, str]:
        """The disagreement as JSON values."""
        return {"case_id": self.case_id, "people": self.people, "judge": self.judge}


@dataclass(frozen=True, slots=True)
class Level:
    """The figures of one level; `groups` is the number of source groups that the items come from.

    `kappa_interval` resamples those groups; the rates' intervals (Wilson) take items one by one.
    """

    confusion: Confusion
    groups: int
    kappa_interval: Interval | None

    def to_dict(self) -> dict[str, Any]:
        """The level as JSON values."""
        interval = self.kappa_interval
        return self.confusion.to_dict() | {
            "kappa_interval": interval.to_dict() if interval else None,
            "kappa_in_words": in_words(self.confusion.kappa),
            "groups": self.groups,
        }


@dataclass(frozen=True, slots=True)
class Calibration:
    """How one judge did on one criterion. `claim` is None if the judge gave no claim verdicts.

    `left_out` counts the `cases` that do not stand in `answer`, by reason (their claims count
    where people judged them);
    `without_reading` the judgments that had no value for the reading, though they did not abstain.
    """

    judge: str
    fingerprint: str | None
    criterion: str
    reading: Reading
    minimum: float
    cases: int
    left_out: Mapping[str, int]
    without_reading: int
    answer: Level
    claim: Level | None
    disagreements: tuple[Disagreement, ...]

    def to_dict(self) -> dict[str, Any]:
        """The calibration as JSON values. The positive class of all rates is `bad`."""
        return {
            "schema": CALIBRATION_SCHEMA,
            "judge": self.judge,
            "fingerprint": self.fingerprint,
            "criterion": self.criterion,
            "reading": self.reading,
            "minimum": self.minimum,
            "positive": "bad",
            "cases": self.cases,
            "left_out": dict(self.left_out),
            "without_reading": self.without_reading,
            "answer": self.answer.to_dict(),
            "claim": self.claim.to_dict() if self.claim else None,
            "disagreements": [one.to_dict() for one in self.disagreements],
        }


def calibrate(
    cases: Iterable[Case],
    judge: Judge,
    *,
    criterion: str = "faithfulness",
    reading: Reading = "strict",
    minimum: float = 1.0,
) -> Calibration:
    """Ask `judge` about every labelled case, labels hidden, and compare.

    Raises JudgeError if the judge does not judge the criterion.
    """
    return calibrate_source(
        cases, Asked(judge, criterion), criterion=criterion, reading=reading, minimum=minimum
    )


def calibrate_recorded(
    cases: Iterable[Case],
    name: str,
    *,
    criterion: str = "faithfulness",
    reading: Reading = "strict",
    minimum: float = 1.0,
) -> Calibration:
    """Compare the judgments that the cases carry from the judge called `name`."""
    return calibrate_source(
        cases, Recorded(name, criterion), criterion=criterion, reading=reading, minimum=minimum
    )


def calibrate_source(
    cases: Iterable[Case],
    source: JudgmentSource,
    *,
    criterion: str = "faithfulness",
    reading: Reading = "strict",
    minimum: float = 1.0,
) -> Calibration:
    """Compare any source of judgments with people's labels.

    Cases are read once; no more than `source.ahead` of them wait for their judgments at once.
    """
    tally = _Tally(source, criterion, reading, minimum)
    count = 0
    waiting: deque[_Compared] = deque()
    for case in cases:
        count += 1
        if (compared := tally.begin(case)) is not None:
            waiting.append(compared)
        if len(waiting) > source.ahead:
            tally.add(waiting.popleft())
    while waiting:
        tally.add(waiting.popleft())
    return Calibration(
        judge=source.name,
        fingerprint=source.fingerprint,
        criterion=criterion,
        reading=reading,
        minimum=minimum,
        cases=count,
        left_out={why: tally.left_out[why] for why in LEFT_OUT if tally.left_out[why]},
        without_reading=tally.without_reading,
        answer=_level(tally.answers),
        claim=_level(tally.claims) if tally.any_claim_verdict else None,
        disagreements=tuple(tally.disagreements),
    )


_Counts = dict[str, Counter[tuple[Truth, Said]]]  # by group


class _Compared(NamedTuple):
    """A labelled case whose judgments are under way."""

    case: Case
    known: Truth | None
    of_claims: Mapping[str, Truth]
    pending: Pending


@dataclass
class _Tally:
    """What has been counted so far."""

    source: JudgmentSource
    criterion: str
    reading: Reading
    minimum: float
    left_out: Counter[str] = field(default_factory=Counter)
    answers: _Counts = field(default_factory=dict)
    claims: _Counts = field(default_factory=dict)
    without_reading: int = 0
    any_claim_verdict: bool = False
    disagreements: list[Disagreement] = field(default_factory=list)

    def begin(self, case: Case) -> _Compared | None:
        """Asks about one case; None where it has no usable label, which is counted."""
        labels = labels_of(case, self.criterion)
        truth = people_say(labels)
        known: Truth | None = None
        if truth == "good" or truth == "bad":
            known = truth
        else:
            self.left_out[truth] += 1
        claims = split_claims(case.answer or "") if labels else ()
        of_claims = people_say_of_claims(labels, claims)
        if known is None and not of_claims:
            return None
        return _Compared(case, known, of_claims, self.source.begin(case, claims))

    def add(self, compared: _Compared) -> None:
        """Counts what the judge says of one case, or that it says nothing."""
        case, known, of_claims, pending = compared
        judgments = pending()
        if not judgments:
            self.left_out["no_judgment"] += known is not None
            return
        if known is not None:
            self._add_answer(case, known, judgments)
        self._add_claims(case, of_claims, judgments)

    def _add_answer(self, case: Case, truth: Truth, judgments: Sequence[Judgment]) -> None:
        said = judge_says(judgments, self.reading, self.minimum)
        self.answers.setdefault(case.group, Counter())[truth, said] += 1
        if said != "abstain" and (truth == "good") != (said == "pass"):
            self.disagreements.append(Disagreement(case.id, truth, said))
        self.without_reading += sum(
            not one.abstained and getattr(one, self.reading) is None for one in judgments
        )

    def _add_claims(
        self, case: Case, of_claims: Mapping[str, Truth], judgments: Sequence[Judgment]
    ) -> None:
        self.any_claim_verdict |= any(one.claims for one in judgments)
        said = judge_says_of_claims(judgments, of_claims)
        counter = self.claims.setdefault(case.group, Counter())
        counter.update((truth, said[claim_id]) for claim_id, truth in of_claims.items())


def _level(counts: _Counts) -> Level:
    tallies = {group: [counter[cell] for cell in CELLS] for group, counter in counts.items()}
    tallies = {group: cells for group, cells in tallies.items() if any(cells)}
    total = Confusion(*(sum(column) for column in _columns(tallies.values())))
    interval = bootstrap(tallies, lambda cells: Confusion(*cells).kappa)
    return Level(total, len(tallies), interval if total.kappa is not None else None)


def _columns(rows: Iterable[list[int]]) -> Iterator[tuple[int, ...]]:
    """The columns of a table of counts; none for an empty table."""
    return iter(zip(*rows, strict=True))
