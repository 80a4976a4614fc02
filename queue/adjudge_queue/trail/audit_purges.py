"""Checking purges: what an event says was removed is gone, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator

from adjudge_queue.file.store import Store
from adjudge_queue.purging.purged import tombstone
from adjudge_queue.trail.replay import Trail


def findings(store: Store, trail: Trail) -> Iterator[str]:
    """The table of purges against the events."""
    stored = {row[0]: row[1] for row in store.rows("SELECT item_id, event FROM purged")}
    told = trail.purged
    for item_id in sorted(stored.keys() | told.keys(), key=repr):
        if stored.get(item_id) != told.get(item_id):
            yield f"item {item_id}: the events disagree on whether its text was purged"
    for name, version, item_id, body in store.stream(_GOLDEN):
        event = told.get(item_id)
        row = f"golden set {name}@{version}: the row of item {item_id}"
        if event is not None and not str(body).startswith(f'{{"purged":{event},'):
            yield f"{row} is there, though event {event} purged it"


_GOLDEN = (
    "SELECT r.name, r.version, r.item_id, r.body FROM purged p"
    " JOIN golden_rows r ON r.item_id = p.item_id ORDER BY r.id"
)


def left(trail: Trail, item_id: int, what: str, value: object) -> Iterator[str]:
    """What stands in the place of a text of a purged item must be its tombstone."""
    event = trail.purged[item_id]
    if value != (b"" if what == "report's text" else tombstone(event)):
        yield f"item {item_id}: its {what} is there, though event {event} purged it"


def texts_left(trail: Trail) -> dict[str, tuple[int, int, str]]:
    """The texts that must be there: those of purged items only from their purge on."""
    gone = trail.purged
    return {
        hash_: (event, item_id, kind)
        for hash_, (event, item_id, kind) in trail.texts.items()
        if event >= gone.get(item_id, 0)
    }
