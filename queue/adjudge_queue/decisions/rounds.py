"""Double review: which round a decision is, when two are equal, and what is left after an undo.

| what counts | the item is |
|---|---|
| nothing | pending, or as the policy routes it |
| the first | `needs_second` |
| first and second, equal | `decided` as they say |
| first and second, different | `adjudication` |
| a lead's word beside them | `decided` as the lead says |

Equal are two decisions with the same action and, for a relabel, the same values and verdicts and
the same outcome. Notes do not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from adjudge_queue.decisions.claim_names import claim_name
from adjudge_queue.decisions.retelling import stored_labels
from adjudge_queue.file.jsontext import pack
from adjudge_queue.file.store import Transaction
from adjudge_queue.items import outcomes
from adjudge_queue.items.itemstate import ItemState
from adjudge_queue.items.outcomes import Outcome
from adjudge_queue.records import Action, Round


class Word(NamedTuple):
    """What a final decision says: its action, its labels in stored form, its outcome."""

    action: Action
    labels: Sequence[Mapping[str, Any]]
    outcome: Outcome


def round_of(now: ItemState) -> Round:
    """Which round a final decision on an item in this state is."""
    if now.first is None:
        return "first" if now.twice and now.state != "decided" else "only"
    return "second" if now.second is None else "adjudication"


def word(
    action: Action, labels: Sequence[Mapping[str, Any]], *, route: str, corrected: bool
) -> Word:
    """The word of a final decision. A correction may also stand in a label."""
    if action != "relabel":
        return Word(action, labels, outcomes.BY_ACTION[action])
    corrected = corrected or any(label.get("corrected_answer") for label in labels)
    return Word(action, labels, outcomes.relabelled(labels, route=route, corrected=corrected))


def stored_word(tx: Transaction, decision_id: int, route: str) -> Word:
    """The word of a decision that was written."""
    row = tx.one("SELECT action, corrected_answer FROM decisions WHERE id = ?", (decision_id,))
    assert row is not None  # decisions are never removed
    labels = stored_labels(tx, decision_id)
    return word(row[0], labels, route=route, corrected=row[1] is not None)


def same(one: Word, other: Word) -> bool:
    """Whether two reviewers agree."""
    return (
        one.action == other.action
        and one.outcome == other.outcome
        and _said(one.labels) == _said(other.labels)
    )


def _said(labels: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {label["criterion"]: label_said(label) for label in labels}


def label_said(label: Mapping[str, Any]) -> tuple[Any, bool, dict[str, str]]:
    """A label's value, whether it was left open, and its verdicts by claim."""
    return label.get("value"), bool(label.get("undetermined")), verdicts(label)


def verdicts(label: Mapping[str, Any]) -> dict[str, str]:
    """Claim id, or the span where no claim has it → verdict."""
    return {claim_name(claim): claim["verdict"] for claim in label.get("claims", ())}


def after_word(
    tx: Transaction, before: ItemState, said: Word, decision_id: int, route: str
) -> ItemState:
    """The item once a final decision with this number has been taken on it."""
    which = round_of(before)
    # Where two have to agree, the second word does not make the first one fresh.
    stale = before.stale if which == "second" else None
    now = before._replace(rest="pending", holder=None, assigned=None, stale=stale)
    if which == "first":
        return _waiting(now._replace(first=decision_id, standing=None))
    if which == "second":
        now = now._replace(second=decision_id)
        assert before.first is not None
        if not same(stored_word(tx, before.first, route), said):
            return _waiting(now._replace(standing=None))
    return _settled(now, said.outcome, decision_id)


def taken_back(tx: Transaction, item_id: int, reviewer: str) -> list[int]:
    """The reviewer's decisions on an item that were taken back when another one's stood beside.

    By then it could be seen whether the two were equal.
    """
    sql = (
        "SELECT d.id FROM decisions d JOIN events e ON e.seq = d.undone"
        " WHERE d.item_id = ? AND d.reviewer = ? AND d.round <> 'only'"
        " AND json_extract(e.body, '$.first') IS NOT NULL ORDER BY d.id"
    )
    return [row[0] for row in tx.rows(sql, (item_id, pack(reviewer)))]


def without(tx: Transaction, now: ItemState, decision_id: int, route: str) -> ItemState:
    """The item, in nobody's hands, once a decision of its double review no longer counts."""
    overriding = None if now.adjudication == decision_id else now.adjudication
    left = [one for one in (now.first, now.second) if one not in (None, decision_id)]
    first, second = (*left, None, None)[:2]
    counts = now._replace(first=first, second=second, holder=None, rest="pending")
    if overriding is not None:
        return counts
    counts = counts._replace(standing=None)
    if first is not None and second is not None:
        one, other = (stored_word(tx, number, route) for number in (first, second))
        return _settled(counts, other.outcome, second) if same(one, other) else _waiting(counts)
    if first is not None:
        return _waiting(counts)
    return by_route(counts, route)


def by_route(now: ItemState, route: str) -> ItemState:
    """The item where nobody's word counts: as the policy routes it."""
    state, disposition = outcomes.BY_ROUTE[route]
    return now._replace(
        state=state, rest="pending", disposition=disposition, holder=None, standing=None
    )


def _waiting(now: ItemState) -> ItemState:
    return now._replace(state=now.home, rest="pending", disposition="pending")


def _settled(now: ItemState, outcome: Outcome, standing: int) -> ItemState:
    return now._replace(state=outcome.state, disposition=outcome.disposition, standing=standing)
