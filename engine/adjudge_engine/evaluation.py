"""The evaluation of one case, as it is written out and stored."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.keys import JsonObject
from adjudge_engine.models import EVALUATION_SCHEMA, Frozen
from adjudge_engine.vocabulary import GATES, OUTCOMES, Gate, Outcome, Route, Verdict

Part = Literal["answer", "question", "context", "source", "citation", "expect"]


class Where(Frozen):
    """The text that a place's offsets count in.

    `id` names the context, source or citation; `path` is a JSON pointer into an answer that is
    JSON, or into `expect`.
    """

    part: Part
    id: str | None = None
    page: int | None = None
    element_id: str | None = None
    path: str | None = None


class Place(Frozen):
    """A piece of text and where it stands: `where` says in what, offsets are code points.

    Without offsets the text stands nowhere (something missing) or has no single place.
    """

    text: str
    where: Where | None = None
    start: int | None = None
    end: int | None = None


class Check(Frozen):
    """What one deterministic rule found. `verifier` is its name and version, `numbers/1`."""

    check: str
    outcome: Outcome
    code: str
    message: str
    verifier: str
    claim_id: str | None = None
    citation_id: str | None = None
    expected: Place | None = None
    observed: Place | None = None


class GateResult(Frozen):
    """All checks of one layer; the outcome is the worst of theirs."""

    outcome: Outcome
    checks: tuple[Check, ...] = ()

    @classmethod
    def of(cls, checks: list[Check]) -> GateResult:
        """The gate over `checks`: fail > unavailable > pass; without any, not applicable."""
        outcomes = {check.outcome for check in checks}
        for worst in OUTCOMES:
            if worst in outcomes:
                return cls.trusted(outcome=worst, checks=tuple(checks))
        return cls.trusted(outcome="not_applicable", checks=tuple(checks))


class Evidence(Frozen):
    """A span of a context that bears on a claim: `context.text[start:end] == text`.

    `score` is 0..1, how much of the claim stands there in words (1.0: word for word).
    """

    context_id: str
    start: int
    end: int
    text: str
    score: float | None = None


class Claim(Frozen):
    """One atomic statement of the answer: `answer[start:end] == text`.

    `proved` in the strict sense only: the whole text is a verified quote or cell of its citation.
    """

    id: str
    text: str
    start: int
    end: int
    proved: bool = False
    evidence: tuple[Evidence, ...] = ()


class Abstention(Frozen):
    """Why a judge gave no verdict."""

    code: str
    message: str


class ClaimVerdict(Frozen):
    """A judge's word on one claim. `quote` is the judge's; `evidence` where we found it."""

    claim_id: str
    verdict: Verdict
    quote: str | None = None
    evidence: tuple[Evidence, ...] = ()
    reason: str | None = None


class ExtraClaim(Frozen):
    """A claim that only the judge found."""

    text: str
    verdict: Verdict
    reason: str | None = None


class Usage(Frozen):
    """What a judgment took; None is unknown (a price that nobody knows is not zero)."""

    tokens_in: int | None = None
    tokens_out: int | None = None
    cost_usd: float | None = None
    latency_ms: float | None = None
    attempts: int | None = None
    cached: bool | None = None


class Judgment(Frozen):
    """What a judge says on one criterion of one case.

    `score` = supported ÷ claims; `strict` = 1 or 0 (None: abstained or no claims);
    `not_contradicted` = share not contradicted. On a scale (relevance, correctness …) `value` is
    the scale's own value, `score` the same from 0 to 1, `strict` whether it is enough.
    `self_preference`: judge and generator are of one model family (None: not known).
    Judgments made elsewhere may lack most fields.
    """

    criterion: str
    judge: str
    rubric: str | None = None
    fingerprint: str | None = None
    admitted: bool = False
    value: float | None = None
    score: float | None = None
    strict: float | None = None
    not_contradicted: float | None = None
    self_preference: bool | None = None
    abstained: bool = False
    abstention: Abstention | None = None
    rationale: str | None = None
    claims: tuple[ClaimVerdict, ...] = ()
    extra_claims: tuple[ExtraClaim, ...] = ()
    missing: tuple[str, ...] = ()
    usage: Usage | None = None
    model: str | None = None
    parameters: JsonObject = Field(default_factory=dict)


class Reason(Frozen):
    """One entry of the three lists. `outcome` and `gate` say what code found, where it was code."""

    code: str
    message: str
    claim_id: str | None = None
    citation_id: str | None = None
    gate: Gate | None = None
    outcome: Outcome | None = None
    criterion: str | None = None
    action: Route | None = None
    inclusion_probability: float | None = None


class Reasons(Frozen):
    """Why the route is what it is.

    `proved`: what code settled, for (`outcome` pass) or against (fail) the answer.
    `judged`: what a judge said. `uncertain`: what nobody could settle.
    """

    proved: tuple[Reason, ...] = ()
    judged: tuple[Reason, ...] = ()
    uncertain: tuple[Reason, ...] = ()


class PolicyStamp(Frozen):
    """Which policy, and which of its tiers, gave the route."""

    name: str
    version: str
    hash: str
    tier: str


class EngineStamp(Frozen):
    """Which engine, and which versions of the libraries that decide what it finds."""

    version: str
    libraries: dict[str, str] = Field(default_factory=dict)


class RankedContext(Frozen):
    """Where a context stands by relevance, and who said so. It never gates a release."""

    context_id: str
    score: float
    origin: Literal["judge", "fallback", "default"]


class Evaluation(Frozen):
    """The whole outcome for one case: gates apart, claims, judgments, a route with its reasons."""

    case_id: str
    case_hash: str
    route: Route
    reasons: Reasons
    gates: dict[Gate, GateResult]
    claims: tuple[Claim, ...]
    judgments: tuple[Judgment, ...]
    pairwise: JsonObject | None = None
    ranking: tuple[RankedContext, ...] | None = None
    policy: PolicyStamp
    engine: EngineStamp
    report_hash: str
    schema_: str = Field(default=EVALUATION_SCHEMA, alias="schema")

    model_config = Frozen.model_config | {"populate_by_name": True, "serialize_by_alias": True}

    def to_dict(self) -> dict[str, Any]:
        """The evaluation as written out: every gate, every key, `null` where nothing is known.

        Left out when empty are only `pairwise`, `ranking`, the optional keys of reasons, and
        what a place does not have.
        """
        out: dict[str, Any] = self.model_dump(mode="json")
        for optional in ("pairwise", "ranking"):
            if out[optional] is None:
                del out[optional]
        for entries in out["reasons"].values():
            entries[:] = [_without_nulls(entry) for entry in entries]
        for gate in out["gates"].values():
            for check in gate["checks"]:
                for side in ("expected", "observed"):
                    check[side] = _without_nulls(check[side])
        return out


def _without_nulls(value: Any) -> Any:
    """A JSON object without its null members, nested ones too."""
    if not isinstance(value, dict):
        return value
    return {key: _without_nulls(one) for key, one in value.items() if one is not None}


def canonical_report(
    case_hash: str,
    gates: dict[Gate, GateResult],
    claims: tuple[Claim, ...],
    policy: PolicyStamp,
    engine: EngineStamp,
) -> dict[str, Any]:
    """The deterministic part of an evaluation: no judge, no score, no time.

    Same case, same policy, same engine and libraries give the same bytes on any machine.
    """
    return {
        "schema": EVALUATION_SCHEMA,
        "case_hash": case_hash,
        "gates": {gate: gates[gate].to_dict() for gate in GATES},
        "claims": [
            {
                "id": claim.id,
                "start": claim.start,
                "end": claim.end,
                "proved": claim.proved,
                "evidence": [
                    {"context_id": one.context_id, "start": one.start, "end": one.end}
                    for one in claim.evidence
                ],
            }
            for claim in claims
        ],
        "policy": policy.to_dict(),
        "engine": engine.to_dict(),
    }


def report_hash(report: dict[str, Any]) -> str:
    """`sha256:…` of a canonical report."""
    return canonical_hash(report)
