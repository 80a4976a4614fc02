"""A team for the queue's tests: two reviewers, two leads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adjudge_queue import Queue
from adjudge_queue.people.team import Member, Team

OPEN, CLOSED = "everybody", "board"


def member(name: str, **parts: Any) -> Member:
    """A reviewer who may read everything and is an expert on everything, save what is given."""
    return Member(name, **({"role": "reviewer"} | parts))


TEAM = Team(
    {
        "ann": member("ann"),
        "bob": member("bob"),
        "cat": member("cat", groups=frozenset({OPEN}), expert=frozenset({"relevance"})),
        "lea": member("lea", role="lead"),
        "max": member("max", role="lead"),
    },
    declared=True,
)


def made(path: Path, team: Team | None = TEAM) -> Queue:
    """A new queue with that team."""
    return Queue.open(path, create=True, team=team)
