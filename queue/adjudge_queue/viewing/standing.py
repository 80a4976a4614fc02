"""What people have said on an item: its history and the labels in force, with their texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudge_queue.decisions.retelling import stored_labels
from adjudge_queue.decisions.texts import look_up
from adjudge_queue.file.jsontext import load, unpack
from adjudge_queue.file.store import Store
from adjudge_queue.viewing.blind import Blinds


def trail(
    store: Store, after: int, limit: int, item_id: int | None, blinds: Blinds | None = None
) -> list[dict[str, Any]]:
    """The next `limit` events after number `after`, of one item or of all, oldest first.

    `note` is there where one was written and still is. What `blinds` hide is left out.
    """
    of_item = "" if item_id is None else " AND item_id = ?"
    found = []
    for seq, at, kind, actor, item, body, digest in store.rows(
        "SELECT seq, at, kind, actor, item_id, body, hash FROM events"
        f" WHERE seq > ?{of_item} ORDER BY seq LIMIT ?",
        (after, limit) if item_id is None else (after, item_id, limit),
    ):
        content = load(body, dict)
        event = {
            "seq": seq,
            "at": at,
            "kind": kind,
            "actor": unpack(actor),
            "item_id": item,
            "body": content,
            "hash": digest,
        }
        if blinds is not None:
            if blinds.hides(event):
                continue
            event = blinds.shown(event)
        digest_of_note = content.get("note")
        unread = digest_of_note is not None and blinds is not None and blinds.unread(event)
        note = None if unread else look_up(store.one, digest_of_note)
        found.append(event if note is None else event | {"note": note})
    return found


def history(
    store: Store, item_id: int, blinds: Blinds | None = None
) -> tuple[Mapping[str, Any], ...]:
    """All events of an item, oldest first."""
    return tuple(trail(store, 0, -1, item_id, blinds))


def labels_of(
    store: Store, decision_id: int | None, evaluation: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """The labels of a decision in the case file's form: texts in place, claims with their spans.

    A text that has been purged is left out.
    """
    row = store.one(
        "SELECT reviewer, at, corrected_answer FROM decisions WHERE id = ?", (decision_id,)
    )
    if row is None:
        return
    claims = {claim["id"]: claim for claim in evaluation.get("claims", ())}
    assert decision_id is not None  # it has just been found
    corrected = look_up(store.one, row[2])
    for stored in stored_labels(store, decision_id):
        label = _with_texts(store, stored)
        if corrected is not None and "corrected_answer" not in label:
            label["corrected_answer"] = corrected
        if "claims" in label:
            label["claims"] = [_with_span(claim, claims) for claim in label["claims"]]
        yield {**label, "by": unpack(row[0]), "at": row[1]}


def _with_texts(store: Store, label: dict[str, Any]) -> dict[str, Any]:
    for key in ("note", "corrected_answer"):
        if key in label:
            text = look_up(store.one, label.pop(key))
            if text is not None:
                label[key] = text
    if "missing" in label:
        texts = [look_up(store.one, digest) for digest in label["missing"]]
        label["missing"] = [text for text in texts if text is not None]
    return label


def _with_span(claim: dict[str, Any], claims: Mapping[str, Any]) -> dict[str, Any]:
    known = claims.get(claim.get("claim_id", ""))
    if known is None:
        return claim
    span = {key: known[key] for key in ("start", "end", "text")}
    return {"claim_id": claim["claim_id"], **span, "verdict": claim["verdict"]}
