"""The one path from a case to its evaluation: layers, claims, judges, policy.

`assess` is the deterministic half: pure, no judge, no clock. `conclude` adds judgments and the
policy's word. `evaluate` is both, for a caller with judges at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from typing import Any, Protocol

from pydantic import JsonValue

from adjudge_engine.canonical import canonical_hash, canonical_json, digest
from adjudge_engine.case import Case, case_hash
from adjudge_engine.evaluation import (
    Claim,
    EngineStamp,
    Evaluation,
    GateResult,
    Judgment,
    PolicyStamp,
    RankedContext,
    canonical_report,
)
from adjudge_engine.evidence import find_evidence, without_misses
from adjudge_engine.gates.proving.proof import but, proof_of
from adjudge_engine.gates.proving.rivals import rivalled
from adjudge_engine.judges.abstentions import AGAIN
from adjudge_engine.judges.base import Judge, RecordReader
from adjudge_engine.judges.families import prefers_itself
from adjudge_engine.judges.preference import comparison_of
from adjudge_engine.judges.running import begin
from adjudge_engine.layers import run_layers
from adjudge_engine.policy import Admission, Criterion, Policy
from adjudge_engine.registry import Registry
from adjudge_engine.routing import decide_route
from adjudge_engine.subject import Subject
from adjudge_engine.vocabulary import Gate

#: A failure here spends no judge tokens and sends no text anywhere.
_BEFORE_JUDGES: tuple[Gate, ...] = ("access", "identity")
#: Nor does a case that does not hold together: citations without a name of their own, or of a
#: context that the case does not have.
_BROKEN_STRUCTURE = frozenset({"id_missing", "id_malformed", "id_duplicate", "context_unknown"})


class Admissions(Protocol):
    """Which judges calibration has admitted (`calibration.admissions.AdmissionsBook`)."""

    @property
    def stamp(self) -> JsonValue:
        """What stands for them in the key of an evaluation; `{}` where there is none."""

    def why_not(self, judgment: Judgment, needed: Criterion | None, demands: Admission) -> str:
        """Why the judgment releases nothing; empty where its judge is admitted."""


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
        if not any(one.strip() for one in (self.case.answer or "", *self.case.compared)):
            return False
        if any(self.gates[gate].outcome == "fail" for gate in _BEFORE_JUDGES):
            return False
        return not any(one.code in _BROKEN_STRUCTURE for one in self.gates["citations"].checks)


@cache
def engine_stamp() -> EngineStamp:
    """This engine's version and those of the libraries whose results stand in reports."""
    libraries = {name: version(name) for name in ("dateparser", "jsonschema", "pint", "rapidfuzz")}
    return EngineStamp(version=version("adjudge"), libraries=libraries)


def assess(
    case: Case, sources: Registry | None = None, known_hash: str | None = None
) -> Assessment:
    """Every gate and every claim with its evidence, without judge and policy.

    `known_hash`: the case's `case_hash`, where the caller has worked it out already.
    """
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
    return Assessment(case, known_hash or case_hash(case), gates, claims, refused)


def ask(assessment: Assessment, judges: Sequence[Judge]) -> tuple[Judgment, ...]:
    """Every judge on each of its criteria; nothing where code forbids asking.

    Waiting judges wait side by side. For many cases at once see `judges.running`.
    """
    return begin(assessment, judges).result()


def conclude(
    assessment: Assessment,
    judgments: Sequence[Judgment],
    policy: Policy,
    admissions: Admissions | None = None,
    ranking: tuple[RankedContext, ...] | None = None,
) -> Evaluation:
    """The evaluation: judgments marked as admitted or not, the route, the report's hash.

    `ranking` is kept beside them; nothing rests on it.
    """
    return conclude_with_report(assessment, judgments, policy, admissions, ranking)[0]


def conclude_with_report(
    assessment: Assessment,
    judgments: Sequence[Judgment],
    policy: Policy,
    admissions: Admissions | None = None,
    ranking: tuple[RankedContext, ...] | None = None,
) -> tuple[Evaluation, bytes]:
    """The same, with the canonical report as it is hashed and stored."""
    case, claims, gates = assessment.case, assessment.claims, assessment.gates
    why_not = [_why_not(one, case, policy, admissions) for one in judgments]
    marked = tuple(
        one.model_copy(
            update={
                "admitted": not why,
                "self_preference": prefers_itself(one, case.generator),
            }
        )
        for one, why in zip(judgments, why_not, strict=True)
    )
    route, reasons = decide_route(
        case,
        assessment.case_hash,
        gates,
        claims,
        marked,
        policy,
        judges_skipped=not assessment.may_be_judged,
        refused=assessment.refused,
        why_not=why_not,
    )
    stamp = PolicyStamp(name=policy.name, version=policy.version, hash=policy.hash, tier=case.risk)
    report = canonical_json(
        canonical_report(assessment.case_hash, gates, claims, stamp, engine_stamp())
    )
    evaluation = Evaluation(
        case_id=case.id,
        case_hash=assessment.case_hash,
        route=route,
        reasons=reasons,
        gates=gates,
        claims=claims,
        judgments=marked,
        pairwise=comparison_of(marked) if case.is_comparison else None,
        ranking=ranking,
        policy=stamp,
        engine=engine_stamp(),
        report_hash=digest(report),
    )
    return evaluation, report


def _why_not(judgment: Judgment, case: Case, policy: Policy, admissions: Admissions | None) -> str:
    """Why a judgment releases nothing; empty where its judge is admitted for what is asked."""
    if admissions is None:
        return "no admission is on file"
    needed = policy.tiers[case.risk].required_criteria.get(judgment.criterion)
    return admissions.why_not(judgment, needed, policy.admission)


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


@dataclass(frozen=True)
class Basis:
    """What every evaluation of a run rests on beside its case, worked out once for all cases.

    The parts are canonical JSON already, so that a key costs the case's own part and no more.
    """

    before: bytes
    between: bytes
    after: bytes
    readers: tuple[str, ...]

    @classmethod
    def of(
        cls,
        policy: Policy,
        judges: Sequence[Judge] = (),
        sources_digest: str | None = None,
        admissions: Admissions | None = None,
    ) -> Basis:
        """The basis of a run by these. What it takes of them must not change while it is used."""
        asked = sorted(
            f"{criterion}:{judge.name}:{judge.fingerprint(criterion)}"
            for judge in judges
            for criterion in judge.criteria
        )
        told = {} if admissions is None else admissions.stamp
        return cls(
            before=b'{"admissions":' + canonical_json(told) + b',"case":',
            between=b',"engine":%b,"judges":%b,"policy":%b,"recorded":'
            % tuple(map(canonical_json, (engine_stamp().to_dict(), asked, policy.hash))),
            after=b',"sources":' + canonical_json(sources_digest) + b"}",
            readers=tuple(sorted(one.name for one in judges if isinstance(one, RecordReader))),
        )

    def key(self, case: Case, known_hash: str | None = None) -> str:
        """What the case's evaluation rests on, as one hash; `known_hash` is its `case_hash`."""
        content = canonical_json(known_hash or case_hash(case))
        recorded = canonical_json(self._recorded(case))
        return digest(self.before + content + self.between + recorded + self.after)

    def _recorded(self, case: Case) -> dict[str, Any]:
        """What the case's own judgments are to those judges that give them."""
        if not self.readers:
            return {}
        given = [one.to_dict() for one in case.judgments]
        return {"readers": list(self.readers), "judgments": given}


def evaluation_key(
    case: Case,
    policy: Policy,
    judges: Sequence[Judge] = (),
    sources_digest: str | None = None,
    admissions: Admissions | None = None,
) -> str:
    """What an evaluation rests on, as one hash: the same key is the same evaluation."""
    return Basis.of(policy, judges, sources_digest, admissions).key(case)


def key_of_unfinished(key: str, judgments: Sequence[Judgment]) -> str:
    """The key of an evaluation some of whose judgments could not be had, but may be another time.

    It is never that of a finished evaluation, so that the next run asks again. Where every
    judgment is there, or its absence is for good, the key is `key`.
    """
    codes = {code for one in judgments for code in _reasons_for_nothing(one)}
    if AGAIN.isdisjoint(codes):
        return key
    said = [one.model_dump(mode="json", exclude={"usage"}) for one in judgments]
    return canonical_hash({"unfinished": key, "judgments": said})


def _reasons_for_nothing(judgment: Judgment) -> Iterator[str]:
    """Why there is no judgment: its own code, and those of a panel's members that lack theirs."""
    if judgment.abstention is not None:
        yield judgment.abstention.code
        members = judgment.parameters.get("members")
        for one in members if isinstance(members, list) else ():
            code = one.get("abstention") if isinstance(one, dict) else None
            if isinstance(code, str):
                yield code


def sources_digest(sources: Registry | None) -> str | None:
    """One hash over the registry's entries, or None without a registry."""
    return None if sources is None else sources.digest
