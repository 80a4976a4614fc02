"""The commands of docs/formats.md do what they say, on files with the tools' own field names."""

from __future__ import annotations

import json
import re
import shlex
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from cli_support import answer as invoked
from doc_steps import fences
from foreign_samples_tables import (
    ANSWER,
    CONTEXTS,
    QUESTION,
    read,
    write_csv,
    write_json,
    write_lines,
)

from adjudge_engine.case import Case
from adjudge_engine.reading.cases import read_labelled
from adjudge_engine.reading.foreign import formats
from adjudge_engine.reading.foreign.mapping import CaseMap

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "formats.md"
MAPPED: Final = [
    shlex.split(line)
    for body in fences(PAGE, "sh")
    for line in body.splitlines()
    if "--map" in line and line.startswith("adjudge evaluate")
]

OUTPUT_ITEM: Final[dict[str, Any]] = {
    "id": "outputitem_1",
    "created_at": 1_930_000_000,
    "datasource_item": {"question": QUESTION, "contexts": CONTEXTS},
    "datasource_item_id": 4,
    "eval_id": "eval_1",
    "run_id": "evalrun_1",
    "results": [{"name": "grader", "passed": True, "score": 1.0, "type": "label_model"}],
    "sample": {"output": [{"role": "assistant", "content": ANSWER}]},
}
RECORD: Final = {
    "record_id": "r1",
    "app_id": "ferries",
    "main_input": QUESTION,
    "main_output": ANSWER,
    "ts": "2031-02-01T10:00:00",
    "calls": [],
}
CHOICE: Final = {"from_name": "faithfulness", "type": "choices", "value": {"choices": ["faithful"]}}
TASK: Final = {
    "id": 7,
    "data": {"question": QUESTION, "answer": ANSWER, "contexts": CONTEXTS},
    "annotations": [{"completed_by": 3, "created_at": "2031-02-01", "result": [CHOICE]}],
    "predictions": [{"model_version": "m", "score": 0.4, "result": []}],
}
ARGILLA: Final = {
    "external_id": "a1",
    "fields": {"question": QUESTION, "answer": ANSWER, "contexts": json.dumps(CONTEXTS)},
    "responses": [
        {
            "values": {"faithfulness": {"value": "faithful"}},
            "status": "submitted",
            "user_id": "u1",
        }
    ],
    "suggestions": [{"question_name": "faithfulness", "value": "unfaithful", "type": "model"}],
}
PRODIGY: Final = {
    "text": ANSWER,
    "label": "faithful",
    "meta": {"question": QUESTION, "contexts": CONTEXTS},
    "_task_hash": 99,
    "answer": "accept",
    "_annotator_id": "demo-ann",
}
ANSWERED: Final = {
    "_id": "q1",
    "text": QUESTION,
    "answer": ANSWER,
    "retrieved": [{"_id": f"d{at}", "text": text} for at, text in enumerate(CONTEXTS)],
}
SURVEY: Final = ("sample_id", "Question", "Model answer", "Passages", "Verdict")

#: File of the page → how it is written; labels and judgments that the map makes of it.
FILES: Final[dict[str, tuple[Any, int, int]]] = {
    "output_items.json": ({"object": "list", "data": [OUTPUT_ITEM]}, 0, 1),
    "records.jsonl": ([RECORD], 0, 0),
    "tasks.json": ([TASK], 1, 1),
    "argilla.json": ([ARGILLA], 1, 1),
    "prodigy.jsonl": ([PRODIGY], 1, 0),
    "answered_queries.jsonl": ([ANSWERED], 0, 0),
    "survey.csv": ([("s1", QUESTION, ANSWER, str(CONTEXTS), "faithful")], 1, 0),
}


def written(folder: Path, name: str) -> Path:
    content = FILES[name][0]
    if name.endswith(".json"):
        return write_json(folder / name, content)
    if name.endswith(".csv"):
        return write_csv(folder / name, SURVEY, *content)
    return write_lines(folder / name, content)


def case_of(path: Path, words: list[str]) -> Case:
    maps = [word for before, word in pairwise(words) if before == "--map"]
    (case,) = read_labelled(path, format=CaseMap.parse(maps))
    assert isinstance(case, Case), str(case)
    return case


def test_the_page_has_a_command_for_each_of_these_files() -> None:
    assert {words[2] for words in MAPPED} >= set(FILES)


@pytest.mark.parametrize("words", [w for w in MAPPED if w[2] in FILES], ids=lambda words: words[2])
def test_a_recipe_reads_what_the_tool_names_so(
    tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = words[2]
    _, labels, judgments = FILES[name]
    case = case_of(written(tmp_path, name), words)
    assert (case.question, case.answer) == (QUESTION, ANSWER)
    assert [one.text for one in case.contexts] == ([] if name == "records.jsonl" else CONTEXTS)
    assert (len(case.labels), len(case.judgments)) == (labels, judgments)
    assert {one.value for one in case.labels} <= {"faithful"}
    assert not case.id.startswith("case-")
    monkeypatch.chdir(tmp_path)
    assert invoked(*words[1:])  # the same command, as people type it


def test_people_and_times_arrive_with_a_label(tmp_path: Path) -> None:
    words = next(words for words in MAPPED if words[2] == "tasks.json")
    (label,) = case_of(written(tmp_path, "tasks.json"), words).labels
    assert (label.by, label.at) == ("3", "2031-02-01")


def test_beir_holds_no_answers(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "queries.jsonl", [{"_id": "1", "text": "q"}] * 2)
    assert [one.reason for one in read(path).rejects] == ["is missing", "is missing"]


def test_the_table_of_the_page_names_readers_that_exist() -> None:
    rows = re.findall(r"^\| (`[^|]+`) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    known = {one.name for one in formats()}
    assert named - {"--format"} <= known
    assert named >= {"ragas", "deepeval", "promptfoo", "ragchecker", "opengate", "mt-bench"}
    assert named >= {"label-studio", "argilla"}
