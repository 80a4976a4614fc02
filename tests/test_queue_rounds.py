"""Double review: two who do not see each other, a lead where they differ, undo of each of three."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from queue_samples import CLAIMS, Clock, decision, record
from team_samples import made

from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.people.team import Team
from adjudge_queue.records import Filter, Record

DOSE, TWICE = (str(claim["id"]) for claim in CLAIMS)


def twice(case_id: str = "twice", route: str = "review", **parts: Any) -> Record:
    """An item on which two must agree."""
    return replace(record(case_id, route, **parts), second="high risk")


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with made(tmp_path / "q.db") as queue:
        queue.enqueue([twice()])
        yield queue
        assert queue.verify().problems == ()


def faithful(*verdicts: tuple[str, str], value: str = "faithful", **more: Any) -> dict[str, Any]:
    claims = [{"claim_id": claim, "verdict": verdict} for claim, verdict in verdicts]
    return {"criterion": "faithfulness", "value": value, "claims": claims, **more}


def relabel(queue: Queue, reviewer: str, label: dict[str, Any], **parts: Any) -> Any:
    return queue.decide(1, decision("relabel", reviewer, labels=[label], **parts))


def reviews(queue: Queue) -> list[str]:
    sql = (
        "SELECT r.round, d.reviewer FROM reviews r JOIN decisions d ON d.id = r.decision_id"
        " ORDER BY r.decision_id"
    )
    return [f"{name} {who}" for name, who in queue._store.rows(sql)]


def stands(queue: Queue) -> tuple[str, str]:
    row = queue.item(1).row
    assert row.disposition == queue.disposition(1)
    return row.state, row.disposition


def test_two_who_agree_decide(queue: Queue) -> None:
    assert queue.item(1).row.second
    first = queue.decide(1, decision("approve", "ann"))
    assert (first.state, first.disposition) == ("needs_second", "pending")
    second = queue.decide(1, decision("approve", "bob"))
    assert (second.state, second.disposition) == ("decided", "released")
    assert reviews(queue) == ["first ann", "second bob"]
    assert [change["disposition"] for change in queue.feed()[0]] == ["pending", "released"]


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        (faithful(), faithful(), True),
        (faithful(note="a"), faithful(note="b"), True),
        (faithful((DOSE, "supported")), faithful(), False),
        (faithful(), faithful(value="unfaithful"), False),
        (
            faithful((DOSE, "partial"), value="unfaithful"),
            faithful((DOSE, "contradicted"), value="unfaithful"),
            False,
        ),
        (
            faithful((DOSE, "partial"), (TWICE, "supported"), value="unfaithful"),
            faithful((TWICE, "supported"), (DOSE, "partial"), value="unfaithful"),
            True,
        ),
        (faithful(), faithful(missing=["the unit"]), False),  # released against blocked
    ],
)
def test_what_is_equal(
    queue: Queue, one: dict[str, Any], other: dict[str, Any], agree: bool
) -> None:
    relabel(queue, "ann", one)
    done = relabel(queue, "bob", other)
    assert done.state == ("decided" if agree else "adjudication")
    assert agree or done.disposition == "pending"


def test_different_actions_go_to_a_lead_who_overrides(queue: Queue) -> None:
    queue.decide(1, decision("approve", "ann"))
    assert queue.decide(1, decision("block", "bob")).state == "adjudication"
    for refused in ("ann", "bob", "cat"):
        with pytest.raises(DecisionError):
            queue.decide(1, decision("approve", refused))
        with pytest.raises(DecisionError):
            queue.claim(1, refused)
    assert queue.claim(1, "lea").row.holder == "lea"
    label = faithful((DOSE, "contradicted"), value="unfaithful")
    done = relabel(queue, "lea", label)
    assert (done.state, done.disposition) == ("decided", "blocked")
    assert reviews(queue) == ["first ann", "second bob", "adjudication lea"]
    with pytest.raises(DecisionError, match="by several people"):
        relabel(queue, "lea", label)


def test_a_lead_who_was_one_of_the_two_does_not_adjudicate(queue: Queue) -> None:
    queue.decide(1, decision("approve", "lea"))
    queue.decide(1, decision("block", "bob"))
    for refused in (
        lambda: queue.claim(1, "lea"),
        lambda: queue.decide(1, decision("approve", "lea")),
        lambda: queue.adjudication(1, "lea"),
        lambda: queue.assign(1, "lea", by="max"),
        lambda: queue.assign(1, "ann", by="max"),
    ):
        with pytest.raises(DecisionError):
            refused()
    assert queue.decide(1, decision("approve", "max")).disposition == "released"


def test_nobody_is_their_own_second(queue: Queue) -> None:
    queue.decide(1, decision("approve", "ann"))
    assert queue.claim_next("ann") is None
    for refused in (
        lambda: queue.claim(1, "ann"),
        lambda: queue.decide(1, decision("approve", "ann")),
        lambda: queue.decide(1, decision("snooze", "ann")),
        lambda: queue.assign(1, "ann", by="lea"),
    ):
        with pytest.raises(DecisionError, match="somebody else"):
            refused()
    found = queue.claim_next("bob")
    assert found is not None
    assert found.row.state == "claimed"


@pytest.mark.parametrize("seer", ["bob", "holding lead", "undeclared"])
def test_the_second_reviewer_is_shown_nothing_of_the_first(
    queue: Queue, seer: str, tmp_path: Path
) -> None:
    queue.first_word(1, "ann", "relabel", [faithful(note="firstword")])
    relabel(
        queue,
        "ann",
        faithful((DOSE, "partial"), value="unfaithful", note="unitwrong"),
        note="secretnote",
        reason_codes=("judge_wrong",),
    )
    viewer = "bob"
    if seer == "holding lead":
        viewer = "lea"
        queue.claim(1, "lea")
    if seer == "undeclared":
        queue._team = Team.everybody()
    item = queue.item(1, viewer)
    for shown in (item, queue.history(1, viewer), queue.events(viewer=viewer), item.row):
        text = repr(shown)
        for secret in ("secretnote", "unitwrong", "firstword", "judge_wrong", "relabel", "partial"):
            assert secret not in text, (secret, text)
    assert "'first'" not in repr(item.history)
    row = queue.rows([1])[0]
    assert (row.decided_by, row.action) == (None, None)
    assert (item.labels, item.note) == ((), None)
    for word in ("secretnote", "unitwrong"):
        assert list(queue.ids(Filter(text=word))) == []
    assert list(queue.ids(Filter(states=("needs_second", "claimed"), decided_by="ann"))) == []


def test_the_author_and_a_lead_who_looks_on_see_the_first(queue: Queue) -> None:
    queue.decide(1, decision("block", "ann", note="secretnote"))
    for viewer in ("ann", "lea", None):
        assert "secretnote" in repr(queue.history(1, viewer))


def test_once_it_is_decided_everything_is_shown_and_found(queue: Queue) -> None:
    queue.decide(1, decision("block", "ann", note="firstnote"))
    queue.decide(1, decision("block", "bob", note="secondnote"))
    for word in ("firstnote", "secondnote"):
        assert list(queue.ids(Filter(states=("decided",), text=word))) == [1]
        assert word in repr(queue.history(1, "max"))
    # The second one taken back, the first is hidden again.
    queue.undo("bob")
    assert list(queue.ids(Filter(text="firstnote"))) == []
    assert "firstnote" not in repr(queue.item(1, "bob"))


def test_the_lead_sees_only_what_differs_and_not_whose_it_is(queue: Queue) -> None:
    same = (TWICE, "supported")
    relabel(queue, "ann", faithful((DOSE, "partial"), same, value="unfaithful"), note="because a")
    one = faithful((DOSE, "contradicted"), same, value="unfaithful")
    relevance = {"criterion": "relevance", "value": 3}
    queue.decide(1, decision("relabel", "bob", labels=[one, relevance], note="because b"))
    found = queue.adjudication(1, "lea")
    assert found.claims == (DOSE,)
    first, second = found.sides
    assert [claim["verdict"] for claim in first["labels"][0]["claims"]] == ["partial"]
    assert [claim["verdict"] for claim in second["labels"][0]["claims"]] == ["contradicted"]
    assert [label["criterion"] for label in second["labels"]] == ["faithfulness", "relevance"]
    assert (first["note"], second["note"]) == ("because a", "because b")
    assert "reason_codes" not in first
    for secret in ("ann", "bob", TWICE):
        assert secret not in repr(found)
    for other in (1, 99):
        queue.undo("bob") if other == 1 else None
        with pytest.raises(DecisionError):
            queue.adjudication(other, "lea")


def test_a_second_reviewer_may_put_it_off_or_hand_it_on(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    queue.decide(1, decision("approve", "ann"))
    queue.claim(1, "bob")
    assert queue.decide(1, decision("skip", "bob")).state == "needs_second"
    assert queue.claim_next("bob") is None
    assert queue.undo("bob").state == "claimed"
    assert queue.decide(1, decision("snooze", "bob")).state == "snoozed"
    clock.forward(90_000)
    assert queue.reap() == 1
    assert stands(queue) == ("needs_second", "pending")
    assert queue.decide(1, decision("escalate", "bob")).state == "escalated"
    with pytest.raises(DecisionError):
        queue.decide(1, decision("approve", "ann"))
    assert queue.undo("bob").state == "claimed"
    assert queue.item(1).row.holder == "bob"
    assert queue.decide(1, decision("approve", "bob")).disposition == "released"


def test_a_lease_that_runs_out_leaves_the_second_round_open(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    queue.decide(1, decision("approve", "ann"))
    queue.claim(1, "bob")
    clock.forward(10_000)
    queue.reap()
    assert stands(queue) == ("needs_second", "pending")


#: What is left of (first, second, lead's word), by who is left → state and disposition.
LEFT = {
    "": ("pending", "pending"),
    "a": ("needs_second", "pending"),
    "b": ("needs_second", "pending"),
    "ab": ("adjudication", "pending"),
    "l": ("decided", "blocked"),
    "al": ("decided", "blocked"),
    "bl": ("decided", "blocked"),
    "abl": ("decided", "blocked"),
}


@pytest.mark.parametrize("order", list(itertools.permutations("abl")))
def test_undo_of_any_of_the_three_in_any_order(queue: Queue, order: tuple[str, ...]) -> None:
    names = {"a": "ann", "b": "bob", "l": "lea"}
    queue.decide(1, decision("approve", "ann"))
    queue.decide(1, decision("block", "bob"))
    queue.decide(1, decision("block", "lea"))
    left = "abl"
    for one in order:
        assert queue.undo(names[one], item_id=1).decided_by == names[one]
        left = left.replace(one, "")
        row = queue.item(1).row
        if row.holder is not None:
            queue.release(1, row.holder)
        assert stands(queue) == LEFT[left]
        assert queue.verify().problems == ()
    with pytest.raises(DecisionError):
        queue.undo("lea", item_id=1)


def test_undo_of_one_of_two_who_agree_leaves_the_other_as_the_first(queue: Queue) -> None:
    queue.decide(1, decision("approve", "ann"))
    queue.decide(1, decision("approve", "bob"))
    queue.golden_create("g", actor="lea", include_approved=True)
    done = queue.undo("ann", item_id=1)
    # Whoever undoes their own may be the second now: the other's word is the first.
    assert (done.state, done.disposition) == ("claimed", "pending")
    assert reviews(queue) == ["first bob"]
    [row] = queue.golden_export("g")
    assert row["metadata"]["golden"]["withdrawn"] == done.event
    assert queue.decide(1, decision("approve", "ann")).state == "decided"
    assert reviews(queue) == ["first bob", "second ann"]


def test_a_repeated_first_decision_is_no_second(queue: Queue) -> None:
    made = decision("approve", "ann")
    queue.decide(1, made)
    again = queue.decide(1, made)
    assert again.repeated
    assert again.state == "needs_second"
    assert reviews(queue) == ["first ann"]


def test_a_policys_word_is_overruled_by_two(queue: Queue) -> None:
    queue.enqueue([twice("blocked", "block")])
    assert queue.item(2).row.state == "blocked"
    with pytest.raises(DecisionError, match="only a lead"):
        queue.decide(2, decision("approve", "ann", note="why"))
    assert queue.decide(2, decision("approve", "lea", note="why")).state == "needs_second"
    assert queue.decide(2, decision("approve", "max", note="why")).disposition == "released"
    assert queue.undo("lea", item_id=2).disposition == "pending"
    queue.release(2, "lea")
    queue.undo("max", item_id=2)
    assert (queue.item(2).row.state, queue.disposition(2)) == ("blocked", "blocked")


def test_who_began_keeps_the_rule_though_the_policy_changes(queue: Queue) -> None:
    queue.decide(1, decision("approve", "ann"))
    queue.enqueue([record("twice", key="k2")])
    assert stands(queue) == ("needs_second", "pending")
    queue.enqueue([record("later")])
    queue.enqueue([twice("later", key="k2")])
    assert queue.decide(2, decision("approve", "ann")).state == "needs_second"


def test_a_lead_takes_back_their_own_word_before_anothers(queue: Queue) -> None:
    queue.decide(1, decision("approve", "lea"))
    queue.decide(1, decision("approve", "bob"))
    assert queue.undo("lea", item_id=1).decided_by == "lea"
    assert reviews(queue) == ["first bob"]
    assert queue.undo("lea", item_id=1).decided_by == "bob"


def test_what_was_handed_on_is_handed_on_again_after_an_undo(queue: Queue) -> None:
    queue.decide(1, decision("escalate", "cat"))
    queue.decide(1, decision("approve", "ann"))
    assert queue.undo("ann").state == "claimed"
    queue.release(1, "ann")
    row = queue.item(1).row
    assert (row.state, row.action, row.decided_by) == ("escalated", "escalate", "cat")
    queue.decide(1, decision("approve", "ann"))
    queue.decide(1, decision("escalate", "bob"))
    # The first one taken back, the second reviewer's escalation stands.
    queue.undo("ann", item_id=1)
    queue.release(1, "ann")
    row = queue.item(1).row
    assert (row.state, row.action, row.decided_by) == ("escalated", "escalate", "bob")
    assert reviews(queue) == []
    queue.decide(1, decision("approve", "ann"))
    queue.decide(1, decision("approve", "lea"))
    queue.undo("ann", item_id=1)
    queue.release(1, "ann")
    assert stands(queue) == ("needs_second", "pending")
