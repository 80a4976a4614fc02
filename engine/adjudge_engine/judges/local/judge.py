"""The embedded judge: offline, free, and silent unless the words leave little doubt.

It measures how far a claim's words, numbers and names stand in the contexts, weighs that with a
small linear head, and stops at everything by which the same words could mean another thing. What
it cannot decide is `unsure`; it never calls anything contradicted, because words alone do not show
that. Completeness is the same the other way round: how far a criterion stands in the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from time import perf_counter
from typing import Final

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.claims import CLAIMS
from adjudge_engine.evaluation import Abstention, ClaimVerdict, Judgment, Usage
from adjudge_engine.evidence import EVIDENCE
from adjudge_engine.judges.base import JudgeRequest, abstained, faithfulness
from adjudge_engine.judges.local.criteria import Covered, coverage
from adjudge_engine.judges.local.features import FEATURES_VERSION
from adjudge_engine.judges.local.head import Head, shipped_head
from adjudge_engine.judges.local.session import Session
from adjudge_engine.text.names import NAMES
from adjudge_engine.text.tokens import TOKENS

VERSION: Final = "local/4"

#: What it can judge; relevance it cannot, and says so.
KNOWS: Final = ("faithfulness", "completeness")


@lru_cache(maxsize=64)  # asked for several times a case
def _fingerprint(name: str, criterion: str, head: str) -> str:
    return canonical_hash(
        {
            "name": name,
            "version": VERSION,
            "criterion": criterion,
            "parts": [CLAIMS, EVIDENCE, FEATURES_VERSION, NAMES, TOKENS],
            "head": head,
        }
    )


class LocalJudge:
    """Judges faithfulness, and completeness against criteria or a reference, by words.

    `head`: what weighs the features; None: the one that comes with the program. `criteria`: what
    it is asked about each case; whatever it is asked, it answers what it `KNOWS`.
    """

    name: str = "local"
    remote = False

    def __init__(
        self, head: Head | None = None, *, criteria: tuple[str, ...] = ("faithfulness",)
    ) -> None:
        self.head = shipped_head() if head is None else head
        self.criteria = criteria

    def fingerprint(self, criterion: str) -> str:
        """`sha256:…` over everything that can change a verdict."""
        return _fingerprint(self.name, criterion, self.head.hash)

    def judge(self, request: JudgeRequest) -> Judgment:
        """A judgment of `request`; abstains on criteria it does not know and without material."""
        began = perf_counter()
        if request.criterion == "faithfulness":
            return self._faithfulness(request, began)
        if request.criterion == "completeness":
            return self._completeness(request, began)
        message = f"this judge does not judge {request.criterion}: words alone do not show it"
        return self._abstain(request, "criterion", message, began)

    def _faithfulness(self, request: JudgeRequest, began: float) -> Judgment:
        if not request.claims:
            return self._abstain(request, "no_claims", "the answer makes no claim", began)
        if not any(context.text.strip() for context in request.case.contexts):
            return self._abstain(request, "no_context", "the case has no context to read", began)
        session = Session(self.head, request.case, request.claims, request.gates)
        verdicts = session.verdicts()
        judgment = faithfulness(
            self, verdicts, rationale=_rationale(verdicts), usage=_usage(began), rubric=VERSION
        )
        if judgment.abstained and session.is_foreign:
            why = "beyond word for word this judge reads English only"
            abstention = Abstention(code="language", message=why)
            judgment = judgment.model_copy(update={"abstention": abstention})
        return judgment

    def _completeness(self, request: JudgeRequest, began: float) -> Judgment:
        if not (request.case.answer or "").strip():
            return self._abstain(request, "no_claims", "there is no answer to judge", began)
        points = coverage(self.head, request.case)
        if points is None:
            message = "the case gives neither criteria nor a reference"
            return self._abstain(request, "no_reference", message, began)
        if not points.reads:
            message = "beyond word for word this judge reads English only"
            return self._abstain(request, "language", message, began)
        return self._covered(points.covered, began)

    def _covered(self, points: Sequence[Covered], began: float) -> Judgment:
        missing = tuple(one.text for one in points if one.is_missing)
        covered = sum(one.is_covered for one in points)
        count = len(points)
        unclear = count - covered - len(missing)
        strict = 0.0 if missing else None if unclear else 1.0
        abstention = None
        if strict is None:
            message = f"the words do not tell of {unclear} of {count} criteria"
            abstention = Abstention(code="unsure", message=message)
        return Judgment(
            criterion="completeness",
            judge=self.name,
            rubric=VERSION,
            fingerprint=self.fingerprint("completeness"),
            score=covered / count,
            strict=strict,
            abstained=strict is None,
            abstention=abstention,
            rationale=f"Of {count} criteria, by their words: {covered} covered, "
            f"{len(missing)} left out, {unclear} unclear.",
            missing=missing,
            usage=_usage(began),
        )

    def _abstain(self, request: JudgeRequest, code: str, message: str, began: float) -> Judgment:
        usage = _usage(began)
        return abstained(self, request.criterion, code, message, usage=usage, rubric=VERSION)


def _usage(began: float) -> Usage:
    return Usage(
        tokens_in=0,
        tokens_out=0,
        cost_usd=0.0,
        latency_ms=round((perf_counter() - began) * 1000, 3),
        attempts=1,
        cached=False,
    )


def _rationale(verdicts: Sequence[ClaimVerdict]) -> str:
    """One sentence: how many claims of each kind."""
    said = [one.verdict for one in verdicts]
    parts = [
        f"{said.count(verdict)} {name}"
        for verdict, name in (
            ("supported", "supported by its words"),
            ("not_mentioned", "not mentioned"),
            ("unsure", "left open"),
        )
        if verdict in said
    ]
    return f"Of {len(said)} claim{'s' * (len(said) > 1)}: {', '.join(parts)}."
