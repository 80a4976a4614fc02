"""A golden row: a stored case with the labels decided on it, and where both come from.

A row may rest only on a decision that still stands, by a declared expert who saw everything, on an
item that was not planted to test them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from adjudge_engine.calibration.measures.splits import split_of
from adjudge_engine.canonical import canonical_hash
from adjudge_queue.file.jsontext import digest, dump, load, unpack
from adjudge_queue.file.store import Store, Transaction
from adjudge_queue.viewing.masks import sources_of
from adjudge_queue.viewing.standing import labels_of

#: The reason code by which an approval says that the answer is fit for a golden set.
GOLD_CODE: Final = "gold"


class GoldenRow(NamedTuple):
    """One row on its way into `golden_rows`."""

    item_id: int
    decision_id: int
    split: str
    body: str


def group_of(case: Mapping[str, Any]) -> str:
    """What splits must keep together, as `Case.group` says it, on a stored case."""
    group = (case.get("metadata") or {}).get("group")
    if isinstance(group, str | int):
        return str(group)
    contexts = case.get("contexts", ())
    source = next((one["source_id"] for one in contexts if one.get("source_id")), None)
    return source or canonical_hash([one.get("text", "") for one in contexts])


#: A label outlives another policy, engine or judge, but not a change of what the answer rests on.
_SOURCES_HOLD: Final = (
    "(i.stale IS NULL OR EXISTS (SELECT 1 FROM events s WHERE s.seq = i.stale"
    " AND json_type(s.body, '$.what') = 'array'"
    " AND NOT EXISTS (SELECT 1 FROM json_each(s.body, '$.what') WHERE value = 'sources')))"
)
#: Its values: whether all approvals count, and the set's name.
CANDIDATES: Final = (
    "SELECT d.id, i.id, d.evaluation_id, i.evaluation_id, i.stale"
    " FROM items i JOIN decisions d ON d.id = i.decision_id"
    f" WHERE i.state = 'decided' AND {_SOURCES_HOLD} AND d.expert = 1 AND d.informed = 'full'"
    " AND (d.action = 'relabel' OR (d.action = 'approve' AND (? OR EXISTS"
    f" (SELECT 1 FROM json_each(d.reason_codes) WHERE value = '{GOLD_CODE}'))))"
    " AND NOT EXISTS (SELECT 1 FROM planted p WHERE p.item_id = i.id)"
    " AND NOT EXISTS (SELECT 1 FROM purged p WHERE p.item_id = i.id)"
    " AND NOT EXISTS (SELECT 1 FROM golden_rows r JOIN events e ON e.seq = r.withdrawn"
    " WHERE r.decision_id = d.id AND r.name = ? AND e.kind = 'golden_withdrawn')"
    " ORDER BY i.id"
)


def candidates(tx: Transaction, name: str, include_approved: bool) -> list[int]:
    """The decisions whose items belong into the next version of the set, by item."""
    return [
        decision_id
        for decision_id, item_id, decided_on, current, stale in tx.rows(
            CANDIDATES, (include_approved, name)
        )
        # What made a decision stale first need not be all that has changed since.
        if stale is None
        or sources_of(tx.one, item_id, decided_on) == sources_of(tx.one, item_id, current)
    ]


_DECIDED: Final = (
    "SELECT d.item_id, d.action, d.reviewer, d.at, d.event, i.case_hash, p.body, e.body, e.hash,"
    " e.report_hash FROM decisions d"
    " JOIN items i ON i.id = d.item_id JOIN payloads p ON p.item_id = i.id"
    " JOIN evaluations e ON e.id = d.evaluation_id WHERE d.id = ?"
)


def row_of(tx: Transaction, store: Store, version: tuple[str, int], decision_id: int) -> GoldenRow:
    """The row that a decision makes in that version of a set."""
    found = tx.one(_DECIDED, (decision_id,))
    assert found is not None  # it was chosen in this transaction
    item_id, action, reviewer, at = found[0], found[1], unpack(found[2]), found[3]
    case, evaluation = load(found[6], dict), load(found[7], dict)
    if action == "approve":
        labels = [{"criterion": "faithfulness", "value": "faithful", "by": reviewer, "at": at}]
    else:
        labels = list(labels_of(store, decision_id, evaluation))
    group = group_of(case)
    provenance = {
        "name": version[0],
        "version": version[1],
        "split": split_of(group),
        "group": group,
        "item": item_id,
        "case_hash": found[5],
        "evaluation": found[8],
        "report": found[9],
        "action": action,
        "reviewers": [reviewer],
        "decided_at": at,
        "events": [found[4]],
        "inclusion_probability": inclusion_probability(evaluation),
        **_versions(evaluation),
        **_judged(evaluation),
        **_rounds(tx, store, item_id, evaluation),
    }
    body = dump(_labelled(case, labels, provenance))
    return GoldenRow(item_id, decision_id, provenance["split"], body)


def inclusion_probability(evaluation: Mapping[str, Any]) -> float | None:
    """How likely it was that review saw this answer: the share of a sample, else 1.

    None where nobody was asked to look (the policy released or blocked it): who picked it did so
    for reasons of their own, and it must weigh for no other answer.
    """
    if evaluation.get("route") != "review":
        return None
    for reason in evaluation.get("reasons", {}).get("uncertain", ()):
        share: float | None = reason.get("inclusion_probability")
        if share is not None:
            return share
    return 1.0


def _versions(evaluation: Mapping[str, Any]) -> dict[str, Any]:
    return {key: evaluation[key] for key in ("engine", "policy") if key in evaluation}


_OF_JUDGMENT: Final = (
    "criterion",
    "judge",
    "rubric",
    "fingerprint",
    "admitted",
    "value",
    "score",
    "strict",
    "abstained",
)


def _judged(evaluation: Mapping[str, Any]) -> dict[str, Any]:
    """What the judges said, and the claims that they and the labels speak of."""
    judged = []
    for judgment in evaluation.get("judgments", ()):
        one = {key: judgment[key] for key in _OF_JUDGMENT if judgment.get(key) is not None}
        if judgment.get("abstention"):
            one["code"] = judgment["abstention"].get("code")
        if judgment.get("claims"):
            one["claims"] = [
                {"claim_id": claim["claim_id"], "verdict": claim["verdict"]}
                for claim in judgment["claims"]
            ]
        judged.append(one)
    claims = [
        {key: claim[key] for key in ("id", "start", "end", "proved") if key in claim}
        for claim in evaluation.get("claims", ())
    ]
    return {"claims": claims, "judged": judged}


_ROUNDS: Final = (
    "SELECT r.round, d.id, d.action, d.reviewer, d.at, d.event, d.expert FROM reviews r"
    " JOIN decisions d ON d.id = r.decision_id WHERE r.item_id = ? ORDER BY d.event"
)


def _rounds(
    tx: Transaction, store: Store, item_id: int, evaluation: Mapping[str, Any]
) -> dict[str, Any]:
    """Who said what, where several people decided on the item, and whether they agreed."""
    found = tx.rows(_ROUNDS, (item_id,))
    if len(found) < 2:
        return {}
    rounds = [
        {
            "round": row[0],
            "action": row[2],
            "reviewer": unpack(row[3]),
            "decided_at": row[4],
            "event": row[5],
            "expert": bool(row[6]),
            "labels": list(labels_of(store, row[1], evaluation)),
        }
        for row in found
    ]
    adjudicated = any(one["round"] == "adjudication" for one in rounds)
    return {
        "reviewers": list(dict.fromkeys(one["reviewer"] for one in rounds)),
        "events": [one["event"] for one in rounds],
        "agreement": "adjudicated" if adjudicated else "agreed",
        "rounds": rounds,
    }


def _labelled(
    case: dict[str, Any], labels: list[dict[str, Any]], provenance: dict[str, Any]
) -> dict[str, Any]:
    """The case with the labels that were decided here; those it came with are kept aside."""
    if case.get("labels"):
        provenance = provenance | {"given_labels": case["labels"]}
    metadata = case.get("metadata", {}) | {"golden": provenance}
    return case | {"labels": labels, "metadata": metadata}


def tombstone(body: str, event: int) -> str:
    """What stands in the place of a purged row: the purge, and the hash that the set's covers."""
    return dump({"purged": event, "row": row_hash(body)})


def row_hash(body: str) -> str:
    """The hash of a row as it was frozen, also when only its tombstone is left."""
    return purged_hash(body) or digest(body)


def purged_hash(body: str) -> str | None:
    """The hash that a tombstone holds; None for a row that is whole."""
    if not body.startswith('{"purged":'):
        return None
    try:
        told = json.loads(body)
    except ValueError:
        return None
    kept = told.get("row")
    return kept if set(told) == {"purged", "row"} and isinstance(kept, str) else None
