"""The same twelve answers, written by each tool, arrive equal: question, answer, contexts.

`FILES` lists every file that a tool made of them; the native items are what they are made of.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Final

import pytest
from foreign_samples_tables import read
from shared_data import SHARED, needs_shared

from adjudge_engine.case import Case

FORMATS: Final = SHARED / "formats"
#: File → why its contexts are compared without their order, or None.
FILES: Final[dict[str, str | None]] = {
    "ragas/ragas-0.1_legacy_columns.csv": None,
    "ragas/ragas-0.1_legacy_columns.parquet": None,
    "ragas/ragas-0.4_evaluation_dataset.csv": None,
    "ragas/ragas-0.4_evaluation_dataset.jsonl": None,
    "ragas/ragas-0.4_result_frame.csv": None,
    "deepeval/deepeval-4.3.1_goldens.csv": None,
    "deepeval/deepeval-4.3.1_goldens.json": None,
    "deepeval/deepeval-4.3.1_goldens.jsonl": None,
    "deepeval/dot_deepeval/.deepeval-cache.json": "the cache sorts them",
    "deepeval/dot_deepeval/.latest_run_full.json": None,
    "deepeval/dot_deepeval/.latest_test_run.json": None,
    "deepeval/results/test_run_20261130_001817.json": None,
    "promptfoo/promptfoo_results.csv": None,
    "promptfoo/promptfoo_results.json": None,
    "promptfoo/promptfoo_results.jsonl": None,
    "openinference/otel_sdk_spans.jsonl": None,
    "mlflow/mlflow_eval_results_table.split.json": None,
    "mlflow/mlflow_search_traces_frame.jsonl": None,
    "mlflow/mlflow_traces.jsonl": None,
    "inspect/2026-11-30T00-23-20-00-00_rag-faithfulness.eval": None,
    "inspect/2026-11-30T00-23-21-00-00_rag-faithfulness.json": None,
}
#: Files that take the optional pyarrow: Parquet, and archives packed with Zstandard.
_ARROW: Final = (".parquet", ".eval")

Shown = tuple[str | None, str | None, tuple[str, ...]]


def shown(case: Case) -> Shown:
    """What must arrive equal."""
    return case.question, case.answer, tuple(one.text for one in case.contexts)


def texts(found: Shown) -> tuple[str, ...]:
    return found[2]


@cache
def originals() -> dict[str | None, Shown]:
    """The real items by their answer."""
    path = SHARED / "items" / "ragtruth_qa.jsonl"
    lines = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    found = {}
    for one in lines:
        contexts = tuple(context["text"] for context in one["contexts"])
        found[one["answer"]] = (one["question"], one["answer"], contexts)
    return found


@needs_shared
@pytest.mark.parametrize("name", FILES)
def test_the_twelve_answers_arrive_as_they_are(name: str) -> None:
    if name.endswith(_ARROW):
        pytest.importorskip("pyarrow")
    found = read(FORMATS / name)
    assert not found.rejects
    assert len({case.answer for case in found.cases}) == len(found.cases) == 12
    for case in found.cases:
        one, other = shown(case), originals()[case.answer]
        if FILES[name] is not None:
            one, other = ((*x[:2], tuple(sorted(texts(x)))) for x in (one, other))
        assert one == other


@needs_shared
def test_every_tool_was_given_the_same_twelve() -> None:
    answers = {
        frozenset(case.answer for case in read(FORMATS / name).cases)
        for name in FILES
        if not name.endswith(_ARROW)
    }
    assert len(answers) == 1
