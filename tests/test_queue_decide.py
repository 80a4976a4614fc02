"""Decisions: what each does, what is refused, labels, idempotence, undo of any age."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from queue_samples import ANSWER, CLAIMS, Clock, decision, judged, record

from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.records import Decided, Filter, Seen

DOSE, TWICE = CLAIMS[0]["id"], CLAIMS[1]["id"]


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue(
            [
                record("review"),
                record("judged", judgments=(judged("not_mentioned", "supported"),)),
                record("blocked", "block", gates={"numbers": "fail"}),
                record("released", "release"),
            ]
        )
        yield queue
        assert queue.verify().problems == ()


def label(**parts: Any) -> dict[str, Any]:
    return {"criterion": "faithfulness", **parts}


def verdict(claim_id: object, word: str) -> dict[str, Any]:
    return {"claim_id": claim_id, "verdict": word}


def relabel(queue: Queue, *labels: dict[str, Any], item_id: int = 1, **parts: Any) -> Decided:
    return queue.decide(item_id, decision("relabel", labels=labels, **parts))


def refused(queue: Queue, item_id: int, **parts: Any) -> str:
    before = queue.head()
    with pytest.raises(DecisionError) as caught:
        queue.decide(item_id, decision(parts.pop("action", "approve"), **parts))
    assert caught.value.hint
    assert queue.head() == before
    return caught.value.message


def test_each_action_has_its_outcome(queue: Queue) -> None:
    for action, state, disposition in (
        ("skip", "pending", "pending"),
        ("snooze", "snoozed", "pending"),
        ("escalate", "escalated", "pending"),
        ("approve", "decided", "released"),
        ("block", "decided", "blocked"),
    ):
        done = queue.decide(1, decision(action))
        assert (done.state, done.disposition, done.action) == (state, disposition, action)
        row = queue.item(1).row
        assert (row.state, row.disposition) == (state, disposition)
        assert queue.disposition(1) == disposition
        assert queue.history(1)[-1]["seq"] == done.event == queue.head()[0]
    assert (row.decided_by, row.action, row.holder) == ("ann", "block", None)


@pytest.mark.parametrize(
    ("labels", "disposition"),
    [
        ([label(value="faithful")], "released"),
        ([label(value="unfaithful")], "blocked"),
        ([label(undetermined=True)], "pending"),
        ([label(value="faithful", claims=[verdict(DOSE, "supported")])], "released"),
        ([label(value="faithful", claims=[verdict(DOSE, "partial")])], "blocked"),
        ([label(value="faithful", claims=[verdict(DOSE, "undetermined")])], "pending"),
        ([label(undetermined=True, claims=[verdict(DOSE, "contradicted")])], "blocked"),
        ([label(claims=[verdict(DOSE, "not_mentioned")])], "blocked"),
        ([label(claims=[verdict(DOSE, "undetermined")])], "pending"),
        ([label(claims=[verdict(DOSE, "supported"), verdict(TWICE, "supported")])], "released"),
        ([label(value="faithful", missing=["the unit"])], "blocked"),
        ([label(value="faithful", corrected_answer="400 mg")], "blocked"),
        ([{"criterion": "relevance", "value": 5}], "blocked"),
        ([{"criterion": "relevance", "value": 2}, label(value="faithful")], "released"),
        ([{"criterion": "completeness", "missing": ["how long"]}], "blocked"),
        ([{"criterion": "answerability", "undetermined": True}], "pending"),
    ],
)
def test_a_relabel_goes_as_its_labels_say(
    queue: Queue, labels: list[dict[str, Any]], disposition: str
) -> None:
    done = relabel(queue, *labels)
    assert (done.state, done.disposition) == ("decided", disposition)
    assert relabel(queue, *labels, item_id=3).disposition in (disposition, "blocked")
    assert queue.disposition(3) == "blocked"  # the policy's block is not lifted by a label


def test_a_corrected_answer_says_that_this_one_is_not_to_be_released(queue: Queue) -> None:
    done = relabel(queue, label(value="faithful"), corrected_answer="Take 400 mg.")
    assert done.disposition == "blocked"
    assert queue.item(1).labels[0]["corrected_answer"] == "Take 400 mg."


def test_one_claim_turned_to_supported_leaves_the_others_to_the_judge(queue: Queue) -> None:
    labels = [label(claims=[verdict(DOSE, "supported")])]
    assert relabel(queue, *labels, item_id=2).disposition == "released"
    assert queue.item(2).labels[0]["value"] == "faithful"
    # Without a judge's word on the other claim there is nothing to go by.
    message = refused(queue, 1, action="relabel", labels=labels)
    assert "does not say whether the answer is faithful" in message


def test_labels_are_kept_with_their_claims_and_texts(queue: Queue) -> None:
    relabel(
        queue,
        label(
            claims=[
                {"start": 0, "end": 19, "verdict": "contradicted"},
                {"text": "Take it", "verdict": "supported"},
                {"start": 28, "end": 33, "text": "twice", "verdict": "partial"},
            ],
            missing=["how long"],
            note="see page 3",
            by="somebody",
            at="yesterday",
        ),
        {"criterion": "relevance", "value": 4},
        note="wrong by factor two",
    )
    item = queue.item(1)
    faithfulness, relevance = item.labels
    assert faithfulness["claims"] == [
        {"claim_id": DOSE, "start": 0, "end": 19, "text": ANSWER[:19], "verdict": "contradicted"},
        {"start": 20, "end": 27, "verdict": "supported"},
        {"start": 28, "end": 33, "verdict": "partial"},
    ]
    assert (faithfulness["value"], faithfulness["missing"]) == ("unfaithful", ["how long"])
    assert (faithfulness["by"], faithfulness["note"]) == ("ann", "see page 3")
    assert faithfulness["at"].startswith("20")
    assert (relevance["criterion"], relevance["value"]) == ("relevance", 4)
    assert item.note == item.history[-1]["note"] == "wrong by factor two"
    assert list(queue.ids(Filter(states=("decided",), text="factor"))) == [1]
    assert list(queue.ids(Filter(states=("decided",), text="page how"))) == [1]


def test_events_hold_hashes_and_no_text(queue: Queue) -> None:
    relabel(
        queue,
        label(value="unfaithful", missing=["SECRET-1"], note="SECRET-2"),
        note="SECRET-3",
        corrected_answer="SECRET-4",
    )
    bodies = [row[0] for row in queue._store.rows("SELECT body FROM events")]
    assert not any("SECRET" in body for body in bodies)
    for table in ("decisions", "labels"):
        assert "SECRET" not in repr(queue._store.rows(f"SELECT * FROM {table}"))
    assert queue._store.one("SELECT count(*) FROM texts") == (4,)


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"action": "frobnicate"}, "no decision 'frobnicate'"),
        ({"reviewer": "  "}, "needs a name"),
        ({"key": ""}, "needs a key"),
        ({"reason_codes": ("Free text!",)}, "no reason code"),
        ({"seconds": -1.0}, "no time spent"),
        ({"seconds": float("nan")}, "no time spent"),
        ({"labels": [label(value="faithful")]}, "takes no labels"),
        ({"seen": Seen("sha256:other")}, "evaluated anew"),
        ({"action": "snooze", "until": "soon"}, "is no time"),
        ({"action": "snooze", "until": "2001-01-01"}, "is past"),
        ({"action": "snooze", "until": "9999-12-31T23:59:59-14:00"}, "is no time"),
        ({"seconds": 10**400}, "is no time spent"),
        ({"action": "relabel"}, "at least one label"),
    ],
)
def test_a_decision_that_makes_no_sense_is_refused(
    queue: Queue, parts: dict[str, Any], sentence: str
) -> None:
    assert sentence in refused(queue, 1, **parts)


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        ([{"value": "faithful"}], "name of its criterion"),
        ([{"criterion": " "}], "name of its criterion"),
        ([label(value="faithful"), label(value="faithful")], "two labels"),
        ([label(value="true")], "faithful or unfaithful"),
        ([label(value=True)], "short word or a number"),
        ([label(value=float("inf"))], "short word or a number"),
        ([label(value=10**400)], "short word or a number"),
        (["faithful"], "a label is a record"),
        ([label(claims="abc")], "claims of a label is a list"),
        ([label(claims={"claim_id": DOSE, "verdict": "partial"})], "claims of a label is a list"),
        ([label(claims=[DOSE])], "a labelled claim is a record"),
        ([label(claims=[verdict([DOSE], "partial")])], "no claim ['c-dose']"),
        ([label(missing="unit", value="unfaithful")], "missing of a label is a list"),
        ([label(undetermined="no")], "undetermined is true or false"),
        ([label(value="x" * 201)], "short word or a number"),
        ([label()], "does not say whether"),
        ([{"criterion": "relevance"}], "says nothing"),
        ([label(colour="red")], "no field 'colour'"),
        ([label(claims=[verdict("c-none", "supported")])], "no claim 'c-none'"),
        ([label(claims=[verdict(DOSE, "unsure")])], "no verdict 'unsure'"),
        ([label(claims=[verdict(DOSE, "partial"), verdict(DOSE, "partial")])], "two verdicts"),
        ([label(claims=[{"start": 0, "end": 99, "verdict": "partial"}])], "no part of the answer"),
        ([label(claims=[{"start": 5, "end": 5, "verdict": "partial"}])], "no part of the answer"),
        ([label(claims=[{"verdict": "partial"}])], "no part of the answer"),
        ([label(claims=[{"text": "600 mg", "verdict": "partial"}])], "no part of the answer"),
        ([label(claims=[{"text": "e", "verdict": "partial"}])], "more than once"),
        (
            [label(claims=[{"start": 0, "end": 3, "text": "Thy", "verdict": "partial"}])],
            "does not say that",
        ),
        ([label(value="faithful", missing=[" "])], "there is no text"),
        ([label(value="faithful", note=7)], "there is no text"),
    ],
)
def test_labels_that_cannot_be_true_are_refused(
    queue: Queue, labels: list[dict[str, Any]], sentence: str
) -> None:
    assert sentence in refused(queue, 1, action="relabel", labels=labels)


def test_an_unknown_item_is_refused(queue: Queue) -> None:
    assert "no item #99" in refused(queue, 99)
    for call in (lambda: queue.item(99), lambda: queue.disposition(99)):
        with pytest.raises(DecisionError, match="no item #99"):
            call()
    for ref in ("#99", "nobody", "#x", "#" + "9" * 30):
        with pytest.raises(DecisionError, match="there is no item"):
            queue.find(ref)


def test_a_block_of_the_policy_is_lifted_only_with_a_reason(queue: Queue) -> None:
    assert "needs a note" in refused(queue, 3)
    assert "needs a note" in refused(queue, 3, note="   ")
    done = queue.decide(3, decision("approve", note="the figure is in the annex"))
    assert (done.state, done.disposition) == ("decided", "released")
    assert queue.undo("ann").state == "blocked"
    assert queue.decide(3, decision("approve", reason_codes=("check_wrong",))).state == "decided"


def test_a_release_of_the_policy_can_be_taken_back(queue: Queue) -> None:
    assert "waits for nobody" in refused(queue, 4, action="skip")
    assert queue.decide(4, decision("block")).disposition == "blocked"
    assert queue.undo("ann").disposition == "released"


def test_the_same_key_is_one_decision(queue: Queue) -> None:
    first = queue.decide(1, decision("approve", key="k"))
    again = queue.decide(1, decision("approve", key="k"))
    assert (again.repeated, first.repeated) == (True, False)
    assert (again.event, again.state) == (first.event, first.state)
    assert "used for another one" in refused(queue, 2, key="k")
    assert "used for another one" in refused(queue, 1, key="k", reviewer="bob")
    queue.undo("ann")
    assert queue.decide(1, decision("approve", key="k")).repeated  # a late retry decides nothing
    assert queue.item(1).row.state == "claimed"


def test_a_known_key_with_another_word_is_refused_and_not_lost(queue: Queue) -> None:
    labels = [
        label(claims=[verdict(DOSE, "partial")], missing=["unit"], note="n"),
        {"criterion": "relevance", "value": 2},
    ]
    said: dict[str, Any] = {
        "action": "relabel",
        "key": "k",
        "labels": labels,
        "note": "why",
        "corrected_answer": "5 mg",
        "reason_codes": ("judge_wrong", "judge_wrong"),
    }
    queue.decide(1, decision(**said, seconds=1))
    assert queue.decide(1, decision(**said, seconds=2)).repeated
    for other in (
        {"labels": labels[:1]},
        {"labels": [label(claims=[verdict(DOSE, "supported")], value="faithful")]},
        {"labels": [label(claims=[verdict(DOSE, "partial")], missing=["dose"], note="n")]},
        {"labels": [{**labels[0], "note": "m"}, labels[1]]},
        {"labels": [labels[0], {"criterion": "relevance", "value": 3}]},
        {"note": "why not"},
        {"note": None},
        {"corrected_answer": None},
        {"reason_codes": ()},
    ):
        assert "used for another one" in refused(queue, 1, **said | other)


def test_only_who_decided_may_decide_again(queue: Queue) -> None:
    queue.decide(1, decision("approve"))
    assert "decided by ann" in refused(queue, 1, reviewer="bob")
    assert "decided by ann" in refused(queue, 1, action="skip")
    assert queue.decide(1, decision("block")).disposition == "blocked"
    assert queue.undo("ann").disposition == "released"  # back to the first decision
    assert queue.item(1).row.action == "approve"
    assert queue.undo("ann").state == "claimed"
    with pytest.raises(DecisionError, match="no decision to undo"):
        queue.undo("ann")


def test_what_was_seen_is_part_of_the_event(queue: Queue) -> None:
    item = queue.item(1)
    seen = Seen(item.evaluation_hash, ("c1:0:6",), "hidden")
    queue.decide(1, decision("approve", seen=seen, seconds=12.5, reason_codes=("judge_wrong",)))
    body = queue.history(1)[-1]["body"]
    assert body["seen"] == {
        "evaluation_hash": item.evaluation_hash,
        "evidence": ["c1:0:6"],
        "judge": "hidden",
    }
    assert (body["seconds"], body["reason_codes"]) == (12.5, ["judge_wrong"])


def test_undo_gives_the_item_back_to_the_reviewer(queue: Queue) -> None:
    queue.claim(1, "ann")
    queue.decide(1, decision("approve"))
    done = queue.undo("ann")
    row = queue.item(1).row
    assert (done.item_id, done.action, done.state) == (1, "undo approve", "claimed")
    assert (row.holder, row.disposition, row.action) == ("ann", "pending", None)
    assert row.lease_until
    assert [event["kind"] for event in queue.history(1)][-2:] == ["decided", "undone"]


def test_undo_of_any_age_by_item_and_by_anybody(queue: Queue) -> None:
    queue.decide(1, decision("approve"))
    queue.decide(2, decision("block"))
    assert queue.undo("lea", item_id=1).state == "claimed"
    assert queue.item(1).row.holder == "lea"
    assert queue.history(1)[-1]["body"]["decided_by"] == "ann"
    assert queue.undo("ann").item_id == 2
    for item_id, sentence in ((1, "no decision on item #1"), (77, "no item #77")):
        with pytest.raises(DecisionError, match=sentence):
            queue.undo("ann", item_id=item_id)


def test_undo_of_a_skip_takes_the_item_up_again(queue: Queue) -> None:
    queue.claim(1, "ann")
    queue.decide(1, decision("skip"))
    assert queue.undo("ann").state == "claimed"
    queue.release(1, "ann")
    item = queue.claim_next("ann")
    assert item is not None
    assert item.row.item_id in (1, 2)
    queue.decide(item.row.item_id, decision("skip"))
    queue.claim(item.row.item_id, "bob")
    with pytest.raises(DecisionError, match="held by bob"):
        queue.undo("ann")
    queue.decide(item.row.item_id, decision("approve", "bob"))
    with pytest.raises(DecisionError, match="has been overtaken"):
        queue.undo("ann")


def test_undo_of_an_escalation_and_of_the_leads_word(queue: Queue) -> None:
    queue.claim(1, "ann")
    queue.decide(1, decision("escalate"))
    queue.claim(1, "lea")
    queue.decide(1, decision("approve", "lea"))
    assert queue.undo("lea").state == "claimed"
    queue.release(1, "lea")
    assert queue.item(1).row.state == "escalated"
    assert queue.undo("ann").state == "claimed"
    queue.release(1, "ann")
    assert queue.item(1).row.state == "pending"


def test_undo_finds_a_snooze_overtaken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    with Queue.open(tmp_path / "s.db", create=True) as queue:
        queue.enqueue([record()])
        queue.decide(1, decision("snooze"))
        clock.forward(86399)
        assert queue.claim_next("bob") is None
        clock.forward(1)
        assert queue.claim_next("bob") is not None
        queue.release(1, "bob")
        with pytest.raises(DecisionError, match="has been overtaken: it is pending"):
            queue.undo("ann")
        assert queue.verify().ok
