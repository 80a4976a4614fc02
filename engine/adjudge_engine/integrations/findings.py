"""What keeps an answer from passing: findings of gates, of claims without a passage, of judges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from adjudge_engine.evaluation import Check, Claim, Evaluation, Judgment, Place
from adjudge_engine.evidence import SUPPORTING
from adjudge_engine.integrations.wording import visible
from adjudge_engine.judges.naming import named
from adjudge_engine.policy import Criterion, Policy
from adjudge_engine.routing import abstains_rightly
from adjudge_engine.vocabulary import UNSUPPORTED, Gate

if TYPE_CHECKING:
    from adjudge_engine.case import Case


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


NOTHING: Final = Finding(
    "checks",
    "nothing_checked",
    "no check found anything to hold on to, so nothing is shown: give facts or citations, or ask "
    "a judge",
    "block",
)


def of_gates(evaluation: Evaluation, gates: Iterable[Gate], policy: Policy) -> Iterator[Finding]:
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


def of_claims(case: Case, evaluation: Evaluation) -> Iterator[Finding]:
    """The claims that no passage backs."""
    if case.is_comparison:
        yield Finding("claims", "comparison", "two answers are compared: nothing to pass", "review")
    if abstains_rightly(evaluation.gates):
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
        if one.verdict == "supported" and not judgment.abstained
    }


def of_judges(case: Case, evaluation: Evaluation, policy: Policy) -> Iterator[Finding]:
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
            f"{named(judgment)}: {one.reason or one.verdict.replace('_', ' ')}",
            "block" if one.verdict in UNSUPPORTED else "review",
            observed=claim.text if claim else "",
            where=f"answer, characters {claim.start}–{claim.end}" if claim else "",
        )


def _of_value(judgment: Judgment, needed: Criterion | None) -> Iterator[Finding]:
    """A value that is missing or not enough: what the policy asks for, else the strict one."""
    reading, minimum = (needed.reading, needed.minimum) if needed else ("strict", 1.0)
    value = getattr(judgment, reading)
    if value is None or judgment.abstained:  # a figure beside an abstention is no verdict
        why = judgment.abstention.message if judgment.abstention else f"no {reading} value"
        message = f"{named(judgment)} abstains on {judgment.criterion}: {why}"
        yield Finding("judge", "abstained", message, "review")
    elif value < minimum:
        message = f"{named(judgment)} on {judgment.criterion}: {reading} {value:g} of {minimum:g}"
        yield Finding("judge", "below_minimum", message, "block")


def nothing_held(evaluation: Evaluation, gates: Iterable[Gate], *, whole: bool) -> bool:
    """Whether no gate settled anything, no judge speaks for the answer, and no passage has it."""
    if any(evaluation.gates[gate].outcome in ("pass", "fail") for gate in gates):
        return False
    if not whole:
        return True
    if any(one.strict == 1 and not one.abstained for one in evaluation.judgments):
        return False
    verbatim = [_best(claim) >= 1.0 for claim in evaluation.claims]
    return not verbatim or not all(verbatim)


def _best(claim: Claim) -> float:
    """How much of a claim the best passage has, from 0 to 1."""
    return max((one.score or 0.0 for one in claim.evidence), default=0.0)
