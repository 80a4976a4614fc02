"""`kill -9` at any moment: what was acknowledged is there, and what is there is consistent."""

from __future__ import annotations

import itertools
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
import queue_first_version
from queue_samples import record

from adjudge_queue import Queue
from adjudge_queue.file import driver
from adjudge_queue.file.opening import VERSION
from adjudge_queue.records import Filter

#: Works until it is killed, and says each thing only after it has been done.
WORKER = """
import sys
sys.path.insert(0, sys.argv[2])
from adjudge_queue import Queue
from queue_samples import decision, record
name, labels = sys.argv[3], [{"criterion": "faithfulness", "value": "unfaithful"}]
print("opening", "-", flush=True)
with Queue.open(sys.argv[1], create=True) as queue:
    print("opened", "-", flush=True)
    for turn in range(10**6):
        case = f"{name}-{turn}"
        queue.enqueue([record(f"{case}-{part}") for part in range(3)])
        print("enqueued", f"{case}-2", flush=True)
        item = queue.claim_next(name)
        number = item.row.item_id
        print("claimed", number, flush=True)
        queue.decide(number, decision("relabel", name, key=case, labels=labels, note=case))
        print("decided", number, flush=True)
        if turn % 3 == 0:
            queue.undo(name)
            print("undone", number, flush=True)
            queue.release(number, name)
            print("returned", number, flush=True)
        if turn % 5 == 4:
            version = queue.golden_create("g", actor=name)[1]
            print("frozen", version, flush=True)
"""


class Storm:
    """Rounds of processes that are killed at work, all on one file."""

    def __init__(self, path: Path, chance: random.Random) -> None:
        self.path = path
        self.chance = chance
        self.names = (f"w{number}" for number in itertools.count())
        self.acknowledged = 0
        self.migrating = 0  # rounds that ended while the file was being brought forward

    def round(self, workers: int, until: str) -> None:
        """Start some, wait until each has said a certain thing, kill them, check the file."""
        running = [self._start(next(self.names)) for _ in range(workers)]
        first = []
        for one in running:  # they work, or are just making the file
            assert one.stdout is not None
            lines = ""
            while until not in lines and (line := one.stdout.readline()):
                lines += line
            first.append(lines)
        longest = 0.15 if until == "opened" else 0.4
        time.sleep(longest * self.chance.random() ** 2)
        for one in running:
            one.send_signal(signal.SIGKILL)
        said = [start + rest(one) for start, one in zip(first, running, strict=True)]
        self.migrating += any("opened" not in lines for lines in said)
        with Queue.open(self.path, create=True) as queue:
            assert queue.verify().problems == ()
            for lines in said:
                whole = lines[: lines.rfind("\n") + 1]  # the last one may be cut off
                self.acknowledged += check(queue, [line.split() for line in whole.splitlines()])

    def _start(self, name: str) -> subprocess.Popen[str]:
        arguments = [sys.executable, "-c", WORKER, str(self.path), str(Path(__file__).parent), name]
        return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)


def rest(process: subprocess.Popen[str]) -> str:
    """What a process that was killed had still said."""
    assert process.stdout is not None
    with process.stdout as output:
        said = output.read()
    process.wait()
    return said


def check(queue: Queue, lines: list[list[str]]) -> int:
    """Everything that one process said it had done is in the file; how much it was."""
    golden = {str(one["version"]) for one in queue.golden_list()}
    done = [line for line in lines if line[0] not in ("opening", "opened")]
    for what, name in done:
        if what == "enqueued":
            assert queue.known([(name, "k1")])
        elif what == "frozen":
            assert name in golden
        else:
            kinds = [event["kind"] for event in queue.history(int(name))]
            assert what in kinds
    return len(done)


def bring_forward_and_kill(folder: Path, old: Path, head: str, chance: random.Random) -> bool:
    """Kill a process that opens a file of the first version; whether that was in time."""
    path = folder / "old.db"
    shutil.copy(old, path)
    storm = Storm(path, chance)
    storm.round(workers=1, until="opening")
    with closing(driver.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone()[0] == VERSION
    with Queue.open(path) as queue:
        assert queue.verify(head=head).problems == ()
        assert len(queue.ids(Filter(tag="old"))) > 100
        assert queue.search("dose").hits
    for backup in folder.glob("*.bak"):  # each one that has its name is whole
        with closing(driver.connect(backup, readonly=True)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            assert connection.execute("PRAGMA user_version").fetchone()[0] == 1
            assert connection.execute("SELECT count(*) FROM items").fetchone()[0] > 100
    for name in folder.glob("old.db*"):
        name.unlink()
    return storm.migrating > 0


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    storm = Storm(tmp_path / "q.db", random.Random(1))
    storm.round(workers=2, until="opening")
    for _ in range(3):
        storm.round(workers=2, until="opened")
    assert storm.acknowledged > 0
    with Queue.open(tmp_path / "q.db") as queue:
        assert queue.enqueue([record("after the storm")]).items == 1


def test_a_killed_migration_loses_nothing(tmp_path: Path) -> None:
    chance, folder = random.Random(2), tmp_path / "work"
    folder.mkdir()
    head = queue_first_version.write(tmp_path / "first.db", items=200)
    for _ in range(3):
        bring_forward_and_kill(folder, tmp_path / "first.db", head, chance)


@pytest.mark.stress
@pytest.mark.parametrize(("workers", "kills"), [(1, 80), (4, 80)])
def test_a_storm_of_kills_loses_nothing(tmp_path: Path, workers: int, kills: int) -> None:
    storm = Storm(tmp_path / "q.db", random.Random(workers))
    for _ in range(kills):
        storm.round(workers, until="opened" if storm.chance.random() < 0.9 else "opening")
    print(f"\n{kills} rounds, {workers} killed in each: {storm.acknowledged} things acknowledged")
    assert storm.acknowledged > kills  # each kill found some work done, on a slow machine too


@pytest.mark.stress
def test_a_storm_of_killed_migrations_loses_nothing(tmp_path: Path) -> None:
    chance, folder = random.Random(3), tmp_path / "work"
    folder.mkdir()
    head = queue_first_version.write(tmp_path / "first.db", items=400)
    hit = sum(
        bring_forward_and_kill(folder, tmp_path / "first.db", head, chance) for _ in range(40)
    )
    print(f"\n40 kills of a process that brings a file forward: {hit} before it was done")
    assert hit > 0


def test_a_process_that_is_killed_while_it_writes_leaves_its_items_to_others(
    tmp_path: Path,
) -> None:
    path = tmp_path / "q.db"
    code = (
        "import os, signal, sys\nfrom adjudge_queue import Queue\n"
        "with Queue.open(sys.argv[1]) as queue:\n"
        "    with queue._store.write() as tx:\n"
        "        tx.run(\"UPDATE items SET state = 'blocked'\")\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record()])
        done = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
        assert done.returncode == -signal.SIGKILL
        assert list(queue.ids(Filter(states=("blocked",)))) == []
        assert queue.claim_next("ann") is not None
        assert queue.verify().problems == ()
