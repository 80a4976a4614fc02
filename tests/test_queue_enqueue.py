"""Enqueueing: what is new, what is known, what follows a new evaluation, how urgent it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from queue_samples import decision, judged, record

from adjudge_engine.errors import QueueError
from adjudge_queue import Queue
from adjudge_queue.items.priority import prioritise
from adjudge_queue.records import EnqueueResult, Filter


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        yield queue


def test_the_same_evaluation_is_stored_once(queue: Queue) -> None:
    batch = [record("one"), record("two", "release"), record("three", "block"), record("one")]
    assert queue.enqueue(batch) == EnqueueResult(items=3, evaluations=0, known=1)
    assert queue.enqueue(batch) == EnqueueResult(items=0, evaluations=0, known=4)
    assert queue.enqueue([]) == EnqueueResult()
    states = {row.case_id: (row.state, row.disposition) for row in queue.rows([1, 2, 3])}
    assert states == {
        "one": ("pending", "pending"),
        "two": ("released", "released"),
        "three": ("blocked", "blocked"),
    }
    counts = queue.counts()
    assert counts.states == {"pending": 1, "released": 1, "blocked": 1}
    assert counts.routes == {"review": 1, "release": 1, "block": 1}
    assert counts.dispositions == {"pending": 1, "released": 1, "blocked": 1}
    assert counts.open == 1
    assert list(queue.ids()) == [1]
    assert queue.verify().ok


def test_known_pairs_and_the_stored_evaluation(queue: Queue) -> None:
    one = record("one", judgments=(judged("supported"),))
    queue.enqueue([one])
    pairs = [("one", "k1"), ("one", "k2"), ("two", "k1")]
    assert queue.known(pairs) == {("one", "k1")}
    assert queue.evaluation_json("two", "k1") is None
    text = queue.evaluation_json("one", "k1")
    assert text is not None
    assert "\n" not in text
    assert json.loads(text) == one.evaluation


def test_other_content_under_the_same_id_is_another_item(queue: Queue) -> None:
    queue.enqueue([record("one"), record("one", case_hash="sha256:other", answer="No.")])
    assert list(queue.ids()) == [1, 2]
    assert queue.find("one") == 2
    assert queue.find("#1") == 1
    assert queue.item(1).case["answer"] != queue.item(2).case["answer"]


@pytest.mark.parametrize(
    ("first", "second", "state"),
    [
        ("review", "release", "released"),
        ("review", "block", "blocked"),
        ("release", "review", "pending"),
        ("block", "release", "released"),
        ("review", "review", "pending"),
    ],
)
def test_an_open_item_follows_its_newest_evaluation(
    queue: Queue, first: str, second: str, state: str
) -> None:
    queue.enqueue([record(route=first)])
    assert queue.enqueue([record(route=second, key="k2", gates={"dates": "fail"})]).evaluations == 1
    item = queue.item(1)
    assert (item.row.state, item.row.route, item.evaluation["route"]) == (state, second, second)
    assert item.row.gates == {"dates": "fail"}
    assert [event["kind"] for event in item.history] == ["enqueued", "evaluated"]
    assert queue.evaluation_json("one", "k1") is not None
    assert queue.verify().ok


def test_going_back_to_an_earlier_policy_brings_its_routes_back(queue: Queue) -> None:
    strict = record(route="review", key="strict", gates={"dates": "unavailable"})
    loose = record(route="release", key="loose")
    queue.enqueue([strict])
    queue.enqueue([loose])
    assert queue.item(1).row.disposition == "released"
    assert queue.known([("one", "strict"), ("one", "loose")]) == {("one", "loose")}
    as_first_stored = queue.evaluation_json("one", "strict")
    assert queue.enqueue([strict]).evaluations == 1
    item = queue.item(1)
    assert (item.row.state, item.row.route, item.row.disposition) == (
        "pending",
        "review",
        "pending",
    )
    assert item.row.gates == {"dates": "unavailable"}
    assert item.evaluation["route"] == "review"
    assert [event["kind"] for event in item.history] == ["enqueued", "evaluated", "reinstated"]
    assert queue.evaluation_json("one", "strict") == as_first_stored
    assert queue.enqueue([strict]).known == 1
    assert [row["disposition"] for row in queue.feed(1)[0]] == ["released", "pending"]
    assert queue.verify().ok


def test_an_earlier_evaluation_touches_nothing_decided(queue: Queue) -> None:
    queue.enqueue([record(key="k1")])
    queue.enqueue([record(key="k2", route="block")])
    queue.decide(1, decision("approve", note="seen"))
    queue.enqueue([record(key="k1")])
    assert queue.item(1).row.state == "decided"
    assert queue.item(1).row.disposition == "released"
    assert queue.verify().ok


def test_a_new_evaluation_touches_nothing_decided(queue: Queue) -> None:
    queue.enqueue([record()])
    queue.decide(1, decision("approve"))
    queue.enqueue([record(route="block", key="k2")])
    row = queue.item(1).row
    assert (row.state, row.disposition, row.route) == ("decided", "released", "block")
    assert queue.undo("ann").state == "blocked"  # what the newest evaluation says
    assert queue.verify().ok


def test_a_claim_outlives_a_new_evaluation_that_still_asks_for_review(queue: Queue) -> None:
    queue.enqueue([record()])
    queue.claim_next("ann")
    queue.enqueue([record(key="k2")])
    row = queue.item(1).row
    assert (row.state, row.holder) == ("claimed", "ann")
    assert row.lease_until
    queue.enqueue([record(key="k3", route="release")])
    row = queue.item(1).row
    assert (row.state, row.holder, row.lease_until) == ("released", None, None)
    queue.enqueue([record(key="k4")])
    queue.decide(1, decision("escalate"))
    queue.enqueue([record(key="k5", route="release")])
    assert queue.item(1).row.state == "escalated"
    assert queue.verify().ok


def test_hostile_text_is_kept_as_it_is(queue: Queue) -> None:
    ids = ["\ud800", "\\ud800", "a\0b", "a", "\u202eid", "\x1b]0;x\x07", "", "#1"]
    hostile = "NUL \0, half \udfff, 東京, '; DROP TABLE items; --"
    batch = [
        record(one, question=hostile, tags=[hostile], metadata={"nan": float("nan")}) for one in ids
    ]
    assert queue.enqueue(batch, actor="\udc00").items == len(ids)
    assert queue.enqueue(batch).known == len(ids)
    for number, one in enumerate(ids, start=1):
        item = queue.item(number)
        assert (item.row.case_id, item.case["id"], item.case["question"]) == (one, one, hostile)
        assert item.history[0]["actor"] == "\udc00"
        assert queue.known([(one, "k1")])
        if one != "#1":
            assert queue.find(one) == number
    assert list(queue.ids(Filter(tag=hostile))) == list(range(1, len(ids) + 1))
    claimed = queue.claim_next("\ud83d")
    assert claimed is not None
    assert claimed.row.holder == "\ud83d"
    done = queue.decide(
        claimed.row.item_id, decision("approve", "\ud83d", key="\ud800", note=hostile)
    )
    assert queue.item(done.item_id).note == hostile
    assert queue.verify().problems == ()


def test_what_cannot_be_stored_is_named_and_nothing_of_its_batch_is(queue: Queue) -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    bad = [
        record("odd", metadata={"x": {1, 2}}),
        record("deep", metadata={"x": deep}),
        record("route", "maybe"),
        record("risk", risk="huge"),
    ]
    for one in bad:
        with pytest.raises(QueueError, match=one.case_id):
            queue.enqueue([record("good"), one])
    assert queue.counts().states == {}
    assert queue.verify().events == 0


@pytest.mark.parametrize(
    ("risk", "evaluated", "number", "reason"),
    [
        ("standard", record(), 200, "standard risk"),
        ("low", record(gates={"dates": "unavailable"}), 10, "low risk · dates unavailable"),
        (
            "high",
            record(gates={"numbers": "fail", "citations": "fail", "dates": "unavailable"}),
            490,
            "high risk · citations, numbers failed",
        ),
        ("standard", record(judgments=(judged("contradicted"),)), 260, "judge: contradicted"),
        ("standard", record(judgments=(judged("partial"),)), 250, "judge: not supported"),
        ("standard", record(judgments=(judged(abstained=True),)), 230, "judge abstained: unstable"),
        ("standard", record(judgments=(judged("supported"),)), 200, "standard risk"),
    ],
)
def test_priority_is_the_risk_and_the_worst_finding(
    risk: str, evaluated: Any, number: int, reason: str
) -> None:
    assert prioritise(risk, evaluated.evaluation) == (number, reason)


def reasoned(route: str, code: str, message: str, **more: Any) -> dict[str, Any]:
    """An evaluation with a judge's doubt and one reason that demanded its route."""
    entry = {"code": code, "message": message, "action": route, **more}
    return dict(record(route=route, judgments=(judged(abstained=True),)).evaluation) | {
        "reasons": {"proved": [], "judged": [], "uncertain": [entry]}
    }


@pytest.mark.parametrize(
    ("risk", "evaluation", "number", "reason"),
    [
        (
            "high",
            reasoned("review", "unsure", 'local is unsure: the passage "must"'),
            430,
            'high risk · local is unsure: the passage "must"',
        ),
        ("standard", reasoned("block", "untraced", "two\n\nlines"), 230, "two lines"),
        (
            "high",
            reasoned("review", "high_risk", "…"),
            430,
            "high risk · judge abstained: unstable",
        ),
        ("low", reasoned("release", "abstained", "all is well"), 30, "low risk"),
    ],
)
def test_the_reason_is_the_one_that_leads(
    risk: str, evaluation: dict[str, Any], number: int, reason: str
) -> None:
    assert prioritise(risk, evaluation) == (number, reason)


def test_a_released_answer_says_so_if_all_of_it_is_proved() -> None:
    evaluation = reasoned("release", "abstained", "all is well")
    claims = [{**one, "proved": True} for one in evaluation["claims"]]
    whole = evaluation | {"claims": claims}
    assert prioritise("low", whole)[1] == "low risk · every claim is word for word what it cites"
    half = evaluation | {"claims": [claims[0], {**claims[1], "proved": False}]}
    assert prioritise("low", half)[1] == "low risk"


def test_a_long_and_hostile_reason_is_kept_short_and_verified(queue: Queue) -> None:
    message = "\ud83d\x00\u202e" + "x" * 500_000
    one = record("long", risk="high")
    evaluation = reasoned("review", "unproved_claim", message) | {"case_id": "long"}
    queue.enqueue([replace(one, evaluation=evaluation)])
    reason = queue.item(1).row.priority_reason
    assert (len(reason), reason[-1]) == (160, "…")
    assert reason.startswith("high risk · \ufffd\ufffd\u202exxx")
    assert queue.verify().problems == ()


def test_a_batch_that_breaks_in_the_middle_leaves_no_trace(queue: Queue) -> None:
    queue.enqueue([record("one")])
    broken = replace(record("three"), report=object())  # type: ignore[arg-type]
    with pytest.raises((QueueError, TypeError, AttributeError)):
        queue.enqueue([record("two"), broken])
    assert list(queue.ids()) == [1]
    assert queue.verify().ok
