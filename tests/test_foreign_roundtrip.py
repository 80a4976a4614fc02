"""Golden sets exported for other tools come back through the readers of those tools."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from export_samples import ANSWER, JUDGED, UNFAITHFUL, golden_row, golden_rows
from foreign_samples_tables import read
from hypothesis import given, settings

from adjudge_engine.case import Case
from adjudge_engine.reading.native import to_case
from adjudge_queue.exports import EXPORTS

PASSAGES = [{"id": "x", "text": "one | two"}, {"id": "y", "text": "three\n\nfour"}]
WHOLE = ("deepeval", "promptfoo", "label-studio", "argilla")


def back(name: str, rows: list[dict[str, Any]]) -> list[Case]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"golden{EXPORTS[name].suffix}"
        path.write_text("".join(EXPORTS[name].write(rows)), encoding="utf-8")
        found = read(path, labelled=True)
    assert found.about.format == name
    assert not found.rejects, [str(one) for one in found.rejects]
    return found.cases


@pytest.mark.parametrize("name", WHOLE)
@given(rows=golden_rows())
@settings(max_examples=25, deadline=None)
def test_whatever_stands_in_a_row_comes_back_as_the_same_case(
    name: str, rows: list[dict[str, Any]]
) -> None:
    assert back(name, rows) == [to_case(one, labelled=True) for one in rows]


@pytest.mark.parametrize("name", WHOLE)
def test_ids_texts_contexts_and_labels_are_kept(name: str) -> None:
    rows = [golden_row("a"), golden_row("b", contexts=PASSAGES)]
    first, second = back(name, rows)
    assert (first.id, first.question, first.answer) == ("a", rows[0]["question"], ANSWER)
    assert first.labels[0].model_dump(exclude_defaults=True, mode="json") == UNFAITHFUL
    assert [one.text for one in second.contexts] == [one["text"] for one in PASSAGES]


def test_ragas_annotations_keep_texts_and_labels_but_no_ids_and_no_names() -> None:
    other = JUDGED | {"judge": "other", "strict": 0.0, "score": 0.5}
    relevance = {"criterion": "relevance", "value": 4, "by": "ann"}
    said = {"criterion": "relevance", "judge": "local", "value": 3.0, "score": 0.5, "strict": 0.0}
    row = golden_row("a", labels=[UNFAITHFUL, relevance], judged=[JUDGED, other, said])
    (case,) = back("ragas", [row])
    assert (case.question, case.answer) == (row["question"], ANSWER)
    assert [one.text for one in case.contexts] == ["The pump weighs 21 kg."]
    faithful, relevant = case.labels
    assert (faithful.criterion, faithful.value, faithful.by) == ("faithfulness", "unfaithful", None)
    (claim,) = faithful.claims  # the other one's verdict is the judge's
    assert (claim.start, claim.end, claim.verdict) == (0, 24, "contradicted")
    assert (relevant.criterion, relevant.value) == ("relevance", 4)
    assert [one.criterion for one in case.judgments].count("faithfulness") == 2
