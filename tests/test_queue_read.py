"""Reading: lists, pages, words, the feed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from queue_samples import decision, judged, record

from adjudge_engine.errors import QueueError
from adjudge_queue import Queue
from adjudge_queue.file import driver, schema
from adjudge_queue.finding import listing, search
from adjudge_queue.records import Filter, Order, State

ALL: tuple[State, ...] = ("pending", "claimed", "decided", "released", "blocked", "escalated")


@pytest.fixture(scope="module")
def queue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Queue]:
    """120 items of all kinds; some claimed, some decided."""
    risks, routes = ("low", "standard", "high"), ("review", "review", "review", "release", "block")
    with Queue.open(tmp_path_factory.mktemp("read") / "q.db", create=True) as queue:
        queue.enqueue(
            [
                record(
                    f"case-{number}",
                    routes[number % 5],
                    risk=risks[number % 3],
                    gates={"numbers": "fail"} if number % 4 == 0 else {"dates": "unavailable"},
                    tags=[f"t{number % 7}"],
                    question=f"Frage {number} über Straßen-Maß {'x' * (number % 3)}",
                )
                for number in range(120)
            ]
        )
        for number in range(1, 31):
            queue.claim_next("ann" if number % 2 else "bob")
        for item_id in queue.held("ann"):
            queue.decide(item_id, decision("approve"))
        yield queue


@pytest.mark.parametrize("order", ["priority", "oldest"])
@pytest.mark.parametrize(
    "where",
    [
        Filter(),
        Filter(states=ALL),
        Filter(states=("pending",)),
        Filter(states=("decided",), risk="high"),
        Filter(states=ALL, route="review", gate="numbers"),
        Filter(states=ALL, disposition="released"),
        Filter(states=ALL, tag="t3"),
        Filter(states=ALL, text="frage"),
        Filter(states=()),
    ],
)
def test_pages_join_to_the_whole_list(queue: Queue, where: Filter, order: Order) -> None:
    whole = list(queue.ids(where, order))
    found: list[int] = []
    while part := queue.page(where, order=order, after=found[-1] if found else None, limit=7):
        found += [row.item_id for row in part]
    assert found == whole
    rows = queue.rows(whole)
    assert [row.item_id for row in rows] == whole
    by_hand = [
        row
        for row in queue.rows(range(1, 121))
        if row.state in where.states
        and where.route in (None, row.route)
        and where.risk in (None, row.risk)
        and where.disposition in (None, row.disposition)
        and (where.gate is None or where.gate in row.gates)
        and (where.tag is None or where.tag in queue.item(row.item_id).case["tags"])
    ]
    if order == "priority":
        by_hand.sort(key=lambda row: (-row.priority, row.item_id))
    assert rows == by_hand


def test_a_random_order_is_repeatable_by_its_seed(queue: Queue) -> None:
    first, again, other = (queue.ids(order="random", seed=seed) for seed in (1, 1, 2))
    assert first.typecode == "q"
    assert first == again != other
    assert sorted(first) == sorted(queue.ids())
    with pytest.raises(ValueError, match="has no pages"):
        queue.page(order="random")


def test_rows_come_as_asked_and_unknown_ones_are_left_out(queue: Queue) -> None:
    assert [row.item_id for row in queue.rows([5, 999, 2, 5])] == [5, 2, 5]
    assert queue.rows([]) == []


def test_counts_are_those_of_the_items(queue: Queue) -> None:
    counts = queue.counts()
    rows = queue.rows(range(1, 121))
    for kept, name in (
        (counts.states, "state"),
        (counts.routes, "route"),
        (counts.dispositions, "disposition"),
    ):
        words = [getattr(row, name) for row in rows]
        assert kept == {word: words.count(word) for word in set(words)}
    assert counts.open == len(queue.ids())


def test_the_feed_tells_every_change_once(queue: Queue) -> None:
    cursor, seen = 0, []
    told: dict[int, str] = {}
    while True:
        changes, cursor = queue.feed(cursor, limit=17)
        if not changes:
            break
        seen += [change["event"] for change in changes]
        told |= {change["item_id"]: change["disposition"] for change in changes}
    assert len(seen) == len(set(seen)) == 120 + len(queue.ids(Filter(states=("decided",))))
    assert told == {row.item_id: row.disposition for row in queue.rows(range(1, 121))}
    assert queue.feed(cursor) == ([], cursor)


def test_a_reader_sees_that_others_have_written(queue: Queue) -> None:
    with Queue.open(queue.path, readonly=True) as reader:
        before = reader.data_version()
        assert reader.data_version() == before
        queue.enqueue([record("case-0", "block", key="k9", risk="low")])
        assert reader.data_version() != before


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("dose", True),
        ("DOSE", True),
        ("dos", True),
        ("dos ", False),
        ("uber", True),
        ("東京", True),
        ("京都", False),
        ("東京駅から", True),
        ("駅へ", False),
        ("นคร", True),
        ("서울", True),
        ("울에", True),
        ("extra wording", True),
        ("dose wording", True),
        ("dose absent", False),
        ("dose !!! —", True),
        ("!!!", False),
        ("", True),
        ("500 mg", True),
        ('do"se', False),
        ("dose OR absent", False),
        ("question:dose", False),
        ("NEAR(dose)", False),
        ("twice.", True),
    ],
)
def test_search_finds_words_and_parts_of_unspaced_text(
    tmp_path: Path, text: str, hits: bool
) -> None:
    judgment = judged() | {"extra_claims": [{"text": "An extra wording", "verdict": "unsure"}]}
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue(
            [
                record(
                    question="Dose über 東京駅からの道, กรุงเทพมหานคร, 서울에서?",
                    judgments=(judgment,),
                )
            ]
        )
        assert list(queue.ids(Filter(text=text))) == ([1] if hits else [])


@given(st.text(st.characters(codec=None)) | st.text('"*()^:-+{}ANDORT \0\ud800東'))
@settings(max_examples=100, deadline=None)
def test_no_text_is_ever_query_syntax(queue: Queue, text: str) -> None:
    queue.ids(Filter(states=ALL, text=text))
    queue.page(Filter(text=text), limit=1)


@given(st.text("東京駅から한국", min_size=1), st.data())
@settings(max_examples=100, deadline=None)
def test_any_part_of_an_unspaced_text_is_found(
    queue: Queue, text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    part = text[start : data.draw(st.integers(start + 1, len(text)))]
    with closing(driver.connect(queue.path)) as connection:
        connection.execute(schema.SEARCH.replace("TABLE search", "TABLE temp.trial"))
        connection.execute("INSERT INTO trial(question) VALUES (?)", (search.segment(text),))
        found = connection.execute(
            "SELECT rowid FROM trial WHERE trial MATCH ?", (search.query(part),)
        )
        assert found.fetchall() == [(1,)]


@pytest.mark.parametrize("part", ["route", "risk", "gate", "tag", "disposition", "text"])
def test_no_value_of_a_filter_breaks_it(queue: Queue, part: str) -> None:
    for value in ("\ud800", "a\0b", "x" * 10**5, "' OR 1; --"):
        where = Filter(**{part: value})  # type: ignore[arg-type]
        assert list(queue.ids(where)) == []
        assert queue.page(where) == []
        assert queue.claim_next("ann", where=where) is None


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**30])
def test_numbers_beyond_sqlites_are_refused_with_a_sentence(queue: Queue, number: int) -> None:
    for call in (
        lambda: queue.item(number),
        lambda: queue.claim(number, "ann"),
        lambda: queue.undo("ann", item_id=number),
        lambda: queue.page(after=number),
        lambda: queue.feed(number),
        lambda: queue.events(after=number),
        lambda: list(queue.golden_export("g", number)),
    ):
        with pytest.raises(QueueError, match="a number is too large"):
            call()


@pytest.mark.parametrize("few", [1, 3, 5000])
def test_a_gate_and_a_tag_that_many_have_are_found_where_they_meet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(listing, "FEW", few)
    with Queue.open(tmp_path / "both.db", create=True) as queue:
        queue.enqueue(
            [
                record(
                    f"c{number}",
                    gates={"numbers": "fail"} if number % 2 else {"dates": "fail"},
                    tags=[f"t{number % 4}", *(["rare"] if number == 9 else [])],
                    risk="high" if number % 3 else "low",
                )
                for number in range(24)
            ]
        )
        for gate, tag in itertools.product(("numbers", "dates", "x"), ("t0", "t1", "rare", "x")):
            where = Filter(gate=gate, tag=tag)
            wanted = [
                number + 1
                for number in range(24)
                if gate == ("numbers" if number % 2 else "dates")
                and tag in (f"t{number % 4}", "rare" if number == 9 else "")
            ]
            assert sorted(queue.ids(where)) == wanted
            assert list(queue.ids(where, "oldest")) == wanted
            paged = [row.item_id for row in queue.page(where, order="oldest", limit=2)]
            assert paged == wanted[:2]
