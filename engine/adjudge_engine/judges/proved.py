"""A judge from outside: redacted before it is asked, its quotes looked up before it counts.

Our own judges do both themselves. Any other that sends text away gets none that is private; and a
verdict of it that rests on a quote which stands in no context is void: the claim is unsure, and
where faithfulness rested on it, it abstains.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.claims import CLAIMS
from adjudge_engine.evaluation import Abstention, ClaimVerdict, Judgment
from adjudge_engine.judges.base import (
    Judge,
    JudgeRequest,
    WaitingJudge,
    abstained,
    faithfulness,
)
from adjudge_engine.judges.folding import without_fault
from adjudge_engine.judges.hidden import Hidden
from adjudge_engine.judges.quotes import QUOTES, Quotes
from adjudge_engine.judges.wrapping import Wrapping
from adjudge_engine.privacy.patterns import NotRedacted
from adjudge_engine.privacy.redaction import Redactor

_RESTING: Final = ("supported", "partial", "contradicted")
_WHY: Final = {
    "quote_not_found": "a verdict rests on a quote that is not there",
    "quote_unrelated": "a verdict rests on a quote that has nothing to do with its claim",
}


class Proven(NamedTuple):
    """A verdict as far as its quote holds; `void`: the code of why it does not."""

    said: ClaimVerdict
    void: str | None = None


class ProvedJudge(Wrapping):
    """The judge, with each of its judgments proved.

    `redactor`: what is taken out of every text before the judge gets it, as long as it sends text
    away and does not say that it takes out what is private itself (`redacts`).
    """

    def __init__(self, judge: Judge, redactor: Redactor | None = None) -> None:
        super().__init__(judge)
        self._redactor = redactor

    @property
    def redactor(self) -> Redactor | None:
        """What is taken out now; None: the judge gets the case as it is."""
        keeps = self.inner.remote is False or getattr(self.inner, "redacts", False) is True
        return None if keeps else self._redactor

    @property
    def criteria(self) -> tuple[str, ...]:
        """The judge's own."""
        return self.inner.criteria

    def fingerprint(self, criterion: str) -> str:
        """The judge's own, how an answer becomes claims, how quotes are looked up, and what is
        taken out of the texts before it gets them."""
        redactor = self.redactor
        return canonical_hash(
            {
                "judge": "proved/1",
                "inner": self.inner.fingerprint(criterion),
                "parts": [CLAIMS, QUOTES],
                "redaction": None if redactor is None else redactor.fingerprint,
            }
        )

    def judge(self, request: JudgeRequest) -> Judgment:
        """The judge's word, as far as its quotes hold."""
        redactor = self.redactor
        if redactor is None:
            return proved(self, self.inner.judge(request), request)
        try:
            hidden = Hidden(request, redactor)
        except NotRedacted as failed:
            return abstained(self, request.criterion, "not_redacted", str(failed))
        return proved(self, _back(hidden, self.inner.judge(hidden.request)), request)


class ProvedWaitingJudge(ProvedJudge):
    """The same of a judge that waits."""

    def __init__(self, judge: WaitingJudge, redactor: Redactor | None = None) -> None:
        super().__init__(judge, redactor)
        self.waiting = judge

    async def ajudge(self, request: JudgeRequest) -> Judgment:
        """The judge's word, as far as its quotes hold."""
        redactor = self.redactor
        if redactor is None:
            return proved(self, await self.waiting.ajudge(request), request)
        try:
            hidden = Hidden(request, redactor)
        except NotRedacted as failed:
            return abstained(self, request.criterion, "not_redacted", str(failed))
        return proved(self, _back(hidden, await self.waiting.ajudge(hidden.request)), request)


def proved_judge(judge: Judge, redactor: Redactor | None = None) -> Judge:
    """The judge, of whichever sort, with its quotes looked up; see `ProvedJudge`."""
    if isinstance(judge, WaitingJudge):
        return ProvedWaitingJudge(judge, redactor)
    return ProvedJudge(judge, redactor)


def _back(hidden: Hidden, judgment: Judgment) -> Judgment:
    """The judgment in the case's words; what is none is passed on for the run to refuse."""
    return hidden.back(judgment) if isinstance(judgment, Judgment) else judgment


def proved(judge: Judge, judgment: Judgment, request: JudgeRequest) -> Judgment:
    """The judgment without verdicts on quotes that stand nowhere; an abstention where it passes
    every claim, but faults a statement beside them."""
    if not isinstance(judgment, Judgment):
        return judgment
    return without_fault(_with_quotes(judge, judgment, request))


def _with_quotes(judge: Judge, judgment: Judgment, request: JudgeRequest) -> Judgment:
    if not any(one.quote for one in judgment.claims):
        return judgment
    quotes = Quotes(request.case.contexts)
    texts = {one.id: one.text for one in request.claims}
    proven = [proven_verdict(one, texts.get(one.claim_id, ""), quotes) for one in judgment.claims]
    claims = tuple(one.said for one in proven)
    void = [one.void for one in proven if one.void is not None]
    if not void:
        return judgment.model_copy(update={"claims": claims})
    read = faithfulness(judge, claims, rationale="")
    code, message = why_void(void)
    return judgment.model_copy(
        update={
            "claims": claims,
            "score": read.score,
            "strict": read.strict,
            "not_contradicted": read.not_contradicted,
            "abstained": read.strict is None,
            "abstention": Abstention(code=code, message=message) if read.strict is None else None,
        }
    )


def rests_on_quote(said: ClaimVerdict) -> bool:
    """Whether a verdict gives a quote as its ground."""
    return said.quote is not None and said.verdict in _RESTING


def proven_verdict(said: ClaimVerdict, claim: str, quotes: Quotes) -> Proven:
    """The verdict with the place of its quote; `unsure` where that stands nowhere, where a
    sentence was cut off, or, of a supported claim, where it is about something else."""
    if said.quote is None or not rests_on_quote(said):
        return Proven(said)
    standing = quotes.find(said.quote)
    if standing is None:
        return _void(said, "quote_not_found", "the quote that it rests on stands in no context")
    if said.verdict == "supported" and standing.cut:
        why = "the quote that it rests on is in a sentence that was cut off"
        return _void(said, "quote_not_found", why)
    if said.verdict == "supported" and not standing.is_about(claim):
        why = "the quote that it rests on has nothing to do with the claim"
        return _void(said, "quote_unrelated", why)
    return Proven(said.model_copy(update={"evidence": standing.evidence}))


def why_void(codes: Iterable[str]) -> tuple[str, str]:
    """Code and message of an abstention for such verdicts: a missing quote weighs most."""
    code = "quote_unrelated" if set(codes) == {"quote_unrelated"} else "quote_not_found"
    return code, _WHY[code]


def _void(said: ClaimVerdict, code: str, reason: str) -> Proven:
    update = {"verdict": "unsure", "evidence": (), "reason": reason}
    return Proven(said.model_copy(update=update), code)
