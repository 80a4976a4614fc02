"""What nobody should give to a desk, and what may happen to its file meanwhile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import queue_first_version
from queue_samples import Clock, decision, record
from team_samples import made

from adjudge_engine.errors import DecisionError, QueueError
from adjudge_queue import Queue, verify_file
from adjudge_queue.decisions import labels
from adjudge_queue.file import driver, events, opening
from adjudge_queue.records import Seen
from adjudge_queue.trail import proof_text

FAITHFUL = {"criterion": "faithfulness", "value": "faithful"}


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([record(f"c{number}") for number in range(5)])
        yield queue
        assert queue.verify().problems == ()


@pytest.mark.parametrize(
    "name", ["", "  ", " ann", "ann ", "ann\n", "engine", "clock", "x" * 10240]
)
def test_nobody_passes_for_another_in_the_trail(queue: Queue, name: str) -> None:
    for refused in (
        lambda: queue.decide(1, decision("approve", name)),
        lambda: queue.claim(1, name),
        lambda: queue.claim_next(name),
        lambda: queue.undo(name),
    ):
        with pytest.raises(DecisionError, match=r"another name|somebody else|1 to 200"):
            refused()
    assert queue.head()[0] == 5


@pytest.mark.parametrize(
    "parts",
    [
        {"seconds": "x"},
        {"key": 7},
        {"reviewer": 7},
        {"reviewer": None},
        {"note": 7},
        {"corrected_answer": b"x"},
        {"reason_codes": (7,)},
        {"reason_codes": "gold"},
        {"seen": "x"},
        {"until": 7},
        {"labels": 7},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": 10**400},
        {"seen": Seen("sha256:0")},
    ],
)
def test_a_part_of_the_wrong_kind_is_refused_whole(queue: Queue, parts: dict[str, Any]) -> None:
    made = replace(decision("approve"), **parts)
    with pytest.raises(DecisionError):
        queue.decide(1, made)
    assert queue.head()[0] == 5


def test_leases_that_cannot_be_are_refused(queue: Queue) -> None:
    for seconds in (float("nan"), float("inf"), 0, -1, 10**12, "x", None):
        with pytest.raises(DecisionError, match="not possible"):
            queue.claim(1, "ann", lease_seconds=seconds)  # type: ignore[arg-type]


def test_a_million_labels_are_refused_before_they_are_looked_at(queue: Queue) -> None:
    many = [{"criterion": f"c{number}", "value": 1} for number in range(10**6)]
    claims = [{"start": 0, "end": 1, "verdict": "supported"}] * 10**6
    for given in (
        many,
        [{**FAITHFUL, "claims": claims}],
        [{**FAITHFUL, "missing": ["x"] * 10**6}],
    ):
        with pytest.raises(DecisionError, match=r"those are 1000000"):
            queue.decide(1, decision("relabel", labels=given))
    assert queue.decide(1, decision("relabel", labels=many[: labels.MOST])).state == "decided"


def test_a_snooze_to_the_end_of_time_is_one(queue: Queue) -> None:
    queue.decide(1, decision("snooze", until="9999-12-31"))
    with pytest.raises(DecisionError, match="no time"):
        queue.decide(2, decision("snooze", until="9999-12-31T23:59:59-12:00"))
    assert queue.item(1).row.state == "snoozed"
    assert queue.undo("ann").state == "claimed"


def test_a_file_that_a_newer_program_brought_forward_is_not_written_to(queue: Queue) -> None:
    with closing(driver.connect(queue.path)) as newer:
        newer.execute(f"PRAGMA user_version = {opening.VERSION + 1}")
    for refused in (
        lambda: queue.decide(1, decision("approve")),
        lambda: queue.enqueue([record("more")]),
        lambda: queue.reap(),
    ):
        with pytest.raises(QueueError, match="another version while it was open"):
            refused()
    with closing(driver.connect(queue.path)) as newer:
        newer.execute(f"PRAGMA user_version = {opening.VERSION}")


def test_what_a_long_reader_held_up_is_given_back(queue: Queue) -> None:
    wal = Path(f"{queue.path}-wal")
    body = "word " * 40_000
    with Queue.open(queue.path, readonly=True) as reader, reader._store.snapshot():
        reader.counts()
        for number in range(60):
            queue.enqueue([record(f"long-{number}", answer=body)])
        grown = wal.stat().st_size
    queue.enqueue([record("one"), record("two")])
    queue.enqueue([record("three")])
    assert wal.stat().st_size <= driver.WAL_KEPT < grown


def forge(path: Path) -> None:
    """Make an approval of a block, in every table and in a chain of hashes made anew."""
    with closing(driver.connect(path)) as raw:
        sql = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        triggers = dict(raw.execute(sql).fetchall())
        for name in triggers:
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute("UPDATE decisions SET action = 'approve', disposition = 'released'")
        raw.execute("UPDATE items SET disposition = 'released' WHERE id = 1")
        prev = ""
        for row in raw.execute(f"{events.SELECT} ORDER BY seq").fetchall():
            body = json.loads(row[7])
            if row[2] == "decided":
                body |= {"action": "approve", "disposition": "released"}
                raw.execute(
                    "UPDATE dispositions SET disposition = 'released' WHERE event = ?", row[:1]
                )
            columns = (*row[:7], events.body_text(body), prev)
            prev = events.event_hash(columns)
            raw.execute(
                "UPDATE events SET body = ?, prev = ?, hash = ? WHERE seq = ?",
                (*columns[7:], prev, row[0]),
            )
        raw.execute("DELETE FROM counts WHERE kind = 'disposition'")
        raw.execute(
            "INSERT INTO counts SELECT 'disposition', disposition, count(*) FROM items GROUP BY 2"
        )
        for sql in triggers.values():
            raw.execute(sql)


def test_a_file_forged_throughout_is_found_by_an_exported_head_alone(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record("a"), record("b")])
        queue.decide(1, decision("block"))
        head = queue.head()[1]
    forge(path)
    assert verify_file(path).problems == ()
    [problem] = verify_file(path, head=head).problems
    assert "cut off or rewritten" in problem
    # So nothing that this file says of itself may sound as if it were more.
    with Queue.open(path, readonly=True) as queue:
        page = proof_text.markdown(queue.proof(1))
    assert "held against this file alone" in page
    assert "--head" in page


@pytest.mark.parametrize(
    "name",
    ["a b", "ü", "東", "#", "a?b=c", "50%25", "a'b", 'a"b', "file:x", "-x", "a\nb", ":memory:"],
)
def test_any_name_of_a_file_is_that_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record()])
        copy = queue.backup()
    with Queue.open(path, readonly=True) as queue, Queue.open(copy, readonly=True) as other:
        assert queue.head() == other.head()
    assert all(one.startswith(name) for one in os.listdir(tmp_path))
    assert copy.name.startswith(name)


@pytest.mark.parametrize("share", [0.001, 0.3, 0.7])
def test_a_disk_that_fills_while_a_file_is_brought_forward(tmp_path: Path, share: float) -> None:
    pytest.importorskip("resource")
    path = tmp_path / "old.db"
    head = queue_first_version.write(path, 200)
    code = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "most = int(sys.argv[2])\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))\n"
        "from adjudge_queue import Queue\n"
        "from adjudge_engine.errors import QueueError\n"
        "try:\n"
        "    Queue.open(sys.argv[1])\n"
        "except QueueError as error:\n"
        "    print(error.message)\n"
    )
    most = str(int(path.stat().st_size * share))
    done = subprocess.run(
        [sys.executable, "-c", code, str(path), most], capture_output=True, text=True, check=True
    )
    assert "failed" in done.stdout or "full" in done.stdout
    assert not list(tmp_path.glob("*.part"))
    with Queue.open(path) as queue:
        assert queue.verify(head=head).problems == ()


def test_a_clock_set_back_gives_no_lease_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    with made(tmp_path / "q.db") as queue:
        queue.enqueue([record("a")])
        assert queue.claim_next("ann") is not None
        clock.forward(-86400 * 400)
        assert queue.claim_next("bob") is None
        queue.decide(1, decision("approve", "ann"))
        queue.undo("ann")
        assert queue.verify().problems == ()


def test_a_planted_item_is_due_as_late_as_its_original(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    with made(tmp_path / "q.db") as queue:
        queue.enqueue([replace(record("a-11"), due="2026-03-04T09:30"), record("b-11")])
        for number in (1, 2):
            queue.decide(number, decision("relabel", labels=[FAITHFUL]))
        queue.golden_create("g", actor="lea")
        clock.forward(timedelta(days=30).total_seconds())
        numbers = queue.plant("g", None, 2, seed=1, by="lea")
        dues = {row.due for row in queue.rows(numbers)}
        assert dues == {None, "2026-04-03T09:30:00.000000Z"}


def test_a_retry_after_a_purge_is_told_of_the_purge(tmp_path: Path) -> None:
    label = {"criterion": "faithfulness", "claims": [{"claim_id": "c-dose", "verdict": "partial"}]}
    made_once = decision("relabel", "ann", labels=[label])
    with made(tmp_path / "q.db") as queue:
        queue.enqueue([record("a")])
        queue.decide(1, made_once)
        queue.purge(by="lea", why="asked", items=[1])
        with pytest.raises(DecisionError, match="was purged"):
            queue.decide(1, made_once)
