"""Everything that people and the engine can do to a queue, against a simple model of it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from desk_model import LEADS, OPEN, REVIEWERS, Modelled, Row, Said
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from queue_samples import decision, record
from team_samples import TEAM

from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.file import clock
from adjudge_queue.records import Action, Filter, Record

MOST = 6
reviewers = st.sampled_from(REVIEWERS)
routes = st.sampled_from(("review", "review", "review", "release", "block"))
policies = st.sampled_from(("p", "p", "q"))
#: The first ones more often: what takes several steps on one item must come about.
numbers = st.sampled_from((1, 1, 1, 1, 2, 2, 3, 4, 5, MOST))
LABELS = [{"criterion": "faithfulness", "value": "unfaithful"}]


def name_of(number: int) -> str:
    return f"case-{number:04d}"


class Desk(RuleBasedStateMachine):
    """Two reviewers, two leads and an engine on one file."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.items: dict[int, Modelled] = {}
        self.said: list[Said] = []  # what was not undone, in order
        self.ever: set[tuple[str, int]] = set()  # who has ever decided anything on which item
        self.golden: list[Row] = []  # of every version
        self.newest: list[Row] = []
        self.planted: set[int] = set()  # their originals
        self.keys = 0
        self.now = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
        self.clock = clock.now
        clock.now = lambda: self.now

    @initialize()
    def make(self) -> None:
        path = Path(self.folder.name) / "q.db"
        self.queue = Queue.open(path, create=True, team=TEAM)

    def evaluated(self, number: int, route: str, policy: str, high: bool, twice: bool) -> Record:
        self.keys += 1
        risk = "high" if high else "low"
        made = record(name_of(number), route, key=f"k{self.keys}", risk=risk)
        evaluation = {**made.evaluation, "policy": {"hash": policy}}
        return replace(made, evaluation=evaluation, second="drawn" if twice else "")

    @precondition(lambda self: len(self.items) < MOST)
    @rule(route=routes, high=st.booleans(), twice=st.booleans())
    def enqueue(self, route: str, high: bool, twice: bool) -> None:
        number = len(self.items) + 1
        made = self.evaluated(number, route, "p", high, twice)
        assert self.queue.enqueue([made]).items == 1
        assert self.queue.enqueue([made]).known == 1
        self.items[number] = Modelled(route, high, twice, waits=route == "review")

    @rule(number=numbers, route=routes, policy=policies, twice=st.booleans())
    def evaluate_anew(self, number: int, route: str, policy: str, twice: bool) -> None:
        item = self.items.get(number)
        if item is None or item.original is not None:
            return
        made = self.evaluated(number, route, policy, item.high, twice)
        if item.closed:
            assert self.queue.enqueue([made]).known == 1
            return
        assert self.queue.enqueue([made]).evaluations == 1
        self.changed(item, lambda: item.evaluate(route, policy, twice))

    def changed(self, item: Modelled, change: Callable[[], None]) -> None:
        """Do it to the model; golden rows follow the decision that they rest on."""
        before = item.standing
        change()
        if before is not None and item.standing is not before:
            for row in self.golden:
                row.withdrawn = row.withdrawn or row.said is before

    def fits(self, number: int, reviewer: str) -> bool:
        """Whether an unclaimed item may be given to the reviewer unasked."""
        item = self.items[number]
        known = item.original is not None and (reviewer, item.original) in self.ever
        return reviewer not in item.skipped and item.may_take(reviewer) and not known

    @rule(reviewer=reviewers)
    def claim_next(self, reviewer: str) -> None:
        found = self.queue.claim_next(reviewer)
        fit = [(number, one) for number, one in self.items.items() if self.fits(number, reviewer)]
        line = [
            (
                one.assigned is None,
                one.assigned is not None and one.state != "pending",
                -one.priority,
                number,
            )
            for number, one in fit
            if one.state in ("pending", "needs_second") and one.assigned in (None, reviewer)
        ]
        assert (found.row.item_id if found else None) == (min(line)[-1] if line else None)
        if found:
            self.items[found.row.item_id].holder = reviewer

    def tried(self, allowed: bool, action: Callable[[], Any]) -> bool:
        """Whether it was done; it is refused exactly when the model says so."""
        if not allowed:
            with pytest.raises(DecisionError):
                action()
            return False
        action()
        return True

    @rule(reviewer=reviewers, number=numbers)
    def claim(self, reviewer: str, number: int) -> None:
        item = self.items.get(number)
        allowed = (
            item is not None
            and item.state in OPEN
            and (item.holder == reviewer or item.admits(reviewer))
        )
        if self.tried(allowed, lambda: self.queue.claim(number, reviewer)) and item:
            item.holder = reviewer

    @rule(reviewer=reviewers, number=numbers)
    def release(self, reviewer: str, number: int) -> None:
        item = self.items.get(number)
        if item is None:
            return
        assert self.queue.release(number, reviewer) == (item.holder == reviewer)
        if item.holder == reviewer:
            item.holder = None

    @rule(by=reviewers, to=reviewers, number=numbers)
    def assign(self, by: str, to: str, number: int) -> None:
        item = self.items.get(number)
        allowed = (
            item is not None
            and item.state in OPEN
            and (by in LEADS or (to == by and item.assigned in (None, by)))
            and item.may_take(to)
        )
        if self.tried(allowed, lambda: self.queue.assign(number, to, by=by)) and item:
            item.assigned = to

    @rule(by=reviewers, number=numbers)
    def unassign(self, by: str, number: int) -> None:
        item = self.items.get(number)
        allowed = item is not None and item.assigned is not None
        allowed = allowed and item is not None and (by in LEADS or item.assigned == by)
        if self.tried(allowed, lambda: self.queue.unassign(number, by=by)) and item:
            item.assigned = None

    @rule(reviewer=reviewers, number=numbers)
    def first_word(self, reviewer: str, number: int) -> None:
        item = self.items.get(number)
        allowed = item is not None and item.state in OPEN and item.admits(reviewer)
        allowed = allowed and item is not None and reviewer not in item.worded
        allowed = allowed and item is not None and item.closed is None
        if self.tried(allowed, lambda: self.queue.first_word(number, reviewer, "block")) and item:
            item.worded.add(reviewer)

    @rule(
        reviewer=reviewers,
        number=numbers,
        action=st.sampled_from(
            ("approve", "approve", "block", "relabel", "skip", "escalate", "snooze")
        ),
    )
    def decide(self, reviewer: str, number: int, action: Action) -> None:
        item = self.items.get(number)
        parts: dict[str, Any] = {"labels": LABELS} if action == "relabel" else {}
        made = decision(action, reviewer, note="because", **parts)
        if item is None or item.closed or not item.may_decide(reviewer, action):
            with pytest.raises(DecisionError):
                self.queue.decide(number, made)
            return
        done = self.queue.decide(number, made)
        assert self.queue.decide(number, made).repeated
        said = Said(reviewer, number, action, (item.route, item.policy))
        self.changed(item, lambda: item.decide(said))
        self.said.append(said)
        self.ever.add((reviewer, number))
        assert (done.state, done.disposition) == (item.state, item.disposition)

    @rule(reviewer=reviewers, number=st.none() | numbers)
    def undo(self, reviewer: str, number: int | None) -> None:
        said = self.meant(reviewer, number)
        item = self.items[said.item] if said else None
        possible = item is not None and said is not None and item.holder in (None, reviewer)
        if item is not None and said is not None:
            stands = item.state in OPEN if said.action == "skip" else item.counts(said)
            possible = possible and stands and item.closed is None
        if not possible or said is None or item is None:
            with pytest.raises(DecisionError):
                self.queue.undo(reviewer, item_id=number)
            return
        done = self.queue.undo(reviewer, item_id=number)
        assert (done.item_id, done.decided_by) == (said.item, said.reviewer)
        assert done.action == f"undo {said.action}"
        self.changed(item, lambda: item.undo(said, reviewer))
        self.said.remove(said)
        assert (done.state, done.disposition) == (item.state, item.disposition)

    def meant(self, reviewer: str, number: int | None) -> Said | None:
        """The decision that an undo is about."""
        own = [one for one in self.said if one.reviewer == reviewer]
        if number is None:
            return own[-1] if own else None
        there = [one for one in self.said if one.item == number]
        own = [one for one in there if one.reviewer == reviewer]
        if own and (reviewer not in LEADS or self.items[number].counts(own[-1])):
            return own[-1]
        return there[-1] if there and reviewer in LEADS else None

    @rule(include=st.booleans())
    def freeze(self, include: bool) -> None:
        wanted = ("relabel", "approve") if include else ("relabel",)
        chosen = [
            Row(number, item.standing)
            for number, item in self.items.items()
            if item.decided
            and item.standing
            and item.standing.action in wanted
            and item.original is None  # a label outlives another policy, and so being stale here
            and item.closed is None
        ]
        if not chosen:
            with pytest.raises(DecisionError):
                self.queue.golden_create("g", actor="ann", include_approved=include)
            return
        self.queue.golden_create("g", actor="ann", include_approved=include)
        self.newest = chosen
        self.golden += chosen

    @precondition(lambda self: self.newest and len(self.items) < MOST)
    @rule(seed=st.integers(0, 3))
    def plant(self, seed: int) -> None:
        possible = {
            row.item
            for row in self.newest
            if not row.withdrawn
            and row.said.rests_on[0] == "review"
            and row.item not in self.planted
            and self.items[row.item].closed is None
        }
        if not possible:
            with pytest.raises(DecisionError):
                self.queue.plant("g", None, 1, seed=seed, by="lea")
            return
        [number] = self.queue.plant("g", None, 1, seed=seed, by="lea")
        sql = (
            "SELECT g.item_id FROM planted p JOIN golden_rows g ON g.id = p.row WHERE p.item_id = ?"
        )
        original = self.queue._store.rows(sql, (number,))[0][0]
        assert original in possible
        self.planted.add(original)
        like = self.items[original]
        self.items[number] = Modelled("review", like.high, like.twice, original=original)

    @rule(by=reviewers, number=numbers)
    def purge(self, by: str, number: int) -> None:
        allowed = by in LEADS and number in self.items

        def purge() -> None:
            self.queue.purge(by=by, why="asked", items=[number], vacuum=False)

        if number % 3 == 0 and self.tried(allowed, purge):
            for one, item in self.items.items():
                if number in (one, item.original):
                    item.purge()

    @rule()
    def two_days_pass(self) -> None:
        self.now += timedelta(days=2)
        self.queue.reap()
        for item in self.items.values():
            item.wake()

    @invariant()
    def the_file_says_what_the_model_says(self) -> None:
        if not self.items:
            return
        rows = self.queue.rows(range(1, MOST + 1))
        assert [
            (row.state, row.holder, row.disposition, row.assigned_to, row.stale, row.second)
            for row in rows
        ] == [
            (one.state, one.holder, one.disposition, one.assigned, one.stale, one.twice)
            for one in self.items.values()
        ]
        standing = [one.standing for one in self.items.values()]
        assert [row.decided_by for row in rows] == [one and one.reviewer for one in standing]
        assert [row.route for row in rows] == [one.route for one in self.items.values()]
        self.counts_and_lists()

    def counts_and_lists(self) -> None:
        words: dict[str, int] = {}
        for item in self.items.values():
            words[item.state] = words.get(item.state, 0) + 1
        assert self.queue.counts().states == words
        claimed = Filter(states=("pending", "claimed"))
        waiting = words.get("pending", 0) + words.get("claimed", 0)
        assert len(self.queue.ids(claimed)) == waiting

    @invariant()
    def the_events_alone_say_what_every_item_is(self) -> None:
        if not self.items:
            return
        told: dict[int, dict[str, Any]] = {}
        for event in self.queue.events(limit=-1):
            if event["item_id"] is not None:
                told[event["item_id"]] = event["body"]
        assert [
            (told[number]["state"], told[number]["disposition"], told[number]["holder"])
            for number in self.items
        ] == [(one.state, one.disposition, one.holder) for one in self.items.values()]
        fed = {change["item_id"]: change["disposition"] for change in self.queue.feed()[0]}
        assert fed == {
            number: one.disposition for number, one in self.items.items() if one.original is None
        }

    def teardown(self) -> None:
        try:
            if hasattr(self, "queue"):
                with self.queue:
                    self.at_the_end()
        finally:
            clock.now = self.clock
            self.folder.cleanup()

    def at_the_end(self) -> None:
        assert self.queue.verify().problems == ()
        withdrawn = ["withdrawn" in row["metadata"]["golden"] for row in self.exported()]
        kept = [row for row in self.newest if self.items[row.item].closed is None]
        assert withdrawn == [row.withdrawn for row in kept]

    def exported(self) -> list[dict[str, Any]]:
        return list(self.queue.golden_export("g")) if self.newest else []


TestDesk = Desk.TestCase
TestDesk.settings = settings(
    max_examples=20,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


@pytest.mark.stress
def test_the_desk_for_long() -> None:
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        Desk, settings=settings(max_examples=400, stateful_step_count=80, deadline=None)
    )
