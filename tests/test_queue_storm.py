"""Many processes at work on one file: nothing is held twice, nothing is lost."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import queue_storm
from queue_samples import record
from queue_storm import Told

from adjudge_queue import Queue
from adjudge_queue.records import Filter


def storm(path: Path, reviewers: int, seconds: float) -> list[Told]:
    """Reviewers who claim and decide, and an engine that enqueues beside them."""
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record(f"first-{number}") for number in range(100)])
    names = [("reviewer", f"r{number}") for number in range(reviewers)]
    return queue_storm.run(path, [*names, ("engine", "engine")], seconds)


def check(path: Path, told: list[Told]) -> int:
    """What the processes say agrees with the file; how many decisions they took."""
    said = {(line["event"], line.get("item", line.get("undone")), one.name)
            for one in told for line in one.lines if "event" in line}  # fmt: skip
    with Queue.open(path, readonly=True) as queue:
        assert queue.verify().problems == ()
        events, after = [], 0
        while part := queue.events(after=after):
            events += part
            after = part[-1]["seq"]
        held: dict[int, str] = {}
        for event in events:
            number = event["item_id"]
            if event["kind"] == "claimed":
                assert number not in held, f"item {number} was held twice"
                held[number] = event["actor"]
            elif number in held:
                if event["kind"] in ("decided", "returned"):
                    assert event["actor"] == held[number]
                del held[number]
            if event["kind"] == "undone":  # the item is the reviewer's again
                held[number] = event["actor"]
        written = {
            (event["seq"], event["item_id"], event["actor"])
            for event in events
            if event["kind"] in ("decided", "undone")
        }
        assert written == said
        for one in told:
            if one.role == "engine":
                cases = [
                    (f"{line['cases']}-{part}", "k1") for line in one.lines for part in range(20)
                ]
                assert queue.known(cases) == set(cases)
        standing = Counter(event["item_id"] for event in events if event["kind"] == "decided")
        standing.subtract(event["item_id"] for event in events if event["kind"] == "undone")
        decided = set(queue.ids(Filter(states=("decided",))))
        assert decided == {number for number, count in standing.items() if count > 0}
        assert max(standing.values()) == 1
    return sum(kind == "decided" for kind in (event["kind"] for event in events))


def test_many_reviewers_beside_an_engine(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    told = storm(path, reviewers=5, seconds=1)
    assert check(path, told) > 10
    assert all(one.lines for one in told), "one process never had its turn"


@pytest.mark.stress
def test_sixteen_reviewers_beside_an_engine(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    told = storm(path, reviewers=16, seconds=30)
    taken = [sum("item" in line for line in one.lines) for one in told if one.role == "reviewer"]
    decisions = check(path, told)
    claims = sorted(line["claim"] for one in told for line in one.lines if "claim" in line)
    print(
        f"\n16 reviewers and an engine, 30 s: {decisions} decisions, {min(taken)} to {max(taken)}"
        f" each; claim p50 {claims[len(claims) // 2] * 1e3:.0f} ms,"
        f" p99 {claims[len(claims) * 99 // 100] * 1e3:.0f} ms"
    )
    assert min(taken) > 0
