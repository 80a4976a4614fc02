"""Comparisons: both orders or nothing, read, evaluated, queued and shown; and their figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_support import answer, invoke, write_lines
from judge_samples import Waits, case, scored
from source_samples import a_source
from tui_desk import desk

from adjudge_engine.calibration.measures.pairwise import calibrate_pairwise
from adjudge_engine.case import Case
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import JudgeRequest, abstained, requests_for
from adjudge_engine.judges.pairwise import PairwiseJudge
from adjudge_engine.judges.panel import PanelJudge
from adjudge_engine.judges.recorded import RecordedJudge
from adjudge_engine.judges.repeats import RepeatedJudge
from adjudge_engine.pipeline import canonical_report_of, evaluate
from adjudge_engine.policy import default_policy
from adjudge_engine.reading.native import to_case
from adjudge_engine.registry import Registry
from adjudge_engine.vocabulary import PREFERENCE
from adjudge_queue import Queue
from adjudge_tui.desk.state import answer_doc, build_view

PAIR = Case(id="p", question="Which lamp?", answers=("The red lamp.", "A lamp, says the shop."))


def comparing(*said: str | None, name: str = "far") -> PairwiseJudge:
    """Says `said[0]` where the red lamp is shown first, `said[1]` where it is shown second."""

    def say(asked: JudgeRequest) -> Judgment:
        word = said[asked.case.answers[0] != PAIR.answers[0]]
        if word is not None and word.startswith("!"):
            return abstained(inner, PREFERENCE, word[1:], "told to")
        return scored(PREFERENCE, name, parameters={"preferred": word}, model="m")

    inner = Waits(say, name=name, criteria=(PREFERENCE,))
    return PairwiseJudge(inner)


def pair_request(of: Case = PAIR) -> JudgeRequest:
    return JudgeRequest(PREFERENCE, of, ())


@pytest.mark.parametrize(
    ("said", "ab", "ba", "preferred", "code"),
    [
        (("A", "B"), "A", "A", "A", None),
        (("B", "A"), "B", "B", "B", None),
        (("tie", "tie"), "tie", "tie", "tie", None),
        (("A", "A"), "A", "B", None, "order_contradiction"),  # whatever stands first
        (("A", "tie"), "A", "tie", None, "order_contradiction"),
    ],
)
def test_only_what_both_orders_say_counts(
    said: tuple[str, str], ab: str, ba: str, preferred: str | None, code: str | None
) -> None:
    found = comparing(*said).judge(pair_request())
    assert found.parameters == {"order_ab": ab, "order_ba": ba, "preferred": preferred}
    assert (found.abstention.code if found.abstention else None) == code
    assert found.abstained == (code is not None)
    assert (found.score, found.strict, found.model) == (None, None, "m")


@pytest.mark.parametrize(
    ("said", "code"),
    [(("A", "!timeout"), "timeout"), (("!refused", "B"), "refused"), (("A", None), "malformed")],
)
def test_an_order_without_a_verdict_leaves_none(said: tuple[str, str], code: str) -> None:
    found = comparing(*said).judge(pair_request())
    assert found.abstention is not None
    assert found.abstention.code == code
    assert "preferred" not in found.parameters


def test_a_pair_is_two() -> None:
    found = comparing("A", "B").judge(pair_request(case()))
    assert found.abstention is not None
    assert found.abstention.code == "no_answer"
    with pytest.raises(JudgeError, match="does not compare"):
        PairwiseJudge(Waits(lambda _: scored("x", "j")))


def test_comparisons_are_asked_for_a_preference_and_others_for_all_else() -> None:
    both = Waits(lambda _: scored("x", "j"), criteria=("faithfulness", PREFERENCE))
    assert [one.criterion for one in requests_for(both, PAIR, ())] == [PREFERENCE]
    assert [one.criterion for one in requests_for(both, case(), ())] == ["faithfulness"]


def test_repeats_and_panels_of_comparisons() -> None:
    steady = RepeatedJudge(comparing("A", "B"), 3).judge(pair_request())
    assert steady.parameters["preferred"] == "A"
    turns = iter("ABBAAB")

    def turning(asked: JudgeRequest) -> Judgment:
        return scored(PREFERENCE, "far", parameters={"preferred": next(turns)})

    inner = PairwiseJudge(Waits(turning, criteria=(PREFERENCE,)))
    found = evaluate(PAIR, default_policy(), [RepeatedJudge(inner, 3)])
    assert found.pairwise is not None
    assert found.pairwise["abstention"] == "unstable"
    assert (found.pairwise["preferred"], found.pairwise["consistent"]) == (None, None)
    board = PanelJudge("board", [comparing("A", "B"), comparing("B", "A", name="near")])
    split = board.judge(pair_request())
    assert split.abstention is not None
    assert split.abstention.code == "split_panel"
    assert split.abstention.message == "the members do not agree (far: A; near: B)"
    same = PanelJudge("board", [comparing("A", "B"), comparing("A", "B", name="near")])
    assert same.judge(pair_request()).parameters["preferred"] == "A"


def test_an_evaluated_comparison_goes_to_a_person() -> None:
    found = evaluate(PAIR, default_policy(), [comparing("A", "B"), comparing("A", "A", name="b")])
    assert found.route == "review"
    assert [one.code for one in found.reasons.uncertain] == ["comparison"]
    assert {gate.outcome for gate in found.gates.values()} == {"not_applicable"}
    assert found.claims == ()
    assert found.pairwise == {
        "judge": "far",
        "preferred": "A",
        "order_ab": "A",
        "order_ba": "A",
        "consistent": True,
        "others": [
            {
                "judge": "b",
                "preferred": None,
                "order_ab": "A",
                "order_ba": "B",
                "consistent": False,
                "abstention": "order_contradiction",
            }
        ],
    }
    assert [one.code for one in found.reasons.judged] == ["preferred", "abstained"]
    again = evaluate(PAIR, default_policy(), [])
    assert again.report_hash == found.report_hash
    assert canonical_report_of(found)["claims"] == []


def test_who_may_not_read_a_source_sends_no_comparison_to_a_judge() -> None:
    contexts = [{"id": "k", "text": "Paddles are included.", "source_id": "hire"}]
    secret = to_case(
        {"answers": list(PAIR.answers), "contexts": contexts, "requester": {"groups": ["staff"]}}
    )
    judge = comparing("A", "B")
    found = evaluate(secret, default_policy(), [judge], Registry([a_source(groups=["board"])]))
    assert found.gates["access"].outcome == "fail"
    assert (found.route, found.judgments, found.pairwise) == ("block", (), None)
    assert isinstance(judge.inner, Waits)
    assert judge.inner.seen == []


def test_recorded_verdicts_in_both_orders_and_in_one() -> None:
    record = {
        "answers": list(PAIR.answers),
        "human": {"preferred": "A"},
        "judge": {
            "same": {"order_ab": {"verdict": "A"}, "order_ba": {"verdict": "A", "raw": "(b)"}},
            "first": {"order_ab": {"verdict": "A"}, "order_ba": {"verdict": "B"}},
            "lost": {"order_ab": {"verdict": "A"}, "order_ba": {"verdict": None}},
            "once": {"verdict": "B", "raw": "B is better"},
            "noise": {"verdict": "both of them"},
            "metric": {"A": {"f1": 0.5}},
        },
    }
    found = to_case(record)
    codes = {
        one.judge: one.abstention.code if one.abstention else one.parameters["preferred"]
        for one in found.judgments
    }
    assert codes == {
        "same": "A",
        "first": "order_contradiction",
        "lost": "unreadable_record",
        "once": "one_order",
        "noise": "unreadable_record",
    }
    assert found.metadata["judge"] == {"metric": {"A": {"f1": 0.5}}}
    assert [(one.criterion, one.value) for one in found.labels] == [(PREFERENCE, "A")]
    evaluated = evaluate(found, default_policy(), [RecordedJudge("same")])
    assert evaluated.pairwise is not None
    assert evaluated.pairwise["preferred"] == "A"


def pair(number: int, preferred: str, ab: str | None, ba: str | None) -> Case:
    orders = {"order_ab": {"verdict": ab}, "order_ba": {"verdict": ba}}
    return to_case(
        {
            "id": f"pair-{number}",
            "answers": ["one", "two"],
            "human": {"preferred": preferred},
            "judge": {"j": orders},
        }
    )


def test_figures() -> None:
    cases = [
        pair(1, "A", "A", "A"),
        pair(2, "B", "A", "B"),
        pair(3, "B", "B", "B"),
        pair(4, "A", "tie", "tie"),
        pair(5, "A", "A", None),
    ]
    found = calibrate_pairwise(cases, "j")
    assert (found.comparisons, found.both_orders, found.one_order) == (5, 4, 1)
    assert (found.consistent, found.contradiction) == (0.75, 0.25)
    assert found.first_position_wins == 4 / 8
    assert (found.order_ab.n, found.order_ab.agree) == (4, 0.5)
    assert (found.order_ba.n, found.order_ba.agree) == (4, 0.75)
    assert (found.counted.n, found.counted.agree) == (3, 2 / 3)
    assert (found.own_order.n, found.own_order.agree) == (5, 0.6)
    assert json.loads(json.dumps(found.to_dict()))["counted"]["n"] == 3
    nothing = calibrate_pairwise(cases, "nobody")
    assert (nothing.comparisons, nothing.consistent, nothing.counted.agree) == (0, None, None)


def test_comparisons_from_file_to_desk(tmp_path: Path) -> None:
    hostile = "\x1b[31mred\u202e"
    records = [
        {"id": "p1", "question": "Which?", "answers": ["The red lamp.", "The blue lamp."]},
        {"id": "p2", "question": None, "answers": [{"id": "A", "text": hostile}, ""]},
    ]
    source, db = write_lines(tmp_path / "in.jsonl", records), tmp_path / "q.db"
    told = answer("evaluate", source, "--db", db, "--out", tmp_path / "out.jsonl")
    assert (told["evaluated"], told["rejected"], told["routes"]) == (2, 0, {"review": 2})
    assert [row["case_id"] for row in answer("list", "--db", db)["items"]] == ["p1", "p2"]
    shown = invoke("show", "p1", "--db", db).stdout
    assert "A\n" in shown
    assert shown.index("The red lamp.") < shown.index("The blue lamp.")
    assert "\x1b[31m" not in invoke("show", "p2", "--db", db).stdout
    with Queue.open(db) as queue:
        item = queue.item(queue.find("p1"))
        view = build_view(item)
        doc, start = answer_doc(view)
    assert view.answer == "A\nThe red lamp.\n\nB\nThe blue lamp."
    assert doc.text[start:].startswith("A\nThe red lamp.")
    assert invoke("decide", "p1", "approve", "--db", db).exit_code == 0


async def test_the_desk_shows_both_answers(tmp_path: Path) -> None:
    records = [{"id": "p1", "question": "Which?", "answers": ["The red lamp.", "The blue lamp."]}]
    source, db = write_lines(tmp_path / "in.jsonl", records), tmp_path / "q.db"
    answer("evaluate", source, "--db", db)
    async with desk(db, size=(100, 30)) as one:
        assert one.text.index("The red lamp.") < one.text.index("The blue lamp.")
        assert "two answers are compared" in one.text
        await one.press("q")
