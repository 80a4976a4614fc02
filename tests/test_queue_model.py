"""Everything that people and the engine can do to a queue, against a simple model of it."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
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

from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.records import Action, Filter

REVIEWERS = ("ann", "bob")
STATE = {"release": "released", "block": "blocked", "review": "pending"}
FINAL = {"approve": "released", "block": "blocked", "relabel": "blocked"}
reviewers = st.sampled_from(REVIEWERS)
routes = st.sampled_from(("review", "review", "review", "release", "block"))
numbers = st.integers(1, 6)


@dataclass
class Modelled:
    """What the model knows of one item."""

    route: str
    state: str
    priority: int
    holder: str | None = None
    word: list[tuple[str, str]] = field(default_factory=list)  # (reviewer, action), the last holds
    skipped: set[str] = field(default_factory=set)
    evaluations: int = 1

    @property
    def disposition(self) -> str:
        if self.state == "decided":
            return FINAL[self.word[-1][1]]
        return self.state if self.state in ("released", "blocked") else "pending"


class Desk(RuleBasedStateMachine):
    """Two reviewers and an engine on one file."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.items: dict[int, Modelled] = {}
        self.log: dict[str, list[tuple[int, str]]] = {name: [] for name in REVIEWERS}

    @initialize()
    def make(self) -> None:
        self.queue = Queue.open(Path(self.folder.name) / "q.db", create=True)

    @precondition(lambda self: len(self.items) < 6)
    @rule(route=routes, risk=st.sampled_from(("low", "high")))
    def enqueue(self, route: str, risk: str) -> None:
        number = len(self.items) + 1
        assert self.queue.enqueue([record(str(number), route, risk=risk)]).items == 1
        assert self.queue.enqueue([record(str(number), route, risk=risk)]).known == 1
        self.items[number] = Modelled(route, STATE[route], 400 if risk == "high" else 0)

    @rule(number=numbers, route=routes)
    def evaluate_anew(self, number: int, route: str) -> None:
        item = self.items.get(number)
        if item is None:
            return
        item.evaluations += 1
        risk = "high" if item.priority else "low"
        key = f"k{item.evaluations}"
        assert self.queue.enqueue([record(str(number), route, key=key, risk=risk)]).evaluations == 1
        item.route = route
        if item.state == "decided":
            return
        if item.state in ("released", "blocked") or route != "review":
            item.state, item.holder = STATE[route], None

    @rule(reviewer=reviewers)
    def claim_next(self, reviewer: str) -> None:
        found = self.queue.claim_next(reviewer)
        free = [
            (-item.priority, number)
            for number, item in self.items.items()
            if item.state == "pending" and reviewer not in item.skipped
        ]
        assert (found.row.item_id if found else None) == (min(free)[1] if free else None)
        if found:
            self.items[found.row.item_id].state = "claimed"
            self.items[found.row.item_id].holder = reviewer

    @rule(reviewer=reviewers, number=numbers)
    def release(self, reviewer: str, number: int) -> None:
        item = self.items.get(number)
        if item is None:
            return
        assert self.queue.release(number, reviewer) == (item.holder == reviewer)
        if item.holder == reviewer:
            item.state, item.holder = "pending", None

    @rule(
        reviewer=reviewers,
        number=numbers,
        action=st.sampled_from(("approve", "block", "relabel", "skip")),
    )
    def decide(self, reviewer: str, number: int, action: Action) -> None:
        item = self.items.get(number)
        labels = [{"criterion": "faithfulness", "value": "unfaithful"}]
        parts: dict[str, Any] = {"labels": labels} if action == "relabel" else {}
        made = decision(action, reviewer, note="because", **parts)
        if not self.allowed(item, reviewer, action):
            with pytest.raises(DecisionError):
                self.queue.decide(number, made)
            return
        assert item is not None
        done = self.queue.decide(number, made)
        assert self.queue.decide(number, made).repeated
        if action == "skip":
            item.state, item.holder = "pending", None
            item.skipped.add(reviewer)
        else:
            item.word.append((reviewer, action))
            item.state, item.holder = "decided", None
        self.log[reviewer].append((number, action))
        assert (done.state, done.disposition) == (item.state, item.disposition)

    def allowed(self, item: Modelled | None, reviewer: str, action: str) -> bool:
        if item is None or item.holder not in (None, reviewer):
            return False
        if item.state == "decided":
            return action != "skip" and item.word[-1][0] == reviewer
        return action != "skip" or item.state in ("pending", "claimed")

    @rule(reviewer=reviewers)
    def undo(self, reviewer: str) -> None:
        number, action = self.log[reviewer][-1] if self.log[reviewer] else (0, "")
        item = self.items.get(number)
        possible = item is not None and item.holder in (None, reviewer)
        if item is not None and action == "skip":
            possible = possible and item.state in ("pending", "claimed")
        if not possible or item is None:
            with pytest.raises(DecisionError):
                self.queue.undo(reviewer)
            return
        done = self.queue.undo(reviewer)
        assert done.item_id == number
        self.log[reviewer].pop()
        if action == "skip":
            item.skipped.discard(reviewer)
            item.state, item.holder = "claimed", reviewer
            return
        item.word.pop()
        if not item.word:
            item.state = "claimed" if item.route == "review" else STATE[item.route]
            item.holder = reviewer if item.route == "review" else None

    @rule(include=st.booleans())
    def freeze(self, include: bool) -> None:
        wanted = ("relabel", "approve") if include else ("relabel",)
        chosen = [
            str(number)
            for number, item in self.items.items()
            if item.state == "decided" and item.word[-1][1] in wanted
        ]
        if not chosen:
            with pytest.raises(DecisionError):
                self.queue.golden_create("g", actor="ann", include_approved=include)
            return
        self.queue.golden_create("g", actor="ann", include_approved=include)
        assert [row["id"] for row in self.queue.golden_export("g")] == chosen

    @invariant()
    def the_file_says_what_the_model_says(self) -> None:
        rows = self.queue.rows(range(1, 7)) if self.items else []
        assert [(row.state, row.holder, row.disposition, row.route) for row in rows] == [
            (item.state, item.holder, item.disposition, item.route) for item in self.items.values()
        ]
        words: dict[str, int] = {}
        for item in self.items.values():
            words[item.state] = words.get(item.state, 0) + 1
        if self.items:
            assert self.queue.counts().states == words
            claimed = Filter(states=("pending", "claimed"))
            waiting = words.get("pending", 0) + words.get("claimed", 0)
            assert len(self.queue.ids(claimed)) == waiting

    def teardown(self) -> None:
        if hasattr(self, "queue"):
            assert self.queue.verify().problems == ()
            self.queue.close()
        self.folder.cleanup()


TestDesk = Desk.TestCase
TestDesk.settings = settings(
    max_examples=20,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


@pytest.mark.stress
def test_the_desk_for_long() -> None:
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(
        Desk, settings=settings(max_examples=400, stateful_step_count=60, deadline=None)
    )
