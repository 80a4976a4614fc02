"""What people said on an item, as its proof has it: first words and decisions, with what was seen.

What is damaged is left out: a proof is made of any file, and says itself where its trail does not
hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudge_engine.errors import QueueError
from adjudge_queue.decisions.retelling import with_texts
from adjudge_queue.decisions.texts import look_up
from adjudge_queue.file.jsontext import load, unpack
from adjudge_queue.file.store import Store
from adjudge_queue.viewing.standing import labels_of


def stored_object(text: Any) -> dict[str, Any]:
    """A stored object; nothing where it was purged or is damaged, which the chain then tells."""
    try:
        found: dict[str, Any] = load(text, dict)
    except QueueError:
        return {}
    return {} if "purged" in found else found


def _list(text: Any) -> list[Any]:
    """A stored list, likewise."""
    try:
        found: list[Any] = load(text, list)
    except QueueError:
        return []
    return found


_DECISIONS: Final = (
    "SELECT d.id, d.action, d.reviewer, d.at, d.event, d.reason_codes, d.seconds, d.seen, d.note,"
    " d.corrected_answer, d.undone, d.round, d.informed, d.masked, d.expert, e.hash, e.body"
    " FROM decisions d JOIN evaluations e ON e.id = d.evaluation_id WHERE d.item_id = ?"
    " ORDER BY d.id"
)


def decisions(store: Store, item_id: int) -> list[dict[str, Any]]:
    """Every decision, those taken back among them, oldest first, with what was seen."""
    found = []
    row = store.one("SELECT decision_id FROM items WHERE id = ?", (item_id,))
    standing_one = row[0] if row else None
    for row in store.rows(_DECISIONS, (item_id,)):
        found.append(
            {
                "action": row[1],
                "reviewer": unpack(row[2]),
                "at": row[3],
                "event": row[4],
                "reason_codes": _list(row[5]),
                "seconds": row[6],
                "seen": stored_object(row[7]) or None,
                "note": look_up(store.one, row[8]),
                "corrected_answer": look_up(store.one, row[9]),
                "labels": _labels(store, row[0], row[16]),
                "in_force": row[0] == standing_one,
                "undone_by_event": row[10],
                "round": row[11],
                "informed": row[12],
                "masked": bool(row[13]),
                "expert": bool(row[14]),
                "evaluation": row[15],
            }
        )
    return found


def first_words(store: Store, item_id: int) -> list[dict[str, Any]]:
    """What reviewers said before the judge was shown to them, oldest first."""
    rows = store.rows(
        "SELECT reviewer, at, action, body, event FROM first_words WHERE item_id = ?"
        " ORDER BY event",
        (item_id,),
    )
    return [
        {
            "reviewer": unpack(row[0]),
            "at": row[1],
            "action": row[2],
            "labels": [_spoken(store, one) for one in stored_object(row[3]).get("labels", ())],
            "evidence": stored_object(row[3]).get("evidence", []),
            "event": row[4],
        }
        for row in rows
    ]


def _spoken(store: Store, label: Mapping[str, Any]) -> dict[str, Any]:
    """A stored label with its texts in the place of their hashes, save those that are gone."""
    return {key: one for key, one in with_texts(store, label).items() if one is not None}


def _labels(store: Store, decision_id: int, evaluation: Any) -> list[dict[str, Any]]:
    """The labels of a decision; none where they are damaged, which the chain then tells."""
    try:
        found = list(labels_of(store, decision_id, stored_object(evaluation)))
    except QueueError:
        return []
    return [{key: one[key] for key in one if key not in ("by", "at")} for one in found]
