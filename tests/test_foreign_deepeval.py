"""DeepEval: goldens in three forms, run files, the cache; conversations are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from export_samples import UNFAITHFUL, golden_row
from foreign_samples_tables import (
    ANSWER,
    CONTEXTS,
    QUESTION,
    metric,
    read,
    run_case,
    write_csv,
    write_json,
    write_lines,
)

from adjudge_queue.exports import EXPORTS

GOLDEN: dict[str, Any] = {
    "input": QUESTION,
    "actual_output": ANSWER,
    "expected_output": None,
    "retrieval_context": CONTEXTS,
    "context": None,
    "name": "ferry-1",
    "comments": "ask the harbour",
    "source_file": "timetable.pdf",
    "additional_metadata": {"team": "piers"},
}


@pytest.mark.parametrize("form", ["json", "jsonl", "csv"])
def test_goldens_in_every_form(tmp_path: Path, form: str) -> None:
    flat = GOLDEN | {"retrieval_context": "|".join(CONTEXTS)}
    if form == "json":
        path = write_json(tmp_path / "g.json", [GOLDEN])
    elif form == "jsonl":
        path = write_lines(tmp_path / "g.jsonl", [flat, flat])
    else:
        cells = [json.dumps(v) if isinstance(v, dict) else v for v in flat.values()]
        path = write_csv(tmp_path / "g.csv", list(flat), cells)
    found = read(path)
    assert found.about.format == "deepeval"
    case = found.cases[0]
    assert (case.id, case.question, case.answer) == ("ferry-1", QUESTION, ANSWER)
    assert [one.text for one in case.contexts] == CONTEXTS
    assert case.metadata["source"] == {"tool": "deepeval", "file": "timetable.pdf"}
    left = case.metadata["deepeval"]
    assert isinstance(left, dict)
    assert left["comments"] == "ask the harbour"
    assert not case.labels
    joined = any("joined with |" in one for one in found.about.sentences)
    assert joined == (form != "json")


def test_passages_with_sources_and_ideal_ones(tmp_path: Path) -> None:
    sourced = [{"context": CONTEXTS[0], "source": "timetable"}, CONTEXTS[1]]
    rows = [
        GOLDEN | {"retrieval_context": sourced},
        GOLDEN | {"retrieval_context": None, "context": ["ideal"]},
        GOLDEN | {"retrieval_context": [], "context": ["ideal"]},
    ]
    first, second, third = read(write_json(tmp_path / "g.json", rows)).cases
    assert [one.source_id for one in first.contexts] == ["timetable", None]
    assert [one.text for one in second.contexts] == ["ideal"]
    assert "context" in str(second.metadata["deepeval"])
    assert third.contexts == ()  # nothing was retrieved, and that is said


def test_a_run_in_camel_case_keeps_its_metrics_as_judgments(tmp_path: Path) -> None:
    coded = metric("Word overlap", 0.4, evaluationModel="none")
    failed = metric("Bias", None, error="timeout")
    row = run_case(metricsData=[metric(), coded, failed], expectedOutput="At 21:40.")
    document = {"testRunData": {"testCases": [row], "conversationalTestCases": [{"turns": []}]}}
    found = read(write_json(tmp_path / "r.json", document))
    (case,) = found.cases
    assert (case.id, case.expect.reference) == ("ferry-1", "At 21:40.")
    assert case.labels == ()
    said = {one.criterion: one for one in case.judgments}
    assert (said["faithfulness"].judge, said["faithfulness"].strict) == ("deepeval/judge-1", 0.0)
    assert (said["word_overlap"].judge, said["word_overlap"].model) == ("deepeval", None)
    assert said["bias"].abstained
    assert found.rejects[0].place == "$.testRunData.conversationalTestCases[0]"


def test_a_bare_run_takes_passages_from_its_trace(tmp_path: Path) -> None:
    spans = [{"retrievalContext": [CONTEXTS[0]]}, {"retrievalContext": [CONTEXTS[1], 7]}, 3]
    row = run_case(retrievalContext=None, trace={"uuid": "t-1", "retrieverSpans": spans})
    case = read(write_json(tmp_path / "r.json", {"testCases": [row]})).case
    assert [one.text for one in case.contexts] == CONTEXTS
    assert case.metadata["source"] == {"tool": "deepeval", "trace_id": "t-1"}
    assert case.metadata["deepeval"] == {"contexts_from": "trace.retrieverSpans", "success": False}


def test_answers_that_are_objects(tmp_path: Path) -> None:
    rows = [run_case(actualOutput={"answer": ANSWER, "n": 1}), run_case(actualOutput={"a": 1})]
    first, second = read(write_json(tmp_path / "r.json", {"testCases": rows})).cases
    assert first.answer == ANSWER
    assert second.answer == '{"a": 1}'


def test_the_cache_is_read_and_its_order_told(tmp_path: Path) -> None:
    case = {"input": QUESTION, "actual_output": ANSWER, "retrieval_context": CONTEXTS}
    said = {"cached_metrics_data": [{"metric_data": metric()}, 7]}
    document = {"test_cases_lookup_map": {json.dumps(case): said, "{": said, "7": None}}
    found = read(write_json(tmp_path / "c.json", document))
    (one,) = found.cases
    assert (one.question, one.answer, len(one.judgments)) == (QUESTION, ANSWER, 1)
    assert [reject.field for reject in found.rejects] == ["", ""]
    assert any("first order" in sentence for sentence in found.about.sentences)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (GOLDEN | {"actual_output": None}, "actual_output: is null"),
        (GOLDEN | {"actual_output": ""}, "actual_output: is null"),
        (GOLDEN | {"input": 7}, "input: must be text"),
        (GOLDEN | {"turns": [{"role": "user", "content": "hi"}]}, "turns: is a conversation"),
        ({"scenario": "lost", "turns": "[]"}, "turns: is a conversation"),
    ],
    ids=["null", "empty", "number", "turns", "scenario"],
)
def test_what_is_no_case_is_refused_with_its_reason(
    tmp_path: Path, record: dict[str, Any], reason: str
) -> None:
    found = read(write_json(tmp_path / "g.json", [record]), format="deepeval")
    assert found.reason.startswith(reason)


def test_conversation_goldens_of_a_table_are_refused_row_by_row(tmp_path: Path) -> None:
    header = ("scenario", "turns", "expected_outcome", "context")
    rows = [("a", "[]", "b", "c|d"), ("e", "", "f", "g")]
    found = read(write_csv(tmp_path / "c.csv", header, *rows))
    assert found.about.format == "deepeval"
    assert not found.cases
    assert [one.field for one in found.rejects] == ["turns", "turns"]


def test_our_export_comes_back_and_an_edited_one_loses_its_labels(tmp_path: Path) -> None:
    text = "".join(EXPORTS["deepeval"].write([golden_row("a"), golden_row("b")]))
    records = json.loads(text)
    records[1]["actual_output"] = "The pump weighs nothing."
    first, second = read(write_json(tmp_path / "g.json", records)).cases
    assert first.id == "a"
    assert first.labels[0].model_dump(exclude_defaults=True, mode="json") == UNFAITHFUL
    assert second.labels == ()
    assert "edited since it was exported" in str(second.metadata["deepeval"])
    assert second.answer == "The pump weighs nothing."
