"""The tables of a queue's file, as SQL, version by version.

`items` is narrow and indexed, since it is what lists and claims read; everything large stands in
a table of its own beside it. What must never change is guarded by triggers, which `audit` compares
with this text. Numbers that point forward (an item's last event, its current evaluation) are no
foreign keys: SQLite would search the table for them on every event; `audit` checks them instead.
Never alter `events` through a table rebuild: that would drop its triggers.
"""

from __future__ import annotations

from typing import Final

from adjudge_engine.vocabulary import RISKS, ROUTES
from adjudge_queue.records import OPEN_STATES

#: "ADJQ": what makes an SQLite file ours.
APPLICATION_ID: Final = 0x41444A51


def _words(words: tuple[str, ...]) -> str:
    return ", ".join(f"'{word}'" for word in words)


#: The condition of the partial index over open items; queries must repeat it word for word.
OPEN: Final = f"state IN ({_words(OPEN_STATES)})"
_DISPOSITIONS: Final = "('released', 'blocked', 'pending')"

TABLES: Final[tuple[str, ...]] = (
    """CREATE TABLE events (
        seq INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        kind TEXT NOT NULL,
        actor TEXT NOT NULL,
        item_id INTEGER,
        evaluation_id INTEGER,
        decision_id INTEGER,
        body TEXT NOT NULL,
        prev TEXT NOT NULL,
        hash TEXT NOT NULL
    )""",
    f"""CREATE TABLE items (
        id INTEGER PRIMARY KEY,
        case_id TEXT NOT NULL,
        case_hash TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ({_words((*OPEN_STATES, "decided"))},
            'released', 'blocked')),
        rest TEXT NOT NULL DEFAULT 'pending',
        route TEXT NOT NULL CHECK (route IN ({_words(ROUTES)})),
        risk TEXT NOT NULL CHECK (risk IN ({_words(RISKS)})),
        disposition TEXT NOT NULL CHECK (disposition IN {_DISPOSITIONS}),
        priority INTEGER NOT NULL,
        priority_reason TEXT NOT NULL,
        question TEXT NOT NULL,
        created_at TEXT NOT NULL,
        holder TEXT,
        lease_until TEXT,
        snoozed_until TEXT,
        evaluation_id INTEGER NOT NULL,
        decision_id INTEGER,
        last_event INTEGER NOT NULL,
        UNIQUE (case_id, case_hash)
    )""",
    """CREATE TABLE payloads (
        item_id INTEGER PRIMARY KEY REFERENCES items(id),
        body TEXT NOT NULL
    )""",
    f"""CREATE TABLE evaluations (
        id INTEGER PRIMARY KEY,
        item_id INTEGER NOT NULL REFERENCES items(id),
        key TEXT NOT NULL,
        at TEXT NOT NULL,
        route TEXT NOT NULL CHECK (route IN ({_words(ROUTES)})),
        hash TEXT NOT NULL,
        report_hash TEXT NOT NULL,
        body TEXT NOT NULL,
        report BLOB NOT NULL,
        UNIQUE (item_id, key)
    )""",
    """CREATE TABLE decisions (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        item_id INTEGER NOT NULL REFERENCES items(id),
        evaluation_id INTEGER NOT NULL REFERENCES evaluations(id),
        action TEXT NOT NULL,
        reviewer TEXT NOT NULL,
        at TEXT NOT NULL,
        state TEXT NOT NULL,
        disposition TEXT NOT NULL,
        reason_codes TEXT NOT NULL,
        seconds REAL,
        seen TEXT,
        note TEXT,
        corrected_answer TEXT,
        before TEXT NOT NULL,
        event INTEGER NOT NULL,
        undone INTEGER
    )""",
    """CREATE TABLE labels (
        id INTEGER PRIMARY KEY,
        decision_id INTEGER NOT NULL REFERENCES decisions(id),
        criterion TEXT NOT NULL,
        body TEXT NOT NULL
    )""",
    """CREATE TABLE texts (
        hash TEXT PRIMARY KEY,
        item_id INTEGER NOT NULL REFERENCES items(id),
        kind TEXT NOT NULL,
        salt BLOB NOT NULL,
        body TEXT NOT NULL
    )""",
    """CREATE TABLE item_gates (
        item_id INTEGER NOT NULL REFERENCES items(id),
        gate TEXT NOT NULL,
        outcome TEXT NOT NULL,
        PRIMARY KEY (item_id, gate)
    ) WITHOUT ROWID""",
    """CREATE TABLE item_tags (
        item_id INTEGER NOT NULL REFERENCES items(id),
        tag TEXT NOT NULL,
        PRIMARY KEY (item_id, tag)
    ) WITHOUT ROWID""",
    """CREATE TABLE skips (
        reviewer TEXT NOT NULL,
        item_id INTEGER NOT NULL REFERENCES items(id),
        PRIMARY KEY (reviewer, item_id)
    ) WITHOUT ROWID""",
    f"""CREATE TABLE dispositions (
        event INTEGER PRIMARY KEY,
        item_id INTEGER NOT NULL,
        disposition TEXT NOT NULL CHECK (disposition IN {_DISPOSITIONS})
    )""",
    """CREATE TABLE counts (
        kind TEXT NOT NULL,
        value TEXT NOT NULL,
        n INTEGER NOT NULL,
        PRIMARY KEY (kind, value)
    ) WITHOUT ROWID""",
    """CREATE TABLE golden_sets (
        name TEXT NOT NULL,
        version INTEGER NOT NULL,
        created_at TEXT NOT NULL,
        actor TEXT NOT NULL,
        include_approved INTEGER NOT NULL,
        rows INTEGER NOT NULL,
        event INTEGER NOT NULL,
        PRIMARY KEY (name, version)
    ) WITHOUT ROWID""",
    """CREATE TABLE golden_rows (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        version INTEGER NOT NULL,
        item_id INTEGER NOT NULL REFERENCES items(id),
        decision_id INTEGER NOT NULL REFERENCES decisions(id),
        split TEXT NOT NULL CHECK (split IN ('dev', 'held-out')),
        body TEXT NOT NULL,
        withdrawn INTEGER,
        UNIQUE (name, version, item_id),
        FOREIGN KEY (name, version) REFERENCES golden_sets(name, version)
    )""",
)

INDEXES: Final[tuple[str, ...]] = (
    "CREATE INDEX events_item ON events(item_id, seq)",
    "CREATE INDEX items_state ON items(state, priority DESC, id)",
    f"CREATE INDEX items_open ON items(priority DESC, id) WHERE {OPEN}",
    f"CREATE INDEX items_open_age ON items(id) WHERE {OPEN}",
    "CREATE INDEX items_priority ON items(priority DESC, id, state)",
    "CREATE INDEX items_disposition ON items(disposition, id)",
    "CREATE INDEX items_lease ON items(lease_until) WHERE state = 'claimed'",
    "CREATE INDEX items_snooze ON items(snoozed_until) WHERE state = 'snoozed'",
    "CREATE INDEX items_holder ON items(holder, lease_until) WHERE holder IS NOT NULL",
    "CREATE INDEX evaluations_key ON evaluations(key)",
    "CREATE INDEX decisions_item ON decisions(item_id, id)",
    "CREATE INDEX decisions_standing ON decisions(reviewer, id) WHERE undone IS NULL",
    "CREATE INDEX texts_item ON texts(item_id)",
    "CREATE INDEX labels_decision ON labels(decision_id)",
    "CREATE INDEX item_gates_gate ON item_gates(gate, item_id)",
    "CREATE INDEX item_tags_tag ON item_tags(tag, item_id)",
    "CREATE INDEX skips_item ON skips(item_id)",
    "CREATE INDEX golden_rows_decision ON golden_rows(decision_id)",
)


def _refuse(name: str, when: str, table: str, why: str) -> tuple[str, str]:
    return name, (
        f"CREATE TRIGGER {name} BEFORE {when} ON {table} BEGIN SELECT RAISE(ABORT, '{why}'); END"
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
        _refuse("payloads_no_update", "UPDATE", "payloads", "a stored case never changes"),
        _refuse("payloads_no_delete", "DELETE", "payloads", "a stored case is never removed"),
        _refuse("evaluations_no_update", "UPDATE", "evaluations", "evaluations never change"),
        _refuse("evaluations_no_delete", "DELETE", "evaluations", "evaluations are never removed"),
        _refuse(
            "decisions_fixed",
            "UPDATE OF id, key, item_id, evaluation_id, action, reviewer, at, state,"
            " disposition, reason_codes, seconds, seen, note, corrected_answer, before, event",
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
            "UPDATE OF id, name, version, item_id, decision_id, split, body",
            "golden_rows",
            "a golden row is withdrawn, never changed",
        ),
        _refuse("golden_rows_no_delete", "DELETE", "golden_rows", "a golden set is frozen"),
        *(
            (sql.split()[2], sql)
            for column in ("state", "route", "disposition")
            for sql in _count(column)
        ),
    )
)

#: Search over what people read; texts are segmented by `search` before they come here.
SEARCH: Final = (
    "CREATE VIRTUAL TABLE search USING fts5("
    "question, answer, claims, notes, tokenize='unicode61 remove_diacritics 2')"
)
