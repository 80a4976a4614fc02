"""A person's decision: checked, and written in one transaction with its event and its labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from adjudge_engine.errors import DecisionError
from adjudge_queue.decisions import first_words, recording, repeating, rounds
from adjudge_queue.decisions.decision_checks import checked_decision
from adjudge_queue.decisions.labels import checked_on
from adjudge_queue.file.jsontext import pack, unpack, unpack_or_none
from adjudge_queue.file.store import Store, Transaction
from adjudge_queue.items import admission, itemstate, outcomes
from adjudge_queue.items.claiming import reap_in, refuse_held, rested
from adjudge_queue.items.itemstate import Cause, ItemState
from adjudge_queue.packets.bringing import Brought, ground, round_of
from adjudge_queue.people.team import Member, Team
from adjudge_queue.purging import purged
from adjudge_queue.records import Decided, Decision
from adjudge_queue.viewing import masks


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
    until = checked_decision(decision)
    member = team.speaker(decision.reviewer)
    with store.write() as tx:
        repeated = known(tx, item_id, decision)
        if repeated is not None:
            return repeated
        reap_in(tx, item_id)
        return decide_in(tx, item_id, decision, until, member)


def decide_in(
    tx: Transaction,
    item_id: int,
    decision: Decision,
    until: str | None,
    member: Member,
    restates: int | None = None,
) -> Decided:
    """Write a checked decision; its event names the one that was taken back and is said again."""
    subject = _load(tx, item_id)
    _admit(tx, subject, decision, member)
    labels = _labels(tx, subject, decision)
    if decision.action in outcomes.FINAL_ACTIONS:
        _refuse_second_thought(tx, subject, decision, labels)
    return _write(tx, subject, decision, labels, until, member, restates)


def bring_in(
    tx: Transaction, item_id: int, decision: Decision, member: Member, brought: Brought
) -> Decided:
    """Write a checked decision that was taken elsewhere; the caller says in which manner.

    Raises DecisionError, before anything is written, for what nobody may decide on this item.
    """
    subject = _load(tx, item_id, brought.evaluation_id)
    purged.refuse(tx, item_id)
    labels = _labels(tx, subject, decision)
    return _write(tx, subject, decision, labels, None, member, None, brought)


def word_on(
    tx: Transaction, item_id: int, decision: Decision, evaluation_id: int
) -> tuple[rounds.Word, str]:
    """What a final decision would say on an item, and the item's route. Raises DecisionError."""
    subject = _load(tx, item_id, evaluation_id)
    return _said(subject, decision, _labels(tx, subject, decision)), subject.route


def _said(
    subject: _Subject, decision: Decision, labels: Sequence[Mapping[str, Any]]
) -> rounds.Word:
    corrected = bool(decision.corrected_answer)
    return rounds.word(decision.action, labels, route=subject.route, corrected=corrected)


def known(tx: Transaction, item_id: int, decision: Decision) -> Decided | None:
    """What a decision that was written under this key did; None if there is none."""
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


def _load(tx: Transaction, item_id: int, evaluation_id: int | None = None) -> _Subject:
    """The item on its own evaluation, or on one that it had."""
    before = itemstate.load(tx, item_id)
    row = tx.one(
        "SELECT i.case_id, d.reviewer, e.id, e.hash, i.route FROM items i"
        " JOIN evaluations e ON e.id = coalesce(?, i.evaluation_id)"
        " LEFT JOIN decisions d ON d.id = i.decision_id WHERE i.id = ?",
        (evaluation_id, item_id),
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
        refuse_lifting(number, decision, member)


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


def refuse_lifting(number: int, decision: Decision, member: Member) -> None:
    """DecisionError unless a policy's block is lifted by a lead, and not without a word."""
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


def _refuse_second_thought(
    tx: Transaction, subject: _Subject, decision: Decision, labels: Sequence[Mapping[str, Any]]
) -> None:
    """Who has seen that another one differs, and took their word back, may not now agree."""
    if rounds.round_of(subject.before) != "second":
        return
    said = _said(subject, decision, labels)
    for earlier in rounds.taken_back(tx, subject.item_id, decision.reviewer):
        if not rounds.same(rounds.stored_word(tx, earlier, subject.route), said):
            raise DecisionError(
                f"you took back another word on item #{subject.item_id} when it had a second one",
                "Two are to decide apart: leave it to somebody else, or to a lead.",
            )


def _labels(tx: Transaction, subject: _Subject, decision: Decision) -> list[dict[str, Any]]:
    if decision.action != "relabel":
        return []
    return checked_on(tx, subject.item_id, subject.evaluation_id, decision.labels)


def _after(
    tx: Transaction,
    subject: _Subject,
    decision: Decision,
    labels: Sequence[Mapping[str, Any]],
    decision_id: int,
    brought: Brought | None,
) -> ItemState:
    """The item's state by the table of outcomes, and by that of `rounds`."""
    before = ground(subject.before, brought)
    if brought is not None and brought.manner == "beside":
        return before
    if decision.action == "skip":
        after = rested(before) if before.state == "claimed" else before
        return after._replace(assigned=_others(before.assigned, decision.reviewer))
    if decision.action in outcomes.FINAL_ACTIONS:
        said = _said(subject, decision, labels)
        after = rounds.after_word(tx, before, said, decision_id, subject.route)
        if brought is not None and brought.manner == "before":  # whoever is at it is the second
            return after._replace(state="claimed", rest=after.state, holder=before.holder)
        return after
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
    restates: int | None,
    brought: Brought | None = None,
) -> Decided:
    item_id, before = subject.item_id, subject.before
    decision_id = tx.next_id("decisions")
    after = _after(tx, subject, decision, labels, decision_id, brought)
    standpoint = _standpoint(tx, subject, decision, labels, member, brought)
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
        brought.told["taken_at"] if brought else None,
    )
    if brought is not None:
        body |= brought.told
    if decision.action == "skip":
        reviewer = pack(decision.reviewer)
        tx.run("INSERT OR IGNORE INTO skips(reviewer, item_id) VALUES (?, ?)", (reviewer, item_id))
    if until is not None:
        body["until"] = until
    if restates is not None:
        body["restates"] = restates
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
    brought: Brought | None,
) -> recording.Standpoint:
    criteria = [label["criterion"] for label in labels] or ["faithfulness"]
    masked = brought.masked if brought else None
    if masked is None:
        masked = masks.count(tx, subject.item_id, subject.evaluation_id, member)
    return recording.Standpoint(
        round=round_of(subject.before, decision.action, brought),
        masked=masked,
        expert=member.is_expert(criteria),
    )
