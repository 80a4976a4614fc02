"""Golden rows from a file: the same bytes again, or a word on why not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from export_samples import UNFAITHFUL, golden_row, golden_rows
from hypothesis import given, settings
from queue_samples import decision, judged, record

from adjudge_engine.calibration.measures.splits import split_of
from adjudge_engine.case import Case, case_hash
from adjudge_engine.errors import DecisionError, InputError
from adjudge_queue import Queue
from adjudge_queue.exports import EXPORTS


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        yield queue
        assert queue.verify().problems == ()


def frozen(queue: Queue) -> list[dict[str, Any]]:
    """A set frozen from real-looking items, one of its rows withdrawn."""
    records = []
    for number in range(4):
        case: dict[str, Any] = {"question": f"What is dose {number}?"}
        content = case_hash(Case.model_validate(record(f"case-{number}", **case).case))
        judgments = (judged("supported", "partial"),)
        records.append(record(f"case-{number}", judgments=judgments, case_hash=content, **case))
    queue.enqueue(records)
    label = {"criterion": "faithfulness", "value": "unfaithful", "missing": ["unit"]}
    for item in (1, 2, 3):
        queue.decide(item, decision("relabel", labels=[label], corrected_answer="5 mg"))
    queue.golden_create("g", actor="ann")
    queue.golden_withdraw("g", 1, 2, by="ann", why="x")
    return list(queue.golden_export("g"))


@pytest.mark.parametrize("name", [name for name, one in EXPORTS.items() if one.lossless])
def test_a_set_goes_from_queue_to_queue_without_loss(
    queue: Queue, tmp_path: Path, name: str
) -> None:
    rows = frozen(queue)
    form = EXPORTS[name]
    assert form.read is not None
    text = "".join(form.write(rows))
    with Queue.open(tmp_path / "other.db", create=True) as other:
        made = other.golden_import("from-afar", form.read(text), actor="bob", origin=name)
        kept = rows if name == "jsonl" else [row for row in rows if row["id"] != "case-1"]
        assert made == ("from-afar", 1, len(kept))
        assert list(other.golden_export("from-afar")) == kept
        assert "".join(form.write(other.golden_export("from-afar"))) == text
        assert other.verify().ok
        (listed,) = other.golden_list()
        assert (listed["imported"], listed["actor"], listed["rows"]) == (True, "bob", len(kept))
        event = other.events()[-1]
        assert (event["kind"], event["body"]["origin"]) == ("golden_imported", name)
        assert other.counts().open == 0  # no item came of it


@given(golden_rows())
@settings(max_examples=8, deadline=None)
def test_hostile_rows_come_back_byte_for_byte(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]]
) -> None:
    path = tmp_path_factory.mktemp("import") / "q.db"
    with Queue.open(path, create=True) as queue:
        queue.golden_import("g", rows, actor="ann")
        assert list(queue.golden_export("g")) == rows
        assert queue.verify().problems == ()


def test_a_case_with_labels_from_elsewhere_gets_a_provenance(queue: Queue) -> None:
    label = {"criterion": "faithfulness", "value": "faithful"}
    case = {
        "id": "x",
        "answer": "a",
        "contexts": [{"id": "c", "source_id": "d"}],
        "labels": [label],
    }
    queue.golden_import("g", [case], actor="ann")
    (row,) = queue.golden_export("g")
    assert row["metadata"]["golden"] == {
        "imported": True,
        "case_hash": case_hash(Case.model_validate(case)),
        "group": "d",
        "split": split_of("d"),
    }
    found = queue.golden_coverage("g")
    assert (found["rows"], found["slices"]["label"]) == (
        1,
        {
            "faithfulness: faithful": {"dev": 0, "held-out": 0}
            | {row["metadata"]["golden"]["split"]: 1}
        },
    )


def test_judge_human_is_imported_with_what_it_carries(queue: Queue) -> None:
    form = EXPORTS["judge-human"]
    assert form.read is not None
    text = "".join(form.write([golden_row("a"), golden_row("b")]))
    assert queue.golden_import("g", form.read(text), actor="ann")[2] == 2
    row = next(iter(queue.golden_export("g")))
    assert (row["id"], row["labels"][0]["value"]) == ("a", "unfaithful")
    assert row["metadata"]["group"] == "manual"
    minimal = "id,judge,human\nx,faithful,unfaithful\n"
    assert queue.golden_import("h", form.read(minimal), actor="ann")[2] == 1


def changed(**parts: Any) -> dict[str, Any]:
    row = golden_row()
    row["metadata"] = {"golden": row["metadata"]["golden"] | parts}
    return row


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"id": "x"}, "it has no label"),
        ({"labels": []}, "it is no case"),
        ({"id": "x", "labels": 7}, "it is no case"),
        ({"id": "x", "labels": [{"value": 1}]}, "it is no case"),
        (golden_row() | {"metadata": {"x": float("nan")}}, "it is no case"),
        (golden_row() | {"metadata": {"x": float("inf")}}, "it is no case"),
        (golden_row() | {"metadata": {"x": json.loads("[" * 900 + "]" * 900)}}, "it is no case"),
        (golden_row() | {"answer": "Other words."}, "changed since it was labelled"),
        (changed(split="train"), "group or split"),
        (changed(group="another"), "group or split"),
        (
            changed(
                split="dev" if golden_row()["metadata"]["golden"]["split"] != "dev" else "held-out"
            ),
            "its document is in",
        ),
    ],
)
def test_a_row_that_cannot_be_taken_is_named_and_nothing_is_imported(
    queue: Queue, row: dict[str, Any], why: str
) -> None:
    before = queue.head()
    with pytest.raises(InputError, match=f"row 2 cannot be imported: .*{why}"):
        queue.golden_import("g", [golden_row("first"), row], actor="ann")
    assert (queue.head(), queue.golden_list()) == (before, [])


def test_twice_the_same_case_and_nothing_at_all_are_refused(queue: Queue) -> None:
    with pytest.raises(InputError, match=r"row 2 .* twice"):
        queue.golden_import("g", [golden_row(), golden_row()], actor="ann")
    with pytest.raises(InputError, match="no row"):
        queue.golden_import("g", [], actor="ann")
    with pytest.raises(DecisionError, match="cannot name"):
        queue.golden_import("a b", [golden_row()], actor="ann")


def test_versions_from_the_queue_and_from_a_file_follow_each_other(queue: Queue) -> None:
    frozen(queue)
    outside = golden_row("outside")
    assert queue.golden_import("g", [outside], actor="bob") == ("g", 2, 1)
    assert queue.golden_create("g", actor="ann") == ("g", 3, 2)
    assert [row["id"] for row in queue.golden_export("g", 2)] == ["outside"]
    found = queue.golden_diff("g", 2, 3)
    assert [one["id"] for one in found["removed"]] == ["outside"]
    assert len(found["added"]) == 2
    with pytest.raises(DecisionError, match="has no row"):
        queue.golden_withdraw("g", 2, 1, by="ann", why="x")


def test_a_purge_reaches_the_rows_of_the_case_that_came_in_from_a_file(queue: Queue) -> None:
    rows = frozen(queue)
    queue.golden_import("far", [row for row in rows if row["id"] != "case-1"], actor="bob")
    queue.golden_import("far", [golden_row("other")], actor="bob")
    before = json.dumps(list(queue.golden_export("far", 1)))
    assert queue.item(1).case["id"] == "case-0"
    queue.purge(items=[1], by="lea", why="asked to")
    assert [row["id"] for row in queue.golden_export("far", 1)] == ["case-2"]
    assert [row["id"] for row in queue.golden_export("far", 2)] == ["other"]
    assert "case-0" in before
    assert queue.verify().problems == ()


def test_native_rows_are_cases_for_every_reader_of_cases() -> None:
    (line,) = EXPORTS["jsonl"].write([golden_row()])
    case = Case.model_validate(json.loads(line))
    assert case.labels[0].corrected_answer == UNFAITHFUL["corrected_answer"]
