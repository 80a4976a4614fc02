"""The proof of one answer: what was proved, judged, seen and decided, by whom, on which versions.

It is made from the queue's file alone, with no clock and no network, so the same file gives the
same proof. It checks itself: the whole chain of events and everything stored against it, and says
so where that does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudge_engine.errors import DecisionError
from adjudge_queue.file import events
from adjudge_queue.file.jsontext import digest, unpack, unpack_or_none
from adjudge_queue.file.store import Row, Store
from adjudge_queue.items import itemstate, priority
from adjudge_queue.people.team import Team
from adjudge_queue.trail import audit, proof_people
from adjudge_queue.trail.proof_people import stored_object
from adjudge_queue.viewing import masks, reading, standing
from adjudge_queue.viewing.blind import Blinds

SCHEMA: Final = "adjudge.proof/1"
_ITEM: Final = (
    "SELECT i.case_id, i.case_hash, i.state, i.disposition, i.route, i.risk, i.created_at,"
    " i.priority_reason, i.evaluation_id, i.decision_id, i.stale, p.body FROM items i"
    " LEFT JOIN payloads p ON p.item_id = i.id WHERE i.id = ?"
)


def proof(store: Store, item_id: int, team: Team, viewer: str | None) -> dict[str, Any]:
    """The proof of an item, as JSON values.

    `chain.ok` is False, and `chain.problems` says why, where the trail does not hold. Raises
    DecisionError if there is no such item, or a `viewer` may not see all that is in its proof.
    """
    with store.snapshot():
        row = store.one(_ITEM, (item_id,))
        if row is None:
            raise itemstate.unknown(item_id)
        if viewer is not None:
            _refuse_closed(store, item_id, team, viewer)
        case = stored_object(row[11])
        number = _evaluation_of(store, row)
        evaluation, versions = _evaluation(store, number)
        return {
            "schema": SCHEMA,
            "item": {
                "id": item_id,
                "case_id": unpack(row[0]),
                "case_hash": row[1],
                "state": row[2],
                "disposition": row[3],
                "route": row[4],
                "risk": row[5],
                "came_in": row[6],
                "why_here": _why(row, evaluation),
                "stale_since_event": row[10],
                "changed_since": _changed_since(store, row[10]),
                "evaluated_anew": number != row[8],
            },
            "question": case.get("question"),
            "answer": case.get("answer"),
            "proved": _proved(evaluation),
            "judged": [_judged(one) for one in evaluation.get("judgments", ())],
            "first_words": proof_people.first_words(store, item_id),
            "decided": proof_people.decisions(store, item_id),
            "versions": versions,
            "sources": _sources(case, masks.sources_of(store.one, item_id, number)),
            "golden": _golden(store, item_id),
            "events": _events(store, item_id),
            "chain": _chain(store),
        }


def _refuse_closed(store: Store, item_id: int, team: Team, viewer: str) -> None:
    """A proof in parts is none: who may not see all of it is not given it."""
    blinds = Blinds(store, team, viewer)
    whole = standing.history(store, item_id, Blinds(store, team, None))
    closed = reading.item(store, item_id, team, viewer).masked
    if closed or any(map(blinds.hides, whole)):
        raise DecisionError(
            f"the proof of item #{item_id} holds what {viewer[:80]} may not see",
            "Ask a lead who may.",
        )


def _why(row: Row, evaluation: Mapping[str, Any]) -> str | None:
    """Why it was to be looked at when it was decided on; as lists say it where that is gone."""
    if not evaluation:
        return str(row[7]) if row[7] else None
    return priority.prioritise(row[5], evaluation)[1] or None


def _changed_since(store: Store, event: int | None) -> list[str]:
    """What the event that found the decision stale says has changed."""
    row = store.one("SELECT body FROM events WHERE seq = ?", (event,))
    return [str(one) for one in stored_object(row[0]).get("what", ())] if row else []


def _evaluation_of(store: Store, row: Row) -> int:
    """The evaluation that the standing decision rests on, else the item's current one."""
    found = store.one("SELECT evaluation_id FROM decisions WHERE id = ?", (row[9],))
    return int(found[0] if found else row[8])


def _evaluation(store: Store, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    row = store.one(
        "SELECT body, hash, report_hash, key, at FROM evaluations WHERE id = ?", (number,)
    )
    if row is None:
        return {}, {}
    evaluation = stored_object(row[0])
    return evaluation, {
        "evaluation": row[1],
        "report": row[2],
        "key": unpack(row[3]),
        "evaluated_at": row[4],
        "engine": evaluation.get("engine"),
        "policy": evaluation.get("policy"),
    }


def _proved(evaluation: Mapping[str, Any]) -> dict[str, Any]:
    """What code found: every gate's outcome, what is open or against the answer, the claims."""
    gates: Mapping[str, Any] = evaluation.get("gates", {})
    findings = [
        {"gate": gate, **{key: check.get(key) for key in _OF_CHECK}}
        for gate, found in gates.items()
        for check in found.get("checks", ())
        if check.get("outcome") in ("fail", "unavailable")
    ]
    claims = [
        {key: claim.get(key) for key in ("id", "text", "start", "end", "proved")}
        for claim in evaluation.get("claims", ())
    ]
    outcomes = {gate: found["outcome"] for gate, found in gates.items()}
    return {"gates": outcomes, "findings": findings, "claims": claims}


_OF_CHECK: Final = ("outcome", "code", "message", "verifier", "claim_id", "citation_id")
_OF_JUDGMENT: Final = (
    "criterion",
    "judge",
    "rubric",
    "fingerprint",
    "model",
    "admitted",
    "value",
    "score",
    "strict",
    "abstained",
    "abstention",
)


def _judged(judgment: Mapping[str, Any]) -> dict[str, Any]:
    found = {key: judgment[key] for key in _OF_JUDGMENT if judgment.get(key) is not None}
    claims = [
        {"claim_id": one["claim_id"], "verdict": one["verdict"]}
        for one in judgment.get("claims", ())
    ]
    return found | ({"claims": claims} if claims else {})


def _sources(case: Mapping[str, Any], registry: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Each context with the hashes of its text and of its source's versions in the registry, and
    the fingerprints that citations gave."""
    given: dict[str, list[str]] = {}
    for one in case.get("citations", ()):
        if one.get("fingerprint"):
            place = one.get("context_id") or one.get("source_id") or ""
            given.setdefault(place, []).append(one["fingerprint"])
    return [
        {
            "context": one.get("id"),
            "source": one.get("source_id"),
            "updated_at": one.get("updated_at"),
            "versions": registry.get(one.get("source_id") or "", {}).get("hash"),
            "text": digest(one.get("text", "").encode("utf-8", "surrogatepass")),
            "fingerprints": sorted(
                {*given.get(one.get("id"), ()), *given.get(one.get("source_id") or "", ())}
            ),
        }
        for one in case.get("contexts", ())
    ]


def _golden(store: Store, item_id: int) -> list[dict[str, Any]]:
    return [
        {"set": f"{row[0]}@{row[1]}", "split": row[2], "withdrawn_by_event": row[3]}
        for row in store.rows(
            "SELECT name, version, split, withdrawn FROM golden_rows WHERE item_id = ?"
            " ORDER BY name, version",
            (item_id,),
        )
    ]


def _events(store: Store, item_id: int) -> list[dict[str, Any]]:
    """The item's events with their hashes; who holds the file can work each of them out again."""
    rows = store.rows(f"{events.SELECT} WHERE item_id = ? ORDER BY seq", (item_id,))
    found = [dict(zip(events.COLUMNS, row, strict=True)) for row in rows]
    return [one | {"actor": unpack_or_none(one["actor"])} for one in found]


def _chain(store: Store) -> dict[str, Any]:
    checked = audit.verify(store, None)
    return {
        "ok": checked.ok,
        "events": checked.events,
        "head": checked.head,
        "problems": list(checked.problems),
    }


def check_events(told: Mapping[str, Any]) -> list[str]:
    """What is wrong with the events in a proof, told by themselves: each hash is worked out anew.

    Raises DecisionError for what is no proof.
    """
    if told.get("schema") != SCHEMA:
        raise DecisionError("that is no proof", "Make one: adjudge audit proof ITEM --json")
    problems = []
    for one in told["events"]:
        columns = tuple(one.get(name) for name in events.COLUMNS)
        try:
            same = events.event_hash(columns[:9]) == columns[9]
        except (TypeError, ValueError):
            same = False
        if not same:
            problems.append(f"event {one.get('seq')}: its hash does not fit its content")
    return problems
