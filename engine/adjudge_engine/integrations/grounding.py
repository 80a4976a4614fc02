"""Does anything speak against an answer? The checks as one yes or no, with every reason.

The yes is no score and no blend: each gate that counts has to hold by itself. What fails, what
could not be checked, and a claim that stands on no passage are each a no of their own. A yes
says that code found nothing wrong; whether each sentence is true of its passages is only asked
where judges are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

from adjudge_engine.errors import InputError
from adjudge_engine.evaluation import Check, Claim, Evaluation, Judgment, Place
from adjudge_engine.evidence import SUPPORTING
from adjudge_engine.integrations.wording import listed, visible
from adjudge_engine.pipeline import evaluate
from adjudge_engine.policy import Criterion, Policy, default_policy
from adjudge_engine.vocabulary import GATES, UNSUPPORTED, Gate, Outcome, Route

if TYPE_CHECKING:
    from adjudge_engine.case import Case
    from adjudge_engine.judges.base import Judge
    from adjudge_engine.registry import Registry


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that keeps an answer from passing.

    `source` is the gate, `claims` (a claim that nothing backs), `judge`, or `checks` (nothing was
    there to check). `action`: what it leads to, `block` or `review`. `expected`, `observed` and
    `where` are texts for people, empty where there is nothing to show.
    """

    source: str
    code: str
    message: str
    action: Literal["review", "block"]
    expected: str = ""
    observed: str = ""
    where: str = ""

    def lines(self) -> Iterator[str]:
        """The finding as it is shown, its first line and what stands below it."""
        yield f"{self.source}: {self.code} ({self.action}): {visible(self.message)}"
        for name in ("expected", "observed", "where"):
            value = getattr(self, name)
            if value:
                yield f"    {name}: {visible(value)}"


@dataclass(frozen=True)
class Checked:
    """What the checks say of one case. `gates` are those that count."""

    case: Case
    evaluation: Evaluation
    gates: tuple[Gate, ...]
    findings: tuple[Finding, ...]
    allow_review: bool = False

    @property
    def route(self) -> Route:
        """The policy's word, which also needs what no check can give: admitted judges."""
        return self.evaluation.route

    @property
    def outcomes(self) -> dict[Gate, Outcome]:
        """Each gate that counts with its outcome."""
        return {gate: self.evaluation.gates[gate].outcome for gate in self.gates}

    @cached_property
    def against(self) -> tuple[Finding, ...]:
        """The findings that count: all of them, or with `allow_review` those that block."""
        if not self.allow_review:
            return self.findings
        return tuple(one for one in self.findings if one.action == "block")

    @property
    def passed(self) -> bool:
        """Whether nothing speaks against the answer."""
        return not self.against

    @property
    def applies(self) -> bool:
        """Whether any gate that counts had something to say about the case."""
        return any(one != "not_applicable" for one in self.outcomes.values())

    def explain(self) -> str:
        """Every finding that counts, with what was expected, what was found, and where."""
        if self.passed:
            held = [gate for gate, outcome in self.outcomes.items() if outcome == "pass"]
            return "nothing speaks against it" + (f"; holds: {', '.join(held)}" if held else "")
        blocks = ["\n".join(one.lines()) for one in self.against]
        return "\n".join(listed(blocks))


def check_case(
    case: Case,
    *,
    policy: Policy | None = None,
    sources: Registry | None = None,
    judges: Sequence[Judge] = (),
    gates: Iterable[str] | None = None,
    allow_review: bool = False,
) -> Checked:
    """Check one case; with judges, ask them too.

    `gates`: those that count alone; None: all that the policy requires of the case's risk, and
    its claims, each of which needs a passage that backs it. `allow_review` lets pass what the
    policy would send to a person rather than block. Raises InputError for an unknown gate.
    """
    used = default_policy() if policy is None else policy
    counted = _counted(gates, case, used)
    evaluation = evaluate(case, used, judges, sources)
    found = [*_of_gates(evaluation, counted, used)]
    if gates is None:
        found += _of_claims(case, evaluation)
        found += _of_judges(case, evaluation, used)
    blocked = any(one.action == "block" for one in found)
    if not blocked and _nothing_held(evaluation, counted, whole=gates is None):
        found.append(_NOTHING)
    return Checked(case, evaluation, counted, tuple(found), allow_review)


def case_of(
    answer: str,
    contexts: Iterable[str | Mapping[str, Any]] = (),
    *,
    question: str | None = None,
    facts: Iterable[str | Mapping[str, Any]] = (),
    citations: Iterable[Mapping[str, Any]] = (),
    **more: Any,
) -> Case:
    """A case from plain values, read as a line of a case file would be.

    `more`: any other field of a case (`expect`, `risk`, `requester`, `id` …). `facts` are added
    to those of `expect`. Raises InputError with the field that cannot be read.
    """
    from adjudge_engine.reading.native import to_case
    from adjudge_engine.reading.problems import Problem

    record: dict[str, Any] = {**more, "answer": answer, "contexts": _list(contexts, "contexts")}
    if question is not None:
        record["question"] = question
    if cited := _list(citations, "citations"):
        record["citations"] = cited
    if wanted := _list(facts, "facts"):
        expect = record.get("expect") or {}
        if not isinstance(expect, Mapping):
            raise InputError("expect must be an object.", "docs/case-format.md has its keys.")
        record["expect"] = {**expect, "facts": [*expect.get("facts", ()), *wanted]}
    try:
        return to_case(record)
    except Problem as problem:
        raise InputError(
            f"This is no case: {problem.field}: {problem.reason}.",
            "docs/case-format.md describes every field.",
        ) from None


def _list(values: Any, name: str) -> list[Any]:
    if isinstance(values, str | bytes | Mapping):
        raise InputError(f"{name} must be a list, not one {type(values).__name__}.", "Use [ ].")
    return list(values or ())


def _counted(gates: Iterable[str] | None, case: Case, policy: Policy) -> tuple[Gate, ...]:
    if gates is None:
        return tuple(one for one in GATES if one in policy.tiers[case.risk].required_gates)
    wanted = [gates] if isinstance(gates, str) else list(gates)
    unknown = [one for one in wanted if one not in GATES]
    if unknown or not wanted:
        what = f"There is no gate {unknown[0]!r}." if unknown else "No gate is named."
        raise InputError(what, f"The gates are {', '.join(GATES)}.")
    return tuple(one for one in GATES if one in wanted)


def _of_gates(evaluation: Evaluation, gates: Iterable[Gate], policy: Policy) -> Iterator[Finding]:
    for gate in gates:
        for check in evaluation.gates[gate].checks:
            action = policy.action(gate, check)
            if action is not None:
                yield _finding(gate, check, action)


def _finding(gate: Gate, check: Check, action: Literal["review", "block"]) -> Finding:
    place = check.observed or check.expected
    return Finding(
        source=gate,
        code=check.code,
        message=check.message,
        action=action,
        expected=check.expected.text if check.expected else "",
        observed=check.observed.text if check.observed else "",
        where=where(place),
    )


def where(place: Place | None) -> str:
    """The place in words: `answer, characters 12–18`; empty where it has none."""
    if place is None or place.where is None:
        return ""
    told = place.where.part + (f" {place.where.id}" if place.where.id else "")
    if place.where.path:
        told += f" {place.where.path}"
    if place.where.page is not None:
        told += f", page {place.where.page}"
    if place.start is not None and place.end is not None:
        told += f", characters {place.start}–{place.end}"
    return told


def _abstains(evaluation: Evaluation) -> bool:
    """Whether the answer rightly says that it cannot answer: then it makes no claim."""
    gate = evaluation.gates["abstention"]
    return gate.outcome == "pass" and any(
        one.code in ("abstained", "refusal") for one in gate.checks
    )


def _of_claims(case: Case, evaluation: Evaluation) -> Iterator[Finding]:
    """The claims that no passage backs."""
    if case.is_comparison:
        yield Finding("claims", "comparison", "two answers are compared: nothing to pass", "review")
    if _abstains(evaluation):
        return
    judged = _supported(evaluation)
    for number, claim in enumerate(evaluation.claims, 1):
        if not claim.proved and claim.id not in judged and _best(claim) < SUPPORTING:
            nearest = claim.evidence[0] if claim.evidence else None
            yield Finding(
                "claims",
                "unbacked",
                f"claim {number} stands on no passage",
                "review",
                expected=f"nearest: {nearest.text}" if nearest else "",
                observed=claim.text,
                where=f"answer, characters {claim.start}–{claim.end}",
            )


def _supported(evaluation: Evaluation) -> set[str]:
    """Claims of which a judge says that they are supported, whether it is admitted or not."""
    return {
        one.claim_id
        for judgment in evaluation.judgments
        for one in judgment.claims
        if one.verdict == "supported"
    }


def _of_judges(case: Case, evaluation: Evaluation, policy: Policy) -> Iterator[Finding]:
    """What judges say against the answer, and what they leave open."""
    needed = policy.tiers[case.risk].required_criteria
    for judgment in evaluation.judgments:
        found = list(_of_verdicts(judgment, evaluation))
        yield from found
        if not found:
            yield from _of_value(judgment, needed.get(judgment.criterion))


def _of_verdicts(judgment: Judgment, evaluation: Evaluation) -> Iterator[Finding]:
    """The claims that are neither proved nor supported by the judge's word."""
    claims = {claim.id: claim for claim in evaluation.claims}
    for one in judgment.claims:
        claim = claims.get(one.claim_id)
        if one.verdict == "supported" or (claim is not None and claim.proved):
            continue
        yield Finding(
            "judge",
            one.verdict,
            f"{judgment.judge}: {one.reason or one.verdict.replace('_', ' ')}",
            "block" if one.verdict in UNSUPPORTED else "review",
            observed=claim.text if claim else "",
            where=f"answer, characters {claim.start}–{claim.end}" if claim else "",
        )


def _of_value(judgment: Judgment, needed: Criterion | None) -> Iterator[Finding]:
    """A value that is missing or not enough: what the policy asks for, else the strict one."""
    reading, minimum = (needed.reading, needed.minimum) if needed else ("strict", 1.0)
    value = getattr(judgment, reading)
    if value is None or (judgment.abstained and reading == "strict"):
        why = judgment.abstention.message if judgment.abstention else f"no {reading} value"
        message = f"{judgment.judge} abstains on {judgment.criterion}: {why}"
        yield Finding("judge", "abstained", message, "review")
    elif value < minimum:
        message = f"{judgment.judge} on {judgment.criterion}: {reading} {value:g} of {minimum:g}"
        yield Finding("judge", "below_minimum", message, "block")


def _nothing_held(evaluation: Evaluation, gates: Iterable[Gate], *, whole: bool) -> bool:
    """Whether no gate settled anything, no judge speaks for the answer, and no passage has it."""
    if any(evaluation.gates[gate].outcome in ("pass", "fail") for gate in gates):
        return False
    if not whole:
        return True
    if any(one.strict == 1 for one in evaluation.judgments):
        return False
    verbatim = [_best(claim) >= 1.0 for claim in evaluation.claims]
    return not verbatim or not all(verbatim)


def _best(claim: Claim) -> float:
    """How much of a claim the best passage has, from 0 to 1."""
    return max((one.score or 0.0 for one in claim.evidence), default=0.0)


_NOTHING: Final = Finding(
    "checks",
    "nothing_checked",
    "no check found anything to hold on to, so nothing is shown: give facts or citations, or ask "
    "a judge",
    "block",
)
