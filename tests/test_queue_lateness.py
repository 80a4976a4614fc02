"""Leases reach the disk after the turn is given up, and before anybody is told of them."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from queue_samples import Clock, decision, record

from adjudge_engine.errors import DecisionError, QueueError
from adjudge_queue import Queue, verify_file
from adjudge_queue.file import driver


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "q.db"


@pytest.fixture
def queue(path: Path) -> Iterator[Queue]:
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record(name) for name in "abcd"])
        queue.claim(1, "ann")
        yield queue


class Synced:
    """Looks at the queue from outside at each sync that the queue asks for, then lets it go on."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = path
        self.heads: list[int] = []
        self._real = os.fdatasync
        monkeypatch.setattr(os, "fdatasync", self)

    def __call__(self, file: int) -> None:
        assert os.path.samestat(os.fstat(file), os.stat(f"{self.path}-wal"))
        with open(f"{self.path}-lock", "rb") as lock:  # raises where somebody has the turn
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        with closing(driver.connect(self.path, readonly=True)) as other:
            self.heads.append(other.execute("SELECT max(seq) FROM events").fetchone()[0])
        self._real(file)


LEASES: dict[str, Callable[[Queue], Any]] = {
    "claim_next": lambda queue: queue.claim_next("bob"),
    "claim": lambda queue: queue.claim(2, "bob"),
    "claim again": lambda queue: queue.claim(1, "ann"),
    "renew": lambda queue: queue.renew(1, "ann"),
    "release": lambda queue: queue.release(1, "ann"),
}
OTHERS: dict[str, Callable[[Queue], Any]] = {
    "enqueue": lambda queue: queue.enqueue([record("new")]),
    "decide": lambda queue: queue.decide(1, decision("approve")),
    "undo": lambda queue: (queue.decide(1, decision("approve")), queue.undo("ann")),
    "purge": lambda queue: queue.purge(by="ann", why="asked for", items=[3]),
}


@pytest.mark.parametrize("name", LEASES)
def test_a_lease_is_synced_once_with_the_turn_given_up(
    queue: Queue, path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    synced = Synced(path, monkeypatch)
    LEASES[name](queue)
    seen = list(synced.heads)
    assert seen == [queue.head()[0]]  # what was synced is all that there is


@pytest.mark.parametrize("name", OTHERS)
def test_all_else_is_synced_inside_the_commit(
    queue: Queue, path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    synced = Synced(path, monkeypatch)
    said: list[str] = []
    queue._store.connection.set_trace_callback(said.append)
    OTHERS[name](queue)
    queue._store.connection.set_trace_callback(None)
    assert "COMMIT" in said
    assert not [one for one in said if "synchronous" in one]
    assert synced.heads == []
    assert queue._store.connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_run_out_lease_is_synced_too(
    path: Path, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    queue.claim(2, "bob", lease_seconds=60)
    clock.forward(61)
    synced = Synced(path, monkeypatch)
    assert queue.reap() == 1
    assert len(synced.heads) == 1


def test_what_was_acknowledged_is_in_what_was_synced(
    path: Path, queue: Queue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut right after: the file, and of its -wal only what the last sync had."""
    cut = tmp_path / "cut.db"

    def sync(_file: int) -> None:
        shutil.copy(path, cut)
        shutil.copy(f"{path}-wal", f"{cut}-wal")

    monkeypatch.setattr(os, "fdatasync", sync)
    item = queue.claim_next("bob")
    assert item is not None
    with Queue.open(cut) as after:
        assert after.held("bob") == [item.row.item_id]
    assert verify_file(cut).ok


def test_a_disk_that_does_not_confirm_is_an_error_and_the_queue_goes_on(
    path: Path, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_file: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as broken:
        broken.setattr(os, "fdatasync", fail)
        with pytest.raises(QueueError, match="did not confirm the last change"):
            queue.claim_next("bob")
        with pytest.raises(QueueError, match="did not confirm"):
            queue.head()
    assert queue.held("bob") == [2]  # the lease stands, and runs out by itself
    queue.decide(2, decision("approve", "bob"))
    assert queue.verify().ok


def test_what_is_refused_needs_no_sync_and_leaves_commits_durable(
    path: Path, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = Synced(path, monkeypatch)
    for number in (99, 1):  # there is none; ann has it
        with pytest.raises(DecisionError):
            queue.claim(number, "bob")
    assert synced.heads == []
    assert queue._store.connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_head_that_leaves_the_queue_is_on_the_disk(
    path: Path, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[str, Callable[[Queue], Any]] = {
        "head": lambda reader: reader.head(),
        "verify": lambda reader: reader.verify(),
        "proof": lambda reader: reader.proof(1),
        "trail": lambda reader: list(reader.trail()),
    }
    synced = Synced(path, monkeypatch)
    with Queue.open(path, readonly=True) as reader:
        for name, tell in told.items():
            synced.heads.clear()
            tell(reader)
            assert synced.heads, name


def test_a_connection_that_was_told_not_to_be_durable_stays_so(
    path: Path, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = Synced(path, monkeypatch)
    queue._store.connection.execute("PRAGMA synchronous=OFF")
    assert queue.claim_next("bob") is not None
    assert synced.heads == []
    assert queue._store.connection.execute("PRAGMA synchronous").fetchone() == (0,)


def test_where_there_is_no_such_call_commits_wait_as_ever(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "fdatasync")
    said: list[str] = []
    queue._store.connection.set_trace_callback(said.append)
    assert queue.claim_next("bob") is not None
    queue._store.connection.set_trace_callback(None)
    assert "COMMIT" in said
    assert not [one for one in said if "synchronous" in one]
    assert queue.head()[0] > 0


def test_counting_the_events_waits_for_no_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        assert queue.last_event() == 0
        queue.enqueue([record(str(number)) for number in range(3)])
        syncs: list[int] = []
        monkeypatch.setattr(os, "fdatasync", syncs.append)
        assert (queue.last_event(), syncs) == (3, [])
        assert (queue.head()[0], len(syncs)) == (3, 1)
