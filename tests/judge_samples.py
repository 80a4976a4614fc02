"""Judges and requests for the tests of what wraps judges: each says what it was told to say."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from adjudge_engine.case import Case
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import ClaimVerdict, Judgment, Usage
from adjudge_engine.judges.base import JudgeRequest, abstained, faithfulness
from adjudge_engine.vocabulary import Verdict

ANSWER = "The lamp is red. It weighs two kilos. It was made in Porto."
CONTEXT = "The red lamp from Porto weighs two kilos, box included."


def case(answer: str = ANSWER, **more: Any) -> Case:
    """A case with one context."""
    contexts = ({"id": "k", "text": CONTEXT},)
    fields = {"id": "c", "question": "Which lamp?", "answer": answer, "contexts": contexts}
    return Case.model_validate(fields | more)


def request(
    criterion: str = "faithfulness",
    of: Case | None = None,
    recorded: Sequence[Judgment] = (),
    sample: int = 0,
) -> JudgeRequest:
    """The request on a case, with the judgments that a reader of records would be shown."""
    about = of or case()
    claims = split_claims(about.answer or "")
    return JudgeRequest(criterion, about, claims, tuple(recorded), sample)


def verdicts(request: JudgeRequest, words: str) -> list[ClaimVerdict]:
    """One verdict a claim, by letter: s, p, n, c, u; a space says nothing of the claim."""
    of: dict[str, Verdict] = {
        "s": "supported",
        "p": "partial",
        "n": "not_mentioned",
        "c": "contradicted",
        "u": "unsure",
    }
    pairs = zip(request.claims, words, strict=True)
    return [
        ClaimVerdict(claim_id=claim.id, verdict=of[word], reason=f"read {word}")
        for claim, word in pairs
        if word != " "
    ]


class Says:
    """Says `words` (letters for faithfulness, `!code` to abstain), at once."""

    def __init__(
        self, name: str, words: str, *, remote: bool = False, model: str | None = None
    ) -> None:
        self.name = name
        self.words = words
        self.remote = remote
        self.model = model
        self.seen: list[JudgeRequest] = []

    criteria: tuple[str, ...] = ("faithfulness",)

    def fingerprint(self, criterion: str) -> str:
        return f"{self.name}/{self.words}/{criterion}"

    def judge(self, request: JudgeRequest) -> Judgment:
        self.seen.append(request)
        usage = Usage(tokens_in=10, tokens_out=2, cost_usd=0.5, latency_ms=7, attempts=1)
        if self.words.startswith("!"):
            return abstained(self, request.criterion, self.words[1:], "told to", usage=usage)
        said = faithfulness(self, verdicts(request, self.words), rationale=self.name, usage=usage)
        return said.model_copy(update={"model": self.model})


class Waits:
    """Asks `say` for its judgment, by the sample's number, after a turn of the event loop."""

    remote = True

    def __init__(
        self,
        say: Callable[[JudgeRequest], Judgment],
        *,
        name: str = "far",
        criteria: tuple[str, ...] = ("faithfulness",),
    ) -> None:
        self.name = name
        self.criteria = criteria
        self.say = say
        self.samples: list[int] = []
        self.seen: list[JudgeRequest] = []

    def fingerprint(self, criterion: str) -> str:
        return f"{self.name}/{criterion}"

    def judge(self, request: JudgeRequest) -> Judgment:
        return asyncio.run(self.ajudge(request))

    async def ajudge(self, request: JudgeRequest) -> Judgment:
        self.samples.append(request.sample)
        self.seen.append(request)
        await asyncio.sleep(0)
        return self.say(request)


def scored(criterion: str, judge: str, **values: Any) -> Judgment:
    """A judgment of a whole answer."""
    return Judgment(criterion=criterion, judge=judge, **values)
