"""Backups: whole, private, never over another file, and as good as the file they were made of."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from queue_samples import decision, record

from adjudge_engine.errors import QueueError
from adjudge_queue import Queue, verify_file
from adjudge_queue.file import backups, driver, modes


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([record("one"), record("two")])
        queue.decide(1, decision("approve", note="fine"))
        yield queue


def test_a_backup_is_the_file_as_it_was(queue: Queue, tmp_path: Path) -> None:
    head = queue.head()
    path = queue.backup()
    queue.decide(2, decision("block"))
    assert path.parent == tmp_path
    assert backups.beside(queue.path) == [path]
    assert path.stat().st_mode & 0o777 == 0o600
    assert verify_file(path, head=head[1]).problems == ()
    with Queue.open(path) as copy:
        assert copy.head() == head
        assert copy.item(2).row.state == "pending"


def test_a_backup_can_be_made_anywhere_and_while_others_write(queue: Queue, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    with Queue.open(queue.path) as other:
        writer = threading.Thread(
            target=lambda: [other.enqueue([record(str(number))]) for number in range(30)]
        )
        writer.start()
        path = queue.backup(tmp_path / "there" / "copy.db")
        writer.join()
    assert path == tmp_path / "there" / "copy.db"
    assert verify_file(path).problems == ()
    with Queue.open(queue.path, readonly=True) as reader:
        assert verify_file(reader.backup(tmp_path / "read.db")).problems == ()


@pytest.mark.parametrize("place", ["taken", "no/folder", "q.db"])
def test_a_backup_takes_nothing_from_anybody(queue: Queue, tmp_path: Path, place: str) -> None:
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(QueueError, match=r"is there already|does not exist") as caught:
        queue.backup(tmp_path / place)
    assert caught.value.hint
    assert (tmp_path / "taken").read_text() == "mine"
    assert list(tmp_path.glob("*.part*")) == []
    assert queue.verify().problems == ()


def test_a_backup_that_fails_leaves_nothing_behind(queue: Queue, tmp_path: Path) -> None:
    path = tmp_path / "broken.db"
    content = bytearray(queue.backup(path).read_bytes())
    half = len(content) // 2
    content[half : half + 8192] = b"\xff" * 8192
    path.write_bytes(bytes(content))
    target = tmp_path / "copy.db"
    with closing(driver.connect(path)) as connection, pytest.raises(QueueError, match="malformed"):
        driver.backup(connection, target, modes.of_copy(path))
    assert not target.exists()
    assert list(tmp_path.glob("*.part*")) == []


def test_a_restored_backup_goes_on_and_its_loss_shows_against_a_head(
    queue: Queue, tmp_path: Path
) -> None:
    backup = queue.backup()
    queue.decide(2, decision("block"))
    head = queue.head()[1]
    queue.close()
    path = queue.path
    for end in ("-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)
    shutil.copy(backup, path)
    [problem] = verify_file(path, head=head).problems
    assert "is not in the chain" in problem
    with Queue.open(path) as restored:
        assert restored.decide(2, decision("approve")).state == "decided"
        assert restored.verify().problems == ()


def test_whether_the_file_is_sound_can_be_asked(queue: Queue, tmp_path: Path) -> None:
    assert queue.check() == queue.check(quick=False) == ()
    path = queue.backup(tmp_path / "copy.db")
    with closing(driver.connect(path)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'decisions_item'"
        ).fetchone()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : (page - 1) * 4096 + 200] = bytes(200)
    path.write_bytes(bytes(content))
    with Queue.open(path, readonly=True) as broken:
        assert broken.check(quick=False)
    assert verify_file(path).problems


def test_what_lies_beside_is_found_by_its_name_alone(tmp_path: Path) -> None:
    path = tmp_path / "q[1].db"
    for name in ("q[1].db.x.bak", "q[1].db.schema1-y.bak", "q[1].db.z.bak.part"):
        (tmp_path / name).touch()
    for name in ("q1.db.x.bak", "other.db.x.bak", "q[1].db-lock", "q[1].db.bak.txt"):
        (tmp_path / name).touch()
    assert [one.name for one in backups.beside(path)] == [
        "q[1].db.schema1-y.bak",
        "q[1].db.x.bak",
        "q[1].db.z.bak.part",
    ]
    assert not backups.is_database(path)
    assert not backups.is_database(tmp_path)


def test_secure_delete_and_the_other_rules_hold_on_every_connection(queue: Queue) -> None:
    for readonly in (True, False):
        with closing(driver.connect(queue.path, readonly=readonly)) as connection:
            for name in ("secure_delete", "recursive_triggers", "foreign_keys"):
                assert connection.execute(f"PRAGMA {name}").fetchone() == (1,)
    assert os.stat(queue.path).st_size
