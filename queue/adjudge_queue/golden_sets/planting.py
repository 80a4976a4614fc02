"""Hidden gold: golden rows that come again as ordinary items, to see how people decide.

The copy has the case and the evaluation of the original under an id of the same look, and is
enqueued like any other. Nothing on the item tells it from an ordinary one: the event that plants
it belongs to no item, and is shown to declared leads alone. Whoever has labelled the original is
not given the copy. What is decided on it tells no waiting system anything and enters no golden
set; it is compared with the golden labels (`results`). Only items that the policy sent to review
can be planted, since their evaluation says that they were.

Lists, items, counts by state and the interface do not tell a copy from an item. For a declared
reviewer who is no lead (see `sight`) words do not lead to the original of a copy, unless they
labelled it; lists by disposition have copies as any others, and the feed, which leaves them out, is
not theirs. It is no secret before whoever goes looking: the log of events has a gap where the
planting one is, the original stands among what was decided, and whoever may read the file may read
all of it.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.errors import DecisionError
from adjudge_queue.file import clock
from adjudge_queue.file.jsontext import load, pack, unpack
from adjudge_queue.file.store import Row, Store, Transaction
from adjudge_queue.golden_sets import golden
from adjudge_queue.items import enqueue
from adjudge_queue.people.team import Team
from adjudge_queue.records import Record
from adjudge_queue.viewing import masks

if TYPE_CHECKING:
    from adjudge_queue.people.figures import Known


def plant(
    store: Store, team: Team, name: str, version: int | None, n: int, seed: int | str, by: str
) -> tuple[int, ...]:
    """Plant up to `n` rows of a golden set, drawn by `seed`; their items. Leads only."""
    team.lead(by, "planting known items")
    if n < 1:
        raise DecisionError("there is nothing to plant", "Give the number of items.")
    number = golden.version_of(store, name, version)
    with store.write() as tx:
        rows = tx.rows(_ROWS, (pack(name), number, pack(name)))
        random.Random(canonical_hash(["adjudge.plant/1", str(seed)])).shuffle(rows)
        chosen = rows[:n]
        if not chosen:
            raise DecisionError(
                f"{name[:80]}@{number} has no row that could be planted",
                "Rows that were withdrawn, imported or planted before, and those of items that"
                " were not sent to review, are left out.",
            )
        first = tx.next_id("items")
        items = [(first + place, row[0]) for place, row in enumerate(chosen)]
        body = {"name": name, "version": number, "items": items, "seed": str(seed)}
        event = tx.event("planted", by, body)
        for (_, row_id), row in zip(items, chosen, strict=True):
            copied = enqueue.prepare(_copy(tx, row))
            told = {"name": pack(name), "version": number, "row": row_id, "event": event}
            enqueue.new_item(tx, copied, "engine", planted=told)
        return tuple(item_id for item_id, _ in items)


_ROWS = (
    "SELECT r.id, p.body, e.body, i.case_id, i.case_hash, e.report, e.key, e.id, i.second, i.id,"
    " i.due, i.created_at"
    " FROM golden_rows r"
    " JOIN items i ON i.id = r.item_id JOIN payloads p ON p.item_id = i.id"
    " JOIN decisions d ON d.id = r.decision_id JOIN evaluations e ON e.id = d.evaluation_id"
    " WHERE r.name = ? AND r.version = ? AND r.withdrawn IS NULL AND e.route = 'review'"
    " AND NOT EXISTS (SELECT 1 FROM purged g WHERE g.item_id = i.id)"
    " AND NOT EXISTS (SELECT 1 FROM planted t JOIN golden_rows o ON o.id = t.row"
    " WHERE o.item_id = r.item_id AND t.name = ?) ORDER BY r.id"
)


def _copy(tx: Transaction, row: Row) -> Record:
    """The record of a copy under an id of its own."""
    case, evaluation = load(row[1], dict), load(row[2], dict)
    case_id = _alike(tx, unpack(row[3]))
    case_hash = canonical_hash(["adjudge.planted/1", row[4], case_id])
    return Record(
        case_id=case_id,
        case_hash=case_hash,
        key=canonical_hash([unpack(row[6]), case_id]),
        case=case | {"id": case_id},
        evaluation=evaluation | {"case_id": case_id, "case_hash": case_hash},
        report=bytes(row[5]),
        second=row[8],
        sources=masks.sources_of(tx.one, row[9], row[7]),
        due=_due(tx, row[10], row[11]),
    )


def _due(tx: Transaction, due: str | None, came_in: str) -> str | None:
    """When a copy is due: as long after its coming in as the original was."""
    if due is None:
        return None
    try:
        return clock.stamp(tx.moment + (clock.parse(due) - clock.parse(came_in)))
    except OverflowError:  # beyond all years
        return due


def _alike(tx: Transaction, case_id: str) -> str:
    """An id that nothing has, of the same look: other digits, or other letters at its end."""
    draw = random.Random(canonical_hash(["adjudge.alike/1", case_id]))
    places = [place for place, sign in enumerate(case_id) if sign in "0123456789"][-6:]
    signs = "0123456789"
    if len(places) < 2:
        signs = "abcdefghijklmnopqrstuvwxyz"
        places = list(range(max(0, len(case_id) - 6), len(case_id)))
    for attempt in range(10_000):
        found = list(case_id)
        for place in places:
            found[place] = draw.choice(signs)
        name = "".join(found) + ("" if attempt < 1000 else str(attempt))
        if tx.one("SELECT 1 FROM items WHERE case_id = ?", (pack(name),)) is None:
            return name
    raise DecisionError("no free name was found for a copy", "Plant fewer items.")


def copies(store: Store) -> dict[int, tuple[int, ...]]:
    """Items of golden rows → their planted copies, each in the order of planting."""
    sql = "SELECT r.item_id, p.item_id FROM planted p JOIN golden_rows r ON r.id = p.row"
    found: dict[int, tuple[int, ...]] = {}
    for original, copy in store.rows(f"{sql} ORDER BY p.item_id"):
        found[original] = (*found.get(original, ()), copy)
    return found


def results(store: Store, team: Team, by: str) -> Known:
    """What was decided on planted items, beside what is known of them. Leads only."""
    team.lead(by, "looking at how people decide")
    from adjudge_queue.people import figures

    return figures.known(store)
