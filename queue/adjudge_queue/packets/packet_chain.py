"""A packet's chain of events as it is kept where the packet came back: an exported trail.

Events hold no text, so it stays when what they speak of is purged.
"""

from __future__ import annotations

import json

from adjudge_queue.exports import trail
from adjudge_queue.file import jsontext
from adjudge_queue.file.store import Store


def of(store: Store) -> str:
    """The whole trail of a packet's file, as JSON Lines."""
    return "".join(trail.lines(store))


def digest(body: str) -> str:
    """The hash by which the event that brought a chain names it."""
    return jsontext.digest(body)


def problem(body: str, events: int, head: str) -> str | None:
    """What is wrong with a kept chain that should have so many events and that head."""
    checked = trail.check(body.splitlines())
    if checked.problems:
        return checked.problems[0]
    if (checked.events, checked.head) != (events, head):
        return f"it ends with {checked.head}, not with {head}"
    return None


def hashes(body: str) -> list[str]:
    """The hash of every event of a checked chain, in order."""
    return [json.loads(line)["hash"] for line in body.splitlines()[:-1]]
