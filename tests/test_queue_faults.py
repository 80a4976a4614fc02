"""What can happen to a file: each a sentence with a way out, and nothing acknowledged is lost."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from queue_samples import Clock, decision, record

from adjudge_engine.errors import AdjudgeError, DecisionError, QueueError
from adjudge_queue import Queue, verify_file
from adjudge_queue.file import driver
from adjudge_queue.records import Filter

LABELS = [{"criterion": "faithfulness", "value": "unfaithful", "missing": ["the unit"]}]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A closed queue with something in most tables."""
    path = tmp_path_factory.mktemp("sample") / "q.db"
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record(str(number), tags=["t"]) for number in range(12)])
        queue.decide(1, decision("relabel", labels=LABELS, note="a note"))
        queue.decide(2, decision("approve", note="fine"))
        queue.golden_create("g", actor="ann", include_approved=True)
        queue.purge(by="ann", why="asked for", items=[3])
        queue.claim(4, "bob")
    return path.read_bytes()


READING: tuple[Callable[[Queue], Any], ...] = (
    lambda queue: queue.counts(),
    lambda queue: queue.page(),
    lambda queue: queue.item(1),
    lambda queue: queue.item(3),
    lambda queue: queue.events(),
    lambda queue: queue.feed(),
    lambda queue: queue.ids(Filter(text="dose")),
    lambda queue: list(queue.golden_export("g")),
    lambda queue: queue.check(),
    lambda queue: queue.verify(),
)
WRITING: tuple[Callable[[Queue], Any], ...] = (
    lambda queue: queue.claim_next("eve"),
    lambda queue: queue.enqueue([record("new")]),
    lambda queue: queue.decide(7, decision("relabel", labels=LABELS)),
    lambda queue: queue.undo("ann"),
    lambda queue: queue.purge(by="ann", why="asked for", items=[6]),
    lambda queue: queue.backup(),
)


def tried(path: Path) -> set[str]:
    """Everything tried on a file; only errors made for people may come. What they say."""
    said = set()
    for readonly, jobs in ((True, READING), (False, (*READING, *WRITING))):
        try:
            queue = Queue.open(path, readonly=readonly)
        except AdjudgeError as error:
            said.add(error.message)
            continue
        with closing(queue):
            for job in jobs:
                try:
                    job(queue)
                except AdjudgeError as error:
                    said.add(error.message)
    try:
        said |= set(verify_file(path).problems)
    except QueueError as error:
        said.add(error.message)
    return said


def laid(path: Path, content: bytes) -> Path:
    """A file of that content, with nothing beside it."""
    for one in path.parent.glob(f"{path.name}*"):
        one.unlink()
    path.write_bytes(content)
    return path


def test_the_sample_is_sound(tmp_path: Path, sample: bytes) -> None:
    assert tried(laid(tmp_path / "q.db", sample)) == set()


@pytest.mark.parametrize("part", [0, 1, 15, 16, 99, 100, 4095, 4096, 0.3, 0.6, -4096, -1])
def test_a_file_that_was_cut_is_named(tmp_path: Path, sample: bytes, part: float) -> None:
    size = int(len(sample) * part) if isinstance(part, float) else part
    assert tried(laid(tmp_path / "q.db", sample[:size]))


@pytest.mark.parametrize("start", range(0, 100, 10))
def test_flipped_bytes_of_the_header_are_never_a_crash(
    tmp_path: Path, sample: bytes, start: int
) -> None:
    for at in range(start, start + 10):
        content = bytearray(sample)
        content[at] ^= 0xFF
        tried(laid(tmp_path / "q.db", bytes(content)))


@pytest.mark.parametrize("seed", range(6))
def test_flipped_bytes_anywhere_are_never_a_crash(tmp_path: Path, sample: bytes, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(6):
        content = bytearray(sample)
        for _ in range(chance.choice((1, 20))):
            content[chance.randrange(100, len(content))] ^= chance.randrange(1, 256)
        tried(laid(tmp_path / "q.db", bytes(content)))


UNCLOSED = """
import os, sys
sys.path.insert(0, sys.argv[2])
from adjudge_queue import Queue
from queue_samples import decision, record
queue = Queue.open(sys.argv[1], create=True)
queue.enqueue([record("one"), record("two")])
queue.decide(1, decision("approve", key="unclosed"))
print(queue.head()[1], flush=True)
os._exit(0)
"""


def unclosed(path: Path) -> str:
    """Have a process leave the file without closing it; the head of its chain."""
    words = [sys.executable, "-c", UNCLOSED, str(path), str(Path(__file__).parent)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


def test_what_waits_in_the_wal_is_there_for_the_next_one(tmp_path: Path) -> None:
    head = unclosed(tmp_path / "q.db")
    assert (tmp_path / "q.db-wal").stat().st_size
    assert verify_file(tmp_path / "q.db", head=head).problems == ()


def test_a_wal_that_was_removed_is_a_loss_that_the_exported_head_names(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record("before")])
    head = unclosed(path)
    (tmp_path / "q.db-wal").unlink()
    (tmp_path / "q.db-shm").unlink()
    with Queue.open(path) as queue:  # the state of the last checkpoint, whole
        assert queue.verify().problems == ()
        assert [row.case_id for row in queue.page()] == ["before"]
    [problem] = verify_file(path, head=head).problems
    assert "is not in the chain" in problem


def test_a_foreign_program_that_keeps_the_file_to_itself_is_named(
    tmp_path: Path, sample: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "BUSY_MS", 20)
    path = laid(tmp_path / "q.db", sample)
    with closing(driver.connect(path)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert tried(path) == {f"{path} is locked by another program"}
    assert tried(path) == set()


def test_a_file_that_was_exchanged_keeps_what_its_new_owner_wrote(
    tmp_path: Path, sample: bytes
) -> None:
    """Closing the old file must not take the new one's -wal away: they have one name."""
    path = laid(tmp_path / "q.db", sample)
    with Queue.open(path) as old:
        old.claim(7, "ann")
        laid(path, sample)
        with Queue.open(path) as new:
            assert new.claim(8, "bob").row.state == "claimed"
            for write in (
                lambda: old.decide(7, decision("approve")),
                lambda: old.purge(by="ann", why="asked for", items=[7]),
            ):
                with pytest.raises(QueueError, match="was replaced"):
                    write()
            old.close()
            new.claim(9, "bob")
    with Queue.open(path) as queue:
        assert queue.held("bob") == [4, 8, 9]
        assert queue.verify().problems == ()


def test_a_clock_that_is_set_back_changes_no_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Times may run back; the events' numbers, which everything goes by, do not."""
    time = Clock(monkeypatch)
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([record("one"), record("two")])
        queue.claim(1, "ann", lease_seconds=60)
        time.forward(-3600)
        with pytest.raises(DecisionError, match="held by ann"):
            queue.claim(1, "bob")  # a lease ends at the time that it says, here an hour later
        queue.decide(1, decision("approve", "ann"))
        queue.claim(2, "bob", lease_seconds=60)
        queue.undo("ann", item_id=1)
        events = queue.events()
        assert [one["seq"] for one in events] == list(range(1, len(events) + 1))
        assert events[-1]["at"] < events[0]["at"]
        changes, cursor = queue.feed()
        assert [one["event"] for one in changes] == sorted(one["event"] for one in changes)
        time.forward(7200)
        assert queue.feed(cursor) == ([], cursor)
        assert queue.reap() == 2  # both leases are over now
        assert queue.claim(1, "eve").row.holder == "eve"
        assert queue.verify().problems == ()


LIMITED = """
import resource, sys
sys.path.insert(0, sys.argv[2])
from adjudge_engine.errors import QueueError
from adjudge_queue import Queue
from queue_samples import decision, record
limit = int(sys.argv[3])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
def attempt(what, job):
    try:
        job()
        print("done", what, flush=True)
        return True
    except QueueError as error:
        print("refused", error.message.replace(sys.argv[1], "FILE"), flush=True)
        return False
with Queue.open(sys.argv[1]) as queue:
    number, long = 0, "long " * 9000
    while attempt(f"case-{number}", lambda: queue.enqueue([record(f"case-{number}", answer=long)])):
        number += 1
    attempt("decision", lambda: queue.decide(7, decision("approve", note=long, key="full")))
    attempt("purge", lambda: queue.purge(by="ann", why="asked for", items=[2]))
    attempt("backup", queue.backup)
    assert queue.counts().open
"""


def filled(path: Path, limit: int) -> list[list[str]]:
    """What a process says that works until there is no room, and a little longer."""
    words = [sys.executable, "-c", LIMITED, str(path), str(Path(__file__).parent), str(limit)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [line.split(maxsplit=1) for line in done.stdout.splitlines()]


def check_filled(path: Path, said: list[list[str]], why: str) -> None:
    assert ["refused", why] in said
    with Queue.open(path) as queue:
        assert queue.verify().problems == ()
        for what, name in said:
            if what == "done" and name.startswith("case-"):
                assert queue.find(name)
        decided = ["done", "decision"] in said
        assert (queue.item(7).row.state == "decided") is decided
        assert queue.enqueue([record("more room")]).items == 1
    assert list(path.parent.glob("*.part*")) == []


def test_a_file_that_may_not_grow_loses_nothing(tmp_path: Path, sample: bytes) -> None:
    path = laid(tmp_path / "q.db", sample)
    said = filled(path, len(sample) + 600_000)
    check_filled(path, said, "FILE: reading or writing the disk failed (disk I/O error)")


READ_WITHOUT_ROOM = """
import resource, signal, sys
from adjudge_engine.errors import QueueError
from adjudge_queue import Queue, verify_file
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
path = sys.argv[1]
print(verify_file(path).problems)
with Queue.open(path, readonly=True) as queue:
    print(queue.item(1).row.case_id)
try:
    Queue.open(path)
except QueueError as error:
    print(error.message.replace(path, "FILE"))
"""


def test_where_there_is_no_room_at_all_can_still_be_read(tmp_path: Path, sample: bytes) -> None:
    path = laid(tmp_path / "q.db", sample)
    with Queue.open(path, readonly=True) as queue:
        case_id = queue.item(1).row.case_id
    for beside in ("-shm", "-wal"):
        path.with_name(f"q.db{beside}").unlink(missing_ok=True)
    words = [sys.executable, "-c", READ_WITHOUT_ROOM, str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["()", case_id, "The disk that holds FILE is full"]


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A file system of 2 MB, where this user may mount one."""
    folder = Path(tempfile.mkdtemp())
    words = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    try:
        if shutil.which("mount") is None or os.geteuid() != 0:
            pytest.skip("only the superuser may mount a small disk")
        if subprocess.run(words, capture_output=True, check=False).returncode:
            pytest.skip("no small disk can be mounted here")
        try:
            yield folder
        finally:
            subprocess.run(["umount", str(folder)], check=True)
    finally:
        folder.rmdir()


def test_a_disk_that_is_full_loses_nothing(small_disk: Path, sample: bytes) -> None:
    path = laid(small_disk / "q.db", sample)
    said = filled(path, 0)
    assert ["refused", "The disk that holds FILE is full"] in said
    with Queue.open(path) as queue:
        assert queue.verify().problems == ()
    whole = Path(tempfile.mkdtemp())
    try:  # it cannot grow where it is
        for one in small_disk.iterdir():
            shutil.copy(one, whole)
        check_filled(whole / "q.db", said, "The disk that holds FILE is full")
    finally:
        shutil.rmtree(whole)
