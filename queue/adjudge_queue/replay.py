"""What the events tell: the state of every item after them, and all that they speak of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from adjudge_queue.itemstate import CORE, ItemState
from adjudge_queue.store import Row


@dataclass(slots=True)
class Replayed:
    """One item after the events seen so far."""

    last_event: int
    created_at: str
    case_id: str = ""
    case_hash: str = ""
    case: str = ""
    face: str | None = None
    finding: str | None = None
    route: str = ""
    risk: str = ""
    priority: int = 0
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
    due: str | None = None
    snoozed_until: str | None = None


_ENQUEUED: Final = ("case_id", "case_hash", "case", "risk")
_EVALUATED: Final = ("route", "priority")
#: What an event says of its item only where there is something to say, and what holds without.
_MORE: Final[dict[str, Any]] = ItemState._field_defaults

#: An event's number and what it says.
Told = tuple[int, dict[str, Any]]


@dataclass(slots=True)
class Trail:
    """All that a pass over the chain leaves behind for comparison with the tables."""

    items: dict[int, Replayed] = field(default_factory=dict)
    evaluated: dict[int, Told] = field(default_factory=dict)  # by evaluation
    decided: dict[int, Told] = field(default_factory=dict)  # by decision
    undone: dict[int, int] = field(default_factory=dict)  # decision → event
    overtaken: dict[int, list[int]] = field(default_factory=dict)  # decision → events
    texts: dict[str, tuple[int, int, str]] = field(default_factory=dict)  # → event, item, kind
    skips: set[tuple[str, int]] = field(default_factory=set)  # reviewer, item
    first_words: dict[tuple[int, str], Told] = field(default_factory=dict)  # by item, reviewer
    planted: dict[int, tuple[str, int, int, int]] = field(default_factory=dict)  # item → its row
    golden: dict[tuple[str, int], Told] = field(default_factory=dict)  # by set and version
    withdrawn: dict[tuple[str, int, int], list[int]] = field(default_factory=dict)  # row → events
    purged: dict[int, Told] = field(default_factory=dict)  # by item
    removed_rows: set[tuple[str, int, str]] = field(default_factory=set)  # name, version, hash
    changes: dict[int, tuple[int, str]] = field(default_factory=dict)  # event → item, disposition
    hashes: dict[Any, int] = field(default_factory=dict)  # hash → event
    seqs: set[int] = field(default_factory=set)

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
        one = self.items.get(_number(item_id))
        if (one is None) != (kind == "enqueued"):
            return "its item had " + ("not " if one is None else "") + "been enqueued before"
        told = body | {"item_id": item_id, "evaluation_id": evaluation_id, "reviewer": actor}
        told |= {"at": at}
        if kind in ("enqueued", "evaluated"):
            self.evaluated[_number(evaluation_id)] = (seq, told)
        elif kind == "reinstated" and told["evaluation"] != self._stored(evaluation_id, item_id):
            return "it speaks of an evaluation that its item never had"
        elif kind == "decided":
            told["before"] = {name: getattr(one, name) for name in ItemState._fields}
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
            one = self.items[item_id] = Replayed(seq, at)
        self._apply(seq, kind, item_id, one, told)
        return None

    def _planted(self, seq: int, told: dict[str, Any]) -> None:
        """The items that follow are copies of golden rows."""
        for item_id, row in told["items"]:
            place = (str(told["name"]), _number(told["version"]), _number(row), seq)
            self.planted[_number(item_id)] = place

    def _first_word(self, seq: int, told: dict[str, Any]) -> None:
        for kind, digest in _texts(told):
            self.texts[digest] = (seq, told["item_id"], kind)
        self.first_words[told["item_id"], told["reviewer"]] = (seq, told)

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
            self.removed_rows.add((str(name), _number(version), str(digest)))
        self.purged[item_id] = (seq, told)
        self.texts[str(told["note"])] = (seq, item_id, "note")

    def _stored(self, evaluation_id: Any, item_id: int) -> Any:
        """The hash of an item's evaluation, as the event told that first stored it."""
        _, told = self.evaluated.get(_number(evaluation_id), (0, {}))
        return told["evaluation"] if told.get("item_id") == item_id else None

    def _decided(self, seq: int, decision_id: int, told: dict[str, Any]) -> None:
        item_id = told["item_id"]
        for kind, digest in _texts(told):
            self.texts[digest] = (seq, item_id, kind)
        self.decided[decision_id] = (seq, told)
        if told["action"] == "skip":
            self.skips.add((told["reviewer"], item_id))

    def _apply(
        self, seq: int, kind: str, item_id: int, one: Replayed, told: dict[str, Any]
    ) -> None:
        before, standing = one.disposition, one.standing
        fields: tuple[str, ...] = CORE
        if kind in ("enqueued", "evaluated", "reinstated"):
            fields += _EVALUATED
            one.evaluation_id = told["evaluation_id"]
            one.finding, one.due = told.get("finding"), told.get("due")
        if kind == "enqueued":
            fields += _ENQUEUED
        if kind in ("enqueued", "purged"):
            one.face = told.get("face")
        if kind == "purged":
            one.finding = told["finding"]
        for name in fields:
            setattr(one, name, told[name])
        for name, usual in _MORE.items():
            setattr(one, name, told.get(name, usual))
        if standing is not None and one.standing != standing:
            self.overtaken.setdefault(standing, []).append(seq)
        asleep = "snoozed" in (one.state, one.rest)
        one.snoozed_until = told.get("until", one.snoozed_until) if asleep else None
        one.last_event = seq
        if one.disposition != before and item_id not in self.planted:
            self.changes[seq] = (item_id, one.disposition)


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
