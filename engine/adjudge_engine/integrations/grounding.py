"""Does anything speak against an answer? The checks as one yes or no, with every reason.

The yes is no score and no blend: each gate that counts has to hold by itself. What fails, what
could not be checked, and a claim that stands on no passage are each a no of their own. A yes
says that code found nothing wrong; whether each sentence is true of its passages is only asked
where judges are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from adjudge_engine.errors import InputError
from adjudge_engine.evaluation import Evaluation
from adjudge_engine.integrations.findings import (
    NOTHING,
    Finding,
    nothing_held,
    of_claims,
    of_gates,
    of_judges,
)
from adjudge_engine.integrations.wording import listed
from adjudge_engine.pipeline import evaluate
from adjudge_engine.policy import Policy, default_policy
from adjudge_engine.vocabulary import GATES, Gate, Outcome, Route

if TYPE_CHECKING:
    from adjudge_engine.case import Case
    from adjudge_engine.judges.base import Judge
    from adjudge_engine.registry import Registry


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
    found = [*of_gates(evaluation, counted, used)]
    if gates is None:
        found += of_claims(case, evaluation)
        found += of_judges(case, evaluation, used)
    blocked = any(one.action == "block" for one in found)
    if not blocked and nothing_held(evaluation, counted, whole=gates is None):
        found.append(NOTHING)
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
            f"This is no case: {problem.field or 'it'}: {problem.reason}.",
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
