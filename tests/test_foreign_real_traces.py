"""Every real file of a tracing tool: what it holds, what is refused of it, and what is said."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import pytest
from shared_data import SHARED, needs_shared
from trace_samples import Read

FORMATS: Final = SHARED / "formats"
FOLDERS: Final = ("openinference", "mlflow", "inspect", "langsmith")
_PROMPT: Final = "the passages stood in the prompt too: the question is what stands before them"
_LABEL: Final = "'human_label' in the samples' metadata is read as a person's verdict"


class Holds(NamedTuple):
    """What a file holds; `sentences` are those about this file beside its format's own."""

    format: str
    cases: int
    labels: int
    judgments: int
    refused: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()


FILES: Final = {
    "openinference/otel_sdk_spans.jsonl": Holds("openinference", 12, 0, 0),
    "openinference/otlp_trace_export.json": Holds("openinference", 3, 0, 0),
    "mlflow/mlflow_eval_results_table.split.json": Holds(
        "mlflow",
        12,
        12,
        12,
        sentences=(
            "the context is one text: it was parted into passages at its blank lines",
            "the column 'human' is read as a person's verdict",
        ),
    ),
    "mlflow/mlflow_search_traces_frame.jsonl": Holds("mlflow", 12, 12, 0),
    "mlflow/mlflow_traces.jsonl": Holds("mlflow", 12, 12, 0),
    "inspect/2026-11-30T00-23-20-00-00_rag-faithfulness.eval": Holds(
        "inspect", 12, 12, 12, sentences=(_PROMPT, _LABEL)
    ),
    "inspect/2026-11-30T00-23-21-00-00_rag-faithfulness.json": Holds(
        "inspect", 12, 12, 12, sentences=(_PROMPT, _LABEL)
    ),
    "inspect/found_no-samples.json": Holds(
        "inspect",
        0,
        0,
        0,
        ("the log has no samples (status: cancelled)",),
        ("the log has no samples (status: cancelled): it was stopped, or written without them",),
    ),
    "inspect/found_popularity.eval": Holds("inspect", 10, 0, 0),
    "inspect/found_popularity.json": Holds("inspect", 3, 0, 3),
    "langsmith/wrap_openai_run.json": Holds("langsmith", 1, 0, 0),
}


@needs_shared
@pytest.mark.parametrize("name", FILES)
def test_each_real_file_holds_what_it_holds(name: str) -> None:
    if name == "inspect/2026-11-30T00-23-20-00-00_rag-faithfulness.eval":
        pytest.importorskip("pyarrow")  # it is packed with Zstandard
    expected, read = FILES[name], Read(FORMATS / name)
    cases = read.cases
    found = Holds(
        read.about.format,
        len(cases),
        sum(len(one.labels) for one in cases),
        sum(len(one.judgments) for one in cases),
        tuple(read.why),
        tuple(one for one in expected.sentences if one in read.about.sentences),
    )
    assert found == expected
    assert all(one.answer and one.question for one in cases)
    assert len({one.id for one in cases}) == len(cases)


@needs_shared
def test_no_real_file_is_left_out() -> None:
    there = {
        one.relative_to(FORMATS).as_posix()
        for folder in FOLDERS
        for one in Path(FORMATS / folder).rglob("*")
        if one.is_file()
    }
    assert there == set(FILES)


@needs_shared
def test_people_s_words_are_the_same_whichever_file_tells_them() -> None:
    """The table, the traces and the log carry the verdicts that the items have."""
    told = [
        {one.answer: one.labels[0].value for one in Read(FORMATS / name).cases}
        for name in (
            "mlflow/mlflow_eval_results_table.split.json",
            "mlflow/mlflow_traces.jsonl",
            "inspect/2026-11-30T00-23-21-00-00_rag-faithfulness.json",
        )
    ]
    assert told[0] == told[1] == told[2]
    assert sorted(map(str, told[0].values())) == ["faithful"] * 6 + ["unfaithful"] * 6


@needs_shared
def test_the_two_exports_of_spans_tell_the_same() -> None:
    """OTLP writes ids in Base64, the SDK in hexadecimal: the cases are the same."""
    spans = {one.id: one for one in Read(FORMATS / "openinference/otel_sdk_spans.jsonl").cases}
    for one in Read(FORMATS / "openinference/otlp_trace_export.json").cases:
        other = spans[one.id]
        assert (one.question, one.answer, one.contexts) == (
            other.question,
            other.answer,
            other.contexts,
        )
        assert one.generator == other.generator
