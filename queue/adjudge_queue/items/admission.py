"""Who may take or decide which item: assignment, the rounds of a double review, roles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from adjudge_engine.errors import DecisionError
from adjudge_queue.file.jsontext import unpack
from adjudge_queue.file.store import Row, Transaction
from adjudge_queue.items.itemstate import ItemState
from adjudge_queue.people.team import Member

#: A store's or a transaction's `one`.
One = Callable[[str, Sequence[Any]], Row | None]


def refuse(tx: Transaction, item_id: int, now: ItemState, member: Member) -> None:
    """DecisionError if this item, as it stands, is not for this reviewer."""
    if now.assigned not in (None, member.name) and not member.lead:
        raise DecisionError(
            f"item #{item_id} was given to {now.assigned}", "Take the next item, or ask a lead."
        )
    why = _round_refusal(tx, now, member)
    if why:
        raise DecisionError(f"item #{item_id} {why[0]}", why[1])


def may_take(tx: Transaction, now: ItemState, member: Member) -> bool:
    """Whether the double review of this item leaves room for this reviewer."""
    return _round_refusal(tx, now, member) is None


def _round_refusal(tx: Transaction, now: ItemState, member: Member) -> tuple[str, str] | None:
    """What keeps a reviewer from an item under double review, and what to do; None if nothing."""
    if not now.under_review:
        return None
    if member.name in authors(tx.one, now):
        return (
            "waits for somebody else: you have decided on it already",
            "Undo your decision to take it up again.",
        )
    if now.second is not None and not member.lead:
        return "has two different decisions, and waits for a lead", "Take the next item."
    return None


def authors(one: One, now: ItemState) -> list[str]:
    """Who took the first and the second decision of a double review."""
    found = []
    for decision_id in (now.first, now.second):
        row = one("SELECT reviewer FROM decisions WHERE id = ?", (decision_id,))
        if row is not None:
            found.append(unpack(row[0]))
    return found
