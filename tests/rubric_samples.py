"""A small invented case, and a judge's name, for the tests of rubrics."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from adjudge_engine.case import Case
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.rubrics import Material, Rubric, judgment_of, load_rubric, read_reply

GENERIC = load_rubric("faithfulness-generic")
STRICT = load_rubric("faithfulness-strict")

KAYAK: dict[str, Any] = {
    "id": "kayak",
    "question": "What does a kayak cost?",
    "answer": "A kayak costs 18 euros an hour. Paddles are free of charge. It closes at noon.",
    "contexts": [
        {"id": "price list", "text": "A kayak costs 18 euros an hour.\nPaddles are included."},
        {"id": "hours", "text": "The boathouse opens at 9:00. Boats go back by 19:30."},
    ],
}


class SampleJudge(NamedTuple):
    """A judge by name only; what it says comes from the tests."""

    name: str = "sample"
    remote: bool = True
    criteria: tuple[str, ...] = ("faithfulness",)

    def fingerprint(self, criterion: str) -> str:
        """Constant for a criterion."""
        return f"sample:{criterion}"

    def judge(self, request: JudgeRequest) -> Judgment:
        """Not asked in tests of rubrics."""
        raise NotImplementedError


def asked(criterion: str = "faithfulness", **changes: Any) -> JudgeRequest:
    """A request about the sample case, with some of its fields changed."""
    case = Case.model_validate(KAYAK | changes)
    return JudgeRequest(criterion, case, split_claims(case.answer or ""))


def row(
    number: int, verdict: str, quote: str = "", reason: str = "", **more: Any
) -> dict[str, Any]:
    """One claim's entry of a reply."""
    return {"c": number, "q": quote, "r": reason, "v": verdict, **more}


def said(*rows: dict[str, Any], extra: list[dict[str, Any]] | None = None) -> str:
    """A reply about claims."""
    return json.dumps({"claims": rows, "extra": extra or []})


def judged(rubric: Rubric, request: JudgeRequest, text: str, final: bool = False) -> Judgment:
    """The judgment that a reply to `rubric` comes to."""
    material = Material.of(request, rubric)
    reply = read_reply(rubric, material, text, final=final)
    return judgment_of(SampleJudge(), request, rubric, material, reply, model="m")
