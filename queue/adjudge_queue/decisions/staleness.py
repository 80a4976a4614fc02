"""Stale decisions: what a decision rests on has changed since it was taken.

A decision rests on an evaluation, and this on a policy, an engine, judges and sources. When the
item gets another evaluation, the two are compared, and where they differ in one of these the
decision is marked as stale, with what changed; once more when something else has changed as well.

It stays in force, save one: what was released although its risk is high returns to review by
itself (or is blocked, if that is what the policy says now). Golden rows that rest on a changed
source are withdrawn.

The words of a double review that is not done yet are held to the same. They count on, save where
the risk is high or a source has changed: two who are to agree must have judged the same thing, so
the item begins anew with two others, or the same. That it does so tells nobody what was said.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from adjudge_queue.decisions import rounds
from adjudge_queue.file.jsontext import load
from adjudge_queue.file.store import Transaction
from adjudge_queue.items import itemstate
from adjudge_queue.items.itemstate import Cause, ItemState
from adjudge_queue.viewing import masks

#: What can have changed. `findings`: something else, which shows in what was found alone.
SOURCES = "sources"


def follow(tx: Transaction, item_id: int, now: ItemState, actor: str, why_two: str) -> None:
    """After another evaluation: mark what was decided, or the item's return to review.

    `why_two` is why the item needs two reviewers, should it have to be decided anew.
    """
    words = now.words
    if not words:
        return
    changed = _changed(tx, item_id, words)
    known = _known(tx, now.stale)
    if changed == known:
        return
    after = now._replace(stale=tx.next_event if changed else None)
    if _must_return(tx, item_id, after, changed):
        after = _returned(tx, item_id, after)._replace(twice=why_two)
    elif SOURCES in changed and SOURCES not in (known or ()):
        itemstate.withdraw(tx, now.standing)
    cause = Cause("stale", actor, {"what": changed, "decision": words[-1]})
    itemstate.change(tx, item_id, now, after, cause)


def reinstated(tx: Transaction, item_id: int, now: ItemState) -> tuple[ItemState, list[str]]:
    """The item with earlier decisions in force again, and what has changed since they were taken.

    What has changed is left out where an earlier event says it already.
    """
    if not now.words:
        return now._replace(stale=None), []
    changed = _changed(tx, item_id, now.words)
    if changed == _known(tx, now.stale):
        return now, []
    after = now._replace(stale=tx.next_event if changed else None)
    if _must_return(tx, item_id, after, changed):
        after = _returned(tx, item_id, after)
    return after, changed


def _known(tx: Transaction, event: int | None) -> list[str] | None:
    """What that event says has changed; None where it says only that something has."""
    if event is None:
        return []
    row = tx.one("SELECT body FROM events WHERE seq = ?", (event,))
    found: list[str] | None = load(row[0], dict).get("what") if row else None
    return found


def _must_return(tx: Transaction, item_id: int, now: ItemState, changed: Sequence[str]) -> bool:
    """Whether what was said may hold no longer, now that its ground has changed."""
    if now.stale is None:
        return False
    row = tx.one("SELECT risk FROM items WHERE id = ?", (item_id,))
    high = row is not None and row[0] == "high"
    if now.state == "decided":
        return high and now.disposition == "released"
    return high or SOURCES in changed


def _returned(tx: Transaction, item_id: int, now: ItemState) -> ItemState:
    """The item to be decided anew, by everybody; who holds it or has put it off still does."""
    row = tx.one("SELECT route FROM items WHERE id = ?", (item_id,))
    blocked = row is not None and row[0] == "block"
    decided = now.state == "decided"
    now = now._replace(first=None, second=None)
    apart = {now.state, now.rest} & {"escalated", "snoozed"}
    if decided or (blocked and "escalated" not in apart):
        return rounds.by_route(now, "block" if blocked else "review")
    if now.state == "claimed":
        return now if apart else now._replace(rest="pending")
    return now if apart else now._replace(state="pending")


def _changed(tx: Transaction, item_id: int, decisions: Sequence[int]) -> list[str]:
    """What differs between the evaluations that decisions rest on and the item's own now."""
    row = tx.one("SELECT evaluation_id FROM items WHERE id = ?", (item_id,))
    new = int(row[0]) if row else 0
    found: dict[str, None] = {}
    for decision_id in decisions:
        row = tx.one("SELECT evaluation_id FROM decisions WHERE id = ?", (decision_id,))
        if row is not None and row[0] != new:
            found |= dict.fromkeys(_between(tx, item_id, row[0], new))
    return sorted(found)


def _between(tx: Transaction, item_id: int, old: int, new: int) -> list[str]:
    """What differs between two evaluations of an item."""
    one, other = _evaluation(tx, old), _evaluation(tx, new)
    found = [name for name, part in _PARTS.items() if part(one) != part(other)]
    if masks.sources_of(tx.one, item_id, old) != masks.sources_of(tx.one, item_id, new):
        found.append(SOURCES)
    if not found and any(one.get(name) != other.get(name) for name in _FINDINGS):
        found.append(_of_findings(one, other))
    return found


def _evaluation(tx: Transaction, evaluation_id: int) -> dict[str, Any]:
    row = tx.one("SELECT body FROM evaluations WHERE id = ?", (evaluation_id,))
    found: dict[str, Any] = load(row[0], dict) if row else {}
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
