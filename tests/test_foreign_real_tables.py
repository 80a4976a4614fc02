"""Every real file of RAGAS, DeepEval, promptfoo, RAGChecker, OpenGATE, MT-Bench, and messy CSVs.

Each is read, with so many cases, labels and judgments, or refused with its reason.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import pytest
from foreign_samples_tables import read
from shared_data import SHARED, needs_shared

from adjudge_engine.errors import InputError
from adjudge_engine.reading.cases import read_labelled
from adjudge_engine.reading.foreign.mapping import CaseMap

FORMATS: Final = SHARED / "formats"
FOLDERS: Final = (
    "ragas",
    "deepeval",
    "promptfoo",
    "ragchecker",
    "opengate",
    "mt_bench",
    "messy_csv",
)


class Counts(NamedTuple):
    """What a file gives. `said` stands in a sentence about it, or in the reason of its rejects."""

    format: str
    cases: int
    labels: int
    judgments: int
    refused: int
    said: str


_OPENGATE: Final = Counts("opengate", 0, 0, 0, 17, "scores alone")
_RUN: Final = Counts("deepeval", 12, 0, 12, 0, "sums (metricsScores, testPassed …) are left out")
_RAGAS: Final = Counts("ragas", 12, 0, 0, 0, "a case is named after its content")

READ: Final[dict[str, Counts]] = {
    "ragas/annotated_data.json": Counts("ragas", 19, 20, 21, 0, "2 annotations are of samples"),
    "ragas/sample_annotated_summary.json": Counts("ragas", 19, 19, 19, 0, "no citations"),
    "ragas/ragas-0.1_legacy_columns.csv": _RAGAS,
    "ragas/ragas-0.1_legacy_columns.parquet": _RAGAS,
    "ragas/ragas-0.4_evaluation_dataset.csv": _RAGAS,
    "ragas/ragas-0.4_evaluation_dataset.jsonl": _RAGAS,
    "ragas/ragas-0.4_result_frame.csv": _RAGAS._replace(judgments=12),
    "deepeval/deepeval-4.3.1_goldens.csv": Counts("deepeval", 12, 0, 0, 0, "joined with |"),
    "deepeval/deepeval-4.3.1_goldens.json": Counts("deepeval", 12, 0, 0, 0, "no citations"),
    "deepeval/deepeval-4.3.1_goldens.jsonl": Counts("deepeval", 12, 0, 0, 0, "joined with |"),
    "deepeval/dot_deepeval/.deepeval-cache.json": _RUN._replace(said="not in their first order"),
    "deepeval/dot_deepeval/.latest_run_full.json": _RUN,
    "deepeval/dot_deepeval/.latest_test_run.json": _RUN,
    "deepeval/results/test_run_20261130_001817.json": _RUN,
    "deepeval/found_convo_goldens.csv": Counts("deepeval", 0, 0, 0, 15, "a conversation of"),
    "deepeval/found_goldens.json": Counts("deepeval", 15, 0, 0, 0, "no citations"),
    "deepeval/found_test_run_sample.json": _RUN._replace(cases=1, judgments=2),
    "promptfoo/promptfoo_results.csv": Counts("promptfoo", 12, 12, 0, 0, "no judgments"),
    "promptfoo/promptfoo_results.json": Counts("promptfoo", 12, 12, 0, 0, "the configuration"),
    "promptfoo/promptfoo_results.jsonl": Counts("promptfoo", 12, 12, 0, 0, "code decides"),
    "ragchecker/checking_inputs.json": Counts("ragchecker", 2, 0, 0, 0, "over all results"),
    "ragchecker/checking_outputs.json": Counts("ragchecker", 2, 0, 22, 0, "triples"),
    "opengate/citation-styles.json": Counts("opengate", 0, 0, 0, 17, "no question, no passages"),
    "opengate/deepeval.json": _OPENGATE,
    "opengate/ragas.gpt-4o-mini.json": _OPENGATE,
    "opengate/ragas.json": _OPENGATE,
    "mt_bench/judge_prompts.jsonl": Counts("mt-bench", 0, 0, 0, 8, "a prompt for a judge"),
    "mt_bench/question.jsonl": Counts("mt-bench", 0, 0, 0, 80, "before any model"),
    "messy_csv/delucionqa_12rows.csv": Counts("native", 0, 0, 0, 12, "must be text"),
}
#: Refused as a whole → the reason.
REFUSED: Final[dict[str, str]] = {
    "ragas/hf_doc_qa_eval.csv": "no column is an answer; the columns are question, expected_answer",
    "messy_csv/haluquestqa_15rows.csv": "no column is an answer; the columns are",
}
#: What a map makes of tables that nobody's names fit: cases, labels.
MAPPED: Final[dict[str, tuple[tuple[str, ...], int, int]]] = {
    "messy_csv/delucionqa_12rows.csv": (
        ("id=sample_id", "question=Question", "answer=Answer", "metadata.label=Label"),
        12,
        0,
    ),
    "messy_csv/haluquestqa_15rows.csv": (
        ("question=question_text", "answer=ans1_text", "labels.overall=overall_human_score"),
        15,
        15,
    ),
}


@needs_shared
@pytest.mark.parametrize("name", READ)
def test_what_a_real_file_gives(name: str) -> None:
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    found = read(FORMATS / name)
    labels = sum(len(case.labels) for case in found.cases)
    judgments = sum(len(case.judgments) for case in found.cases)
    counts = (len(found.cases), labels, judgments, len(found.rejects))
    assert (found.about.format, *counts) == READ[name][:5]
    sentences = [*found.about.sentences, *map(str, found.rejects)]
    assert any(READ[name].said in one for one in sentences), sentences
    assert not any("engine error" in one for one in sentences)


@needs_shared
@pytest.mark.parametrize("name", REFUSED)
def test_why_a_real_file_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="no column is an answer") as told:
        read(FORMATS / name)
    assert REFUSED[name] in str(told.value)
    assert "--map answer=COLUMN" in str(told.value)


@needs_shared
@pytest.mark.parametrize("name", MAPPED)
def test_what_a_map_makes_of_a_messy_table(name: str) -> None:
    words, cases, labels = MAPPED[name]
    found = list(read_labelled(FORMATS / name, format=CaseMap.parse(words)))
    assert [type(one).__name__ for one in found] == ["Case"] * cases
    assert sum(len(getattr(one, "labels", ())) for one in found) == labels


@needs_shared
def test_no_real_file_is_forgotten() -> None:
    there = {str(one.relative_to(FORMATS)) for name in FOLDERS for one in files(FORMATS / name)}
    assert there == {*READ, *REFUSED}


def files(folder: Path) -> list[Path]:
    return [one for one in sorted(folder.rglob("*")) if one.is_file()]


@needs_shared
@pytest.mark.parametrize("name", ["deepeval", "ragas", "ragas.gpt-4o-mini"])
def test_the_repeats_of_opengate_are_there_for_calibration(name: str) -> None:
    found = read(FORMATS / "opengate" / f"{name}.json", labelled=True)
    assert len(found.cases) == 17
    assert {len(case.judgments) for case in found.cases} == {5}
    assert not any(case.labels for case in found.cases)


@needs_shared
@pytest.mark.parametrize("form", ["csv", "json", "jsonl"])
def test_promptfoos_human_label_is_the_label_of_the_item(form: str) -> None:
    found = read(FORMATS / "promptfoo" / f"promptfoo_results.{form}")
    values = [case.labels[0].value for case in found.cases]
    assert values == ["unfaithful"] * 6 + ["faithful"] * 6
    assert {case.labels[0].criterion for case in found.cases} == {"faithfulness"}


@needs_shared
def test_people_reject_verdicts_of_critics_in_ragas_annotations() -> None:
    found = read(FORMATS / "ragas" / "sample_annotated_summary.json")
    pairs = [(case.labels[0].value, case.judgments[0].strict) for case in found.cases]
    assert pairs.count(("pass", 1.0)) == 10
    assert pairs.count(("fail", 1.0)) == 7
    assert pairs.count(("pass", 0.0)) == 2
