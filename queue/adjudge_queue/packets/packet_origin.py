"""What makes a queue's file a packet: its first event, which says whose it is and whence.

Everything is in the chain, so that a packet is checked like any other file. Whoever opens one is
its reviewer, with the groups, the role and the expertise that they had where it was made: no
settings of another host can widen what they may do.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from adjudge_engine.errors import QueueError
from adjudge_queue.file.jsontext import load
from adjudge_queue.file.store import Store
from adjudge_queue.people.team import ALL, Member, Team

KIND: Final = "packet"
SCHEMA: Final = "adjudge.packet/1"
_FIRST: Final = "SELECT body FROM events WHERE seq = 1 AND kind = ?"


class Origin(NamedTuple):
    """The packet's name, its reviewer, and the head of the chain that it was made from."""

    packet: str
    member: Member
    events: int
    head: str | None
    items: int


def told(packet: str, member: Member, events: int, head: str | None, items: int) -> dict[str, Any]:
    """The body of a packet's first event."""
    return {
        "schema": SCHEMA,
        "packet": packet,
        "reviewer": member.name,
        "role": member.role,
        "groups": ALL if member.groups is None else sorted(member.groups),
        "expert": ALL if member.expert is None else sorted(member.expert),
        "origin": {"events": events, "head": head},
        "items": items,
    }


def origin(store: Store) -> Origin | None:
    """What a file's first event says; None if it is no packet. QueueError if it is damaged."""
    row = store.one(_FIRST, (KIND,))
    return None if row is None else _read(load(row[0], dict))


def _read(body: dict[str, Any]) -> Origin:
    try:
        if body["schema"] != SCHEMA:
            raise ValueError(body["schema"])
        member = Member(
            name=str(body["reviewer"]),
            role="lead" if body["role"] == "lead" else "reviewer",
            groups=_names(body["groups"]),
            expert=_names(body["expert"]),
        )
        whence = body["origin"]
        return Origin(
            str(body["packet"]), member, int(whence["events"]), whence["head"], int(body["items"])
        )
    except (KeyError, TypeError, ValueError) as error:
        raise QueueError(
            "the first event of this packet cannot be read",
            "It is damaged, or of a newer version of adjudge.",
        ) from error


def _names(given: Any) -> frozenset[str] | None:
    return None if given == ALL else frozenset(map(str, given))


def team_in(store: Store) -> Team | None:
    """The team of a packet: its reviewer alone; None for any other file.

    Where nobody can tell whose a packet is, it is nobody's.
    """
    row = store.one(_FIRST, (KIND,))
    if row is None:
        return None
    try:
        found = _read(load(row[0], dict))
    except QueueError:
        return Team({}, declared=True, packet=True)
    return Team({found.member.name: found.member}, declared=True, packet=True)
