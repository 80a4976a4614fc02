"""Lists and pages of items, each found in a time that does not grow with the file.

Three ways, by what a filter asks for:

* Few items have one of its parts (a rare tag, words, a reviewer's name), or a gate and a tag
  together: those are looked at alone.
* Open items, or all: a walk along the index of their order.
* Anything else: items of one state, disposition and route stand together in an index, in order;
  a list joins such pieces.

So no statement sorts, and none walks past items of other states. Words are looked for as `search`
says: in lists a text stands for its newest 10,000 hits.
"""

from __future__ import annotations

import heapq
import itertools
import json
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, get_args

from adjudge_engine.vocabulary import ROUTES, Disposition
from adjudge_queue.file.jsontext import pack
from adjudge_queue.file.store import Store
from adjudge_queue.finding import filters
from adjudge_queue.finding.filters import Conditions
from adjudge_queue.items import itemstate
from adjudge_queue.records import Filter, Order, State
from adjudge_queue.viewing import sight as seeing
from adjudge_queue.viewing.sight import Sight

#: A part of a filter that no more items than this have is where the search for them begins.
FEW: Final = 5000
#: Without end, as SQLite's LIMIT says it.
ALL: Final = -1

#: Items of every state.
ANYTHING: Final = Filter(states=get_args(State))

#: An item's id and priority.
Key = tuple[int, int]
#: A condition on where a statement may begin, with its values.
Begin = tuple[str, tuple[int, ...]]

BY: Final[dict[Order, str]] = {"priority": "priority DESC, id", "oldest": "id"}
_SORTED: Final[dict[Order, Callable[[Key], Any]]] = {
    "priority": lambda key: (-key[1], key[0]),
    "oldest": itemgetter(0),
}
#: Field of a filter → the items that have its value; the last value is a limit.
PROBES: Final[dict[str, str]] = {
    "gate": "SELECT item_id FROM item_gates WHERE gate = ? LIMIT ?",
    "tag": "SELECT item_id FROM item_tags WHERE tag = ? LIMIT ?",
    "assigned_to": "SELECT id FROM items WHERE assigned_to = ? LIMIT ?",
    "decided_by": "SELECT item_id FROM decisions WHERE reviewer = ? AND undone IS NULL LIMIT ?",
    "since": "SELECT id FROM items WHERE created_at >= ? LIMIT ?",
    "until": "SELECT id FROM items WHERE created_at < ? LIMIT ?",
}
PROBE_STALE: Final = "SELECT id FROM items WHERE stale IS NOT NULL LIMIT ?"


def ids(
    store: Store,
    where: Filter,
    order: Order,
    seed: int | str | None,
    sight: Sight | None = None,
) -> array[int]:
    """The ids of all items that match; `seed` makes a random order repeatable."""
    with store.snapshot():
        walked: Order = order if order in BY else "oldest"
        keys = _keys(store, where, walked, None, ALL, sight)
        if order == "informative":
            from adjudge_queue.items import ordering

            keys = ordering.fewest_decided_first(store, keys)
        found = array("q", (key[0] for key in keys))
    if order == "random":
        import random

        random.Random(seed).shuffle(found)
    return found


def page(
    store: Store,
    where: Filter,
    order: Order,
    after: int | None,
    limit: int,
    sight: Sight | None = None,
) -> list[int]:
    """The ids that follow the item `after`. To be called inside a snapshot."""
    if order not in BY:
        raise ValueError(f"the order {order} has no pages: take `ids`, then `rows`")
    last = None if after is None else _key(store, after)
    keys = itertools.islice(_keys(store, where, order, last, limit, sight), limit)
    return [key[0] for key in keys]


def _key(store: Store, item_id: int) -> Key:
    row = store.one("SELECT id, priority FROM items WHERE id = ?", (item_id,))
    if row is None:
        raise itemstate.unknown(item_id)
    return row[0], row[1]


def _keys(
    store: Store,
    where: Filter,
    order: Order,
    after: Key | None,
    limit: int,
    sight: Sight | None,
) -> Iterator[Key]:
    """At least `limit` of the items that match and follow `after`, in order."""
    copies = sight is not None and sight.meets_copies
    few = _few(store, where, sight)
    if few is not None:
        return _of_few(store, where, order, after, few, copies)
    source = filters.source(where, order)
    if source is not None:
        return _walk(store, walk_sql(where, order, source), _begins(where, order, after), limit)
    pieces = [
        _walk(store, piece, _begins(where, order, after), limit)
        if order == "priority"
        else _by_age(store, where, piece, after, limit)
        for piece in piece_sql(where, copies=copies)
    ]
    return heapq.merge(*pieces, key=_SORTED[order])


# Few items: all of them are read, and sorted here.


def _few(store: Store, where: Filter, sight: Sight | None) -> set[int] | None:
    """The items to be looked at, if a part of the filter says that there are only a few."""
    sets = []
    common: dict[str, str | bytes] = {}
    if where.text is not None and where.text.strip():
        sets.append(seeing.hits(store, where.text, sight))
    for field, sql in PROBES.items():
        value = filters.bound(where, field)
        if value is not None:
            sets.append({row[0] for row in store.rows(sql, (pack(value), FEW + 1))})
            if len(sets[-1]) > FEW:
                common[field] = pack(value)
    if common.keys() >= BOTH.keys():
        sets.append(_both(store, common))
    if where.stale:
        sets.append({row[0] for row in store.rows(PROBE_STALE, (FEW + 1,))})
    rare = [one for one in sets if len(one) <= FEW]
    if where.text is not None and where.text.strip():
        rare.append(sets[0])
    return set.intersection(*rare) if rare else None


def _both(store: Store, value: Mapping[str, str | bytes]) -> set[int]:
    """Items, or more than a few of them, that have two common parts, which may never meet."""
    many = {field: store.rows(MANY[field], (value[field], MANY_AT_MOST))[0][0] for field in BOTH}
    rarer, other = sorted(BOTH, key=lambda field: (many[field], field))
    return {row[0] for row in store.rows(BOTH[rarer], (value[rarer], value[other], FEW + 1))}


#: Items beyond which no more of a part are counted.
MANY_AT_MOST: Final = 200_000
MANY: Final[dict[str, str]] = {
    "gate": "SELECT count(*) FROM (SELECT 1 FROM item_gates WHERE gate = ? LIMIT ?)",
    "tag": "SELECT count(*) FROM (SELECT 1 FROM item_tags WHERE tag = ? LIMIT ?)",
}
#: From the rarer part: its items that have the other one too, both told by their indexes alone.
BOTH: Final[dict[str, str]] = {
    "gate": "SELECT item_id FROM item_gates one WHERE gate = ? AND EXISTS"
    " (SELECT 1 FROM item_tags WHERE tag = ? AND item_id = one.item_id) LIMIT ?",
    "tag": "SELECT item_id FROM item_tags one WHERE tag = ? AND EXISTS"
    " (SELECT 1 FROM item_gates WHERE gate = ? AND item_id = one.item_id) LIMIT ?",
}


FEW_SQL: Final = (
    "SELECT id, priority FROM items NOT INDEXED WHERE id IN (SELECT value FROM json_each(?)) AND {}"
)


def _of_few(
    store: Store, where: Filter, order: Order, after: Key | None, few: set[int], copies: bool
) -> Iterator[Key]:
    found = filters.by_states(where, copies=copies)
    key = _SORTED[order]
    rows: Sequence[Any] = store.rows(
        FEW_SQL.format(found.sql), (json.dumps(sorted(few)), *found.values)
    )
    return iter(sorted((row for row in rows if after is None or key(row) > key(after)), key=key))


# A walk along an index that has the order of the list.


def walk_sql(where: Filter, order: Order, source: str) -> tuple[str, list[Any]]:
    """A statement that takes where to begin, then a limit after its values."""
    found = filters.by_states(where)
    sql = f"SELECT id, priority FROM {source} WHERE {found.sql} AND {{}} ORDER BY {BY[order]}"
    return f"{sql} LIMIT ?", found.values


def _walk(
    store: Store,
    statement: tuple[str, list[Any]],
    begins: Sequence[Begin],
    limit: int,
) -> Iterator[Key]:
    sql, values = statement
    left = limit
    for condition, bound in begins:
        found: Sequence[Any] = store.rows(sql.format(condition), (*values, *bound, left))
        yield from found
        if limit != ALL:
            left -= len(found)
            if left <= 0:
                return


def _begins(where: Filter, order: Order, after: Key | None) -> tuple[Begin, ...]:
    """Where a list may go on, as conditions to be tried in turn."""
    if order == "oldest":
        return (("id > ?", (0 if after is None else after[0],)),)
    if after is None:
        return (filters.start(where),)
    # The rest of its bucket, then the buckets below: one row-value comparison would not seek.
    same = ("priority = ? AND id > ?", (after[1], after[0]))
    return same, filters.start(where, below=after[1])


# Pieces: one state, one disposition, one route each.


def piece_sql(where: Filter, *, copies: bool = False) -> Iterator[tuple[str, list[Any]]]:
    """A statement per piece, of the same form as `walk_sql`; with planted `copies` if so said."""
    rest = filters.beside_class(where)
    if where.disposition is not None and not copies:
        rest.add(filters.WAITED_FOR)
    for one in _classes(where):
        found = Conditions()
        found.add(_CLASS, *one)
        yield (
            f"SELECT id, priority FROM items INDEXED BY items_class WHERE {found.sql}"
            f" AND {rest.sql} AND {{}} ORDER BY priority DESC, id LIMIT ?",
            found.values + rest.values,
        )


_CLASS: Final = "state = ? AND disposition = ? AND route = ?"


def _classes(where: Filter) -> Iterator[tuple[State, str, str]]:
    """Every state, disposition and route that an item of the list may have."""
    return itertools.product(
        dict.fromkeys(where.states),
        get_args(Disposition) if where.disposition is None else (where.disposition,),
        ROUTES if where.route is None else (where.route,),
    )


#: The highest priority of a piece below another one.
TOP: Final = (
    f"SELECT priority FROM items INDEXED BY items_class WHERE {_CLASS} AND {{}}"
    " ORDER BY priority DESC LIMIT 1"
)


def _by_age(
    store: Store, where: Filter, piece: tuple[str, list[Any]], after: Key | None, limit: int
) -> Iterator[Key]:
    """A piece in the order of age: within one priority it stands in that order."""
    sql, values = piece
    since = 0 if after is None else after[0]
    buckets = []
    below = filters.start(where)
    while top := store.rows(TOP.format(below[0]), (*values[:3], *below[1])):
        below = filters.start(where, below=top[0][0])
        bound = (*values, top[0][0], since, limit)
        buckets.append(store.rows(sql.format("priority = ? AND id > ?"), bound))
    return iter(heapq.merge(*buckets, key=itemgetter(0)))
