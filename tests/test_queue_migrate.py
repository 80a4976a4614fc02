"""Files of the first schema version: brought forward whole, with a backup."""

from __future__ import annotations

import hashlib
from contextlib import closing
from pathlib import Path

import pytest
from queue_samples import decision, record
from sqlite_utils import Database, Migrations

from adjudge_engine.errors import QueueError
from adjudge_queue import Queue
from adjudge_queue.file import driver, migrations, opening, schema, schema_first
from adjudge_queue.records import Filter

#: What files of version 1 were made with; whoever changes this breaks the way forward from them.
FROZEN = "623dab03d7bf917715d81e5ae649284d04f377ce38f23ffa983391c38f31718d"
LABEL = {"criterion": "faithfulness", "value": "unfaithful", "missing": ["the unit"]}


def first_version(path: Path, content: Path | None = None) -> Path:
    """A file as version 1 made it, with what a present one holds that version 1 knew of."""
    path.touch(0o600)
    with closing(driver.connect(path)) as connection:
        driver.use_wal(connection)
        steps = Migrations("adjudge_queue")

        @steps(name="0001_queue")
        def queue(db: Database) -> None:
            first = schema_first
            for statement in (*first.TABLES, *first.INDEXES, *first.TRIGGERS, first.SEARCH):
                db.execute(statement)

        steps.apply(driver.database(connection))
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 1")
        if content is not None:
            copy(connection, content)
    return path


def copy(connection: driver.Connection, content: Path) -> None:
    """Rows in the columns that version 1 had; the kept counts are worked out by its triggers."""
    connection.execute("ATTACH ? AS present", (str(content),))
    connection.execute("PRAGMA foreign_keys=OFF")
    connection.execute("BEGIN")
    for sql in schema_first.TABLES:
        table = sql.split()[2]
        if table == "counts":
            continue
        columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
        order = "seq" if table == "events" else "1"
        connection.execute(
            f"INSERT INTO {table}({columns}) SELECT {columns} FROM present.{table} ORDER BY {order}"
        )
    names = "rowid, question, answer, claims, notes"
    connection.execute(f"INSERT INTO search({names}) SELECT {names} FROM present.search")
    connection.execute("COMMIT")
    connection.execute("DETACH present")
    connection.execute("PRAGMA foreign_keys=ON")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file of version 1 in which people have worked."""
    present = tmp_path / "present.db"
    with Queue.open(present, create=True) as queue:
        queue.enqueue([record(str(number), tags=["t"]) for number in range(1, 7)])
        queue.decide(1, decision("relabel", labels=[LABEL], note="a secret word"))
        queue.golden_create("g", actor="ann")
        queue.undo("ann")
        queue.decide(1, decision("relabel", labels=[LABEL]))
        queue.decide(2, decision("approve"))
        queue.decide(3, decision("skip", "bob"))
        queue.decide(4, decision("escalate", "bob"))
        queue.decide(5, decision("snooze", "bob"))
        queue.claim(6, "bob")
        assert queue.verify().problems == ()
    return first_version(tmp_path / "old.db", present)


def test_the_statements_of_the_first_version_are_as_they_were() -> None:
    first = schema_first
    whole = "\n".join((*first.TABLES, *first.INDEXES, *first.TRIGGERS, first.SEARCH))
    assert hashlib.sha256(whole.encode()).hexdigest() == FROZEN


def test_an_old_file_has_its_whole_trail_and_works_on(old: Path) -> None:
    with Queue.open(old) as queue:
        assert queue.verify().problems == ()
        states = [row.state for row in queue.rows(range(1, 7))]
        assert states == ["decided", "decided", "pending", "escalated", "snoozed", "claimed"]
        assert list(queue.ids(Filter(text="secret"))) == []
        assert list(queue.ids(Filter(states=("decided",), text="secret"))) == [1]
        assert queue.undo("ann").action == "undo approve"
        assert queue.undo("ann", item_id=1).state == "claimed"
        assert queue.assign(3, "eve", by="ann").assigned_to == "eve"
        assert queue.claim_next("eve") is not None
        queue.decide(6, decision("block", "bob"))
        queue.first_word(4, "eve", "approve")
        [row] = queue.golden_export("g")
        assert row["metadata"]["golden"]["withdrawn"]
        assert queue.verify().problems == ()


def test_a_backup_is_kept_that_is_of_the_old_version(old: Path) -> None:
    with Queue.open(old):
        pass
    [backup] = old.parent.glob("old.db.schema1-*.bak")
    with closing(driver.connect(backup, readonly=True)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM items").fetchone() == (6,)
        names = {row[1] for row in connection.execute("PRAGMA table_info(items)")}
        assert "assigned_to" not in names


def shape(path: Path) -> dict[str, object]:
    """Tables with their columns, indexes, triggers."""
    with closing(driver.connect(path, readonly=True)) as connection:
        rows = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
        found: dict[str, object] = {f"{kind} {name}": sql for kind, name, sql in rows}
        for kind, name, _ in rows:
            if kind == "table":
                found[f"{kind} {name}"] = connection.execute(
                    f"SELECT * FROM pragma_table_info('{name}')"
                ).fetchall()
        return found


def test_it_becomes_what_a_new_file_is(old: Path, tmp_path: Path) -> None:
    with Queue.open(old), Queue.open(tmp_path / "new.db", create=True):
        pass
    assert shape(old) == shape(tmp_path / "new.db")
    assert {name for name in shape(old) if name.startswith("trigger")} == {
        f"trigger {name}" for name in schema.TRIGGERS
    }


def test_an_old_file_is_read_only_after_it_was_brought_forward(old: Path) -> None:
    with pytest.raises(QueueError, match="older version"):
        Queue.open(old, readonly=True)
    assert len(migrations.migrations._migrations) == opening.VERSION
    with Queue.open(old):
        pass
    with Queue.open(old, readonly=True) as queue:
        assert queue.verify().ok


def test_an_empty_old_file_comes_forward_too(tmp_path: Path) -> None:
    path = first_version(tmp_path / "empty.db")
    with Queue.open(path) as queue:
        assert queue.enqueue([record()]).items == 1
        assert queue.verify().ok


def test_an_old_file_with_odd_content_comes_forward_whole(tmp_path: Path) -> None:
    label = {"criterion": "\ud800", "value": 1, "note": "\ud800"}
    plain = {"criterion": "faithfulness", "value": "unfaithful"}

    present = tmp_path / "present.db"
    with Queue.open(present, create=True) as queue:
        odd = record("\ud800", tags=["\ud800", "a\x00b", ""])
        queue.enqueue([odd, record("a\x00b", question="\x00\ud800\u202e"), record("", answer="")])
        queue.enqueue(
            [record("snoozed"), record("escalated"), record("claimed"), record("skipped")]
        )
        queue.decide(
            1,
            decision("relabel", "\ud800", labels=[label, plain], note="\x00", reason_codes=("a",)),
        )
        queue.golden_create("g", actor="\ud800")
        queue.decide(2, decision("block", "b\x00"))
        queue.undo("b\x00")
        queue.decide(4, decision("snooze", until="9999-12-31"))
        queue.decide(5, decision("escalate"))
        queue.claim(6, "\ud800")
        queue.decide(7, decision("skip"))
        head = queue.head()[1]
    with Queue.open(first_version(tmp_path / "odd.db", present)) as queue:
        assert queue.verify(head=head).problems == ()
        states = [row.state for row in queue.rows(range(1, 8))]
        assert states == [
            "decided",
            "claimed",
            "pending",
            "snoozed",
            "escalated",
            "claimed",
            "pending",
        ]
        assert queue.item(1).labels[0]["note"] == "\ud800"
        assert [row["labels"][0]["criterion"] for row in queue.golden_export("g")] == ["\ud800"]
        queue.undo("\ud800", item_id=1)
        queue.decide(5, decision("approve"))
        assert queue.undo("ann", item_id=5).state == "claimed"
        assert queue.item(5).row.action == "escalate"
        assert queue.verify().problems == ()


def second_version(path: Path, content: Path) -> Path:
    """A file as version 2 made it, with what a present one holds that version 2 knew of."""
    path.touch(0o600)
    known = [sql.split()[2] for sql in (*schema_first.TABLES, *schema.TEAM_TABLES)]
    with closing(driver.connect(path)) as connection:
        driver.use_wal(connection)
        steps = migrations.migrations
        steps.apply(driver.database(connection), stop_before="0003_packets")
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 2")
        connection.execute("ATTACH ? AS present", (str(content),))
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("BEGIN")
        for table in known:
            if table not in ("counts", "purged"):
                order = "seq" if table == "events" else "1"
                sql = f"INSERT INTO {table} SELECT * FROM present.{table} ORDER BY {order}"
                connection.execute(sql)
        names = "rowid, question, answer, claims, notes"
        connection.execute(f"INSERT INTO search({names}) SELECT {names} FROM present.search")
        connection.execute("COMMIT")
        connection.execute("DETACH present")
    return path


def test_a_file_of_the_second_version_comes_forward_whole(tmp_path: Path) -> None:
    present = tmp_path / "present.db"
    with Queue.open(present, create=True) as queue:
        queue.enqueue([record(str(number)) for number in range(1, 4)])
        queue.first_word(1, "ann", "block")
        queue.decide(1, decision("approve", note="a secret word"))
        queue.assign(2, "bob", by="ann")
        head = queue.head()[1]
    old = second_version(tmp_path / "second.db", present)
    with Queue.open(old) as queue:
        assert queue.verify(head=head).problems == ()
        packet = queue.export_packet(tmp_path / "p.db", "bob", 2, by="ann")
        assert packet.items == (2, 3)
        assert queue.verify().problems == ()
    [backup] = tmp_path.glob("second.db.schema2-*.bak")
    assert shape(old) == shape(present)
    with closing(driver.connect(backup, readonly=True)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)
