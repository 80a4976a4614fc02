"""Undo: a new event that puts an item back to where it was before a decision, of any age."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

from adjudge_engine.errors import DecisionError
from adjudge_queue import itemstate, outcomes
from adjudge_queue.claiming import (
    LEASE_SECONDS,
    checked_name,
    lease_end,
    reap_in,
    refuse_held,
)
from adjudge_queue.deciding import withdraw
from adjudge_queue.itemstate import Cause, ItemState
from adjudge_queue.jsontext import pack, unpack
from adjudge_queue.records import OPEN_STATES, Decided
from adjudge_queue.store import Store, Transaction


class _Past(NamedTuple):
    """A decision to be taken back."""

    id: int
    item_id: int
    action: str
    reviewer: str
    evaluation_id: int
    before: dict[str, Any]
    case_id: str
    route: str


_PAST: Final = (
    "SELECT d.id, d.item_id, d.action, d.reviewer, d.evaluation_id, d.before, i.case_id, i.route"
    " FROM decisions d JOIN items i ON i.id = d.item_id WHERE d.undone IS NULL"
)
LAST_OF_REVIEWER: Final = f"{_PAST} AND d.reviewer = ? ORDER BY d.id DESC LIMIT 1"
LAST_OF_ITEM: Final = f"{_PAST} AND d.item_id = ? ORDER BY d.id DESC LIMIT 1"


def undo(store: Store, reviewer: str, item_id: int | None) -> Decided:
    """Take back the reviewer's last decision, or the last one on the item, whoever took it."""
    checked_name(reviewer)
    with store.write() as tx:
        past = _find(tx, reviewer, item_id)
        reap_in(tx, past.item_id)
        now = itemstate.load(tx, past.item_id)
        refuse_held(tx, past.item_id, now, reviewer)
        _refuse_overtaken(past, now)
        after = _restored(tx, past, now, reviewer)
        lease = lease_end(tx, LEASE_SECONDS) if after.holder else None
        if past.action == "skip":
            skipper = pack(past.reviewer)
            tx.run("DELETE FROM skips WHERE reviewer = ? AND item_id = ?", (skipper, past.item_id))
        tx.run("UPDATE decisions SET undone = ? WHERE id = ?", (tx.next_event, past.id))
        body = {
            "action": past.action,
            "decided_by": past.reviewer,
            "golden_withdrawn": withdraw(tx, past.id),
        }
        cause = Cause("undone", reviewer, body, past.evaluation_id, past.id)
        seq = itemstate.change(tx, past.item_id, now, after, cause, lease_until=lease)
        outcome = (after.state, after.disposition)
        action = f"undo {past.action}"
        return Decided(past.item_id, past.case_id, action, *outcome, seq, past.reviewer)


def _find(tx: Transaction, reviewer: str, item_id: int | None) -> _Past:
    if item_id is None:
        row = tx.one(LAST_OF_REVIEWER, (pack(reviewer),))
        if row is None:
            raise DecisionError(f"{reviewer} has no decision to undo", "Decide something first.")
    else:
        itemstate.load(tx, item_id)
        row = tx.one(LAST_OF_ITEM, (item_id,))
        if row is None:
            raise DecisionError(
                f"there is no decision on item #{item_id} to undo",
                "`adjudge show` tells its history.",
            )
    return _Past(
        id=row[0],
        item_id=row[1],
        action=row[2],
        reviewer=unpack(row[3]),
        evaluation_id=row[4],
        before=json.loads(row[5]),
        case_id=unpack(row[6]),
        route=row[7],
    )


def _refuse_overtaken(past: _Past, now: ItemState) -> None:
    """DecisionError if what was decided no longer stands for another reason."""
    stands = now.state in OPEN_STATES if past.action == "skip" else now.standing == past.id
    if not stands:
        raise DecisionError(
            f"the {past.action} of item #{past.item_id} has been overtaken: it is {now.state} now",
            "Name another item to undo the decision on that one.",
        )


def _restored(tx: Transaction, past: _Past, now: ItemState, reviewer: str) -> ItemState:
    """Where the item goes: to the decision before, else where its newest evaluation sends it.

    An item that is open again is the reviewer's at once.
    """
    if past.action == "skip":
        rest = now.rest if now.state == "claimed" else now.state
        return now._replace(state="claimed", rest=rest, holder=reviewer)
    before = ItemState(**past.before)
    if before.state == "decided":
        return before._replace(holder=None)
    if "escalated" in (before.state, before.rest):
        return ItemState("claimed", "escalated", "pending", reviewer, before.standing)
    state, disposition = outcomes.BY_ROUTE[past.route]
    if state != "pending":
        return ItemState(state, "pending", disposition, None, None)
    return ItemState("claimed", "pending", "pending", reviewer, None)
