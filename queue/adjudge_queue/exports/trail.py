"""The audit trail as JSON Lines: every event with its hash, and the head at the end.

The file can be checked by itself, without the queue, by anybody who can compute SHA-256; its head
is what `adjudge audit verify --head` looks for in the queue. Bodies hold no free text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from adjudge_queue.exports.carried import json_text
from adjudge_queue.file import events
from adjudge_queue.file.jsontext import unpack
from adjudge_queue.file.store import Store
from adjudge_queue.records import Verification

SCHEMA: Final = "adjudge.trail/1"


def lines(store: Store) -> Iterator[str]:
    """The events as of now, oldest first, each with all that its hash covers; then the head."""
    count, head = 0, ""
    with store.snapshot():
        for row in store.stream(f"{events.SELECT} ORDER BY seq"):
            one = dict(zip(events.COLUMNS, row, strict=True))
            yield json_text(one | {"actor": unpack(one["actor"])}) + "\n"
            count, head = count + 1, one["hash"]
    store.settle()
    yield json_text({"schema": SCHEMA, "events": count, "head": head or None}) + "\n"


def check(text: Iterable[str]) -> Verification:
    """Check an exported trail by itself: numbers, hashes, order, and the head in its last line."""
    problems: list[str] = []
    expected, prev, last = 1, "", None
    for number, line in enumerate(text, 1):
        if not line.strip():
            continue
        if last is not None:
            problems.append(f"line {number}: there is more after the head")
            break
        one = _object(line)
        if one is None:
            problems.append(f"line {number} is no event")
        elif one.get("schema") == SCHEMA:
            last = one
        else:
            problems += _event(one, expected, prev, number)
            seq, hash_ = one.get("seq"), one.get("hash")
            expected = seq + 1 if type(seq) is int else expected + 1
            prev = hash_ if isinstance(hash_, str) else ""
    if last is None:
        problems.append("the line with the head is missing: the end was cut off")
    elif (last.get("events"), last.get("head")) != (expected - 1, prev or None):
        problems.append("the head is not that of the last event")
    return Verification(expected - 1, prev or None, tuple(problems))


def _object(line: str) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _event(one: dict[str, Any], expected: int, prev: str, number: int) -> Iterator[str]:
    """What is wrong with one event."""
    columns = tuple(one.get(name) for name in events.COLUMNS)
    name = f"line {number} (event {columns[0]})"
    if columns[0] != expected:
        yield f"{name}: event {expected} was expected here"
    if columns[8] != prev:
        yield f"{name}: it does not follow the event before it"
    try:
        same = events.event_hash(columns[:9]) == columns[9]
    except (TypeError, ValueError):
        same = False
    if not same:
        yield f"{name}: its hash does not fit its content"
