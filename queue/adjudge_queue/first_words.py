"""Blind first words: what a reviewer says before the judge is shown to them.

Once per reviewer and item, whatever comes of it; the final decision's event names it. Agreement
of people with the judge counts first words alone, since afterwards one has read the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudge_engine.errors import DecisionError
from adjudge_queue import admission, itemstate, outcomes, purged, recording
from adjudge_queue.claiming import refuse_held
from adjudge_queue.itemstate import Cause
from adjudge_queue.jsontext import dump, load, pack
from adjudge_queue.labels import checked
from adjudge_queue.records import OPEN_STATES, Action, Seen
from adjudge_queue.store import Store, Transaction
from adjudge_queue.team import Team


def say(
    store: Store,
    team: Team,
    item_id: int,
    reviewer: str,
    action: Action,
    labels: Sequence[Mapping[str, Any]],
    seen: Seen | None,
) -> int:
    """Store a first word; its event's number. Raises DecisionError."""
    member = team.speaker(reviewer)
    _check(action, labels, seen)
    with store.write() as tx:
        purged.refuse(tx, item_id)
        before = itemstate.load(tx, item_id)
        refuse_held(tx, item_id, before, reviewer)
        admission.refuse(tx, item_id, before, member)
        if before.state not in OPEN_STATES:
            raise DecisionError(
                f"item #{item_id} is {before.state}: nobody has to look at it",
                "A first word comes before the decision.",
            )
        if event_of(tx, item_id, reviewer) is not None:
            raise DecisionError(
                f"{reviewer} has said a first word on item #{item_id} already",
                "It stands. The decision may differ from it.",
            )
        evaluation_id, stored = _checked_labels(tx, item_id, action, labels, seen)
        shown = list(seen.evidence) if seen is not None else []
        body = {"action": action, "labels": stored, "evidence": shown}
        tx.insert(
            "first_words",
            item_id=item_id,
            reviewer=pack(reviewer),
            at=tx.at,
            action=action,
            body=dump({"labels": stored, "evidence": shown}),
            event=tx.next_event,
        )
        cause = Cause("first_word", reviewer, body, evaluation_id)
        return itemstate.change(tx, item_id, before, before, cause)


def brought(
    tx: Transaction,
    item_id: int,
    reviewer: str,
    action: Action,
    labels: Sequence[Mapping[str, Any]],
    evidence: Sequence[str],
    evaluation_id: int,
    told: Mapping[str, Any],
) -> None:
    """Keep a first word that was said in a packet; one that the reviewer said here stands.

    `told` is what its event says of the packet, `taken_at` among it.
    """
    _check(action, labels, None)
    if event_of(tx, item_id, reviewer) is not None:
        return
    before = itemstate.load(tx, item_id)
    found = _labels_on(tx, item_id, evaluation_id, action, labels)
    stored = recording.without_texts(tx, item_id, found)
    said = {"labels": stored, "evidence": list(evidence)}
    tx.insert(
        "first_words",
        item_id=item_id,
        reviewer=pack(reviewer),
        at=told["taken_at"],
        action=action,
        body=dump(said),
        event=tx.next_event,
    )
    cause = Cause("first_word", reviewer, {"action": action, **said, **told}, evaluation_id)
    itemstate.change(tx, item_id, before, before, cause)


def _labels_on(
    tx: Transaction,
    item_id: int,
    evaluation_id: int,
    action: Action,
    labels: Sequence[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """The labels, checked against an evaluation that need not be the item's any more."""
    if action != "relabel":
        return []
    row = tx.one(
        "SELECT p.body, e.body FROM payloads p, evaluations e WHERE p.item_id = ? AND e.id = ?",
        (item_id, evaluation_id),
    )
    assert row is not None  # the packet was made from both
    return checked(labels, load(row[0], dict), load(row[1], dict))


def _check(action: Action, labels: Sequence[Mapping[str, Any]], seen: Seen | None) -> None:
    if action not in outcomes.FINAL_ACTIONS:
        raise DecisionError(
            f"{action!r:.80} is no first word", f"Use {', '.join(outcomes.FINAL_ACTIONS)}."
        )
    if labels and action != "relabel":
        raise DecisionError(
            f"{action} takes no labels", "Use relabel to say what should be different."
        )
    if seen is not None and seen.judge != "hidden":
        raise DecisionError(
            "a first word comes before the judge is shown", "Say it while the judge is hidden."
        )


def _checked_labels(
    tx: Transaction,
    item_id: int,
    action: Action,
    labels: Sequence[Mapping[str, Any]],
    seen: Seen | None,
) -> tuple[int, list[dict[str, Any]]]:
    """The item's evaluation, and the labels as they are stored."""
    row = tx.one(
        "SELECT e.id, e.hash, p.body, e.body FROM items i JOIN payloads p ON p.item_id = i.id"
        " JOIN evaluations e ON e.id = i.evaluation_id WHERE i.id = ?",
        (item_id,),
    )
    assert row is not None  # the item has just been loaded
    if seen is not None and seen.evaluation_hash != row[1]:
        raise DecisionError(
            f"item #{item_id} has been evaluated anew since you saw it", "Look at it again."
        )
    if action != "relabel":
        return row[0], []
    found = checked(labels, load(row[2], dict), load(row[3], dict))
    return row[0], recording.without_texts(tx, item_id, found)


def event_of(tx: Transaction, item_id: int, reviewer: str) -> int | None:
    """The event of a reviewer's first word on an item."""
    row = tx.one(
        "SELECT event FROM first_words WHERE item_id = ? AND reviewer = ?",
        (item_id, pack(reviewer)),
    )
    return None if row is None else int(row[0])
