"""Checking what the events speak of: stored cases, evaluations, decisions, texts, skips."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from adjudge_queue.decisions import recording
from adjudge_queue.decisions.texts import salted
from adjudge_queue.file.jsontext import digest, pack, unpack
from adjudge_queue.file.store import Row, Store
from adjudge_queue.items.itemstate import ItemState
from adjudge_queue.trail import audit_purges
from adjudge_queue.trail.replay import Trail


def plain(value: Any) -> Any:
    """A bare text as it was given; one that is not stored as `pack` would equals nothing."""
    try:
        text = unpack(value)
        return text if pack(text) == value else _UNREADABLE
    except UnicodeDecodeError:
        return _UNREADABLE
    except AttributeError:
        return value  # no text at all


def read_json(text: Any) -> Any:
    """A stored JSON value; what cannot be read equals nothing."""
    try:
        return json.loads(text) if isinstance(text, str) else _UNREADABLE
    except (ValueError, RecursionError):
        return _UNREADABLE


class _Unreadable:
    def __repr__(self) -> str:
        return "unreadable"


_UNREADABLE: Final = _Unreadable()


def findings(store: Store, trail: Trail) -> Iterator[str]:
    """Everything that does not agree with the trail."""
    yield from _cases(store, trail)
    yield from _evaluations(store, trail)
    yield from _decisions(store, trail)
    yield from _texts(store, trail)
    yield from _skips(store, trail)
    yield from _dispositions(store, trail)
    yield from _counts(store)


def _cases(store: Store, trail: Trail) -> Iterator[str]:
    seen = set()
    for item_id, body in store.stream("SELECT item_id, body FROM payloads ORDER BY item_id"):
        seen.add(item_id)
        one = trail.items.get(item_id)
        if item_id in trail.purged:
            yield from audit_purges.left(trail, item_id, "case", body)
        elif one is not None and not (
            isinstance(body, str) and digest(body) == trail.told(one.born).get("case")
        ):
            yield f"item {item_id}: its case was changed after it was enqueued"
    for item_id in sorted(trail.items.keys() - seen):
        yield f"item {item_id}: its case is missing"


def _evaluations(store: Store, trail: Trail) -> Iterator[str]:
    seen = set()
    for row in store.stream(
        "SELECT id, item_id, key, route, hash, report_hash, body, report, at FROM evaluations"
        " ORDER BY id"
    ):
        seen.add(row[0])
        event = trail.evaluated.get(row[0])
        if event is None:
            yield f"evaluation {row[0]} (item {row[1]}): no event tells of it"
            continue
        told = trail.told(event)
        stored = {
            "item_id": row[1],
            "key": plain(row[2]),
            "route": row[3],
            "evaluation": row[4],
            "report": row[5],
            "at": row[8],
        }
        wrong = [name for name, value in stored.items() if told.get(name) != value]
        for what, name, kind, value in (
            ("text", "evaluation", str, row[6]),
            ("report's text", "report", bytes, row[7]),
        ):
            if row[1] in trail.purged:
                yield from audit_purges.left(trail, row[1], what, value)
            elif not (isinstance(value, kind) and digest(value) == told.get(name)):
                wrong.append(what)
        if wrong:
            yield (
                f"evaluation {row[0]} (item {row[1]}): its {wrong[0]} is not what"
                f" event {event} says"
            )
    for number in sorted(trail.evaluated.keys() - seen):
        yield f"evaluation {number} is missing, though event {trail.evaluated[number]} made it"


_DECISIONS: Final = (
    "SELECT id, event, undone, item_id, evaluation_id, action, reviewer, key, state, disposition,"
    " note, corrected_answer, seconds, at, reason_codes, seen, before,"
    " round, informed, masked, expert FROM decisions ORDER BY id"
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
    "at",
    "reason_codes",
    "seen",
    "before",
    "round",
    "informed",
    "masked",
    "expert",
)


#: What an event does not say of a decision, since it is the usual.
_USUAL: Final = recording.Standpoint().told()


def _decisions(store: Store, trail: Trail) -> Iterator[str]:
    seen = set()
    for row in store.stream(_DECISIONS):
        number = row[0]
        seen.add(number)
        event = trail.decided.get(number)
        if event is None or event != row[1]:
            yield f"decision {number} (item {row[3]}): event {row[1]} does not tell of it"
            continue
        told = trail.told(event)
        told["before"] = trail.before(told["item_id"], event)
        stored = dict(zip(_TOLD, _unpacked(row[3:]), strict=True))
        whole = _USUAL | told
        wrong = next((name for name in _TOLD if stored[name] != whole.get(name)), None)
        if wrong:
            yield (f"decision {number} (item {row[3]}): its {wrong} is not what event {event} says")
        if row[2] != trail.undone.get(number):
            yield f"decision {number} (item {row[3]}): the events disagree on whether it was undone"
        labels = store.rows(
            "SELECT body, criterion FROM labels WHERE decision_id = ? ORDER BY id", (number,)
        )
        given = told["labels"]
        if [(read_json(body), plain(criterion)) for body, criterion in labels] != [
            (label, label.get("criterion")) for label in given
        ]:
            yield f"decision {number} (item {row[3]}): its labels are not what event {event} says"
    for number in sorted(trail.decided.keys() - seen):
        event = trail.decided[number]
        yield f"decision {number} is missing, though event {event} tells of it"


def _unpacked(columns: Row) -> list[Any]:
    """The columns as an event's body says them."""
    found = list(columns)
    found[3:5] = [plain(found[3]), plain(found[4])]
    found[11:14] = map(read_json, found[11:14])
    if isinstance(found[13], dict):  # what was the usual is not written
        found[13] = ItemState._field_defaults | found[13]
    return found


def _texts(store: Store, trail: Trail) -> Iterator[str]:
    wanted = audit_purges.texts_left(trail)
    for hash_, item_id, kind, salt, body in store.stream(
        "SELECT hash, item_id, kind, salt, body FROM texts"
    ):
        event, *where = wanted.pop(hash_, (None, None, None))
        if event is None and hash_ in trail.texts:
            yield f"item {item_id}: a text that was purged is there"
        elif event is None:
            yield f"item {item_id}: there is a text that no decision holds"
        elif [item_id, kind] != where:
            yield f"item {item_id}: a text of event {event} was moved here"
        elif not (isinstance(salt, bytes) and isinstance(body, str)) or salted(salt, body) != hash_:
            yield f"item {item_id}: the text of event {event} was changed"
    for event in sorted({event for event, *_ in wanted.values()}):
        yield f"event {event}: a text that it holds is missing"


def _skips(store: Store, trail: Trail) -> Iterator[str]:
    stored = {
        (plain(reviewer), item_id)
        for reviewer, item_id in store.stream("SELECT reviewer, item_id FROM skips")
    }
    for reviewer, item_id in sorted(stored ^ trail.skips, key=repr):
        yield f"item {item_id}: the events disagree on whether {reviewer} skipped it"


def _dispositions(store: Store, trail: Trail) -> Iterator[str]:
    """Both go by event, so they are read side by side."""
    wrong = "event {}: the feed of dispositions does not say what it says".format
    told = iter(trail.changes)
    one = next(told, None)
    for row in store.stream("SELECT event, item_id, disposition FROM dispositions ORDER BY event"):
        while one is not None and one[0] < row[0]:
            yield wrong(one[0])
            one = next(told, None)
        if one is None or one[0] != row[0]:
            yield wrong(row[0])
            continue
        if one != row:
            yield wrong(row[0])
        one = next(told, None)
    yield from (wrong(left[0]) for left in (one, *told) if left is not None)


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
