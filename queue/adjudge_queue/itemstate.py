"""The part of an item that changes, and the one way to change it: together with its event.

Every event of an item says in full what the item is afterwards, so that the state of every item
at any moment can be read from the events alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from adjudge_engine.errors import DecisionError
from adjudge_engine.vocabulary import Disposition
from adjudge_queue.jsontext import pack, unpack_or_none
from adjudge_queue.records import State
from adjudge_queue.store import Transaction


class ItemState(NamedTuple):
    """`rest` is the state that a claimed item goes back to; `standing` the decision in force."""

    state: State
    rest: State
    disposition: Disposition
    holder: str | None
    standing: int | None


@dataclass(frozen=True, slots=True)
class Cause:
    """Why an item changes: what the event will say beside the state."""

    kind: str
    actor: str
    body: dict[str, Any] = field(default_factory=dict)
    evaluation_id: int | None = None
    decision_id: int | None = None


def load(tx: Transaction, item_id: int) -> ItemState:
    """The item's state now. DecisionError if there is no such item."""
    row = tx.one(
        "SELECT state, rest, disposition, holder, decision_id FROM items WHERE id = ?", (item_id,)
    )
    if row is None:
        raise unknown(item_id)
    return ItemState(row[0], row[1], row[2], unpack_or_none(row[3]), row[4])


def unknown(item_id: int) -> DecisionError:
    """The error for an item number that nothing has."""
    return DecisionError(f"there is no item #{item_id}", "`adjudge list` shows what there is.")


def append(
    tx: Transaction, item_id: int, before: ItemState | None, after: ItemState, cause: Cause
) -> int:
    """The event of a change that has been written; its number."""
    seq = tx.event(
        cause.kind,
        cause.actor,
        cause.body | after._asdict(),
        item_id=item_id,
        evaluation_id=cause.evaluation_id,
        decision_id=cause.decision_id,
    )
    if before is None or before.disposition != after.disposition:
        tx.insert("dispositions", event=seq, item_id=item_id, disposition=after.disposition)
    return seq


def change(
    tx: Transaction,
    item_id: int,
    before: ItemState,
    after: ItemState,
    cause: Cause,
    *,
    lease_until: str | None = None,
    snoozed_until: str | None = None,
) -> int:
    """Write the new state with its event; the event's number.

    Without a new `lease_until` the lease stays as it is while the holder does.
    """
    tx.run(
        "UPDATE items SET state = ?, rest = ?, disposition = ?, holder = ?, decision_id = ?,"
        " lease_until = CASE WHEN ? THEN coalesce(?, lease_until) END,"
        " snoozed_until = CASE WHEN ? THEN coalesce(?, snoozed_until) END,"
        " last_event = ? WHERE id = ?",
        (
            after.state,
            after.rest,
            after.disposition,
            None if after.holder is None else pack(after.holder),
            after.standing,
            *(after.holder is not None, lease_until),
            *("snoozed" in (after.state, after.rest), snoozed_until),
            tx.next_event,
            item_id,
        ),
    )
    return append(tx, item_id, before, after, cause)
