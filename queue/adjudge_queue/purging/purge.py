"""Removing what was written about an item, for good, so that the record still verifies.

The text goes from every table in one transaction with its event, which keeps the hashes of what
was removed; `purge_places` then follows it through the file and what lies beside it.

What stays: ids of case, evaluations and claims, tags, verdicts, and who did what and when. An open
item leaves the queue as blocked, since nobody can look at it any more; and where a waiting system
was told nothing yet, it is told `blocked`. The same case enqueued again is known and stays purged,
else the next run over the same file would bring everything back: to look at it again, give it
another id.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from adjudge_engine.errors import DecisionError
from adjudge_queue.decisions import texts
from adjudge_queue.file import clock
from adjudge_queue.file.jsontext import digest, pack, unpack
from adjudge_queue.file.store import Store, Transaction
from adjudge_queue.finding import shown
from adjudge_queue.golden_sets import golden_rows
from adjudge_queue.items import itemstate
from adjudge_queue.items.claiming import checked_name
from adjudge_queue.items.itemstate import Cause, ItemState
from adjudge_queue.purging import purged
from adjudge_queue.purging.purged import Place, Purge
from adjudge_queue.records import OPEN_STATES

#: Items that one transaction purges: others wait for no more.
BATCH: Final = 100


#: The golden rows of an item, by an index that there is.
OF_ITEM: Final = "decision_id IN (SELECT id FROM decisions WHERE item_id = ?)"
#: Item → since when it must still be closed to be purged; None: whatever its state.
Chosen = Mapping[int, str | None]


class Wanted(NamedTuple):
    """Which items to purge: exactly one of the three is given.

    `before` is a moment (ISO 8601): items closed before it, by a decision or by the policy.
    """

    items: Chosen = {}  # noqa: RUF012  (never written to)
    case_id: str | None = None
    before: str | None = None


class Gone(NamedTuple):
    """What a purged item was about, for looking in other files; it is kept nowhere.

    The texts are left out where there are too many items to look for each.
    """

    case_id: str
    case_hash: str
    texts: tuple[str, ...]


def purge(
    store: Store,
    wanted: Wanted,
    by: str,
    why: str,
    *,
    beside: Sequence[Path] = (),
    vacuum: bool | None = None,
) -> Purge:
    """Remove the text of those items everywhere it can be reached. Raises DecisionError."""
    from adjudge_queue.purging import purge_places

    items, already, gone = purge_items(store, _chosen(store, wanted), by, why)
    tables = Place("tables of the file", "removed" if items else "not there")
    places = purge_places.follow(store, gone, (by, why), beside=beside, vacuum=vacuum)
    return Purge(items, already, (tables, *places))


def purge_items(
    store: Store, chosen: Chosen, by: str, why: str
) -> tuple[tuple[int, ...], tuple[int, ...], list[Gone]]:
    """Remove the text of the items from the tables: those purged, those purged before.

    Copies that were planted to test reviewers go with the item they were made of. One that was
    taken up again since it was chosen for its age is left alone.
    """
    check(by, why)
    done: dict[int, Gone] = {}
    already: dict[int, Gone] = {}
    numbers = iter(chosen)
    while batch := list(islice(numbers, BATCH)):
        with store.write() as tx:
            for item_id in batch:
                itemstate.load(tx, item_id)  # DecisionError if there is none
                if not _is_still(tx, item_id, chosen[item_id]):
                    continue
                for one in (item_id, *_copies(tx, item_id)):
                    # Also of one purged before: another place may be in reach by now.
                    gone = _about(tx, one, with_texts=len(chosen) <= BATCH)
                    if purged.event_of(tx.one, one) is None:
                        _purge_item(tx, one, by, why)
                        done[one] = gone
                    elif one not in done:
                        already[one] = gone
    return tuple(done), tuple(already), [*done.values(), *already.values()]


def _copies(tx: Transaction, item_id: int) -> list[int]:
    sql = (
        "SELECT item_id FROM planted WHERE row IN"
        f" (SELECT id FROM golden_rows WHERE {OF_ITEM}) ORDER BY item_id"
    )
    return [row[0] for row in tx.rows(sql, (item_id,))]


def _is_still(tx: Transaction, item_id: int, closed: str | None) -> bool:
    """Whether the item is as it was when it was chosen for its age."""
    if closed is None:
        return True
    row = tx.one(f"{CLOSED} AND i.id = ?", (item_id,))
    return row is not None and row[1] == closed


def check(by: str, why: str) -> None:
    """DecisionError unless `by` is a name and says why."""
    checked_name(by)
    if not why.strip():
        raise DecisionError("a purge needs a reason", "Say why: it is all that will be left.")


def _chosen(store: Store, wanted: Wanted) -> Chosen:
    if sum(map(bool, (wanted.items, wanted.case_id is not None, wanted.before))) != 1:
        raise DecisionError(
            "a purge needs to know what to remove", "Name items, or a case, or a time: one of them."
        )
    if wanted.case_id is not None:
        sql = "SELECT id FROM items WHERE case_id = ? ORDER BY id"
        found = [row[0] for row in store.rows(sql, (pack(wanted.case_id),))]
        if not found:
            raise DecisionError(
                f"there is no item of the case {wanted.case_id[:80]!r}",
                "`adjudge list` shows what there is.",
            )
        return dict.fromkeys(found)
    if wanted.before is None:
        return wanted.items
    try:
        moment = clock.stamp(clock.parse(wanted.before))
    except (ValueError, OverflowError) as error:
        raise DecisionError(
            f"{wanted.before[:80]!r} is no time", "Give a date and time, 2026-03-01T09:30."
        ) from error
    with store.snapshot():
        closed = store.stream(f"{CLOSED} ORDER BY i.id")
        return {row[0]: row[1] for row in closed if row[1] < moment}


def closed_before(store: Store, before: str) -> tuple[int, ...]:
    """The items that a purge of everything closed before that moment would take."""
    return tuple(_chosen(store, Wanted(before=before)))


#: Items that wait for nobody and have their text: when they were decided, else when they came in.
CLOSED: Final = (
    "SELECT i.id, coalesce(d.at, i.created_at) AS closed, i.risk FROM items i"
    " LEFT JOIN decisions d ON d.id = i.decision_id"
    " WHERE i.state IN ('decided', 'released', 'blocked')"
    " AND NOT EXISTS (SELECT 1 FROM purged p WHERE p.item_id = i.id)"
)


def _purge_item(tx: Transaction, item_id: int, by: str, why: str) -> None:
    removed = _removed(tx, item_id)
    note = texts.keep(tx, item_id, "note", why)
    before = itemstate.load(tx, item_id)
    body = {"note": note, "removed": removed, **_faces(tx, item_id)}
    event = itemstate.change(tx, item_id, before, _after(before), Cause("purged", by, body))
    _remove(tx, item_id, event, note)


def _about(tx: Transaction, item_id: int, *, with_texts: bool) -> Gone:
    row = tx.one(
        "SELECT i.case_id, i.case_hash, p.body FROM items i JOIN payloads p ON p.item_id = i.id"
        " WHERE i.id = ?",
        (item_id,),
    )
    assert row is not None  # it has just been loaded
    return Gone(unpack(row[0]), row[1], _texts_in(row[2]) if with_texts else ())


def _texts_in(body: str) -> tuple[str, ...]:
    """The texts to look for of a stored case; none of one that is damaged, which goes as well."""
    try:
        case = json.loads(body)
        said = (case.get("question"), case.get("answer"), *(case.get("answers") or ()))
    except (ValueError, AttributeError, TypeError, RecursionError):
        return ()
    return tuple(str(one) for one in said if one)


def _removed(tx: Transaction, item_id: int) -> Mapping[str, Any]:
    """The hashes of all that is removed."""
    case = tx.rows("SELECT body FROM payloads WHERE item_id = ?", (item_id,))
    evaluations = tx.rows(
        "SELECT hash, report_hash FROM evaluations WHERE item_id = ? ORDER BY id", (item_id,)
    )
    written = tx.rows("SELECT hash FROM texts WHERE item_id = ? ORDER BY hash", (item_id,))
    golden = (tx.one(_SET_OF[table], (number,)) for table, number, _ in _golden(tx, item_id))
    return {
        "case": digest(case[0][0]),
        "evaluations": [row[0] for row in evaluations],
        "reports": [row[1] for row in evaluations],
        "texts": [row[0] for row in written],
        "golden": [[row[0], row[1], digest(row[2])] for row in golden if row],
    }


def _faces(tx: Transaction, item_id: int) -> dict[str, str]:
    """What lists show of the item from now on, as the hashes that `shown` compares."""
    row = tx.one(f"SELECT {shown.COLUMNS} FROM items WHERE id = ?", (item_id,))
    assert row is not None  # it has just been loaded
    face, finding = shown.stored_hashes(purged.QUESTION, row[1], purged.REASON, row[3])
    return {"face": face, "finding": finding}


def _after(before: ItemState) -> ItemState:
    """A decision stays; an item that is open, or that waits for an answer, is blocked."""
    after = before._replace(rest="pending", holder=None, assigned=None, stale=None)
    if before.state in OPEN_STATES:
        after = after._replace(state="blocked")
    return after._replace(disposition="blocked") if after.disposition == "pending" else after


def _remove(tx: Transaction, item_id: int, event: int, note: str | None) -> None:
    """Put tombstones where the text was. The triggers admit it right after the event alone."""
    tomb = purged.tombstone(event)
    tx.run("UPDATE payloads SET body = ? WHERE item_id = ?", (tomb, item_id))
    tx.run("UPDATE evaluations SET body = ?, report = x'' WHERE item_id = ?", (tomb, item_id))
    tx.run("DELETE FROM texts WHERE item_id = ? AND hash IS NOT ?", (item_id, note))
    tx.run("DELETE FROM search WHERE rowid = ?", (item_id,))
    tx.run(
        "UPDATE items SET question = ?, priority_reason = ? WHERE id = ?",
        (purged.QUESTION, purged.REASON, item_id),
    )
    for table, number, body in _golden(tx, item_id):
        stone = golden_rows.tombstone(body, event)
        tx.run(f"UPDATE {table} SET body = ? WHERE id = ?", (stone, number))
    tx.insert("purged", item_id=item_id, event=event)


_SET_OF: Final = {
    table: f"SELECT name, version, body FROM {table} WHERE id = ?"
    for table in ("golden_rows", "imported_rows")
}


def _golden(tx: Transaction, item_id: int) -> Iterator[tuple[str, int, str]]:
    """The golden rows that hold the item's case, those that came in from a file among them."""
    for table, where in (
        ("golden_rows", OF_ITEM),
        ("imported_rows", "case_hash = (SELECT case_hash FROM items WHERE id = ?)"),
    ):
        for number, body in tx.rows(f"SELECT id, body FROM {table} WHERE {where}", (item_id,)):
            if golden_rows.purged_hash(body) is None:
                yield table, number, body
