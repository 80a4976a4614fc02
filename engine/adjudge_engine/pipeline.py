"""The one path from a case to its evaluation: layers, claims, judges, policy.

`assess` is the deterministic half: pure, no judge, no clock. `conclude` adds judgments and the
policy's word. `evaluate` is both, for a caller with judges at hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from typing import Any

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.case import Case, case_hash
from adjudge_engine.evaluation import (
    Claim,
    EngineStamp,
    Evaluation,
    GateResult,
    Judgment,
    PolicyStamp,
    canonical_report,
    report_hash,
)
from adjudge_engine.evidence import find_evidence, without_misses
from adjudge_engine.gates.proving.proof import but, proof_of
from adjudge_engine.gates.proving.rivals import rivalled
from adjudge_engine.judges.base import Judge, JudgeRequest, without_answers_to_learn_from
from adjudge_engine.layers import run_layers
from adjudge_engine.policy import Policy
from adjudge_engine.registry import Registry
from adjudge_engine.routing import decide_route
from adjudge_engine.subject import Subject
from adjudge_engine.vocabulary import Gate

#: A failure here spends no judge tokens and sends no text anywhere (spec §4).
_BEFORE_JUDGES: tuple[Gate, ...] = ("access", "identity")

#: Fingerprints that calibration has admitted, by criterion.
Admissions = Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class Assessment:
    """All that code found about one case: the part that is the same on every machine.

    `refused`: why claims with a verified citation are not proved, as `Proofs.refused` says it.
    """

    case: Case
    case_hash: str
    gates: dict[Gate, GateResult]
    claims: tuple[Claim, ...]
    refused: Mapping[str, str] = field(default_factory=dict)

    @property
    def may_be_judged(self) -> bool:
        """False where code forbids handing the text to any judge, or there is nothing to read."""
        if not (self.case.answer or "").strip():
            return False
        return all(self.gates[gate].outcome != "fail" for gate in _BEFORE_JUDGES)


@cache
def engine_stamp() -> EngineStamp:
    """This engine's version and those of the libraries whose results stand in reports."""
    libraries = {name: version(name) for name in ("dateparser", "jsonschema", "pint", "rapidfuzz")}
    return EngineStamp(version=version("adjudge"), libraries=libraries)


def assess(case: Case, sources: Registry | None = None) -> Assessment:
    """Every gate and every claim with its evidence, without judge and policy."""
    subject = Subject(case, sources)
    gates = run_layers(subject)
    proved, refused = proof_of(subject, gates["citations"].checks)
    found = find_evidence(subject.claims, case.contexts)
    rivals = rivalled(subject, (claim for claim in found if claim.id in proved))
    claims = tuple(
        claim.model_copy(update={"proved": True})
        if claim.id in proved and claim.id not in rivals
        else claim
        for claim in without_misses(found)
    )
    refused |= {name: but(how) for name, how in rivals.items()}
    return Assessment(case, case_hash(case), gates, claims, refused)


def ask(assessment: Assessment, judges: Sequence[Judge]) -> tuple[Judgment, ...]:
    """Every judge on each of its criteria; nothing where code forbids asking."""
    if not assessment.may_be_judged:
        return ()
    case = without_answers_to_learn_from(assessment.case)
    return tuple(
        judge.judge(JudgeRequest(criterion=criterion, case=case, claims=assessment.claims))
        for judge in judges
        for criterion in judge.criteria
    )


def conclude(
    assessment: Assessment,
    judgments: Sequence[Judgment],
    policy: Policy,
    admissions: Admissions | None = None,
) -> Evaluation:
    """The evaluation: judgments marked as admitted or not, the route, the canonical report."""
    admitted = admissions or {}
    marked = tuple(
        one.model_copy(
            update={"admitted": one.fingerprint in admitted.get(one.criterion, frozenset())}
        )
        for one in judgments
    )
    case, claims, gates = assessment.case, assessment.claims, assessment.gates
    route, reasons = decide_route(
        case,
        assessment.case_hash,
        gates,
        claims,
        marked,
        policy,
        judges_skipped=not assessment.may_be_judged,
        refused=assessment.refused,
    )
    stamp = PolicyStamp(name=policy.name, version=policy.version, hash=policy.hash, tier=case.risk)
    report = canonical_report(assessment.case_hash, gates, claims, stamp, engine_stamp())
    return Evaluation(
        case_id=case.id,
        case_hash=assessment.case_hash,
        route=route,
        reasons=reasons,
        gates=gates,
        claims=claims,
        judgments=marked,
        policy=stamp,
        engine=engine_stamp(),
        report_hash=report_hash(report),
    )


def evaluate(
    case: Case,
    policy: Policy,
    judges: Sequence[Judge] = (),
    sources: Registry | None = None,
    admissions: Admissions | None = None,
) -> Evaluation:
    """One case, checked, judged and routed."""
    assessment = assess(case, sources)
    return conclude(assessment, ask(assessment, judges), policy, admissions)


def canonical_report_of(evaluation: Evaluation) -> dict[str, Any]:
    """The canonical report that `evaluation.report_hash` is the hash of."""
    return canonical_report(
        evaluation.case_hash,
        evaluation.gates,
        evaluation.claims,
        evaluation.policy,
        evaluation.engine,
    )


def evaluation_key(
    case: Case,
    policy: Policy,
    judges: Sequence[Judge] = (),
    sources_digest: str | None = None,
    admissions: Admissions | None = None,
) -> str:
    """What an evaluation rests on, as one hash: the same key is the same evaluation."""
    return canonical_hash(
        {
            "case": case_hash(case),
            "policy": policy.hash,
            "engine": engine_stamp().to_dict(),
            "judges": sorted(
                f"{criterion}:{judge.fingerprint(criterion)}"
                for judge in judges
                for criterion in judge.criteria
            ),
            "sources": sources_digest,
            "admissions": {
                criterion: sorted(prints) for criterion, prints in (admissions or {}).items()
            },
        }
    )


def sources_digest(sources: Registry | None) -> str | None:
    """One hash over the registry's entries, or None without a registry."""
    return None if sources is None else sources.digest
