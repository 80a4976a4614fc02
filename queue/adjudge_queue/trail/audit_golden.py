"""Checking golden sets: each is what its event says, row by row, withdrawals included.

Once the text of a row was purged, its side of the split has nothing left to be held against, nor
has the id of a case that came in from a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudge_queue.file.store import Row, Store
from adjudge_queue.golden_sets import golden
from adjudge_queue.golden_sets.golden_rows import purged_hash, row_hash
from adjudge_queue.trail.audit_content import plain, read_json
from adjudge_queue.trail.replay import Told, Trail

#: The sides of the split.
_SPLITS: Final = ("dev", "held-out")
_SETS = "SELECT name, version, event, created_at, actor, include_approved, rows FROM golden_sets"
_FROZEN: Final = (
    "SELECT r.body, r.item_id, r.split, r.decision_id, r.withdrawn, d.event, d.item_id"
    " FROM golden_rows r LEFT JOIN decisions d ON d.id = r.decision_id"
    " WHERE r.name = ? AND r.version = ? ORDER BY r.item_id"
)
_IMPORTED: Final = (
    "SELECT body, place, split, case_id, case_hash FROM imported_rows"
    " WHERE name = ? AND version = ? ORDER BY place"
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
    for table in ("golden_rows", "imported_rows"):
        for row in store.rows(f"SELECT DISTINCT name, version FROM {table}"):
            if row[:2] not in seen:
                yield f"golden set {row[0]}@{row[1]}: there are rows of it, but no such set"


def _set(store: Store, trail: Trail, row: Row, told: Told, name: str) -> Iterator[str]:
    event, body = told
    wanted = [body["at"], body["actor"], body.get("include_approved"), body.get("rows")]
    if [row[3], plain(row[4]), *row[5:7]] != wanted:
        yield f"{name}: who made it, when or how is not what event {event} says"
    frozen, imported = store.rows(_FROZEN, row[:2]), store.rows(_IMPORTED, row[:2])
    both = (*frozen, *imported)
    hashes = [row_hash(one[0]) if isinstance(one[0], str) else "" for one in both]
    if golden.content_of(hashes) != body.get("content"):
        yield f"{name}: its rows are not what event {event} says"
        return
    if bool(imported) != body.get("imported") or (frozen and imported):
        yield f"{name}: whether it came in from outside is not what event {event} says"
    for one in frozen:
        yield from _frozen(trail, one, event, name, row[:2])
    for place, one in enumerate(imported, 1):
        yield from _imported(trail, one, place, name, row[:2])


def _frozen(trail: Trail, row: Row, event: int, name: str, key: tuple[str, int]) -> Iterator[str]:
    """The columns of a row whose body is as it was against that body and the trail."""
    text, item_id, split, decision_id, withdrawn, decided, decided_on = row
    gone = purged_hash(text)
    if gone:
        if item_id not in trail.purged or trail.removed_rows.get((*key, gone)) != item_id:
            yield f"{name}: the row of item {item_id} is gone, but no event purged it"
        elif decided_on != item_id or not decided < event or split not in _SPLITS:
            yield f"{name}: the row of item {item_id} is filed as another one"
    elif not _is_filed(_provenance(text), item_id, split, decided):
        yield f"{name}: the row of item {item_id} is filed as another one"
    ends = [*trail.overtaken.get(decision_id, ()), *trail.withdrawn.get((*key, item_id), ())]
    first = min((one for one in ends if one > event), default=None)
    if first != withdrawn:
        wrong = (
            "should not be withdrawn" if first is None else f"should be withdrawn (event {first})"
        )
        yield f"{name}: the row of item {item_id} {wrong}"


def _is_of_case(trail: Trail, item_id: int, row: Row, place: int) -> bool:
    """Whether a row without its text stands at its place, under the case that was purged."""
    stored_place, split, case_hash = row
    purged = trail.told(trail.items[item_id].born)["case_hash"]
    return (stored_place, case_hash) == (place, purged) and split in _SPLITS


def _provenance(text: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = read_json(text)["metadata"]["golden"]
        return found if isinstance(found, dict) else {}
    except (TypeError, KeyError):
        return {}


def _is_filed(golden: dict[str, Any], item_id: Any, split: Any, decided: Any) -> bool:
    """Whether a row stands under the item, split and decision that its body names."""
    same = (golden.get("item"), golden.get("split")) == (item_id, split)
    events = golden.get("events")
    return same and isinstance(events, list) and decided in events


def _imported(trail: Trail, row: Row, place: int, name: str, key: tuple[str, int]) -> Iterator[str]:
    """The columns of a row that came in from outside against its body."""
    text, stored_place, split, case_id, case_hash = row
    gone = purged_hash(text)
    if gone:
        item_id = trail.removed_rows.get((*key, gone))
        if item_id is None:
            yield f"{name}: row {place} is gone, but no event purged it"
        elif not _is_of_case(trail, item_id, (stored_place, split, case_hash), place):
            yield f"{name}: row {place} is filed as another one"
        return
    told = _provenance(text)
    whole = read_json(text)
    case = whole.get("id") if isinstance(whole, dict) else None
    said = (place, told.get("split"), case, told.get("case_hash"))
    if said != (stored_place, split, plain(case_id), case_hash):
        yield f"{name}: row {place} is filed as another one"
