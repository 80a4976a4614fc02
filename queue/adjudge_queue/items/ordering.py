"""Which item a reviewer is given next: the places to look in, one after the other.

What was given to the reviewer by name comes first. Then, of all items that are free,

* `priority`: the most urgent, the oldest of these;
* `oldest`: the one that came in first;
* `random`: the next one from a place drawn by chance (by `seed` and the number of events, so that
  the same queue gives the same item);
* `informative`: one of the stratum with the fewest decisions. A stratum is the items of one
  priority, which is their risk with what code and judges found, so a judge's error rates are
  estimated stratum by stratum; an interval narrows with the root of its labels, so one more tells
  most where there are fewest. From 400 on (± 5 % at worst) a stratum counts as known.

An item that waits for its second reviewer is in the same line as one that nobody has seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, get_args

from adjudge_engine.canonical import canonical_json, sha256_hex
from adjudge_engine.vocabulary import ROUTES, Disposition
from adjudge_queue.file import schema
from adjudge_queue.file.jsontext import pack
from adjudge_queue.file.store import Store, Transaction
from adjudge_queue.finding import filters
from adjudge_queue.finding.filters import Conditions
from adjudge_queue.records import Filter, Order, State

#: The states in which an item can be given to the next reviewer.
CLAIMABLE: Final[tuple[State, ...]] = ("pending", "needs_second")
#: Decisions of a stratum beyond which no more are counted.
KNOWN: Final = 400
BY_PRIORITY: Final = "priority DESC, id"
BY_AGE: Final = "id"

#: A condition on the item with its values.
Begin = tuple[str, tuple[Any, ...]]
#: The conditions for a state, from a beginning on, among what was given to the reviewer or not.
Making = Callable[[State, Begin, bool], Conditions]


class Place(NamedTuple):
    """Where to look for an item: the table with its index, the conditions, the order."""

    source: str
    conditions: Conditions
    by: str

    def head(self, tx: Transaction) -> tuple[int, int] | None:
        """Priority (as a number that grows with patience) and id of the first item there."""
        sql = f"SELECT -priority, id FROM {self.source} WHERE {self.conditions.sql}"
        row = tx.one(f"{sql} ORDER BY {self.by} LIMIT 1", self.conditions.values)
        return None if row is None else (row[0], row[1])


def places(
    tx: Transaction,
    where: Filter,
    reviewer: str,
    order: Order,
    seed: int | str | None,
    making: Making,
) -> Iterator[Place]:
    """The places in which to look for the next item, until there is one."""
    begin = filters.start(where)
    if tx.one(GIVEN, (pack(reviewer),)) is not None:
        source = "items" if where.text else "items INDEXED BY items_assigned"
        for state in CLAIMABLE:
            yield Place(source, making(state, begin, True), BY_PRIORITY)
    if order == "priority":
        yield from _merged(tx, where, making, begin, BY_PRIORITY)
    elif order == "oldest":
        yield from _merged(tx, where, making, begin, BY_AGE)
    elif order == "random":
        start = _drawn(tx, seed)
        for part in (("id >= ?", (start,)), ("id < ?", (start,))):
            yield from _merged(tx, where, making, part, BY_AGE)
    else:
        for priority in _strata(tx):
            yield from _merged(tx, where, making, ("priority = ?", (priority,)), BY_PRIORITY)


GIVEN: Final = (
    "SELECT 1 FROM items INDEXED BY items_assigned"
    f" WHERE {schema.ASSIGNED} AND assigned_to = ? AND state IN ('pending', 'needs_second') LIMIT 1"
)


def _merged(
    tx: Transaction, where: Filter, making: Making, begin: Begin, by: str
) -> Iterator[Place]:
    """Fresh items and those that wait for their second reviewer, whichever comes first."""
    source = filters.pending_source(where)
    if by == BY_AGE and not where.text:
        source = "items INDEXED BY items_open_age"
    fresh = Place(source, making("pending", begin, False), by)
    again = Place(source, making("needs_second", begin, False), by)
    if tx.one(SECOND) is None:
        yield fresh
        return
    heads = (fresh.head(tx), again.head(tx))
    urgency = 0 if by == BY_PRIORITY else 1  # by age the id alone counts
    both = [fresh, again]
    if heads[1] is not None and (heads[0] is None or heads[1][urgency:] < heads[0][urgency:]):
        both.reverse()
    yield from both


SECOND: Final = (
    f"SELECT 1 FROM items INDEXED BY items_free WHERE {schema.FREE} AND state = 'needs_second'"
    " LIMIT 1"
)


def _drawn(tx: Transaction, seed: int | str | None) -> int:
    row = tx.one("SELECT coalesce(max(id), 1) FROM items")
    most = int(row[0]) if row else 1
    if seed is None:
        return random.randint(1, most)
    number = int(sha256_hex(canonical_json(["adjudge.order/1", seed, tx.next_event])), 16)
    return 1 + number % most


def _strata(tx: Transaction) -> list[int]:
    """The priorities of free items, those with the fewest decisions first."""
    found: list[tuple[int, int]] = []
    below: int | None = None
    while True:
        heads = [tx.one(NEXT_STRATUM, (state, below)) for state in CLAIMABLE]
        known = [int(row[0]) for row in heads if row is not None]
        if not known:
            return [-priority for _, priority in sorted(found)]
        below = max(known)
        found.append((_decided_in(tx, below), -below))


NEXT_STRATUM: Final = (
    f"SELECT priority FROM items INDEXED BY items_free WHERE {schema.FREE} AND state = ?"
    " AND priority < coalesce(?, 9223372036854775807) ORDER BY priority DESC LIMIT 1"
)


def fewest_decided_first(
    store: Store, keys: Iterator[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Items, each with its priority, in the informative order."""
    known = list(keys)
    decided = {priority: _decided_in(store, priority) for _, priority in known}
    return iter(sorted(known, key=lambda key: (decided[key[1]], -key[1], key[0])))


def _decided_in(tx: Transaction | Store, priority: int) -> int:
    """How many items of a stratum are decided, up to `KNOWN`."""
    total = 0
    for disposition in get_args(Disposition):
        for route in ROUTES:
            row = tx.one(DECIDED_IN, (disposition, route, priority, KNOWN - total))
            total += int(row[0]) if row else 0
    return total


DECIDED_IN: Final = (
    "SELECT count(*) FROM (SELECT 1 FROM items INDEXED BY items_class WHERE state = 'decided'"
    " AND disposition = ? AND route = ? AND priority = ? LIMIT ?)"
)
