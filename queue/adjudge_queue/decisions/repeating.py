"""Whether a decision that comes again under a key is the one that was taken under it.

A retry says the same; only the seconds spent, what was seen and the end of a snooze may differ.
Anything else under a known key would be lost if it were taken for a retry.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudge_queue.decisions.labels import checked
from adjudge_queue.decisions.retelling import stored_labels
from adjudge_queue.decisions.texts import salted
from adjudge_queue.file.jsontext import dump, load
from adjudge_queue.file.store import Transaction
from adjudge_queue.purging import purged
from adjudge_queue.records import Decision


def says_the_same(tx: Transaction, decision_id: int, decision: Decision) -> bool:
    """Whether `decision` has the codes, the texts and the labels of the stored one."""
    row = tx.one(
        "SELECT d.reason_codes, d.note, d.corrected_answer, p.body, e.body, d.item_id"
        " FROM decisions d"
        " JOIN payloads p ON p.item_id = d.item_id JOIN evaluations e ON e.id = d.evaluation_id"
        " WHERE d.id = ?",
        (decision_id,),
    )
    assert row is not None  # its key has just been found
    if decision.action == "relabel":
        purged.refuse(tx, row[5])  # without its claims nobody can tell what labels mean
    labels: Sequence[Mapping[str, Any]] = ()
    if decision.action == "relabel":
        labels = checked(decision.labels, load(row[3], dict), load(row[4], dict))
    stored = stored_labels(tx, decision_id)
    return (
        load(row[0], list) == list(dict.fromkeys(decision.reason_codes))
        and _is(tx, row[1], decision.note or None)
        and _is(tx, row[2], decision.corrected_answer or None)
        and len(stored) == len(labels)
        and all(_same_label(tx, ours, one) for ours, one in zip(stored, labels, strict=True))
    )


def _same_label(tx: Transaction, stored: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
    given = load(dump(given))
    return stored.keys() == given.keys() and all(
        _same_part(tx, name, value, given[name]) for name, value in stored.items()
    )


def _same_part(tx: Transaction, name: str, stored: Any, given: Any) -> bool:
    if name in ("note", "corrected_answer"):
        return _is(tx, stored, given)
    if name == "missing":
        return len(stored) == len(given) and all(map(_is, [tx] * len(given), stored, given))
    return bool(stored == given)


def _is(tx: Transaction, digest: str | None, text: str | None) -> bool:
    """Whether a stored text is this one; of one that was purged nobody can tell any more."""
    if digest is None or text is None:
        return digest is text
    row = tx.one("SELECT salt FROM texts WHERE hash = ?", (digest,))
    return row is None or salted(row[0], dump(text)) == digest
