"""Stale decisions: what they rest on has changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from queue_samples import decision, judged, record
from team_samples import made

from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.records import Filter, Record, Seen, State

ALL: tuple[State, ...] = ("pending", "decided", "blocked", "released", "needs_second")


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with made(tmp_path / "q.db") as queue:
        yield queue
        assert queue.verify().problems == ()


def version(
    key: str = "k1",
    route: str = "review",
    *,
    policy: str = "p",
    engine: str = "0",
    fingerprint: str | None = None,
    source: str = "s",
    risk: str = "standard",
    gates: dict[str, str] | None = None,
    second: str = "",
) -> Record:
    """The same case, evaluated under this and that."""
    judgment = judged("supported", "supported") | {"fingerprint": fingerprint}
    found = record("one", route, key=key, judgments=(judgment,), risk=risk, gates=gates)
    evaluation = {**found.evaluation, "policy": {"hash": policy}, "engine": {"version": engine}}
    sources = {"leaflet": {"groups": None, "hash": source}}
    return replace(found, evaluation=evaluation, sources=sources, second=second)


def stale(queue: Queue) -> bool:
    row = queue.item(1).row
    assert list(queue.ids(Filter(states=ALL, stale=row.stale))) == [1]
    assert list(queue.ids(Filter(states=ALL, stale=not row.stale))) == []
    return row.stale


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"policy": "q"}, ["policy"]),
        ({"engine": "1"}, ["engine"]),
        ({"fingerprint": "f"}, ["judges"]),
        ({"source": "t"}, ["sources"]),
        ({"policy": "q", "source": "t"}, ["policy", "sources"]),
        ({"gates": {"dates": "fail"}}, ["sources"]),
        ({"route": "release"}, ["findings"]),
        ({}, []),
    ],
)
def test_a_decision_is_stale_when_what_it_rests_on_has_changed(
    queue: Queue, change: dict[str, Any], what: list[str]
) -> None:
    queue.enqueue([version()])
    queue.decide(1, decision("approve"))
    assert not stale(queue)
    queue.enqueue([version("k2", **change)])
    assert stale(queue) == bool(what)
    row = queue.item(1).row
    assert (row.state, row.disposition) == ("decided", "released")
    if what:
        event = queue.history(1)[-1]
        assert (event["kind"], event["body"]["what"]) == ("stale", what)
        assert event["body"]["stale"] == event["seq"]


def test_the_next_decision_or_the_old_evaluation_ends_it(queue: Queue) -> None:
    queue.enqueue([version()])
    queue.decide(1, decision("approve"))
    queue.enqueue([version("k2", policy="q")])
    assert stale(queue)
    queue.enqueue([version()])  # the old policy again
    assert not stale(queue)
    queue.enqueue([version("k2", policy="q")])
    queue.enqueue([version("k3", policy="r")])
    assert stale(queue)
    queue.decide(1, decision("approve"))
    assert not stale(queue)
    # Taken back, the decision before it is in force, and stale still.
    queue.undo("ann")
    assert stale(queue)


@pytest.mark.parametrize(
    ("route", "state", "disposition"),
    [
        ("review", "pending", "pending"),
        ("release", "pending", "pending"),
        ("block", "blocked", "blocked"),
    ],
)
def test_a_stale_release_of_high_risk_returns_by_itself(
    queue: Queue, route: str, state: str, disposition: str
) -> None:
    queue.enqueue([version(risk="high")])
    done = queue.decide(1, decision("approve"))
    queue.golden_create("g", actor="lea", include_approved=True)
    queue.enqueue([version("k2", route, policy="q", risk="high")])
    row = queue.item(1).row
    assert (row.state, row.disposition, row.stale, row.decided_by) == (
        state,
        disposition,
        True,
        None,
    )
    assert queue.feed(done.event)[0][-1]["disposition"] == disposition
    [golden] = queue.golden_export("g")
    assert golden["metadata"]["golden"]["withdrawn"] == queue.head()[0]
    with pytest.raises(DecisionError, match="overtaken"):
        queue.undo("ann")
    if route != "block":
        assert queue.claim_next("lea") is not None
    queue.decide(1, decision("approve", "lea", note="why"))
    assert not stale(queue)


@pytest.mark.parametrize("action", ["block", "relabel"])
def test_what_is_not_released_stays_where_it_is(queue: Queue, action: str) -> None:
    queue.enqueue([version(risk="high")])
    labels = [{"criterion": "faithfulness", "value": "unfaithful"}] if action == "relabel" else []
    queue.decide(1, decision(action, labels=labels))
    queue.enqueue([version("k2", policy="q", risk="high")])
    assert stale(queue)
    assert queue.item(1).row.state == "decided"


def test_both_decisions_of_two_are_taken_anew(queue: Queue) -> None:
    queue.enqueue([version(risk="high", second="high risk")])
    queue.decide(1, decision("approve", "ann"))
    queue.decide(1, decision("approve", "bob"))
    queue.enqueue([version("k2", policy="q", risk="high", second="high risk")])
    assert queue.item(1).row.state == "pending"
    assert queue._store.rows("SELECT * FROM reviews") == []
    assert queue.decide(1, decision("approve", "bob")).state == "needs_second"
    assert queue.decide(1, decision("approve", "ann")).state == "decided"
    assert not stale(queue)


def test_golden_rows_fall_with_their_source_and_stay_under_another_policy(queue: Queue) -> None:
    queue.enqueue([version()])
    queue.decide(1, decision("approve"))
    queue.golden_create("g", actor="lea", include_approved=True)

    def withdrawn() -> int | None:
        [row] = queue.golden_export("g")
        found: int | None = row["metadata"]["golden"].get("withdrawn")
        return found

    queue.enqueue([version("k2", policy="q")])
    assert withdrawn() is None
    queue.enqueue([version()])
    queue.enqueue([version("k3", source="t")])
    assert withdrawn() == queue.head()[0]


def test_a_policys_own_word_is_never_stale(queue: Queue) -> None:
    queue.enqueue([version(route="release")])
    queue.enqueue([version("k2", "release", policy="q")])
    assert not stale(queue)
    assert queue.history(1)[-1]["kind"] == "evaluated"


def told(queue: Queue) -> list[list[str]]:
    """What each event says has changed, in order."""
    return [one["body"]["what"] for one in queue.history(1) if "what" in one["body"]]


def test_what_changes_after_a_decision_is_stale_is_told_as_well(queue: Queue) -> None:
    queue.enqueue([version()])
    queue.decide(
        1, decision("relabel", labels=[{"criterion": "faithfulness", "value": "faithful"}])
    )
    queue.golden_create("g", actor="lea")
    queue.enqueue([version("k2", policy="q")])
    queue.golden_create("g", actor="lea")  # a label outlives another policy
    queue.enqueue([version("k3", policy="q", source="t")])
    assert told(queue) == [["policy"], ["policy", "sources"]]
    event = queue.history(1)[-1]["seq"]
    for number in (1, 2):
        [row] = queue.golden_export("g", number)
        assert row["metadata"]["golden"]["withdrawn"] == event
    with pytest.raises(DecisionError):
        queue.golden_create("g", actor="lea")
    queue.enqueue([version("k4", policy="q", source="u")])  # the sources again: nothing new
    assert len(told(queue)) == 2
    queue.enqueue([version("k5", source="u")])
    assert told(queue)[-1] == ["sources"]
    queue.enqueue([version()])
    assert told(queue)[-1] == []
    assert not stale(queue)


def test_a_first_word_goes_stale_like_any_other_and_the_second_does_not_freshen_it(
    queue: Queue,
) -> None:
    queue.enqueue([version(second="x")])
    queue.decide(1, decision("approve", "ann"))
    queue.enqueue([version("k2", policy="q")])
    assert stale(queue)
    assert queue.item(1).row.state == "needs_second"
    done = queue.decide(1, decision("approve", "bob"))
    assert (done.state, done.disposition) == ("decided", "released")
    assert stale(queue)
    # Whoever sees the new evaluation and decides alone, or settles it, makes it fresh.
    queue.undo("ann", item_id=1)
    assert not queue.item(1).row.stale
    assert queue.decide(1, decision("approve", "ann")).state == "decided"
    assert not stale(queue)


@pytest.mark.parametrize("change", [{"source": "t"}, {"risk": "high", "policy": "q"}])
@pytest.mark.parametrize("words", ["a", "b", "ab"])
def test_two_who_must_agree_have_judged_the_same_thing(
    queue: Queue, change: dict[str, Any], words: str
) -> None:
    risk = {"risk": change.get("risk", "standard")}
    queue.enqueue([version(second="x", **risk)])
    for one, name in zip(words, ("ann", "bob"), strict=False):
        queue.decide(1, decision({"a": "approve", "b": "block"}[one], name))
    queue.enqueue([version("k2", second="x", **change)])
    assert queue.item(1).row.state == "pending"
    # What was said is not to be read from its coming back: it does so whatever that was.
    event = queue.events(item_id=1, viewer="max" if words == "ab" else "bob")[-1]
    assert (event["kind"], event["body"]["what"]) == ("stale", told(queue)[-1])
    item = queue.claim_next("ann")
    assert item is not None
    assert queue.decide(1, decision("approve", "ann")).state == "needs_second"
    assert queue.decide(1, decision("approve", "bob")).state == "decided"
    assert not stale(queue)


def test_who_holds_an_item_that_begins_anew_keeps_it(queue: Queue) -> None:
    queue.enqueue([version(second="x")])
    queue.decide(1, decision("approve", "ann"))
    item = queue.claim(1, "bob")
    queue.enqueue([version("k2", source="t", policy="q", second="x")])
    row = queue.item(1).row
    assert (row.state, row.holder) == ("claimed", "bob")
    seen = Seen(item.evaluation_hash)
    with pytest.raises(DecisionError, match="evaluated anew"):
        queue.decide(1, decision("approve", "bob", seen=seen))
    queue.release(1, "bob")
    assert queue.item(1).row.state == "pending"


def test_what_is_put_off_or_handed_on_stays_so_when_it_begins_anew(queue: Queue) -> None:
    queue.enqueue([version(second="x")])
    queue.decide(1, decision("approve", "ann"))
    queue.decide(1, decision("escalate", "bob"))
    queue.enqueue([version("k2", "block", source="t", second="x")])
    assert queue.item(1).row.state == "escalated"
    queue.decide(1, decision("snooze", "bob"))
    queue.decide(1, decision("block", "ann"))
    assert queue.item(1).row.state == "needs_second"
