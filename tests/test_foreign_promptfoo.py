"""promptfoo: results of version 3 and 2, rows, the table, tests; ratings by hand are labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from export_samples import golden_row
from foreign_samples_tables import (
    ANSWER,
    CONTEXTS,
    QUESTION,
    component,
    read,
    result,
    run,
    write_csv,
    write_json,
    write_lines,
)

from adjudge_queue.exports import EXPORTS

GRADED = component("context-faithfulness", False, score=0.5)
CODED = component("contains", True)
RATED = component("human", True, reason="Manual result", comment="checked the timetable")
TABLE = ("question", "context", "[model-1] {{question}}", "Status", "Score", "Comment")


@pytest.mark.parametrize("form", ["document", "flat", "lines"])
def test_results_of_version_3(tmp_path: Path, form: str) -> None:
    rows = [result(GRADED, CODED), result(id="row-2")]
    if form == "document":
        path = write_json(tmp_path / "r.json", run(*rows))
    elif form == "flat":
        path = write_json(tmp_path / "r.json", {"evalId": "eval-1", "results": rows})
    else:
        path = write_lines(tmp_path / "r.jsonl", rows)
    found = read(path)
    assert found.about.format == "promptfoo"
    case, other = found.cases
    assert (case.id, case.question, case.answer) == ("row-1", QUESTION, ANSWER)
    assert [one.text for one in case.contexts] == CONTEXTS
    assert case.generator == "openai:model-1"
    source = {"tool": "promptfoo", "prompt": 0, "test": 3}
    assert case.metadata["source"] == source | ({"eval": "eval-1"} if form != "lines" else {})
    assert (other.id, other.judgments) == ("row-2", ())


def test_what_a_model_graded_is_a_judgment_and_what_code_did_is_none(tmp_path: Path) -> None:
    case = read(write_json(tmp_path / "r.json", run(result(GRADED, CODED)))).case
    (judgment,) = case.judgments
    assert (judgment.criterion, judgment.value, judgment.strict) == ("faithfulness", 0.5, 0.0)
    assert case.labels == ()


@pytest.mark.parametrize("passed", [True, False, None], ids=["up", "down", "neither"])
def test_a_rating_by_hand_is_a_label_and_never_a_judgment(
    tmp_path: Path, passed: bool | None
) -> None:
    rated = component("human", passed, comment="checked")
    case = read(write_json(tmp_path / "r.json", run(result(GRADED, rated)))).case
    (label,) = case.labels
    assert (label.criterion, label.note) == ("overall", "checked")
    assert label.value == {True: "pass", False: "fail", None: None}[passed]
    assert label.undetermined == (passed is None)
    assert [one.criterion for one in case.judgments] == ["faithfulness"]


def test_a_rating_at_the_top_counts_and_one_without_a_comment_has_the_rows(tmp_path: Path) -> None:
    top = {"pass": False, "score": 0, "assertion": {"type": "human", "metric": "tone"}}
    row = result(gradingResult=top | {"comment": "rude"})
    case = read(write_json(tmp_path / "r.json", run(row))).case
    assert [(one.criterion, one.value, one.note) for one in case.labels] == [
        ("tone", "fail", "rude")
    ]
    assert case.judgments == ()


def test_a_comment_alone_is_no_label(tmp_path: Path) -> None:
    grading = {"pass": True, "score": 1, "comment": "nice", "componentResults": [GRADED]}
    case = read(write_json(tmp_path / "r.json", run(result(gradingResult=grading)))).case
    assert case.labels == ()
    assert "nice" in str(case.metadata["promptfoo"])


@pytest.mark.parametrize(
    ("word", "label"),
    [
        ("unfaithful", [("faithfulness", "unfaithful")]),
        (" Answerable", [("answerability", "answerable")]),
        ("meh", []),
        (3, []),
    ],
    ids=["faithfulness", "answerability", "unknown", "number"],
)
def test_the_variable_human_label_is_a_persons_word(
    tmp_path: Path, word: Any, label: list[tuple[str, str]]
) -> None:
    row = result()
    row["vars"] = row["vars"] | {"human_label": word}
    case = read(write_json(tmp_path / "r.json", run(row))).case
    assert [(one.criterion, one.value) for one in case.labels] == label


def test_without_a_question_variable_the_prompt_is_the_question(tmp_path: Path) -> None:
    row = result(vars={"topic": "ferries"}, testCase={}, provider="echo")
    case = read(write_json(tmp_path / "r.json", run(row))).case
    assert case.question == f"Answer: {QUESTION}"
    assert case.contexts == ()
    assert case.generator is None
    left = case.metadata["promptfoo"]
    assert isinstance(left, dict)
    assert (left["question_from"], left["vars"]) == ("prompt", {"topic": "ferries"})


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (result(response={}, failureReason=2, error="429"), "the provider failed (429)"),
        (result(response={"output": ""}, failureReason=2), "the provider failed (no answer)"),
        (result(response=None), "is missing"),
        (result(response={}, error="cut off"), "the provider failed (cut off)"),
    ],
    ids=["error", "empty", "none", "said"],
)
def test_a_failed_provider_is_no_answer(tmp_path: Path, row: dict[str, Any], reason: str) -> None:
    found = read(write_json(tmp_path / "r.json", run(row, result())))
    assert len(found.cases) == 1
    assert found.rejects[0].field == "response.output"
    assert reason in found.rejects[0].reason
    assert found.rejects[0].place == "$.results.results[0]"


def test_outputs_that_are_objects_and_contexts_that_are_lists(tmp_path: Path) -> None:
    row = result(response={"output": {"fare": 3}}, vars={"query": "q", "contexts": ["a", "b"]})
    case = read(write_json(tmp_path / "r.json", run(row))).case
    assert case.answer == '{"fare": 3}'
    assert [one.text for one in case.contexts] == ["a", "b"]


def test_version_2_is_read_from_its_table(tmp_path: Path) -> None:
    outputs = [
        {"text": ANSWER, "pass": True, "gradingResult": {"componentResults": [GRADED, RATED]}},
        {"text": "Never.", "pass": False, "provider": "model-2"},
        7,
    ]
    body = {"vars": [QUESTION, "\n\n".join(CONTEXTS)], "outputs": outputs, "test": {"vars": {}}}
    prompts = [{"raw": "p", "provider": "model-1"}, {"raw": "p"}]
    head = {"prompts": prompts, "vars": ["question", "context"]}
    results = {"version": 2, "results": [], "table": {"head": head, "body": [body, 3]}, "stats": {}}
    found = read(write_json(tmp_path / "r.json", {"results": results, "config": {}}))
    first, second = found.cases
    assert (first.question, first.answer, first.generator) == (QUESTION, ANSWER, "model-1")
    assert [one.text for one in first.contexts] == CONTEXTS
    assert [one.value for one in first.labels] == ["pass"]
    assert len(first.judgments) == 1
    assert (second.answer, second.generator) == ("Never.", "model-2")
    assert [one.place for one in found.rejects] == [
        "$.results.table.body[0].outputs[2]",
        "$.results.table.body[1]",
    ]


def test_the_table_has_a_case_for_each_output(tmp_path: Path) -> None:
    other = ("[model-2] {{question}}", "Status", "Score", "Grader Reason")
    header = ("Description", *TABLE, *other)
    joined = "\n\n".join(CONTEXTS)
    good = ("ferries", QUESTION, joined, ANSWER, "FAIL", "0.5", "see me", "Never.", "PASS", "1", "")
    bad = ("ferries", QUESTION, joined, ANSWER, "PASS", "1", "", "", "ERROR", "0", "429")
    found = read(write_csv(tmp_path / "t.csv", header, good, bad))
    assert found.about.format == "promptfoo"
    assert [one.answer for one in found.cases] == [ANSWER, "Never.", ANSWER]
    first, second, _ = found.cases
    assert (first.generator, second.generator) == ("model-1", "model-2")
    assert [one.text for one in first.contexts] == CONTEXTS
    assert (first.labels, first.judgments) == ((), ())
    assert "see me" in str(first.metadata["promptfoo"])
    assert "see me" not in str(second.metadata["promptfoo"])
    assert "the provider failed (429)" in found.rejects[0].reason


def test_tests_are_cases_where_they_hold_an_answer(tmp_path: Path) -> None:
    tests = [
        {"description": "d", "vars": {"question": QUESTION, "answer": a}} for a in (ANSWER, None)
    ]
    found = read(write_json(tmp_path / "t.json", tests))
    assert [(one.id, one.answer) for one in found.cases] == [("d", ANSWER)]
    assert "no answer before it ran" in found.rejects[0].reason


def exported(*rows: dict[str, Any]) -> Any:
    return json.loads("".join(EXPORTS["promptfoo"].write(rows)))


def test_our_tests_come_back_and_edited_ones_lose_their_labels(tmp_path: Path) -> None:
    row = golden_row("{{ id }}", question="file:///etc/hosts", answer="{% raw %} {{ 1 }}")
    row["metadata"]["golden"]["claims"] = []
    tests = exported(row, golden_row("b"))
    tests[1]["vars"]["answer"] = "The pump weighs nothing."
    first, second = read(write_json(tmp_path / "t.json", tests)).cases
    assert (first.id, first.question, first.answer) == (row["id"], row["question"], row["answer"])
    assert first.labels[0].by == "ann"
    assert second.labels == ()
    assert "edited since it was exported" in str(second.metadata["promptfoo"])


def test_a_run_of_our_tests_has_our_labels_and_its_own_grades(tmp_path: Path) -> None:
    (test,) = exported(golden_row("a"))
    answered = {"output": test["vars"]["answer"]}
    ran = result(GRADED, RATED, testCase=test, vars=test["vars"], response=answered)
    other = ran | {"response": {"output": "It weighs a ton."}}
    first, second = read(write_json(tmp_path / "r.json", run(ran, other))).cases
    assert (first.id, len(first.judgments)) == ("a", 1)
    assert [(one.criterion, one.value) for one in first.labels] == [
        ("faithfulness", "unfaithful"),
        ("overall", "pass"),
    ]
    assert [one.criterion for one in second.labels] == ["overall"]  # the word was on another text
