"""Checking what the events speak of: stored cases, evaluations, decisions, texts, golden sets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.canonical import canonical_hash
from adjudge_queue.jsontext import digest, unpack
from adjudge_queue.replay import Trail
from adjudge_queue.store import Row, Store
from adjudge_queue.texts import salted


def plain(value: Any) -> Any:
    """A bare text as it was given; what cannot be read stays as it is and equals nothing."""
    if not isinstance(value, bytes):
        return value
    try:
        return unpack(value)
    except UnicodeDecodeError:
        return value


def _json(text: Any) -> Any:
    """A stored JSON value; what cannot be read equals nothing."""
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return _UNREADABLE


_UNREADABLE: Final = object()


def findings(store: Store, trail: Trail) -> Iterator[str]:
    """Everything that does not agree with the trail."""
    yield from _cases(store, trail)
    yield from _evaluations(store, trail)
    yield from _decisions(store, trail)
    yield from _texts(store, trail)
    yield from _dispositions(store, trail)
    yield from _golden(store, trail)
    yield from _counts(store)


def _cases(store: Store, trail: Trail) -> Iterator[str]:
    seen = set()
    for item_id, body in store.stream("SELECT item_id, body FROM payloads ORDER BY item_id"):
        seen.add(item_id)
        one = trail.items.get(item_id)
        if one is not None and digest(body) != one.case:
            yield f"item {item_id}: its case was changed after it was enqueued"
    for item_id in sorted(trail.items.keys() - seen):
        yield f"item {item_id}: its case is missing"


def _evaluations(store: Store, trail: Trail) -> Iterator[str]:
    seen = set()
    for row in store.stream(
        "SELECT id, item_id, key, route, hash, report_hash, body, report FROM evaluations"
        " ORDER BY id"
    ):
        seen.add(row[0])
        event, told = trail.evaluated.get(row[0], (None, None))
        if told is None:
            yield f"evaluation {row[0]} (item {row[1]}): no event tells of it"
            continue
        stored = {
            "item_id": row[1],
            "key": plain(row[2]),
            "route": row[3],
            "evaluation": row[4],
            "report": row[5],
        }
        wrong = [name for name, value in stored.items() if told.get(name) != value]
        wrong += ["text"] if digest(row[6]) != told.get("evaluation") else []
        wrong += ["report's text"] if digest(row[7]) != told.get("report") else []
        if wrong:
            yield (
                f"evaluation {row[0]} (item {row[1]}): its {wrong[0]} is not what"
                f" event {event} says"
            )
    for number in sorted(trail.evaluated.keys() - seen):
        yield f"evaluation {number} is missing, though event {trail.evaluated[number][0]} made it"


_DECISIONS: Final = (
    "SELECT id, event, undone, item_id, evaluation_id, action, reviewer, key, state, disposition,"
    " note, corrected_answer, seconds, reason_codes, seen FROM decisions ORDER BY id"
)
_TOLD: Final = (
    "item_id",
    "evaluation_id",
    "action",
    "reviewer",
    "key",
    "state",
    "disposition",
    "note",
    "corrected_answer",
    "seconds",
    "reason_codes",
    "seen",
)


def _decisions(store: Store, trail: Trail) -> Iterator[str]:
    seen = set()
    for row in store.stream(_DECISIONS):
        number = row[0]
        seen.add(number)
        event, told = trail.decided.get(number, (None, None))
        if told is None or event != row[1]:
            yield f"decision {number} (item {row[3]}): event {row[1]} does not tell of it"
            continue
        stored = dict(zip(_TOLD, _unpacked(row[3:]), strict=True))
        wrong = next((name for name in _TOLD if stored[name] != told.get(name)), None)
        if wrong:
            yield (f"decision {number} (item {row[3]}): its {wrong} is not what event {event} says")
        if row[2] != trail.undone.get(number):
            yield f"decision {number} (item {row[3]}): the events disagree on whether it was undone"
        labels = store.rows("SELECT body FROM labels WHERE decision_id = ? ORDER BY id", (number,))
        if [_json(body) for (body,) in labels] != told.get("labels"):
            yield f"decision {number} (item {row[3]}): its labels are not what event {event} says"
    for number in sorted(trail.decided.keys() - seen):
        event = trail.decided[number][0]
        yield f"decision {number} is missing, though event {event} tells of it"


def _unpacked(columns: Row) -> list[Any]:
    """The columns as an event's body says them."""
    found = list(columns)
    found[3:5] = [plain(found[3]), plain(found[4])]
    found[10:12] = [_json(found[10]), _json(found[11])]
    return found


def _texts(store: Store, trail: Trail) -> Iterator[str]:
    wanted = {text: event for event, body in trail.decided.values() for text in _text_hashes(body)}
    for hash_, item_id, salt, body in store.stream("SELECT hash, item_id, salt, body FROM texts"):
        event = wanted.pop(hash_, None)
        if event is None:
            yield f"item {item_id}: there is a text that no decision holds"
        elif salted(salt, str(body)) != hash_:
            yield f"item {item_id}: the text of event {event} was changed"
    for event in sorted(set(wanted.values())):
        yield f"event {event}: a text that it holds is missing"


def _text_hashes(body: dict[str, Any]) -> Iterator[str]:
    for part in (body, *body.get("labels", ())):
        for key in ("note", "corrected_answer"):
            if part.get(key):
                yield part[key]
        yield from part.get("missing", ())


def _dispositions(store: Store, trail: Trail) -> Iterator[str]:
    fed = {
        event: (item_id, word)
        for event, item_id, word in store.stream(
            "SELECT event, item_id, disposition FROM dispositions"
        )
    }
    for event in sorted(fed.keys() | trail.changes.keys()):
        if fed.get(event) != trail.changes.get(event):
            yield f"event {event}: the feed of dispositions does not say what it says"


def _golden(store: Store, trail: Trail) -> Iterator[str]:
    seen = set()
    for name, version, event in store.rows("SELECT name, version, event FROM golden_sets"):
        seen.add((name, version))
        told = trail.golden.get((name, version))
        bodies = store.rows(
            "SELECT body FROM golden_rows WHERE name = ? AND version = ? ORDER BY item_id",
            (name, version),
        )
        if told is None or told[0] != event:
            yield f"golden set {name}@{version}: event {event} does not tell of it"
        elif canonical_hash([digest(body) for (body,) in bodies]) != told[1]["content"]:
            yield f"golden set {name}@{version}: its rows are not what event {event} says"
    for name, version in sorted(trail.golden.keys() - seen):
        yield f"golden set {name}@{version} is missing"
    for name, version, item_id in store.rows(
        "SELECT r.name, r.version, r.item_id FROM golden_rows r"
        " JOIN decisions d ON d.id = r.decision_id"
        " WHERE (d.undone IS NOT NULL AND r.withdrawn IS NULL)"
    ):
        yield f"golden set {name}@{version}: the row of item {item_id} should be withdrawn"


def _counts(store: Store) -> Iterator[str]:
    kept = {
        (kind, value): number
        for kind, value, number in store.rows("SELECT kind, value, n FROM counts WHERE n <> 0")
    }
    counted = {
        (column, value): number
        for column in ("state", "route", "disposition")
        for value, number in store.rows(f"SELECT {column}, count(*) FROM items GROUP BY {column}")
    }
    if kept != counted:
        yield "the kept counts do not agree with the items"
