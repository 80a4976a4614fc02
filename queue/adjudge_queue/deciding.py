"""A person's decision: checked, and written in one transaction with its event and its labels."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final, NamedTuple

from adjudge_engine.errors import DecisionError
from adjudge_queue import clock, itemstate, outcomes, repeating, search, texts
from adjudge_queue.claiming import checked_name, reap_in, refuse_held, rested
from adjudge_queue.itemstate import Cause, ItemState
from adjudge_queue.jsontext import dump, pack, unpack, unpack_or_none
from adjudge_queue.labels import checked as checked_labels
from adjudge_queue.records import REASON_CODES, Decided, Decision, Seen
from adjudge_queue.store import Store, Transaction

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


def decide(store: Store, item_id: int, decision: Decision) -> Decided:
    """Write `decision` on the item; the same key again writes nothing."""
    until = _check(decision)
    with store.write() as tx:
        repeated = _repeated(tx, item_id, decision)
        if repeated is not None:
            return repeated
        reap_in(tx, item_id)
        subject = _load(tx, item_id)
        _admit(tx, subject, decision)
        labels = _labels(tx, subject, decision)
        after = _after(subject, decision, labels)
        return _write(tx, subject, decision, labels, after, until)


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


def _admit(tx: Transaction, subject: _Subject, decision: Decision) -> None:
    """Refuse what this item, as it stands, does not allow."""
    number, before = subject.item_id, subject.before
    refuse_held(tx, number, before, decision.reviewer)
    final = decision.action in outcomes.FINAL_ACTIONS
    if before.state == "decided" and (not final or subject.decided_by != decision.reviewer):
        raise DecisionError(
            f"item #{number} has been decided by {subject.decided_by}",
            "Undo that decision to take the item up again.",
        )
    if before.state in ("released", "blocked") and not final:
        raise DecisionError(
            f"item #{number} was {before.state} by the policy and waits for nobody",
            "Approve, block or relabel it to overrule the policy.",
        )
    if decision.seen is not None and decision.seen.evaluation_hash != subject.evaluation_hash:
        raise DecisionError(
            f"item #{number} has been evaluated anew since you saw it", "Look at it again."
        )
    reason = decision.reason_codes or (decision.note or "").strip()
    if decision.action == "approve" and subject.route == "block" and not reason:
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
    case, evaluation = map(json.loads, row or ("{}", "{}"))
    return checked_labels(decision.labels, case, evaluation)


def _after(subject: _Subject, decision: Decision, labels: Sequence[Mapping[str, Any]]) -> ItemState:
    """The item's state by the table of outcomes. `standing` is filled in when it is written."""
    before = subject.before
    if decision.action == "skip":
        return rested(before) if before.state == "claimed" else before
    if decision.action == "relabel":
        corrected = bool(decision.corrected_answer) or any(
            label.get("corrected_answer") for label in labels
        )
        outcome = outcomes.relabelled(labels, route=subject.route, corrected=corrected)
    else:
        outcome = outcomes.BY_ACTION[decision.action]
    return ItemState(outcome.state, "pending", outcome.disposition, None, before.standing)


def _write(
    tx: Transaction,
    subject: _Subject,
    decision: Decision,
    labels: Sequence[Mapping[str, Any]],
    after: ItemState,
    until: str | None,
) -> Decided:
    item_id = subject.item_id
    stored_labels = [_without_texts(tx, item_id, label) for label in labels]
    record = {
        "reason_codes": list(dict.fromkeys(decision.reason_codes)),
        "seconds": None if decision.seconds is None else float(decision.seconds),
        "seen": _seen(decision.seen),
        "note": texts.keep(tx, item_id, "note", decision.note or None),
        "corrected_answer": texts.keep(
            tx, item_id, "corrected_answer", decision.corrected_answer or None
        ),
    }
    decision_id = tx.insert(
        "decisions",
        key=pack(decision.key),
        item_id=item_id,
        evaluation_id=subject.evaluation_id,
        action=decision.action,
        reviewer=pack(decision.reviewer),
        at=tx.at,
        state=after.state,
        disposition=after.disposition,
        before=dump(subject.before._asdict()),
        event=tx.next_event,
        **{key: dump(value) if key in _AS_JSON else value for key, value in record.items()},
    )
    for stored in stored_labels:
        criterion = pack(stored["criterion"])
        tx.insert("labels", decision_id=decision_id, criterion=criterion, body=dump(stored))
    if decision.action == "skip":
        reviewer = pack(decision.reviewer)
        tx.run("INSERT OR IGNORE INTO skips(reviewer, item_id) VALUES (?, ?)", (reviewer, item_id))
    else:
        after = after._replace(standing=decision_id)
        withdraw(tx, subject.before.standing)
    _index_notes(tx, item_id, decision, labels)
    body = {**record, "action": decision.action, "key": decision.key, "labels": stored_labels}
    if until is not None:
        body["until"] = until
    cause = Cause("decided", decision.reviewer, body, subject.evaluation_id, decision_id)
    seq = itemstate.change(tx, item_id, subject.before, after, cause, snoozed_until=until)
    outcome = (after.state, after.disposition)
    return Decided(item_id, subject.case_id, decision.action, *outcome, seq, decision.reviewer)


#: The columns of a decision that hold JSON.
_AS_JSON: Final = ("reason_codes", "seen")


def _seen(seen: Seen | None) -> dict[str, Any] | None:
    if seen is None:
        return None
    return {
        "evaluation_hash": seen.evaluation_hash,
        "evidence": list(seen.evidence),
        "judge": seen.judge,
    }


def _without_texts(tx: Transaction, item_id: int, label: Mapping[str, Any]) -> dict[str, Any]:
    """The label with the hash of each free text in its place."""
    stored = dict(label)
    for key in ("note", "corrected_answer"):
        if key in stored:
            stored[key] = texts.keep(tx, item_id, key, stored[key])
    if "missing" in stored:
        stored["missing"] = [texts.keep(tx, item_id, "missing", one) for one in stored["missing"]]
    return stored


def _index_notes(
    tx: Transaction, item_id: int, decision: Decision, labels: Sequence[Mapping[str, Any]]
) -> None:
    written = [decision.note, decision.corrected_answer]
    for label in labels:
        written += [label.get("note"), label.get("corrected_answer"), *label.get("missing", ())]
    words = "\n".join(search.segment(text) for text in written if text)
    if words:
        tx.run("UPDATE search SET notes = notes || char(10) || ? WHERE rowid = ?", (words, item_id))


def withdraw(tx: Transaction, decision_id: int | None) -> int:
    """Mark golden rows that rest on a decision as withdrawn by the coming event; how many."""
    if decision_id is None:
        return 0
    return tx.run(
        "UPDATE golden_rows SET withdrawn = ? WHERE decision_id = ? AND withdrawn IS NULL",
        (tx.next_event, decision_id),
    )
