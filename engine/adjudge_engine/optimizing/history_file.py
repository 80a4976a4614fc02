"""The history's file: its tables, and what keeps their rows as they were written."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from adjudge_engine.judges.llm.cache import refuse_others

#: In the file's header: whose it is, and of which shape.
_APPLICATION: Final = 0x61646A6F
_SHAPE: Final = 1
_TABLES: Final[Mapping[str, str]] = {
    "runs": "run TEXT PRIMARY KEY, settings TEXT NOT NULL, labels TEXT NOT NULL, at TEXT NOT NULL",
    "rubrics": "run TEXT NOT NULL, hash TEXT NOT NULL, parent TEXT, round INTEGER NOT NULL,"
    " strategy TEXT NOT NULL, toml TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (run, hash)",
    "steps": "run TEXT NOT NULL, round INTEGER NOT NULL, strategy TEXT NOT NULL,"
    " outcome TEXT NOT NULL, message TEXT NOT NULL, hash TEXT, prompt TEXT NOT NULL,"
    " again INTEGER NOT NULL, at TEXT NOT NULL, PRIMARY KEY (run, round, strategy)",
    "scores": "run TEXT NOT NULL, hash TEXT NOT NULL, alignment REAL, body TEXT NOT NULL,"
    " at TEXT NOT NULL, PRIMARY KEY (run, hash)",
    "spent": "number INTEGER PRIMARY KEY, run TEXT NOT NULL, what TEXT NOT NULL,"
    " usd REAL, tokens_in INTEGER, tokens_out INTEGER",
    "stops": "number INTEGER PRIMARY KEY, run TEXT NOT NULL, rule TEXT NOT NULL,"
    " message TEXT NOT NULL, at TEXT NOT NULL",
    "openings": "run TEXT PRIMARY KEY, labels TEXT NOT NULL, hash TEXT NOT NULL, at TEXT NOT NULL",
    "measured": "run TEXT PRIMARY KEY, hash TEXT NOT NULL, body TEXT NOT NULL, at TEXT NOT NULL",
}


def opened(path: Path, readonly: bool) -> sqlite3.Connection:
    """The open file; sqlite3.Error or OSError for one that is no history."""
    if not readonly:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    file = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    try:
        refuse_others(file, _APPLICATION, _SHAPE)
        if not readonly:
            file.execute("PRAGMA journal_mode = WAL")
            file.execute("PRAGMA synchronous = NORMAL")
            _make(file)
    except BaseException:
        file.close()
        raise
    return file


def _make(file: sqlite3.Connection) -> None:
    """The tables, and what refuses to change or delete a row of them."""
    file.execute("BEGIN IMMEDIATE")
    for name, columns in _TABLES.items():
        file.execute(f"CREATE TABLE IF NOT EXISTS {name} ({columns})")
        for verb in ("UPDATE", "DELETE"):
            file.execute(
                f"CREATE TRIGGER IF NOT EXISTS {name}_{verb.lower()} BEFORE {verb} ON {name}"
                " BEGIN SELECT raise(ABORT, 'a history is only added to'); END"
            )
    file.execute(f"PRAGMA application_id = {_APPLICATION}")
    file.execute(f"PRAGMA user_version = {_SHAPE}")
    file.execute("COMMIT")
