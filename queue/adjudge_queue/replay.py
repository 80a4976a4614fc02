"""What the events tell: the state of every item after them, and all that they speak of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

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
    snoozed_until: str | None = None


_ENQUEUED: Final = ("case_id", "case_hash", "case", "risk")
_EVALUATED: Final = ("route", "priority")
_STATE: Final = ("state", "rest", "disposition", "holder", "standing")

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
    golden: dict[tuple[str, int], Told] = field(default_factory=dict)  # by set and version
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
        if kind == "golden":
            name, version = str(body["name"]), _number(body["version"])
            self.golden[name, version] = (seq, body | {"actor": actor, "at": at})
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
            told["before"] = {name: getattr(one, name) for name in _STATE}
            self._decided(seq, _number(decision_id), told)
        elif kind == "undone":
            self.undone[_number(decision_id)] = seq
            self.overtaken.setdefault(decision_id, []).append(seq)
            if body["action"] == "skip":
                self.skips.discard((body["decided_by"], item_id))
        if one is None:
            one = self.items[item_id] = Replayed(seq, at)
        self._apply(seq, kind, item_id, one, told)
        return None

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
        elif told["before"]["standing"] is not None:
            self.overtaken.setdefault(told["before"]["standing"], []).append(seq)

    def _apply(
        self, seq: int, kind: str, item_id: int, one: Replayed, told: dict[str, Any]
    ) -> None:
        before = one.disposition
        fields: tuple[str, ...] = _STATE
        if kind in ("enqueued", "evaluated", "reinstated"):
            fields += _EVALUATED
            one.evaluation_id = told["evaluation_id"]
            one.finding = told.get("finding")
        if kind == "enqueued":
            fields += _ENQUEUED
            one.face = told.get("face")
        for name in fields:
            setattr(one, name, told[name])
        asleep = "snoozed" in (one.state, one.rest)
        one.snoozed_until = told.get("until", one.snoozed_until) if asleep else None
        one.last_event = seq
        if one.disposition != before:
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
