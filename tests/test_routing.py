"""The route: stricter only, never from a score nobody admitted, always with its reasons."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.case import Case
from adjudge_engine.codes import CODES, finding
from adjudge_engine.evaluation import Claim, ClaimVerdict, GateResult, Judgment, Reasons
from adjudge_engine.policy import Policy, parse_policy
from adjudge_engine.routing import decide_route
from adjudge_engine.vocabulary import GATES, RISKS, Gate, Route

HASH = "sha256:" + "8" * 64
OPEN = """
[policy]
name = "open"
version = "1"
[tiers.low]
release_abstentions = true
[tiers.standard]
required_criteria = { faithfulness = { minimum = 1.0 } }
[tiers.high]
always_review = true
"""


def policy(extra: str = "") -> Policy:
    return parse_policy((OPEN + extra).encode(), "open.toml")


def gates(**codes: str) -> dict[Gate, GateResult]:
    found: dict[Gate, GateResult] = {gate: GateResult.of([]) for gate in GATES}
    for gate in GATES:
        if gate in codes:
            check = finding(gate, codes[gate], "…", check="x", verifier="x/1")
            found[gate] = GateResult.of([check])
    return found


def claim(number: int = 1, proved: bool = False) -> Claim:
    return Claim(id=f"k{number}", text="x", start=number, end=number + 1, proved=proved)


def judgment(*verdicts: str, admitted: bool = False, **more: Any) -> Judgment:
    claims = tuple(
        ClaimVerdict.model_validate({"claim_id": f"k{number}", "verdict": verdict})
        for number, verdict in enumerate(verdicts, 1)
    )
    fields: dict[str, Any] = {"criterion": "faithfulness", "strict": 1.0, "score": 1.0, **more}
    return Judgment(judge="j", admitted=admitted, claims=claims, **fields)


def route(
    found: dict[Gate, GateResult],
    claims: tuple[Claim, ...],
    *judgments: Judgment,
    risk: str = "low",
    extra: str = "",
    skipped: bool = False,
) -> tuple[Route, Reasons]:
    inside = {one.start for one in claims}
    answer = "".join("x" if at in inside else " " for at in range(9))
    case = Case.model_validate({"id": "a", "answer": answer, "risk": risk})
    return decide_route(case, HASH, found, claims, judgments, policy(extra), judges_skipped=skipped)


def codes(reasons: Reasons) -> set[str]:
    return {one.code for one in reasons.uncertain}


def test_all_proved_and_no_judge_asked_for_is_released() -> None:
    got, reasons = route(gates(numbers="traced"), (claim(1, True), claim(2, True)))
    assert got == "release"
    assert [one.code for one in reasons.proved] == ["traced", "claim_proved", "claim_proved"]
    assert not reasons.uncertain


def test_one_unproved_claim_goes_to_review() -> None:
    got, reasons = route(gates(numbers="traced"), (claim(1, True), claim(2)))
    assert got == "review"
    assert codes(reasons) == {"unproved_claim"}
    assert reasons.uncertain[0].claim_id == "k2"


def test_an_unproved_claim_says_why_its_quote_is_no_proof() -> None:
    case = Case.model_validate({"id": "a", "answer": "xx", "risk": "low"})
    refused = {"k2": 'is quoted exactly, but begins with "It"'}
    claims = (claim(1), claim(2), claim(3, True))
    got, reasons = decide_route(
        case, HASH, gates(), claims, (), policy(), refused={**refused, "k3": "is never told"}
    )
    assert got == "review"
    assert [one.message for one in reasons.uncertain if one.code == "unproved_claim"] == [
        "claim 1 is neither proved nor supported by an admitted judge",
        'claim 2 is quoted exactly, but begins with "It"',
    ]


def test_an_answer_with_nothing_checked_is_never_released() -> None:
    got, reasons = route(gates(), ())
    assert got == "review"
    assert "no_claims" in codes(reasons)


def test_a_judge_that_is_not_admitted_releases_nothing() -> None:
    got, reasons = route(gates(), (claim(),), judgment("supported"), risk="standard")
    assert got == "review"
    assert {"judge_not_admitted", "unproved_claim"} <= codes(reasons)
    got, reasons = route(gates(), (claim(),), judgment("supported", admitted=True), risk="standard")
    assert got == "release"
    assert [one.code for one in reasons.judged] == ["supported"]


def test_admitted_judges_that_disagree_about_a_claim_do_not_release_it() -> None:
    both = (judgment("supported", admitted=True), judgment("unsure", admitted=True))
    got, reasons = route(gates(), (claim(),), *both)
    assert got == "review"
    assert "unproved_claim" in codes(reasons)


def test_missing_abstained_and_low_judgments_go_to_review() -> None:
    proved = (claim(1, True),)
    assert route(gates(), proved, risk="standard")[0] == "review"
    low = judgment("supported", admitted=True, strict=0.0)
    silent = judgment(admitted=True, strict=None, abstained=True)
    empty = judgment(admitted=True, strict=None)
    for one, code in ((low, "below_minimum"), (silent, "judge_abstained"), (empty, "no_score")):
        got, reasons = route(gates(), proved, one, risk="standard")
        assert got == "review"
        assert code in codes(reasons)
    got, reasons = route(gates(), proved, risk="standard", skipped=True)
    assert "judge_skipped" in codes(reasons)


def test_high_risk_is_always_reviewed_and_a_failure_still_blocks() -> None:
    assert route(gates(), (claim(1, True),), risk="high")[0] == "review"
    assert route(gates(facts="fact_missing"), (claim(1, True),), risk="high")[0] == "block"


def test_a_right_abstention_has_its_own_path() -> None:
    said = gates(abstention="abstained")
    got, reasons = route(said, (claim(),))
    assert (got, codes(reasons)) == ("review", {"abstention_unproved"})
    bare = finding("abstention", "bare", "…", check="x", verifier="x/1")
    sure = {**said, "abstention": GateResult.of([*said["abstention"].checks, bare])}
    assert route(sure, (claim(),))[0] == "release"
    got, reasons = route(said, (claim(),), risk="standard")
    assert got == "review"
    assert codes(reasons) == {"abstention_review"}
    with_failure = gates(abstention="abstained", numbers="untraced")
    assert route(with_failure, (claim(),))[0] == "block"


def test_failures_stand_among_what_code_settled_and_say_so() -> None:
    got, reasons = route(gates(numbers="scale_mismatch"), (claim(1, True),))
    assert got == "block"
    entry = next(one for one in reasons.proved if one.gate == "numbers")
    assert (entry.code, entry.outcome, entry.action) == ("scale_mismatch", "fail", "block")


def test_a_gate_that_the_tier_does_not_require_is_told_but_does_not_act() -> None:
    extra = '[actions]\nunavailable = "block"\n'
    listed = OPEN.replace("[tiers.low]", '[tiers.low]\nrequired_gates = ["facts"]') + extra
    case = Case(id="a", answer=" x", risk="low")
    found = gates(dates="ambiguous_date", numbers="untraced")
    got, reasons = decide_route(
        case, HASH, found, (claim(1, True),), (), parse_policy(listed.encode(), "x")
    )
    assert got == "release"
    assert {one.code for one in reasons.uncertain} == {"ambiguous_date"}
    assert "untraced" in {one.code for one in reasons.proved}


def test_a_sampled_release_goes_to_review_with_its_probability() -> None:
    got, reasons = route(gates(), (claim(1, True),), extra="[sampling]\nrelease_share = 0.6\n")
    assert got == "review"
    assert reasons.uncertain[0].inclusion_probability == 0.6
    assert route(gates(), (claim(1, True),), extra="[sampling]\nrelease_share = 0.5\n")[0] == (
        "release"
    )


@settings(max_examples=100, deadline=None)
@given(
    chosen=st.lists(st.sampled_from(CODES), max_size=6),
    risk=st.sampled_from(RISKS),
    proved=st.lists(st.booleans(), max_size=4),
)
def test_released_means_no_required_check_failed_or_was_unavailable(
    chosen: list[Any], risk: str, proved: list[bool]
) -> None:
    found: dict[Gate, GateResult] = {gate: GateResult.of([]) for gate in GATES}
    for row in chosen:
        check = finding(row.gate, row.code, "…", check="x", verifier="x/1")
        found[row.gate] = GateResult.of([*found[row.gate].checks, check])
    claims = tuple(claim(number, is_proved) for number, is_proved in enumerate(proved))
    got, reasons = route(found, claims, risk=risk)
    if got == "release":
        assert risk == "low"
        assert all(one.outcome in ("pass", "not_applicable") for one in found.values())
        said = {one.code for one in found["abstention"].checks}
        assert ("bare" in said and said & {"abstained", "refusal"}) or (proved and all(proved))
    else:
        assert any(one.action == got for one in (*reasons.proved, *reasons.uncertain))


def test_an_expectation_of_the_case_that_nobody_judged_keeps_the_answer_back() -> None:
    proved = (claim(1, True),)
    for expect, criterion in (
        ({"reference": "It is free."}, "correctness"),
        ({"criteria": ["who pays"]}, "completeness"),
    ):
        case = Case.model_validate({"id": "a", "answer": " x", "risk": "low", "expect": expect})
        got, reasons = decide_route(case, HASH, gates(), proved, (), policy())
        assert (got, codes(reasons)) == ("review", {"expectation_unjudged"})
        judge = judgment(admitted=True, criterion=criterion)
        assert decide_route(case, HASH, gates(), proved, (judge,), policy())[0] == "release"


def test_a_tier_may_refuse_judges_of_the_answers_own_family() -> None:
    sure = judgment("supported", admitted=True, self_preference=True)
    claims = (claim(1),)

    def under(refuse: str, judged: Judgment) -> tuple[Route, set[str]]:
        text = OPEN.replace("[tiers.standard]", f"[tiers.standard]\n{refuse}")
        case = Case.model_validate({"id": "a", "answer": " x", "risk": "standard"})
        rules = parse_policy(text.encode(), "x")
        got, reasons = decide_route(case, HASH, gates(), claims, [judged], rules)
        return got, codes(reasons)

    assert under("", sure) == ("release", set())
    refusing = "refuse_self_preference = true"
    assert under(refusing, sure) == ("review", {"self_preference", "unproved_claim"})
    for known in (False, None):
        other = judgment("supported", admitted=True, self_preference=known)
        assert under(refusing, other) == ("release", set())


def test_a_refused_judgment_compares_no_reference_either() -> None:
    extra = OPEN.replace("[tiers.low]", "[tiers.low]\nrefuse_self_preference = true")
    expect = {"reference": "r"}
    case = Case.model_validate({"id": "a", "answer": " x", "risk": "low", "expect": expect})
    right = judgment(criterion="correctness", admitted=True, self_preference=True)
    rules = parse_policy(extra.encode(), "x")
    got, reasons = decide_route(case, HASH, gates(), (claim(1, True),), [right], rules)
    assert (got, codes(reasons)) == ("review", {"expectation_unjudged"})


def test_a_comparison_is_for_a_person_and_a_closed_source_still_blocks_it() -> None:
    pair = Case.model_validate({"id": "a", "answers": ["x", "y"], "risk": "low"})
    got, reasons = decide_route(pair, HASH, gates(), (), [], policy())
    assert (got, codes(reasons)) == ("review", {"comparison"})
    got, _ = decide_route(pair, HASH, gates(access="forbidden"), (), [], policy())
    assert got == "block"


def test_an_admitted_judges_word_blocks_under_its_limit() -> None:
    asked = "\n[tiers.standard]\nrequired_criteria = { faithfulness = { minimum = 0.9, reading = "
    rules = parse_policy(
        OPEN.replace(
            "[tiers.standard]\nrequired_criteria = { faithfulness = { minimum = 1.0 } }",
            asked.strip() + '"score", block_below = 0.3 } }',
        ).encode(),
        "open.toml",
    )
    case = Case.model_validate({"id": "a", "answer": "x", "risk": "standard"})

    def routed(score: float, admitted: bool) -> tuple[Route, set[str]]:
        said = judgment("not_mentioned", admitted=admitted, score=score)
        got, reasons = decide_route(case, HASH, gates(), (), (said,), rules)
        return got, {one.code for one in (*reasons.judged, *reasons.uncertain)}

    assert routed(0.2, True)[0] == "block"
    assert "below_block" in routed(0.2, True)[1]
    assert routed(0.3, True)[0] == "review"
    assert routed(0.2, False)[0] == "review"  # one that is not admitted decides nothing
    assert "below_minimum" in routed(0.2, False)[1]
    abstaining = judgment(admitted=True, score=None, abstained=True, strict=None)
    assert decide_route(case, HASH, gates(), (), (abstaining,), rules)[0] == "review"


def test_why_a_judge_is_not_admitted_is_said() -> None:
    case = Case.model_validate({"id": "a", "answer": "x", "risk": "standard"})
    said = judgment("supported")
    _, reasons = decide_route(case, HASH, gates(), (claim(),), (said,), policy(), why_not=["late"])
    (one,) = [one for one in reasons.uncertain if one.code == "judge_not_admitted"]
    assert "(late)" in one.message


@given(
    criterion=st.sampled_from(["faithfulness", "relevance"]),
    reading=st.sampled_from(["strict", "score", "not_contradicted"]),
    value=st.floats(0, 1),
)
def test_what_stands_beside_an_abstention_reaches_no_minimum(
    criterion: str, reading: str, value: float
) -> None:
    asked = f'required_criteria = {{ {criterion} = {{ minimum = 0, reading = "{reading}" }} }}'
    usual = "required_criteria = { faithfulness = { minimum = 1.0 } }"
    rules = parse_policy(OPEN.replace(usual, asked).encode(), "open.toml")
    case = Case.model_validate({"id": "a", "answer": "x", "risk": "standard"})
    given: dict[str, Any] = {"criterion": criterion, reading: value, "admitted": True}
    proved = (Claim(id="k1", text="x", start=0, end=1, proved=True),)
    for abstains, expected in ((False, "release"), (True, "review")):
        said = judgment(**given | {"abstained": abstains})
        assert decide_route(case, HASH, gates(), proved, (said,), rules)[0] == expected
