"""What a packet's file says when it comes back: its reviewer's word on each of its items.

Nothing of it is believed: the file is checked like any other queue, and its chain must begin with
what was given out, event by event, so that an item that was changed or exchanged is found. What
follows is the reviewer's own word; it is only as good as their file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.errors import AdjudgeError, QueueError
from adjudge_queue.decisions import retelling
from adjudge_queue.decisions.decision_checks import checked_decision
from adjudge_queue.file import clock
from adjudge_queue.file.jsontext import load, pack, unpack
from adjudge_queue.file.store import Row, Store
from adjudge_queue.packets import packet_chain, packet_origin
from adjudge_queue.records import Decision
from adjudge_queue.trail import audit


@dataclass(frozen=True, slots=True)
class FirstWord:
    """What was said before the judge was shown."""

    action: Any
    labels: tuple[dict[str, Any], ...]
    evidence: tuple[str, ...]
    at: str
    event: int


@dataclass(frozen=True, slots=True)
class Word:
    """The reviewer's last word on one item; `decision` is None where none is in force.

    `former`: the keys, as the queue has them, of those that were taken back in the packet, or of
    which another word took the place. `problem` says why it cannot be taken.
    """

    item_id: int
    decision: Decision | None = None
    at: str = ""
    event: int = 0
    masked: int = 0
    first: FirstWord | None = None
    former: frozenset[str] = frozenset()
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """A packet's file, read whole at one moment and checked."""

    packet: str
    reviewer: str
    head: str
    events: int
    chain: str
    words: tuple[Word, ...]


def name_of(packet: Store) -> str:
    """The name of a packet. QueueError if the file is none."""
    found = packet_origin.origin(packet)
    if found is None:
        raise QueueError(
            f"{packet.path} is no packet", "`adjudge export --packet` makes one; name its file."
        )
    return found.packet


def read(packet: Store, name: str, reviewer: str, events: int, head: str) -> Content:
    """The packet's words. QueueError, by its name, if it is not what was given out.

    `events` and `head` are the number and the hash of the last event that it had then.
    """
    with packet.snapshot():
        checked = audit.verify(packet, None)
        if checked.problems:
            raise altered(name, checked.problems[0])
        row = packet.one("SELECT hash FROM events WHERE seq = ?", (events,))
        if row is None or row[0] != head:
            raise altered(name, "its items are not those that were given out")
        try:
            words = tuple(_words(packet, name, reviewer, events))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise altered(name, f"what it says cannot be read ({type(error).__name__})") from error
        chain = packet_chain.of(packet)
    assert checked.head is not None  # it has at least the events that it was given
    return Content(name, reviewer, checked.head, checked.events, chain, words)


def altered(name: str, why: str) -> QueueError:
    """The error for a packet that is not what it should be."""
    return QueueError(
        f"packet {name[:12]} was altered: {why}",
        "Nothing was taken from it. Ask its reviewer for the file as it was, or withdraw it.",
    )


_ITEMS: Final = (
    "SELECT item_id, evaluation_id, body FROM events"
    " WHERE kind = 'enqueued' AND seq <= ? ORDER BY seq"
)
_LAST: Final = (
    "SELECT id, reviewer, at, masked, event, key, evaluation_id FROM decisions"
    " WHERE item_id = ? AND undone IS NULL ORDER BY id DESC LIMIT 1"
)
_FORMER: Final = (
    "SELECT key FROM decisions d WHERE item_id = ? AND reviewer = ? AND (undone IS NOT NULL"
    " OR action IN ('approve', 'block', 'relabel') AND EXISTS (SELECT 1 FROM decisions"
    " WHERE item_id = d.item_id AND undone IS NULL AND id > d.id))"
)
_FIRST: Final = (
    "SELECT action, body, at, event, reviewer FROM first_words WHERE item_id = ? ORDER BY event"
)


def _words(packet: Store, name: str, reviewer: str, events: int) -> list[Word]:
    found = []
    for item_id, evaluation_id, body in packet.rows(_ITEMS, (events,)):
        origin = load(body, dict)["origin"]
        former = packet.rows(_FORMER, (item_id, pack(reviewer)))
        word = Word(
            int(origin["item"]),
            first=_first(packet, reviewer, item_id),
            former=frozenset(_key(name, unpack(key)) for (key,) in former),
        )
        row = packet.one(_LAST, (item_id,))
        if row is not None:
            word = _with(packet, name, reviewer, word, row, evaluation_id, origin["evaluation"])
        found.append(word)
    return found


def _first(packet: Store, reviewer: str, item_id: int) -> FirstWord | None:
    for action, body, at, event, who in packet.rows(_FIRST, (item_id,)):
        if who == pack(reviewer):
            said = load(body, dict)
            labels = tuple(retelling.with_texts(packet, one) for one in said["labels"])
            return FirstWord(action, labels, tuple(map(str, said["evidence"])), _time(at), event)
    return None


def _with(
    packet: Store, name: str, reviewer: str, word: Word, row: Row, evaluation_id: int, rated: str
) -> Word:
    """The word with its decision, which speaks of the version of the queue, not of the copy."""
    number, who, at, masked, event, key, on = row
    word = replace(word, at=_time(at), event=event, masked=int(masked))
    if who != pack(reviewer):
        return replace(word, problem="somebody else has decided on it in the packet")
    if on != evaluation_id:
        return replace(word, problem="it was evaluated anew in the packet")
    try:
        decision = retelling.as_it_was(packet, number, reviewer, _key(name, unpack(key)))
        if decision.action == "snooze":
            return word
        if decision.seen is not None:
            seen = replace(decision.seen, evaluation_hash=rated)
            decision = replace(decision, seen=seen)
        checked_decision(decision)
    except AdjudgeError as error:
        return replace(word, problem=error.message)
    return replace(word, decision=decision)


def _key(packet: str, key: str) -> str:
    """The key of a decision where it comes back: the same each time, and nobody else's."""
    return canonical_hash(["adjudge.packet.key/1", packet, key])


def _time(at: str) -> str:
    return clock.stamp(clock.parse(at))
