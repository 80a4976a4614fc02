"""Golden sets: what people have labelled, frozen under a name and a number.

The split keeps a source document whole: a group goes to `held-out` if the hash of its name lies
in the lowest third of all hashes, else to `dev`. So it is the same in every version and every
set, and no document is ever on both sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from adjudge_engine.calibration.measures.splits import SPLITS, split_of
from adjudge_engine.canonical import canonical_hash
from adjudge_engine.errors import DecisionError
from adjudge_queue.file.jsontext import load, pack, unpack
from adjudge_queue.file.store import Row, Store, Transaction
from adjudge_queue.golden_sets import golden_rows
from adjudge_queue.golden_sets.golden_rows import group_of, row_hash
from adjudge_queue.items.claiming import checked_name

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")

__all__ = [
    "begin",
    "content_of",
    "create",
    "export",
    "group_of",
    "listing",
    "split_of",
    "version_of",
]


def create(store: Store, name: str, actor: str, include_approved: bool) -> tuple[str, int, int]:
    """Freeze the next version of a set, in one transaction with its event."""
    check_set_name(name)
    checked_name(actor)
    with store.write() as tx:
        chosen = golden_rows.candidates(tx, name, include_approved)
        if not chosen:
            raise DecisionError(
                "no item has been relabelled yet, so there is nothing to freeze",
                "Relabel some items first, or take in approved ones as well. Only decisions of"
                " experts who saw everything count, and none that were withdrawn or are stale.",
            )
        version = begin(tx, name, actor, len(chosen), include_approved)
        hashes = []
        for decision_id in chosen:
            row = golden_rows.row_of(tx, store, (name, version), decision_id)
            tx.insert("golden_rows", name=name, version=version, **row._asdict())
            hashes.append(row_hash(row.body))
        body = {
            "name": name,
            "version": version,
            "include_approved": include_approved,
            "rows": len(chosen),
            "content": content_of(hashes),
        }
        tx.event("golden", actor, body)
    return name, version, len(chosen)


def check_set_name(name: str) -> None:
    """DecisionError if `name` cannot name a set."""
    if not _NAME.fullmatch(name):
        raise DecisionError(
            f"{name[:80]!r} cannot name a golden set", "Use letters, digits, dots and dashes."
        )


def begin(tx: Transaction, name: str, actor: str, rows: int, include_approved: bool) -> int:
    """Enter the next version of a set, which the coming event tells of; its number."""
    row = tx.one("SELECT coalesce(max(version), 0) FROM golden_sets WHERE name = ?", (name,))
    version = 1 + (int(row[0]) if row else 0)
    tx.insert(
        "golden_sets",
        name=name,
        version=version,
        created_at=tx.at,
        actor=pack(actor),
        include_approved=int(include_approved),
        rows=rows,
        event=tx.next_event,
    )
    return version


def content_of(hashes: list[str]) -> str:
    """The hash over all rows of a version, in their order."""
    return canonical_hash(hashes)


def version_of(store: Store, name: str, version: int | None) -> int:
    """That version of a set, or its newest. DecisionError if there is none."""
    row = store.one(
        "SELECT max(version) FROM golden_sets WHERE name = ? AND version = coalesce(?, version)",
        (pack(name), version),
    )
    if row is None or row[0] is None:
        wanted = name if version is None else f"{name}@{version}"
        raise DecisionError(
            f"there is no golden set {wanted[:80]}", "`adjudge golden list` shows what there is."
        )
    return int(row[0])


def export(
    store: Store, name: str, version: int | None, split: str | None = None
) -> Iterator[dict[str, Any]]:
    """The rows of one version; one withdrawn since says so in `metadata.golden.withdrawn`.

    `split` takes one side alone. A row that was purged is left out. Raises DecisionError at once
    if there is no such set.
    """
    number = version_of(store, name, version)
    if split is not None and split not in SPLITS:
        raise DecisionError(f"there is no split {split[:80]!r}", "Use dev or held-out.")
    return _rows(store, _numbers(store, name, number, split))


def _numbers(store: Store, name: str, version: int, split: str | None) -> Iterable[tuple[str, Row]]:
    """The table and the key of each row, in order."""
    for table, key, order in _TABLES:
        where = "name = ? AND version = ? AND split = coalesce(?, split)"
        sql = f"SELECT {key} FROM {table} WHERE {where} ORDER BY {order}"
        for row in store.rows(sql, (name, version, split)):
            yield table, row


#: Where rows stand: those frozen from the queue, and those that came in from a file.
_TABLES: Final = (("golden_rows", "id", "item_id"), ("imported_rows", "id", "place"))
_READ: Final = {
    "golden_rows": "SELECT body, withdrawn FROM golden_rows WHERE id = ?",
    "imported_rows": "SELECT body, NULL FROM imported_rows WHERE id = ?",
}


def _rows(store: Store, numbers: Iterable[tuple[str, Row]]) -> Iterator[dict[str, Any]]:
    for table, key in numbers:
        row = store.one(_READ[table], key)
        if row is None or golden_rows.purged_hash(row[0]):
            continue
        case: dict[str, Any] = load(row[0], dict)
        if row[1] is not None:
            case["metadata"]["golden"]["withdrawn"] = row[1]
        yield case


_LISTING: Final = (
    "SELECT s.name, s.version, s.created_at, s.actor, s.rows,"
    " coalesce(sum(r.split = 'dev'), 0), coalesce(sum(r.split = 'held-out'), 0),"
    " count(r.withdrawn), s.event, e.kind FROM golden_sets s JOIN events e ON e.seq = s.event"
    " LEFT JOIN (SELECT name, version, split, withdrawn FROM golden_rows"
    " UNION ALL SELECT name, version, split, NULL FROM imported_rows) r"
    " ON r.name = s.name AND r.version = s.version"
    " GROUP BY s.name, s.version ORDER BY s.name, s.version"
)


def listing(store: Store) -> list[dict[str, Any]]:
    """Every version of every set, with how its rows are split and how many are withdrawn."""
    return [
        {
            "name": row[0],
            "version": row[1],
            "created_at": row[2],
            "actor": unpack(row[3]),
            "rows": row[4],
            "dev": row[5],
            "held_out": row[6],
            "withdrawn": row[7],
            "event": row[8],
            "imported": row[9] == "golden_imported",
        }
        for row in store.rows(_LISTING)
    ]
