"""Many processes on one queue's file, for the tests and the benchmark: who did what, and how fast.

Run as a program it is one of the processes: `python queue_storm.py ROLE FILE NAME SECONDS`. It
waits for a line on its input, works, and says what it did as one JSON value per line.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from queue_samples import decision, record

from adjudge_queue import Queue


@dataclass(frozen=True, slots=True)
class Told:
    """What one process said when it was done."""

    role: str
    name: str
    lines: list[dict[str, Any]]


def run(path: Path, roles: Sequence[tuple[str, str]], seconds: float, *options: str) -> list[Told]:
    """Let processes (role, name) work on the file side by side for so many seconds."""
    processes = [
        subprocess.Popen(
            [sys.executable, __file__, role, str(path), name, str(seconds), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for role, name in roles
    ]
    try:
        for one in processes:  # all are up before any begins
            assert one.stdout is not None
            assert one.stdout.readline() == "ready\n"
        for one in processes:
            assert one.stdin is not None
            one.stdin.write("go\n")
            one.stdin.flush()
        said = [one.communicate()[0] for one in processes]
    finally:
        for one in processes:
            one.kill()
            one.wait()
    assert [one.returncode for one in processes] == [0] * len(processes)
    return [
        Told(role, name, [json.loads(line) for line in text.splitlines()])
        for (role, name), text in zip(roles, said, strict=True)
    ]


def reviewer(queue: Queue, name: str, until: float, pause: float) -> Iterator[dict[str, Any]]:
    """Take the next item and decide on it, again and again; times in seconds."""
    turn = 0
    while time.monotonic() < until:
        turn += 1
        start = time.perf_counter()
        item = queue.claim_next(name)
        taken = time.perf_counter()
        if item is None:
            time.sleep(0.005)
            continue
        number = item.row.item_id
        if pause:
            time.sleep(pause)
        ready = time.perf_counter()
        if turn % 7 == 0:
            queue.release(number, name)
            yield {"released": number, "claim": taken - start}
            continue
        done = queue.decide(number, decision("approve", name, key=f"{name}-{turn}", note="seen"))
        decided = time.perf_counter()
        yield {
            "item": number,
            "event": done.event,
            "claim": taken - start,
            "decide": decided - ready,
        }
        if turn % 11 == 0:
            undone = queue.undo(name)
            yield {"undone": undone.item_id, "event": undone.event}
            queue.release(undone.item_id, name)


def bare(queue: Queue, name: str, until: float, pause: float) -> Iterator[dict[str, Any]]:
    """Write 4 kB durably now and then to a file beside the queue that does not grow."""
    with open(f"{queue.path}.{name}", "wb", buffering=0) as file:
        file.write(b"-" * 4096 * 64)
        os.fsync(file.fileno())
        while time.monotonic() < until:
            if file.tell() >= 4096 * 64:
                file.seek(0)
            start = time.perf_counter()
            file.write(b"x" * 4096)
            os.fdatasync(file.fileno())
            yield {"bare": time.perf_counter() - start}
            time.sleep(pause or 0.02)


def claimer(queue: Queue, name: str, until: float, pause: float) -> Iterator[dict[str, Any]]:
    """Do nothing but take items."""
    while time.monotonic() < until:
        start = time.perf_counter()
        item = queue.claim_next(name)
        if item is None:
            return
        yield {"item": item.row.item_id, "claim": time.perf_counter() - start}
        if pause:
            time.sleep(pause)


def engine(queue: Queue, name: str, until: float, pause: float) -> Iterator[dict[str, Any]]:
    """Bring in cases, twenty at a time, as an engine beside people does."""
    turn = 0
    while time.monotonic() < until:
        turn += 1
        batch = [record(f"{name}-{turn}-{part}") for part in range(20)]
        start = time.perf_counter()
        found = queue.enqueue(batch)
        yield {"cases": f"{name}-{turn}", "items": found.items, "took": time.perf_counter() - start}
        time.sleep(pause or 0.005)


def reader(queue: Queue, name: str, until: float, pause: float) -> Iterator[dict[str, Any]]:
    """Follow the feed by its cursor, as a waiting system does, to the end."""
    cursor = 0
    while True:
        late = time.monotonic() >= until + 1  # the writers have stopped
        changes, after = queue.feed(cursor, limit=7)
        for change in changes:
            yield {key: change[key] for key in ("event", "item_id", "disposition")}
        if not changes and late:
            return
        if not changes:
            time.sleep(0.01)
        cursor = after


ROLES = {"reviewer": reviewer, "claimer": claimer, "engine": engine, "reader": reader, "bare": bare}


def main(role: str, path: str, name: str, seconds: str, pause: str = "0") -> None:
    """Be one of the processes."""
    with Queue.open(path, readonly=role == "reader") as queue:
        queue.head()
        print("ready", flush=True)
        sys.stdin.readline()
        until = time.monotonic() + float(seconds)
        said = list(ROLES[role](queue, name, until, float(pause)))
    for one in said:
        print(json.dumps(one))


if __name__ == "__main__":
    main(*sys.argv[1:])
