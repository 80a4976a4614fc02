"""One case on its way through a run: read, checked, under way with the judges, routed."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.case import Case
from adjudge_engine.double_review import second_reason
from adjudge_engine.evaluation import Judgment, RankedContext
from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.running import Asked, begin, started
from adjudge_engine.pipeline import (
    Admissions,
    Assessment,
    Basis,
    assess,
    conclude_with_report,
    key_of_unfinished,
    sources_digest,
)
from adjudge_engine.policy import Policy
from adjudge_engine.reading import Reject
from adjudge_engine.registry import Registry
from adjudge_queue.records import Record
from adjudge_tui.sources.source_stamps import sources_of

if TYPE_CHECKING:
    from adjudge_engine.judges.ranking.making import Ranking


@dataclass(frozen=True)
class Rules:
    """What every case of a run is evaluated by. `admissions` None: no judge is admitted."""

    policy: Policy
    judges: Sequence[Judge] = ()
    sources: Registry | None = None
    ranking: Ranking | None = None
    admissions: Admissions | None = None

    @cached_property
    def _basis(self) -> Basis:
        return Basis.of(self.policy, self.judges, sources_digest(self.sources), self.admissions)

    def key(self, case: Case, known_hash: str | None = None) -> str:
        """The key of the case's evaluation; `known_hash` is its `case_hash`, where it is known."""
        key = self._basis.key(case, known_hash)
        if self.ranking is None:
            return key
        return canonical_hash({"evaluation": key, "ranking": self.ranking.stamp})


class Read(NamedTuple):
    """A case with where it came from; `case_hash` is None where nobody has worked it out."""

    file: str
    line: int
    raw: str
    case: Case
    key: str
    case_hash: str | None = None

    @property
    def pair(self) -> tuple[str, str]:
        return self.case.id, self.key


class Finished(NamedTuple):
    """An evaluated case as it is stored; `record` is a Record, or what a store makes of it."""

    key: str
    route: str
    record: Any
    judgments: tuple[Judgment, ...]


class UnderWay(Protocol):
    """A case that is being evaluated, here or elsewhere.

    `key` is that of its evaluation once there is one; `stored` says that it is kept.
    """

    key: str | None
    stored: bool

    @property
    def read(self) -> Read: ...

    @property
    def done(self) -> bool:
        """Whether nothing is still to come."""

    def wait(self, seconds: float) -> bool:
        """Waits at most so long for each part; whether it is done then."""

    def cancel(self) -> None:
        """Gives up what has not come yet."""

    def finished(self) -> Finished | Reject:
        """The outcome of one that is done."""


@dataclass
class Begun:
    """A case under way: what code found, and the judges' words, some perhaps still to come."""

    read: Read
    assessment: Assessment
    asked: Asked
    rules: Rules
    ranked: Future[tuple[RankedContext, ...]] | None = None
    key: str | None = None
    stored: bool = False

    @property
    def done(self) -> bool:
        """Whether nothing is still to come."""
        return self.asked.done and (self.ranked is None or self.ranked.done())

    def wait(self, seconds: float) -> bool:
        """Waits at most so long for each part; whether it is done then."""
        if self.asked.wait(seconds) and self.ranked is not None:
            wait([self.ranked], timeout=seconds)
        return self.done

    def cancel(self) -> None:
        """Gives up what has not come yet."""
        self.asked.cancel()
        if self.ranked is not None:
            self.ranked.cancel()

    def finished(self) -> Finished | Reject:
        """The case routed; one that breaks the engine is rejected."""
        try:
            record = record_of(self, self.rules)
            route = str(record.evaluation["route"])
            return Finished(record.key, route, record, self.asked.result())
        except Exception as error:  # the worker boundary, as in `begun_on`
            return engine_error(self.read, error)


class Twice(NamedTuple):
    """A case that was given before in this run, and is not in the queue yet."""

    read: Read
    first: UnderWay


def begun_on(one: Read, rules: Rules) -> Begun | Reject:
    """Checks a case and asks the judges; one that breaks the engine is rejected."""
    try:
        assessment = assess(one.case, rules.sources, one.case_hash)
        return judged_on(one, assessment, begin(assessment, rules.judges), rules)
    except Exception as error:  # the worker boundary: a defect of ours must not end the run
        return engine_error(one, error)


def judged_on(one: Read, assessment: Assessment, asked: Asked, rules: Rules) -> Begun:
    """A checked case whose judges are asked, its ranking under way too."""
    return Begun(one, assessment, asked, rules, _ranked(assessment, rules.ranking))


def _ranked(
    assessment: Assessment, ranking: Ranking | None
) -> Future[tuple[RankedContext, ...]] | None:
    """The ranking of a case's contexts, under way. Where no judge may be asked, none is shown."""
    if ranking is None:
        return None
    from adjudge_engine.judges.ranking.ranker import ranked

    ranker = ranking.ranker if assessment.may_be_judged else ranking.offline
    return started(ranked(assessment.case, ranker, _moment(assessment.case.created_at)))


def _moment(at: str | None) -> datetime | None:
    """When the case came about; ages of its contexts count to there, so every run ranks alike."""
    try:
        found = datetime.fromisoformat(at or "")
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def engine_error(one: Read, error: Exception) -> Reject:
    """The reject of a case that broke the engine."""
    return broken(one, f"{type(error).__name__}: {error}")


def broken(one: Read, what: str) -> Reject:
    """The same, in words."""
    return Reject(one.file, one.line, "", f"engine error: {what}", one.raw)


def record_of(one: Begun, rules: Rules) -> Record:
    """The record of a case whose judgments are there."""
    case, judgments = one.read.case, one.asked.result()
    ranking = None
    if one.ranked is not None:
        with suppress(Exception):  # nothing rests on it, so nothing may fail with it
            ranking = one.ranked.result()
    evaluation, report = conclude_with_report(
        one.assessment, judgments, rules.policy, rules.admissions, ranking
    )
    return Record(
        case_id=case.id,
        case_hash=evaluation.case_hash,
        key=key_of_unfinished(one.read.key, judgments),
        case=case.to_dict(),
        evaluation=evaluation.to_dict(),
        report=report,
        second=second_reason(case, evaluation.case_hash, rules.policy),
        sources=sources_of(case, rules.sources),
    )
