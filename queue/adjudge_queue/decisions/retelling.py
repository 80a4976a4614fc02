"""A stored decision as one that can be taken again: with its texts in the place of their hashes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from adjudge_queue.decisions import texts
from adjudge_queue.file.jsontext import load
from adjudge_queue.file.store import Row
from adjudge_queue.records import Decision, Seen


class Reader(Protocol):
    """A store, or a transaction on one."""

    def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """The first row of a query, or None."""

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """All rows of a query."""


def stored_labels(source: Reader, decision_id: int) -> list[dict[str, Any]]:
    """The labels of a decision as they are stored, in their order."""
    sql = "SELECT body FROM labels WHERE decision_id = ? ORDER BY id"
    return [load(body, dict) for (body,) in source.rows(sql, (decision_id,))]


def as_it_was(source: Reader, decision_id: int, reviewer: str, key: str) -> Decision:
    """The decision with all its parts, as it was taken, under another key."""
    row = source.one(
        "SELECT d.action, d.corrected_answer, d.reason_codes, d.note, d.seconds, d.seen, e.body"
        " FROM decisions d JOIN events e ON e.seq = d.event WHERE d.id = ?",
        (decision_id,),
    )
    assert row is not None  # it was found by its event, and decisions are never removed
    return Decision(
        action=row[0],
        reviewer=reviewer,
        key=key,
        labels=tuple(with_texts(source, one) for one in stored_labels(source, decision_id)),
        corrected_answer=texts.look_up(source.one, row[1]),
        reason_codes=tuple(load(row[2], list)),
        note=texts.look_up(source.one, row[3]),
        seconds=row[4],
        seen=seen_of(row[5]),
        until=load(row[6], dict).get("until"),
    )


def seen_of(stored: str | None) -> Seen | None:
    """What was seen, as a decision keeps it."""
    if stored is None:
        return None
    found = load(stored)
    return None if found is None else Seen(**found | {"evidence": tuple(found["evidence"])})


def with_texts(source: Reader, label: Mapping[str, Any]) -> dict[str, Any]:
    """A stored label with its texts."""
    found = dict(label)
    for key in ("note", "corrected_answer"):
        if key in found:
            found[key] = texts.look_up(source.one, found[key])
    if "missing" in found:
        found["missing"] = [texts.look_up(source.one, one) for one in found["missing"]]
    return found
