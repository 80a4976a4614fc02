"""Golden sets: what people have labelled, frozen under a name and a number.

The split keeps a source document whole: a group goes to `held-out` if the hash of its name lies
in the lowest third of all hashes, else to `dev`. So it is the same in every version and every
set, and no document is ever on both sides.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from adjudge_engine.canonical import canonical_hash, canonical_json, sha256_hex
from adjudge_engine.errors import DecisionError
from adjudge_queue.claiming import checked_name
from adjudge_queue.jsontext import digest, dump, pack, unpack
from adjudge_queue.standing import labels_of
from adjudge_queue.store import Row, Store, Transaction

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_SEED: Final = "adjudge.split/1"


def group_of(case: Mapping[str, Any]) -> str:
    """What splits must keep together, as `Case.group` says it, on a stored case."""
    group = case.get("metadata", {}).get("group")
    if isinstance(group, str | int):
        return str(group)
    contexts = case.get("contexts", ())
    source = next((one["source_id"] for one in contexts if one.get("source_id")), None)
    return source or canonical_hash([one.get("text", "") for one in contexts])


def split_of(group: str) -> str:
    """`held-out` for a third of all groups, `dev` for the others."""
    number = int(sha256_hex(canonical_json([_SEED, group])), 16)
    return "held-out" if 3 * number < 2**256 else "dev"


CANDIDATES: Final = (
    "SELECT i.id, d.id FROM items i JOIN decisions d ON d.id = i.decision_id"
    " WHERE i.state = 'decided' AND (d.action = 'relabel' OR (d.action = 'approve' AND ?))"
    " ORDER BY i.id"
)


def create(store: Store, name: str, actor: str, include_approved: bool) -> tuple[str, int, int]:
    """Freeze the next version of a set, in one transaction with its event."""
    if not _NAME.fullmatch(name):
        raise DecisionError(
            f"{name[:80]!r} cannot name a golden set", "Use letters, digits, dots and dashes."
        )
    checked_name(actor)
    with store.write() as tx:
        row = tx.one("SELECT coalesce(max(version), 0) FROM golden_sets WHERE name = ?", (name,))
        version = 1 + (int(row[0]) if row else 0)
        chosen = tx.rows(CANDIDATES, (include_approved,))
        if not chosen:
            raise DecisionError(
                "no item has been relabelled yet, so there is nothing to freeze",
                "Relabel some items first, or take in approved ones as well.",
            )
        tx.insert(
            "golden_sets",
            name=name,
            version=version,
            created_at=tx.at,
            actor=pack(actor),
            include_approved=int(include_approved),
            rows=len(chosen),
            event=tx.next_event,
        )
        hashes = [_freeze(tx, store, (name, version), decision) for _, decision in chosen]
        body = {
            "name": name,
            "version": version,
            "include_approved": include_approved,
            "rows": len(chosen),
            "content": canonical_hash(hashes),
        }
        tx.event("golden", actor, body)
    return name, version, len(chosen)


_DECIDED: Final = (
    "SELECT d.item_id, d.action, d.reviewer, d.at, d.event, i.case_hash, p.body, e.body, e.hash"
    " FROM decisions d JOIN items i ON i.id = d.item_id JOIN payloads p ON p.item_id = i.id"
    " JOIN evaluations e ON e.id = d.evaluation_id WHERE d.id = ?"
)


def _freeze(tx: Transaction, store: Store, version: tuple[str, int], decision_id: int) -> str:
    """Store one row; its hash."""
    found = tx.one(_DECIDED, (decision_id,))
    assert found is not None  # it was chosen in this transaction
    case, evaluation = json.loads(found[6]), json.loads(found[7])
    item_id, action, reviewer, at, event = found[0], found[1], unpack(found[2]), *found[3:5]
    if action == "approve":
        labels = [{"criterion": "faithfulness", "value": "faithful", "by": reviewer, "at": at}]
    else:
        labels = list(labels_of(store, decision_id, evaluation))
    group = group_of(case)
    split = split_of(group)
    provenance = {
        "name": version[0],
        "version": version[1],
        "split": split,
        "group": group,
        "item": item_id,
        "case_hash": found[5],
        "evaluation": found[8],
        "action": action,
        "reviewers": [reviewer],
        "decided_at": at,
        "events": [event],
    }
    body = dump(_labelled(case, labels, provenance))
    tx.insert(
        "golden_rows",
        name=version[0],
        version=version[1],
        item_id=item_id,
        decision_id=decision_id,
        split=split,
        body=body,
    )
    return digest(body)


def _labelled(
    case: dict[str, Any], labels: list[dict[str, Any]], provenance: dict[str, Any]
) -> dict[str, Any]:
    """The case with the labels that were decided here; those it came with are kept aside."""
    if case.get("labels"):
        provenance = provenance | {"given_labels": case["labels"]}
    metadata = case.get("metadata", {}) | {"golden": provenance}
    return case | {"labels": labels, "metadata": metadata}


def export(store: Store, name: str, version: int | None) -> Iterator[dict[str, Any]]:
    """The rows of one version; one withdrawn since says so in `metadata.golden.withdrawn`.

    Raises DecisionError at once if there is no such set.
    """
    row = store.one(
        "SELECT max(version) FROM golden_sets WHERE name = ? AND version = coalesce(?, version)",
        (pack(name), version),
    )
    if row is None or row[0] is None:
        wanted = name if version is None else f"{name}@{version}"
        raise DecisionError(
            f"there is no golden set {wanted[:80]}", "`adjudge golden list` shows what there is."
        )
    return _export(store, name, int(row[0]))


def _export(store: Store, name: str, version: int) -> Iterator[dict[str, Any]]:
    numbers: list[Row] = store.rows(
        "SELECT id FROM golden_rows WHERE name = ? AND version = ? ORDER BY item_id",
        (name, version),
    )
    for (number,) in numbers:
        row = store.one("SELECT body, withdrawn FROM golden_rows WHERE id = ?", (number,))
        if row is None:
            continue
        case: dict[str, Any] = json.loads(row[0])
        if row[1] is not None:
            case["metadata"]["golden"]["withdrawn"] = row[1]
        yield case


def listing(store: Store) -> list[dict[str, Any]]:
    """Every version of every set, with how its rows are split and how many are withdrawn."""
    found = store.rows(
        "SELECT s.name, s.version, s.created_at, s.actor, s.rows,"
        " coalesce(sum(r.split = 'dev'), 0), coalesce(sum(r.split = 'held-out'), 0),"
        " count(r.withdrawn), s.event FROM golden_sets s"
        " LEFT JOIN golden_rows r ON r.name = s.name AND r.version = s.version"
        " GROUP BY s.name, s.version ORDER BY s.name, s.version"
    )
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
        }
        for row in found
    ]
