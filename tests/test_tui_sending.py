"""Nothing that is asked of the file is lost: lost calls, locks, leases, other files, held keys."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tui_samples import build, northwind, plain
from tui_sitting import Sitting, case_of

from adjudge_engine.errors import QueueError
from adjudge_queue import Queue
from adjudge_queue.records import Decision
from adjudge_tui.desk.said import problem_said
from adjudge_tui.desk.session import Session
from adjudge_tui.desk.writer import Post


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return build(tmp_path / "q.db", [plain(f"case-{number}") for number in range(3)])


@pytest.fixture
def sitting(path: Path) -> Iterator[Sitting]:
    one = Sitting(path, "ana")
    one.session.start()
    one.settle()
    yield one
    one.session.close()


def _lost(_callback: Callable[[], None]) -> None:
    """A call to the interface that never arrives."""


def _failing(_callback: Callable[[], None]) -> None:
    raise RuntimeError("the loop is closed")


@pytest.mark.parametrize("post", [_lost, _failing])
def test_the_first_item_comes_even_if_every_call_to_the_screen_is_lost(
    path: Path, post: Post
) -> None:
    session = Session(path, "ana", None, post, lambda: None)
    try:
        session.start()
        deadline = time.monotonic() + 20
        while not session.idle and time.monotonic() < deadline:
            session.tick()  # the interface's clock
        assert case_of(session) == "case-0"
        assert session.place == 1
    finally:
        session.close()
    with Queue.open(path, readonly=True) as queue:
        assert queue.held("ana") == []


def test_a_list_that_could_not_be_read_is_read_again(sitting: Sitting) -> None:
    sitting.session.snapshot = None  # as it stays when reading it failed
    sitting.session.tick()
    assert sitting.settle().place == 1


def test_a_decision_waits_while_another_holds_the_item(sitting: Sitting) -> None:
    session = sitting.session
    assert session.view is not None
    item_id = session.view.item_id
    with Queue.open(sitting.path) as queue:
        queue.release(item_id, "ana")
        queue.claim(item_id, "bo")
        session.block()
        sitting.settle()
        session.retry()
        sitting.settle()
        assert list(session.unsent) == [item_id]
        assert session.flash.startswith("not saved · R tries again: item #1 is held by bo until ")
        queue.release(item_id, "bo")
    session.retry()
    sitting.settle()
    assert session.unsent == {}
    with Queue.open(sitting.path, readonly=True) as queue:
        assert queue.item(item_id).row.action == "block"


def test_a_lease_that_ran_out_is_taken_again_with_one_key(sitting: Sitting) -> None:
    session = sitting.session
    assert session.view is not None
    item_id = session.view.item_id
    session.mark(1, "supported")
    with Queue.open(sitting.path) as queue:
        queue.release(item_id, "ana")
    session.heartbeat()
    sitting.settle()
    assert session.flash.startswith("no longer yours: the hold ran out · R takes it again")
    assert not session.can_decide
    session.retry()
    sitting.settle()
    assert session.can_decide
    assert list(session.marks.values()) == ["supported"]


def test_a_file_put_in_the_place_of_the_open_one_is_left_alone(
    sitting: Sitting, tmp_path: Path
) -> None:
    session = sitting.session
    aside = sitting.path.rename(tmp_path / "aside.db")
    session.approve()
    sitting.settle()
    assert session.flash.startswith("not saved · R tries again: q.db is gone")
    shutil.copy(build(tmp_path / "other.db", [northwind("stranger")]), sitting.path)
    session.retry()
    sitting.settle()
    assert "q.db was replaced by another file" in session.flash
    assert len(session.unsent) == 1
    aside.replace(sitting.path)
    session.retry()
    sitting.settle()
    assert session.unsent == {}
    assert case_of(session) == "case-1"


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudge_queue.file.driver.BUSY_MS", 60)


@pytest.mark.usefixtures("_impatient")
def test_a_job_that_waits_for_the_file_is_said_to(sitting: Sitting) -> None:
    session = sitting.session
    lock = sqlite3.connect(sitting.path)
    lock.execute("BEGIN IMMEDIATE")
    try:
        session.block()
        assert not session.slow
        shown = sitting.shown
        session._busy_since -= 10
        session.tick()
        assert session.slow
        assert sitting.shown == shown + 1
        sitting.settle()
        assert not session.slow
    finally:
        lock.rollback()
        lock.close()


@pytest.mark.parametrize("action", ["approve", "block", "skip", "undo"])
def test_a_key_that_is_held_down_counts_once(sitting: Sitting, action: str) -> None:
    session = sitting.session
    if action == "undo":
        for _ in range(3):
            session.block()
            sitting.settle()
    session.repeat_seconds = 3600
    for _ in range(5):
        getattr(session, action)()
        sitting.settle()
    assert "counts once" in session.flash
    with Queue.open(sitting.path, readonly=True) as queue:
        kinds = [event["kind"] for event in queue.events()]
    assert kinds.count("undone" if action == "undo" else "decided") in (
        (1,) if action != "skip" else (0, 1)
    )
    assert session.skipped == (action == "skip")


def test_two_different_keys_may_follow_at_once(sitting: Sitting) -> None:
    session = sitting.session
    session.repeat_seconds = 3600
    session.approve()
    sitting.settle()
    session.block()
    sitting.settle()
    assert session.mine == 2


def test_quitting_asks_for_what_is_marked_on_another_item_too(sitting: Sitting) -> None:
    session = sitting.session
    session.mark(1, "contradicted")
    session.browse(1)
    sitting.settle()
    assert session.marks == {}
    assert not session.may_quit()
    assert session.flash == "1 claim marked, not submitted · r submits, q again leaves"
    assert session.may_quit()


def test_what_was_submitted_is_not_asked_for(sitting: Sitting) -> None:
    session = sitting.session
    session.mark(1, "contradicted")
    assert session.relabel()
    sitting.settle()
    assert session.may_quit()
    session.undo()
    sitting.settle()
    assert not session.may_quit()


def test_a_corrected_answer_is_kept_until_it_is_submitted(sitting: Sitting) -> None:
    session = sitting.session
    session.correct("  At 100 °C.  ")
    assert not session.may_quit()
    assert session.flash.startswith("a corrected answer, not submitted")
    session.mark(1, "contradicted")
    assert session.relabel()
    sitting.settle()
    assert session.may_quit()
    with sqlite3.connect(sitting.path) as file:
        texts = file.execute("SELECT * FROM texts").fetchall()
    file.close()
    assert "At 100 °C." in str(texts)


def test_leaving_tidies_up_beside_the_file(sitting: Sitting) -> None:
    sitting.session.block()
    sitting.settle()
    sitting.session.close()
    left = {entry.name for entry in sitting.path.parent.iterdir()}
    assert left <= {"q.db", "q.db-lock"}


def test_problems_name_the_file_alone_and_moments_by_the_clock(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    now = datetime.now(UTC).replace(microsecond=0)
    later = now + timedelta(days=40)
    text = f"{path} is held until {now:%Y-%m-%dT%H:%M:%S}.000001Z or {later:%Y-%m-%dT%H:%M:%SZ}"
    shown = problem_said(QueueError(text + "\n9999-99-99T99:99:99Z"), path)
    assert shown == (
        f"q.db is held until {now.astimezone():%H:%M} or {later.astimezone():%Y-%m-%d %H:%M}"
        " 9999-99-99T99:99:99Z"
    )


def test_decided_elsewhere_is_known_before_anything_is_written(sitting: Sitting) -> None:
    session = sitting.session
    with Queue.open(sitting.path) as queue:
        queue.release(1, "ana")
        queue.claim(1, "bo")
        queue.decide(1, Decision("block", "bo", "bo-1"))
        before = queue.head()
        session.approve()
        sitting.settle()
        session.retry()
        sitting.settle()
        assert queue.head() == before
    assert not session.can_decide


def test_only_decisions_of_this_sitting_that_stand_are_counted(sitting: Sitting) -> None:
    session = sitting.session
    with Queue.open(sitting.path) as queue:
        for item_id, reviewer in ((2, "ana"), (3, "bo")):
            queue.claim(item_id, reviewer)
            queue.decide(item_id, Decision("block", reviewer, f"key-{item_id}"))
    session.approve()
    sitting.settle()
    for item_id in (2, 3):
        session.open(item_id)
        sitting.settle()
        session.undo()
        sitting.settle()
        assert session.flash.startswith("undone")
        assert (session.mine, session.skipped) == (1, 0)
    session.skip()
    sitting.settle()
    session.open(3)
    sitting.settle()
    session.approve()
    sitting.settle()
    assert (session.mine, session.skipped) == (2, 0)
    session.undo()
    sitting.settle()
    session.skip()
    sitting.settle()
    assert (session.mine, session.skipped) == (1, 1)
