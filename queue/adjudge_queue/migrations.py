"""Schema versions: named steps forward, recorded by sqlite-utils in the file itself.

This module imports sqlite-utils, so it is loaded only when a file is made or brought forward. The
number of steps is the schema's version (`opening.VERSION`, kept in `PRAGMA user_version`).
"""

from __future__ import annotations

from sqlite_utils import Database, Migrations

from adjudge_queue import driver, schema

migrations = Migrations("adjudge_queue")


@migrations(name="0001_queue")
def _queue(db: Database) -> None:
    """Items, evaluations, events, decisions, golden sets, search."""
    for statement in (*schema.TABLES, *schema.INDEXES, *schema.TRIGGERS.values(), schema.SEARCH):
        db.execute(statement)


def apply(connection: driver.Connection) -> None:
    """Apply what is pending, inside the transaction that the caller has opened."""
    db = driver.database(connection)
    migrations.apply(db)
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(migrations.applied(db))}")
