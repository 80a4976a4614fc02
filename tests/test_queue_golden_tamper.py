"""Golden rows changed behind the queue's back: each change is found, an imported row's too."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from export_samples import golden_row
from queue_samples import decision, record

from adjudge_queue import Queue
from adjudge_queue.file import schema

UNFAITHFUL = {"criterion": "faithfulness", "value": "unfaithful"}


@pytest.fixture(scope="module")
def queue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Queue]:
    """Two frozen versions, one with a withdrawn row, and an imported one; no triggers."""
    path = tmp_path_factory.mktemp("tamper") / "q.db"
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record("a"), record("b")])
        for item in (1, 2):
            queue.decide(item, decision("relabel", labels=[UNFAITHFUL]))
        queue.golden_create("g", actor="ann")
        queue.golden_withdraw("g", 1, 1, by="ann", why="the page was torn")
        queue.golden_create("g", actor="ann")
        queue.golden_import("g", [golden_row("x"), golden_row("y")], actor="bob")
        assert queue.verify().problems == ()
        run = queue._store.connection.execute
        run("PRAGMA foreign_keys=OFF")
        run("PRAGMA ignore_check_constraints=ON")
        for name in schema.TRIGGERS:
            run(f"DROP TRIGGER {name}")
        yield queue


def found(queue: Queue, *statements: str) -> list[str]:
    """What verify finds beyond the missing triggers after the statements, which are undone."""
    run = queue._store.connection.execute
    run("BEGIN")
    try:
        for statement in statements:
            assert run(statement).rowcount >= 1, statement
        return list(queue.verify().problems[len(schema.TRIGGERS) :])
    finally:
        run("ROLLBACK")


TOMB = "UPDATE {} SET body = json_object('purged', 1, 'row', 'sha256:0') WHERE {}"
CHANGES = (
    ("UPDATE golden_rows SET body = replace(body, 'unfaithful', 'faithful')", "its rows are not"),
    ("UPDATE golden_rows SET split = 'x' WHERE item_id = 2", "filed as another"),
    ("UPDATE golden_rows SET withdrawn = NULL WHERE item_id = 1", "should be withdrawn (event"),
    ("UPDATE golden_rows SET withdrawn = 4 WHERE item_id = 2", "should not be withdrawn"),
    ("UPDATE golden_rows SET decision_id = 1 WHERE item_id = 2", "filed as another"),
    ("DELETE FROM golden_rows WHERE item_id = 2 AND version = 1", "its rows are not"),
    ("DELETE FROM golden_sets WHERE version = 1", "golden set g@1 is missing"),
    ("UPDATE golden_sets SET actor = 'eve' WHERE version = 3", "who made it"),
    ("UPDATE golden_sets SET event = 5 WHERE version = 3", "does not tell of it"),
    (TOMB.format("golden_rows", "item_id = 2"), "its rows are not"),
    ("UPDATE imported_rows SET body = replace(body, 'blue', 'red')", "its rows are not"),
    ("UPDATE imported_rows SET place = 9 WHERE place = 2", "filed as another"),
    ("UPDATE imported_rows SET case_id = 'z' WHERE place = 1", "row 1 is filed"),
    ("UPDATE imported_rows SET case_hash = 'z' WHERE place = 2", "row 2 is filed"),
    ("UPDATE imported_rows SET split = 'z' WHERE place = 2", "row 2 is filed"),
    ("UPDATE imported_rows SET version = 2", "its rows are not"),
    ("UPDATE imported_rows SET name = 'other'", "but no such set"),
    ("DELETE FROM imported_rows WHERE place = 2", "its rows are not"),
    (TOMB.format("imported_rows", "place = 1"), "its rows are not"),
    ("UPDATE texts SET body = '\"x\"' WHERE kind = 'note'", "was changed"),
    ("DELETE FROM texts WHERE kind = 'note'", "is missing"),
)


@pytest.mark.parametrize(("statement", "word"), CHANGES)
def test_a_change_is_found_and_named(queue: Queue, statement: str, word: str) -> None:
    problems = found(queue, statement)
    assert any(word in one for one in problems), problems


@pytest.mark.parametrize("table", ["golden_sets", "golden_rows", "imported_rows"])
def test_no_value_of_a_golden_table_can_be_changed_unseen(queue: Queue, table: str) -> None:
    """But a row's own number, which nothing of ours rests on."""
    run = queue._store.connection.execute
    columns = [row[1] for row in run(f"PRAGMA table_info({table})")]
    for number, row in enumerate(run(f"SELECT {', '.join(columns)} FROM {table}").fetchall()):
        where = " AND ".join(f"{column} IS ?" for column in columns)
        for column, value in zip(columns, row, strict=True):
            if column == "id":
                continue
            other = 1 if value is None else value + 7 if isinstance(value, int) else f"{value}x"
            for changed in (other, f"{value}".encode()):
                run("BEGIN")
                sql = f"UPDATE {table} SET {column} = ? WHERE {where}"
                assert run(sql, (changed, *row)).rowcount == 1
                problems = queue.verify().problems
                run("ROLLBACK")
                assert len(problems) > len(schema.TRIGGERS), (table, number, column, changed)


@pytest.mark.parametrize("table", ["golden_rows", "imported_rows"])
def test_a_tombstone_that_no_purge_left_is_found(queue: Queue, table: str) -> None:
    """With the right hash in it the set's content still fits: the missing event gives it away."""
    from adjudge_queue.golden_sets.golden_rows import tombstone

    run = queue._store.connection.execute
    number, body = run(f"SELECT id, body FROM {table} ORDER BY id LIMIT 1").fetchone()
    stone = tombstone(body, 1).replace("'", "''")
    problems = found(queue, f"UPDATE {table} SET body = '{stone}' WHERE id = {number}")
    assert any("no event purged it" in one for one in problems), problems


def test_a_row_moved_from_the_file_to_the_queues_own_is_found(queue: Queue) -> None:
    run = queue._store.connection.execute
    columns = [row[1] for row in run("PRAGMA table_info(imported_rows)")]
    assert "decision_id" not in columns  # an imported row rests on no decision of this queue
    statement = (
        "INSERT INTO golden_rows(name, version, item_id, decision_id, split, body)"
        " SELECT name, version, place, 1, split, body FROM imported_rows"
    )
    problems = found(queue, statement, "DELETE FROM imported_rows")
    assert any("came in from outside" in one or "filed as another" in one for one in problems)


def test_the_rows_of_a_set_can_be_read_to_the_last_byte(queue: Queue) -> None:
    run = queue._store.connection.execute
    for (body,) in run("SELECT body FROM golden_rows UNION ALL SELECT body FROM imported_rows"):
        assert json.loads(body)["metadata"]["golden"]["case_hash"]
