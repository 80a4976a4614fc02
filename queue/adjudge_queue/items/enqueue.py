"""Putting evaluated cases into the queue, a batch in one transaction.

An item is one case by id and content. The same key again is nothing new; a new key is a new
evaluation beside the old one, and an old key that is no longer the item's is reinstated: who
goes back to an earlier policy gets its routes back. None of it touches what a person has decided;
an item that is still open, or that only the policy has spoken on, follows the last evaluation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from adjudge_engine.errors import QueueError
from adjudge_engine.vocabulary import RISKS
from adjudge_queue.decisions import rounds, staleness
from adjudge_queue.file import clock
from adjudge_queue.file.jsontext import digest, displayable, dump_record, pack
from adjudge_queue.file.store import Row, Store, Transaction
from adjudge_queue.finding import search, shown
from adjudge_queue.items import itemstate, outcomes, priority
from adjudge_queue.items.itemstate import Cause, ItemState
from adjudge_queue.records import EnqueueResult, Record

PREVIEW = 300  # characters of the question that lists show


class Prepared(NamedTuple):
    """A record as it will be stored; whatever can fail has been done.

    Any process may prepare it for the one that writes: see `ready`.
    """

    record: Record
    case: str
    evaluation: str
    evaluation_hash: str
    report_hash: str
    route: str
    risk: str
    priority: int
    reason: str
    gates: Mapping[str, str]
    question: str
    tags: Sequence[str]
    search: tuple[str, str, str]
    due: str | None


def enqueue(store: Store, records: Sequence[Record | Prepared], actor: str) -> EnqueueResult:
    """Store the records, all or none. QueueError names a record that cannot be stored."""
    prepared = [one if isinstance(one, Prepared) else prepare(one) for one in records]
    if not prepared:
        return EnqueueResult()
    items = evaluations = 0
    with store.write() as tx:
        for one in prepared:
            item = tx.one(_ITEM, (pack(one.record.case_id), one.record.case_hash))
            if item is None:
                new_item(tx, one, actor)
                items += 1
                continue
            item_id, current, gone = item
            if gone is not None:  # its text must not come back with the next run over its file
                continue
            stored = tx.one(_KNOWN, (item_id, pack(one.record.key)))
            if stored is None:
                _new_evaluation(tx, one, actor, item_id)
            elif stored[0] != current:
                _reinstate(tx, one, actor, item_id, stored)
            else:
                continue
            evaluations += 1
    return EnqueueResult(items, evaluations, len(prepared) - items - evaluations)


_ITEM = (
    "SELECT id, evaluation_id, (SELECT event FROM purged WHERE item_id = items.id) FROM items"
    " WHERE case_id = ? AND case_hash = ?"
)
_KNOWN = "SELECT id, hash, report_hash FROM evaluations WHERE item_id = ? AND key = ?"


def prepare(record: Record) -> Prepared:
    """A record as it will be stored. QueueError if it cannot be."""
    what = f"case {displayable(record.case_id)[:80]!r}"
    evaluation = dump_record(record.evaluation, f"the evaluation of {what}")
    route: str = record.evaluation.get("route", "")
    risk: str = record.case.get("risk", "standard")
    if route not in outcomes.BY_ROUTE or risk not in RISKS:
        raise QueueError(
            f"{what} has the route {route!r} and the risk {risk!r}, which the queue does not know",
            "Nothing of its batch was written.",
        )
    number, reason = priority.prioritise(risk, record.evaluation)
    return Prepared(
        record=record,
        case=dump_record(record.case, what),
        evaluation=evaluation,
        evaluation_hash=digest(evaluation),
        report_hash=digest(record.report),
        route=route,
        risk=risk,
        priority=number,
        reason=displayable(reason),
        gates=priority.open_gates(record.evaluation),
        question=displayable(record.case.get("question") or "")[:PREVIEW],
        tags=tuple(dict.fromkeys(map(str, record.case.get("tags", ())))),
        search=search.texts(record.case, record.evaluation),
        due=_due(record.due, what),
    )


def ready(record: Record) -> Prepared:
    """As `prepare`, without what storing it does not look at again: small, to be sent on."""
    return prepare(record)._replace(record=replace(record, case={}, evaluation={}))


def _due(given: str | None, what: str) -> str | None:
    if given is None:
        return None
    try:
        return clock.stamp(clock.parse(given))
    except (ValueError, OverflowError) as error:
        raise QueueError(
            f"{what} is due at {given[:80]!r}, which is no time",
            "Nothing of its batch was written.",
        ) from error


def new_item(
    tx: Transaction, one: Prepared, actor: str, planted: Mapping[str, Any] | None = None
) -> None:
    """Store a new item with its event; `planted` is its row in that table, if it is one."""
    item_id = tx.next_id("items")
    evaluation_id = tx.next_id("evaluations")
    state, disposition = outcomes.BY_ROUTE[one.route]
    tx.insert(
        "items",
        id=item_id,
        case_id=pack(one.record.case_id),
        case_hash=one.record.case_hash,
        state=state,
        route=one.route,
        risk=one.risk,
        disposition=disposition,
        priority=one.priority,
        priority_reason=one.reason,
        question=one.question,
        created_at=tx.at,
        evaluation_id=evaluation_id,
        last_event=tx.next_event,
        due=one.due,
        second=one.record.second,
    )
    tx.insert("payloads", item_id=item_id, body=one.case)
    if planted is not None:
        tx.insert("planted", item_id=item_id, **planted)
    _store_evaluation(tx, one, item_id, evaluation_id)
    for tag in one.tags:
        tx.insert("item_tags", item_id=item_id, tag=pack(tag))
    tx.at_end(search.INSERT, (item_id, *one.search))
    face = shown.face(one.question, one.tags)
    body = _body(one) | {"case": digest(one.case), "risk": one.risk, "face": face}
    after = ItemState(state, "pending", disposition, None, None, twice=one.record.second)
    cause = Cause("enqueued", actor, body, evaluation_id=evaluation_id)
    itemstate.append(tx, item_id, None, after, cause)


def _new_evaluation(tx: Transaction, one: Prepared, actor: str, item_id: int) -> None:
    evaluation_id = tx.next_id("evaluations")
    _store_evaluation(tx, one, item_id, evaluation_id)
    _follow(tx, one, item_id, Cause("evaluated", actor, _body(one), evaluation_id=evaluation_id))


def _reinstate(tx: Transaction, one: Prepared, actor: str, item_id: int, stored: Row) -> None:
    """Make an earlier evaluation the item's again; its bytes stay those first stored."""
    evaluation_id, evaluation_hash, report_hash = stored
    one = one._replace(evaluation_hash=evaluation_hash, report_hash=report_hash)
    _show_gates(tx, one, item_id)
    _follow(tx, one, item_id, Cause("reinstated", actor, _body(one), evaluation_id=evaluation_id))


def _follow(tx: Transaction, one: Prepared, item_id: int, cause: Cause) -> None:
    """Point the item at the evaluation of `cause`, and let its state follow."""
    before = itemstate.load(tx, item_id)
    tx.run(
        "UPDATE items SET route = ?, priority = ?, priority_reason = ?, evaluation_id = ?, due = ?"
        " WHERE id = ?",
        (one.route, one.priority, one.reason, cause.evaluation_id, one.due, item_id),
    )
    tx.at_end("UPDATE search SET claims = ? WHERE rowid = ?", (one.search[2], item_id))
    after = _followed(before, one.route, one.record.second)
    itemstate.change(tx, item_id, before, after, cause)
    staleness.follow(tx, item_id, after, cause.actor, one.record.second)


def _followed(before: ItemState, route: str, why_two: str) -> ItemState:
    """The state after a new evaluation: a person's word stays, the policy's is renewed."""
    if before.state == "decided" or before.first is not None:
        return before
    before = before._replace(twice=why_two)
    if "escalated" in (before.state, before.rest):
        return before
    wanted = outcomes.BY_ROUTE[route]
    if before.state in ("released", "blocked") or wanted.state != "pending":
        return rounds.by_route(before, route)
    return before


def _store_evaluation(tx: Transaction, one: Prepared, item_id: int, evaluation_id: int) -> None:
    tx.insert(
        "evaluations",
        id=evaluation_id,
        item_id=item_id,
        key=pack(one.record.key),
        at=tx.at,
        route=one.route,
        hash=one.evaluation_hash,
        report_hash=one.report_hash,
        body=one.evaluation,
        report=one.record.report,
    )
    _show_gates(tx, one, item_id)


def _show_gates(tx: Transaction, one: Prepared, item_id: int) -> None:
    tx.run("DELETE FROM item_gates WHERE item_id = ?", (item_id,))
    for gate, outcome in one.gates.items():
        tx.insert("item_gates", item_id=item_id, gate=gate, outcome=outcome)


def _body(one: Prepared) -> dict[str, Any]:
    more = {
        "due": one.due,
        "sources": dict(one.record.sources),
        "origin": dict(one.record.origin),
    }
    return {key: value for key, value in more.items() if value} | {
        "case_id": one.record.case_id,
        "case_hash": one.record.case_hash,
        "key": one.record.key,
        "evaluation": one.evaluation_hash,
        "report": one.report_hash,
        "route": one.route,
        "priority": one.priority,
        "finding": shown.finding(one.reason, one.gates),
    }
