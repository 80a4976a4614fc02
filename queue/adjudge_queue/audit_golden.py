"""Checking golden sets: each is what its event says, row by row, withdrawals included."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge_engine.canonical import canonical_hash
from adjudge_queue.audit_content import plain, read_json
from adjudge_queue.jsontext import digest
from adjudge_queue.replay import Told, Trail
from adjudge_queue.store import Row, Store

_SETS = "SELECT name, version, event, created_at, actor, include_approved, rows FROM golden_sets"
_ROWS = (
    "SELECT r.item_id, r.split, r.decision_id, r.withdrawn, r.body, d.event"
    " FROM golden_rows r LEFT JOIN decisions d ON d.id = r.decision_id"
    " WHERE r.name = ? AND r.version = ? ORDER BY r.item_id"
)


def findings(store: Store, trail: Trail) -> Iterator[str]:
    """Everything about golden sets that does not agree with the trail."""
    seen = set()
    for row in store.rows(_SETS):
        seen.add(row[:2])
        told = trail.golden.get(row[:2])
        name = f"golden set {row[0]}@{row[1]}"
        if told is None or told[0] != row[2]:
            yield f"{name}: event {row[2]} does not tell of it"
        else:
            yield from _set(store, trail, row, told, name)
    for key in sorted(trail.golden.keys() - seen):
        yield f"golden set {key[0]}@{key[1]} is missing"


def _set(store: Store, trail: Trail, row: Row, told: Told, name: str) -> Iterator[str]:
    event, body = told
    wanted = [body["at"], body["actor"], body.get("include_approved"), body.get("rows")]
    if [row[3], plain(row[4]), *row[5:7]] != wanted:
        yield f"{name}: who made it, when or how is not what event {event} says"
    rows = store.rows(_ROWS, row[:2])
    hashes = [digest(one[4]) if isinstance(one[4], str) else "" for one in rows]
    if canonical_hash(hashes) != body.get("content"):
        yield f"{name}: its rows are not what event {event} says"
        return
    for one in rows:
        yield from _row(trail, one, event, name)


def _row(trail: Trail, row: Row, event: int, name: str) -> Iterator[str]:
    """The columns of a row whose body is as it was against that body and the trail."""
    item_id, split, decision_id, withdrawn, text, decided = row
    try:
        golden = read_json(text)["metadata"]["golden"]
        said = golden["item"], golden["split"], golden["events"]
    except (TypeError, KeyError):
        said = None
    if said != (item_id, split, [decided]):
        yield f"{name}: the row of item {item_id} is filed as another one"
    told = next((one for one in trail.overtaken.get(decision_id, ()) if one > event), None)
    if told != withdrawn:
        wrong = "should not be withdrawn" if told is None else f"should be withdrawn (event {told})"
        yield f"{name}: the row of item {item_id} {wrong}"
