"""Records for the queue's tests: small cases with an evaluation in the stored shape."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from adjudge_engine.vocabulary import GATES
from adjudge_queue.file import clock
from adjudge_queue.records import Decision, Record

ANSWER = "The dose is 500 mg. Take it twice."
CLAIMS = (
    {"id": "c-dose", "text": "The dose is 500 mg.", "start": 0, "end": 19, "proved": False},
    {"id": "c-twice", "text": "Take it twice.", "start": 20, "end": 34, "proved": False},
)


def judged(*verdicts: str, abstained: bool = False) -> dict[str, Any]:
    """A faithfulness judgment with one verdict per claim of the sample answer."""
    claims = [
        {"claim_id": claim["id"], "verdict": verdict}
        for claim, verdict in zip(CLAIMS, verdicts, strict=False)
    ]
    found: dict[str, Any] = {"criterion": "faithfulness", "judge": "local", "claims": claims}
    if abstained:
        found |= {"abstained": True, "abstention": {"code": "unstable", "message": "…"}}
    return found


def record(
    case_id: str = "one",
    route: str = "review",
    *,
    key: str = "k1",
    gates: Mapping[str, str] | None = None,
    judgments: tuple[dict[str, Any], ...] = (),
    case_hash: str | None = None,
    **case: Any,
) -> Record:
    """One evaluated case; what is given replaces fields of the case."""
    content: dict[str, Any] = {
        "id": case_id,
        "question": "What is the dose?",
        "answer": ANSWER,
        "contexts": [{"id": "c1", "text": "500 mg, twice a day", "source_id": "leaflet"}],
    } | case
    content_hash = case_hash or f"sha256:{case_id.encode('utf-8', 'surrogatepass').hex()}"
    outcomes = {gate: "not_applicable" for gate in GATES} | dict(gates or {})
    evaluation = {
        "schema": "adjudge.evaluation/1",
        "case_id": case_id,
        "case_hash": content_hash,
        "route": route,
        "reasons": {"proved": [], "judged": [], "uncertain": []},
        "gates": {gate: {"outcome": outcome, "checks": []} for gate, outcome in outcomes.items()},
        "claims": [{**claim, "evidence": []} for claim in CLAIMS],
        "judgments": list(judgments),
        "policy": {"name": "p", "version": "1", "hash": "sha256:p", "tier": "standard"},
        "engine": {"version": "0"},
    }
    return Record(case_id, content_hash, key, content, evaluation, b'{"report":1}')


_NUMBER = iter(range(1, 10**9))


def decision(action: Any, reviewer: str = "ann", **parts: Any) -> Decision:
    """A decision with a key of its own."""
    return Decision(action, reviewer, parts.pop("key", f"key-{next(_NUMBER)}"), **parts)


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
        monkeypatch.setattr(clock, "now", lambda: self.now)

    def forward(self, seconds: float) -> None:
        """Let time pass (or run back)."""
        self.now += timedelta(seconds=seconds)
