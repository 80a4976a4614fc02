"""Assignment and the orders in which items are given out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from queue_samples import Clock, decision, judged, record
from team_samples import made

from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.finding import filters
from adjudge_queue.items import claiming, ordering
from adjudge_queue.records import Filter, Item


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with made(tmp_path / "q.db") as queue:
        queue.enqueue([record(str(number)) for number in range(1, 5)])
        yield queue
        assert queue.verify().problems == ()


def number(item: Item | None) -> int | None:
    return None if item is None else item.row.item_id


def test_what_was_given_to_me_comes_first_and_to_nobody_else(queue: Queue) -> None:
    given = queue.assign(3, "ann", by="lea", note="you know this one")
    assert (given.assigned_to, given.event) == ("ann", queue.head()[0])
    assert queue.item(3).row.assigned_to == "ann"
    assert queue.history(3)[-1]["note"] == "you know this one"
    assert list(queue.ids(Filter(assigned_to="ann"))) == [3]
    assert [number(queue.claim_next("bob")) for _ in range(4)] == [1, 2, 4, None]
    assert number(queue.claim_next("ann")) == 3


def test_an_item_of_another_is_refused_save_to_a_lead(queue: Queue) -> None:
    queue.assign(1, "ann", by="lea")
    for refused in (
        lambda: queue.claim(1, "bob"),
        lambda: queue.decide(1, decision("approve", "bob")),
        lambda: queue.first_word(1, "bob", "approve"),
        lambda: queue.assign(1, "bob", by="bob"),
        lambda: queue.unassign(1, by="bob"),
    ):
        with pytest.raises(DecisionError, match=r"ann|lead"):
            refused()
    assert queue.claim(1, "max").row.holder == "max"


def test_one_may_take_an_item_for_oneself_and_give_it_back(queue: Queue) -> None:
    queue.assign(1, "ann", by="ann")
    assert queue.assign(1, "ann", by="ann").event == queue.head()[0]  # nothing was written
    assert queue.unassign(1, by="ann").assigned_to is None
    assert number(queue.claim_next("bob")) == 1
    with pytest.raises(DecisionError, match="given to nobody"):
        queue.unassign(1, by="ann")


@pytest.mark.parametrize(
    ("action", "left"),
    [("approve", None), ("skip", None), ("escalate", None), ("snooze", "ann")],
)
def test_a_decision_ends_an_assignment_and_putting_off_does_not(
    queue: Queue, action: str, left: str | None
) -> None:
    queue.assign(1, "ann", by="lea")
    queue.decide(1, decision(action, "ann"))
    assert queue.item(1).row.assigned_to == left


def test_a_lease_that_runs_out_leaves_the_assignment(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    queue.assign(1, "ann", by="lea")
    queue.claim(1, "ann")
    clock.forward(10_000)
    assert number(queue.claim_next("bob")) == 2
    assert number(queue.claim_next("ann")) == 1


def test_what_is_done_cannot_be_given_to_anybody(queue: Queue) -> None:
    queue.decide(1, decision("approve", "ann"))
    with pytest.raises(DecisionError, match="is decided"):
        queue.assign(1, "bob", by="lea")
    with pytest.raises(DecisionError, match="no item #99"):
        queue.assign(99, "bob", by="lea")


def test_the_filter_holds_for_assigned_items_too(queue: Queue) -> None:
    queue.enqueue([record("tagged", tags=["x"])])
    queue.assign(1, "ann", by="lea")
    assert number(queue.claim_next("ann", where=Filter(tag="x"))) == 5


def strata(queue: Queue) -> None:
    """Items 5 to 8 of two more strata; of the first stratum one is decided, of the second none."""
    queue.enqueue([record(f"c{n}", judgments=(judged("contradicted"),)) for n in range(2)])
    queue.enqueue([record(f"n{n}", judgments=(judged("not_mentioned"),)) for n in range(2)])
    queue.decide(5, decision("approve", "ann"))


def test_informative_is_the_stratum_with_the_fewest_decisions(queue: Queue) -> None:
    strata(queue)
    # Nothing is decided of `not mentioned` and of the plain ones; the more urgent comes first.
    taken = []
    for _ in range(3):
        item = queue.claim_next("bob", order="informative")
        assert item is not None
        taken.append(item.row.item_id)
        queue.decide(item.row.item_id, decision("approve", "bob"))
    assert taken == [7, 1, 6]


def test_oldest_is_by_age_alone_and_random_follows_its_seed(queue: Queue, tmp_path: Path) -> None:
    strata(queue)
    assert number(queue.claim_next("bob", order="oldest")) == 1
    assert number(queue.claim_next("bob")) == 6
    order = []
    for place in range(2):
        with made(tmp_path / f"{place}.db") as other:
            other.enqueue([record(str(one)) for one in range(20)])
            order.append(
                [number(other.claim_next("bob", order="random", seed=7)) for _ in range(21)]
            )
    assert order[0] == order[1]
    assert sorted(filter(None, order[0])) == list(range(1, 21))
    assert order[0][-1] is None
    assert order[0][:20] != list(range(1, 21))


def test_second_reviews_stand_in_the_same_line(queue: Queue) -> None:
    from dataclasses import replace

    twice = replace(record("twice", risk="high"), second="high risk")
    queue.enqueue([twice])
    queue.decide(5, decision("approve", "ann"))
    assert number(queue.claim_next("ann")) == 1
    assert number(queue.claim_next("bob")) == 5
    for order in ("oldest", "random", "informative"):
        queue.release(5, "bob")
        got = [number(queue.claim_next("bob", order=order)) for _ in range(4)]
        assert sorted(filter(None, got)) == [2, 3, 4, 5]
        for one in (2, 3, 4):
            queue.release(one, "bob")


def plan(queue: Queue, sql: str, values: tuple[object, ...]) -> str:
    return "\n".join(str(row[3]) for row in queue._store.rows(f"EXPLAIN QUERY PLAN {sql}", values))


def test_every_place_to_look_in_is_one_seek(queue: Queue) -> None:
    statements: list[tuple[str, tuple[object, ...]]] = [
        (ordering.GIVEN, ("ann",)),
        (ordering.SECOND, ()),
        (ordering.NEXT_STRATUM, ("pending", None)),
        (ordering.DECIDED_IN, ("released", "review", 200, 400)),
    ]
    for state in ordering.CLAIMABLE:
        for to in (None, "ann"):
            found = filters.within_pending(Filter(), state, to)
            found.add(claiming._NOT_SKIPPED, "ann")
            found.add(claiming._NOT_FIRST, "ann")
            found.add(claiming._NOT_LABELLED, "ann")
            source = f"items INDEXED BY {'items_free' if to is None else 'items_assigned'}"
            sql = claiming.CLAIM_NEXT.format(source, found.sql, ordering.BY_PRIORITY)
            statements.append((sql, ("ann", "", 1, *found.values)))
    for sql, values in statements:
        told = plan(queue, sql, values)
        assert "TEMP B-TREE" not in told, sql
        assert "SCAN" not in told.replace("SCAN (subquery", ""), (sql, told)
