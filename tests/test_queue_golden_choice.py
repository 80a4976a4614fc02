"""Whose labels make a golden row: experts' who saw everything, on items that were not planted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from queue_samples import decision, judged, record

from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.people.team import Member, Team

UNFAITHFUL: dict[str, Any] = {"criterion": "faithfulness", "value": "unfaithful"}
TEAM = Team(
    {
        "lea": Member("lea"),
        "ann": Member("ann", "reviewer"),
        "new": Member("new", "reviewer", expert=frozenset()),
        "far": Member("far", "reviewer", groups=frozenset({"elsewhere"})),
    },
    declared=True,
)


def relabel(queue: Queue, item: int, by: str = "ann", **label: Any) -> None:
    queue.decide(item, decision("relabel", by, labels=[UNFAITHFUL | label]))


def ids(queue: Queue, **settings: Any) -> list[str]:
    queue.golden_create("g", actor="lea", **settings)
    return [row["id"] for row in queue.golden_export("g")]


def told(queue: Queue) -> dict[str, Any]:
    found: dict[str, Any] = next(iter(queue.golden_export("g")))["metadata"]["golden"]
    return found


def test_labels_of_no_expert_or_of_one_who_did_not_see_all_stay_out(tmp_path: Path) -> None:
    with Queue.open(tmp_path / "q.db", create=True, team=TEAM) as queue:
        queue.enqueue([record(str(number)) for number in range(1, 4)])
        relabel(queue, 1, "new")
        relabel(queue, 2, "far")
        with pytest.raises(DecisionError, match="nothing to freeze"):
            queue.golden_create("g", actor="lea")
        relabel(queue, 3, "ann")
        assert ids(queue) == ["3"]
        assert queue.verify().problems == ()


def test_an_approval_counts_where_it_says_so_or_all_of_them_do(tmp_path: Path) -> None:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([record(str(number)) for number in range(1, 4)])
        queue.decide(1, decision("approve", reason_codes=("judge_wrong", "gold")))
        queue.decide(2, decision("approve", reason_codes=("golden",), note="gold"))
        queue.decide(3, decision("block", reason_codes=("gold",)))
        assert ids(queue) == ["1"]
        assert ids(queue, include_approved=True) == ["1", "2"]


def test_planted_items_never_make_a_row(tmp_path: Path) -> None:
    with Queue.open(tmp_path / "q.db", create=True, team=TEAM) as queue:
        queue.enqueue([record("original")])
        relabel(queue, 1)
        assert ids(queue) == ["original"]
        (planted,) = queue.plant("g", 1, 1, seed=1, by="lea")
        relabel(queue, planted, "lea")
        assert ids(queue) == ["original"]
        assert queue.verify().problems == ()


def test_a_changed_source_keeps_a_label_out_another_policy_does_not(tmp_path: Path) -> None:
    with Queue.open(tmp_path / "q.db", create=True) as queue:

        def source(version: str) -> dict[str, Any]:
            return {"leaflet": {"groups": None, "hash": version}}

        queue.enqueue([replace(record(one), sources=source("v1")) for one in ("a", "b")])
        relabel(queue, 1)
        relabel(queue, 2)
        assert ids(queue) == ["a", "b"]
        queue.enqueue([replace(record("a", key="k2"), sources=source("v2"))])
        again = record("b", key="k2", judgments=(judged("partial"),))
        queue.enqueue([replace(again, sources=source("v1"))])
        assert queue.item(2).row.stale
        marks = [row["metadata"]["golden"].get("withdrawn") for row in queue.golden_export("g", 1)]
        assert (marks[0] is None, marks[1]) == (False, None)
        assert ids(queue) == ["b"]
        (gone,) = queue.golden_diff("g", 1, 2)["withdrawn"]
        assert (gone["id"], gone["event"]) == ("a", marks[0])
        assert queue.verify().problems == ()


def test_a_source_that_changes_after_something_else_did_keeps_the_label_out(
    tmp_path: Path,
) -> None:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        for number, key in enumerate(("k1", "k2", "k3")):
            version = "v2" if key == "k3" else "v1"
            judgments = (judged("partial"),) if number else ()
            one = record("a", key=key, judgments=judgments)
            sources = {"leaflet": {"groups": None, "hash": version}}
            queue.enqueue([replace(one, sources=sources)])
            if key == "k1":
                relabel(queue, 1)
            if key == "k2":
                assert ids(queue) == ["a"]
        with pytest.raises(DecisionError, match="nothing to freeze"):
            queue.golden_create("g", actor="lea")


@pytest.mark.parametrize("agree", [True, False])
def test_a_double_review_tells_who_said_what_and_whether_they_agreed(
    tmp_path: Path, agree: bool
) -> None:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([replace(record("a"), second="share")])
        relabel(queue, 1, "ann")
        with pytest.raises(DecisionError, match="nothing to freeze"):
            queue.golden_create("g", actor="lea")
        relabel(queue, 1, "bob", value="unfaithful" if agree else "faithful")
        if not agree:
            with pytest.raises(DecisionError, match="nothing to freeze"):
                queue.golden_create("g", actor="lea")
            relabel(queue, 1, "lea")
        assert ids(queue) == ["a"]
        golden = told(queue)
        names = ["ann", "bob"] + ([] if agree else ["lea"])
        assert golden["reviewers"] == names
        assert golden["agreement"] == ("agreed" if agree else "adjudicated")
        assert [one["reviewer"] for one in golden["rounds"]] == names
        assert [one["round"] for one in golden["rounds"]] == ["first", "second", "adjudication"][
            : len(names)
        ]
        values = [one["labels"][0]["value"] for one in golden["rounds"]]
        assert values[1] == ("unfaithful" if agree else "faithful")
        assert len(golden["events"]) == len(names)
        assert queue.verify().problems == ()


def test_the_inclusion_probability_is_kept(tmp_path: Path) -> None:
    sampled = record("sampled")
    reasons = {"uncertain": [{"code": "sampled", "message": "…", "inclusion_probability": 0.05}]}
    sampled.evaluation["reasons"].update(reasons)
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([sampled, record("asked"), record("picked", route="release")])
        for item in (1, 2, 3):
            relabel(queue, item)
        queue.golden_create("g", actor="ann")
        found = {
            row["id"]: row["metadata"]["golden"]["inclusion_probability"]
            for row in queue.golden_export("g")
        }
    assert found == {"sampled": 0.05, "asked": 1.0, "picked": None}


def test_a_row_keeps_what_the_judges_said_and_on_which_versions(tmp_path: Path) -> None:
    judgment = judged("supported", "partial") | {"fingerprint": "sha256:j", "rationale": "long"}
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([record("a", judgments=(judgment, judged(abstained=True)))])
        relabel(queue, 1)
        queue.golden_create("g", actor="ann")
        golden = told(queue)
    first, second = golden["judged"]
    assert first == {
        "criterion": "faithfulness",
        "judge": "local",
        "fingerprint": "sha256:j",
        "claims": judgment["claims"],
    }
    assert (second["abstained"], second["code"]) == (True, "unstable")
    assert golden["policy"]["hash"] == "sha256:p"


def test_a_purged_row_leaves_its_hash_and_no_text(tmp_path: Path) -> None:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([record("a"), record("b")])
        relabel(queue, 1)
        relabel(queue, 2)
        assert ids(queue) == ["a", "b"]
        rows = list(queue.golden_export("g"))
        queue.purge(items=[1], by="lea", why="asked to")
        assert [row["id"] for row in queue.golden_export("g")] == ["b"]
        assert queue.golden_coverage("g")["rows"] == 1
        assert queue.golden_diff("g", 1, 1)["unchanged"] == 1
        assert ids(queue) == ["b"]
        assert queue.verify().problems == ()
    assert len(rows) == 2
