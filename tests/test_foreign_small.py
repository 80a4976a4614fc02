"""RAGChecker, OpenGATE, MT-Bench; Label Studio and Argilla, which give our own rows back."""

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
    checked,
    read,
    write_json,
    write_lines,
)

from adjudge_queue.exports import EXPORTS


def test_ragchecker_keeps_ids_claims_and_metrics(tmp_path: Path) -> None:
    case = read(write_json(tmp_path / "c.json", {"results": [checked()], "metrics": {}})).case
    assert (case.id, case.question, case.answer) == ("7", QUESTION, ANSWER)
    assert [(one.id, one.text) for one in case.contexts] == [
        ("d1", CONTEXTS[0]),
        ("d2", CONTEXTS[1]),
    ]
    assert case.expect.reference == "At 21:40."
    assert case.labels == ()
    said = {one.criterion: one for one in case.judgments}
    faithful = said["faithfulness"]
    assert (faithful.judge, faithful.value, faithful.strict) == ("ragchecker", 0.5, 0.0)
    assert [one.verdict for one in faithful.extra_claims] == ["supported", "contradicted"]
    assert (said["hallucination"].value, said["hallucination"].score) == (0.25, None)
    assert said["f1"].score == 0.8


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"metrics": {"faithfulness": 0.9}}, None),
        ({"metrics": {"faithfulness": 1.5}}, None),
        ({"metrics": {"faithfulness": "no"}, "response_claims": []}, None),
        ({"retrieved2response": [["Abstain"], ["Entailment"]]}, None),
        ({"retrieved2response": [["Entailment"]]}, 0.5),
        ({"metrics": {}}, 0.5),
        ({"metrics": {"faithfulness": 1.0}, "response_claims": None}, 1.0),
    ],
    ids=["differs", "range", "words", "unsure", "misfit", "claims-alone", "figure-alone"],
)
def test_ragchecker_abstains_where_its_figures_cannot_be_trusted(
    tmp_path: Path, changes: dict[str, Any], expected: float | None
) -> None:
    case = read(write_json(tmp_path / "c.json", {"results": [checked(**changes)]})).case
    (judgment,) = [one for one in case.judgments if one.criterion == "faithfulness"]
    assert judgment.abstained == (expected is None)
    assert judgment.value == expected


def test_ragchecker_inputs_have_no_judgments(tmp_path: Path) -> None:
    names = ("query_id", "query", "gt_answer", "response", "retrieved_context")
    given = {name: checked()[name] for name in names}
    rows = [given, given | {"response": None}, 7]
    found = read(write_json(tmp_path / "c.json", {"results": rows}))
    assert [one.judgments for one in found.cases] == [()]
    assert [one.field for one in found.rejects] == ["response", ""]


def experiment(arm: str = "ragas-faithfulness", *runs: Any) -> dict[str, Any]:
    scores = [{"outputId": "a::base", "score": 1.0}, {"outputId": "b", "score": 0.5}]
    several = runs or ({"repeat": 1, "scores": scores}, {"repeat": 2, "scores": scores[:1]})
    return {"arm": arm, "judgeModel": "judge-1", "runs": list(several)}


def test_opengate_gives_the_repeats_of_a_judge_and_no_answers(tmp_path: Path) -> None:
    path = write_json(tmp_path / "e.json", experiment())
    labelled = read(path, labelled=True)
    first, second = labelled.cases
    assert (first.id, second.id, first.labels) == ("a::base", "b", ())
    assert [one.value for one in first.judgments] == [1.0, 1.0]
    assert [one.parameters["repeat"] for one in first.judgments] == [1, 2]
    assert {one.judge for one in first.judgments} == {"ragas-faithfulness/judge-1"}
    assert [one.reason for one in read(path).rejects] == ["is missing", "is missing"]


def test_opengate_refuses_what_it_cannot_place(tmp_path: Path) -> None:
    strange = experiment("coin-toss", {"scores": [{"outputId": "a", "score": 1}, {"score": 1}]}, 7)
    found = read(write_json(tmp_path / "e.json", strange), labelled=True)
    assert [one.field for one in found.rejects] == ["outputId", "arm"]
    style = {"style": "bracketed", "text": "It holds [3].", "expected": [3]}
    fixture = read(write_json(tmp_path / "s.json", {"items": [style, style]}))
    assert ["no question" in one.reason for one in fixture.rejects] == [True, True]


def test_mt_bench_has_no_answers(tmp_path: Path) -> None:
    question = {"question_id": 1, "category": "x", "turns": ["a", "b"]}
    prompt = {"name": "single", "prompt_template": "{question}", "output_format": "[[rating]]"}
    asked = read(write_lines(tmp_path / "q.jsonl", [question, question]))
    assert asked.about.format == "mt-bench"
    assert [one.field for one in asked.rejects] == ["answer", "answer"]
    told = read(write_lines(tmp_path / "p.jsonl", [prompt, prompt]))
    assert all("a prompt for a judge" in one.reason for one in told.rejects)


@pytest.mark.parametrize("name", ["label-studio", "argilla"])
def test_labelling_tools_give_our_rows_back(tmp_path: Path, name: str) -> None:
    rows = [golden_row("a"), golden_row("b", labels=[{"criterion": "tone", "undetermined": True}])]
    found = read(write_json(tmp_path / "x.json", records(name, *rows)))
    assert found.about.format == name
    assert [one.id for one in found.cases] == ["a", "b"]
    assert found.cases[0].labels[0].model_dump(exclude_defaults=True, mode="json") == UNFAITHFUL
    assert found.cases[1].labels[0].undetermined
    assert found.cases[0].contexts[0].source_id == "manual"


def records(name: str, *rows: dict[str, Any]) -> Any:
    return json.loads("".join(EXPORTS[name].write(rows)))


@pytest.mark.parametrize("part", ["answer", "label", "row"])
@pytest.mark.parametrize("name", ["label-studio", "argilla"])
def test_an_edited_record_of_a_labelling_tool_is_refused(
    tmp_path: Path, name: str, part: str
) -> None:
    kept, edited = records(name, golden_row("a"), golden_row("b"))
    texts = edited["data" if name == "label-studio" else "fields"]
    carrier = edited["data" if name == "label-studio" else "metadata"]
    if part == "answer":
        texts["answer"] = "The pump weighs nothing."
    elif part == "row":
        del carrier["adjudge_row"]
    elif name == "argilla":
        edited["responses"][0]["values"]["faithfulness"]["value"] = "faithful"
    else:
        edited["annotations"][0]["result"][0]["value"]["choices"] = ["faithful"]
    found = read(write_json(tmp_path / "x.json", [kept, edited]))
    assert [one.id for one in found.cases] == ["a"]
    assert ("--map" if part == "row" else "edited") in found.rejects[0].reason
