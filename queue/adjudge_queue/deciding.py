"""A person's decision: checked, and written in one transaction with its event and its labels."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final, NamedTuple

from adjudge_engine.errors import DecisionError
from adjudge_queue import (
    admission,
    clock,
    first_words,
    itemstate,
    masks,
    outcomes,
    purged,
    recording,
    repeating,
    rounds,
)
from adjudge_queue.claiming import checked_name, reap_in, refuse_held, rested
from adjudge_queue.itemstate import Cause, ItemState
from adjudge_queue.jsontext import load, pack, unpack, unpack_or_none
from adjudge_queue.labels import checked as checked_labels
from adjudge_queue.records import REASON_CODES, Decided, Decision
from adjudge_queue.store import Store, Transaction
from adjudge_queue.team import Member, Team

_CUSTOM_CODE: Final = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")
_SNOOZE: Final = timedelta(days=1)
_LONGEST: Final = 10**9  # seconds


class _Subject(NamedTuple):
    """The item as it stands, and the evaluation that the decision rests on."""

    item_id: int
    case_id: str
    before: ItemState
    decided_by: str | None
    evaluation_id: int
    evaluation_hash: str
    route: str


def decide(store: Store, team: Team, item_id: int, decision: Decision) -> Decided:
    """Write `decision` on the item; the same key again writes nothing."""
    until = _check(decision)
    member = team.speaker(decision.reviewer)
    with store.write() as tx:
        repeated = _repeated(tx, item_id, decision)
        if repeated is not None:
            return repeated
        reap_in(tx, item_id)
        subject = _load(tx, item_id)
        _admit(tx, subject, decision, member)
        labels = _labels(tx, subject, decision)
        return _write(tx, subject, decision, labels, until, member)


def _check(decision: Decision) -> str | None:
    """Refuse what is wrong whatever the item; the end of a snooze."""
    checked_name(decision.reviewer)
    if decision.action not in outcomes.ACTIONS:
        raise DecisionError(
            f"there is no decision {decision.action!r}", f"Use {', '.join(outcomes.ACTIONS)}."
        )
    if not decision.key or len(decision.key) > 200:
        raise DecisionError("a decision needs a key of 1 to 200 characters", "Make one up for it.")
    for code in decision.reason_codes:
        if not _CUSTOM_CODE.fullmatch(code):
            raise DecisionError(
                f"{code[:80]!r} is no reason code",
                f"Use {', '.join(REASON_CODES)}, or a short word of your own (a-z, 0-9, _.-).",
            )
    seconds = decision.seconds
    if seconds is not None and not 0 <= seconds <= _LONGEST:  # which no NaN is
        raise DecisionError("that is no time spent", "Give seconds, or leave them out.")
    if decision.labels and decision.action != "relabel":
        raise DecisionError(
            f"{decision.action} takes no labels", "Use relabel to say what should be different."
        )
    return _snooze_end(decision)


def _snooze_end(decision: Decision) -> str | None:
    if decision.action != "snooze":
        return None
    if decision.until is None:
        return clock.stamp(clock.now() + _SNOOZE)
    try:
        moment = clock.parse(decision.until)
        until = clock.stamp(moment)
    except (ValueError, OverflowError) as error:
        raise DecisionError(
            f"{decision.until[:80]!r} is no time", "Give a date and time, 2026-03-01T09:30."
        ) from error
    if moment <= clock.now():
        raise DecisionError(f"{decision.until} is past", "Give a time to come.")
    return until


def _repeated(tx: Transaction, item_id: int, decision: Decision) -> Decided | None:
    row = tx.one(
        "SELECT d.item_id, d.action, d.reviewer, d.state, d.disposition, d.event, i.case_id, d.id"
        " FROM decisions d JOIN items i ON i.id = d.item_id WHERE d.key = ?",
        (pack(decision.key),),
    )
    if row is None:
        return None
    known = (row[0], row[1], unpack(row[2]))
    if known != (item_id, decision.action, decision.reviewer) or not repeating.says_the_same(
        tx, row[7], decision
    ):
        raise DecisionError(
            f"the key of this decision was used for another one, on item #{row[0]}",
            "Give every decision a key of its own.",
        )
    action, state, disposition, event = row[1], row[3], row[4], row[5]
    written = Decided(item_id, unpack(row[6]), action, state, disposition, event, decision.reviewer)
    return replace(written, repeated=True)


def _load(tx: Transaction, item_id: int) -> _Subject:
    before = itemstate.load(tx, item_id)
    row = tx.one(
        "SELECT i.case_id, d.reviewer, e.id, e.hash, i.route FROM items i"
        " JOIN evaluations e ON e.id = i.evaluation_id"
        " LEFT JOIN decisions d ON d.id = i.decision_id WHERE i.id = ?",
        (item_id,),
    )
    if row is None:
        raise itemstate.unknown(item_id)
    return _Subject(item_id, unpack(row[0]), before, unpack_or_none(row[1]), *row[2:])


def _admit(tx: Transaction, subject: _Subject, decision: Decision, member: Member) -> None:
    """Refuse what this item, as it stands, does not allow."""
    number, before = subject.item_id, subject.before
    purged.refuse(tx, number)
    refuse_held(tx, number, before, decision.reviewer)
    admission.refuse(tx, number, before, member)
    final = decision.action in outcomes.FINAL_ACTIONS
    if before.state == "decided":
        _refuse_decided(subject, decision)
    if before.state in ("released", "blocked") and not final:
        raise DecisionError(
            f"item #{number} was {before.state} by the policy and waits for nobody",
            "Approve, block or relabel it to overrule the policy.",
        )
    if decision.seen is not None and decision.seen.evaluation_hash != subject.evaluation_hash:
        raise DecisionError(
            f"item #{number} has been evaluated anew since you saw it", "Look at it again."
        )
    if decision.action == "approve" and subject.route == "block":
        _refuse_lifting(number, decision, member)


def _refuse_decided(subject: _Subject, decision: Decision) -> None:
    final = decision.action in outcomes.FINAL_ACTIONS
    if not final or subject.decided_by != decision.reviewer:
        raise DecisionError(
            f"item #{subject.item_id} has been decided by {subject.decided_by}",
            "Undo that decision to take the item up again.",
        )
    if subject.before.first is not None:
        raise DecisionError(
            f"item #{subject.item_id} has been decided by several people together",
            "Undo your decision to take the item up again.",
        )


def _refuse_lifting(number: int, decision: Decision, member: Member) -> None:
    """A policy's block is lifted by a lead alone, and not without a word."""
    if not member.lead:
        raise DecisionError(
            f"the policy blocks item #{number}: only a lead may approve it",
            "Escalate it, or ask a lead.",
        )
    if not (decision.reason_codes or (decision.note or "").strip()):
        raise DecisionError(
            f"the policy blocks item #{number}: approving it needs a note that says why",
            "Add a note, or a reason code.",
        )


def _labels(tx: Transaction, subject: _Subject, decision: Decision) -> list[dict[str, Any]]:
    if decision.action != "relabel":
        return []
    row = tx.one(
        "SELECT p.body, e.body FROM payloads p, evaluations e WHERE p.item_id = ? AND e.id = ?",
        (subject.item_id, subject.evaluation_id),
    )
    case, evaluation = map(load, row or ("{}", "{}"))
    return checked_labels(decision.labels, case, evaluation)


def _after(
    tx: Transaction,
    subject: _Subject,
    decision: Decision,
    labels: Sequence[Mapping[str, Any]],
    decision_id: int,
) -> ItemState:
    """The item's state by the table of outcomes, and by that of `rounds`."""
    before = subject.before
    if decision.action == "skip":
        after = rested(before) if before.state == "claimed" else before
        return after._replace(assigned=_others(before.assigned, decision.reviewer))
    if decision.action in outcomes.FINAL_ACTIONS:
        corrected = bool(decision.corrected_answer)
        said = rounds.word(decision.action, labels, route=subject.route, corrected=corrected)
        return rounds.after_word(tx, before, said, decision_id, subject.route)
    state, disposition = outcomes.BY_ACTION[decision.action]
    assigned = before.assigned if decision.action == "snooze" else None
    return before._replace(
        state=state,
        rest="pending",
        disposition=disposition,
        holder=None,
        standing=decision_id,
        assigned=assigned,
    )


def _others(assigned: str | None, reviewer: str) -> str | None:
    """Whose an item is once `reviewer` gives it back."""
    return None if assigned == reviewer else assigned


def _write(
    tx: Transaction,
    subject: _Subject,
    decision: Decision,
    labels: Sequence[Mapping[str, Any]],
    until: str | None,
    member: Member,
) -> Decided:
    item_id, before = subject.item_id, subject.before
    decision_id = recording.next_decision(tx)
    after = _after(tx, subject, decision, labels, decision_id)
    standpoint = _standpoint(tx, subject, decision, labels, member)
    stored = recording.without_texts(tx, item_id, labels)
    body = recording.write(
        tx,
        decision_id,
        item_id,
        subject.evaluation_id,
        decision,
        stored,
        before,
        after,
        standpoint,
    )
    if decision.action == "skip":
        reviewer = pack(decision.reviewer)
        tx.run("INSERT OR IGNORE INTO skips(reviewer, item_id) VALUES (?, ?)", (reviewer, item_id))
    if until is not None:
        body["until"] = until
    first_word = first_words.event_of(tx, item_id, decision.reviewer)
    if first_word is not None:
        body["first_word"] = first_word
    cause = Cause("decided", decision.reviewer, body, subject.evaluation_id, decision_id)
    seq = itemstate.change(tx, item_id, before, after, cause, snoozed_until=until)
    if standpoint.round == "only":
        recording.index_notes(tx, item_id, decision, labels)
    else:
        recording.reindex_notes(tx, item_id, after)
    outcome = (after.state, after.disposition)
    return Decided(item_id, subject.case_id, decision.action, *outcome, seq, decision.reviewer)


def _standpoint(
    tx: Transaction,
    subject: _Subject,
    decision: Decision,
    labels: Sequence[Mapping[str, Any]],
    member: Member,
) -> recording.Standpoint:
    final = decision.action in outcomes.FINAL_ACTIONS
    criteria = [label["criterion"] for label in labels] or ["faithfulness"]
    return recording.Standpoint(
        round=rounds.round_of(subject.before) if final else "only",
        masked=masks.count(tx, subject.item_id, subject.evaluation_id, member),
        expert=member.is_expert(criteria),
    )
