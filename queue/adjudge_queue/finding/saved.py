"""Filters that people keep under a name, as the line that asks for them.

They are a convenience of the desk, no part of what was decided: keeping and dropping one is no
event. One that speaks of `me` means whoever uses it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from adjudge_engine.errors import DecisionError
from adjudge_queue.file.jsontext import pack, unpack
from adjudge_queue.file.store import Store
from adjudge_queue.finding import filtertext
from adjudge_queue.items.claiming import checked_name
from adjudge_queue.records import Filter

#: Characters of a name, and of a line.
LONGEST_NAME, LONGEST_LINE = 80, 4000
#: In the place of a reviewer's name: whoever uses the filter.
ME: Final = "me"


@dataclass(frozen=True, slots=True)
class SavedFilter:
    """A filter under its name: who keeps it, its line, and since when."""

    name: str
    owner: str
    line: str
    at: str

    def where(self, reviewer: str) -> Filter:
        """The filter as `reviewer` means it. Raises filtertext.UnknownWord if it has aged."""
        return meant_by(filtertext.parse(self.line), reviewer)


def meant_by(where: Filter, reviewer: str) -> Filter:
    """`where` with the reviewer's name in the place of `me`."""
    if where.assigned_to == ME:
        where = replace(where, assigned_to=reviewer)
    return replace(where, decided_by=reviewer) if where.decided_by == ME else where


def save(store: Store, name: str, owner: str, where: Filter) -> SavedFilter:
    """Keep a filter under `name`; only its owner may replace one. Raises DecisionError."""
    checked_name(owner)
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise DecisionError(
            f"a saved filter needs a name of 1 to {LONGEST_NAME} printable characters",
            "Choose a short name.",
        )
    line = filtertext.line(where)
    if len(line) > LONGEST_LINE:
        raise DecisionError(f"the filter has {len(line)} characters", "Leave some words out.")
    with store.write() as tx:
        row = tx.one("SELECT owner FROM saved_filters WHERE name = ?", (pack(name),))
        if row is not None:
            _refuse_foreign(name, unpack(row[0]), owner)
            tx.run("DELETE FROM saved_filters WHERE name = ?", (pack(name),))
        tx.insert("saved_filters", name=pack(name), owner=pack(owner), body=pack(line), at=tx.at)
        return SavedFilter(name, owner, line, tx.at)


def listing(store: Store) -> list[SavedFilter]:
    """All of them, by name."""
    found = store.rows("SELECT name, owner, body, at FROM saved_filters ORDER BY name")
    return [SavedFilter(unpack(row[0]), unpack(row[1]), unpack(row[2]), row[3]) for row in found]


def drop(store: Store, name: str, owner: str | None) -> bool:
    """Forget a filter; False if there is none. With an `owner` only if it is theirs."""
    with store.write() as tx:
        row = tx.one("SELECT owner FROM saved_filters WHERE name = ?", (pack(name),))
        if row is None:
            return False
        if owner is not None:
            _refuse_foreign(name, unpack(row[0]), owner)
        tx.run("DELETE FROM saved_filters WHERE name = ?", (pack(name),))
    return True


def _refuse_foreign(name: str, owner: str, reviewer: str) -> None:
    if owner != reviewer:
        raise DecisionError(
            f"the filter {name!r} is {owner}'s", "Save yours under a name of its own."
        )
