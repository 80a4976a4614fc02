"""Golden sets: frozen snapshots of what people labelled, split by document, exported as cases."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from queue_samples import CLAIMS, decision, record

from adjudge_engine.case import Case
from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.golden_sets import golden


def sha256_of(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


UNFAITHFUL = {
    "criterion": "faithfulness",
    "claims": [{"claim_id": CLAIMS[0]["id"], "verdict": "contradicted"}],
    "missing": ["how long"],
}


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue(
            [
                record(
                    f"case-{number}",
                    contexts=[{"id": "c", "text": "x", "source_id": f"doc-{number // 2}"}],
                    labels=[{"criterion": "relevance", "value": 5}],
                    metadata={"kept": [1.0, "\ud800"]},
                )
                for number in range(8)
            ]
        )
        queue.decide(1, decision("relabel", labels=[UNFAITHFUL]))
        queue.decide(2, decision("approve", "bob"))
        queue.decide(3, decision("block"))
        yield queue
        assert queue.verify().problems == ()


def test_a_row_is_a_native_case_with_the_persons_labels_and_where_they_come_from(
    queue: Queue,
) -> None:
    assert queue.golden_create("golden", actor="ann") == ("golden", 1, 1)
    [row] = queue.golden_export("golden")
    case = Case.model_validate(row)
    [label] = case.labels
    assert (label.criterion, label.value, label.missing) == (
        "faithfulness",
        "unfaithful",
        ("how long",),
    )
    assert (label.claims[0].claim_id, label.claims[0].start) == (CLAIMS[0]["id"], 0)
    assert (label.by, label.claims[0].text) == ("ann", CLAIMS[0]["text"])
    item = queue.item(1)
    given_labels = item.case["labels"]
    told = row["metadata"].pop("golden")
    assert row["metadata"] == item.case["metadata"]
    assert {key: row[key] for key in item.case if key not in ("labels", "metadata")} == {
        key: value for key, value in item.case.items() if key not in ("labels", "metadata")
    }
    assert told == {
        "name": "golden",
        "version": 1,
        "split": golden.split_of("doc-0"),
        "group": "doc-0",
        "item": 1,
        "case_hash": record("case-0").case_hash,
        "evaluation": item.evaluation_hash,
        "action": "relabel",
        "reviewers": ["ann"],
        "decided_at": label.at,
        "events": [item.history[-1]["seq"]],
        "given_labels": given_labels,
        "report": sha256_of(b'{"report":1}'),
        "inclusion_probability": 1.0,
        "engine": item.evaluation["engine"],
        "policy": item.evaluation["policy"],
        "claims": [
            {key: claim[key] for key in ("id", "start", "end", "proved")} for claim in CLAIMS
        ],
        "judged": [],
    }


def test_a_snapshot_is_frozen_and_the_next_one_follows_the_decisions(queue: Queue) -> None:
    queue.golden_create("golden", actor="ann", include_approved=True)
    before = list(queue.golden_export("golden", 1))
    assert [row["id"] for row in before] == ["case-0", "case-1"]
    assert before[1]["labels"] == [
        {"criterion": "faithfulness", "value": "faithful", "by": "bob"}
        | {"at": before[1]["labels"][0]["at"]}
    ]
    queue.decide(4, decision("relabel", labels=[UNFAITHFUL]))
    assert queue.golden_create("golden", actor="ann") == ("golden", 2, 2)
    assert list(queue.golden_export("golden", 1)) == before
    assert [row["id"] for row in queue.golden_export("golden")] == ["case-0", "case-3"]
    assert [(one["version"], one["rows"], one["withdrawn"]) for one in queue.golden_list()] == [
        (1, 2, 0),
        (2, 2, 0),
    ]


def test_undo_and_a_second_thought_withdraw_rows(queue: Queue) -> None:
    queue.golden_create("golden", actor="ann", include_approved=True)
    undone = queue.undo("ann", item_id=1)
    faithful = {"criterion": "faithfulness", "value": "faithful"}
    changed = queue.decide(2, decision("relabel", "bob", labels=[faithful]))
    told = [row["metadata"]["golden"].get("withdrawn") for row in queue.golden_export("golden")]
    assert told == [undone.event, changed.event]
    assert queue.golden_list()[0]["withdrawn"] == 2
    assert queue.golden_create("golden", actor="ann")[2] == 1
    [row] = queue.golden_export("golden")
    assert (row["id"], "withdrawn" in row["metadata"]["golden"]) == ("case-1", False)


def test_what_cannot_be_frozen_or_exported_says_so(queue: Queue) -> None:
    queue.undo("ann", item_id=1)
    with pytest.raises(DecisionError, match="no item has been relabelled"):
        queue.golden_create("golden", actor="ann")
    assert queue.golden_list() == []
    for name in ("", "a b", "a@1", "x" * 65, "../up"):
        with pytest.raises(DecisionError, match="cannot name a golden set"):
            queue.golden_create(name, actor="ann")
    for version, wanted in ((None, "golden"), (3, "golden@3")):
        with pytest.raises(DecisionError, match=f"no golden set {wanted}\n"):
            queue.golden_export("golden", version)


def test_every_row_is_one_line_of_json_even_with_odd_text(queue: Queue) -> None:
    queue.golden_create("golden", actor="\ud800")
    [row] = queue.golden_export("golden")
    assert json.loads(json.dumps(row)) == row
    assert queue.golden_list()[0]["actor"] == "\ud800"


def test_a_third_of_all_documents_is_held_out() -> None:
    split = [golden.split_of(f"document {number}") for number in range(3000)]
    assert 900 < split.count("held-out") < 1100
    assert set(split) == {"dev", "held-out"}


texts = st.text(st.characters(codec="utf-8"), max_size=8)
contexts = st.lists(
    st.fixed_dictionaries({"text": texts}, optional={"source_id": texts}), max_size=3
)
groups = st.none() | texts | st.integers() | st.booleans() | st.lists(st.integers(), max_size=1)


@given(contexts, groups)
@settings(max_examples=100, deadline=None)
def test_the_group_of_a_stored_case_is_that_of_the_case(
    parts: list[dict[str, Any]], group: Any
) -> None:
    case = Case.model_validate(
        {
            "id": "x",
            "contexts": [part | {"id": str(number)} for number, part in enumerate(parts)],
            "metadata": {} if group is None else {"group": group},
        }
    )
    assert golden.group_of(case.to_dict()) == case.group
