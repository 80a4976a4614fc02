"""Where several judgments become one: what one of them takes back as a whole is no voice for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from test_routing_abstained import POLICY, Everybody, abstained, case, concluded, said

from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.panel import PanelJudge, QuorumName
from adjudge_engine.judges.recorded import RecordedJudge
from adjudge_engine.judges.repeats import fold_runs
from adjudge_engine.pipeline import assess, evaluate

GOLD = [{"text": "It is made of gold.", "verdict": "contradicted"}]
PASSES = said()
TAKES_BACK = abstained(score=1.0)
#: Words of a second judge with which nothing is agreed on.
AGAINST = {
    "abstains": TAKES_BACK,
    "against the whole": said(strict=0.0),
    "half against it": said(strict=0.5),
    "faults what stands beside": said(extra_claims=GOLD),
}


class Saying:
    """A judge that says one thing."""

    remote = False
    criteria = ("faithfulness",)

    def __init__(self, name: str, word: Judgment) -> None:
        self.name = name
        self.word = word.model_copy(update={"judge": name})

    def fingerprint(self, criterion: str) -> str:
        return f"{self.name} {criterion}"

    def judge(self, request: JudgeRequest) -> Judgment:
        return self.word


def panel(words: Sequence[Judgment], quorum: QuorumName = "unanimity") -> Judgment:
    members = [Saying(f"j{number}", word) for number, word in enumerate(words)]
    request = JudgeRequest("faithfulness", case(), assess(case()).claims)
    return PanelJudge("both", members, quorum=quorum).judge(request)


def recorded(*words: Judgment) -> Any:
    kept = [one.model_copy(update={"judge": f"j{at}"}) for at, one in enumerate(words)]
    about = case(judgments=[one.model_dump(mode="json") for one in kept])
    return evaluate(about, POLICY, [RecordedJudge()], admissions=Everybody())


def test_two_that_pass_the_answer_pass_it() -> None:
    assert panel([PASSES, PASSES]).strict == 1
    assert recorded(PASSES, PASSES).route == "release"


@pytest.mark.parametrize("word", AGAINST.values(), ids=list(AGAINST))
def test_nothing_is_agreed_on_with_one_that_does_not_pass_it(word: Judgment) -> None:
    assert recorded(PASSES, word).route == "review"
    found = panel([PASSES, word])
    assert (found.strict, found.abstained) == (None, True)
    request = JudgeRequest("faithfulness", case(), assess(case()).claims)
    runs = [PASSES, word]
    assert fold_runs(Saying("j", PASSES), request, runs).strict is None


def test_two_that_abstain_make_no_verdict() -> None:
    assert recorded(TAKES_BACK, TAKES_BACK).route == "review"
    assert panel([TAKES_BACK, TAKES_BACK]).abstained


@pytest.mark.parametrize("word", AGAINST.values(), ids=list(AGAINST))
def test_a_third_keeps_back_what_all_have_to_say(word: Judgment) -> None:
    silent = word is TAKES_BACK  # one that says nothing is not against it
    assert (panel([PASSES, PASSES, word]).strict == 1) is silent


def test_of_a_majority_one_is_outvoted_but_not_on_what_it_alone_found() -> None:
    assert panel([PASSES, PASSES, said(strict=0.0)], "majority").strict == 1
    assert panel([PASSES, said(strict=0.0), said(strict=0.0)], "majority").strict is None
    assert panel([PASSES, PASSES, said(extra_claims=GOLD)], "majority").strict is None


def test_what_one_is_unsure_about_takes_nothing_from_what_it_supports() -> None:
    two = {"answer": "The kiln is warm. The kiln is red."}
    first, second = assess(case(**two)).claims
    request = JudgeRequest("faithfulness", case(**two), (first, second))
    verdicts = [{"claim_id": first.id, "verdict": "supported"}]
    unsure = [*verdicts, {"claim_id": second.id, "verdict": "unsure"}]
    words = [abstained(claims=unsure), abstained(claims=unsure)]
    members = [Saying(f"j{number}", word) for number, word in enumerate(words)]
    found = PanelJudge("both", members).judge(request)
    assert [one.verdict for one in found.claims] == ["supported", "unsure"]
    assert found.strict is None


@pytest.mark.parametrize("strict", [0.0, 0.5], ids=["0", "a half"])
def test_what_is_against_the_whole_without_saying_against_what_leaves_all_open(
    strict: float,
) -> None:
    assert concluded(said(strict=strict)) == ("review", {"unproved_claim"})
    assert concluded(said(), said("unsure", strict=strict)) == ("review", {"unproved_claim"})
