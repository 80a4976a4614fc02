"""What a judge takes back, or says against the whole, supports no claim: the tiers that require no
criterion rest on the verdicts alone."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge_engine.case import Case
from adjudge_engine.evaluation import (
    Abstention,
    Judgment,
)
from adjudge_engine.integrations.grounding import check_case
from adjudge_engine.judges.proved import proved_judge
from adjudge_engine.pipeline import assess, conclude, evaluate
from adjudge_engine.policy import Admission, Criterion, parse_policy

POLICY = parse_policy(
    b"""
[policy]
name = "open"
version = "1"
[tiers.low]
required_criteria = {}
[tiers.standard]
required_criteria = { correctness = { minimum = 0.5, reading = "score" } }
[tiers.high]
""",
    "open.toml",
)
TEXT = "The kiln in the yard is red and it is warm."


class Everybody:
    """Admits all."""

    @property
    def stamp(self) -> Any:
        return {}

    def why_not(self, judgment: Judgment, needed: Criterion | None, demands: Admission) -> str:
        return ""


def case(**more: Any) -> Case:
    fields = {"id": "1", "question": "What is it like?", "risk": "low"}
    answer = "The kiln is warm and red."
    contexts = [{"id": "a", "text": TEXT}]
    return Case.model_validate({**fields, "answer": answer, "contexts": contexts, **more})


def said(verdict: str = "supported", **more: Any) -> Judgment:
    claims = assess(case()).claims
    verdicts = [{"claim_id": one.id, "verdict": verdict} for one in claims]
    fields = {"criterion": "faithfulness", "judge": "j", "strict": 1.0, "score": 1.0}
    return Judgment.model_validate({**fields, "claims": verdicts, **more})


def abstained(verdict: str = "supported", **more: Any) -> Judgment:
    why = Abstention(code="split_panel", message="m")
    return said(verdict, abstained=True, abstention=why, strict=None, **more)


def concluded(*judgments: Judgment, of: Case | None = None) -> tuple[str, set[str]]:
    found = conclude(assess(of or case()), judgments, POLICY, Everybody())
    return found.route, {one.code for one in found.reasons.uncertain}


def test_a_judgment_that_stands_releases() -> None:
    assert concluded(said()) == ("release", set())


@pytest.mark.parametrize(
    "judgment",
    [
        abstained(),
        abstained(score=1.0),
        said(strict=0.0),
        said(strict=0.0, claims=[]),
        said("unsure", strict=None),
        said("partial", strict=0.0),
    ],
    ids=["abstained", "abstained with a score", "against", "without claims", "unsure", "partial"],
)
def test_one_that_does_not_stand_releases_nothing(judgment: Judgment) -> None:
    assert concluded(judgment) == ("review", {"unproved_claim"})


def test_of_two_judges_one_that_abstains_takes_nothing_from_the_other() -> None:
    assert concluded(said(), abstained()) == ("release", set())
    assert concluded(said(), abstained("unsure")) == ("review", {"unproved_claim"})
    assert concluded(said(), said(strict=0.0, claims=[])) == ("review", {"unproved_claim"})


REFERENCE = {"expect": {"reference": "The kiln is blue."}}


def compared(**more: Any) -> Judgment:
    fields = {"criterion": "correctness", "judge": "k", "value": 1.0}
    return Judgment.model_validate(fields | more)


@pytest.mark.parametrize(
    ("word", "code"),
    [
        (compared(strict=0.0, score=0.0), "expectation_unmet"),
        (compared(), "expectation_unmet"),
        (compared(strict=None, abstained=True), "expectation_unjudged"),
    ],
    ids=["wrong", "no reading", "abstained"],
)
def test_an_expectation_that_is_not_met_keeps_the_answer_back(word: Judgment, code: str) -> None:
    about = case(**REFERENCE)
    assert concluded(said(), word, of=about) == ("review", {code})
    right = compared(strict=1.0, score=1.0)
    assert concluded(said(), right, of=about) == ("release", set())
    both = "release" if word.abstained else "review"
    assert concluded(said(), right, word, of=about)[0] == both


def test_what_the_policy_itself_calls_enough_is_enough() -> None:
    about = case(**REFERENCE, risk="standard")
    assert concluded(said(), compared(strict=0.0, score=0.5), of=about) == ("release", set())
    assert concluded(said(), compared(strict=0.0, score=0.4), of=about)[0] == "review"


class Faulting:
    """A stranger that passes every claim and faults what stands beside them."""

    name = "far"
    remote = False
    criteria = ("faithfulness",)

    def fingerprint(self, criterion: str) -> str:
        return criterion

    def judge(self, request: Any) -> Judgment:
        extra = [{"text": "It is made of gold.", "verdict": "contradicted"}]
        return said(extra_claims=extra)


def test_a_plug_in_that_faults_a_statement_beside_the_claims_abstains() -> None:
    found = evaluate(case(), POLICY, [proved_judge(Faulting())], admissions=Everybody())
    assert found.route == "review"
    (judgment,) = found.judgments
    assert judgment.abstention is not None
    assert (judgment.strict, judgment.abstention.code) == (None, "unsure")


class Withdrawing(Faulting):
    """A stranger whose figures stand beside an abstention."""

    def judge(self, request: Any) -> Judgment:
        return abstained(score=1.0, not_contradicted=1.0)


@pytest.mark.parametrize("reading", ["strict", "score", "not_contradicted"])
def test_a_check_in_other_tools_takes_no_abstention_for_a_pass(reading: str) -> None:
    needed = f"required_criteria = {{ faithfulness = {{ minimum = 0.5, reading = '{reading}' }} }}"
    tiers = "".join(f"[tiers.{risk}]\n{needed}\n" for risk in ("low", "standard", "high"))
    policy = parse_policy(f"[policy]\nname = 'x'\nversion = '1'\n{tiers}".encode(), "x.toml")
    sure = check_case(case(), policy=policy, judges=[Supporting()])
    assert sure.passed
    found = check_case(case(), policy=policy, judges=[Withdrawing()])
    assert "abstained" in {one.code for one in found.findings}
    assert not found.passed


class Supporting(Faulting):
    """A stranger that supports all."""

    def judge(self, request: Any) -> Judgment:
        return said(not_contradicted=1.0)
