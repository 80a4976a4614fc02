"""Searching: the newest hits first, or ranked, each with the passages where the words stand.

By recency a page costs what it shows, however many hits there are. Ranking (BM25) looks at the
newest 10,000 hits alone; a beginning of one to three letters chooses but does not rank, since it
says little and would be counted through the whole file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adjudge_queue.file.jsontext import load
from adjudge_queue.file.store import Store
from adjudge_queue.finding import filters, listing, marking, search
from adjudge_queue.finding.marking import Passage
from adjudge_queue.people.team import Member
from adjudge_queue.records import Filter, ItemRow
from adjudge_queue.viewing import masks, reading
from adjudge_queue.viewing.sight import Sight, originals

#: How many hits are taken from the index at a time.
_AT_ONCE: Final = 500
#: Letters of a beginning that does not rank.
SHORT: Final = 3


@dataclass(frozen=True, slots=True)
class Hit:
    """One item with the words, and where they stand in its question, answer, claims and notes."""

    row: ItemRow
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """One page of hits.

    `looked` hits were looked at for it. `more` continues the search: an item's number for
    `after`; None if there is nothing more, which of a ranking means: among its newest hits.
    `bounded` says that there are older hits that the ranking left out.
    """

    hits: tuple[Hit, ...]
    looked: int
    more: int | None
    bounded: bool = False


def search_items(
    store: Store,
    text: str,
    where: Filter,
    after: int | None,
    limit: int,
    ranked: bool,
    sight: Sight | None = None,
) -> Found:
    """The hits that follow the item `after` and match `where` (whose own text is left aside).

    For a viewer without those that only words about sources not for them would have found, and
    without the originals of planted items.
    """
    member = None if sight is None else sight.member
    with store.snapshot():
        find = _ranked if ranked else _recent
        chosen, looked, more, bounded = find(store, text, where, after, limit)
        hidden = originals(store, sight)
        chosen = [one for one in chosen if one not in hidden]
        closed = _closed(store, chosen, member)
        chosen = [one for one in chosen if one not in closed or _open(store, text, one)]
        rows = [
            masks.plain_row(row) if row.item_id in closed else row
            for row in reading.rows(store, chosen)
        ]
        texts = [_originals(store, row, row.item_id in closed) for row in rows]
    passages = marking.passages(texts, search.phrases(text))
    hits = tuple(Hit(row, found) for row, found in zip(rows, passages, strict=True))
    return Found(hits, looked, more, bounded)


#: Ids, hits looked at, where it goes on, whether older hits were left out.
_Page = tuple[list[int], int, int | None, bool]


def _closed(store: Store, chosen: Sequence[int], member: Member | None) -> set[int]:
    """Those of the items that have sources which are not for the reviewer."""
    if member is None or member.groups is None:
        return set()
    return {one for one in chosen if masks.closed(store.one, one, member)}


def _open(store: Store, text: str, item_id: int) -> bool:
    """Whether the words stand in what everybody may read of an item."""
    wanted = search.public(search.query(text) or "")
    return store.one(OF_ITEM, (wanted, item_id)) is not None


OF_ITEM: Final = "SELECT 1 FROM search WHERE search MATCH ? AND rowid = ?"


def _recent(store: Store, text: str, where: Filter, after: int | None, limit: int) -> _Page:
    chosen: list[int] = []
    looked, below = 0, search.TOP if after is None else after
    while True:
        hits = search.newest(store, text, below, max(_AT_ONCE, limit))
        for item_id in _matching(store, where, hits):
            chosen.append(item_id)
            if len(chosen) == limit:
                return chosen, looked + hits.index(item_id) + 1, item_id, False
        looked += len(hits)
        if len(hits) < max(_AT_ONCE, limit):
            return chosen, looked, None, False
        below = hits[-1]
        if looked >= search.MOST_HITS:
            return chosen, looked, below, False


def _matching(store: Store, where: Filter, hits: Sequence[int]) -> list[int]:
    """Those of the hits that the rest of the filter admits, in the same order."""
    conditions = filters.by_states(where)
    sql = listing.FEW_SQL.format(conditions.sql)
    admitted = {row[0] for row in store.rows(sql, (json.dumps(hits), *conditions.values))}
    return [one for one in hits if one in admitted]


#: The items with all the words from a given one on, the best first.
RANKED: Final = "SELECT rowid FROM search WHERE search MATCH ? AND rowid >= ? ORDER BY rank"


def _ranked(store: Store, text: str, where: Filter, after: int | None, limit: int) -> _Page:
    hits = search.newest(store, text, limit=search.MOST_HITS + 1)
    bounded = len(hits) > search.MOST_HITS
    hits = hits[: search.MOST_HITS]
    words = [one for one in search.phrases(text) if not _is_short(one)]
    order = hits
    if words and hits:
        known = set(hits)
        ranked = store.rows(RANKED, (" ".join(words), hits[-1]))
        order = [row[0] for row in ranked if row[0] in known]
    order = _matching(store, where, order)
    first = order.index(after) + 1 if after in order else 0
    chosen = order[first : first + limit]
    more = chosen[-1] if chosen and first + limit < len(order) else None
    return chosen, len(hits), more, bounded


def _is_short(phrase: str) -> bool:
    """Whether it is the beginning of very many words."""
    return phrase.endswith("*") and len(phrase) - len('""*') <= SHORT


def _originals(store: Store, row: ItemRow, closed: bool = False) -> Mapping[str, str]:
    """The texts of an item as they were given, under the names that the index has for them.

    What was written about an item stays unseen while a second reviewer is to judge it afresh.
    """
    stored = store.one(ORIGINALS, (row.item_id,))
    if stored is None:
        return {}
    case, evaluation = load(stored[0], dict), load(stored[1], dict)
    found = {
        "question": case.get("question") or "",
        "answer": "\n".join(search.answers(case)),
    }
    if closed:
        return found
    notes = [] if row.second and row.state != "decided" else store.rows(NOTES, (row.item_id,))
    return found | {
        "claims": "\n".join(search.extra_claims(evaluation)),
        "notes": "\n".join(str(load(body)) for (body,) in notes),
    }


ORIGINALS: Final = (
    "SELECT p.body, e.body FROM items i JOIN payloads p ON p.item_id = i.id"
    " JOIN evaluations e ON e.id = i.evaluation_id WHERE i.id = ?"
)
NOTES: Final = "SELECT body FROM texts WHERE item_id = ?"
