"""`kill -9` at any moment: what was acknowledged is there, and what is there is consistent."""

from __future__ import annotations

import itertools
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from queue_samples import record

from adjudge_queue import Queue
from adjudge_queue.records import Filter

#: Works until it is killed, and says each thing only after it has been done.
WORKER = """
import sys
sys.path.insert(0, sys.argv[2])
from adjudge_queue import Queue
from queue_samples import decision, record
name, labels = sys.argv[3], [{"criterion": "faithfulness", "value": "unfaithful"}]
with Queue.open(sys.argv[1], create=True) as queue:
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
        if turn % 5 == 4:
            version = queue.golden_create("g", actor=name)[1]
            print("frozen", version, flush=True)
"""


def storm(path: Path, kills: int, workers: int, chance: random.Random) -> int:
    """Kill working processes again and again; check the file each time. Returns what was done."""
    acknowledged = 0
    numbers = itertools.count()
    for _ in range(kills):
        running = [
            subprocess.Popen(
                [sys.executable, "-c", WORKER, path, Path(__file__).parent, f"w{next(numbers)}"],
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(workers)
        ]
        first = []
        for one in running:  # they work, or are just making the file
            assert one.stdout is not None
            first.append(one.stdout.readline() if chance.random() < 0.8 else "")
        time.sleep(chance.random() * 0.15)
        for one in running:
            one.send_signal(signal.SIGKILL)
        done = [start + rest(one) for start, one in zip(first, running, strict=True)]
        with Queue.open(path, create=True) as queue:
            assert queue.verify().problems == ()
            for lines in done:
                whole = lines[: lines.rfind("\n") + 1]  # the last one may be cut off
                acknowledged += check(queue, [line.split() for line in whole.splitlines()])
    return acknowledged


def rest(process: subprocess.Popen[str]) -> str:
    """What a process that was killed had still said."""
    assert process.stdout is not None
    with process.stdout as output:
        said = output.read()
    process.wait()
    return said


def check(queue: Queue, lines: list[list[str]]) -> int:
    """Everything that one process said it had done is in the file."""
    golden = {str(one["version"]) for one in queue.golden_list()}
    for what, name in lines:
        if what == "enqueued":
            assert queue.known([(name, "k1")])
        elif what == "frozen":
            assert name in golden
        else:
            kinds = [event["kind"] for event in queue.history(int(name))]
            assert what in kinds
    return len(lines)


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    assert storm(tmp_path / "q.db", kills=4, workers=2, chance=random.Random(1)) > 0
    with Queue.open(tmp_path / "q.db") as queue:
        assert queue.enqueue([record("after the storm")]).items == 1


@pytest.mark.stress
@pytest.mark.parametrize("workers", [1, 4])
def test_a_storm_of_kills_loses_nothing(tmp_path: Path, workers: int) -> None:
    done = storm(tmp_path / "q.db", kills=100, workers=workers, chance=random.Random(workers))
    assert done > 100  # each kill found some work done, on a slow machine too


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
