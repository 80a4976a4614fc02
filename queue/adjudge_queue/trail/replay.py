"""What the events tell: the state of every item after them, and where they speak of what.

Of an event that something stored has to agree with only its number is kept, and the event is read
again when that is compared: what a check needs is some hundred bytes an item, whatever the events
say.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from sys import intern
from typing import Any, Final

from adjudge_queue.file import events
from adjudge_queue.file.jsontext import unpack
from adjudge_queue.file.store import Row, Store
from adjudge_queue.items.itemstate import CORE, ItemState
from adjudge_queue.trail.replay_lists import Changes, Numbers


@dataclass(slots=True)
class Replayed:
    """One item after the events seen so far; `born` and `rated` are the events that brought its
    case and its evaluation."""

    last_event: int
    born: int
    rated: int
    evaluation_id: int | None = None
    state: str = ""
    rest: str = ""
    disposition: str = ""
    holder: str | None = None
    standing: int | None = None
    assigned: str | None = None
    twice: str = ""
    first: int | None = None
    second: int | None = None
    stale: int | None = None
    snoozed_until: str | None = None


#: What the events that bring a case or an evaluation must say.
_ENQUEUED: Final = ("case_id", "case_hash", "case", "risk")
_EVALUATED: Final = ("route", "priority", "evaluation")
#: The events that belong to packets and to no item.
_OF_PACKETS: Final = frozenset(("packet", "packed", "unpacked", "packet_withdrawn"))
#: What an event says of its item only where there is something to say, and what holds without.
_MORE: Final[dict[str, Any]] = ItemState._field_defaults

#: An event's number and what it says.
Told = tuple[int, dict[str, Any]]


class Trail:
    """All that a pass over the chain leaves behind for comparison with the tables."""

    def __init__(self, store: Store, head: str | None = None) -> None:
        self._one = store.one
        self.items: dict[int, Replayed] = {}
        self.evaluated: dict[int, int] = {}  # evaluation → event
        self.decided: dict[int, int] = {}  # decision → event
        self.undone: dict[int, int] = {}  # decision → event
        self.overtaken: dict[int, list[int]] = {}  # decision → events
        self.texts: dict[str, tuple[int, int, str]] = {}  # → event, item, kind
        self.skips: set[tuple[str, int]] = set()  # reviewer, item
        self.first_words: dict[tuple[int, str], int] = {}  # item, reviewer → event
        self.planted: dict[int, tuple[str, int, int, int]] = {}  # item → its row
        self.golden: dict[tuple[str, int], Told] = {}  # by set and version
        self.withdrawn: dict[tuple[str, int, int], list[int]] = {}  # row → events
        self.purged: dict[int, int] = {}  # item → event
        self.removed_rows: dict[tuple[str, int, str], int] = {}  # name, version, hash → item
        self.packets: dict[str, Told] = {}  # by name
        self.packets_withdrawn: dict[str, int] = {}  # packet → event
        self.unpacked: dict[int, tuple[str, str]] = {}  # event → packet, hash of its chain
        self.changes = Changes()
        self.numbers = Numbers()
        self.last: Any = None  # the hash of the last event
        self.head = head
        self.has_head = head is None

    def arrived(self, seq: int, digest: Any) -> None:
        """An event is there, intact or not."""
        self.numbers.add(seq)
        self.last = digest
        self.has_head = self.has_head or digest == self.head

    def told(self, seq: int) -> dict[str, Any]:
        """What an intact event says, with its other columns."""
        row = self._one(f"{events.SELECT} WHERE seq = ?", (seq,))
        assert row is not None  # it was read in the same snapshot
        return _told(json.loads(row[7]), (*row[:3], unpack(row[3]), *row[4:]))

    def before(self, item_id: int, seq: int) -> dict[str, Any]:
        """The state of an item before one of its events."""
        row = self._one(
            "SELECT body FROM events WHERE item_id = ? AND seq < ? ORDER BY seq DESC LIMIT 1",
            (item_id, seq),
        )
        try:
            said = json.loads(row[0]) if row else {}
            return {name: said.get(name, _MORE.get(name)) for name in ItemState._fields}
        except (ValueError, AttributeError, RecursionError):
            return {}

    def take(self, row: Row) -> str | None:
        """Note what an intact event (a row of `events.COLUMNS`) says; what is wrong, or None."""
        try:
            return self._take(row)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return "what it says cannot be read"

    def _take(self, row: Row) -> str | None:
        seq, at, kind, actor, item_id, evaluation_id, decision_id, text = row[:8]
        body: dict[str, Any] = json.loads(text)
        if kind in ("golden", "golden_imported"):
            name, version = str(body["name"]), _number(body["version"])
            told = body | {"actor": actor, "at": at, "imported": kind == "golden_imported"}
            self.golden[name, version] = (seq, told)
            return None
        if kind == "planted":
            self._planted(seq, body)
            return None
        if kind in _OF_PACKETS:
            return self._packet(seq, kind, body | {"actor": actor, "at": at})
        one = self.items.get(_number(item_id))
        if (one is None) != (kind == "enqueued"):
            return "its item had " + ("not " if one is None else "") + "been enqueued before"
        told = _told(body, row)
        if kind in ("enqueued", "evaluated"):
            self.evaluated[_number(evaluation_id)] = seq
        elif kind == "reinstated" and told["evaluation"] != self._stored(evaluation_id, item_id):
            return "it speaks of an evaluation that its item never had"
        elif kind == "decided":
            if told.get("restates") is not None and _number(told["restates"]) not in self.undone:
                return "it says again what was never taken back"
            self._decided(seq, _number(decision_id), told)
        elif kind == "purged":
            self._purged(seq, told)
        elif kind == "first_word":
            self._first_word(seq, told)
        elif kind == "assigned" and told["note"] is not None:
            self.texts[str(told["note"])] = (seq, item_id, "note")
        elif kind == "stale" and "sources" in told["what"]:
            self.overtaken.setdefault(_number(told["decision"]), []).append(seq)
        elif kind == "golden_withdrawn":
            self._withdrawn(seq, told)
        elif kind == "undone":
            self.undone[_number(decision_id)] = seq
            if body["action"] == "skip":
                self.skips.discard((body["decided_by"], item_id))
        if one is None:
            one = self.items[item_id] = Replayed(seq, seq, seq)
        self._apply(seq, kind, item_id, one, told)
        return None

    def _packet(self, seq: int, kind: str, told: dict[str, Any]) -> str | None:
        """What is said of a packet, or by a packet of itself."""
        name = str(told["packet"])
        if kind == "packet":
            return None if seq == 1 else "it says that this is a packet, but not at first"
        if kind == "packed":
            _require(told, ("reviewer", "head"))
            told["items"] = {_number(item): _number(rated) for item, rated in told["items"]}
            self.packets[name] = (seq, told)
            return None
        if name not in self.packets:
            return "it speaks of a packet that was never made"
        if kind == "unpacked":
            _require(told, ("head", "events", "items"))
            self.unpacked[seq] = (name, str(told["chain"]))
        else:
            self.packets_withdrawn[name] = seq
        return None

    def _planted(self, seq: int, told: dict[str, Any]) -> None:
        """The items that follow are copies of golden rows."""
        for item_id, row in told["items"]:
            place = (str(told["name"]), _number(told["version"]), _number(row), seq)
            self.planted[_number(item_id)] = place

    def _first_word(self, seq: int, told: dict[str, Any]) -> None:
        for kind, digest in _texts(told):
            self.texts[digest] = (seq, told["item_id"], kind)
        self.first_words[told["item_id"], told["reviewer"]] = seq

    def _withdrawn(self, seq: int, told: dict[str, Any]) -> None:
        """A golden row withdrawn by hand, in the versions that are named."""
        item_id = told["item_id"]
        for version in told["versions"]:
            key = (str(told["name"]), _number(version), item_id)
            self.withdrawn.setdefault(key, []).append(seq)
        self.texts[str(told["note"])] = (seq, item_id, "note")

    def _purged(self, seq: int, told: dict[str, Any]) -> None:
        """From here on the item has no text but the reason of its purge."""
        item_id = told["item_id"]
        for name, version, digest in told["removed"]["golden"]:  # which must be readable
            self.removed_rows[str(name), _number(version), str(digest)] = item_id
        _require(told, ("face", "finding"))
        self.purged[item_id] = seq
        self.texts[str(told["note"])] = (seq, item_id, "note")

    def _stored(self, evaluation_id: Any, item_id: int) -> Any:
        """The hash of an item's evaluation, as the event told that first stored it."""
        seq = self.evaluated.get(_number(evaluation_id))
        told = {} if seq is None else self.told(seq)
        return told["evaluation"] if told.get("item_id") == item_id else None

    def _decided(self, seq: int, decision_id: int, told: dict[str, Any]) -> None:
        item_id = told["item_id"]
        for kind, digest in _texts(told):
            self.texts[digest] = (seq, item_id, kind)
        self.decided[decision_id] = seq
        if told["action"] == "skip":
            self.skips.add((told["reviewer"], item_id))

    def _apply(
        self, seq: int, kind: str, item_id: int, one: Replayed, told: dict[str, Any]
    ) -> None:
        before, standing = one.disposition, one.standing
        if kind == "enqueued":
            _require(told, _ENQUEUED)
        if kind in ("enqueued", "evaluated", "reinstated"):
            _require(told, _EVALUATED)
            one.rated, one.evaluation_id = seq, told["evaluation_id"]
        for name in CORE:
            setattr(one, name, _kept(told[name]))
        for name, usual in _MORE.items():
            setattr(one, name, _kept(told.get(name, usual)))
        if standing is not None and one.standing != standing:
            self.overtaken.setdefault(standing, []).append(seq)
        asleep = "snoozed" in (one.state, one.rest)
        one.snoozed_until = told.get("until", one.snoozed_until) if asleep else None
        one.last_event = seq
        if one.disposition != before and item_id not in self.planted:
            self.changes.add(seq, item_id, one.disposition)


def _told(body: dict[str, Any], row: Row) -> dict[str, Any]:
    """What an event says, with its columns under the names that things have in their tables.

    A word that came in a packet was said when it was, and not when the packet came.
    """
    return body | {
        "item_id": row[4],
        "evaluation_id": row[5],
        "reviewer": row[3],
        "at": body.get("taken_at", row[1]),
    }


def _require(told: dict[str, Any], names: tuple[str, ...]) -> None:
    for name in names:
        told[name]


def _kept(value: Any) -> Any:
    """A word of a closed list, or a name, once for all items that have it."""
    return intern(value) if type(value) is str else value


def _texts(told: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Kind and hash of every text that a decision holds."""
    for part in (told, *told["labels"]):
        for kind in ("note", "corrected_answer"):
            if part.get(kind):
                yield kind, part[kind]
        for digest in part.get("missing", ()):
            yield "missing", digest


def _number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError("an event names things by their number")
    return value
