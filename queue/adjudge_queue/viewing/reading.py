"""Reading the queue: one item, lists, pages, counts, the feed. Nothing here writes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from adjudge_engine.errors import DecisionError
from adjudge_engine.vocabulary import Disposition
from adjudge_queue.decisions.texts import look_up
from adjudge_queue.file.jsontext import dump, load, pack, unpack, unpack_or_none
from adjudge_queue.file.store import Row, Store
from adjudge_queue.finding import listing
from adjudge_queue.items import itemstate
from adjudge_queue.people.team import Member, Team
from adjudge_queue.purging import purged
from adjudge_queue.records import Counts, Filter, Item, ItemRow, Order
from adjudge_queue.viewing import masks
from adjudge_queue.viewing.blind import Blinds
from adjudge_queue.viewing.sight import Sight
from adjudge_queue.viewing.standing import history, labels_of

ROW: Final = (
    "SELECT items.id, items.case_id, items.state, items.route, items.risk, items.disposition,"
    " items.priority, items.priority_reason, items.question,"
    " (SELECT json_group_object(gate, outcome) FROM item_gates WHERE item_id = items.id),"
    " items.holder, items.lease_until, items.created_at, decisions.reviewer, decisions.action,"
    " items.assigned_to, items.due, items.stale IS NOT NULL, items.second <> ''"
    " FROM items LEFT JOIN decisions ON decisions.id = items.decision_id"
)


def _row(row: Row) -> ItemRow:
    gates: dict[str, str] = load(row[9], dict)
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
        assigned_to=unpack_or_none(row[15]),
        due=row[16],
        stale=bool(row[17]),
        second=bool(row[18]),
    )


def item(store: Store, item_id: int, team: Team | None = None, viewer: str | None = None) -> Item:
    """One item whole, as of one moment; for a `viewer` without what is not for them."""
    team = team or Team.everybody()
    member = None if viewer is None else team.member(viewer)
    with store.snapshot():
        row = store.one(f"{ROW} WHERE items.id = ?", (item_id,))
        stored = store.one(
            "SELECT p.body, e.body, e.id, e.hash, i.decision_id, i.case_hash FROM items i"
            " JOIN payloads p ON p.item_id = i.id JOIN evaluations e ON e.id = i.evaluation_id"
            " WHERE i.id = ?",
            (item_id,),
        )
        if row is None or stored is None:
            raise itemstate.unknown(item_id)
        listed = _row(row)
        case_id = listed.case_id
        evaluation = purged.read_evaluation(stored[1], case_id, stored[5], listed.route)
        note = store.one("SELECT note FROM decisions WHERE id = ?", (stored[4],))
        found = Item(
            row=listed,
            case=purged.read_case(stored[0], case_id),
            evaluation=evaluation,
            evaluation_id=stored[2],
            evaluation_hash=stored[3],
            history=history(store, item_id, Blinds(store, team, viewer)),
            labels=tuple(labels_of(store, stored[4], evaluation)),
            note=look_up(store.one, note[0]) if note else None,
        )
        if member is None or member.groups is None:
            return found
        return masks.masked(found, masks.sources_of(store.one, item_id, stored[2]), member)


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


def namesakes(store: Store, item_id: int, member: Member | None = None) -> list[ItemRow]:
    """The items of the same case id, this one among them, newest first."""
    sql = "SELECT id FROM items WHERE case_id = (SELECT case_id FROM items WHERE id = ?)"
    with store.snapshot():
        found = (row[0] for row in store.rows(sql, (item_id,)))
        return rows(store, sorted(found, reverse=True), member)


def rows(store: Store, wanted: Iterable[int], member: Member | None = None) -> list[ItemRow]:
    """List rows in the order asked for; for a `member` without what may quote closed sources."""
    order = list(wanted)
    sql = f"{ROW} WHERE items.id IN (SELECT value FROM json_each(?))"
    with store.snapshot():
        found = {row[0]: _row(row) for row in store.rows(sql, (json.dumps(order),))}
        if member is not None and member.groups is not None:
            found = {one: masks.masked_row(store.one, row, member) for one, row in found.items()}
    return [found[one] for one in order if one in found]


def page(
    store: Store,
    where: Filter,
    order: Order,
    after: int | None,
    limit: int,
    sight: Sight | None = None,
) -> list[ItemRow]:
    """The rows that follow the item `after`."""
    member = None if sight is None else sight.member
    with store.snapshot():
        return rows(store, listing.page(store, where, order, after, limit, sight), member)


def counts(store: Store) -> Counts:
    """The kept counts; of dispositions without planted items, for which no system waits."""
    found: dict[str, dict[str, int]] = {"state": {}, "route": {}, "disposition": {}}
    with store.snapshot():
        for kind, value, number in store.rows("SELECT kind, value, n FROM counts"):
            found[kind][value] = number
        for (value,) in store.rows(PLANTED):
            found["disposition"][value] -= 1
    states, routes, dispositions = (
        {value: number for value, number in kind.items() if number} for kind in found.values()
    )
    return Counts(states, routes, dispositions)


PLANTED: Final = "SELECT i.disposition FROM planted p CROSS JOIN items i ON i.id = p.item_id"


def known(store: Store, pairs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Which pairs of case id and key name the evaluation that an item rests on now."""
    with store.snapshot():
        return {pair for pair in pairs if store.one(KNOWN, (pack(pair[0]), pack(pair[1])))}


#: From the case on: many evaluations may have one key, but few items one case.
KNOWN: Final = (
    "SELECT 1 FROM items i CROSS JOIN evaluations e ON e.id = i.evaluation_id"
    " WHERE i.case_id = ? AND e.key = ?"
)


def evaluation_json(store: Store, case_id: str, key: str) -> str | None:
    """The stored text of an evaluation; of a purged case, under any key, what stands for it."""
    row = store.one(
        "SELECT e.body, i.case_hash, i.route FROM items i"
        " CROSS JOIN evaluations e ON e.item_id = i.id WHERE i.case_id = ? AND e.key = ?",
        (pack(case_id), pack(key)),
    )
    if row is None:
        row = store.one(
            "SELECT p.body, i.case_hash, i.route FROM purged g JOIN items i ON i.id = g.item_id"
            " JOIN payloads p ON p.item_id = i.id WHERE i.case_id = ? ORDER BY i.id DESC LIMIT 1",
            (pack(case_id),),
        )
    if row is None:
        return None
    if purged.event_in(row[0]) is None:
        return str(row[0])
    return dump(purged.read_evaluation(row[0], case_id, *row[1:]))


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


def last_event(store: Store) -> int:
    """The number of the last event, 0 if there is none; it may not be on the disk yet."""
    row = store.one("SELECT max(seq) FROM events")
    return int(row[0] or 0) if row else 0


def head(store: Store) -> tuple[int, str | None]:
    """The end of the chain: one that no power cut takes back, since it may be kept elsewhere."""
    row = store.one("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1")
    store.settle()
    return (0, None) if row is None else (int(row[0]), str(row[1]))


def data_version(store: Store) -> int:
    """SQLite's counter of what others have committed."""
    row = store.one("PRAGMA data_version")
    return int(row[0]) if row else 0
