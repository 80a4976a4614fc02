"""The tables of schema version 1, word for word as files of that version were made.

Frozen: what later versions changed stands in `migrations`, today's triggers in `schema`.
"""

from __future__ import annotations

from typing import Final

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
    (
        "CREATE TABLE items (\n"
        "        id INTEGER PRIMARY KEY,\n"
        "        case_id TEXT NOT NULL,\n"
        "        case_hash TEXT NOT NULL,\n"
        "        state TEXT NOT NULL CHECK (state IN ('pending', 'claimed', 'snoozed', 'e"
        "scalated', 'needs_second', 'adjudication', 'decided',\n"
        "            'released', 'blocked')),\n"
        "        rest TEXT NOT NULL DEFAULT 'pending',\n"
        "        route TEXT NOT NULL CHECK (route IN ('release', 'review', 'block')),\n"
        "        risk TEXT NOT NULL CHECK (risk IN ('low', 'standard', 'high')),\n"
        "        disposition TEXT NOT NULL CHECK (disposition IN ('released', 'blocked', "
        "'pending')),\n"
        "        priority INTEGER NOT NULL,\n"
        "        priority_reason TEXT NOT NULL,\n"
        "        question TEXT NOT NULL,\n"
        "        created_at TEXT NOT NULL,\n"
        "        holder TEXT,\n"
        "        lease_until TEXT,\n"
        "        snoozed_until TEXT,\n"
        "        evaluation_id INTEGER NOT NULL,\n"
        "        decision_id INTEGER,\n"
        "        last_event INTEGER NOT NULL,\n"
        "        UNIQUE (case_id, case_hash)\n"
        "    )"
    ),
    """CREATE TABLE payloads (
        item_id INTEGER PRIMARY KEY REFERENCES items(id),
        body TEXT NOT NULL
    )""",
    """CREATE TABLE evaluations (
        id INTEGER PRIMARY KEY,
        item_id INTEGER NOT NULL REFERENCES items(id),
        key TEXT NOT NULL,
        at TEXT NOT NULL,
        route TEXT NOT NULL CHECK (route IN ('release', 'review', 'block')),
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
    """CREATE TABLE dispositions (
        event INTEGER PRIMARY KEY,
        item_id INTEGER NOT NULL,
        disposition TEXT NOT NULL CHECK (disposition IN ('released', 'blocked', 'pending'))
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
    (
        "CREATE INDEX items_open ON items(priority DESC, id) WHERE state IN ('pending', "
        "'claimed', 'snoozed', 'escalated', 'needs_second', 'adjudication')"
    ),
    (
        "CREATE INDEX items_open_age ON items(id) WHERE state IN ('pending', 'claimed', "
        "'snoozed', 'escalated', 'needs_second', 'adjudication')"
    ),
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

TRIGGERS: Final[tuple[str, ...]] = (
    (
        "CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, "
        "'events are never changed'); END"
    ),
    (
        "CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, "
        "'events are never removed'); END"
    ),
    (
        "CREATE TRIGGER events_chain BEFORE INSERT ON events WHEN NEW.seq IS NOT (SELECT "
        "coalesce(max(seq), 0) + 1 FROM events) OR NEW.prev IS NOT coalesce((SELECT hash FROM "
        "events ORDER BY seq DESC LIMIT 1), '') BEGIN SELECT RAISE(ABORT, 'an event must follow "
        "the last one'); END"
    ),
    (
        "CREATE TRIGGER items_no_delete BEFORE DELETE ON items BEGIN SELECT RAISE(ABORT, 'items "
        "are never removed'); END"
    ),
    (
        "CREATE TRIGGER items_fixed BEFORE UPDATE OF case_id, case_hash ON items BEGIN SELECT "
        "RAISE(ABORT, 'a case never changes'); END"
    ),
    (
        "CREATE TRIGGER payloads_no_update BEFORE UPDATE ON payloads BEGIN SELECT RAISE(ABORT, 'a"
        " stored case never changes'); END"
    ),
    (
        "CREATE TRIGGER payloads_no_delete BEFORE DELETE ON payloads BEGIN SELECT RAISE(ABORT, 'a"
        " stored case is never removed'); END"
    ),
    (
        "CREATE TRIGGER evaluations_no_update BEFORE UPDATE ON evaluations BEGIN SELECT "
        "RAISE(ABORT, 'evaluations never change'); END"
    ),
    (
        "CREATE TRIGGER evaluations_no_delete BEFORE DELETE ON evaluations BEGIN SELECT "
        "RAISE(ABORT, 'evaluations are never removed'); END"
    ),
    (
        "CREATE TRIGGER decisions_fixed BEFORE UPDATE OF id, key, item_id, evaluation_id, action,"
        " reviewer, at, state, disposition, reason_codes, seconds, seen, note, corrected_answer, "
        "before, event ON decisions BEGIN SELECT RAISE(ABORT, 'a decision is undone, never "
        "changed'); END"
    ),
    (
        "CREATE TRIGGER decisions_no_delete BEFORE DELETE ON decisions BEGIN SELECT RAISE(ABORT, "
        "'decisions are never removed'); END"
    ),
    (
        "CREATE TRIGGER labels_no_update BEFORE UPDATE ON labels BEGIN SELECT RAISE(ABORT, "
        "'labels never change'); END"
    ),
    (
        "CREATE TRIGGER labels_no_delete BEFORE DELETE ON labels BEGIN SELECT RAISE(ABORT, "
        "'labels are never removed'); END"
    ),
    (
        "CREATE TRIGGER golden_sets_no_update BEFORE UPDATE ON golden_sets BEGIN SELECT "
        "RAISE(ABORT, 'a golden set is frozen'); END"
    ),
    (
        "CREATE TRIGGER golden_sets_no_delete BEFORE DELETE ON golden_sets BEGIN SELECT "
        "RAISE(ABORT, 'a golden set is frozen'); END"
    ),
    (
        "CREATE TRIGGER golden_rows_fixed BEFORE UPDATE OF id, name, version, item_id, "
        "decision_id, split, body ON golden_rows BEGIN SELECT RAISE(ABORT, 'a golden row is "
        "withdrawn, never changed'); END"
    ),
    (
        "CREATE TRIGGER golden_rows_no_delete BEFORE DELETE ON golden_rows BEGIN SELECT "
        "RAISE(ABORT, 'a golden set is frozen'); END"
    ),
    (
        "CREATE TRIGGER count_new_state AFTER INSERT ON items BEGIN INSERT INTO counts(kind, "
        "value, n) VALUES ('state', NEW.state, 1) ON CONFLICT(kind, value) DO UPDATE SET n = n + "
        "1; END"
    ),
    (
        "CREATE TRIGGER count_state AFTER UPDATE OF state ON items WHEN OLD.state <> NEW.state "
        "BEGIN UPDATE counts SET n = n - 1 WHERE kind = 'state' AND value = OLD.state; INSERT "
        "INTO counts(kind, value, n) VALUES ('state', NEW.state, 1) ON CONFLICT(kind, value) DO "
        "UPDATE SET n = n + 1; END"
    ),
    (
        "CREATE TRIGGER count_new_route AFTER INSERT ON items BEGIN INSERT INTO counts(kind, "
        "value, n) VALUES ('route', NEW.route, 1) ON CONFLICT(kind, value) DO UPDATE SET n = n + "
        "1; END"
    ),
    (
        "CREATE TRIGGER count_route AFTER UPDATE OF route ON items WHEN OLD.route <> NEW.route "
        "BEGIN UPDATE counts SET n = n - 1 WHERE kind = 'route' AND value = OLD.route; INSERT "
        "INTO counts(kind, value, n) VALUES ('route', NEW.route, 1) ON CONFLICT(kind, value) DO "
        "UPDATE SET n = n + 1; END"
    ),
    (
        "CREATE TRIGGER count_new_disposition AFTER INSERT ON items BEGIN INSERT INTO "
        "counts(kind, value, n) VALUES ('disposition', NEW.disposition, 1) ON CONFLICT(kind, "
        "value) DO UPDATE SET n = n + 1; END"
    ),
    (
        "CREATE TRIGGER count_disposition AFTER UPDATE OF disposition ON items WHEN "
        "OLD.disposition <> NEW.disposition BEGIN UPDATE counts SET n = n - 1 WHERE kind = "
        "'disposition' AND value = OLD.disposition; INSERT INTO counts(kind, value, n) VALUES "
        "('disposition', NEW.disposition, 1) ON CONFLICT(kind, value) DO UPDATE SET n = n + 1; "
        "END"
    ),
)

SEARCH: Final = (
    "CREATE VIRTUAL TABLE search USING fts5(question, answer, claims, notes, "
    "tokenize='unicode61 remove_diacritics 2')"
)
