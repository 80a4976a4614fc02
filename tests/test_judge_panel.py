"""A panel gives only what its members agree on, and says who said what."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge_samples import Says, Waits, request, scored

from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Judgment, Usage
from adjudge_engine.judges.base import Judge, JudgeRequest, WaitingJudge
from adjudge_engine.judges.panel import PanelJudge
from adjudge_engine.judges.recorded import RecordedJudge


def panel(*words: str, **more: Any) -> PanelJudge:
    return PanelJudge(
        "board", [Says(name, said) for name, said in zip("abcde", words, strict=False)], **more
    )


def read(judgment: Judgment) -> str:
    return "".join(one.verdict[0] if one.verdict != "unsure" else "u" for one in judgment.claims)


@pytest.mark.parametrize(
    ("words", "said", "strict"),
    [
        (("sss", "sss"), "sss", 1.0),
        (("sss", "ssc"), "ssu", None),
        (("snc", "snc"), "snc", 0.0),
        (("ssu", "sss"), "ssu", None),  # one alone speaks on the third claim
        (("ssu", "sss", "sss"), "sss", 1.0),  # two speak, and agree
        (("ssc", "ssn"), "ssn", 0.0),  # both find it unsupported: the milder word
        (("ssp", "ssc"), "ssp", 0.0),
        (("scs", "sss", "sss"), "sus", None),  # one against two is no agreement
        (("uuu", "uuu"), "", None),  # nobody speaks at all
    ],
)
def test_unanimity(words: tuple[str, ...], said: str, strict: float | None) -> None:
    found = panel(*words).judge(request())
    assert (read(found), found.strict) == (said, strict)
    assert found.abstained == (strict is None)


@pytest.mark.parametrize(
    ("words", "said", "strict"),
    [
        (("scs", "sss", "sss"), "sss", 1.0),
        (("scs", "scs", "sss"), "scs", 0.0),
        (("sss", "scs"), "sus", None),
        (("sss", "sss", "!timeout", "!timeout"), "", None),  # two of four are not more than half
        (("sss", "sss", "sss", "!timeout"), "sss", 1.0),
    ],
)
def test_majority_is_of_all_members(
    words: tuple[str, ...], said: str, strict: float | None
) -> None:
    found = panel(*words, quorum="majority").judge(request())
    assert (read(found), found.strict) == (said, strict)


def test_who_said_what_stands_by_the_claim_and_in_the_members() -> None:
    found = panel("sss", "ssc").judge(request())
    assert found.abstention is not None
    assert found.abstention.code == "split_panel"
    assert found.abstention.message == "the members do not agree on 1 of 3 claims"
    assert found.claims[2].reason == "a: supported; b: contradicted"
    members: Any = found.parameters["members"]
    assert [one["judge"] for one in members] == ["a", "b"]
    assert members[1]["verdicts"] == {"1": "supported", "2": "supported", "3": "contradicted"}
    assert members[1]["strict"] == 0.0


def test_silence_of_all_is_unsure_and_no_split() -> None:
    found = panel("ssu", "ssu").judge(request())
    assert found.abstention is not None
    assert found.abstention.code == "unsure"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("sss", "!timeout"), "no_quorum"),
        (("!timeout", "!malformed"), "no_quorum"),
        (("!no_context", "!no_context"), "no_context"),
    ],
)
def test_fewer_than_two_voices_are_no_panel(words: tuple[str, ...], code: str) -> None:
    found = panel(*words).judge(request())
    assert found.abstained
    assert found.abstention is not None
    assert found.abstention.code == code
    assert (found.score, found.strict, found.claims) == (None, None, ())


def test_a_member_without_claims_that_disagrees_splits_the_panel() -> None:
    def against(_: JudgeRequest) -> Judgment:
        return scored("faithfulness", "z", score=0.2, strict=0.0)

    members: list[Judge] = [Says("a", "sss"), Says("b", "sss"), Waits(against, name="z")]
    found = PanelJudge("board", members).judge(request())
    assert found.strict is None
    assert found.abstention is not None
    assert found.abstention.code == "split_panel"


@pytest.mark.parametrize(
    ("first", "second", "strict", "score", "code"),
    [
        ({"score": 1.0, "strict": 1.0}, {"score": 0.75, "strict": 1.0}, 1.0, 0.75, None),
        ({"score": 1.0, "strict": 1.0}, {"score": 0.25, "strict": 0.0}, None, 0.25, "split_panel"),
        ({"score": 0.9}, {"score": 0.4}, None, 0.4, None),  # no thresholds: the lowest stands
    ],
)
def test_scales_agree_or_split(
    first: dict[str, float],
    second: dict[str, float],
    strict: float | None,
    score: float,
    code: str | None,
) -> None:
    def told(name: str, values: dict[str, float]) -> Waits:
        said = scored("relevance", name, **values)
        return Waits(lambda _: said, name=name, criteria=("relevance",))

    found = PanelJudge("board", [told("a", first), told("b", second)]).judge(request("relevance"))
    assert (found.strict, found.score) == (strict, score)
    assert (found.abstention.code if found.abstention else None) == code


def test_a_member_that_breaks_does_not_silence_the_others() -> None:
    def breaks(_: JudgeRequest) -> Judgment:
        raise ValueError("the answer is secret")

    members: list[Judge] = [Says("a", "sss"), Says("b", "sss"), Waits(breaks, name="z")]
    found = PanelJudge("board", members).judge(request())
    assert found.strict == 1.0
    third: Any = found.parameters["members"]
    assert third[2]["abstention"] == "judge_failed"
    assert "secret" not in found.model_dump_json()


def test_usage_is_summed_and_an_unknown_price_stays_unknown() -> None:
    found = panel("sss", "sss").judge(request())
    assert found.usage == Usage(
        tokens_in=20, tokens_out=4, cost_usd=1.0, latency_ms=7, attempts=2, cached=None
    )

    def unpriced(_: JudgeRequest) -> Judgment:
        return scored("faithfulness", "z", strict=1.0, usage=Usage(tokens_in=1))

    mixed = PanelJudge("board", [Says("a", "sss"), Waits(unpriced, name="z")]).judge(request())
    assert mixed.usage is not None
    assert (mixed.usage.tokens_in, mixed.usage.cost_usd) == (11, None)


def test_what_a_panel_is() -> None:
    near, far = panel("sss", "sss"), PanelJudge("b", [Says("a", "s"), Says("r", "s", remote=True)])
    assert (near.remote, far.remote) == (False, True)
    assert isinstance(near, WaitingJudge)
    same, other = panel("sss", "sss"), panel("sss", "ssc")
    majority = panel("sss", "sss", quorum="majority")
    prints = [one.fingerprint("faithfulness") for one in (near, same, other, majority)]
    assert prints[0] == prints[1]
    assert len(set(prints)) == 3


@pytest.mark.parametrize("names", ["", "a", "aa"])
def test_no_panel_of_one(names: str) -> None:
    with pytest.raises(JudgeError, match=r"members|one name"):
        PanelJudge("board", [Says(name, "s") for name in names])


def test_a_criterion_that_one_member_knows_is_not_judged() -> None:
    one = Waits(lambda _: scored("clarity", "z", score=1), name="z", criteria=("clarity",))
    board = PanelJudge("board", [Says("a", "sss"), Says("b", "sss"), one])
    assert board.criteria == ("faithfulness",)
    with pytest.raises(JudgeError, match="no two members"):
        PanelJudge("board", [Says("a", "sss"), one])


def test_only_readers_of_records_are_shown_them() -> None:
    near = Says("a", "sss")
    given = scored("faithfulness", "elsewhere", strict=1.0, score=1.0)
    board = PanelJudge("board", [near, RecordedJudge("elsewhere")])
    found = board.judge(request(recorded=[given]))
    assert near.seen[0].recorded == ()
    assert found.strict == 1.0
    assert board.criteria_of((scored("tone", "elsewhere", score=1),)) == ("faithfulness",)


@given(st.lists(st.text("spncu ", min_size=3, max_size=3), min_size=2, max_size=5), st.booleans())
def test_a_panel_never_passes_what_a_speaking_member_refuses(words: list[str], most: bool) -> None:
    found = panel(*words, quorum="majority" if most else "unanimity").judge(request())
    for at, one in enumerate(found.claims):
        against = sum(said[at] in "pnc" for said in words)
        fit = sum(said[at] == "s" for said in words)
        if one.verdict == "supported":
            assert fit >= 2
            assert fit > len(words) / 2 if most else not against
    if found.strict == 1.0:
        assert all(one.verdict == "supported" for one in found.claims)
