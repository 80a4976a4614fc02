"""Schema versions: named steps forward, recorded by sqlite-utils in the file itself.

This module imports sqlite-utils, so it is loaded only when a file is made or brought forward. The
number of steps is the schema's version (`opening.VERSION`, kept in `PRAGMA user_version`).
"""

from __future__ import annotations

import itertools

from sqlite_utils import Database, Migrations

from adjudge_queue.file import driver, schema, schema_first

migrations = Migrations("adjudge_queue")


@migrations(name="0001_queue")
def _queue(db: Database) -> None:
    """Items, evaluations, events, decisions, golden sets, search."""
    first = schema_first
    for statement in (*first.TABLES, *first.INDEXES, *first.TRIGGERS, first.SEARCH):
        db.execute(statement)


@migrations(name="0002_team")
def _team(db: Database) -> None:
    """Reviewers as a team: assignment, two rounds, first words, planted items, purges."""
    parts = (schema.TEAM_COLUMNS, schema.TEAM_TABLES, schema.TEAM_INDEXES, schema.SEARCH_RENEWAL)
    for statement in itertools.chain(*parts):
        db.execute(statement)
    _renew_triggers(db)


@migrations(name="0003_packets")
def _packets(db: Database) -> None:
    """Packets that reviewers take to other hosts."""
    for statement in (*schema.PACKET_TABLES, *schema.PACKET_INDEXES):
        db.execute(statement)
    _renew_triggers(db)


def _renew_triggers(db: Database) -> None:
    """Give the tables that are there today's triggers, in the place of those that differ."""
    found = {one.name: one.sql for one in db.triggers}
    tables = set(db.table_names())
    for name, sql in found.items():
        if sql != schema.TRIGGERS.get(name):
            db.execute(f'DROP TRIGGER "{name}"')
    for name, sql in schema.TRIGGERS.items():
        if found.get(name) != sql and _table_of(sql) in tables:
            db.execute(sql)


def _table_of(trigger: str) -> str:
    return trigger.split(" ON ", 1)[1].split()[0]


def apply(connection: driver.Connection) -> None:
    """Apply what is pending, inside the transaction that the caller has opened."""
    db = driver.database(connection)
    migrations.apply(db)
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(migrations.applied(db))}")
