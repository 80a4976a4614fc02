"""The tables of a queue's file, as SQL: those of the first version, and what was added since.

`items` is narrow and indexed, since it is what lists and claims read; everything large stands in
a table of its own beside it. What must never change is guarded by triggers, which `audit` compares
with this text. Numbers that point forward (an item's last event, its current evaluation) are no
foreign keys: SQLite would search the table for them on every event; `audit` checks them instead.
Never alter `events` through a table rebuild: that would drop its triggers.
"""

from __future__ import annotations

from typing import Final

from adjudge_queue.file import schema_first
from adjudge_queue.records import OPEN_STATES

#: "ADJQ": what makes an SQLite file ours.
APPLICATION_ID: Final = 0x41444A51


def _words(words: tuple[str, ...]) -> str:
    return ", ".join(f"'{word}'" for word in words)


#: The condition of the partial index over open items; queries must repeat it word for word.
OPEN: Final = f"state IN ({_words(OPEN_STATES)})"
#: The same for items that the next reviewer can be given: free, and nobody's in particular.
FREE: Final = "assigned_to IS NULL AND state IN ('pending', 'needs_second')"
#: And for items that wait for a reviewer who was named.
ASSIGNED: Final = "assigned_to IS NOT NULL"

#: What version 2 added to the tables of the first version.
TEAM_COLUMNS: Final[tuple[str, ...]] = (
    "ALTER TABLE items ADD COLUMN assigned_to TEXT",
    "ALTER TABLE items ADD COLUMN due TEXT",
    "ALTER TABLE items ADD COLUMN second TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE items ADD COLUMN stale INTEGER",
    "ALTER TABLE decisions ADD COLUMN round TEXT NOT NULL DEFAULT 'only'"
    " CHECK (round IN ('only', 'first', 'second', 'adjudication'))",
    "ALTER TABLE decisions ADD COLUMN informed TEXT NOT NULL DEFAULT 'full'"
    " CHECK (informed IN ('full', 'partial'))",
    "ALTER TABLE decisions ADD COLUMN masked INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE decisions ADD COLUMN expert INTEGER NOT NULL DEFAULT 1",
)

#: The tables that version 2 added.
TEAM_TABLES: Final[tuple[str, ...]] = (
    """CREATE TABLE reviews (
        item_id INTEGER NOT NULL REFERENCES items(id),
        round TEXT NOT NULL CHECK (round IN ('first', 'second', 'adjudication')),
        decision_id INTEGER NOT NULL REFERENCES decisions(id),
        PRIMARY KEY (item_id, round)
    ) WITHOUT ROWID""",
    """CREATE TABLE first_words (
        item_id INTEGER NOT NULL REFERENCES items(id),
        reviewer TEXT NOT NULL,
        at TEXT NOT NULL,
        action TEXT NOT NULL,
        body TEXT NOT NULL,
        event INTEGER NOT NULL,
        PRIMARY KEY (item_id, reviewer)
    ) WITHOUT ROWID""",
    """CREATE TABLE planted (
        item_id INTEGER PRIMARY KEY REFERENCES items(id),
        name TEXT NOT NULL,
        version INTEGER NOT NULL,
        row INTEGER NOT NULL REFERENCES golden_rows(id),
        event INTEGER NOT NULL
    )""",
    """CREATE TABLE saved_filters (
        name TEXT PRIMARY KEY,
        owner TEXT NOT NULL,
        body TEXT NOT NULL,
        at TEXT NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE purged (
        item_id INTEGER PRIMARY KEY REFERENCES items(id),
        event INTEGER NOT NULL
    )""",
    """CREATE TABLE imported_rows (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        version INTEGER NOT NULL,
        place INTEGER NOT NULL,
        case_id TEXT NOT NULL,
        case_hash TEXT NOT NULL,
        split TEXT NOT NULL CHECK (split IN ('dev', 'held-out')),
        body TEXT NOT NULL,
        UNIQUE (name, version, place),
        FOREIGN KEY (name, version) REFERENCES golden_sets(name, version)
    )""",
)

TEAM_INDEXES: Final[tuple[str, ...]] = (
    f"CREATE INDEX items_free ON items(state, priority DESC, id) WHERE {FREE}",
    f"CREATE INDEX items_assigned ON items(assigned_to, state, priority DESC, id) WHERE {ASSIGNED}",
    "CREATE INDEX items_stale ON items(priority DESC, id) WHERE stale IS NOT NULL",
    "CREATE INDEX imported_rows_case ON imported_rows(case_hash)",
    # A state, a disposition and a route each: lists of any of them join such pieces in order.
    "CREATE INDEX items_class ON items(state, disposition, route, priority DESC, id)",
    "CREATE INDEX items_created ON items(created_at)",
    "CREATE INDEX items_urgency ON items(priority DESC, id)",
    "DROP INDEX items_state",
    "DROP INDEX items_priority",  # which had to be written whenever a state changed
    "DROP INDEX items_disposition",
    "DROP INDEX evaluations_key",  # a case is known by its item, which has few evaluations
)

#: The tables that version 3 added: packets that were given out, and the chains that came back.
PACKET_TABLES: Final[tuple[str, ...]] = (
    """CREATE TABLE packets (
        id TEXT PRIMARY KEY,
        reviewer TEXT NOT NULL,
        at TEXT NOT NULL,
        actor TEXT NOT NULL,
        head TEXT NOT NULL,
        event INTEGER NOT NULL,
        withdrawn INTEGER
    ) WITHOUT ROWID""",
    """CREATE TABLE packet_items (
        packet TEXT NOT NULL REFERENCES packets(id),
        item_id INTEGER NOT NULL REFERENCES items(id),
        evaluation_id INTEGER NOT NULL REFERENCES evaluations(id),
        PRIMARY KEY (packet, item_id)
    ) WITHOUT ROWID""",
    """CREATE TABLE packet_chains (
        event INTEGER PRIMARY KEY,
        packet TEXT NOT NULL REFERENCES packets(id),
        body TEXT NOT NULL
    )""",
)

PACKET_INDEXES: Final[tuple[str, ...]] = (
    "CREATE INDEX packet_items_item ON packet_items(item_id)",
    "CREATE INDEX packet_chains_packet ON packet_chains(packet, event)",
)

#: Every table, in the order in which they came.
TABLES: Final[tuple[str, ...]] = (*schema_first.TABLES, *TEAM_TABLES, *PACKET_TABLES)

#: True unless the newest event says that this item is being purged.
_NOT_PURGING: Final = (
    "(SELECT kind = 'purged' AND item_id = OLD.item_id FROM events ORDER BY seq DESC LIMIT 1)"
    " IS NOT 1"
)
#: What stands in the place of a purged text: the number of the event that says so.
TOMBSTONE: Final = "json_object('purged', (SELECT max(seq) FROM events))"


def _refuse(name: str, when: str, table: str, why: str, condition: str = "") -> tuple[str, str]:
    where = f" WHEN {condition}" if condition else ""
    return name, (
        f"CREATE TRIGGER {name} BEFORE {when} ON {table}{where}"
        f" BEGIN SELECT RAISE(ABORT, '{why}'); END"
    )


def _count(column: str) -> tuple[str, str]:
    add = (
        f"INSERT INTO counts(kind, value, n) VALUES ('{column}', NEW.{column}, 1)"
        " ON CONFLICT(kind, value) DO UPDATE SET n = n + 1;"
    )
    take = f"UPDATE counts SET n = n - 1 WHERE kind = '{column}' AND value = OLD.{column};"
    return (
        f"CREATE TRIGGER count_new_{column} AFTER INSERT ON items BEGIN {add} END",
        f"CREATE TRIGGER count_{column} AFTER UPDATE OF {column} ON items"
        f" WHEN OLD.{column} <> NEW.{column} BEGIN {take} {add} END",
    )


#: Trigger name → its SQL. `audit` names each one that is missing or reads differently.
TRIGGERS: Final[dict[str, str]] = dict(
    (
        _refuse("events_no_update", "UPDATE", "events", "events are never changed"),
        _refuse("events_no_delete", "DELETE", "events", "events are never removed"),
        (
            "events_chain",
            "CREATE TRIGGER events_chain BEFORE INSERT ON events"
            " WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events)"
            " OR NEW.prev IS NOT coalesce((SELECT hash FROM events ORDER BY seq DESC LIMIT 1), '')"
            " BEGIN SELECT RAISE(ABORT, 'an event must follow the last one'); END",
        ),
        _refuse("items_no_delete", "DELETE", "items", "items are never removed"),
        _refuse("items_fixed", "UPDATE OF case_id, case_hash", "items", "a case never changes"),
        _refuse(
            "payloads_no_update",
            "UPDATE",
            "payloads",
            "a stored case never changes",
            f"NEW.item_id IS NOT OLD.item_id OR NEW.body IS NOT {TOMBSTONE} OR {_NOT_PURGING}",
        ),
        _refuse("payloads_no_delete", "DELETE", "payloads", "a stored case is never removed"),
        _refuse(
            "evaluations_no_update",
            "UPDATE OF id, item_id, key, at, route, hash, report_hash",
            "evaluations",
            "evaluations never change",
        ),
        _refuse(
            "evaluations_fixed",
            "UPDATE OF body, report",
            "evaluations",
            "evaluations never change",
            f"NEW.body IS NOT {TOMBSTONE} OR NEW.report IS NOT x'' OR {_NOT_PURGING}",
        ),
        _refuse("evaluations_no_delete", "DELETE", "evaluations", "evaluations are never removed"),
        _refuse(
            "decisions_fixed",
            "UPDATE OF id, key, item_id, evaluation_id, action, reviewer, at, state,"
            " disposition, reason_codes, seconds, seen, note, corrected_answer, before, event,"
            " round, informed, masked, expert",
            "decisions",
            "a decision is undone, never changed",
        ),
        _refuse("decisions_no_delete", "DELETE", "decisions", "decisions are never removed"),
        _refuse("labels_no_update", "UPDATE", "labels", "labels never change"),
        _refuse("labels_no_delete", "DELETE", "labels", "labels are never removed"),
        _refuse("golden_sets_no_update", "UPDATE", "golden_sets", "a golden set is frozen"),
        _refuse("golden_sets_no_delete", "DELETE", "golden_sets", "a golden set is frozen"),
        _refuse(
            "golden_rows_fixed",
            "UPDATE OF id, name, version, item_id, decision_id, split",
            "golden_rows",
            "a golden row is withdrawn, never changed",
        ),
        _refuse(
            "golden_rows_body",
            "UPDATE OF body",
            "golden_rows",
            "a golden row is withdrawn, never changed",
            "json_extract(NEW.body, '$.purged') IS NOT (SELECT max(seq) FROM events)"
            f" OR {_NOT_PURGING}",
        ),
        _refuse("golden_rows_no_delete", "DELETE", "golden_rows", "a golden set is frozen"),
        _refuse(
            "imported_rows_fixed",
            "UPDATE OF id, name, version, place, case_id, case_hash, split",
            "imported_rows",
            "an imported row never changes",
        ),
        _refuse(
            "imported_rows_body",
            "UPDATE OF body",
            "imported_rows",
            "an imported row never changes",
            "json_extract(NEW.body, '$.purged') IS NOT (SELECT max(seq) FROM events)"
            " OR (SELECT e.kind = 'purged' AND i.case_hash = OLD.case_hash FROM events e"
            " LEFT JOIN items i ON i.id = e.item_id ORDER BY e.seq DESC LIMIT 1) IS NOT 1",
        ),
        _refuse("imported_rows_no_delete", "DELETE", "imported_rows", "a golden set is frozen"),
        _refuse("texts_no_update", "UPDATE", "texts", "a text never changes"),
        _refuse("texts_no_delete", "DELETE", "texts", "a text goes with a purge", _NOT_PURGING),
        _refuse("first_words_no_update", "UPDATE", "first_words", "a first word stays"),
        _refuse("first_words_no_delete", "DELETE", "first_words", "a first word stays"),
        _refuse("planted_no_update", "UPDATE", "planted", "what was planted stays"),
        _refuse("planted_no_delete", "DELETE", "planted", "what was planted stays"),
        _refuse(
            "purged_told",
            "INSERT",
            "purged",
            "a purge is told by the event before it",
            _NOT_PURGING.replace("OLD.", "NEW.")
            + " OR NEW.event IS NOT (SELECT max(seq) FROM events)",
        ),
        _refuse("purged_no_update", "UPDATE", "purged", "a purge is never taken back"),
        _refuse("purged_no_delete", "DELETE", "purged", "a purge is never taken back"),
        _refuse(
            "packets_fixed",
            "UPDATE OF id, reviewer, at, actor, head, event",
            "packets",
            "a packet is withdrawn, never changed",
        ),
        _refuse("packets_no_delete", "DELETE", "packets", "a packet is never forgotten"),
        _refuse("packet_items_no_update", "UPDATE", "packet_items", "what was packed stays"),
        _refuse("packet_items_no_delete", "DELETE", "packet_items", "what was packed stays"),
        _refuse("packet_chains_no_update", "UPDATE", "packet_chains", "a chain never changes"),
        _refuse("packet_chains_no_delete", "DELETE", "packet_chains", "a chain is never removed"),
        *(
            (sql.split()[2], sql)
            for column in ("state", "route", "disposition")
            for sql in _count(column)
        ),
    )
)

#: Search over what people read; texts are segmented by `search` before they come here.
#: The beginnings of one to three letters, which very many words have, have indexes of their own.
SEARCH: Final = schema_first.SEARCH.replace("tokenize=", "prefix='1 2 3', tokenize=")
#: How the index of the first version becomes today's.
SEARCH_RENEWAL: Final[tuple[str, ...]] = (
    SEARCH.replace("TABLE search", "TABLE search_new"),
    "INSERT INTO search_new(rowid, question, answer, claims, notes)"
    " SELECT rowid, question, answer, claims, notes FROM search ORDER BY rowid",
    "DROP TABLE search",
    "ALTER TABLE search_new RENAME TO search",
)
