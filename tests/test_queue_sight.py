"""Words in a filter tell nobody of sources that are closed to them, nor which items are planted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from queue_samples import decision, record
from team_samples import CLOSED, OPEN, made

from adjudge_engine.errors import DecisionError
from adjudge_queue import Queue
from adjudge_queue.records import Filter, Order, State

SOURCES = {"open": {"groups": [OPEN]}, "closed": {"groups": [CLOSED]}}
DONE: tuple[State, ...] = ("pending", "claimed", "decided", "released", "blocked")
LABEL = {"criterion": "faithfulness", "value": "unfaithful"}


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    """Two items of each source; what was noted on one of each has a word of its source."""
    with made(tmp_path / "q.db") as queue:
        for name in ("open", "closed"):
            contexts = [{"id": "c1", "text": "zanzibar", "source_id": name}]
            made_of = [
                replace(record(f"{name}-{n}", contexts=contexts), sources=SOURCES) for n in (1, 2)
            ]
            queue.enqueue(made_of)
        for number in (1, 3):
            queue.decide(number, decision("escalate", "ann", note="see zanzibar"))
        yield queue


@pytest.mark.parametrize("order", ["priority", "oldest", "random", "informative"])
def test_a_list_by_words_does_not_tell_of_closed_sources(queue: Queue, order: Order) -> None:
    where = Filter(text="zanzibar")
    assert sorted(queue.ids(where, order, 1)) == [1, 3]
    assert sorted(queue.ids(where, order, 1, viewer="ann")) == [1, 3]
    assert sorted(queue.ids(where, order, 1, viewer="cat")) == [1]
    assert sorted(queue.ids(where, order, 1, viewer="a program")) == []
    dose = Filter(text="dose")  # stands in the question, which everybody may read
    assert sorted(queue.ids(dose, order, 1, viewer="cat")) == [1, 2, 3, 4]


def test_a_page_by_words_does_neither(queue: Queue) -> None:
    def found(viewer: str | None, risk: str | None = None) -> list[int]:
        where = Filter(text="zanzibar", risk=risk)
        return [row.item_id for row in queue.page(where, viewer=viewer)]

    assert (found(None), found("bob"), found("cat")) == ([1, 3], [1, 3], [1])
    assert (found("bob", risk="standard"), found("cat", risk="standard")) == ([1, 3], [1])


def test_nor_is_one_offered_an_item_by_such_words(queue: Queue) -> None:
    for number in (1, 3):
        queue.undo("ann", item_id=number)
        queue.release(number, "ann")
    assert queue.claim_next("cat", where=Filter(text="zanzibar")) is None
    assert queue.claim_next("cat", where=Filter(text="dose")) is not None


def test_nor_is_one_given_a_packet_by_such_words(queue: Queue, tmp_path: Path) -> None:
    queue.undo("ann", item_id=3)
    queue.release(3, "ann")
    with pytest.raises(DecisionError, match="no item waits for cat"):
        queue.export_packet(tmp_path / "p.db", "cat", 5, by="lea", where=Filter(text="zanzibar"))


@pytest.fixture
def planted(tmp_path: Path) -> Iterator[Queue]:
    """Ann has labelled an item; item 3 is a planted copy of it, item 2 an ordinary one."""
    with made(tmp_path / "q.db") as queue:
        queue.enqueue([record("claim-104", question="What is a quern?"), record("claim-105")])
        queue.decide(1, decision("relabel", "ann", labels=[LABEL]))
        queue.golden_create("g", actor="lea")
        assert queue.plant("g", None, 1, seed=1, by="lea") == (3,)
        yield queue


def test_the_words_of_a_planted_item_do_not_lead_to_its_original(planted: Queue) -> None:
    where = Filter(states=DONE, text="quern")
    for viewer, found in (("bob", [3]), ("ann", [1, 3]), ("lea", [1, 3]), (None, [1, 3])):
        assert sorted(planted.ids(where, viewer=viewer)) == found
        assert (
            sorted(hit.row.item_id for hit in planted.search("quern", viewer=viewer).hits) == found
        )
        pages = planted.page(where, viewer=viewer)
        assert sorted(row.item_id for row in pages) == found


def test_lists_by_disposition_and_the_feed_do_not_tell_a_copy(planted: Queue) -> None:
    where = Filter(states=DONE, disposition="pending")
    assert sorted(planted.ids(where, viewer="bob")) == [2, 3]
    assert sorted(planted.ids(where)) == [2]  # as a waiting system asks
    assert sorted(planted.ids(where, viewer="a program")) == [2]
    orders: tuple[Order, ...] = ("priority", "oldest")
    for order in orders:
        assert {row.item_id for row in planted.page(where, order=order, viewer="bob")} == {2, 3}
    with pytest.raises(DecisionError, match="waiting systems and leads"):
        planted.feed(viewer="bob")
    for viewer in (None, "lea", "a program"):
        assert {one["item_id"] for one in planted.feed(viewer=viewer)[0]} == {1, 2}
