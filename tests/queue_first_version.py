"""A file as the first version of the schema kept it, made of one that is written today."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from queue_samples import record

from adjudge_queue import Queue
from adjudge_queue.file import driver, migrations, schema, schema_first

_TABLES = (
    "events",
    "items",
    "payloads",
    "evaluations",
    "item_gates",
    "item_tags",
    "dispositions",
)


def write(path: Path, items: int) -> str:
    """Make the file `path` of version 1 with so many undecided items; the end of its chain."""
    today = path.with_name(f"{path.name}.today")
    with Queue.open(today, create=True) as queue:
        queue.enqueue([record(f"old-{number}", tags=["old"]) for number in range(items)])
        head = queue.head()[1]
    driver_create(path)
    with closing(driver.connect(path)) as connection:
        driver.use_wal(connection)
        connection.execute("BEGIN IMMEDIATE")
        first = driver.database(connection)
        step = migrations.migrations.pending(first)[0]
        migrations.migrations.apply(first, stop_before="0002_team")
        assert step.name == "0001_queue"
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 1")
        connection.execute("COMMIT")
        connection.execute("ATTACH ? AS today", (str(today),))
        connection.execute("BEGIN")
        for table in (*_TABLES, "search"):
            names = [row[1] for row in connection.execute(f"PRAGMA main.table_info({table})")]
            columns = ", ".join((["rowid"] if table == "search" else []) + names)
            connection.execute(
                f"INSERT INTO main.{table}({columns}) SELECT {columns} FROM today.{table}"
            )
        connection.execute("COMMIT")
        assert len(schema_first.TABLES) < len(schema.TABLES)
    for name in path.parent.glob(f"{today.name}*"):
        name.unlink()
    assert head is not None
    return head


def driver_create(path: Path) -> None:
    """An empty file."""
    path.touch(mode=0o600)
