"""Tables that MLflow's scorers take, before any metric ran; and tasks that look like answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from trace_samples import ANSWER, PASSAGES, QUESTION, Read, write_lines

from adjudge_engine.errors import InputError
from adjudge_engine.reading import read_cases

_FACTS = ["It opens at nine.", "It closes at five."]


def test_a_table_of_requests_has_its_question_passages_and_facts(tmp_path: Path) -> None:
    row = {
        "request_id": "r-1",
        "request": QUESTION,
        "response": ANSWER,
        "expected_facts": _FACTS,
        "retrieved_context": [{"content": one, "doc_uri": one[:5]} for one in PASSAGES],
    }
    read = Read(write_lines(tmp_path / "agent.jsonl", [row]))
    case = read.only
    assert read.about.format == "mlflow"
    assert (case.id, case.question, case.answer) == ("r-1", QUESTION, ANSWER)
    assert [one.text for one in case.contexts] == list(PASSAGES)
    assert case.expect is not None
    assert list(case.expect.criteria) == _FACTS


@pytest.mark.parametrize("written_out", [False, True], ids=["objects", "texts"])
def test_a_table_of_inputs_has_its_expectations(tmp_path: Path, written_out: bool) -> None:
    def cell(value: Any) -> Any:
        return json.dumps(value) if written_out else value

    expected = {"expected_response": "At nine.", "expected_facts": _FACTS, "tone": 1}
    row = {
        "inputs": cell({"question": QUESTION}),
        "outputs": ANSWER,
        "expectations": cell(expected),
    }
    case = Read(write_lines(tmp_path / "table.jsonl", [row])).only
    assert (case.question, case.answer) == (QUESTION, ANSWER)
    assert case.expect is not None
    assert (case.expect.reference, list(case.expect.criteria)) == ("At nine.", _FACTS)
    assert case.metadata["mlflow"] == {"expectations": {"tone": 1}}
    assert not case.labels
    assert not case.judgments


def test_what_is_expected_is_nobodys_verdict(tmp_path: Path) -> None:
    """Whatever its name: what people or metrics said stands in columns of its own."""
    expected = {"human_label": "faithful", "human": "pass", "relevance/v1/score": 5}
    row = {"inputs": {"question": QUESTION}, "outputs": ANSWER, "expectations": expected}
    case = Read(write_lines(tmp_path / "table.jsonl", [row])).only
    assert (list(case.labels), list(case.judgments)) == ([], [])
    assert case.metadata["mlflow"] == {"expectations": expected}


def test_a_request_and_a_response_alone_are_nobodys(tmp_path: Path) -> None:
    read = Read(write_lines(tmp_path / "log.jsonl", [{"request": "x", "response": ANSWER}]))
    assert read.about.format == "native"


def test_the_click_on_a_task_is_no_answer(tmp_path: Path) -> None:
    task = {"text": ANSWER, "label": "faithful", "answer": "accept", "_task_hash": 1}
    file = write_lines(tmp_path / "tasks.jsonl", [task, task | {"answer": "reject"}])
    with pytest.raises(InputError) as refused:
        list(read_cases(file))
    assert "Prodigy" in refused.value.message
    assert "--map" in refused.value.hint
    (case, _) = Read(write_lines(file, [{"answer": "accept", "id": "x"}, task])).cases
    assert case.answer == "accept"
