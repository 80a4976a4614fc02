"""The feed of dispositions, read by its cursor while people decide, and what it must agree with."""

from __future__ import annotations

from pathlib import Path

import pytest
import queue_storm
from queue_samples import record

from adjudge_queue import Queue


def follow(path: Path, reviewers: int, seconds: float) -> int:
    """Reviewers decide, an engine enqueues, two readers follow; how much there was to read."""
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record(f"first-{number}") for number in range(200)])
    told = queue_storm.run(
        path,
        [
            *(("reviewer", f"r{number}") for number in range(reviewers)),
            ("engine", "engine"),
            ("reader", "one"),
            ("reader", "two"),
        ],
        seconds,
    )
    with Queue.open(path, readonly=True) as queue:
        whole, _ = queue.feed(0, limit=10**6)
        replayed = list(replay(queue))
        now = {change["item_id"]: queue.disposition(change["item_id"]) for change in whole}
    wanted = [(one["event"], one["item_id"], one["disposition"]) for one in whole]
    assert wanted == replayed  # each follows from the events, at every moment
    for reader in (one for one in told if one.role == "reader"):
        seen = [(one["event"], one["item_id"], one["disposition"]) for one in reader.lines]
        assert seen == wanted  # nothing twice, nothing left out, in order
    last = {item_id: disposition for _, item_id, disposition in wanted}
    assert last == now
    return len(wanted)


def replay(queue: Queue) -> list[tuple[int, int, str]]:
    """Every change of disposition, from the events alone."""
    found, after = [], 0
    known: dict[int, str] = {}
    while part := queue.events(after=after):
        for event in part:
            after = event["seq"]
            now = event["body"].get("disposition")
            if event["item_id"] is not None and now and known.get(event["item_id"]) != now:
                known[event["item_id"]] = now
                found.append((event["seq"], event["item_id"], now))
    return found


def test_a_cursor_misses_and_repeats_nothing(tmp_path: Path) -> None:
    assert follow(tmp_path / "q.db", reviewers=4, seconds=0.7) > 200


@pytest.mark.stress
def test_a_cursor_misses_and_repeats_nothing_for_long(tmp_path: Path) -> None:
    assert follow(tmp_path / "q.db", reviewers=4, seconds=20) > 1000
