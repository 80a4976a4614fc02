"""The part of an item that changes, and the one way to change it: together with its event.

Every event of an item says in full what the item is afterwards, so that the state of every item
at any moment can be read from the events alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from adjudge_engine.errors import DecisionError
from adjudge_engine.vocabulary import Disposition
from adjudge_queue.file.jsontext import pack, unpack_or_none
from adjudge_queue.file.store import Row, Transaction
from adjudge_queue.records import Round, State


class ItemState(NamedTuple):
    """What changes of an item.

    `rest` is the state that a claimed item goes back to; `standing` the decision in force.
    `assigned` is whose it is, `twice` why two must agree on it ("" if one is enough), `first` and
    `second` their decisions that count, `stale` the event since which `standing` is stale.
    """

    state: State
    rest: State
    disposition: Disposition
    holder: str | None
    standing: int | None
    assigned: str | None = None
    twice: str = ""
    first: int | None = None
    second: int | None = None
    stale: int | None = None

    def told(self) -> dict[str, Any]:
        """The state as an event says it: the last five only where there is something to say."""
        said = self._asdict()
        return {name: said[name] for name in said if name in CORE or said[name]}

    @property
    def adjudication(self) -> int | None:
        """The decision that overrides two others, if there is one."""
        among = (None, self.first, self.second)
        overrides = self.state == "decided" and self.first is not None
        return self.standing if overrides and self.standing not in among else None

    @property
    def reviews(self) -> list[tuple[Round, int]]:
        """The decisions of a double review that count, by their round."""
        rounds: tuple[tuple[Round, int | None], ...] = (
            ("first", self.first),
            ("second", self.second),
            ("adjudication", self.adjudication),
        )
        return [(name, one) for name, one in rounds if one is not None]

    @property
    def words(self) -> list[int]:
        """The decisions that hold the item where it is: the one in force, or those of two."""
        if self.first is None or self.adjudication is not None:
            return [self.standing] if self.state == "decided" and self.standing else []
        return [one for one in (self.first, self.second) if one is not None]

    @property
    def under_review(self) -> bool:
        """Whether one of two has spoken and the item is still to be decided."""
        return self.first is not None and self.state != "decided"

    @property
    def home(self) -> State:
        """Where the item waits while nobody holds it and nobody has put it off."""
        if self.first is None:
            return "pending"
        return "needs_second" if self.second is None else "adjudication"


#: What every event of an item says.
CORE: Final = ("state", "rest", "disposition", "holder", "standing")


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
    row = tx.one(LOAD, (item_id,))
    if row is None:
        raise unknown(item_id)
    return of_row(row)


LOAD: Final = (
    "SELECT state, rest, disposition, holder, decision_id, assigned_to, second,"
    " (SELECT decision_id FROM reviews WHERE item_id = items.id AND round = 'first'),"
    " (SELECT decision_id FROM reviews WHERE item_id = items.id AND round = 'second'),"
    " stale FROM items WHERE id = ?"
)


def of_row(row: Row) -> ItemState:
    """The state in a row of `LOAD`."""
    return ItemState(
        state=row[0],
        rest=row[1],
        disposition=row[2],
        holder=unpack_or_none(row[3]),
        standing=row[4],
        assigned=unpack_or_none(row[5]),
        twice=row[6],
        first=row[7],
        second=row[8],
        stale=row[9],
    )


def last_event(tx: Transaction, item_id: int) -> int:
    """The number of the item's last event."""
    row = tx.one("SELECT last_event FROM items WHERE id = ?", (item_id,))
    return int(row[0]) if row else 0


def withdraw(tx: Transaction, decision_id: int | None) -> int:
    """Mark golden rows that rest on a decision as withdrawn by the coming event; how many."""
    if decision_id is None:
        return 0
    return tx.run(
        "UPDATE golden_rows SET withdrawn = ? WHERE decision_id = ? AND withdrawn IS NULL",
        (tx.next_event, decision_id),
    )


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
        cause.body | after.told(),
        item_id=item_id,
        evaluation_id=cause.evaluation_id,
        decision_id=cause.decision_id,
    )
    if (before is None or before.disposition != after.disposition) and not _planted(tx, item_id):
        tx.insert("dispositions", event=seq, item_id=item_id, disposition=after.disposition)
    return seq


def _planted(tx: Transaction, item_id: int) -> bool:
    """Whether no waiting system asked for this item: nobody is told of it."""
    return tx.one("SELECT 1 FROM planted WHERE item_id = ?", (item_id,)) is not None


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

    Without a new `lease_until` the lease stays as it is while the holder does. Golden rows that
    rest on a decision which is no longer in force are withdrawn.
    """
    if before.standing != after.standing:
        withdraw(tx, before.standing)
    if before.reviews != after.reviews:
        tx.run("DELETE FROM reviews WHERE item_id = ?", (item_id,))
        for name, decision_id in after.reviews:
            tx.insert("reviews", item_id=item_id, round=name, decision_id=decision_id)
    tx.run(
        "UPDATE items SET state = ?, rest = ?, disposition = ?, holder = ?, decision_id = ?,"
        " assigned_to = ?, second = ?, stale = ?,"
        " lease_until = CASE WHEN ? THEN coalesce(?, lease_until) END,"
        " snoozed_until = CASE WHEN ? THEN coalesce(?, snoozed_until) END,"
        " last_event = ? WHERE id = ?",
        (
            after.state,
            after.rest,
            after.disposition,
            None if after.holder is None else pack(after.holder),
            after.standing,
            None if after.assigned is None else pack(after.assigned),
            after.twice,
            after.stale,
            *(after.holder is not None, lease_until),
            *("snoozed" in (after.state, after.rest), snoozed_until),
            tx.next_event,
            item_id,
        ),
    )
    return append(tx, item_id, before, after, cause)
