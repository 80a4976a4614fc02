"""The export formats: valid, the same bytes each time, back without loss, and harmless."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from typing import Any

import pytest
from export_samples import ANSWER, JUDGED, UNFAITHFUL, golden_row, golden_rows, hostile
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import SHARED, needs_shared

from adjudge_engine.errors import InputError
from adjudge_engine.reading.foreign.templates import original
from adjudge_queue.exports import EXPORTS, cells, promptfoo
from adjudge_tui.cli.people.golden_files import FORMATS, IMPORTABLE

FORMATS_WITH_DATA = SHARED / "formats"
LOSSLESS = [name for name, one in EXPORTS.items() if one.lossless]


def written(name: str, *rows: dict[str, Any]) -> str:
    return "".join(EXPORTS[name].write(rows))


def back(name: str, text: str) -> list[dict[str, Any]]:
    read = EXPORTS[name].read
    assert read is not None
    return list(read(text))


def parsed(name: str, *rows: dict[str, Any]) -> Any:
    """The JSON values or the CSV lines of an export."""
    text = written(name, *rows)
    suffix = EXPORTS[name].suffix
    if suffix == ".jsonl":
        return [json.loads(line) for line in text.splitlines()]
    if suffix == ".json":
        return json.loads(text)
    return list(csv.reader(io.StringIO(text, newline="")))


def test_the_command_line_knows_every_format() -> None:
    assert tuple(EXPORTS) == FORMATS
    assert tuple(name for name, one in EXPORTS.items() if one.read) == IMPORTABLE


@pytest.mark.parametrize("name", EXPORTS)
def test_an_export_is_a_file_that_parses_and_its_bytes_are_settled(name: str) -> None:
    rows = [golden_row(str(number)) for number in range(3)]
    text = written(name, *rows)
    assert text == written(name, *rows)
    assert text.encode()
    assert text.endswith("\n")
    assert parsed(name, *rows)
    assert parsed(name) is not None  # an empty set is a file too


@pytest.mark.parametrize("name", LOSSLESS)
@given(golden_rows())
@settings(max_examples=20, deadline=None)
def test_what_goes_out_comes_back_without_loss(name: str, rows: list[dict[str, Any]]) -> None:
    text = written(name, *rows)
    assert text.isascii()  # nothing that acts on a terminal, no lone surrogate
    assert "\x1b" not in text
    assert back(name, text) == rows
    assert written(name, *back(name, text)) == text


@pytest.mark.parametrize("name", EXPORTS)
def test_only_the_native_format_holds_withdrawn_rows(name: str) -> None:
    gone = golden_row("gone", told={"withdrawn": 31})
    text = written(name, golden_row("kept-one"), gone)
    assert ('"gone"' in text) == (name == "jsonl")
    if name == "jsonl":
        assert back(name, text)[1]["metadata"]["golden"]["withdrawn"] == 31


@pytest.mark.parametrize("name", [name for name in LOSSLESS if name != "jsonl"])
def test_a_record_edited_elsewhere_is_refused(name: str) -> None:
    text = written(name, golden_row("a"), golden_row("b"))
    edited = text.replace("What does the pump weigh?", "What does the PUMP weigh?", 1)
    assert edited != text
    with pytest.raises(InputError, match="record 1 was edited"):
        back(name, edited)


@pytest.mark.parametrize("name", IMPORTABLE)
@pytest.mark.parametrize(
    "text", ["{", "[1]", '[{"a": 1}]', "[" * 20_000, "\0", "a,b\n1", 'id,judge,human\n"']
)
def test_what_is_no_export_is_refused_with_a_sentence(name: str, text: str) -> None:
    if name == "jsonl" and text == '[{"a": 1}]':
        return  # any object may be a case; the import says what is wrong with it
    with pytest.raises(InputError):
        back(name, text)


@pytest.mark.parametrize("name", [name for name in LOSSLESS if name != "jsonl"])
def test_a_carried_row_of_nonsense_is_refused(name: str) -> None:
    text = written(name, golden_row())
    (record,) = json.loads(text) if EXPORTS[name].suffix == ".json" else [json.loads(text)]
    for nonsense in ("{}", "[]", "7", '{"id":1,"labels":7}'):
        changed = json.loads(json.dumps(record))
        for place in ("metadata", "additional_metadata", "data", "tags"):
            if "adjudge_row" in changed.get(place, {}):
                changed[place]["adjudge_row"] = nonsense
        with pytest.raises(InputError, match="record 1"):
            back(name, json.dumps([changed]))


# CSV -----------------------------------------------------------------------------------------


@given(hostile)
def test_no_cell_begins_as_a_formula_and_each_comes_back(text: str) -> None:
    cell = cells.harmless(text)
    assert not re.match("[=+@\t\r\n＝＋－＠]", cell)
    assert not cell.startswith("-") or re.fullmatch(r"-[0-9.]+", cell)
    assert cells.original(cell) == re.sub("[\ud800-\udfff]", "\ufffd", text)


clean = hostile.map(lambda text: re.sub("[\ud800-\udfff]", "", text))


@given(st.lists(st.tuples(clean, clean), max_size=4))
def test_a_csv_comes_back_as_it_was(rows: list[tuple[str, str]]) -> None:
    text = "".join(cells.lines(("a", "b"), rows))
    assert [(one["a"], one["b"]) for one in cells.records(text, ("a", "b"))] == rows


def labels_of(row: dict[str, Any]) -> list[Any]:
    """What judge,human can carry of a row's labels."""
    return [(one["criterion"], one["value"], one["by"]) for one in row["labels"]]


@given(golden_rows())
@settings(max_examples=30, deadline=None)
def test_judge_human_brings_back_ids_and_labels(rows: list[dict[str, Any]]) -> None:
    found = back("judge-human", written("judge-human", *rows))
    for row, one in zip(rows, found, strict=True):
        assert one["id"] == cells.original(cells.harmless(row["id"]))
        told, kept = (
            labels_of(row),
            [
                (label["criterion"], label.get("value"), label.get("by", ""))
                for label in one["labels"]
            ],
        )
        for (criterion, value, by), (its_criterion, its_value, its_by) in zip(
            told, kept, strict=True
        ):
            assert its_by == _plain(by)
            assert its_criterion == (_plain(criterion) or "faithfulness")
            assert _number(its_value) == _number(_plain(str(value)))


def _plain(text: str) -> str:
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def _number(value: Any) -> Any:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return value
    return number if math.isfinite(number) else value  # "NAN" is a word like any other


def test_judge_human_pairs_every_label_with_every_judge() -> None:
    faithful = {"criterion": "faithfulness", "value": "faithful", "by": "ann"}
    open_label = {"criterion": "relevance", "undetermined": True, "by": "=cmd()"}
    silent = {"criterion": "faithfulness", "judge": "other", "abstained": True, "strict": 1.0}
    row = golden_row("=A1", labels=[faithful, open_label], judged=[JUDGED, silent])
    lines = parsed("judge-human", row)
    assert [line[:6] for line in lines[1:]] == [
        ["'=A1", "faithful", "faithful", "faithfulness", "local", "ann"],
        ["'=A1", "", "faithful", "faithfulness", "other", "ann"],
        ["'=A1", "", "undetermined", "relevance", "", "'=cmd()"],
    ]
    (case,) = back("judge-human", written("judge-human", row))
    assert case["id"] == "=A1"
    assert [one.get("by") for one in case["labels"]] == ["ann", "=cmd()"]
    assert case["judgments"] == [
        {"criterion": "faithfulness", "judge": "local", "strict": 1.0},
        {"criterion": "faithfulness", "judge": "other", "abstained": True},
    ]


def test_scout_has_one_target_or_one_for_each_criterion() -> None:
    one = golden_row("a", metadata={"transcript_id": "T7"})
    split = one["metadata"]["golden"]["split"]
    assert parsed("scout", one) == [["id", "target", "split"], ["T7", "false", split]]
    scale = {"criterion": "relevance", "value": 4}
    opened = {"criterion": "faithfulness", "undetermined": True}
    lines = parsed("scout", one, golden_row("b", labels=[scale, opened]))
    assert lines[0] == ["id", "target_faithfulness", "target_relevance", "split"]
    assert [line[:3] for line in lines[1:]] == [["T7", "false", ""], ["b", "", "4"]]
    assert len(parsed("scout", golden_row("c", labels=[opened]))) == 1


# promptfoo -----------------------------------------------------------------------------------


@given(st.text("{%#}\u2060 file:/", max_size=12) | hostile)
def test_promptfoo_finds_no_template_and_no_file_and_text_comes_back(text: str) -> None:
    inert = promptfoo.inert(text)
    assert not re.search(r"\{[{%#]", inert)
    assert not re.match(r"(?i)\s*[a-z][a-z0-9+.-]*://", inert)
    assert original(inert) == text


def test_a_document_cannot_read_the_environment_through_promptfoo() -> None:
    row = golden_row(answer="{{ env.SECRET }}", question="file:///etc/passwd")
    text = written("promptfoo", row)
    assert "{{" not in text
    assert not any(one.startswith("file") for one in json.loads(text)[0]["vars"].values())
    assert back("promptfoo", text) == [row]


# What the formats say --------------------------------------------------------------------------


def test_label_studio_counts_utf_16() -> None:
    (task,) = parsed("label-studio", golden_row())
    (annotation,) = task["annotations"]
    spans = [one for one in annotation["result"] if one["type"] == "labels"]
    (value,) = [one["value"] for one in spans]
    utf_16 = ANSWER.encode("utf-16-le")
    assert utf_16[2 * value["start"] : 2 * value["end"]].decode("utf-16-le") == value["text"]
    assert (value["end"], value["labels"]) == (25, ["contradicted"])
    choices = [one["value"] for one in annotation["result"] if one["type"] == "choices"]
    assert choices == [{"choices": ["unfaithful"]}]
    assert task["predictions"][0]["model_version"] == "local"
    ids = [one["id"] for one in annotation["result"]]
    assert len(set(ids)) == len(ids)


def test_langfuse_scores_name_the_trace_and_keep_their_ids_over_versions() -> None:
    row = golden_row(metadata={"trace_id": "t-1"})
    scores = parsed("langfuse-scores", row)
    assert {one["traceId"] for one in scores} == {"t-1"}
    assert [(one["name"], one["dataType"], one["value"]) for one in scores] == [
        ("faithfulness", "CATEGORICAL", "unfaithful"),
        ("faithfulness.claim", "CATEGORICAL", "contradicted"),
        ("faithfulness.corrected_answer", "CORRECTION", UNFAITHFUL["corrected_answer"]),
    ]
    assert len({one["id"] for one in scores}) == 3
    later = golden_row(metadata={"trace_id": "t-1"}, told={"version": 3})
    assert [one["id"] for one in parsed("langfuse-scores", later)] == [one["id"] for one in scores]
    number = golden_row(labels=[{"criterion": "relevance", "value": 4}])
    assert parsed("langfuse-scores", number)[0]["dataType"] == "NUMERIC"
    (item,) = parsed("langfuse-dataset", row)
    assert (item["sourceTraceId"], item["expectedOutput"]) == (
        "t-1",
        UNFAITHFUL["corrected_answer"],
    )


def test_phoenix_annotations_say_that_a_person_spoke() -> None:
    found = parsed("phoenix", golden_row(metadata={"span_id": "s-9"}))["data"]
    assert {(one["span_id"], one["annotator_kind"]) for one in found} == {("s-9", "HUMAN")}
    assert found[0]["result"] == {"label": "unfaithful", "score": 0.0, "explanation": "see page 3"}
    assert (found[1]["name"], found[1]["result"]["label"]) == ("faithfulness.claim", "contradicted")


def test_ragas_sets_the_persons_verdicts_against_the_judges() -> None:
    (one,) = parsed("ragas", golden_row())["faithfulness"]
    assert (one["metric_output"], one["target"], one["is_accepted"]) == (1.0, 0.0, False)
    nli = one["prompts"]["n_l_i_statement_prompt"]
    assert [part["verdict"] for part in nli["prompt_output"]["statements"]] == [1, 1]
    assert [part["verdict"] for part in nli["edited_output"]["statements"]] == [0, 1]
    assert "nobody labelled" in nli["edited_output"]["statements"][1]["reason"]
    faithful = {"criterion": "faithfulness", "value": "faithful"}
    (same,) = parsed("ragas", golden_row(labels=[faithful]))["faithfulness"]
    assert same["is_accepted"]
    assert same["prompts"]["n_l_i_statement_prompt"]["edited_output"] is None
    silent = JUDGED | {"abstained": True}
    assert parsed("ragas", golden_row(judged=[silent]), golden_row("x", judged=[])) == {}


@pytest.mark.parametrize("name", EXPORTS)
def test_a_row_that_leaves_nothing_in_the_file_is_told_apart(name: str) -> None:
    empty = {"criterion": "faithfulness", "value": None, "undetermined": True, "by": "mori"}
    full, silent = golden_row(), golden_row("x", labels=[empty], judged=[])
    assert EXPORTS[name].holds(full)
    assert EXPORTS[name].holds(silent) == (written(name, silent) != written(name))


@needs_shared
def test_the_names_are_those_of_real_files() -> None:
    folder = FORMATS_WITH_DATA
    real = json.loads((folder / "deepeval" / "deepeval-4.3.1_goldens.json").read_text("utf-8"))
    (golden,) = parsed("deepeval", golden_row())
    assert set(golden) <= set(real[0])
    real = json.loads((folder / "ragas" / "annotated_data.json").read_text("utf-8"))
    ((known, *_),) = real.values()
    (annotation,) = parsed("ragas", golden_row())["faithfulness"]
    assert set(annotation) - {"target"} == set(known)
    (prompt,) = known["prompts"].values()
    assert all(set(one) == set(prompt) for one in annotation["prompts"].values())
    real = json.loads((folder / "promptfoo" / "promptfoo_results.json").read_text("utf-8"))
    (test,) = parsed("promptfoo", golden_row())
    known_test = real["config"]["tests"][0]
    assert set(test) - set(known_test) == {"metadata"}
    assert set(known_test["vars"]) <= set(test["vars"])
