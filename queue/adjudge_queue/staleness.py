"""Stale decisions: what a decision rests on has changed since it was taken.

A decision rests on an evaluation, and this on a policy, an engine, judges and sources. When the
item gets another evaluation, the two are compared, and where they differ in one of these the
decision is marked as stale, with what changed. It stays in force, save one: what was released
although its risk is high returns to review by itself (or is blocked, if that is what the policy
says now). Golden rows that rest on a changed source are withdrawn.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from adjudge_queue import itemstate, masks, rounds
from adjudge_queue.itemstate import Cause, ItemState
from adjudge_queue.store import Transaction

#: What can have changed. `findings`: something else, which shows in what was found alone.
SOURCES = "sources"


def follow(tx: Transaction, item_id: int, now: ItemState, actor: str, why_two: str) -> None:
    """After another evaluation: mark the decision in force, or the item's return to review.

    `why_two` is why the item needs two reviewers, should it have to be decided anew.
    """
    if now.state != "decided" or now.standing is None:
        return
    changed = _changed(tx, item_id, now.standing)
    if bool(changed) == (now.stale is not None):
        return
    after = now._replace(stale=tx.next_event if changed else None)
    if _must_return(tx, item_id, after):
        after = _returned(tx, item_id, after)._replace(twice=why_two)
    elif SOURCES in changed:
        itemstate.withdraw(tx, now.standing)
    cause = Cause("stale", actor, {"what": changed, "decision": now.standing})
    itemstate.change(tx, item_id, now, after, cause)


def reinstated(tx: Transaction, item_id: int, now: ItemState) -> ItemState:
    """The item with an earlier decision in force again, which may have become stale meanwhile."""
    changed = now.standing is not None and _changed(tx, item_id, now.standing)
    after = now._replace(stale=tx.next_event if changed else None)
    return _returned(tx, item_id, after) if _must_return(tx, item_id, after) else after


def _must_return(tx: Transaction, item_id: int, now: ItemState) -> bool:
    """Whether the item was released on what no longer holds, though its risk is high."""
    row = tx.one("SELECT risk FROM items WHERE id = ?", (item_id,))
    high = row is not None and row[0] == "high"
    return high and now.stale is not None and now.disposition == "released"


def _returned(tx: Transaction, item_id: int, now: ItemState) -> ItemState:
    """The item to be decided anew, by everybody."""
    row = tx.one("SELECT route FROM items WHERE id = ?", (item_id,))
    blocked = row is not None and row[0] == "block"
    now = now._replace(first=None, second=None)
    return rounds.by_route(now, "block" if blocked else "review")


def _changed(tx: Transaction, item_id: int, decision_id: int) -> list[str]:
    """What differs between the evaluation that a decision rests on and the item's own now."""
    row = tx.one(
        "SELECT d.evaluation_id, i.evaluation_id FROM decisions d JOIN items i ON i.id = d.item_id"
        " WHERE d.id = ?",
        (decision_id,),
    )
    if row is None or row[0] == row[1]:
        return []
    old, new = (_evaluation(tx, number) for number in row)
    found = [name for name, part in _PARTS.items() if part(old) != part(new)]
    sources = [masks.sources_of(tx.one, item_id, number) for number in row]
    if sources[0] != sources[1]:
        found.append(SOURCES)
    if not found and any(old.get(name) != new.get(name) for name in _FINDINGS):
        found.append(_of_findings(old, new))
    return found


def _evaluation(tx: Transaction, evaluation_id: int) -> dict[str, Any]:
    row = tx.one("SELECT body FROM evaluations WHERE id = ?", (evaluation_id,))
    found: dict[str, Any] = json.loads(row[0]) if row else {}
    return found


def _judges(evaluation: Mapping[str, Any]) -> list[str]:
    names = ("criterion", "judge", "rubric", "fingerprint", "model", "admitted")
    return sorted(
        json.dumps([one.get(name) for name in names]) for one in evaluation.get("judgments", ())
    )


_PARTS = {
    "policy": lambda evaluation: (evaluation.get("policy") or {}).get("hash"),
    "engine": lambda evaluation: evaluation.get("engine"),
    "judges": _judges,
}
_FINDINGS = ("route", "gates", "claims", "judgments")


def _of_findings(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """With one policy and engine only the sources make code find something else in a case."""
    return SOURCES if old.get("gates") != new.get("gates") else "findings"
