"""Golden sets over time: withdrawal by hand, what differs, what is covered, and the split."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from queue_samples import CLAIMS, decision, judged, record

from adjudge_engine.calibration.measures.splits import split_of
from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.golden_sets import golden_coverage, golden_diff

UNFAITHFUL: dict[str, Any] = {"criterion": "faithfulness", "value": "unfaithful"}
FAITHFUL: dict[str, Any] = {"criterion": "faithfulness", "value": "faithful"}


def relabel(queue: Queue, item: int, label: dict[str, Any], by: str = "ann", **more: Any) -> None:
    queue.decide(item, decision("relabel", by, labels=[label], **more))


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    """Six cases of three documents, the first four relabelled, frozen as `g@1`."""
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue(
            [
                record(
                    f"case-{number}",
                    contexts=[{"id": "c", "text": "x", "source_id": f"doc-{number // 2}"}],
                    judgments=(judged("supported"),),
                    tags=["even"] if number % 2 == 0 else [],
                    risk="high" if number == 0 else "standard",
                    generator="gen-1" if number < 2 else None,
                )
                for number in range(6)
            ]
        )
        for item in (1, 2, 3, 4):
            relabel(queue, item, UNFAITHFUL)
        queue.golden_create("g", actor="ann")
        yield queue
        assert queue.verify().problems == ()


def ids(queue: Queue, version: int | None = None) -> list[str]:
    return [row["id"] for row in queue.golden_export("g", version)]


# Withdrawal --------------------------------------------------------------------------------


def test_a_row_withdrawn_by_hand_is_marked_and_absent_from_the_next_snapshots(queue: Queue) -> None:
    event = queue.golden_withdraw("g", 1, 2, by="lea", why="the page was torn")
    marks = [row["metadata"]["golden"].get("withdrawn") for row in queue.golden_export("g", 1)]
    assert marks == [None, event, None, None]
    assert queue.golden_create("g", actor="ann")[1:] == (2, 3)
    assert queue.golden_create("g", actor="ann")[1:] == (3, 3)
    assert "case-1" not in ids(queue)
    assert queue.golden_create("other", actor="ann")[2] == 4  # no word on other sets
    last = queue.history(2)[-1]
    assert (last["kind"], last["actor"], last["note"]) == (
        "golden_withdrawn",
        "lea",
        "the page was torn",
    )
    assert last["body"]["versions"] == [1]
    assert queue.item(2).row.state == "decided"


def test_a_new_decision_brings_a_withdrawn_item_back(queue: Queue) -> None:
    queue.golden_withdraw("g", 1, 2, by="lea", why="wrong")
    relabel(queue, 2, FAITHFUL)
    assert queue.golden_create("g", actor="ann")[2] == 4
    assert "withdrawn" not in next(iter(_by_id(queue, 2, "case-1")))["metadata"]["golden"]


def _by_id(queue: Queue, version: int, case_id: str) -> list[dict[str, Any]]:
    return [row for row in queue.golden_export("g", version) if row["id"] == case_id]


def test_without_a_version_the_row_goes_from_all_of_them(queue: Queue) -> None:
    queue.golden_create("g", actor="ann")
    queue.golden_withdraw("g", 1, 3, by="lea", why="first")
    event = queue.golden_withdraw("g", None, 3, by="lea", why="then all")
    assert queue.history(3)[-1]["body"]["versions"] == [2]
    assert [one["withdrawn"] for one in queue.golden_list()] == [1, 1]
    (row,) = _by_id(queue, 2, "case-2")
    assert row["metadata"]["golden"]["withdrawn"] == event


def test_an_undo_after_a_withdrawal_leaves_the_first_mark(queue: Queue) -> None:
    event = queue.golden_withdraw("g", 1, 1, by="lea", why="wrong")
    queue.undo("ann", item_id=1)
    (row,) = _by_id(queue, 1, "case-0")
    assert row["metadata"]["golden"]["withdrawn"] == event


def test_what_cannot_be_withdrawn_says_so(queue: Queue) -> None:
    for name, version, item, why, message in (
        ("g", 1, 5, "x", "has no row"),
        ("g", 9, 1, "x", "no golden set"),
        ("none", None, 1, "x", "has no row"),
        ("g", 1, 1, "  ", "needs a reason"),
        ("g", 1, 99, "x", "no item #99"),
    ):
        with pytest.raises(DecisionError, match=message):
            queue.golden_withdraw(name, version, item, by="lea", why=why)
    queue.golden_withdraw("g", 1, 1, by="lea", why="once")
    with pytest.raises(DecisionError, match="was withdrawn by event"):
        queue.golden_withdraw("g", 1, 1, by="lea", why="twice")


# Difference --------------------------------------------------------------------------------


def test_a_difference_tells_what_came_what_went_and_what_was_relabelled(queue: Queue) -> None:
    withdrawn = queue.golden_withdraw("g", 1, 1, by="lea", why="wrong")
    claims = [{"claim_id": CLAIMS[0]["id"], "verdict": "contradicted"}]
    relabel(queue, 2, UNFAITHFUL | {"claims": claims}, by="ann")
    relabel(queue, 5, FAITHFUL)
    undone = queue.undo("ann", item_id=4)
    queue.golden_create("g", actor="ann")
    found = queue.golden_diff("g", 1, 2)
    assert [one["id"] for one in found["added"]] == ["case-4"]
    assert [(one["id"], one["event"]) for one in found["withdrawn"]] == [
        ("case-0", withdrawn),
        ("case-3", undone.event),
    ]
    assert (found["removed"], found["moved"], found["unchanged"]) == ([], [], 1)
    (changed,) = found["relabelled"]
    assert (changed["id"], changed["changed"]) == (
        "case-1",
        [
            {
                "criterion": "faithfulness",
                "what": f"claim {CLAIMS[0]['id']}",
                "before": None,
                "after": "contradicted",
            }
        ],
    )
    text = list(golden_diff.as_text(found))
    assert text[0].startswith("g@1 → g@2: 1 added, 0 removed, 2 withdrawn, 1 relabelled, 0 moved")
    assert f"x case-0  {split_of('doc-0')}  (item #1), withdrawn by event" in text[2]
    assert f"    faithfulness: claim {CLAIMS[0]['id']}: nothing → contradicted" in text


def test_an_approval_that_no_longer_counts_is_removed_not_withdrawn(queue: Queue) -> None:
    queue.decide(6, decision("approve"))
    queue.golden_create("g", actor="ann", include_approved=True)
    queue.golden_create("g", actor="ann")
    found = queue.golden_diff("g", 2, 3)
    assert [one["id"] for one in found["removed"]] == ["case-5"]
    assert found["unchanged"] == 4
    same = queue.golden_diff("g", 3, 3)
    assert [same[kind] for kind in golden_diff.KINDS] == [[]] * 5


def test_a_difference_is_harmless_text(queue: Queue, tmp_path: Path) -> None:
    with Queue.open(tmp_path / "odd.db", create=True) as odd:
        odd.enqueue([record("a\x1b[2J\n\u202eb"), record("c")])
        relabel(odd, 2, UNFAITHFUL)
        odd.golden_create("g", actor="ann")
        relabel(odd, 1, UNFAITHFUL)
        odd.golden_create("g", actor="ann")
        lines = list(golden_diff.as_text(odd.golden_diff("g", 1, 2)))
    assert len(lines) == 2
    assert all(line.isprintable() for line in lines)


# Coverage ----------------------------------------------------------------------------------


def test_coverage_counts_every_slice_on_either_side(queue: Queue) -> None:
    queue.golden_withdraw("g", 1, 4, by="lea", why="wrong")
    found = queue.golden_coverage("g")
    assert (found["version"], found["rows"], found["withdrawn"]) == (1, 3, 1)
    assert sum(found["splits"].values()) == 3
    total = {
        kind: {value: sum(counted.values()) for value, counted in values.items()}
        for kind, values in found["slices"].items()
    }
    assert total == {
        "tag": {"even": 2, "(none)": 1},
        "risk": {"high": 1, "standard": 2},
        "language": {"latin script": 3},
        "generator": {"gen-1": 2, "(unknown)": 1},
        "label": {"faithfulness: unfaithful": 3},
    }
    side = split_of("doc-0")
    assert found["slices"]["risk"]["high"][side] == 1
    assert found["documents"]["both"] == 0
    text = "\n".join(golden_coverage.as_text(found))
    assert "g@1: 3 rows" in text
    assert "  even: dev" in text


@pytest.mark.parametrize(
    ("case", "language"),
    [
        ({"question": "量は?", "answer": "五"}, "cjk script"),
        ({"question": "Сколько?"}, "cyrillic script"),
        ({"question": "12?", "answer": None}, "(unknown)"),
        ({"question": "What?", "metadata": {"language": " DE "}}, "de"),
        ({"question": "What?", "metadata": {"lang": 7}}, "latin script"),
    ],
)
def test_the_language_is_what_the_case_says_else_its_script(
    case: dict[str, Any], language: str
) -> None:
    assert golden_coverage.language_of(case) == language


def test_a_document_that_is_a_further_source_on_the_other_side_is_counted(tmp_path: Path) -> None:
    names = [f"doc-{number}" for number in range(40)]
    dev = next(one for one in names if split_of(one) == "dev")
    held = next(one for one in names if split_of(one) == "held-out")
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        for case_id, sources in (("a", [dev, held]), ("b", [held])):
            contexts = [{"id": one, "text": "x", "source_id": one} for one in sources]
            queue.enqueue([record(case_id, contexts=contexts)])
        for item in (1, 2):
            relabel(queue, item, UNFAITHFUL)
        queue.golden_create("g", actor="ann")
        assert queue.golden_coverage("g")["documents"] == {"dev": 1, "held-out": 0, "both": 1}
        assert [row["id"] for row in queue.golden_export("g", split="held-out")] == ["b"]
        assert [row["id"] for row in queue.golden_export("g", split="dev")] == ["a"]
        with pytest.raises(DecisionError, match="no split"):
            queue.golden_export("g", split="train")


# The split ---------------------------------------------------------------------------------

steps = st.lists(
    st.tuples(
        st.sampled_from(["relabel", "undo", "freeze", "withdraw", "freeze"]), st.integers(1, 6)
    ),
    min_size=4,
    max_size=14,
)


@given(st.lists(st.sampled_from("abc"), min_size=6, max_size=6), steps)
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_group_is_ever_on_both_sides_in_any_version(
    tmp_path_factory: pytest.TempPathFactory, documents: list[str], plan: list[tuple[str, int]]
) -> None:
    path = tmp_path_factory.mktemp("split") / "q.db"
    sides: dict[str, set[str]] = {}
    with Queue.open(path, create=True) as queue:
        queue.enqueue(
            [
                record(str(number), contexts=[{"id": "c", "text": "", "source_id": document}])
                for number, document in enumerate(documents)
            ]
        )
        for step, item in (*plan, ("relabel", 1), ("freeze", 1)):
            try:
                if step == "relabel":
                    relabel(queue, item, UNFAITHFUL)
                elif step == "undo":
                    queue.undo("ann", item_id=item)
                elif step == "withdraw":
                    queue.golden_withdraw("g", None, item, by="ann", why="x")
                else:
                    queue.golden_create("g", actor="ann")
            except DecisionError:
                continue
        versions = [one["version"] for one in queue.golden_list()]
        for version in versions:
            for row in queue.golden_export("g", version):
                told = row["metadata"]["golden"]
                sides.setdefault(told["group"], set()).add(told["split"])
        for new in versions[1:]:
            assert queue.golden_diff("g", new - 1, new)["moved"] == []
        assert queue.verify().ok
    assert all(len(side) == 1 for side in sides.values())
