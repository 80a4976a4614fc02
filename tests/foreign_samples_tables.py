"""Invented files of RAGAS, DeepEval, promptfoo and the like, and how tests read them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudge_engine.case import Case
from adjudge_engine.reading.about import About
from adjudge_engine.reading.cases import read_labelled, read_numbered
from adjudge_engine.reading.rejects import Reject

QUESTION = "When does the last ferry leave?"
ANSWER = "The last ferry leaves at 21:40. Bicycles travel free."
CONTEXTS = ["The last ferry leaves the north pier at 21:40.", "A bicycle costs 3 euros."]
FIRST = (0, 31)
SECOND = (32, 53)


@dataclass
class Found:
    """What a file gave: cases, rejects, and what was said about it."""

    cases: list[Case]
    rejects: list[Reject]
    about: About

    @property
    def case(self) -> Case:
        """The only case of a file without rejects."""
        assert not self.rejects, [str(one) for one in self.rejects]
        (only,) = self.cases
        return only

    @property
    def reason(self) -> str:
        """Why the only record of a file was refused."""
        assert not self.cases
        (only,) = self.rejects
        return f"{only.field}: {only.reason}"


def read(path: Path, *, labelled: bool = False, format: str | None = None) -> Found:  # noqa: A002
    """The file, as `adjudge evaluate` reads it, or `adjudge calibrate` (`labelled`)."""
    about = About()
    if labelled:
        found = list(read_labelled(path, format=format, about=about))
    else:
        found = [one for _, _, one in read_numbered(path, format=format, about=about)]
    return Found(
        [one for one in found if isinstance(one, Case)],
        [one for one in found if isinstance(one, Reject)],
        about,
    )


def write_json(path: Path, value: Any) -> Path:
    """A JSON document, laid out over several lines as tools write it."""
    path.write_text(json.dumps(value, indent=2), encoding="utf-8")
    return path


def write_lines(path: Path, records: Iterable[Any]) -> Path:
    """JSON Lines."""
    path.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return path


def write_csv(path: Path, header: Sequence[str], *rows: Sequence[Any]) -> Path:
    """A CSV as Python's own writer makes it."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([header, *rows])
    path.write_text(text.getvalue(), encoding="utf-8")
    return path


def sample(**changes: Any) -> dict[str, Any]:
    """A RAGAS sample."""
    return {"user_input": QUESTION, "retrieved_contexts": CONTEXTS, "response": ANSWER} | changes


def annotated(
    metric_output: float = 1,
    *,
    verdict: Any = None,
    edited: Any = None,
    **told: Any,
) -> dict[str, Any]:
    """A RAGAS annotation of a critic (`verdict` in the output), as its app exports it."""
    output = None if verdict is None else {"reason": "it says so", "verdict": verdict}
    prompts = {
        "single_turn_aspect_critic_prompt": {
            "prompt_input": {"user_input": QUESTION},
            "prompt_output": output,
            "edited_output": edited,
        }
    }
    return {
        "metric_input": {"user_input": QUESTION, "response": ANSWER},
        "metric_output": metric_output,
        "prompts": prompts,
    } | told


def statements(*verdicts: int, reasons: Sequence[str] = ()) -> dict[str, Any]:
    """Statements of the answer with their verdicts, as RAGAS' faithfulness keeps them."""
    texts = ["The last ferry leaves at 21:40.", "Bicycles travel free."]
    why = list(reasons) or ["read in a passage"] * len(verdicts)
    return {
        "statements": [
            {"statement": text, "reason": reason, "verdict": verdict}
            for text, reason, verdict in zip(texts, why, verdicts, strict=False)
        ]
    }


def metric(name: str = "Faithfulness", score: Any = 0.5, **changes: Any) -> dict[str, Any]:
    """An entry of DeepEval's `metricsData`."""
    return {
        "name": name,
        "threshold": 0.7,
        "success": False,
        "score": score,
        "reason": "one claim is contradicted",
        "strictMode": False,
        "evaluationModel": "judge-1",
    } | changes


def run_case(**changes: Any) -> dict[str, Any]:
    """A test case of a DeepEval run file."""
    return {
        "name": "ferry-1",
        "input": QUESTION,
        "actualOutput": ANSWER,
        "retrievalContext": CONTEXTS,
        "success": False,
        "metricsData": [metric()],
    } | changes


def component(kind: str, passed: bool | None, **changes: Any) -> dict[str, Any]:
    """One component result of promptfoo."""
    score = None if passed is None else float(passed)
    return {
        "pass": passed,
        "score": score,
        "reason": f"{kind} says so",
        "assertion": {"type": kind},
    } | changes


def result(*components: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A result row of promptfoo."""
    variables = {"question": QUESTION, "context": "\n\n".join(CONTEXTS)}
    return {
        "id": "row-1",
        "vars": variables,
        "prompt": {"raw": f"Answer: {QUESTION}", "label": "Answer: {{question}}"},
        "provider": {"id": "openai:model-1", "label": ""},
        "promptIdx": 0,
        "testIdx": 3,
        "testCase": {"description": "ferries", "vars": variables},
        "response": {"output": ANSWER},
        "success": False,
        "score": 0.5,
        "gradingResult": {"pass": False, "score": 0.5, "componentResults": list(components)},
    } | changes


def run(*rows: dict[str, Any]) -> dict[str, Any]:
    """A results file of promptfoo, version 3."""
    results = {"version": 3, "timestamp": "2031-02-01", "prompts": [], "results": list(rows)}
    return {"evalId": "eval-1", "results": results, "config": {}, "shareableUrl": None}


def checked(**changes: Any) -> dict[str, Any]:
    """A checked result of RAGChecker with three claims, two of them entailed."""
    return {
        "query_id": "7",
        "query": QUESTION,
        "gt_answer": "At 21:40.",
        "response": ANSWER,
        "retrieved_context": [
            {"doc_id": "d1", "text": CONTEXTS[0]},
            {"doc_id": "d2", "text": CONTEXTS[1]},
        ],
        "response_claims": [["ferry", "departs at", "21:40"], ["bicycles", "are", "free"]],
        "retrieved2response": [["Entailment", "Neutral"], ["Neutral", "Contradiction"]],
        "metrics": {"faithfulness": 0.5, "hallucination": 0.25, "f1": 0.8},
    } | changes
