"""Asking a judge many variants of many cases, in order, with a look ahead, and what it costs.

What code forbids handing to a judge is not asked: `barred`, with nothing sent.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from adjudge_engine.case import Case
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import Judge, JudgeRequest
from adjudge_engine.judges.pairwise import PairwiseJudge
from adjudge_engine.judges.planning import Planned, judges_behind, plan
from adjudge_engine.judges.recorded import RecordedJudge
from adjudge_engine.judges.repeats import RepeatedJudge
from adjudge_engine.judges.running import Asked, begin_on, look_ahead, requests_of
from adjudge_engine.pipeline import assess
from adjudge_engine.vocabulary import PREFERENCE


class Question(NamedTuple):
    """One text to be judged `runs` times, from `sample` on; `key` names it for the caller."""

    key: Hashable
    case: Case
    runs: int = 1
    sample: int = 0


class Answer(NamedTuple):
    """The judgments on a question, one a run; None where code hands the case to no judge."""

    key: Hashable
    judgments: tuple[Judgment, ...] | None


@dataclass(frozen=True)
class Asking:
    """A judge asked on one criterion. A judge that compares is asked in one order at a time.

    Raises JudgeError for a judge that does not know the criterion, and for one that reads
    records: nobody recorded what it says of an altered text.
    """

    judge: Judge
    criterion: str

    def __post_init__(self) -> None:
        if reads_records(self.judge):
            raise JudgeError(
                f"{self.judge.name} gives recorded judgments, and none of an altered text.",
                "Probe a judge that can be asked; --pairs replays recorded defects.",
            )
        if self.criterion not in self.judge.criteria:
            known = ", ".join(self.judge.criteria) or "nothing"
            raise JudgeError(
                f"the judge {self.judge.name} does not judge {self.criterion}",
                f"it judges {known}",
            )
        if self.criterion == PREFERENCE:
            object.__setattr__(self, "judge", _in_one_order(self.judge))

    @property
    def fingerprint(self) -> str:
        """The fingerprint of what is asked."""
        return self.judge.fingerprint(self.criterion)

    def answers(
        self, questions: Iterable[Question], tick: Callable[[Answer], None] = lambda _: None
    ) -> Iterator[Answer]:
        """The answers in the order of the questions; closing it gives up what is under way."""
        ahead = look_ahead((self.judge,))
        waiting: deque[tuple[Question, Asked | None]] = deque()
        try:
            for question in questions:
                waiting.append((question, self._begin(question)))
                while len(waiting) > ahead:
                    yield self._next(waiting, tick)
            while waiting:
                yield self._next(waiting, tick)
        finally:
            for _, asked in waiting:
                if asked is not None:
                    asked.cancel()

    def planned(self, questions: Iterable[Question]) -> Planned:
        """What the questions would take; nothing is sent."""
        total = Planned()
        for question in questions:
            for request in self._requests(question):
                total.join(plan(self.judge, request))
        return total

    def _begin(self, question: Question) -> Asked | None:
        requests = self._requests(question)
        return begin_on((self.judge, one) for one in requests) if requests else None

    def _requests(self, question: Question) -> list[JudgeRequest]:
        """The requests of a question's runs; none where code forbids asking."""
        assessment = assess(question.case)
        if not assessment.may_be_judged:
            return []
        asked = [
            request
            for _, request in requests_of(assessment, (self.judge,))
            if request.criterion == self.criterion
        ]
        samples = range(question.sample, question.sample + question.runs)
        return [replace(one, sample=number) for number in samples for one in asked]

    @staticmethod
    def _next(
        waiting: deque[tuple[Question, Asked | None]], tick: Callable[[Answer], None]
    ) -> Answer:
        question, asked = waiting[0]
        answer = Answer(question.key, None if asked is None else asked.result())
        waiting.popleft()
        tick(answer)
        return answer


def reads_records(judge: Judge) -> bool:
    """Whether what the judge says rests on records of judgments made earlier."""
    return any(isinstance(one, RecordedJudge) for one in judges_behind(judge))


def _in_one_order(judge: Judge) -> Judge:
    """The judge that is shown two answers once, within those that ask it in both orders."""
    while isinstance(judge, PairwiseJudge | RepeatedJudge):
        judge = judge.inner
    return judge


def comparisons(case: Case) -> list[Case]:
    """The comparisons of two in a case: itself, or every pair of a longer list of candidates."""
    if not case.is_comparison or len(case.answers) <= 2:
        return [case]
    return [
        case.model_copy(
            update={
                "id": f"{case.id}#{left + 1}-{right + 1}",
                "answers": (case.answers[left], case.answers[right]),
                "metadata": {**case.metadata, "group": case.group},
            }
        )
        for left in range(len(case.answers))
        for right in range(left + 1, len(case.answers))
    ]


def may_be_asked(case: Case, criterion: str) -> bool:
    """Whether the case is of the criterion's kind: comparisons for preferences, else answers."""
    return case.is_comparison == (criterion == PREFERENCE)
