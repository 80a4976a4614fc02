"""Queues for the interface's tests: evaluations written out by hand, so every state is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudge_engine.canonical import canonical_hash, canonical_json
from adjudge_engine.vocabulary import GATES
from adjudge_queue import Queue
from adjudge_queue.records import Record

JSON = dict[str, Any]

NORTHWIND = (
    "Northwind's Q3 revenue grew 14% to $412 million. Growth was driven by grid storage. "
    "Operating margin improved to 21.4%. It announced a $50 million buyback."
)
TEN_Q = (
    "Revenue for the third quarter was $412.3 million, up 14 percent from $361.7 million a year "
    "earlier. Growth was led by grid storage and by multi-year service contracts, which together "
    "made up two thirds of the increase."
)
MARGIN = (
    "Operating income rose to $84.1 million, or 20.4 percent of revenue, compared with 18.9 "
    "percent in the prior-year quarter."
)


def claims_of(answer: str, evidence: Mapping[int, Sequence[JSON]] | None = None) -> list[JSON]:
    """One claim a sentence, with the evidence given by number (from 1)."""
    claims, start = [], 0
    for number, part in enumerate(answer.split(". "), 1):
        text = part if part.endswith(".") else part + "."
        claims.append(
            {
                "id": f"c{number}",
                "text": text,
                "start": start,
                "end": start + len(text),
                "proved": False,
                "evidence": list((evidence or {}).get(number, ())),
            }
        )
        start += len(part) + 2
    return claims


def span(context_id: str, text: str, part: str, score: float = 0.9) -> JSON:
    """An evidence record for `part` of a context's text."""
    start = text.index(part)
    return {
        "context_id": context_id,
        "start": start,
        "end": start + len(part),
        "text": part,
        "score": score,
    }


def gates_of(**outcomes: JSON) -> JSON:
    """Every gate; those not named do not apply."""
    return {gate: outcomes.get(gate, {"outcome": "not_applicable", "checks": []}) for gate in GATES}


def check(outcome: str, code: str, message: str, **more: Any) -> JSON:
    """One check."""
    return {
        "check": f"x.{code}",
        "outcome": outcome,
        "code": code,
        "message": message,
        "verifier": "x/1",
        **more,
    }


def judgment_of(verdicts: Mapping[str, str], **more: Any) -> JSON:
    """A judgment on faithfulness with both readings worked out."""
    said = list(verdicts.values())
    bad = any(one in ("partial", "not_mentioned", "contradicted") for one in said)
    unsure = "unsure" in said
    judgment: JSON = {
        "criterion": "faithfulness",
        "judge": "local",
        "rubric": "lexical/1",
        "fingerprint": "f",
        "admitted": False,
        "score": said.count("supported") / len(said) if said else None,
        "strict": 0.0 if bad else None if unsure or not said else 1.0,
        "not_contradicted": None,
        "abstained": not bad and (unsure or not said),
        "rationale": "Word for word support where there is any.",
        "claims": [
            {"claim_id": claim, "verdict": verdict, "evidence": [], "reason": f"it is {verdict}"}
            for claim, verdict in verdicts.items()
        ],
    }
    return judgment | more


def northwind(case_id: str = "northwind", route: str = "review", **case: Any) -> tuple[JSON, JSON]:
    """The item of the pictures: a failed number, a missing passage, a judge that disagrees."""
    contexts = [
        {"id": "q3", "text": TEN_Q, "source_id": "10-Q", "page": 4, "score": 0.91},
        {"id": "margin", "text": MARGIN, "source_id": "10-Q", "page": 6, "score": 0.84},
        {
            "id": "call",
            "text": "Analyst: can you size the backlog? CFO: we are not going to size it today.",
            "source_id": "Call transcript",
            "score": 0.55,
            "truncated": True,
        },
    ]
    revenue = "$412.3 million, up 14 percent"
    claims = claims_of(
        NORTHWIND,
        {
            1: [span("q3", TEN_Q, revenue), span("margin", MARGIN, "Operating income", 0.2)],
            2: [span("q3", TEN_Q, "Growth was led by grid storage")],
            3: [span("margin", MARGIN, "20.4 percent of revenue", 0.6)],
        },
    )
    start = NORTHWIND.index("21.4%")
    gates = gates_of(
        numbers={
            "outcome": "fail",
            "checks": [
                check("pass", "traced", '"14%" stands in q3', claim_id="c1"),
                check(
                    "fail",
                    "untraced",
                    '"21.4%" stands in no context',
                    claim_id="c3",
                    observed={
                        "text": "21.4%",
                        "where": {"part": "answer"},
                        "start": start,
                        "end": start + 5,
                    },
                ),
                check("fail", "untraced", '"$50 million" stands in no context', claim_id="c4"),
            ],
        },
        dates={
            "outcome": "unavailable",
            "checks": [check("unavailable", "ambiguous_date", "day and month are unclear")],
        },
        citations={"outcome": "pass", "checks": [check("pass", "resolved", "[1] leads to q3")]},
    )
    judgment = judgment_of(
        {"c1": "supported", "c2": "partial", "c3": "contradicted", "c4": "not_mentioned"}
    )
    judgment["claims"][2] |= {
        "quote": "20.4 percent of revenue",
        "evidence": [span("margin", MARGIN, "20.4 percent of revenue")],
        "reason": "same metric, same quarter, another value",
    }
    judgment["claims"][1] |= {"quote": "storage alone drove growth", "reason": "only one driver"}
    reasons = {
        "proved": [
            {
                "code": "untraced",
                "message": '"21.4%" stands in no context',
                "claim_id": "c3",
                "gate": "numbers",
                "outcome": "fail",
                "action": route,
            },
            {
                "code": "traced",
                "message": '"14%" stands in q3',
                "claim_id": "c1",
                "outcome": "pass",
            },
        ],
        "judged": [
            {"code": "contradicted", "message": "local: claim 3 is contradicted", "claim_id": "c3"}
        ],
        "uncertain": [
            {
                "code": "ambiguous_date",
                "message": "day and month are unclear",
                "gate": "dates",
                "outcome": "unavailable",
                "action": "review",
            }
        ],
    }
    full: JSON = {
        "id": case_id,
        "question": "What drove Northwind's third quarter?",
        "answer": NORTHWIND,
        "contexts": contexts,
        **case,
    }
    return full, evaluation_of(full, route, gates, claims, [judgment], reasons)


def evaluation_of(
    case: JSON,
    route: str,
    gates: JSON,
    claims: list[JSON],
    judgments: list[JSON],
    reasons: JSON | None = None,
) -> JSON:
    """A whole evaluation as it is written out."""
    return {
        "schema": "adjudge.evaluation.v1",
        "case_id": case["id"],
        "case_hash": canonical_hash(case),
        "route": route,
        "reasons": reasons or {"proved": [], "judged": [], "uncertain": []},
        "gates": gates,
        "claims": claims,
        "judgments": judgments,
        "policy": {"name": "default", "version": "1", "hash": "sha256:0", "tier": "standard"},
        "engine": {"version": "0.1.0", "libraries": {}},
        "report_hash": "sha256:0",
    }


def plain(case_id: str, answer: str = "Water boils at 100 °C.", **case: Any) -> tuple[JSON, JSON]:
    """An item in review with supported claims and nothing wrong."""
    text = "At sea level water boils at 100 °C. Ice melts at 0 °C."
    full: JSON = {
        "id": case_id,
        "question": "When does water boil?",
        "answer": answer,
        "contexts": [{"id": "k1", "text": text}],
        **case,
    }
    claims = claims_of(answer, {1: [span("k1", text, "water boils at 100 °C", 1.0)]})
    judgment = judgment_of({claim["id"]: "supported" for claim in claims})
    reasons = {
        "proved": [],
        "judged": [{"code": "supported", "message": "local: every claim is supported"}],
        "uncertain": [
            {"code": "not_admitted", "message": "no admitted judge has read it", "action": "review"}
        ],
    }
    gates = gates_of(numbers={"outcome": "pass", "checks": [check("pass", "traced", "100")]})
    return full, evaluation_of(full, "review", gates, claims, [judgment], reasons)


def build(
    path: Path,
    items: Sequence[tuple[JSON, JSON]],
    sources: Mapping[str, JSON] | None = None,
) -> Path:
    """A queue's file with these items, in this order within one priority.

    `sources`: who may read which source of their contexts.
    """
    records = [
        Record(
            case_id=case["id"],
            case_hash=canonical_hash(case),
            key=f"key-{case['id']}",
            case=case,
            evaluation=evaluation,
            report=canonical_json({"case": case["id"]}),
            sources=sources or {},
        )
        for case, evaluation in items
    ]
    with Queue.open(path, create=True) as queue:
        for start in range(0, len(records), 100):
            queue.enqueue(records[start : start + 100])
    return path
