"""Repeats: a verdict that changes from run to run is none, and the spread is told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge_samples import Says, Waits, request, scored, verdicts

from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import JudgeRequest, abstained, faithfulness
from adjudge_engine.judges.panel import PanelJudge
from adjudge_engine.judges.repeats import RepeatedJudge, may_change, spread_of


def changing(*words: str) -> Waits:
    """A judge that says `words[sample]`."""
    judge: Waits

    def say(asked: JudgeRequest) -> Judgment:
        said = words[asked.sample % len(words)]
        if said.startswith("!"):
            return abstained(judge, asked.criterion, said[1:], "told to")
        return faithfulness(judge, verdicts(asked, said), rationale=said)

    judge = Waits(say)
    return judge


def test_what_all_runs_say_counts() -> None:
    inner = changing("ssn")
    found = RepeatedJudge(inner, 3).judge(request())
    assert [one.verdict for one in found.claims] == ["supported", "supported", "not_mentioned"]
    assert (found.strict, found.abstained) == (0.0, False)
    assert sorted(inner.samples) == [0, 1, 2]
    assert found.parameters["runs"] == {
        "n": 3,
        "score": {"min": 2 / 3, "max": 2 / 3},
        "strict": {"0": 3},
    }


def test_what_changes_is_unsure_with_the_spread() -> None:
    found = RepeatedJudge(changing("sss", "ssc", "sss"), 3).judge(request())
    assert [one.verdict for one in found.claims] == ["supported", "supported", "unsure"]
    assert found.claims[2].reason == "run 1: supported; run 2: contradicted; run 3: supported"
    assert found.abstention is not None
    assert found.abstention.code == "unstable"
    assert found.abstention.message == (
        "3 runs do not agree on 1 of 3 claims (score 0.667 to 1); strict 0: 1, 1: 2"
    )
    assert (found.strict, found.judge) == (None, "far")


def test_a_claim_that_all_runs_refuse_fails_although_another_changes() -> None:
    found = RepeatedJudge(changing("csn", "csc", "ccn"), 3).judge(request())
    assert [one.verdict for one in found.claims] == ["contradicted", "unsure", "not_mentioned"]
    assert found.strict == 0.0


def test_a_run_that_failed_agrees_with_nobody() -> None:
    found = RepeatedJudge(changing("sss", "!timeout", "sss"), 3).judge(request())
    assert found.strict is None
    assert found.abstention is not None
    assert found.abstention.code == "unstable"
    runs: Any = found.parameters["runs"]
    assert runs["abstentions"] == {"timeout": 1}


def test_all_runs_failing_keep_their_reason() -> None:
    found = RepeatedJudge(changing("!timeout"), 3).judge(request())
    assert found.abstention is not None
    assert found.abstention.code == "timeout"


@pytest.mark.parametrize("code", ["no_context", "criterion", "local_only"])
def test_what_no_repeat_can_change_is_asked_once(code: str) -> None:
    inner = changing(f"!{code}")
    found = RepeatedJudge(inner, 5).judge(request())
    assert found.abstention is not None
    assert found.abstention.code == code
    assert inner.samples == [0]


def test_judges_that_compute_are_asked_once() -> None:
    inner = Says("near", "sss")
    repeated = RepeatedJudge(inner, 5)
    assert repeated.judge(request()) == inner.judge(request())
    assert len(inner.seen) == 2
    assert repeated.fingerprint("faithfulness") == inner.fingerprint("faithfulness")
    near = PanelJudge("board", [Says("a", "sss"), Says("b", "sss")])
    assert not may_change(near)
    assert may_change(PanelJudge("board", [Says("a", "sss"), changing("sss")]))


def test_repeats_of_repeats_never_share_a_sample() -> None:
    inner = changing("sss")
    RepeatedJudge(RepeatedJudge(inner, 2), 3).judge(request())
    assert sorted(inner.samples) == [0, 1, 2, 3, 4, 5]


def test_scales() -> None:
    values = [(0.75, 1.0), (1.0, 1.0), (0.25, 0.0)]

    def say(asked: JudgeRequest) -> Judgment:
        score, strict = values[asked.sample]
        return scored(asked.criterion, "far", value=1 + 4 * score, score=score, strict=strict)

    def judge() -> Waits:
        return Waits(say, criteria=("relevance",))

    two = RepeatedJudge(judge(), 2).judge(request("relevance"))
    assert (two.strict, two.score, two.value) == (1.0, 0.75, 4.0)
    three = RepeatedJudge(judge(), 3).judge(request("relevance"))
    assert (three.strict, three.score) == (None, 0.25)
    assert three.abstention is not None
    assert three.abstention.code == "unstable"


def test_the_number_of_runs_is_part_of_the_fingerprint() -> None:
    prints = {RepeatedJudge(changing("sss"), runs).fingerprint("faithfulness") for runs in (2, 3)}
    assert len(prints | {changing("sss").fingerprint("faithfulness")}) == 3
    with pytest.raises(JudgeError, match="1 times"):
        RepeatedJudge(changing("sss"), 1)


@given(st.lists(st.text("spncu", min_size=3, max_size=3), min_size=2, max_size=6))
def test_only_what_every_run_supports_is_supported(words: list[str]) -> None:
    found = RepeatedJudge(changing(*words), len(words)).judge(request())
    for at, one in enumerate(found.claims):
        said = {run[at] for run in words}
        assert (one.verdict == "supported") == (said == {"s"})
        assert (one.verdict == "unsure") == (not said <= set("pnc") and said != {"s"})


def test_a_spread_without_scores() -> None:
    assert spread_of([scored("x", "j", strict=1.0)]) == {"n": 1, "strict": {"1": 1}}
