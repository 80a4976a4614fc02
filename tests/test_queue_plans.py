"""How SQLite finds what people wait for: no table is scanned, nothing is sorted.

Every statement that the operations of a desk run is recorded while they run, and explained.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from queue_samples import decision, record

from adjudge_queue import Queue
from adjudge_queue.finding import filtertext, listing
from adjudge_queue.records import OPEN_STATES, Filter, Order, State
from adjudge_queue.viewing import reading

EVERY = get_args(State)
#: Operations that a person calls for now and then, or a program by itself, over the whole file.
AT_LEISURE = frozenset(
    [
        "open",
        "close",
        "path",
        "verify",
        "check",
        "proof",
        "trail",
        "purge",
        "retention",
        "backup",
        "plant",
        "planted_results",
        "golden_create",
        "golden_export",
        "golden_withdraw",
        "golden_diff",
        "golden_coverage",
        "golden_import",
        "golden_list",
        "export_packet",
        "import_packet",
        "packets",
        "withdraw_packet",
        "golden_copies",
        "adjudication",
        "review_decisions",
        "team",
        "closed_before",
        "adjudicated_results",
        "beside_judges",
    ]
)


class Recorder:
    """A connection that notes every statement with its values."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.noted: dict[str, tuple[Any, ...]] = {}

    def execute(self, sql: str, values: Any = ()) -> Any:
        """Run it as ever."""
        self.noted.setdefault(sql, tuple(values))
        return self.connection.execute(sql, values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.connection, name)


def lines(recorder: Recorder, sql: str) -> list[str]:
    """SQLite's plan for a noted statement."""
    rows = recorder.connection.execute(f"EXPLAIN QUERY PLAN {sql}", recorder.noted[sql])
    return [str(row[3]) for row in rows]


def complaint(sql: str, line: str) -> str | None:
    """What is wrong with one line of a plan."""
    if "TEMP B-TREE" in line:
        return "it sorts"
    if not line.startswith("SCAN"):
        return None
    what = line.split()[1]
    if what in ("json_each", "CONSTANT", "counts", "saved_filters") or what.startswith("("):
        return None  # what was given, nothing, a few dozen rows, what another line speaks of
    if what == "p" and sql == reading.PLANTED:
        return None  # planted items are few: every one of them is a golden row that came twice
    if "search VIRTUAL TABLE" in line and ("MATCH" in sql or "INDEX 0:=" in line):
        return None  # the index of words, or one row of it
    if what == "golden_rows" and sql.startswith("INSERT INTO items("):
        return None  # looked at only while a foreign key is broken, which none ever is
    if "LIMIT" in sql and ("USING" in line or what == "events" or "ORDER BY id" in sql):
        return None  # a walk in the order of an index, or of the table itself, that ends by itself
    return "it scans a table"


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue(
            [
                record(
                    f"case-{number}",
                    ("review", "review", "review", "release", "block")[number % 5],
                    risk=("low", "high")[number % 2],
                    gates={"numbers": "fail"} if number % 4 == 0 else {},
                    tags=[f"t{number % 7}"],
                )
                for number in range(60)
            ]
        )
        yield queue


def recorded(queue: Queue) -> Recorder:
    recorder = Recorder(queue._store._connection)
    queue._store._connection = recorder  # type: ignore[assignment]
    return recorder


def assert_quick(recorder: Recorder) -> None:
    """No noted statement scans or sorts."""
    wrong = []
    for sql in recorder.noted:
        if sql.split()[0] not in ("SELECT", "UPDATE", "INSERT", "DELETE", "WITH"):
            continue
        plan = lines(recorder, sql)
        found = [complaint(sql, line) for line in plan]
        wrong += [(why, sql, plan) for why in found if why]
    assert not wrong, "\n".join(f"{why}: {sql}\n   {plan}" for why, sql, plan in wrong)


WHERES = tuple(
    filtertext.parse(line)
    for line in (
        "",
        "state:all",
        "state:pending",
        "state:decided",
        "state:claimed state:decided state:released",
        "route:review",
        "disposition:released",
        "disposition:pending route:review state:open",
        "risk:high",
        "gate:numbers",
        "gate:numbers risk:high state:all",
        "tag:t3",
        "tag:t3 gate:numbers route:review",
        "dose",
        "absent words risk:low",
        "assigned:ann",
        "by:ann",
        "stale:yes",
        "stale:no",
        "since:2020-01-01 until:2100-01-01",
        "state:none",
    )
)


def orders() -> tuple[Order, ...]:
    return get_args(Order)


@pytest.mark.parametrize("few", [listing.FEW, 1], ids=["few items", "many items"])
def test_pages_in_every_order_of_every_filter(
    queue: Queue, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "FEW", few)
    recorder = recorded(queue)
    for where, order in itertools.product(WHERES, ("priority", "oldest")):
        for after in (None, 30):
            queue.page(where, order=order, after=after)  # type: ignore[arg-type]
        queue.ids(where, order)  # type: ignore[arg-type]
    queue.ids(order="random", seed=1)
    assert_quick(recorder)


def test_next_items_in_every_order_of_every_filter(queue: Queue) -> None:
    recorder = recorded(queue)
    for where in WHERES:
        for order in orders():
            if where.text is None:
                item = queue.claim_next("ann", where=where, order=order, exclude=(3, 4))
                if item is not None:
                    queue.release(item.row.item_id, "ann")
    assert_quick(recorder)


def test_the_next_item_with_words_looks_at_their_hits_alone(queue: Queue) -> None:
    recorder = recorded(queue)
    queue.claim_next("ann", where=Filter(text="dose"))
    for sql in recorder.noted:
        if "MATCH" in sql:
            assert any(
                "SEARCH items USING INTEGER PRIMARY KEY" in one for one in lines(recorder, sql)
            )


def desk(queue: Queue) -> dict[str, Callable[[], object]]:
    """Every operation that somebody waits for, by its name."""
    labels = [{"criterion": "faithfulness", "value": "unfaithful"}]

    def decide() -> None:
        for number, action in enumerate(("approve", "block", "skip", "escalate", "snooze")):
            given = decision(action, note="words", key=f"d{number}")
            queue.decide((11, 12, 13, 16, 17)[number], given)
            queue.decide((11, 12, 13, 16, 17)[number], given)  # again
        queue.decide(18, decision("relabel", labels=labels, note="words", key="r"))

    def first_word() -> None:
        queue.claim(22, "ann")
        queue.first_word(22, "ann", "approve")

    return {
        "enqueue": lambda: queue.enqueue(
            [record("new"), record("case-1"), record("case-2", key="k2", risk="low")]
        ),
        "claim_next": lambda: queue.claim_next("ann"),
        "claim": lambda: (queue.claim(2, "ann"), queue.claim(2, "ann")),
        "renew": lambda: queue.renew(2, "ann"),
        "release": lambda: queue.release(2, "ann"),
        "reap": queue.reap,
        "decide": decide,
        "undo": lambda: (queue.undo("ann"), queue.undo("ann", item_id=11)),
        "redo": lambda: (queue.redo("ann"), queue.undo("ann"), queue.redo("ann", item_id=11)),
        "amend": lambda: queue.amend(11, decision("approve", note="more")),
        "assign": lambda: queue.assign(21, "bob", by="ann"),
        "unassign": lambda: queue.unassign(21, by="ann"),
        "first_word": first_word,
        "known": lambda: queue.known([("case-1", "k1"), ("case-9", "no")]),
        "evaluation_json": lambda: queue.evaluation_json("case-1", "k1"),
        "item": lambda: queue.item(11),
        "find": lambda: (queue.find("case-1"), queue.find("#1")),
        "namesakes": lambda: queue.namesakes(1),
        "ids": queue.ids,
        "rows": lambda: queue.rows([1, 2]),
        "page": queue.page,
        "search": lambda: [
            queue.search("dose mg", ranked=ranked, where=where, after=after)
            for ranked in (False, True)
            for where in (None, Filter(OPEN_STATES, risk="high"))
            for after in (None, 40)
        ],
        "save_filter": lambda: [queue.save_filter("f", "ann", Filter()) for _ in range(2)],
        "saved_filters": queue.saved_filters,
        "drop_filter": lambda: queue.drop_filter("f"),
        "counts": queue.counts,
        "held": lambda: queue.held("ann"),
        "disposition": lambda: queue.disposition(1),
        "feed": lambda: queue.feed(5),
        "history": lambda: queue.history(11),
        "data_version": queue.data_version,
        "events": lambda: (queue.events(after=3), queue.events(item_id=11)),
        "head": queue.head,
        "last_event": queue.last_event,
    }


def test_every_operation_of_the_desk(queue: Queue) -> None:
    operations = desk(queue)
    public = {name for name in dir(Queue) if not name.startswith("_")}
    assert operations.keys() | AT_LEISURE == public, (
        "name a new operation in `desk` if somebody waits for it, else in AT_LEISURE"
    )
    recorder = recorded(queue)
    for operation in operations.values():
        operation()
    assert len(recorder.noted) > 60  # they were noted
    assert_quick(recorder)


@pytest.mark.parametrize(
    ("sql", "wrong"),
    [
        ("SELECT id FROM items WHERE priority_reason = 'x'", "it scans a table"),
        ("SELECT id FROM items ORDER BY question", "it scans a table"),
        ("SELECT id FROM items WHERE state = 'decided' ORDER BY question LIMIT 5", "it sorts"),
        ("SELECT max(id) FROM items", None),
        ("SELECT n FROM counts", None),
        ("SELECT state, count(*) FROM items GROUP BY state", "it scans a table"),
    ],
)
def test_a_slow_statement_would_be_noticed(queue: Queue, sql: str, wrong: str | None) -> None:
    recorder = Recorder(queue._store.connection)
    recorder.noted[sql] = ()
    found = [complaint(sql, line) for line in lines(recorder, sql)]
    assert wrong in found


def plan_of_page(queue: Queue, where: Filter, order: Order, after: int | None = None) -> str:
    recorder = recorded(queue)
    queue.page(where, order=order, after=after)
    queue._store._connection = recorder.connection
    return "\n".join(
        line for sql in recorder.noted if "SELECT" in sql for line in lines(recorder, sql)
    )


def test_lists_walk_the_index_of_their_order(queue: Queue) -> None:
    assert "USING INDEX items_open" in plan_of_page(queue, Filter(), "priority")
    assert "items_open_age" in plan_of_page(queue, Filter(), "oldest", 5)
    assert "items_urgency" in plan_of_page(queue, Filter(EVERY), "priority")
    pieces = plan_of_page(queue, Filter(("decided",)), "priority", 5)
    assert "items_class (state=? AND disposition=? AND route=? AND priority=? AND id>?)" in pieces
    assert "items_class (state=? AND disposition=? AND route=? AND priority<?)" in pieces


def test_what_is_known_is_looked_for_from_the_case_on(queue: Queue) -> None:
    recorder = recorded(queue)
    assert queue.known([("case-1", "k1"), ("case-1", "no")]) == {("case-1", "k1")}
    assert queue.evaluation_json("case-1", "k1")
    plans = [lines(recorder, sql)[0] for sql in recorder.noted if "evaluations" in sql]
    assert len(plans) == 2
    assert all("(case_id=?)" in first for first in plans)
