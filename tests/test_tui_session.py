"""The sitting without a screen: order of writes, lost leases, locked files, unsent decisions."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tui_samples import build, northwind, plain
from tui_sitting import Sitting, case_of

from adjudge_queue import Queue
from adjudge_queue.records import Decision


@pytest.fixture
def sittings(tmp_path: Path) -> Iterator[Callable[..., Sitting]]:
    path = build(tmp_path / "q.db", [plain(f"case-{number}") for number in range(3)])
    opened: list[Sitting] = []

    def sit(reviewer: str = "ana") -> Sitting:
        sitting = Sitting(path, reviewer)
        opened.append(sitting)
        sitting.session.start()
        sitting.settle()
        return sitting

    yield sit
    for sitting in opened:
        sitting.session.close()


def test_two_reviewers_never_get_the_same_item(sittings: Callable[..., Sitting]) -> None:
    ana, bo = sittings("ana"), sittings("bo")
    assert case_of(ana.session) != case_of(bo.session)
    assert ana.session.snapshot is not None
    assert len(ana.session.snapshot) == 3


def test_the_item_advances_only_on_commit(sittings: Callable[..., Sitting]) -> None:
    sitting = sittings()
    session = sitting.session
    before = session.view
    session.approve()
    assert session.view is before
    session.block()  # a second key before the first is written decides nothing
    assert "one moment" in session.flash
    sitting.settle()
    assert case_of(session) == "case-1"
    with Queue.open(sitting.path, readonly=True) as queue:
        assert queue.item(queue.find("case-0")).row.action == "approve"
        assert queue.item(queue.find("case-1")).row.action is None


def test_leaving_gives_the_item_back(sittings: Callable[..., Sitting]) -> None:
    sitting = sittings()
    first = sitting.session.view
    sitting.session.browse(1)
    sitting.settle()
    with Queue.open(sitting.path, readonly=True) as queue:
        assert first is not None
        assert queue.item(first.item_id).row.state == "pending"
        assert len(queue.held("ana")) == 1
    sitting.session.close()
    with Queue.open(sitting.path, readonly=True) as queue:
        assert queue.held("ana") == []


def test_leaving_before_an_item_is_seen_gives_it_back(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain(f"case-{number}") for number in range(3)])
    sitting = Sitting(path, "ana")
    sitting.session.start()
    sitting.session.close()
    with Queue.open(path, readonly=True) as queue:
        assert queue.held("ana") == []
    again = Sitting(path, "ana")
    again.session.start()
    again.settle()
    again.session.approve()
    again.session.close()  # the next one is taken with the decision, and seen by nobody
    with Queue.open(path, readonly=True) as queue:
        assert queue.item(queue.find("case-0")).row.action == "approve"
        assert queue.held("ana") == []


def test_a_locked_file_keeps_the_decision_and_one_key_sends_it(
    sittings: Callable[..., Sitting], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudge_queue.file.driver.BUSY_MS", 60)
    sitting = sittings()
    session = sitting.session
    lock = sqlite3.connect(sitting.path)
    lock.execute("BEGIN IMMEDIATE")
    try:
        session.block()
        sitting.settle()
        assert case_of(session) == "case-0"
        assert len(session.unsent) == 1
        assert session.flash.startswith("not saved")
        assert not session.may_quit()
        assert "not saved" in session.flash
    finally:
        lock.rollback()
        lock.close()
    key = next(iter(session.unsent.values())).decision.key
    session.retry()
    sitting.settle()
    assert session.unsent == {}
    assert case_of(session) == "case-1"
    with Queue.open(sitting.path, readonly=True) as queue:
        item = queue.item(queue.find("case-0"))
    assert item.row.action == "block"
    assert sum(event["kind"] == "block" for event in item.history) <= 1
    assert key


def test_an_item_decided_elsewhere_is_said_to_be_so_and_dropped_on_retry(
    sittings: Callable[..., Sitting],
) -> None:
    sitting = sittings()
    session = sitting.session
    view = session.view
    assert view is not None
    with Queue.open(sitting.path) as queue:
        queue.release(view.item_id, "ana")
        queue.claim(view.item_id, "bo")
        queue.decide(view.item_id, Decision("block", "bo", "bo-1"))
    session.approve()
    sitting.settle()
    assert session.flash == "not saved · R tries again: item #1 has been decided by bo"
    session.retry()
    sitting.settle()
    assert session.unsent == {}
    assert session.flash.startswith("dropped, not saved: ")
    assert session.view is not None
    assert session.view.decided_by == "bo"  # the item is shown as it now stands
    with Queue.open(sitting.path, readonly=True) as queue:
        assert queue.item(view.item_id).row.action == "block"


def test_a_lost_lease_is_noticed_by_the_heartbeat(sittings: Callable[..., Sitting]) -> None:
    sitting = sittings()
    session = sitting.session
    assert session.view is not None
    with Queue.open(sitting.path) as queue:
        queue.release(session.view.item_id, "ana")
        queue.claim(session.view.item_id, "bo")
    session.heartbeat()
    sitting.settle()
    assert not session.held
    assert session.alarm
    session.approve()
    sitting.settle()
    assert session.unsent == {}
    with Queue.open(sitting.path, readonly=True) as queue:
        assert queue.item(session.view.item_id).row.action is None


def test_a_missing_file_is_one_sentence_and_is_tried_again(tmp_path: Path) -> None:
    path = tmp_path / "later.db"
    sitting = Sitting(path, "ana")
    try:
        sitting.session.start()
        session = sitting.settle()
        assert "does not exist" in session.problem
        build(path, [plain("here")])
        session.retry()
        sitting.settle()
        assert case_of(session) == "here"
    finally:
        sitting.session.close()


def test_quitting_with_marks_asks_once(sittings: Callable[..., Sitting]) -> None:
    sitting = sittings()
    session = sitting.session
    assert session.mark(1, "contradicted")
    assert not session.may_quit()
    assert "not submitted" in session.flash
    assert session.may_quit()
    assert session.mark(1, "partial")
    assert not session.may_quit()


def test_a_policy_block_is_lifted_only_with_a_reason(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [northwind("blocked", "block")])
    sitting = Sitting(path, "ana")
    try:
        sitting.session.start()
        session = sitting.settle()
        assert session.view is None
        with Queue.open(path, readonly=True) as queue:
            number = queue.find("blocked")
        session.open(number)
        sitting.settle()
        assert session.can_decide
        assert not session.approve()
        assert session.approve("the filing was amended")
        sitting.settle()
        with Queue.open(path, readonly=True) as queue:
            assert queue.disposition(number) == "released"
    finally:
        sitting.session.close()
