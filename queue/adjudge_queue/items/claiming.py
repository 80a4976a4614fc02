"""Taking items: one holder at a time, by a lease that runs out by itself."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final

from adjudge_engine.errors import DecisionError
from adjudge_queue.file import clock
from adjudge_queue.file.jsontext import pack, unpack
from adjudge_queue.file.store import Store, Transaction
from adjudge_queue.finding import filters
from adjudge_queue.finding.filters import Conditions
from adjudge_queue.items import admission, itemstate, ordering
from adjudge_queue.items.itemstate import Cause, ItemState
from adjudge_queue.people.team import NOBODY, Member, Team
from adjudge_queue.purging import purged
from adjudge_queue.records import OPEN_STATES, Filter, Item, Order, State
from adjudge_queue.viewing import reading

LEASE_SECONDS: Final = 900
#: How many run-out leases one transaction returns: it must not keep others waiting.
REAP_LIMIT: Final = 100
#: The actor of what happens by itself.
CLOCK: Final = "clock"


def checked_name(reviewer: str) -> str:
    """A reviewer's name, if it is one."""
    if not isinstance(reviewer, str) or not reviewer.strip() or len(reviewer) > 200:
        raise DecisionError(
            "a reviewer needs a name of 1 to 200 characters", "Give it with --reviewer NAME."
        )
    if reviewer != reviewer.strip() or reviewer in NOBODY:
        raise DecisionError(
            f"{reviewer!r} would be taken for somebody else in the trail", "Use another name."
        )
    return reviewer


def lease_end(tx: Transaction, seconds: float) -> str:
    """When a lease that begins now runs out."""
    if not isinstance(seconds, int | float) or not 0 < seconds <= 30 * 86400:
        raise DecisionError(f"a lease of {seconds} seconds is not possible", "Give up to 30 days.")
    return clock.stamp(tx.moment + timedelta(seconds=seconds))


#: Takes the source, the conditions and the order. Two statements find the item and run-out leases
#: apart: an OR over both would make SQLite scan the table. Items that wait for a second reviewer,
#: and those that were given to this one, are looked for apart for the same reason.
CLAIM_NEXT: Final = """UPDATE items
SET state = 'claimed', rest = state, holder = ?, lease_until = ?, last_event = ?
WHERE id = (SELECT id FROM {} WHERE {} ORDER BY {} LIMIT 1)
RETURNING id"""
_NOT_SKIPPED: Final = (
    "NOT EXISTS (SELECT 1 FROM skips WHERE skips.reviewer = ? AND skips.item_id = items.id)"
)
_NOT_FIRST: Final = (
    "NOT EXISTS (SELECT 1 FROM reviews r JOIN decisions d ON d.id = r.decision_id"
    " WHERE r.item_id = items.id AND d.reviewer = ?)"
)
#: A planted item is none for whoever has labelled the original.
_NOT_LABELLED: Final = (
    "NOT EXISTS (SELECT 1 FROM planted p JOIN golden_rows g ON g.id = p.row"
    " JOIN decisions d ON d.item_id = g.item_id WHERE p.item_id = items.id AND d.reviewer = ?)"
)


def claim_next(
    store: Store,
    team: Team,
    reviewer: str,
    where: Filter,
    lease_seconds: float,
    exclude: Iterable[int],
    skipped: bool,
    order: Order = "priority",
    seed: int | str | None = None,
) -> Item | None:
    """Take the first item that matches and is for this reviewer; None if there is none."""
    checked_name(reviewer)
    member = team.speaker(reviewer)
    left_out = json.dumps(list(exclude))

    def conditions(state: State, begin: tuple[str, tuple[Any, ...]], assigned: bool) -> Conditions:
        own = reviewer if assigned else None
        found = filters.within_pending(where, state, own, public=member.groups is not None)
        found.add(begin[0], *begin[1])
        if state == "needs_second":
            found.add(_NOT_FIRST, reviewer)
        found.add(_NOT_LABELLED, reviewer)
        if not skipped:
            found.add(_NOT_SKIPPED, reviewer)
        if left_out != "[]":
            found.add("id NOT IN (SELECT value FROM json_each(?))", left_out)
        return found

    with store.write_lease() as tx:
        until = lease_end(tx, lease_seconds)
        reap_in(tx)
        for place in ordering.places(tx, where, reviewer, order, seed, conditions):
            sql = CLAIM_NEXT.format(place.source, place.conditions.sql, place.by)
            row = tx.one(sql, (pack(reviewer), until, tx.next_event, *place.conditions.values))
            if row is not None:
                break
        else:
            return None
        item_id = int(row[0])
        after = itemstate.load(tx, item_id)
        before = after._replace(state=after.rest, rest="pending", holder=None)
        cause = Cause("claimed", reviewer, {"lease_until": until})
        itemstate.append(tx, item_id, before, after, cause)
    return reading.item(store, item_id, team, member.name)


def claim(store: Store, team: Team, item_id: int, reviewer: str, lease_seconds: float) -> Item:
    """Take this item; a lease that the reviewer has already is renewed."""
    checked_name(reviewer)
    member = team.speaker(reviewer)
    with store.write_lease() as tx:
        until = lease_end(tx, lease_seconds)
        reap_in(tx, item_id)
        before = itemstate.load(tx, item_id)
        if before.holder == reviewer:
            tx.run("UPDATE items SET lease_until = ? WHERE id = ?", (until, item_id))
        else:
            _take(tx, item_id, before, member, until)
    return reading.item(store, item_id, team, reviewer)


def _take(tx: Transaction, item_id: int, before: ItemState, member: Member, until: str) -> None:
    refuse_held(tx, item_id, before, member.name)
    if before.state not in OPEN_STATES:
        raise DecisionError(
            f"item #{item_id} is {before.state}: nobody has to look at it",
            "Undo the decision to take it up again.",
        )
    admission.refuse(tx, item_id, before, member)
    after = before._replace(state="claimed", rest=before.state, holder=member.name)
    cause = Cause("claimed", member.name, {"lease_until": until})
    itemstate.change(tx, item_id, before, after, cause, lease_until=until)


def refuse_held(tx: Transaction, item_id: int, now: ItemState, reviewer: str) -> None:
    """DecisionError if somebody else holds the item."""
    if now.holder is None or now.holder == reviewer:
        return
    row = tx.one("SELECT lease_until FROM items WHERE id = ?", (item_id,))
    until = row[0] if row else "?"
    raise DecisionError(
        f"item #{item_id} is held by {now.holder} until {until}",
        "Take the next item, or wait until they are done.",
    )


def renew(store: Store, item_id: int, reviewer: str, lease_seconds: float) -> str:
    """Prolong a lease that is still the reviewer's."""
    with store.write_lease() as tx:
        until = lease_end(tx, lease_seconds)
        now = itemstate.load(tx, item_id)
        if now.holder != reviewer:
            refuse_held(tx, item_id, now, reviewer)
            if purged.event_of(tx.one, item_id) is not None:
                raise DecisionError(f"the text of item #{item_id} was purged", "Take the next one.")
            raise DecisionError(
                f"the lease on item #{item_id} has run out; it is {now.state}", "Claim it again."
            )
        tx.run("UPDATE items SET lease_until = ? WHERE id = ?", (until, item_id))
    return until


def release(store: Store, item_id: int, reviewer: str) -> bool:
    """Give an item back undecided."""
    with store.write_lease() as tx:
        before = itemstate.load(tx, item_id)
        if before.holder != reviewer:
            return False
        itemstate.change(tx, item_id, before, rested(before), Cause("returned", reviewer))
    return True


def rested(before: ItemState) -> ItemState:
    """A claimed item, held by nobody again."""
    return before._replace(state=before.rest, rest="pending", holder=None)


def reap(store: Store) -> int:
    """Return everything whose time has run out; how many items."""
    total = 0
    while True:
        with store.write_lease() as tx:
            count = reap_in(tx)
        total += count
        if count < REAP_LIMIT:
            return total


EXPIRED: Final = (
    "SELECT id, lease_until, holder FROM items INDEXED BY items_lease"
    " WHERE state = 'claimed' AND lease_until <= ? ORDER BY lease_until LIMIT ?"
)
WOKEN: Final = (
    "SELECT id, snoozed_until FROM items INDEXED BY items_snooze"
    " WHERE state = 'snoozed' AND snoozed_until <= ? ORDER BY snoozed_until LIMIT ?"
)


EXPIRED_ITEM: Final = (
    "SELECT id, lease_until, holder FROM items"
    " WHERE id = ? AND state = 'claimed' AND lease_until <= ?"
)


def reap_in(tx: Transaction, item_id: int | None = None) -> int:
    """Return a few items whose lease or snooze has run out, each with its event.

    However many there are, the lease on `item_id` is looked at: somebody asks for that one.
    """
    expired = {row[0]: row for row in tx.rows(EXPIRED, (tx.at, REAP_LIMIT))}
    if item_id is not None:
        expired |= {row[0]: row for row in tx.rows(EXPIRED_ITEM, (item_id, tx.at))}
    for number, until, holder in expired.values():
        before = itemstate.load(tx, number)
        body = {"held_by": unpack(holder), "lease_until": until}
        itemstate.change(tx, number, before, rested(before), Cause("expired", CLOCK, body))
    woken = tx.rows(WOKEN, (tx.at, max(0, REAP_LIMIT - len(expired))))
    for number, until in woken:
        before = itemstate.load(tx, number)
        after = before._replace(state=before.home, rest="pending", standing=None)
        itemstate.change(tx, number, before, after, Cause("woken", CLOCK, {"snoozed_until": until}))
    return len(expired) + len(woken)
