"""The exported audit trail checks itself, and fits the queue that it came from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from queue_samples import decision, record

from adjudge_queue import Queue
from adjudge_queue.exports import trail


@pytest.fixture
def lines(tmp_path: Path) -> list[str]:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([record("1"), record("\ud800")])
        queue.decide(1, decision("approve", "\udfffann", note="never in the trail"))
        queue.undo("ann", item_id=1)
        found = list(queue.trail())
        assert queue.verify(head=json.loads(found[-1])["head"]).ok
        assert json.loads(found[-1])["events"] == queue.head()[0] == len(found) - 1
    return found


def test_the_file_is_whole_and_says_nothing_that_people_wrote(lines: list[str]) -> None:
    checked = trail.check(lines)
    assert (checked.ok, checked.events) == (True, len(lines) - 1)
    assert checked.head == json.loads(lines[-1])["head"]
    assert "never in the trail" not in "".join(lines)
    assert "".join(lines).encode()


def test_an_empty_queue_has_a_trail(tmp_path: Path) -> None:
    with Queue.open(tmp_path / "e.db", create=True) as queue:
        found = list(queue.trail())
    assert trail.check(found).problems == ()
    assert len(found) == 1


def test_whatever_is_changed_in_the_file_is_found(lines: list[str]) -> None:
    for number, line in enumerate(lines[:-1]):
        one = json.loads(line)
        for name, value in one.items():
            other = one | {name: value + 1 if isinstance(value, int) else "x"}
            changed = [*lines[:number], json.dumps(other), *lines[number + 1 :]]
            assert trail.check(changed).problems, (number, name)
        assert trail.check([*lines[:number], *lines[number + 1 :]]).problems
    assert trail.check([lines[1], lines[0], *lines[2:]]).problems
    assert trail.check(lines[:-1]).problems == (
        "the line with the head is missing: the end was cut off",
    )
    assert trail.check([*lines, lines[0]]).problems
    assert trail.check([*lines[:-2], lines[-1]]).problems
    for nonsense in ("[]", "{", "7", "[" * 20_000, '{"schema":"adjudge.trail/1"}'):
        assert trail.check([nonsense, *lines]).problems
