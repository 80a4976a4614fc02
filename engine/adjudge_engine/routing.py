"""From gates and judgments to a route with its reasons. No score is blended in.

A route can only get stricter: release, then review, then block. What speaks for it stands in
three lists: what code *proved*, what a judge *judged*, what remains *uncertain*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from adjudge_engine.case import Case
from adjudge_engine.evaluation import Claim, GateResult, Judgment, Reason, Reasons
from adjudge_engine.gates.words import quoted
from adjudge_engine.judges.folding import against_whole
from adjudge_engine.judges.naming import named
from adjudge_engine.ledger import Ledger, list_judgments
from adjudge_engine.policy import Criterion, Policy, Tier
from adjudge_engine.text.unclaimed import unclaimed
from adjudge_engine.vocabulary import GATES, Gate, Route

_MOST_UNCLAIMED: Final = 20


def decide_route(
    case: Case,
    case_hash: str,
    gates: dict[Gate, GateResult],
    claims: tuple[Claim, ...],
    judgments: Sequence[Judgment],
    policy: Policy,
    *,
    judges_skipped: bool = False,
    refused: Mapping[str, str] | None = None,
    why_not: Sequence[str] | None = None,
) -> tuple[Route, Reasons]:
    """The route and its reasons. `judges_skipped`: code forbade asking any judge.

    `refused`: claim id → why a verified citation does not prove the claim (`Proofs.refused`).
    `why_not`: for each judgment why its judge is not admitted; only said, never weighed.
    """
    tier = policy.tiers[case.risk]
    ledger = Ledger()
    _weigh_gates(ledger, gates, tier, policy)
    _list_proved_claims(ledger, claims)
    if case.is_comparison:
        ledger.open("comparison", "two answers are compared: a person chooses between them")
    elif abstains_rightly(gates):
        _weigh_abstention(ledger, gates, tier)
    else:
        told = list(zip(judgments, why_not or [""] * len(judgments), strict=True))
        _weigh_criteria(ledger, told, tier, _why(case) if judges_skipped else "")
        counting = [one for one in judgments if not _refused(one, tier)]
        _weigh_claims(ledger, claims, counting, refused or {})
        _weigh_unclaimed(ledger, case.answer or "", claims)
        _weigh_expectations(ledger, case, counting, tier)
    list_judgments(ledger, judgments)
    if tier.always_review:
        ledger.open("high_risk", f"every answer of {case.risk} risk is looked at by a person")
    _sample(ledger, case_hash, policy)
    reasons = Reasons(
        proved=tuple(ledger.proved),
        judged=tuple(ledger.judged),
        uncertain=tuple(ledger.uncertain),
    )
    return ledger.route, reasons


def _weigh_gates(ledger: Ledger, gates: dict[Gate, GateResult], tier: Tier, policy: Policy) -> None:
    for gate in GATES:
        required = gate in tier.required_gates
        for check in gates[gate].checks:
            if check.outcome == "not_applicable":
                continue
            action = policy.action(gate, check) if required else None
            ledger.demand(action)
            reason = Reason(
                code=check.code,
                message=check.message,
                claim_id=check.claim_id,
                citation_id=check.citation_id,
                gate=gate,
                outcome=check.outcome,
                action=action,
            )
            settled = check.outcome in ("pass", "fail")
            (ledger.proved if settled else ledger.uncertain).append(reason)


def _list_proved_claims(ledger: Ledger, claims: tuple[Claim, ...]) -> None:
    for number, claim in enumerate(claims, 1):
        if claim.proved:
            message = f"claim {number} is, word for word, what its verified citation says"
            ledger.proved.append(
                Reason(code="claim_proved", message=message, claim_id=claim.id, outcome="pass")
            )


def abstains_rightly(gates: dict[Gate, GateResult]) -> bool:
    """Whether the answer rightly says that it cannot answer: then it makes no claim."""
    gate = gates["abstention"]
    return gate.outcome == "pass" and any(
        check.code in ("abstained", "refusal") for check in gate.checks
    )


def _weigh_abstention(ledger: Ledger, gates: dict[Gate, GateResult], tier: Tier) -> None:
    """An abstention may go out where the tier lets it, and code is sure that it is all there is."""
    if not tier.release_abstentions:
        ledger.open(
            "abstention_review", "the answer abstains, rightly; this tier has people confirm that"
        )
    elif not any(check.code == "bare" for check in gates["abstention"].checks):
        ledger.open(
            "abstention_unproved",
            "the answer abstains, it seems; it is in words of its own, which code cannot vouch for",
        )


def _weigh_criteria(
    ledger: Ledger, judgments: Sequence[tuple[Judgment, str]], tier: Tier, why_skipped: str
) -> None:
    for name, needed in tier.required_criteria.items():
        found = [(one, why) for one, why in judgments if one.criterion == name]
        if why_skipped:
            ledger.open("judge_skipped", f"{name} was not judged: {why_skipped}", criterion=name)
        elif not found:
            ledger.open("not_judged", f"{name} is required and was not judged", criterion=name)
        for judgment, why in found:
            if _refused(judgment, tier):
                message = f"{named(judgment)} is of the model family that wrote the answer"
                ledger.open(
                    "self_preference",
                    f"{message}: its word on {name} does not count",
                    criterion=name,
                )
            else:
                _weigh_judgment(ledger, judgment, needed, why)


def _refused(judgment: Judgment, tier: Tier) -> bool:
    """Whether the tier refuses a judgment because its model judges its own family's words."""
    return tier.refuse_self_preference and judgment.self_preference is True


def _why(case: Case) -> str:
    """Why no judge was asked."""
    if not (case.answer or "").strip():
        return "the answer is empty"
    return "after a failure of access, identity or structure no text is handed to a judge"


def _weigh_judgment(ledger: Ledger, judgment: Judgment, needed: Criterion, why_not: str) -> None:
    name, judge = judgment.criterion, named(judgment)
    value = getattr(judgment, needed.reading)
    if judgment.abstained:  # a figure beside that is no verdict, and was not measured as one
        why = judgment.abstention.message if judgment.abstention else "no reason given"
        ledger.open("judge_abstained", f"{judge} abstains on {name}: {why}", criterion=name)
    elif value is None:
        ledger.open(
            "no_score", f"{judge} gives no {needed.reading} value for {name}", criterion=name
        )
    elif needed.block_below is not None and value < needed.block_below and judgment.admitted:
        ledger.block(
            "below_block",
            f"{judge} on {name}: {needed.reading} {value:g}, blocked under {needed.block_below:g}",
            criterion=name,
        )
    elif value < needed.minimum:
        ledger.open(
            "below_minimum",
            f"{judge} on {name}: {needed.reading} {value:g}, required {needed.minimum:g}",
            criterion=name,
        )
    elif not judgment.admitted:
        ledger.open(
            "judge_not_admitted",
            f"{judge} has not been admitted for {name}"
            + (f" ({why_not})" if why_not else "")
            + ", so its score releases nothing",
            criterion=name,
        )


def _weigh_claims(
    ledger: Ledger,
    claims: tuple[Claim, ...],
    judgments: Sequence[Judgment],
    refused: Mapping[str, str],
) -> None:
    """Release needs every claim proved, or judged supported by an admitted judge."""
    if not claims:
        ledger.open("no_claims", "nothing in the answer could be checked as a claim")
    verdicts: dict[str, set[str]] = {}
    for judgment in judgments:
        if judgment.admitted and judgment.criterion == "faithfulness":
            for claim_id, verdict in _counting(judgment, claims):
                verdicts.setdefault(claim_id, set()).add(verdict)
    for number, claim in enumerate(claims, 1):
        if not claim.proved and verdicts.get(claim.id) != {"supported"}:
            why = refused.get(claim.id, "is neither proved nor supported by an admitted judge")
            ledger.open("unproved_claim", f"claim {number} {why}", claim_id=claim.id)


def _counting(judgment: Judgment, claims: tuple[Claim, ...]) -> Iterator[tuple[str, str]]:
    """The verdicts of a judgment as far as they count, by claim.

    One that abstains supports nothing, and one that finds against the answer without saying
    against what leaves every claim open.
    """
    for one in judgment.claims:
        if one.verdict != "supported" or not judgment.abstained:
            yield one.claim_id, one.verdict
    if against_whole(judgment):
        yield from ((claim.id, "unsure") for claim in claims)


def _weigh_unclaimed(ledger: Ledger, answer: str, claims: tuple[Claim, ...]) -> None:
    """Headings, table headers and symbols belong to no claim: nobody has checked what they say."""
    for start, end in unclaimed(answer, [(one.start, one.end) for one in claims])[:_MOST_UNCLAIMED]:
        ledger.open("unclaimed_text", f"no claim covers {quoted(answer[start:end])}")


def _weigh_expectations(
    ledger: Ledger, case: Case, judgments: Sequence[Judgment], tier: Tier
) -> None:
    """What the case itself expects of the answer, and only a judge can tell.

    Where the tier requires the criterion, it says what is enough, else the strict reading does.
    """
    speaking = [one for one in judgments if one.admitted and not one.abstained]
    for criterion, given, what in (
        ("correctness", case.expect.reference, "a reference answer"),
        ("completeness", case.expect.criteria, "what a complete answer covers"),
    ):
        said = [one for one in speaking if one.criterion == criterion]
        if given and said and criterion not in tier.required_criteria:
            for one in said:
                if one.strict != 1:
                    ledger.open(
                        "expectation_unmet",
                        f"the case gives {what}; {named(one)} does not find that the answer "
                        "meets it",
                        criterion=criterion,
                    )
        elif given and not said:
            ledger.open(
                "expectation_unjudged",
                f"the case gives {what}; no admitted judge has compared the answer with it",
                criterion=criterion,
            )


def _sample(ledger: Ledger, case_hash: str, policy: Policy) -> None:
    """A seeded share of what would be released goes to a person, its probability kept."""
    share = policy.sampling.release_share
    if ledger.route != "release" or share <= 0:
        return
    drawn = int(case_hash.removeprefix("sha256:")[:13], 16) / 16**13
    if drawn < share:
        ledger.open(
            "sampled",
            f"drawn for review: one in {1 / share:.3g} released answers is looked at",
            inclusion_probability=share,
        )
