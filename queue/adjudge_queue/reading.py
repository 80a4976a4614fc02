"""Reading the queue: one item, lists, pages, counts, the feed. Nothing here writes."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable
from typing import Any, Final

from adjudge_engine.errors import DecisionError
from adjudge_engine.vocabulary import Disposition
from adjudge_queue import filters, itemstate
from adjudge_queue.jsontext import pack, unpack, unpack_or_none
from adjudge_queue.records import Counts, Filter, Item, ItemRow, Order
from adjudge_queue.standing import history, labels_of
from adjudge_queue.store import Row, Store
from adjudge_queue.texts import look_up

ROW: Final = (
    "SELECT items.id, items.case_id, items.state, items.route, items.risk, items.disposition,"
    " items.priority, items.priority_reason, items.question,"
    " (SELECT json_group_object(gate, outcome) FROM item_gates WHERE item_id = items.id),"
    " items.holder, items.lease_until, items.created_at, decisions.reviewer, decisions.action"
    " FROM items LEFT JOIN decisions ON decisions.id = items.decision_id"
)


def _row(row: Row) -> ItemRow:
    gates: dict[str, str] = json.loads(row[9])
    return ItemRow(
        item_id=row[0],
        case_id=unpack(row[1]),
        state=row[2],
        route=row[3],
        risk=row[4],
        disposition=row[5],
        priority=row[6],
        priority_reason=row[7],
        question=row[8],
        gates=dict(sorted(gates.items(), key=lambda gate: gate[1])),  # failing ones first
        holder=unpack_or_none(row[10]),
        lease_until=row[11],
        created_at=row[12],
        decided_by=unpack_or_none(row[13]),
        action=row[14],
    )


def item(store: Store, item_id: int) -> Item:
    """One item whole, as of one moment."""
    with store.snapshot():
        row = store.one(f"{ROW} WHERE items.id = ?", (item_id,))
        stored = store.one(
            "SELECT p.body, e.body, e.id, e.hash, i.decision_id FROM items i"
            " JOIN payloads p ON p.item_id = i.id JOIN evaluations e ON e.id = i.evaluation_id"
            " WHERE i.id = ?",
            (item_id,),
        )
        if row is None or stored is None:
            raise itemstate.unknown(item_id)
        evaluation = json.loads(stored[1])
        note = store.one("SELECT note FROM decisions WHERE id = ?", (stored[4],))
        return Item(
            row=_row(row),
            case=json.loads(stored[0]),
            evaluation=evaluation,
            evaluation_id=stored[2],
            evaluation_hash=stored[3],
            history=history(store, item_id),
            labels=tuple(labels_of(store, stored[4], evaluation)),
            note=look_up(store.one, note[0]) if note else None,
        )


def find(store: Store, ref: str) -> int:
    """The item of a number, `#12`, or the newest one of a case id."""
    if ref.startswith("#") and ref[1:].isascii() and ref[1:].isdigit() and len(ref) < 19:
        row = store.one("SELECT id FROM items WHERE id = ?", (int(ref[1:]),))
        if row is None:
            raise itemstate.unknown(int(ref[1:]))
        return int(row[0])
    row = store.one("SELECT max(id) FROM items WHERE case_id = ?", (pack(ref),))
    if row is None or row[0] is None:
        raise DecisionError(
            f"there is no item of the case {ref[:80]!r}",
            "`adjudge list` shows what there is; an item's number is written #12.",
        )
    return int(row[0])


def namesakes(store: Store, item_id: int) -> list[ItemRow]:
    """The items of the same case id, this one among them, newest first."""
    sql = "SELECT id FROM items WHERE case_id = (SELECT case_id FROM items WHERE id = ?)"
    with store.snapshot():
        return rows(store, (row[0] for row in store.rows(f"{sql} ORDER BY id DESC", (item_id,))))


def ids(store: Store, where: Filter, order: Order, seed: int | str | None) -> array[int]:
    """The ids of all items that match; `seed` makes a random order repeatable."""
    condition, bound = filters.start(where)
    sql, values = page_sql(where, order, condition)
    found = array("q", (row[0] for row in store.rows(sql, (*values, *bound, -1))))
    if order == "random":
        import random

        random.Random(seed).shuffle(found)
    return found


def rows(store: Store, wanted: Iterable[int]) -> list[ItemRow]:
    """List rows in the order asked for."""
    order = list(wanted)
    sql = f"{ROW} WHERE items.id IN (SELECT value FROM json_each(?))"
    found = {row[0]: row for row in store.rows(sql, (json.dumps(order),))}
    return [_row(found[one]) for one in order if one in found]


def page(store: Store, where: Filter, order: Order, after: int | None, limit: int) -> list[ItemRow]:
    """The rows that follow the item `after`. Each statement seeks in an index; none skips rows."""
    if order == "random":
        raise ValueError("a random order has no pages: take `ids` with a seed, then `rows`")
    with store.snapshot():
        found: list[int] = []
        for condition, values in _parts(store, where, order, after):
            if len(found) < limit:
                sql, bound = page_sql(where, order, condition)
                part = store.rows(sql, (*bound, *values, limit - len(found)))
                found += [row[0] for row in part]
        return rows(store, found)


def _parts(
    store: Store, where: Filter, order: Order, after: int | None
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Where the page may begin, as conditions to be tried in turn."""
    if after is None:
        return (filters.start(where),)
    if order == "oldest":
        return (("id > ?", (after,)),)
    row = store.one("SELECT priority FROM items WHERE id = ?", (after,))
    if row is None:
        raise itemstate.unknown(after)
    # The rest of its bucket, then the buckets below: one row-value comparison would not seek.
    return ("priority = ? AND id > ?", (row[0], after)), ("priority < ?", (row[0],))


def page_sql(where: Filter, order: Order, condition: str) -> tuple[str, list[Any]]:
    """The statement of one part of a page, without the values of `condition` and the limit."""
    found = filters.by_states(where)
    by = "priority DESC, id" if order == "priority" else "id"
    table = filters.source(where, order)
    sql = f"SELECT id FROM {table} WHERE {found.sql} AND {condition} ORDER BY {by} LIMIT ?"
    return sql, found.values


def counts(store: Store) -> Counts:
    """The kept counts."""
    found: dict[str, dict[str, int]] = {"state": {}, "route": {}, "disposition": {}}
    for kind, value, number in store.rows("SELECT kind, value, n FROM counts WHERE n <> 0"):
        found[kind][value] = number
    return Counts(found["state"], found["route"], found["disposition"])


def known(store: Store, pairs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Which pairs of case id and key name the evaluation that an item rests on now."""
    sql = (
        "SELECT 1 FROM evaluations e JOIN items i ON i.id = e.item_id AND i.evaluation_id = e.id"
        " WHERE e.key = ? AND i.case_id = ?"
    )
    with store.snapshot():
        return {pair for pair in pairs if store.one(sql, (pack(pair[1]), pack(pair[0])))}


def evaluation_json(store: Store, case_id: str, key: str) -> str | None:
    """The stored text of an evaluation."""
    row = store.one(
        "SELECT e.body FROM evaluations e JOIN items i ON i.id = e.item_id"
        " WHERE e.key = ? AND i.case_id = ?",
        (pack(key), pack(case_id)),
    )
    return None if row is None else str(row[0])


def held(store: Store, reviewer: str) -> list[int]:
    """The items that a reviewer holds."""
    sql = "SELECT id FROM items WHERE holder = ? ORDER BY lease_until"
    return [row[0] for row in store.rows(sql, (pack(reviewer),))]


def disposition(store: Store, item_id: int) -> Disposition:
    """What a waiting system is told."""
    row = store.one("SELECT disposition FROM items WHERE id = ?", (item_id,))
    if row is None:
        raise itemstate.unknown(item_id)
    word: Disposition = row[0]
    return word


def feed(store: Store, since: int, limit: int) -> tuple[list[dict[str, Any]], int]:
    """Changes of disposition by event number: no gap and no repeat, since writers take turns."""
    found = store.rows(
        "SELECT c.event, e.at, c.item_id, i.case_id, c.disposition FROM dispositions c"
        " JOIN events e ON e.seq = c.event JOIN items i ON i.id = c.item_id"
        " WHERE c.event > ? ORDER BY c.event LIMIT ?",
        (since, limit),
    )
    changes = [
        {
            "event": row[0],
            "at": row[1],
            "item_id": row[2],
            "case_id": unpack(row[3]),
            "disposition": row[4],
        }
        for row in found
    ]
    return changes, changes[-1]["event"] if changes else since


def head(store: Store) -> tuple[int, str | None]:
    """The end of the chain."""
    row = store.one("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1")
    return (0, None) if row is None else (int(row[0]), str(row[1]))


def data_version(store: Store) -> int:
    """SQLite's counter of what others have committed."""
    row = store.one("PRAGMA data_version")
    return int(row[0]) if row else 0
