"""Redo and amendment: what was taken back is said again, whole, and the audit trail tells of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from queue_samples import decision, record

from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.file import events
from adjudge_queue.people.team import Member, Team
from adjudge_queue.records import Action, Seen

LABEL = {
    "criterion": "faithfulness",
    "value": "unfaithful",
    "claims": [{"claim_id": "c-dose", "verdict": "contradicted"}],
    "missing": ["the unit\x1b[31m", "[/]"],
    "note": "see the leaflet",
}


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([record(str(number)) for number in range(1, 6)])
        yield queue
        assert queue.verify().problems == ()


def last(queue: Queue, item_id: int) -> dict[str, Any]:
    """The last decision of an item, as a proof has it."""
    found: dict[str, Any] = queue.proof(item_id)["decided"][-1]
    return found


def whole(told: dict[str, Any]) -> dict[str, Any]:
    """What a decision says, without when and under which event."""
    return {key: one for key, one in told.items() if key not in ("at", "event", "undone_by_event")}


PARTS: list[tuple[Action, dict[str, Any]]] = [
    ("approve", {"note": "a note\nof two lines", "seconds": 2.5}),
    ("block", {"reason_codes": ("judge_wrong", "own_word")}),
    ("relabel", {"labels": [LABEL], "corrected_answer": "5 mg"}),
    ("escalate", {"note": "for a lead"}),
    ("skip", {}),
    ("snooze", {"until": "2999-01-01T00:00:00Z"}),
]


@pytest.mark.parametrize(("action", "parts"), PARTS, ids=[action for action, _ in PARTS])
def test_a_redo_says_all_of_it_again(queue: Queue, action: Action, parts: dict[str, Any]) -> None:
    item = queue.claim(1, "ann")
    seen = Seen(item.evaluation_hash, ("c1:0:6",), "hidden")
    done = queue.decide(1, decision(action, seen=seen, **parts))
    before, row = last(queue, 1), queue.rows([1])[0]
    queue.undo("ann")
    again = queue.redo("ann")
    assert (again.action, again.state, again.disposition) == (
        done.action,
        done.state,
        done.disposition,
    )
    assert whole(last(queue, 1)) == whole(before)
    assert queue.rows([1])[0] == row
    told = queue.item(1, "ann").history[-1]["body"]
    assert told["restates"] == 1
    if action == "snooze":
        assert told["until"] == "2999-01-01T00:00:00.000000Z"
    if action == "skip":
        assert (queue.claim_next("ann") or item).row.item_id != 1  # skipped again
    assert queue.undo("ann").action == f"undo {action}"


def test_several_undos_are_redone_one_by_one(queue: Queue) -> None:
    for number, action in enumerate(("approve", "block", "approve"), 1):
        queue.decide(number, decision(action, key=f"k{number}"))
    for _ in range(3):
        queue.undo("ann")
    assert [queue.redo("ann").item_id for _ in range(3)] == [1, 2, 3]
    with pytest.raises(DecisionError, match="nothing back that could be done again"):
        queue.redo("ann")
    assert [queue.undo("ann").item_id, queue.redo("ann").item_id] == [3, 3]


def test_a_decision_since_ends_it_but_for_an_item_that_is_named(queue: Queue) -> None:
    queue.decide(1, decision("approve"))
    queue.undo("ann")
    queue.decide(2, decision("block", key="k2"))
    with pytest.raises(DecisionError, match="nothing back"):
        queue.redo("ann")
    assert queue.redo("ann", item_id=1).action == "approve"


def test_a_decision_on_the_item_since_is_not_overwritten(queue: Queue) -> None:
    queue.decide(1, decision("approve"))
    queue.undo("ann")
    queue.release(1, "ann")
    queue.decide(1, decision("block", "bob", key="k2"))
    with pytest.raises(DecisionError, match="decided on since"):
        queue.redo("ann")
    queue.undo("bob", item_id=1)
    queue.release(1, "bob")
    with pytest.raises(DecisionError, match="decided on since"):
        queue.redo("ann", item_id=1)
    assert queue.rows([1])[0].state == "pending"


def test_what_is_held_by_another_or_evaluated_anew_is_refused(queue: Queue) -> None:
    seen = Seen(queue.item(1, "ann").evaluation_hash)
    queue.decide(1, decision("approve", seen=seen))
    queue.undo("ann")
    queue.release(1, "ann")
    queue.claim(1, "bob")
    with pytest.raises(DecisionError, match="held by bob"):
        queue.redo("ann")
    queue.release(1, "bob")
    queue.enqueue([record("1", "block", key="k9")])
    with pytest.raises(DecisionError, match="evaluated anew"):
        queue.redo("ann")


def test_only_ones_own_word_is_redone(tmp_path: Path) -> None:
    members = {name: Member(name, "reviewer") for name in ("ann", "bob")}
    team = Team({"lea": Member("lea"), **members}, declared=True)
    with Queue.open(tmp_path / "t.db", create=True, team=team) as queue:
        queue.enqueue([record("1")])
        queue.decide(1, decision("block", "ann"))
        queue.undo("lea", item_id=1)
        for name in ("lea", "ann"):
            with pytest.raises(DecisionError, match="nothing back"):
                queue.redo(name)


def test_a_redo_in_a_double_review_is_the_same_round(tmp_path: Path) -> None:
    with Queue.open(tmp_path / "d.db", create=True) as queue:
        queue.enqueue([replace(record("1"), second="drawn")])
        queue.decide(1, decision("approve", "ann", key="a"))
        queue.decide(1, decision("block", "bob", key="b"))
        assert queue.undo("bob").state == "claimed"
        assert queue.redo("bob").state == "adjudication"
        assert queue.undo("ann", item_id=1).action == "undo approve"
        assert queue.redo("ann", item_id=1).state == "adjudication"
        assert queue.verify().problems == ()


def test_an_amendment_adds_and_one_undo_takes_all_of_it_back(queue: Queue) -> None:
    queue.claim(1, "ann")
    queue.decide(1, decision("block", key="first", seconds=4.0))
    added = decision("block", key="added", seconds=4.0, reason_codes=("check_wrong",))
    done = queue.amend(1, added)
    assert (done.state, done.disposition, done.repeated) == ("decided", "blocked", False)
    assert queue.amend(1, added).repeated
    assert last(queue, 1)["reason_codes"] == ["check_wrong"]
    assert [one.seconds for one in queue.review_decisions()] == [4.0]
    assert queue.undo("ann").state == "claimed"
    assert queue.redo("ann").disposition == "blocked"
    assert last(queue, 1)["reason_codes"] == ["check_wrong"]


def test_an_amendment_in_a_double_review(tmp_path: Path) -> None:
    with Queue.open(tmp_path / "d.db", create=True) as queue:
        queue.enqueue([replace(record("1"), second="drawn")])
        for name in ("ann", "bob"):
            queue.decide(1, decision("block", name, key=name))
            more = decision("block", name, key=f"{name}+", reason_codes=("judge_wrong",))
            queue.amend(1, more)
        assert queue.rows([1])[0].state == "decided"
        assert queue.verify().problems == ()


@pytest.mark.parametrize("what", ["nothing", "another action", "another one's"])
def test_an_amendment_of_what_is_not_ones_own_changes_nothing(queue: Queue, what: str) -> None:
    if what == "another action":
        queue.decide(1, decision("approve"))
    elif what == "another one's":
        queue.decide(1, decision("block", "bob"))
    head = queue.head()
    with pytest.raises(DecisionError):
        queue.amend(1, decision("block", key="x", reason_codes=("judge_wrong",)))
    assert queue.head() == head


def test_a_forged_redo_of_what_was_never_taken_back_is_found(queue: Queue) -> None:
    queue.decide(1, decision("approve"))
    queue.undo("ann")
    queue.redo("ann")
    run = queue._store.connection.execute
    trigger = run("SELECT sql FROM sqlite_master WHERE name = 'events_no_update'").fetchone()[0]
    row = run(f"{events.SELECT} ORDER BY seq DESC LIMIT 1").fetchone()
    run("DROP TRIGGER events_no_update")
    body = row[7].replace('"restates":1', '"restates":2')
    assert body != row[7]
    columns = (*row[:7], body, row[8])
    sql = "UPDATE events SET body = ?, hash = ? WHERE seq = ?"
    run(sql, (body, events.event_hash(columns), row[0]))
    run(trigger)
    assert any("never taken back" in problem for problem in queue.verify().problems)
    run("DROP TRIGGER events_no_update")
    run(sql, (row[7], row[9], row[0]))
    run(trigger)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example(steps=["decide", "undo", "decide", "undo", "redo", "redo"])
@given(steps=st.lists(st.sampled_from(["decide", "undo", "redo"]), max_size=14))
def test_undo_and_redo_are_a_stack(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str]
) -> None:
    """Beside the queue runs the simplest model there is: two stacks."""
    path = tmp_path_factory.mktemp("stack") / "q.db"
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record(str(number)) for number in range(1, 16)])
        done: list[int] = []
        back: list[int] = []
        for place, step in enumerate(steps):
            if step == "decide":
                item = next(one for one in range(1, 16) if one not in done and one not in back)
                queue.decide(item, decision("block", key=str(place)))
                done.append(item)
                back.clear()
            elif step == "undo" and done:
                assert queue.undo("ann").item_id == done[-1]
                back.append(done.pop())
            elif step == "redo" and back:
                assert queue.redo("ann").item_id == back[-1]
                done.append(back.pop())
            elif step == "redo":
                with pytest.raises(DecisionError):
                    queue.redo("ann")
        states = {row.item_id for row in queue.rows(range(1, 16)) if row.state == "decided"}
        assert states == set(done)
        assert queue.verify().problems == ()
