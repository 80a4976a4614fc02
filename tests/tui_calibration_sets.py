"""A queue with a golden set that a judge can be held against, for tests and pictures; invented."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from tui_leads import record
from tui_samples import JSON, evaluation_of, gates_of, judgment_of, northwind

from adjudge_engine.claims import split_claims
from adjudge_queue import Queue
from adjudge_queue.records import Decision, Seen

CASES = 96
_TWICE = 12  # cases that two people decide on


def filter_case(number: int, random: Random, *, judge: str = "reader") -> tuple[JSON, JSON, bool]:
    """A case, its evaluation with one judge's word, and whether it is bad."""
    bad = number % 3 == 0
    german = number % 4 == 0
    score = (0.3 if bad else 0.85) + 0.5 * (random.random() - 0.5)
    if german and bad and random.random() < 0.6:
        score = 0.9  # what this judge overlooks
    score = round(max(0.0, min(1.0, score)), 3)
    answer = f"The filter is changed every {10 + number} hours."
    case: JSON = {
        "id": f"filter-{number:02}",
        "question": f"How often is filter {number} changed?",
        "answer": answer,
        "contexts": [
            {
                "id": "leaflet",
                "source_id": f"leaflet-{number // 2}",
                "text": f"Change filter {number} every {10 + number + 30 * bad} hours.",
            }
        ],
        "metadata": {"language": "de" if german else "en"},
        "tags": ["pump" if number % 2 else "fan"],
    }
    claim = claim_of(answer)
    claims = [{"id": claim, "text": answer, "start": 0, "end": len(answer), "proved": False}]
    unsure = 0.56 < score < 0.62
    verdict = "unsure" if unsure else "supported" if score >= 0.6 else "not_mentioned"
    judgment = judgment_of({claim: verdict}, judge=judge, score=score, fingerprint="sha256:reader")
    if unsure:
        judgment |= {"abstained": True, "strict": None, "score": None}
        judgment["abstention"] = {"code": "unsure", "message": "it may be"}
    return case, evaluation_of(case, "review", gates_of(), claims, [judgment]), bad


def claim_of(answer: str) -> str:
    """The id of an answer's one claim."""
    (claim,) = split_claims(answer)
    return claim.id


def decide(queue: Queue, item_id: int, who: str, value: str, verdict: str) -> None:
    """One relabel, with the judge in sight."""
    found = queue.item(item_id)
    claim = str(found.evaluation["claims"][0]["id"])
    labels = (
        {
            "criterion": "faithfulness",
            "value": value,
            "claims": [{"claim_id": claim, "verdict": verdict}],
        },
    )
    seen = Seen(found.evaluation_hash, (), "revealed")
    key = f"{who}-{item_id}-{value}"
    queue.decide(item_id, Decision("relabel", who, key, labels=labels, seen=seen))


def calibrated(path: Path, count: int = CASES) -> Path:
    """`filters@1`: so many cases, some decided by two, beside an item that nobody has decided."""
    random = Random(11)
    made = [filter_case(number, random) for number in range(count)]
    with Queue.open(path, create=True) as queue:
        records = [
            record((case, evaluation), second="by two" if number < _TWICE else "")
            for number, (case, evaluation, _bad) in enumerate(made)
        ]
        for start in range(0, len(records), 100):
            queue.enqueue(records[start : start + 100])
        queue.enqueue([record(northwind(), second="")])
        for number, (_case, _evaluation, bad) in enumerate(made):
            value, verdict = ("unfaithful", "contradicted") if bad else ("faithful", "supported")
            for who in ("ann", "bob") if number < _TWICE else ("ann",):
                decide(queue, number + 1, who, value, verdict)
        queue.golden_create("filters", actor="ann")
    return path


def admission(path: Path, **changes: Any) -> Path:
    """An admissions file beside the queue: the judge was admitted, read by its score."""
    entry = {
        "judge": "reader",
        "criterion": "faithfulness",
        "fingerprint": "sha256:reader",
        "reading": "score",
        "minimum": 0.6,
        "outcome": "inconclusive",
        "why": "false pass 2 of 11 bad, with a verdict: at most 43.0 %, allowed 20 %",
        "level": "answer",
        "labels": {"name": "filters@1", "version": 1, "hash": "sha256:b"},
        "rows": 30,
        "demands": {"level": "answer", "false_pass_upper": 0.2},
        "figures": {},
        "at": "2026-03-02T09:00:00Z",
        "by": "ann",
        **changes,
    }
    file = path.with_name("adjudge-admissions.json")
    content = {"schema": "adjudge.admissions/1", "admissions": [entry]}
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


def probes(path: Path) -> Path:
    """What `adjudge probe --json` printed of the same judge, beside the queue."""
    row = {
        "probe": "verbosity",
        "title": "padding with no new facts",
        "n": 60,
        "rate": 0.117,
        "placebo_rate": 0.017,
        "finding": "moved by it",
        "worrying": True,
    }
    content = {
        "schema": "adjudge.probe/1",
        "judge": "reader",
        "fingerprint": "sha256:reader",
        "criterion": "faithfulness",
        "probes": [row, row | {"title": "identical repeat", "rate": 0.0, "worrying": False}],
    }
    file = path.with_name("reader-probes.json")
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


def with_results(path: Path) -> Path:
    """`calibrated`, with an admission and probes beside it."""
    calibrated(path)
    admission(path)
    probes(path)
    return path
