"""Checking a queue's file: the chain of events, and everything else against it.

Findings come in the order of the trail, and each names the event or the item that it is about.
All reading is done in one snapshot, so people may go on working.

Not covered: the search index, which is made of what is covered, and when a lease ends, since
renewing one is no event. Whoever rewrites the whole chain and all tables to match is caught by an
exported head alone.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from operator import methodcaller
from typing import Final

from adjudge_engine.errors import QueueError
from adjudge_queue.file import driver, events, schema
from adjudge_queue.file.jsontext import displayable
from adjudge_queue.file.store import Row, Store
from adjudge_queue.finding import shown
from adjudge_queue.records import Verification
from adjudge_queue.trail import audit_content, audit_golden, audit_packets, audit_purges, audit_team
from adjudge_queue.trail.replay import Replayed, Trail

#: Beyond this many findings the rest is only counted.
MAX_PROBLEMS = 100
_TICK: Final = 500  # events between two words on how far the check is


def verify(
    store: Store, head: str | None, tick: Callable[[int], None] | None = None
) -> Verification:
    """Check everything; `head` is a hash that was exported earlier and must be in the chain.

    `tick` hears now and then the number of the event that was checked last; what it raises ends
    the check.
    """
    problems: list[str] = []
    trail = Trail(store, head)
    more = 0
    try:
        with store.snapshot(), _lenient(store.connection):
            for problem in _findings(store, trail, tick):
                if len(problems) < MAX_PROBLEMS:
                    problems.append(problem)
                else:
                    more += 1
    except driver.QueueDamaged as error:
        problems.append(error.message)
    except QueueError as error:
        problems.append(f"the file cannot be read to its end: {error.message}")
    if more:
        problems.append(f"… and {more} more")
    last = trail.last if isinstance(trail.last, str) else None
    store.settle()  # the head is kept elsewhere, to hold the file against it
    return Verification(trail.numbers.count, last, tuple(problems))


@contextlib.contextmanager
def _lenient(connection: driver.Connection) -> Iterator[None]:
    """Text that is no UTF-8 any more must be found and named, not end the check.

    Its bytes become lone surrogates, which no stored text has, so it equals nothing.
    """
    before = connection.text_factory
    connection.text_factory = methodcaller("decode", "utf-8", "surrogateescape")
    try:
        yield
    finally:
        connection.text_factory = before


def _findings(store: Store, trail: Trail, tick: Callable[[int], None] | None) -> Iterator[str]:
    yield from _file(store)
    yield from _orphans(store)
    yield from _triggers(store)
    yield from _chain(store, trail, tick)
    yield from _head(trail)
    yield from _items(store, trail)
    yield from audit_content.findings(store, trail)
    yield from audit_team.findings(store, trail)
    yield from audit_golden.findings(store, trail)
    yield from audit_purges.findings(store, trail)
    yield from audit_packets.findings(store, trail)


def _file(store: Store) -> Iterator[str]:
    for (word,) in store.rows("PRAGMA integrity_check(10)"):
        if word != "ok":
            yield f"SQLite calls the file malformed: {' '.join(word.split())}"


def _orphans(store: Store) -> Iterator[str]:
    """Rows that belong to nothing: no event tells of them, and no list or purge reaches them."""
    pairs = ((row[0], row[2]) for row in store.stream("PRAGMA foreign_key_check"))
    for (table, parent), number in sorted(Counter(pairs).items()):
        rows = "1 row" if number == 1 else f"{number} rows"
        yield f"{rows} of the table {table} belong to nothing in {parent}"


def _triggers(store: Store) -> Iterator[str]:
    rows = store.rows("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    found: dict[str, str] = {name: sql for name, sql in rows}
    for name, sql in schema.TRIGGERS.items():
        if name not in found:
            yield f"the trigger {name} is missing: the file was open to changes"
        elif found[name] != sql:
            yield f"the trigger {name} was changed"
    for name in sorted(found.keys() - schema.TRIGGERS.keys()):
        yield f"there is a trigger that is not ours: {name}"


def _chain(store: Store, trail: Trail, tick: Callable[[int], None] | None) -> Iterator[str]:
    """Every event's hash, number and predecessor; then what it says about its item."""
    expected, prev = 1, ""
    for row in store.stream(f"{events.SELECT} ORDER BY seq"):
        name = _name(row)
        if row[0] != expected:
            last = row[0] - 1
            gap = f"event {last} is" if last == expected else f"events {expected} to {last} are"
            yield f"{gap} missing before {name}"
        elif row[8] != prev:
            yield f"{name}: it does not follow the event before it"
        expected, prev = row[0] + 1, row[9]
        if tick is not None and row[0] % _TICK == 0:
            tick(row[0])
        trail.arrived(row[0], row[9])
        plain = _intact(row)
        if plain is None:
            yield f"{name}: a value was changed: its hash does not fit its content"
            continue
        problem = trail.take(plain)
        if problem:
            yield f"{name}: {problem}"


def _name(row: Row) -> str:
    kind = " ".join(displayable(str(row[2])).split())[:40]
    where = f", item {row[4]}" if isinstance(row[4], int) else ""
    return f"event {row[0]} ({kind}{where})"


def _intact(row: Row) -> Row | None:
    """The event with its actor unpacked, or None if its hash does not fit its content."""
    actor = audit_content.plain(row[3])
    whole = (*row[:3], actor, *row[4:])
    try:
        return whole if events.event_hash(whole[:9]) == row[9] else None
    except TypeError:
        return None  # a column that is no text or number


def _head(trail: Trail) -> Iterator[str]:
    if not trail.has_head:
        what = f"the exported head {trail.head}"
        yield f"{what} is not in the chain: its end was cut off or rewritten"


def _items(store: Store, trail: Trail) -> Iterator[str]:
    """Each item as it stands against its events."""
    seen = set()
    for row in store.stream(_ITEMS):
        seen.add(row[0])
        one = trail.items.get(row[0])
        if row[1] not in trail.numbers:
            yield f"event {row[1]} (the last one of item {row[0]}) is missing"
        elif one is None:
            yield f"item {row[0]}: no event tells of it"
        else:
            yield from _item(row, one, trail)
    for item_id in sorted(trail.items.keys() - seen):
        last = trail.items[item_id].last_event
        yield f"item {item_id} is missing, though event {last} tells of it"


_ITEMS: Final = (
    "SELECT id, last_event, case_hash, route, risk, priority, evaluation_id, state, rest,"
    " disposition, holder, decision_id, case_id, created_at, snoozed_until, lease_until,"
    " assigned_to, due, second, stale,"
    f" {shown.COLUMNS} FROM items ORDER BY id"
)


def _item(row: Row, one: Replayed, trail: Trail) -> Iterator[str]:
    plain = audit_content.plain
    born = trail.told(one.born)
    rated = born if one.rated == one.born else trail.told(one.rated)
    purged = trail.purged.get(row[0])
    looks = born | {"finding": rated.get("finding")} if purged is None else trail.told(purged)
    face, finding = _shown(row[20:])
    stands = {
        "last event": (row[1], one.last_event),
        "case": (row[2], born.get("case_hash")),
        "route": (row[3], rated.get("route")),
        "risk": (row[4], born.get("risk")),
        "priority": (row[5], rated.get("priority")),
        "evaluation": (row[6], one.evaluation_id),
        "state": (row[7], one.state),
        "resting state": (row[8], one.rest),
        "disposition": (row[9], one.disposition),
        "holder": (plain(row[10]), one.holder),
        "decision": (row[11], one.standing),
        "case id": (plain(row[12]), born.get("case_id")),
        "time of coming in": (row[13], born.get("at")),
        "snooze": (row[14], one.snoozed_until),
        "being somebody's": (plain(row[16]), one.assigned),
        "time that it is due": (row[17], rated.get("due")),
        "need of two reviewers": (row[18], one.twice),
        "being stale": (row[19], one.stale),
        "having a lease": (row[15] is not None, one.holder is not None),
        "question or a tag": (face, looks.get("face") or face),
        "reason or an open gate": (finding, looks.get("finding") or finding),
    }
    for what, (now, told) in stands.items():
        if now != told:
            yield (
                f"item {row[0]}: its {what} is {now!r},"
                f" but after event {one.last_event} it was {told!r}"
            )


def _shown(columns: Row) -> tuple[str, str]:
    try:
        return shown.stored_hashes(*columns)
    except (TypeError, ValueError):
        return "unreadable", "unreadable"
