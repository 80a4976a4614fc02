"""Undo: a new event that puts an item back to where it was before a decision, of any age."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from adjudge_engine.errors import DecisionError
from adjudge_queue.decisions import recording, rounds, staleness
from adjudge_queue.file.jsontext import load, pack, unpack
from adjudge_queue.file.store import Store, Transaction
from adjudge_queue.items import admission, itemstate
from adjudge_queue.items.claiming import (
    LEASE_SECONDS,
    checked_name,
    lease_end,
    reap_in,
    refuse_held,
)
from adjudge_queue.items.itemstate import Cause, ItemState, withdraw
from adjudge_queue.people.team import Member, Team
from adjudge_queue.purging import purged
from adjudge_queue.records import OPEN_STATES, Decided, Round


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
    round: Round


_PAST: Final = (
    "SELECT d.id, d.item_id, d.action, d.reviewer, d.evaluation_id, d.before, i.case_id, i.route,"
    " d.round"
    " FROM decisions d JOIN items i ON i.id = d.item_id WHERE d.undone IS NULL"
)
LAST_OF_REVIEWER: Final = f"{_PAST} AND d.reviewer = ? ORDER BY d.id DESC LIMIT 1"
LAST_OF_ITEM: Final = f"{_PAST} AND d.item_id = ? ORDER BY d.id DESC LIMIT 1"
LAST_OF_BOTH: Final = f"{_PAST} AND d.item_id = ? AND d.reviewer = ? ORDER BY d.id DESC LIMIT 1"


def undo(store: Store, team: Team, reviewer: str, item_id: int | None) -> Decided:
    """Take back the reviewer's last decision, or their last one on the item.

    A lead who has none there that counts takes back the last one of anybody.
    """
    checked_name(reviewer)
    member = team.speaker(reviewer)
    with store.write() as tx:
        return undo_in(tx, member, item_id)[0]


def undo_in(tx: Transaction, member: Member, item_id: int | None) -> tuple[Decided, int]:
    """Take a decision back inside a transaction; what that did, and the decision's number."""
    past = _find(tx, member, item_id)
    purged.refuse(tx, past.item_id)
    reap_in(tx, past.item_id)
    now = itemstate.load(tx, past.item_id)
    refuse_held(tx, past.item_id, now, member.name)
    _refuse_overtaken(past, now)
    changed: list[str] = []
    after = _restored(tx, past, now)
    if past.action != "skip":
        after, changed = staleness.reinstated(tx, past.item_id, after)
    after = _taken(tx, after, member)
    lease = lease_end(tx, LEASE_SECONDS) if after.holder else None
    if past.action == "skip":
        skipper = pack(past.reviewer)
        tx.run("DELETE FROM skips WHERE reviewer = ? AND item_id = ?", (skipper, past.item_id))
    tx.run("UPDATE decisions SET undone = ? WHERE id = ?", (tx.next_event, past.id))
    body = {
        "action": past.action,
        "decided_by": past.reviewer,
        "golden_withdrawn": _withdrawn(tx, now, after),
    }
    if past.round != "only":
        body["round"] = past.round
    if changed:
        body["what"] = changed
    cause = Cause("undone", member.name, body, past.evaluation_id, past.id)
    seq = itemstate.change(tx, past.item_id, now, after, cause, lease_until=lease)
    if past.round != "only":
        recording.reindex_notes(tx, past.item_id, after)
    outcome = (after.state, after.disposition)
    action = f"undo {past.action}"
    decided = Decided(past.item_id, past.case_id, action, *outcome, seq, past.reviewer)
    return decided, past.id


def _withdrawn(tx: Transaction, now: ItemState, after: ItemState) -> int:
    """Withdraw golden rows that rest on a decision no longer in force; how many."""
    return withdraw(tx, now.standing) if now.standing != after.standing else 0


def _find(tx: Transaction, member: Member, item_id: int | None) -> _Past:
    name = member.name
    if item_id is None:
        row = tx.one(LAST_OF_REVIEWER, (pack(name),))
        if row is None:
            raise DecisionError(f"{name} has no decision to undo", "Decide something first.")
    else:
        now = itemstate.load(tx, item_id)
        row = tx.one(LAST_OF_BOTH, (item_id, pack(name)))
        if member.lead and (row is None or row[0] not in (now.standing, now.first, now.second)):
            row = tx.one(LAST_OF_ITEM, (item_id,))
        elif row is None:
            raise DecisionError(
                f"there is no decision of {name} on item #{item_id} to undo",
                "Only a lead takes back what somebody else has decided.",
            )
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
        before=load(row[5], dict),
        case_id=unpack(row[6]),
        route=row[7],
        round=row[8],
    )


def _refuse_overtaken(past: _Past, now: ItemState) -> None:
    """DecisionError if what was decided no longer stands for another reason."""
    if past.action == "skip":
        stands = now.state in OPEN_STATES
    else:
        stands = past.id in (now.standing, now.first, now.second)
    if not stands:
        raise DecisionError(
            f"the {past.action} of item #{past.item_id} has been overtaken: it is {now.state} now",
            "Name another item to undo the decision on that one.",
        )


def _restored(tx: Transaction, past: _Past, now: ItemState) -> ItemState:
    """Where the item goes: to what is left of it, else where its newest evaluation sends it."""
    if past.action == "skip":
        rest = now.rest if now.state == "claimed" else now.state
        return now._replace(state=rest, rest="pending", holder=None)
    before = ItemState(**past.before)
    if past.id in (now.first, now.second, now.adjudication):
        return _without(tx, past, before, now)
    now = now._replace(holder=None, rest="pending")
    if before.state == "decided" and now.first is None:
        return before._replace(assigned=now.assigned, twice=now.twice, holder=None)
    now = now._replace(stale=None)
    if "escalated" in (before.state, before.rest):
        return now._replace(state="escalated", disposition="pending", standing=before.standing)
    if now.first is not None:
        return now._replace(state=now.home, disposition="pending", standing=None)
    return rounds.by_route(now, past.route)


def _without(tx: Transaction, past: _Past, before: ItemState, now: ItemState) -> ItemState:
    """What is left of a double review; what somebody had handed on is still handed on."""
    after = rounds.without(tx, now, past.id, past.route)
    if after.state == "decided":
        return after
    newest = past.id == max(number for _, number in now.reviews)
    for one in (now, before) if newest else (now,):
        if "escalated" in (one.state, one.rest):
            return after._replace(state="escalated", disposition="pending", standing=one.standing)
    return after


def _taken(tx: Transaction, after: ItemState, member: Member) -> ItemState:
    """An item that is open again is the reviewer's at once, if they may be the one it waits for."""
    if after.state not in OPEN_STATES or not admission.may_take(tx, after, member):
        return after
    return after._replace(state="claimed", rest=after.state, holder=member.name)
