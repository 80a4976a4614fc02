"""Writing a decision down: its row, its labels, its texts apart, and the words to search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from adjudge_queue.decisions import texts
from adjudge_queue.decisions.retelling import stored_labels
from adjudge_queue.file.jsontext import dump, pack
from adjudge_queue.file.store import Transaction
from adjudge_queue.finding import search
from adjudge_queue.items.itemstate import ItemState
from adjudge_queue.records import Decision, Round, Seen

#: The columns of a decision that hold JSON.
_AS_JSON: Final = ("reason_codes", "seen")


class Standpoint(NamedTuple):
    """From where a decision was taken: its round, what was hidden, whether by an expert."""

    round: Round = "only"
    masked: int = 0
    expert: bool = True

    def told(self) -> dict[str, Any]:
        """As columns of a decision."""
        return {
            "round": self.round,
            "informed": "partial" if self.masked else "full",
            "masked": self.masked,
            "expert": int(self.expert),
        }

    def said(self) -> dict[str, Any]:
        """As its event says it: only what is out of the ordinary."""
        usual = Standpoint().told()
        return {name: value for name, value in self.told().items() if value != usual[name]}


def write(
    tx: Transaction,
    decision_id: int,
    item_id: int,
    evaluation_id: int,
    decision: Decision,
    stored_labels: Sequence[Mapping[str, Any]],
    before: ItemState,
    after: ItemState,
    standpoint: Standpoint,
    at: str | None = None,
) -> dict[str, Any]:
    """Insert the decision with its labels; the body of its event.

    `at`: when it was taken, where that was not now.
    """
    record = {
        "reason_codes": list(dict.fromkeys(decision.reason_codes)),
        "seconds": None if decision.seconds is None else float(decision.seconds),
        "seen": _seen(decision.seen),
        "note": texts.keep(tx, item_id, "note", decision.note or None),
        "corrected_answer": texts.keep(
            tx, item_id, "corrected_answer", decision.corrected_answer or None
        ),
    }
    tx.insert(
        "decisions",
        id=decision_id,
        key=pack(decision.key),
        item_id=item_id,
        evaluation_id=evaluation_id,
        action=decision.action,
        reviewer=pack(decision.reviewer),
        at=at or tx.at,
        state=after.state,
        disposition=after.disposition,
        before=dump(before.told()),
        event=tx.next_event,
        **{key: dump(value) if key in _AS_JSON else value for key, value in record.items()},
        **standpoint.told(),
    )
    for stored in stored_labels:
        criterion = pack(stored["criterion"])
        tx.insert("labels", decision_id=decision_id, criterion=criterion, body=dump(stored))
    said = {"action": decision.action, "key": decision.key, "labels": list(stored_labels)}
    return {**record, **said, **standpoint.said()}


def _seen(seen: Seen | None) -> dict[str, Any] | None:
    if seen is None:
        return None
    return {
        "evaluation_hash": seen.evaluation_hash,
        "evidence": list(seen.evidence),
        "judge": seen.judge,
    }


def without_texts(
    tx: Transaction, item_id: int, labels: Iterable[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Labels with the hash of each free text in its place."""
    return [_without_texts(tx, item_id, label) for label in labels]


def _without_texts(tx: Transaction, item_id: int, label: Mapping[str, Any]) -> dict[str, Any]:
    stored = dict(label)
    for key in ("note", "corrected_answer"):
        if key in stored:
            stored[key] = texts.keep(tx, item_id, key, stored[key])
    if "missing" in stored:
        stored["missing"] = [texts.keep(tx, item_id, "missing", one) for one in stored["missing"]]
    return stored


def index_notes(
    tx: Transaction, item_id: int, decision: Decision, labels: Sequence[Mapping[str, Any]]
) -> None:
    """Let what was just written be found."""
    written = [decision.note, decision.corrected_answer]
    for label in labels:
        written += [label.get("note"), label.get("corrected_answer"), *label.get("missing", ())]
    words = "\n".join(search.segment(text) for text in written if text)
    if words:
        sql = "UPDATE search SET notes = notes || char(10) || ? WHERE rowid = ?"
        tx.at_end(sql, (words, item_id))


def reindex_notes(tx: Transaction, item_id: int, now: ItemState) -> None:
    """Let all that was written on an item be found, save what a second reviewer must not see."""
    hidden = " AND round = 'only'" if now.under_review else ""
    found = tx.rows(
        f"SELECT id, note, corrected_answer FROM decisions WHERE item_id = ?{hidden} ORDER BY id",
        (item_id,),
    )
    hashes: list[Any] = []
    for decision_id, *own in found:
        hashes += own
        for label in stored_labels(tx, decision_id):
            hashes += [label.get("note"), label.get("corrected_answer"), *label.get("missing", ())]
    words = [texts.look_up(tx.one, digest) for digest in hashes if digest is not None]
    said = "\n".join(search.segment(text) for text in words if text)
    tx.at_end("UPDATE search SET notes = ? WHERE rowid = ?", (said, item_id))
