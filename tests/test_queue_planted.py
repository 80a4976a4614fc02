"""Hidden gold: known items that look like any other, and count for nothing but the figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from queue_samples import CLAIMS, decision, record
from team_samples import made

from adjudge_engine.calibration.raters.drift import drift
from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.records import Filter, Item, State

ALL: tuple[State, ...] = ("pending", "claimed", "decided", "released", "blocked", "needs_second")
DOSE = str(CLAIMS[0]["id"])
WRONG = {
    "criterion": "faithfulness",
    "value": "unfaithful",
    "claims": [{"claim_id": DOSE, "verdict": "contradicted"}],
}


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    """Ann has labelled three items; one was released by the policy; one is still open."""
    with made(tmp_path / "q.db") as queue:
        queue.enqueue([record(f"claim-{n}04", tags=["t"]) for n in range(1, 4)])
        queue.enqueue([record("claim-904", "release"), record("claim-999", tags=["t"])])
        for number in (1, 2, 3):
            queue.decide(number, decision("relabel", "ann", labels=[WRONG]))
        queue.decide(4, decision("relabel", "ann", labels=[WRONG]))
        queue.golden_create("g", actor="lea")
        yield queue
        assert queue.verify().problems == ()


def plant(queue: Queue, n: int = 2, seed: int = 3) -> tuple[int, ...]:
    return queue.plant("g", None, n, seed=seed, by="lea")


def look(item: Item) -> Any:
    """Everything of an item that is not its own: names, numbers, times."""
    row = replace(item.row, item_id=0, case_id="", created_at="", lease_until="", holder=None)
    evaluation = {**item.evaluation, "case_id": "", "case_hash": ""}
    history = [
        (one["kind"], one["actor"], sorted(one["body"]), one["item_id"] == item.row.item_id)
        for one in item.history
    ]
    return row, {**item.case, "id": ""}, evaluation, history, item.labels, item.note, item.masked


def test_a_planted_item_looks_like_any_other(queue: Queue) -> None:
    numbers = plant(queue)
    assert numbers == (6, 7)
    ordinary = look(queue.item(5, "bob"))
    for number in numbers:
        item = queue.item(number, "bob")
        assert look(item) == ordinary
        assert item.row.case_id[:6] == "claim-"
        assert item.row.case_id[6:].isdigit()
        assert len(queue.namesakes(number)) == 1
    for viewer in ("bob", "ann"):
        told = queue.events(viewer=viewer)
        assert "planted" not in repr(told)
        assert [one["kind"] for one in told][-2:] == ["enqueued", "enqueued"]
    assert [one["kind"] for one in queue.events(viewer="lea")].count("planted") == 1


def test_it_comes_to_whoever_has_not_labelled_the_original(queue: Queue) -> None:
    plant(queue, 9)
    got: list[int] = []
    while (item := queue.claim_next("bob")) is not None:
        got.append(item.row.item_id)
    assert got == [5, 6, 7, 8]
    for number in got:
        queue.release(number, "bob")
    found = queue.claim_next("ann")
    assert found is not None
    assert found.row.item_id == 5
    assert queue.claim_next("ann") is None


def test_what_is_decided_on_it_tells_nobody_and_enters_no_golden_set(queue: Queue) -> None:
    cursor = queue.feed()[1]
    rows = queue.golden_list()[0]["rows"]
    numbers = plant(queue)
    queue.decide(numbers[0], decision("approve", "bob"))
    done = queue.decide(numbers[1], decision("relabel", "bob", labels=[WRONG]))
    assert (done.state, done.disposition) == ("decided", "blocked")
    assert queue.feed(cursor)[0] == []
    queue.undo("bob", item_id=numbers[0])
    assert queue.feed(cursor)[0] == []
    queue.golden_create("g", actor="lea", include_approved=True)
    assert queue.golden_list()[1]["rows"] == rows


def test_decisions_on_it_are_compared_with_what_is_known(queue: Queue) -> None:
    numbers = plant(queue)
    queue.decide(numbers[0], decision("relabel", "bob", labels=[WRONG]))
    queue.decide(numbers[1], decision("approve", "bob"))
    found = queue.planted_results("lea")
    assert [one.item for one in found.decisions] == [str(one) for one in numbers]
    assert found.answers[str(numbers[0]), "answer"] == "unfaithful"
    assert found.answers[str(numbers[0]), DOSE] == "contradicted"
    assert found.decisions[0].verdicts == {"answer": "unfaithful", DOSE: "contradicted"}
    assert found.decisions[1].verdicts == {"answer": "faithful"}
    [bob] = drift(found.decisions, found.answers, every=timedelta(days=1))
    assert (bob.reviewer, bob.windows[0].agreement.n) == ("bob", 3)
    assert bob.windows[0].agreement.value == pytest.approx(2 / 3)
    # They are no part of the figures on ordinary work.
    assert {one.item for one in queue.review_decisions()} == {"1", "2", "3", "4"}


def test_a_row_is_planted_once_and_the_seed_says_which(queue: Queue) -> None:
    assert len(plant(queue, 2)) == 2
    assert len(plant(queue, 9)) == 1  # three can be: that of a released item cannot
    with pytest.raises(DecisionError, match="no row that could be planted"):
        plant(queue)


@pytest.mark.parametrize("case_id", ["dose", "a", "é", "x-1", "\ud800", "12"])
def test_any_id_has_one_of_its_look(tmp_path: Path, case_id: str) -> None:
    with made(tmp_path / "q.db") as queue:
        queue.enqueue([record(case_id)])
        queue.decide(1, decision("relabel", "ann", labels=[WRONG]))
        queue.golden_create("g", actor="lea")
        [number] = plant(queue)
        name = queue.item(number).row.case_id
        assert name != case_id
        assert len(name) == len(case_id)
        assert queue.verify().problems == ()


def test_what_cannot_be_planted_says_so(queue: Queue) -> None:
    with pytest.raises(DecisionError, match="no golden set"):
        queue.plant("none", None, 1, seed=1, by="lea")
    with pytest.raises(DecisionError, match="nothing to plant"):
        plant(queue, 0)
    queue.undo("ann", item_id=1)
    assert len(plant(queue, 9)) == 2  # a withdrawn row is left out


def test_a_planted_item_under_double_review_needs_two(tmp_path: Path) -> None:
    with made(tmp_path / "q.db") as queue:
        queue.enqueue([replace(record("one-11"), second="tag x")])
        queue.decide(1, decision("relabel", "ann", labels=[WRONG]))
        queue.decide(1, decision("relabel", "bob", labels=[WRONG]))
        queue.golden_create("g", actor="lea")
        [number] = plant(queue)
        assert queue.item(number).row.second
        assert queue.claim_next("bob") is None  # both have labelled it
        assert queue.claim_next("max") is not None
        assert queue.decide(number, decision("block", "max")).state == "needs_second"
        assert list(queue.ids(Filter(states=ALL))) == [1, number]
        assert queue.verify().problems == ()


def test_what_waiting_systems_are_told_leaves_it_out(queue: Queue) -> None:
    before = queue.counts()
    numbers = plant(queue)
    for decided in (False, True):
        if decided:
            queue.decide(numbers[0], decision("block", "bob"))
        for word in ("pending", "blocked", "released"):
            listed = [
                *queue.ids(Filter(states=ALL, disposition=word)),
                *queue.ids(Filter(states=("pending", "decided"), disposition=word, tag="t")),
                *(row.item_id for row in queue.page(Filter(states=ALL, disposition=word))),
            ]
            assert not set(listed) & set(numbers)
    # By state it is an item like any other, for whoever has to look at it.
    assert queue.counts().open == before.open + 1
    assert queue.counts().dispositions == before.dispositions
    found = queue.claim_next("bob", where=Filter(disposition="pending"), exclude=[5])
    assert found is not None
    assert found.row.item_id == numbers[1]
