"""Saying again what was taken back: a redo, and an amendment, which does both in one.

Nothing is ever brought back to life: the decision is taken anew with all its parts, under a key of
its own, and its event names the one that it `restates`. All that can refuse a decision can refuse
this one. Golden rows that were withdrawn with the first one stay so.

A redo is of the reviewer's last undo, of any age, as long as they have decided on nothing since,
whether that stands or was taken back, too; of an item that is named, as long as nobody has decided
on that one.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.errors import DecisionError
from adjudge_queue.decisions import deciding, retelling, undoing
from adjudge_queue.decisions.decision_checks import checked_decision
from adjudge_queue.file.jsontext import load, pack
from adjudge_queue.file.store import Store, Transaction
from adjudge_queue.items.claiming import checked_name, reap_in
from adjudge_queue.people.team import Member, Team
from adjudge_queue.purging import purged
from adjudge_queue.records import Decided, Decision


class _Undone(NamedTuple):
    """A decision that its reviewer took back, and the event that says so."""

    id: int
    item_id: int
    undone: int


#: The reviewer's decisions in force, newest first.
STANDING: Final = (
    "SELECT event FROM decisions WHERE reviewer = ? AND undone IS NULL ORDER BY id DESC"
)
#: Events with a number above one, newest first; few, as it is that of the reviewer's last word.
DECIDED: Final = (
    "SELECT seq, body FROM events WHERE seq > ? AND kind = 'decided' AND actor = ?"
    " ORDER BY seq DESC"
)
UNDONE: Final = (
    "SELECT decision_id, item_id, seq FROM events"
    " WHERE seq > ? AND kind = 'undone' AND actor = ? ORDER BY seq DESC"
)
UNDONE_OF_ITEM: Final = (
    "SELECT decision_id, item_id, seq FROM events"
    " WHERE item_id = ? AND kind = 'undone' AND actor = ? ORDER BY seq DESC"
)
DECIDED_SINCE: Final = (
    "SELECT body FROM events WHERE item_id = ? AND seq > ? AND kind = 'decided' ORDER BY seq"
)


def redo(store: Store, team: Team, reviewer: str, item_id: int | None) -> Decided:
    """Take again what the reviewer last took back, or last took back on the item."""
    checked_name(reviewer)
    member = team.speaker(reviewer)
    with store.write() as tx:
        past = _last(tx, reviewer, item_id)
        purged.refuse(tx, past.item_id)
        decision = retelling.as_it_was(tx, past.id, reviewer, uuid.uuid4().hex)
        until = checked_decision(decision)
        reap_in(tx, past.item_id)
        return deciding.decide_in(tx, past.item_id, decision, until, member, past.id)


def amend(store: Store, team: Team, item_id: int, decision: Decision) -> Decided:
    """Take the reviewer's own decision on the item back and take it anew as `decision`, in one.

    The same key again writes nothing.
    """
    until = checked_decision(decision)
    member = team.speaker(decision.reviewer)
    with store.write() as tx:
        repeated = deciding.known(tx, item_id, decision)
        if repeated is not None:
            return repeated
        reap_in(tx, item_id)
        past = _taken_back(tx, item_id, decision, member)
        return deciding.decide_in(tx, item_id, decision, until, member, past)


def _taken_back(tx: Transaction, item_id: int, decision: Decision, member: Member) -> int:
    undone, number = undoing.undo_in(tx, member, item_id)
    if undone.decided_by != member.name or undone.action != f"undo {decision.action}":
        raise DecisionError(
            f"{member.name} has no {decision.action} on item #{item_id} to add to",
            "Decide on it first.",
        )
    return number


def _last(tx: Transaction, reviewer: str, item_id: int | None) -> _Undone:
    for past in _candidates(tx, reviewer, item_id):
        since = [
            load(body, dict) for (body,) in tx.rows(DECIDED_SINCE, (past.item_id, past.undone))
        ]
        if any(one.get("restates") == past.id for one in since):
            continue  # it has been said again, whatever became of that
        if any(one["action"] != "skip" for one in since):
            raise DecisionError(
                f"item #{past.item_id} has been decided on since it was taken back",
                "Look at it again: open the item.",
            )
        return past
    where = "" if item_id is None else f" on item #{item_id}"
    raise DecisionError(
        f"{reviewer} has taken nothing back{where} that could be done again",
        "A redo follows an undo; decide on the item anew.",
    )


def _candidates(tx: Transaction, reviewer: str, item_id: int | None) -> Iterator[_Undone]:
    """The reviewer's own decisions that they took back, the last undo first."""
    name = pack(reviewer)
    if item_id is None:
        rows = tx.rows(UNDONE, (_last_word(tx, reviewer), name))
    else:
        rows = tx.rows(UNDONE_OF_ITEM, (item_id, name))
    for row in rows:
        whose = tx.one("SELECT reviewer FROM decisions WHERE id = ?", (row[0],))
        if whose is not None and whose[0] == name:
            yield _Undone(*row)


def _last_word(tx: Transaction, reviewer: str) -> int:
    """The event of the last decision that restates no other, in force or not; 0 without one."""
    name = pack(reviewer)
    after = _last_in_force(tx, name)
    for event, body in tx.rows(DECIDED, (after, name)):  # what was decided since is taken back
        if load(body, dict).get("restates") is None:
            return int(event)
    return after


def _last_in_force(tx: Transaction, name: str | bytes) -> int:
    for (event,) in tx.rows(STANDING, (name,)):
        row = tx.one("SELECT body FROM events WHERE seq = ?", (event,))
        if row is None or load(row[0], dict).get("restates") is None:
            return int(event)
    return 0
