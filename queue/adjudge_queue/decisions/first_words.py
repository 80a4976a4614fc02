"""Blind first words: what a reviewer says before the judge is shown to them.

Once per reviewer and item, whatever comes of it; the final decision's event names it. Agreement
of people with the judge counts first words alone, since afterwards one has read the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudge_engine.errors import DecisionError
from adjudge_queue.decisions import recording
from adjudge_queue.decisions.labels import checked_on
from adjudge_queue.file.jsontext import dump, pack
from adjudge_queue.file.store import Store, Transaction
from adjudge_queue.items import admission, itemstate, outcomes
from adjudge_queue.items.claiming import refuse_held
from adjudge_queue.items.itemstate import Cause, ItemState
from adjudge_queue.people.team import Team
from adjudge_queue.purging import purged
from adjudge_queue.records import OPEN_STATES, Action, Seen


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
        evaluation_id = _evaluation(tx, item_id, seen)
        stored = _stored_labels(tx, item_id, evaluation_id, action, labels)
        shown = list(seen.evidence) if seen is not None else []
        said = {"labels": stored, "evidence": shown}
        return _keep(tx, item_id, reviewer, action, said, evaluation_id, before)


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
    stored = _stored_labels(tx, item_id, evaluation_id, action, labels)
    said = {"labels": stored, "evidence": list(evidence)}
    _keep(tx, item_id, reviewer, action, said, evaluation_id, before, told)


def _keep(
    tx: Transaction,
    item_id: int,
    reviewer: str,
    action: Action,
    said: Mapping[str, Any],
    evaluation_id: int,
    now: ItemState,
    told: Mapping[str, Any] | None = None,
) -> int:
    """Write a first word with its event; `told` is what that says of where it came from."""
    told = told or {}
    tx.insert(
        "first_words",
        item_id=item_id,
        reviewer=pack(reviewer),
        at=told.get("taken_at", tx.at),
        action=action,
        body=dump(said),
        event=tx.next_event,
    )
    cause = Cause("first_word", reviewer, {"action": action, **said, **told}, evaluation_id)
    return itemstate.change(tx, item_id, now, now, cause)


def _stored_labels(
    tx: Transaction,
    item_id: int,
    evaluation_id: int,
    action: Action,
    labels: Sequence[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """The labels as they are stored, checked against an evaluation that the item has or had."""
    if action != "relabel":
        return []
    payload = tx.one("SELECT 1 FROM payloads WHERE item_id = ?", (item_id,))
    assert payload is not None  # the item has just been loaded, or a packet was made from it
    found = checked_on(tx, item_id, evaluation_id, labels)
    return recording.without_texts(tx, item_id, found)


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


def _evaluation(tx: Transaction, item_id: int, seen: Seen | None) -> int:
    """The item's evaluation, which must be the one that was seen."""
    row = tx.one(
        "SELECT e.id, e.hash FROM items i JOIN payloads p ON p.item_id = i.id"
        " JOIN evaluations e ON e.id = i.evaluation_id WHERE i.id = ?",
        (item_id,),
    )
    assert row is not None  # the item has just been loaded
    if seen is not None and seen.evaluation_hash != row[1]:
        raise DecisionError(
            f"item #{item_id} has been evaluated anew since you saw it", "Look at it again."
        )
    return int(row[0])


def event_of(tx: Transaction, item_id: int, reviewer: str) -> int | None:
    """The event of a reviewer's first word on an item."""
    row = tx.one(
        "SELECT event FROM first_words WHERE item_id = ? AND reviewer = ?",
        (item_id, pack(reviewer)),
    )
    return None if row is None else int(row[0])
