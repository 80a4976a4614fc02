"""What the events tell: the state of every item after them, and all that they speak of."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from adjudge_queue.store import Row


@dataclass(slots=True)
class Replayed:
    """One item after the events seen so far."""

    last_event: int
    case_hash: str = ""
    case: str = ""
    route: str = ""
    risk: str = ""
    priority: int = 0
    evaluation_id: int | None = None
    state: str = ""
    rest: str = ""
    disposition: str = ""
    holder: str | None = None
    standing: int | None = None


_ENQUEUED = ("case_hash", "case", "risk")
_EVALUATED = ("route", "priority")
_STATE = ("state", "rest", "disposition", "holder", "standing")

#: An event's number and what it says.
Told = tuple[int, dict[str, Any]]


@dataclass(slots=True)
class Trail:
    """All that a pass over the chain leaves behind for comparison with the tables."""

    items: dict[int, Replayed] = field(default_factory=dict)
    evaluated: dict[int, Told] = field(default_factory=dict)  # by evaluation
    decided: dict[int, Told] = field(default_factory=dict)  # by decision
    undone: dict[int, int] = field(default_factory=dict)  # decision → event
    golden: dict[tuple[str, int], Told] = field(default_factory=dict)  # by set and version
    changes: dict[int, tuple[int, str]] = field(default_factory=dict)  # event → item, disposition
    hashes: dict[Any, int] = field(default_factory=dict)  # hash → event
    seqs: set[int] = field(default_factory=set)

    def take(self, row: Row) -> str | None:
        """Note what an intact event (a row of `events.COLUMNS`) says; what is wrong, or None."""
        try:
            return self._take(row)
        except (ValueError, KeyError, TypeError):
            return "what it says cannot be read"

    def _take(self, row: Row) -> str | None:
        seq, _, kind, actor, item_id, evaluation_id, decision_id, text = row[:8]
        body: dict[str, Any] = json.loads(text)
        if kind == "golden":
            self.golden[body["name"], body["version"]] = (seq, body)
            return None
        told = body | {"item_id": item_id, "evaluation_id": evaluation_id, "reviewer": actor}
        if kind in ("enqueued", "evaluated"):
            self.evaluated[evaluation_id] = (seq, told)
        elif kind == "decided":
            self.decided[decision_id] = (seq, told)
        elif kind == "undone":
            self.undone[decision_id] = seq
        return self._apply(seq, kind, item_id, evaluation_id, body)

    def _apply(
        self, seq: int, kind: str, item_id: int, evaluation_id: int | None, body: dict[str, Any]
    ) -> str | None:
        one = self.items.get(item_id)
        before = one.disposition if one else ""
        if kind == "enqueued":
            if one is not None:
                return "its item had been enqueued before"
            one = self.items[item_id] = Replayed(seq)
        elif one is None:
            return "its item had not been enqueued before"
        fields: tuple[str, ...] = _STATE
        if kind in ("enqueued", "evaluated"):
            fields += _EVALUATED
            one.evaluation_id = evaluation_id
        if kind == "enqueued":
            fields += _ENQUEUED
        for name in fields:
            setattr(one, name, body[name])
        one.last_event = seq
        if one.disposition != before:
            self.changes[seq] = (item_id, one.disposition)
        return None
