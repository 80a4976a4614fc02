"""The one place that chooses and touches the SQLite library.

Two SQLite libraries on one file in one process drop each other's locks, and their exceptions are
not related. So every connection and every exception class comes from here; no other module
imports `sqlite3` or `pysqlite3`.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from adjudge_engine.errors import QueueError

if TYPE_CHECKING:
    import sqlite3 as sqlite

    from sqlite_utils import Database
else:
    try:
        import pysqlite3 as sqlite
    except ImportError:
        import sqlite3 as sqlite

Connection = sqlite.Connection
DatabaseError = sqlite.DatabaseError
OperationalError = sqlite.OperationalError
IntegrityError = sqlite.IntegrityError
#: Every way in which a statement can fail: also a value that SQLite cannot take.
Error = sqlite.Error

VERSION: Final[str] = sqlite.sqlite_version
#: How long one statement waits for another connection's lock.
BUSY_MS = 5000


class QueueDamaged(QueueError):
    """SQLite calls the file malformed."""


def wal_reset_fixed(version: str = VERSION) -> bool:
    """Whether this SQLite is free of the WAL-reset bug (3.7.0 – 3.51.2, with two backports).

    With the bug, two connections that write and checkpoint at the same moment can damage the
    file; `lock.WriteLock` keeps ours from ever doing so.
    """
    parts = tuple(int(part) for part in version.split(".")[:3])
    if parts >= (3, 51, 3) or parts < (3, 7, 0):
        return True
    return (3, 44, 6) <= parts < (3, 45, 0) or (3, 50, 7) <= parts < (3, 51, 0)


def create_file(path: Path) -> bool:
    """Make an empty file that only its owner can read; False if there is one already.

    Its -wal and -shm get the same mode: SQLite copies it from the file.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        return False
    except OSError as error:
        raise QueueError(
            f"{path} cannot be created: {error.strerror}",
            "Choose a folder that exists and that you may write to.",
        ) from error
    return True


def connect(path: str | Path, *, readonly: bool = False) -> Connection:
    """A connection to an existing file, set up as every connection to a queue must be.

    Commits are durable (`synchronous=FULL`); transactions are opened by hand. Raises QueueError.
    """
    name = quote(os.fsencode(os.path.abspath(path)))
    try:
        connection = sqlite.connect(
            f"file:{name}?mode={'ro' if readonly else 'rw'}",
            uri=True,
            timeout=BUSY_MS / 1000,
            isolation_level=None,
            check_same_thread=False,
        )
    except Error as error:
        raise explain(error, path) from error
    try:
        # Without recursive triggers INSERT OR REPLACE would delete an event unseen.
        connection.execute("PRAGMA recursive_triggers=ON")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA synchronous=FULL")
        mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
        if mode != "wal" and not readonly:
            connection.execute("PRAGMA journal_mode=WAL")
    except Error as error:
        connection.close()
        raise explain(error, path) from error
    return connection


def database(connection: Connection) -> Database:
    """sqlite-utils on one of our connections; imported only when it is needed."""
    from sqlite_utils import Database

    return Database(connection, execute_plugins=False)


def explain(error: Exception, path: str | Path) -> QueueError:
    """What an SQLite error means for the person at the desk, and what to do."""
    code = str(getattr(error, "sqlite_errorname", "") or "")
    text = str(error)
    if isinstance(error, QueueError):
        return error
    for prefixes, phrases, make in _MEANINGS:
        if code.startswith(prefixes) or any(phrase in text for phrase in phrases):
            kind, message, hint = make
            return kind(message.format(path=path, text=text), hint.format(path=path))
    return QueueError(f"{path}: SQLite says: {text}", "Nothing was written. Try again.")


_Meaning = tuple[tuple[str, ...], tuple[str, ...], tuple[type[QueueError], str, str]]
_MEANINGS: Final[tuple[_Meaning, ...]] = (
    (
        ("SQLITE_BUSY", "SQLITE_LOCKED"),
        ("database is locked", "database table is locked"),
        (
            QueueError,
            "{path} is locked by another program",
            "Nothing was written. Wait for it or close it, then try again.",
        ),
    ),
    (
        ("SQLITE_NOTADB",),
        ("file is not a database",),
        (
            QueueError,
            "{path} is no queue: SQLite does not know it as a database",
            "Name a queue's file, or a new name to begin one.",
        ),
    ),
    (
        ("SQLITE_CORRUPT",),
        ("malformed",),
        (
            QueueDamaged,
            "SQLite calls the file malformed: {path}: {text}",
            "Keep the file as it is, and go back to a backup beside it.",
        ),
    ),
    (
        ("SQLITE_FULL",),
        ("disk is full",),
        (
            QueueError,
            "The disk that holds {path} is full",
            "Nothing was written and nothing is lost. Make room, then try again.",
        ),
    ),
    (
        ("SQLITE_READONLY",),
        ("readonly database",),
        (
            QueueError,
            "{path} may only be read",
            "Nothing was written. Make the file and its folder writable, then try again.",
        ),
    ),
    (
        ("SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH"),
        ("unable to open database",),
        (
            QueueError,
            "{path} cannot be opened",
            "Check that it is a file, and that you may read it and write to its folder.",
        ),
    ),
    (
        ("SQLITE_IOERR",),
        ("disk I/O error",),
        (
            QueueError,
            "{path}: reading or writing the disk failed ({text})",
            "Nothing was written. Check the disk, then try again.",
        ),
    ),
)


def backup(connection: Connection, target: Path) -> None:
    """Copy the whole database to the new file `target`, readable only by its owner."""
    if not create_file(target):
        raise QueueError(f"{target} is there already", "Move it away, then try again.")
    try:
        with contextlib.closing(sqlite.connect(target)) as copy:
            connection.backup(copy)
    except Error as error:
        target.unlink(missing_ok=True)
        raise explain(error, target) from error
