"""LangSmith's runs, and Langfuse's scores: what was seen of them, and what we export."""

from __future__ import annotations

import shlex
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from doc_steps import fences
from trace_samples import ANSWER, PASSAGES, QUESTION, Read, write_json, write_lines

from adjudge_engine.case import Case
from adjudge_engine.reading import read_labelled
from adjudge_engine.reading.foreign.mapping import CaseMap
from adjudge_queue.exports import langfuse

DOCS = Path(__file__).resolve().parents[1] / "docs"


def run(id_: str, **more: Any) -> dict[str, Any]:
    """A posted run of a model."""
    return {
        "id": id_,
        "trace_id": "t1",
        "run_type": "llm",
        "name": "call",
        "dotted_order": id_,
        "start_time": "2031-03-01T08:00:00+00:00",
        "inputs": {"messages": [{"role": "user", "content": QUESTION}], "stream": False},
        "outputs": {},
        "session_name": "desk",
    } | more


def answer(text: str = ANSWER) -> dict[str, Any]:
    """The outputs of a chat."""
    return {"choices": [{"message": {"role": "assistant", "content": text}}], "model": "tern-2"}


def test_a_run_posted_and_patched_is_one(tmp_path: Path) -> None:
    patch = {"id": "r1", "trace_id": "t1", "dotted_order": "r1", "outputs": answer(), "inputs": {}}
    read = Read(write_json(tmp_path / "runs.json", {"post": [run("r1")], "patch": [patch]}))
    case = read.only
    assert read.about.format == "langsmith"
    assert (case.id, case.question, case.answer) == ("r1", QUESTION, ANSWER)
    assert case.generator == "tern-2"
    assert read.says("give them with --map")


def test_the_topmost_run_is_the_case(tmp_path: Path) -> None:
    lines = [
        run("r2", parent_run_id="r1", outputs=answer("inner")),
        run("r1", run_type="chain", inputs={"question": "Outer?"}, outputs={"answer": "Outer."}),
    ]
    case = Read(write_lines(tmp_path / "runs.jsonl", lines)).only
    assert (case.id, case.question, case.answer) == ("r1", "Outer?", "Outer.")


def test_a_run_without_an_answer_is_refused(tmp_path: Path) -> None:
    lines = [run("r1", error="boom\ntrace"), run("r2", trace_id="t2", outputs=answer()), {"a": 1}]
    read = Read(write_lines(tmp_path / "runs.jsonl", lines))
    assert [one.id for one in read.cases] == ["r2"]
    assert sorted(read.why) == [
        "is missing: a run has one",
        "the run has no answer; it failed: boom",
    ]


def score(name: str, value: Any, source: str | None, **more: Any) -> dict[str, Any]:
    """A Langfuse score."""
    kind = "CATEGORICAL" if isinstance(value, str) else "NUMERIC"
    place = {"stringValue": value} if isinstance(value, str) else {"value": value}
    found = {"id": "s", "traceId": "t1", "name": name, "dataType": kind, "source": source}
    return found | place | more


def test_langfuse_annotations_label_and_evaluations_judge(tmp_path: Path) -> None:
    lines = [
        score("faithfulness", "unfaithful", "ANNOTATION", authorUserId="mori", comment="no"),
        score("faithfulness", "faithful", "EVAL"),
        score("helpfulness", 0.5, "EVAL", traceId="t2"),
        score("tone", 1, "API"),
        score("tone", 1, "API", traceId="t3"),
        score("tone", 1, "ANNOTATION", traceId=None),
    ]
    read = Read(write_lines(tmp_path / "scores.jsonl", lines))
    first, second = read.cases
    assert read.about.format == "langfuse"
    assert [(one.criterion, one.value, one.by, one.note) for one in first.labels] == [
        ("faithfulness", "unfaithful", "mori", "no")
    ]
    assert [(one.criterion, one.strict) for one in first.judgments] == [("faithfulness", 1)]
    assert [(one.value, one.score, one.strict) for one in second.judgments] == [(0.5, None, None)]
    assert read.says("do not say who gave them")
    assert read.why == [
        "is missing: scores of sessions are not read",
        "no score says that a person or a judge gave it",
    ]


def test_scores_that_we_export_come_back(tmp_path: Path) -> None:
    labels: list[dict[str, Any]] = [
        {
            "criterion": "faithfulness",
            "value": "unfaithful",
            "by": "mori",
            "note": "wrong hour",
            "corrected_answer": "It leaves at 9:50.",
            "claims": [
                {"claim_id": "k1", "start": 0, "end": 45, "text": ANSWER, "verdict": "contradicted"}
            ],
        },
        {"criterion": "clarity", "value": 4, "by": "aoki"},
        {"criterion": "tone", "undetermined": True, "by": "aoki"},
    ]
    row = {
        "id": "ferry-1",
        "answer": ANSWER,
        "metadata": {"golden": {"split": "dev", "case_hash": "sha256:00"}},
        "labels": labels,
    }
    path = tmp_path / "scores.jsonl"
    path.write_text("".join(langfuse.write_scores([row])), encoding="utf-8")
    case = Read(path).only
    back = [one.model_dump(exclude_defaults=True, mode="json") for one in case.labels]
    assert (case.id, back) == ("ferry-1", labels)


RECIPES: dict[str, Any] = {
    "langfuse_traces.json": {
        "data": [
            {
                "id": "t1",
                "timestamp": "2031-03-01T08:00:00Z",
                "input": {"question": QUESTION},
                "output": {"answer": ANSWER, "contexts": list(PASSAGES)},
            }
        ]
    },
    "langsmith_runs.jsonl": [
        run("t1", inputs={"question": QUESTION}, run_type="chain")
        | {"outputs": {"answer": ANSWER, "documents": [{"page_content": one} for one in PASSAGES]}}
    ],
}


@pytest.mark.parametrize("name", RECIPES)
def test_the_page_s_maps_read_what_the_tools_write(tmp_path: Path, name: str) -> None:
    (command,) = (
        line
        for body in fences(DOCS / "formats.md", "sh")
        for line in body.splitlines()
        if name in line
    )
    words = shlex.split(command)
    maps = [word for before, word in pairwise(words) if before == "--map"]
    write = write_json if name.endswith(".json") else write_lines
    path = write(tmp_path / name, RECIPES[name])
    (case,) = read_labelled(path, format=CaseMap.parse(maps))
    assert isinstance(case, Case)
    assert (case.id, case.question, case.answer) == ("t1", QUESTION, ANSWER)
    assert tuple(one.text for one in case.contexts) == PASSAGES
    assert case.created_at
