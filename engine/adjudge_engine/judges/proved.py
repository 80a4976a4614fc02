"""A judge from outside whose quotes are looked up before its word counts.

Our own judges do that themselves. Of any other, a verdict that rests on a quote which stands in
no context is void: the claim is unsure, and where faithfulness rested on it, it abstains.
"""

from __future__ import annotations

from adjudge_engine.evaluation import Abstention, ClaimVerdict, Judgment
from adjudge_engine.judges.base import Judge, JudgeRequest, WaitingJudge, faithfulness
from adjudge_engine.judges.quotes import Quotes
from adjudge_engine.judges.wrapping import Wrapping

_RESTS_ON_QUOTE = ("supported", "partial", "contradicted")


class ProvedJudge(Wrapping):
    """The judge, with each of its judgments proved."""

    @property
    def criteria(self) -> tuple[str, ...]:
        """The judge's own."""
        return self.inner.criteria

    def fingerprint(self, criterion: str) -> str:
        """The judge's own."""
        return self.inner.fingerprint(criterion)

    def judge(self, request: JudgeRequest) -> Judgment:
        """The judge's word, as far as its quotes hold."""
        return proved(self.inner, self.inner.judge(request), request)


class ProvedWaitingJudge(ProvedJudge):
    """The same of a judge that waits."""

    def __init__(self, judge: WaitingJudge) -> None:
        super().__init__(judge)
        self.waiting = judge

    async def ajudge(self, request: JudgeRequest) -> Judgment:
        """The judge's word, as far as its quotes hold."""
        return proved(self.inner, await self.waiting.ajudge(request), request)


def proved_judge(judge: Judge) -> Judge:
    """The judge, of whichever sort, with its quotes looked up."""
    return ProvedWaitingJudge(judge) if isinstance(judge, WaitingJudge) else ProvedJudge(judge)


def proved(judge: Judge, judgment: Judgment, request: JudgeRequest) -> Judgment:
    """The judgment without verdicts on quotes that stand nowhere."""
    if not isinstance(judgment, Judgment) or not any(one.quote for one in judgment.claims):
        return judgment
    quotes = Quotes(request.case.contexts)
    claims = tuple(_proved(one, quotes) for one in judgment.claims)
    if [one.verdict for one in claims] == [one.verdict for one in judgment.claims]:
        return judgment.model_copy(update={"claims": claims})
    read = faithfulness(judge, claims, rationale="")
    void = Abstention(
        code="quote_not_found", message="a verdict rests on a quote that is not there"
    )
    return judgment.model_copy(
        update={
            "claims": claims,
            "score": read.score,
            "strict": read.strict,
            "not_contradicted": read.not_contradicted,
            "abstained": read.strict is None,
            "abstention": void if read.strict is None else None,
        }
    )


def _proved(said: ClaimVerdict, quotes: Quotes) -> ClaimVerdict:
    if not said.quote or said.verdict not in _RESTS_ON_QUOTE:
        return said
    standing = quotes.find(said.quote)
    if standing is None or (standing.cut and said.verdict == "supported"):
        reason = "the quote that it rests on stands in no whole sentence of a context"
        return said.model_copy(update={"verdict": "unsure", "evidence": (), "reason": reason})
    return said.model_copy(update={"evidence": standing.evidence})
