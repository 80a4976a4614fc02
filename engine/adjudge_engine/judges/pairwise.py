"""Comparing two answers in both orders: a judge's taste for the first place must not decide.

A judge that compares in one order is wrapped: it is asked with the answers as they are and
swapped, and only a verdict that both orders share counts.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import Judge, JudgeRequest, abstained, judged
from adjudge_engine.judges.preference import (
    Orders,
    as_preferred,
    preference,
    swapped,
)
from adjudge_engine.judges.running import wait_for
from adjudge_engine.judges.usage import side_by_side
from adjudge_engine.judges.wrapping import Wrapping
from adjudge_engine.vocabulary import PREFERENCE, Preferred


class PairwiseJudge(Wrapping):
    """Asks a judge that knows the criterion `preference` in both orders.

    The inner judge sees `case.answers` in the order in which it is to read them and gives its
    verdict as `parameters["preferred"]`: `A` for the first one shown, `B` for the second, `tie`.
    Raises JudgeError for a judge that does not know the criterion.
    """

    criteria: tuple[str, ...] = (PREFERENCE,)

    def __init__(self, judge: Judge) -> None:
        if PREFERENCE not in judge.criteria:
            raise JudgeError(f"{judge.name} does not compare answers", "give it a pairwise rubric")
        super().__init__(judge)

    def fingerprint(self, criterion: str) -> str:
        """Changes with the inner judge's."""
        return canonical_hash({"judge": "pairwise/1", "inner": self.inner.fingerprint(criterion)})

    def judge(self, request: JudgeRequest) -> Judgment:
        """The preference, waited for. Not from within an event loop."""
        return wait_for(self.ajudge(request))

    async def ajudge(self, request: JudgeRequest) -> Judgment:
        """The preference that both orders share, else an abstention."""
        answers = request.case.answers
        if len(answers) != 2:
            message = f"a comparison has two answers, not {len(answers)}"
            return abstained(self, request.criterion, "no_answer", message)
        own, other = await asyncio.gather(
            *(judged(self.inner, one) for one in self.orders(request))
        )
        usage = side_by_side((own.usage, other.usage))
        for one in (own, other):
            if one.abstained or not _said(one):
                given = one.abstention
                code = given.code if given else "malformed"
                message = given.message if given else "the judge names neither answer nor a tie"
                return abstained(self, PREFERENCE, code, message, usage=usage, rubric=one.rubric)
        return preference(
            self,
            Orders(_said(own), swapped(_said(other))),
            rationale=own.rationale,
            rubric=own.rubric,
            model=own.model,
            usage=usage,
            parameters=own.parameters,
        )

    def orders(self, request: JudgeRequest) -> tuple[JudgeRequest, JudgeRequest]:
        """The request with the answers as they are, and swapped."""
        turned = request.case.model_copy(update={"answers": request.case.answers[::-1]})
        return request, replace(request, case=turned)


def _said(judgment: Judgment) -> Preferred | None:
    return as_preferred(judgment.parameters.get("preferred"))
