"""MLflow: evaluation tables in every form, traces with assessments by people and judges."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from trace_samples import ANSWER, PASSAGES, QUESTION, Read, write_json, write_lines


def trace(*assessments: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A trace as `Trace.to_json` writes it, the root span last."""
    found = [{"page_content": one, "metadata": {"doc_uri": f"doc-{at}"}, "id": None}
             for at, one in enumerate(PASSAGES)]  # fmt: skip
    spans = [
        {"span_id": "b", "parent_span_id": "a", "start_time_unix_nano": 2,
         "attributes": {"mlflow.spanType": '"RETRIEVER"', "mlflow.spanOutputs": json.dumps(found)}},
        {"span_id": "a", "parent_span_id": None, "start_time_unix_nano": 1,
         "attributes": {"mlflow.spanType": '"CHAIN"',
                        "mlflow.spanInputs": json.dumps({"question": QUESTION}),
                        "mlflow.spanOutputs": json.dumps(ANSWER)}},
    ]  # fmt: skip
    info = {"trace_id": "tr-1", "state": "OK", "assessments": list(assessments)}
    info |= {"request_time": "2031-03-01T08:00:00Z", "response_preview": "On Sun…"}
    return {"info": info | more, "data": {"spans": spans}}


def assessed(name: str, kind: str | None, **more: Any) -> dict[str, Any]:
    """An assessment from a source of that kind."""
    source = {} if kind is None else {"source": {"source_type": kind, "source_id": "mori"}}
    return {"assessment_id": "a-1", "assessment_name": name, "valid": True} | source | more


def test_a_trace_is_one_case(tmp_path: Path) -> None:
    read = Read(write_lines(tmp_path / "traces.jsonl", [trace()]))
    case = read.only
    assert read.about.format == "mlflow"
    assert (case.id, case.question, case.answer) == ("tr-1", QUESTION, ANSWER)
    assert [(one.id, one.text) for one in case.contexts] == [
        ("doc-0", PASSAGES[0]), ("doc-1", PASSAGES[1]),
    ]  # fmt: skip


def test_the_frame_of_search_traces_says_the_same(tmp_path: Path) -> None:
    whole = trace()
    row = whole["info"] | whole["data"] | {"request": {"question": QUESTION}, "response": ANSWER}
    row["request_time"] = 1_930_000_000_000
    case = Read(write_lines(tmp_path / "frame.jsonl", [row, row | {"trace_id": "tr-2"}])).cases[0]
    plain = Read(write_lines(tmp_path / "traces.jsonl", [whole])).only
    assert (case.id, case.question, case.answer) == (plain.id, plain.question, plain.answer)
    assert case.contexts == plain.contexts
    assert case.created_at == "2031-02-27T23:06:40.000000Z"


def test_people_label_judges_judge_and_expectations_expect(tmp_path: Path) -> None:
    read = Read(
        write_lines(
            tmp_path / "traces.jsonl",
            [
                trace(
                    assessed("faithful", "HUMAN", feedback={"value": False}, rationale="no tram",
                             last_update_time="2031-03-02T08:00:00Z"),
                    assessed("correctness", "LLM_JUDGE", feedback={"value": "yes"}, rationale="r",
                             span_id="a"),
                    assessed("length", "CODE", feedback={"value": 45}),
                    assessed("safety", "LLM_JUDGE", feedback={"error": {"error_code": "TIMEOUT"}}),
                    assessed("toxic", "LLM_JUDGE", feedback={"value": True}),
                    assessed("tone", None, feedback={"value": "good"}),
                    assessed("relevance", "HUMAN", feedback={"value": False}, span_id="b"),
                    assessed("faithful", "HUMAN", feedback={"value": True}, valid=False),
                    assessed("expected_response", "HUMAN", expectation={"value": "At 9:40."}),
                    assessed("expected_facts", "HUMAN",
                             expectation={"serialized_value": {"value": '["9:40", "Sundays"]'}}),
                    assessed("mood", "HUMAN", expectation={"value": "calm"}),
                )
            ],
        )
    )  # fmt: skip
    case = read.only
    (label,) = case.labels
    assert (label.criterion, label.value, label.by, label.note, label.at) == (
        "faithfulness", "unfaithful", "mori", "no tram", "2031-03-02T08:00:00.000000Z",
    )  # fmt: skip
    correct, length, safety, toxic = case.judgments
    assert (correct.criterion, correct.strict, correct.rationale) == ("correctness", 1, "r")
    assert (length.value, length.strict, length.score) == (45, None, None)
    assert safety.abstained
    assert toxic.abstained  # which of yes and no is good is not told
    assert case.expect.reference == "At 9:40."
    assert case.expect.criteria == ("9:40", "Sundays")
    told = ("does not say who gave it", "others override", "other expectations", "single steps")
    for part in told:
        assert read.says(part)


def test_a_preview_is_no_answer(tmp_path: Path) -> None:
    cut = trace(state="ERROR")
    cut["data"]["spans"] = []
    read = Read(write_lines(tmp_path / "traces.jsonl", [cut, trace()]))
    assert read.why == ["the trace has no answer (state ERROR)"]


def table() -> list[dict[str, Any]]:
    """Rows of an evaluation with a judge's metric and a person's column."""
    return [
        {
            "inputs": QUESTION,
            "outputs": ANSWER,
            "context": "\n\n".join(PASSAGES),
            "human": "unfaithful",
            "faithfulness/v1/score": 1,
            "faithfulness/v1/justification": "Ⅰ of five",
            "exact_match/score": None,
            "note": "kept",
        },
        {"inputs": "Why?", "outputs": None, "context": None, "human": None,
         "faithfulness/v1/score": None, "faithfulness/v1/justification": None,
         "exact_match/score": 0, "note": None},
    ]  # fmt: skip


@pytest.mark.parametrize("form", ["split", "records", "lines", "csv"])
def test_a_table_in_every_form(tmp_path: Path, form: str) -> None:
    rows, path = table(), tmp_path / f"table.{form}"
    if form == "split":
        value = {"columns": list(rows[0]), "data": [list(one.values()) for one in rows]}
        write_json(path, value)
    elif form == "csv":
        import csv

        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    else:
        (write_json(path, rows) if form == "records" else write_lines(path, rows))
    read = Read(path)
    assert read.about.format == "mlflow"
    (case,) = read.cases
    assert (case.question, case.answer) == (QUESTION, ANSWER)
    assert tuple(one.text for one in case.contexts) == PASSAGES
    assert [(one.criterion, one.value) for one in case.labels] == [("faithfulness", "unfaithful")]
    judged, silent = case.judgments
    assert (judged.criterion, judged.value, judged.rationale) == ("faithfulness", 1, "Ⅰ of five")
    assert (judged.score, judged.strict) == (None, None)  # 1 of 5 is no perfect score
    assert silent.abstained
    assert case.metadata["mlflow"] == {"note": "kept"}
    assert read.says("parted into passages at its blank lines")
    assert read.says("'human' is read as a person's verdict")
    assert [one.field for one in read.refused] == ["outputs"]


def test_a_row_of_the_wrong_length_is_refused(tmp_path: Path) -> None:
    value = {"columns": ["inputs", "outputs", "x/score"], "data": [["q", "a", 1], ["q", "a"], 7]}
    read = Read(write_json(tmp_path / "t.json", value))
    assert len(read.cases) == 1
    assert len(read.refused) == 2
    assert "a list of 3 values" in read.why[0]
