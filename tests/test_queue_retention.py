"""Retention: what the rules say is due, and only that, goes; a dry run changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from queue_samples import Clock, decision, record

from adjudge_engine.errors import QueueError
from adjudge_queue import Queue
from adjudge_queue.purging import purge, retention
from adjudge_queue.purging.retention import Retention

DAY = 86_400
CONFIG = Path("adjudge.toml")


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def queue(tmp_path: Path, time: Clock) -> Iterator[Queue]:
    """Decided (1), of high risk (2), tagged (3), released by the policy (4), open (5)."""
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue(
            [
                record("plain"),
                record("high", risk="high"),
                record("tagged", risk="high", tags=["pilot", "other", "\ud800"]),
                record("policy", route="release"),
                record("open", tags=["pilot"]),
            ]
        )
        time.forward(10 * DAY)
        for item_id in (1, 2, 3):
            queue.decide(item_id, decision("approve"))
        yield queue
        assert queue.verify().problems == ()


RULE = Retention(days=30, risk={"high": 100}, tag={"pilot": 5, "other": 7})


def due(queue: Queue, rule: Retention = RULE) -> list[tuple[str, int]]:
    return [(one.case_id, one.days) for one in queue.retention(rule, by="ann").due]


def test_days_count_from_the_decision_or_the_coming_in(queue: Queue, time: Clock) -> None:
    assert due(queue) == []
    time.forward(5 * DAY - 1)
    assert due(queue) == []
    time.forward(1)
    assert due(queue) == [("tagged", 5)]
    time.forward(15 * DAY)  # 30 after the policy spoke, 20 after the decisions
    assert due(queue) == [("tagged", 5), ("policy", 30)]
    time.forward(10 * DAY)
    assert due(queue) == [("plain", 30), ("tagged", 5), ("policy", 30)]
    time.forward(70 * DAY)
    assert due(queue) == [("plain", 30), ("high", 100), ("tagged", 5), ("policy", 30)]


def test_without_rules_nothing_is_ever_due(queue: Queue, time: Clock) -> None:
    time.forward(100_000 * DAY)
    assert due(queue, Retention()) == []
    assert due(queue, Retention(risk={"low": 1})) == []


def test_a_dry_run_changes_nothing_and_the_real_one_purges(queue: Queue, time: Clock) -> None:
    time.forward(31 * DAY)
    head = queue.head()
    listed = queue.retention(RULE, by="ann")
    assert listed.purge is None
    assert queue.head() == head
    done = queue.retention(RULE, by="ann", dry_run=False)
    assert done.due == listed.due
    assert done.purge is not None
    assert done.purge.items == (1, 3, 4)
    assert queue.item(1).case["purged"]
    assert queue.item(1).history[-1]["note"] == "retention"
    again = queue.retention(RULE, by="ann", dry_run=False)
    assert (again.due, again.purge) == ((), None)
    assert [row.case_id for row in queue.page()] == ["open"]


def test_an_item_taken_up_again_meanwhile_is_left_alone(queue: Queue, time: Clock) -> None:
    """It was due when it was looked for; then somebody undid the decision on it."""
    time.forward(31 * DAY)
    found = retention.find(queue._store, RULE, time.now)
    assert [one.item_id for one in found] == [1, 3, 4]
    queue.undo("ann", item_id=1)
    queue.undo("ann", item_id=3)
    queue.decide(3, decision("block"))
    wanted = {one.item_id: one.closed for one in found}
    assert purge.purge_items(queue._store, wanted, "ann", "retention")[0] == (4,)


def test_the_rules_stand_in_the_configuration(tmp_path: Path) -> None:
    path = tmp_path / "adjudge.toml"
    path.write_text("[retention]\ndays = 30\nrisk.high = 100\n[retention.tag]\npilot = 5\n")
    assert retention.load(path) == Retention(30, {"high": 100}, {"pilot": 5})
    path.write_text("[judges]\n")
    assert retention.load(path) == Retention()


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (7, "retention: it must be a table"),
        ({"day": 7}, "retention.day: there is no such setting"),
        ({"days": 0}, "retention.days: it must be a whole number"),
        ({"days": True}, "retention.days: it must be a whole number"),
        ({"days": 1.5}, "retention.days: it must be a whole number"),
        ({"days": 10**9}, "retention.days: it must be a whole number"),
        ({"risk": 7}, "retention.risk: it must be a table"),
        ({"risk": {"hihg": 7}}, "retention.risk.hihg: a risk is one of"),
        ({"tag": {"x": "7"}}, "retention.tag.x: it must be a whole number"),
    ],
)
def test_what_cannot_be_followed_is_refused(table: object, says: str) -> None:
    with pytest.raises(QueueError, match=says) as caught:
        retention.parse(table, CONFIG)
    assert caught.value.hint


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "adjudge.toml"
    with pytest.raises(QueueError, match="cannot be read"):
        retention.load(path)
    for content in (b"\xff", b"a = ", b"a = " + b"[" * 100_000):
        path.write_bytes(content)
        with pytest.raises(QueueError, match="is not TOML"):
            retention.load(path)


@given(
    st.dictionaries(st.sampled_from("abc"), st.integers(1, 50)),
    st.lists(st.sampled_from("abcd")),
    st.none() | st.integers(1, 50),
)
def test_a_tag_goes_before_the_risk_and_the_shortest_counts(
    tags: dict[str, int], of_item: list[str], days: int | None
) -> None:
    rule = Retention(days, {"high": 99}, tags)
    matching = [tags[tag] for tag in of_item if tag in tags]
    assert rule.of("high", of_item) == (min(matching) if matching else 99)
    assert rule.of("low", of_item) == (min(matching) if matching else days)
