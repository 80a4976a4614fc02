"""Every value of every table, changed behind the queue's back: `verify` must see it.

What it cannot see is listed here, with the reason; beside it, the search index, which is made of
what is checked. A chain that was forged whole and well shows against an exported head alone.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from queue_samples import decision, judged, record

from adjudge_engine.case import Case, case_hash
from adjudge_queue import Queue, verify_file
from adjudge_queue.file import driver, events, schema
from adjudge_queue.records import Filter, Verification

#: Columns whose change goes unseen.
UNSEEN = {
    ("items", "lease_until"),  # renewing a lease is no event; that there is one is checked
    ("labels", "id"),  # only their order counts
    ("golden_rows", "id"),
    ("item_gates", "gate"),  # as bytes instead of text only: SQL reads both alike
    ("item_gates", "outcome"),
    ("counts", "kind"),  # of a count of nothing
    ("counts", "value"),
    ("imported_rows", "id"),
    *(("saved_filters", name) for name in ("name", "owner", "body", "at", "a row")),  # no events
}
TABLES = tuple(sql.split()[2] for sql in schema.TABLES)
#: Columns whose words say what a row is.
WORDS = frozenset({"kind", "action", "state", "outcome", "disposition", "name"})


@pytest.fixture(scope="module")
def queue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Queue]:
    """A queue with something in every table, its triggers gone."""
    path = tmp_path_factory.mktemp("tamper") / "q.db"
    with Queue.open(path, create=True) as queue:
        gates = {"numbers": "fail"}
        queue.enqueue([record(str(number), gates=gates, tags=["t"]) for number in range(1, 7)])
        queue.enqueue([record("1", key="k2", judgments=(judged("partial"),))])
        queue.claim_next("ann")
        queue.decide(1, decision("approve", note="a note"))
        label = {"criterion": "faithfulness", "value": "unfaithful", "missing": ["unit"]}
        queue.decide(2, decision("relabel", labels=[label], corrected_answer="5 mg"))
        queue.golden_create("golden", actor="ann", include_approved=True)
        queue.undo("ann", item_id=1)
        queue.decide(3, decision("skip", "bob", seconds=1.5))
        queue.decide(4, decision("escalate", "bob"))
        queue.decide(5, decision("snooze", "bob"))
        queue.claim(6, "eve")
        team_work(queue)
        assert queue.verify().problems == ()
        bare(queue)
        yield queue


def team_work(queue: Queue) -> None:
    """Assignment, first words, double reviews, a stale decision, known items, a purge."""
    due = "2030-01-01T00:00:00Z"
    queue.enqueue([replace(record(str(number)), second="drawn", due=due) for number in (7, 8)])
    queue.enqueue([record(str(number)) for number in (9, 10, 11)])
    queue.first_word(7, "ann", "relabel", [{"criterion": "faithfulness", "value": "unfaithful"}])
    for number in (7, 8):
        queue.decide(number, decision("approve", "ann"))
    queue.decide(7, decision("block", "bob", note="differs"))
    queue.decide(7, decision("block", "eve"))
    queue.decide(9, decision("approve", "ann"))
    queue.enqueue([record("9", "release", key="k2")])
    queue.assign(10, "bob", by="ann", note="yours")
    queue.plant("golden", 1, 1, seed=1, by="eve")
    queue.golden_import("imported", [golden_case()], actor="ann")
    queue.save_filter("mine", "ann", Filter(tag="t"))
    queue.decide(11, decision("block", "ann", note="to be forgotten"))
    queue.purge(by="ann", why="they asked", items=[11])
    packet_work(queue)


def packet_work(queue: Queue) -> None:
    """A packet that came back, with a first word and a conflict, and one that was withdrawn."""
    queue.enqueue([record(str(number), tags=["packet"]) for number in (20, 21, 22)])
    made = []
    with tempfile.TemporaryDirectory() as folder:
        for name, count in (("ann", 2), ("bob", 1)):
            path = Path(folder) / f"{name}.db"
            where = Filter(tag="packet")
            made.append(queue.export_packet(path, name, count, by="eve", where=where))
        with Queue.open(made[0].path) as desk:
            desk.first_word(1, "ann", "block")
            for number in (1, 2):
                desk.decide(number, decision("approve", "ann", note="from afar"))
        queue.decide(made[0].items[1], decision("block", "eve"))
        found = queue.import_packet(made[0].path, by="eve")
        assert found.counts == {"taken": 1, "differs": 1}
    queue.withdraw_packet(made[1].packet, by="eve")


def golden_case() -> dict[str, Any]:
    label = {"criterion": "faithfulness", "value": "faithful"}
    case = {"id": "outside", "question": "q", "answer": "a", "contexts": [{"id": "c", "text": "a"}]}
    return case | {"labels": [label]}


def after(queue: Queue, statement: str, values: tuple[Any, ...]) -> bool | None:
    """Whether verify finds more than the missing triggers; None if SQLite refuses. Undone."""
    run = queue._store.connection.execute
    run("BEGIN")
    try:
        if run(statement, values).rowcount != 1:
            return None
        return len(queue.verify().problems) > len(schema.TRIGGERS)
    except driver.IntegrityError:
        return None
    finally:
        run("ROLLBACK")


def others(value: object) -> tuple[object, ...]:
    """Values to put in the place of one."""
    if value is None:
        return 1, "x"
    if isinstance(value, int | float):
        return value + 1, "x"
    if isinstance(value, bytes):
        return value + b"x", "x"
    assert isinstance(value, str)
    return value.replace("2", "1", 1) if value[:2] == "20" else value + "x", value.encode()


def rows_of(queue: Queue, table: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """A table's columns, and its rows."""
    run = queue._store.connection.execute
    columns = [row[1] for row in run(f"PRAGMA table_info({table})")]
    rows = run(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
    assert rows
    return columns, rows


def unlike(columns: list[str], rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """One row of each sort: they differ in what is empty, or in a word that says what they are."""
    found: dict[tuple[object, ...], tuple[Any, ...]] = {}
    for row in rows:
        words = (one for name, one in zip(columns, row, strict=True) if name in WORDS)
        found.setdefault((*words, *((type(one), bool(one)) for one in row)), row)
    return list(found.values())


@pytest.mark.parametrize("table", TABLES)
def test_no_value_of_a_row_of_any_sort_can_be_changed_unseen(queue: Queue, table: str) -> None:
    columns, rows = rows_of(queue, table)
    change_each_value(queue, table, columns, unlike(columns, rows))


@pytest.mark.stress
@pytest.mark.parametrize("table", TABLES)
def test_no_value_of_any_row_can_be_changed_unseen(queue: Queue, table: str) -> None:
    change_each_value(queue, table, *rows_of(queue, table))


def change_each_value(
    queue: Queue, table: str, columns: list[str], rows: list[tuple[Any, ...]]
) -> None:
    """What goes unseen where each value is changed and each row is removed must be known."""
    where = " AND ".join(f"{column} IS ?" for column in columns)
    unseen = set()
    for row in rows:
        for column, value in zip(columns, row, strict=True):
            for other in others(value):
                sql = f"UPDATE {table} SET {column} = ? WHERE {where}"
                if after(queue, sql, (other, *row)) is False:
                    unseen.add((table, column))
        if after(queue, f"DELETE FROM {table} WHERE {where}", row) is False:
            unseen.add((table, "a row"))
    assert unseen - {("counts", "a row")} <= UNSEEN


def test_a_row_that_was_purged_is_still_held_to_what_it_was(tmp_path: Path) -> None:
    """Its side of the split, and the id that a file gave it, went with its text."""
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        content = case_hash(Case.model_validate(dict(record("1").case)))
        queue.enqueue([record("1", case_hash=content), record("2")])
        for number in (1, 2):
            label = {"criterion": "faithfulness", "value": "unfaithful"}
            queue.decide(number, decision("relabel", labels=[label]))
        queue.golden_create("golden", actor="ann")
        rows = list(queue.golden_export("golden"))
        queue.golden_import("again", rows[:1], actor="ann")
        queue.purge(by="ann", why="they asked", items=[1])
        assert queue.verify().problems == ()
        bare(queue)
        wrong = {
            "golden_rows": ("decision_id = 2", "decision_id = 0", "item_id = 9", "split = 'x'"),
            "imported_rows": ("case_hash = 'x'", "place = 9", "split = 'x'"),
        }
        for table, changes in wrong.items():
            for change in changes:
                sql = f"UPDATE {table} SET {change} WHERE body LIKE '{{\"purged\"%'"
                assert after(queue, sql, ()), change


ORPHANS = {
    "payloads": "INSERT INTO payloads SELECT 900, body FROM payloads LIMIT 1",
    "item_gates": "INSERT INTO item_gates VALUES (900, 'numbers', 'fail')",
    "item_tags": "INSERT INTO item_tags VALUES (900, 't')",
}


@pytest.mark.parametrize("table", ORPHANS)
def test_a_row_that_belongs_to_nothing_is_named(queue: Queue, table: str) -> None:
    """What no list and no purge reaches could be kept there."""
    assert after(queue, ORPHANS[table], ())


def bare(queue: Queue) -> None:
    """Leave nothing of what guards the tables."""
    run = queue._store.connection.execute
    run("PRAGMA foreign_keys=OFF")
    run("PRAGMA ignore_check_constraints=ON")
    for name in schema.TRIGGERS:
        run(f"DROP TRIGGER {name}")


def test_a_case_cannot_take_the_place_of_another(queue: Queue) -> None:
    """The case id is what a waiting system is told: two changed ones would release the wrong."""
    sql = "UPDATE items SET case_id = case_id || '-other' WHERE id = 4"
    assert after(queue, sql, ())


def forged(path: Path, bodies: dict[int, str]) -> Verification:
    """The verdict where somebody gave events other bodies and worked out all hashes anew."""
    with closing(driver.connect(path)) as connection:
        rows = connection.execute(f"{events.SELECT} ORDER BY seq").fetchall()
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("BEGIN")  # one commit, not one for each trigger
        for name in schema.TRIGGERS:
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("DELETE FROM events")
        prev = ""
        for row in rows:
            columns = (*row[:7], bodies.get(row[0], row[7]), prev)
            prev = events.event_hash(columns)
            connection.execute(events.INSERT, (*columns, prev))
        for sql in schema.TRIGGERS.values():
            connection.execute(sql)
        connection.execute("COMMIT")
    return verify_file(path)


NONSENSE = ("[]", "null", "7", '"x"', "{", "{}", "[" * 10_000, '{"labels":7,"action":[]}')


def test_forged_nonsense_is_a_finding_and_no_crash(tmp_path: Path) -> None:
    for number, body in enumerate(NONSENSE):
        path = tmp_path / f"{number}.db"
        with Queue.open(path, create=True) as queue:
            queue.enqueue([record("1"), record("2")])
            labels = [{"criterion": "faithfulness", "value": "unfaithful"}]
            queue.decide(1, decision("relabel", labels=labels))
            queue.golden_create("g", actor="ann")
            queue.undo("ann")
        found = forged(path, {seq: body for seq in (2, 3, 4, 5)})
        for seq in (2, 3, 4, 5):
            sentence = "what it says cannot be read"
            assert any(
                one.startswith(f"event {seq} (") and sentence in one for one in found.problems
            )


PACKET_EVENTS = ("packed", "unpacked", "packet_withdrawn")


@pytest.mark.parametrize("value", [7, None, "x", [7], {"a": []}])
def test_forged_parts_of_packets_are_findings_and_no_crash(tmp_path: Path, value: object) -> None:
    path = tmp_path / "q.db"
    with Queue.open(path, create=True) as queue:
        packet_work(queue)
        told = [one for one in queue.events() if one["kind"] in PACKET_EVENTS]
    assert {one["kind"] for one in told} == set(PACKET_EVENTS)
    odd = {one["seq"]: json.dumps(dict.fromkeys(one["body"], value)) for one in told}
    assert forged(path, odd).problems


TEAM_EVENTS = ("first_word", "assigned", "stale", "planted", "decided", "undone")


@pytest.mark.parametrize("value", [7, None, "x", [7], {"a": []}])
def test_forged_parts_of_a_teams_events_are_findings_and_no_crash(
    tmp_path: Path, value: object
) -> None:
    path = tmp_path / "q.db"
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record(str(number)) for number in range(1, 7)])
        label = {"criterion": "faithfulness", "value": "unfaithful"}
        queue.decide(2, decision("relabel", labels=[label]))
        queue.golden_create("golden", actor="ann")
        team_work(queue)
        queue.undo("ann", item_id=7)
        told = [one for one in queue.events() if one["kind"] in TEAM_EVENTS]
    assert {one["kind"] for one in told} == set(TEAM_EVENTS)
    odd = {one["seq"]: json.dumps(dict.fromkeys(one["body"], value)) for one in told}
    assert forged(path, odd).problems


@pytest.mark.parametrize(
    ("seq", "part", "value"),
    [
        (3, "labels", [7]),
        (3, "labels", None),
        (3, "note", ["x"]),
        (3, "standing", "x"),
        (4, "version", "1"),
        (4, "name", []),
        (4, "content", 7),
        (1, "case_id", {}),
        (1, "holder", {}),
    ],
)
def test_a_forged_part_is_a_finding_and_no_crash(
    tmp_path: Path, seq: int, part: str, value: object
) -> None:
    path = tmp_path / "q.db"
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record("1"), record("2")])
        labels = [{"criterion": "faithfulness", "value": "unfaithful"}]
        queue.decide(1, decision("relabel", labels=labels))
        queue.golden_create("g", actor="ann")
        body = queue.events(after=seq - 1, limit=1)[0]["body"]
    found = forged(path, {seq: json.dumps(body | {part: value})})
    assert found.problems


def test_bytes_that_are_no_text_are_not_taken_for_their_escape(tmp_path: Path) -> None:
    r"""The byte ff and the letters `\xff` must not look alike to the check."""
    path = tmp_path / "q.db"
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record(question=r"is it \xff?")])
    with closing(driver.connect(path)) as connection:
        trigger = "payloads_no_update"
        connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute(
            "UPDATE payloads SET body = CAST(replace(CAST(body AS BLOB), ?, ?) AS TEXT)",
            (rb"\\xff", b"\\\xff"),
        )
        connection.execute(schema.TRIGGERS[trigger])
    assert verify_file(path).problems == ("item 1: its case was changed after it was enqueued",)


def test_a_damaged_schema_that_sqlite_cannot_even_quote_is_malformed(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record()])
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE counts", b"CREATE T\xceBLE counts"))
    [problem] = verify_file(path).problems
    assert problem.startswith("SQLite calls the file malformed")
