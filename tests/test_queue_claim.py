"""Claiming: the order, one holder at a time, leases that run out, skipping."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from queue_samples import Clock, decision, record

from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.records import Filter


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def queue(tmp_path: Path, clock: Clock) -> Iterator[Queue]:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        yield queue
        assert queue.verify().problems == ()


def taken(queue: Queue, reviewer: str, where: Filter | None = None) -> int | None:
    item = queue.claim_next(reviewer, where=where)
    return item.row.item_id if item else None


def test_the_most_urgent_comes_first_then_the_oldest(queue: Queue) -> None:
    queue.enqueue(
        [
            record("a", risk="low"),
            record("b"),
            record("c", risk="high"),
            record("d"),
            record("e", gates={"numbers": "fail"}),
            record("f", "release", risk="high"),
        ]
    )
    assert [taken(queue, "ann") for _ in range(6)] == [3, 5, 2, 4, 1, None]
    assert queue.held("ann") == [1, 2, 3, 4, 5]
    assert queue.held("bob") == []


def test_a_filter_and_exclusions_choose_among_the_pending(queue: Queue) -> None:
    queue.enqueue(
        [
            record("a", gates={"numbers": "fail"}, tags=["x"]),
            record("b", gates={"dates": "unavailable"}),
            record("c", risk="high", question="Où est 東京駅?"),
        ]
    )
    assert taken(queue, "ann", Filter(gate="dates")) == 2
    assert taken(queue, "ann", Filter(tag="y")) is None
    assert taken(queue, "ann", Filter(text="京駅")) == 3
    assert queue.claim_next("ann", exclude=[1]) is None
    assert taken(queue, "ann", Filter(states=("decided",), tag="x")) == 1


def test_nobody_else_can_take_or_decide_a_held_item(queue: Queue) -> None:
    queue.enqueue([record()])
    item = queue.claim(1, "ann", lease_seconds=60)
    assert (item.row.state, item.row.holder) == ("claimed", "ann")
    assert item.row.lease_until == "2026-03-01T09:31:00.000000Z"
    assert taken(queue, "bob") is None
    for attempt in (
        lambda: queue.claim(1, "bob"),
        lambda: queue.renew(1, "bob"),
        lambda: queue.decide(1, decision("approve", "bob")),
    ):
        with pytest.raises(DecisionError, match=r"held by ann until 2026-03-01T09:31"):
            attempt()
    assert queue.release(1, "bob") is False
    assert queue.release(1, "ann") is True
    assert queue.item(1).row.holder is None
    assert taken(queue, "bob") == 1


def test_a_lease_runs_out_visibly_and_can_be_renewed(queue: Queue, clock: Clock) -> None:
    queue.enqueue([record()])
    queue.claim(1, "ann", lease_seconds=60)
    clock.forward(50)
    assert queue.renew(1, "ann", lease_seconds=60) == "2026-03-01T09:31:50.000000Z"
    assert queue.claim(1, "ann", lease_seconds=60).row.holder == "ann"  # the same, by claiming
    clock.forward(59)
    assert taken(queue, "bob") is None
    clock.forward(1)
    assert taken(queue, "bob") == 1
    kinds = [(event["kind"], event["actor"]) for event in queue.history(1)]
    assert kinds[1:] == [("claimed", "ann"), ("expired", "clock"), ("claimed", "bob")]
    assert queue.history(1)[2]["body"]["held_by"] == "ann"
    with pytest.raises(DecisionError, match="held by bob"):
        queue.decide(1, decision("approve", "ann"))


def test_a_lost_lease_does_not_stop_a_decision_that_nobody_else_wants(
    queue: Queue, clock: Clock
) -> None:
    queue.enqueue([record()])
    queue.claim(1, "ann", lease_seconds=60)
    clock.forward(61)
    assert queue.reap() == 1
    with pytest.raises(DecisionError, match="has run out"):
        queue.renew(1, "ann")
    assert queue.decide(1, decision("approve", "ann")).state == "decided"


def test_a_clock_set_back_gives_nobody_two_holders(queue: Queue, clock: Clock) -> None:
    queue.enqueue([record("a"), record("b")])
    queue.claim(1, "ann", lease_seconds=60)
    clock.forward(-86400)
    assert taken(queue, "bob") == 2
    assert taken(queue, "bob") is None
    assert queue.decide(1, decision("block", "ann")).disposition == "blocked"


def test_many_run_out_leases_return_in_small_steps(queue: Queue, clock: Clock) -> None:
    queue.enqueue([record(str(number)) for number in range(120)])
    for number in range(1, 121):
        queue.claim(number, "ann", lease_seconds=60)
    clock.forward(60)
    assert queue.reap() == 120
    assert queue.counts().states == {"pending": 120}


def test_a_run_out_lease_is_seen_however_many_there_are(queue: Queue, clock: Clock) -> None:
    queue.enqueue([record(str(number)) for number in range(230)])
    for number in range(1, 231):
        queue.claim(number, "ann", lease_seconds=60 + number)
    clock.forward(300)
    assert queue.claim(230, "bob").row.holder == "bob"
    assert queue.decide(229, decision("approve", "bob")).state == "decided"
    assert queue.history(229)[-2]["kind"] == "expired"


def test_a_number_that_is_not_quite_one_leaves_the_chain_whole(queue: Queue) -> None:
    queue.enqueue([record()])
    queue.claim(True, "ann")
    queue.release(True, "ann")
    assert queue.history(1)[-1]["item_id"] == 1


def test_a_skipped_item_goes_to_others_and_back_only_when_asked(queue: Queue) -> None:
    queue.enqueue([record("a"), record("b")])
    assert taken(queue, "ann") == 1
    assert queue.decide(1, decision("skip", "ann")).state == "pending"
    assert taken(queue, "ann") == 2
    assert taken(queue, "ann") is None
    assert taken(queue, "bob") == 1
    queue.release(1, "bob")
    again = queue.claim_next("ann", skipped=True)
    assert again is not None
    assert again.row.item_id == 1


def test_what_nobody_has_to_look_at_cannot_be_claimed(queue: Queue) -> None:
    queue.enqueue([record("a", "release"), record("b")])
    queue.decide(2, decision("approve"))
    for number, state in ((1, "released"), (2, "decided")):
        with pytest.raises(DecisionError, match=f"is {state}"):
            queue.claim(number, "ann")
    with pytest.raises(DecisionError, match="no item #9"):
        queue.claim(9, "ann")
    for name in ("", " ", "x" * 201):
        with pytest.raises(DecisionError, match="needs a name"):
            queue.claim_next(name)
    with pytest.raises(DecisionError, match="is not possible"):
        queue.claim_next("ann", lease_seconds=0)


def test_escalated_and_snoozed_items_wait_apart(queue: Queue, clock: Clock) -> None:
    queue.enqueue([record("a"), record("b")])
    queue.decide(1, decision("escalate", "ann"))
    queue.decide(2, decision("snooze", "ann", until="2026-03-01T12:00:00+01:00"))
    assert taken(queue, "bob") is None
    assert queue.counts().states == {"escalated": 1, "snoozed": 1}
    assert queue.claim(1, "lea").row.state == "claimed"
    queue.release(1, "lea")
    assert queue.item(1).row.state == "escalated"
    queue.claim(2, "ann")
    queue.release(2, "ann")
    assert queue.item(2).row.state == "snoozed"
    clock.forward(5400)
    assert taken(queue, "bob") == 2
    assert "woken" in [event["kind"] for event in queue.history(2)]


def test_threads_may_share_one_queue(tmp_path: Path) -> None:
    with Queue.open(tmp_path / "q.db", create=True) as queue, ThreadPoolExecutor(4) as pool:
        queue.enqueue([record(str(number)) for number in range(40)])

        def work(name: str) -> list[int]:
            done = []
            while (item := queue.claim_next(name)) is not None:
                queue.decide(item.row.item_id, decision("approve", name))
                assert queue.item(item.row.item_id).row.decided_by == name
                done.append(item.row.item_id)
            return done

        done = itertools.chain(*pool.map(work, "abcd"))
        assert sorted(done) == list(range(1, 41))
        assert queue.verify().problems == ()


WORKER = """
import sys, time
from adjudge_queue import Queue
from adjudge_queue.records import Decision
name, wanted = sys.argv[2], int(sys.argv[3])
with Queue.open(sys.argv[1]) as queue:
    while queue.counts().states.get("decided", 0) < wanted:
        item = queue.claim_next(name)
        if item is None:
            time.sleep(0.005)
            continue
        number = item.row.item_id
        queue.decide(number, Decision("approve", name, f"{name}-{number}"))
        print(number, flush=True)
"""


def test_several_processes_share_the_work_without_loss_or_overlap(tmp_path: Path) -> None:
    path = tmp_path / "shared.db"
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record(str(number)) for number in range(150)])
        running = [
            subprocess.Popen(
                [sys.executable, "-c", WORKER, str(path), f"r{worker}", "200"],
                stdout=subprocess.PIPE,
            )
            for worker in range(4)
        ]
        queue.enqueue([record(f"late-{number}") for number in range(50)])
        done = [[int(line) for line in one.communicate()[0].split()] for one in running]
        assert [one.returncode for one in running] == [0] * 4
        assert sorted(itertools.chain(*done)) == list(range(1, 201))
        assert queue.counts().states == {"decided": 200}
        assert queue.verify().problems == ()
        claims = [
            event
            for number in range(1, 201)
            for event in queue.history(number)
            if event["kind"] == "claimed"
        ]
        assert len(claims) == 200
