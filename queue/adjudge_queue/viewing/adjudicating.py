"""What a lead is shown of two decisions that differ: the difference, and not who said what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudge_engine.errors import DecisionError
from adjudge_queue.decisions.rounds import verdicts
from adjudge_queue.decisions.texts import look_up
from adjudge_queue.file.jsontext import load
from adjudge_queue.file.store import Store
from adjudge_queue.items import admission, itemstate
from adjudge_queue.people.team import Team
from adjudge_queue.records import Adjudication
from adjudge_queue.viewing import masks
from adjudge_queue.viewing.standing import labels_of

#: What only says where a label comes from.
_WHOSE = ("by", "at")


def adjudication(store: Store, team: Team, item_id: int, lead: str) -> Adjudication:
    """The two decisions on an item side by side, for a lead who is neither of the two."""
    member = team.lead(lead, "settling what two reviewers see differently")
    with store.snapshot():
        row = store.one(itemstate.LOAD, (item_id,))
        if row is None:
            raise itemstate.unknown(item_id)
        now = itemstate.of_row(row)
        if now.first is None or now.second is None or not now.under_review:
            raise DecisionError(
                f"item #{item_id} has no two different decisions",
                "`adjudge list --state adjudication` shows those that have.",
            )
        if member.name in admission.authors(store.one, now):
            raise DecisionError(
                f"item #{item_id} waits for a lead who has not decided on it", "Ask another one."
            )
        closed = masks.closed(store.one, item_id, member) > 0
        one, other = (_side(store, number, closed) for number in (now.first, now.second))
        return _differing(item_id, one, other)


def _side(store: Store, decision_id: int, closed: bool) -> dict[str, Any]:
    """One of the two; without what it says in words where it may repeat a `closed` source."""
    row = store.one(
        "SELECT d.action, d.reason_codes, d.note, d.corrected_answer, e.body FROM decisions d"
        " JOIN evaluations e ON e.id = d.evaluation_id WHERE d.id = ?",
        (decision_id,),
    )
    assert row is not None  # decisions and evaluations are never removed
    labels = [
        {key: value for key, value in label.items() if key not in _WHOSE}
        for label in labels_of(store, decision_id, load(row[4], dict))
    ]
    return {
        "action": row[0],
        "labels": list(map(masks.wordless, labels)) if closed else labels,
        "reason_codes": load(row[1], list),
        "note": None if closed else look_up(store.one, row[2]),
        "corrected_answer": None if closed else look_up(store.one, row[3]),
    }


def _differing(item_id: int, one: dict[str, Any], other: dict[str, Any]) -> Adjudication:
    labels = [{label["criterion"]: label for label in side["labels"]} for side in (one, other)]
    claims: dict[str, None] = {}
    kept: tuple[list[Any], list[Any]] = ([], [])
    for criterion in dict.fromkeys([*labels[0], *labels[1]]):
        pair = [side.get(criterion) for side in labels]
        if pair[0] == pair[1]:
            continue
        apart = _claims_apart(pair[0] or {}, pair[1] or {})
        claims |= dict.fromkeys(apart)
        for own, label in zip(kept, pair, strict=True):
            if label is not None:
                own.append(_only(label, apart))
    sides = []
    for side, differing_labels, rest in ((one, kept[0], other), (other, kept[1], one)):
        texts = ("reason_codes", "note", "corrected_answer")
        differing = {key: side[key] for key in texts if side[key] != rest[key]}
        sides.append({"action": side["action"], "labels": differing_labels, **differing})
    return Adjudication(item_id, (sides[0], sides[1]), tuple(claims), (one, other))


def _claims_apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """The claims on which two labels differ."""
    first, second = verdicts(one), verdicts(other)
    names = dict.fromkeys([*first, *second])
    return [name for name in names if first.get(name) != second.get(name)]


def _only(label: Mapping[str, Any], apart: list[str]) -> dict[str, Any]:
    """A label with those of its claims alone."""
    kept = dict(label)
    if "claims" in kept:
        kept["claims"] = [
            claim for claim in kept["claims"] if set(verdicts({"claims": [claim]})) & set(apart)
        ]
    return kept
