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
from adjudge_queue.file import modes

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
Error = sqlite.Error
#: Every way in which a statement can fail: also with a value that SQLite cannot take, and with a
#: message that is no text since it quotes a damaged file.
FAILURES: Final = (Error, OverflowError, UnicodeError)

VERSION: Final[str] = sqlite.sqlite_version
#: How long one statement waits for another connection's lock.
BUSY_MS = 5000


#: The -shm cannot be made as long as it has to be: the disk is full.
_NO_ROOM: Final = "SQLITE_IOERR_SHMSIZE"
#: Bytes of a -wal that are kept for the next writes.
WAL_KEPT: Final = 16 * 2**20


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


def connect(path: str | Path, *, readonly: bool = False) -> Connection:
    """A connection to an existing file, set up as every connection to a queue must be.

    Commits are durable (`synchronous=FULL`); transactions are opened by hand. Raises QueueError.
    """
    try:
        return _open(path, "mode=ro" if readonly else "mode=rw")
    except FAILURES as error:
        code = str(getattr(error, "sqlite_errorname", "") or "")
        if readonly and code.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", _NO_ROOM)):
            return _open_at_rest(path, error)
        raise explain(error, path) from error


def _open(path: str | Path, how: str) -> Connection:
    name = quote(os.fsencode(os.path.abspath(path)))
    connection = sqlite.connect(
        f"file:{name}?{how}",
        uri=True,
        timeout=BUSY_MS / 1000,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        # Without recursive triggers INSERT OR REPLACE would delete an event unseen.
        connection.execute("PRAGMA recursive_triggers=ON")
        connection.execute("PRAGMA foreign_keys=ON")
        # What is removed is overwritten, so that a purge leaves nothing behind in free space.
        connection.execute("PRAGMA secure_delete=ON")
        connection.execute("PRAGMA synchronous=FULL")
        # The first look into the file: whether it can be used at all shows here.
        connection.execute("PRAGMA schema_version").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _open_at_rest(path: str | Path, error: Exception) -> Connection:
    """A file in a folder that is closed to us, as an auditor may have it, or on a full disk.

    SQLite cannot make its -shm there. It can do without where nothing waits in a -wal, since then
    nobody has the file open.
    """
    wal = Path(f"{os.path.abspath(path)}-wal")
    if wal.exists() and wal.stat().st_size:
        raise QueueError(
            f"{path} was not closed: its last changes wait in {wal.name}, and its folder is closed"
            " or full",
            "Make room, or copy both into a folder that you may write to, and open the copy.",
        ) from error
    try:
        return _open(path, "mode=ro&immutable=1")
    except FAILURES:
        raise explain(error, path) from error


def use_wal(connection: Connection) -> None:
    """Readers and a writer side by side; for our own files only, since the file remembers it."""
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        connection.execute("PRAGMA journal_mode=WAL")
    # What a long reader made it grow to is given back once it is done.
    connection.execute(f"PRAGMA journal_size_limit={WAL_KEPT}")


def scratch() -> Connection:
    """An empty database in memory, for what SQLite does better than we."""
    return sqlite.connect(":memory:", isolation_level=None)


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
    if isinstance(error, UnicodeDecodeError):
        text = error.object.decode("utf-8", "replace")
    if isinstance(error, OverflowError):
        return QueueError("a number is too large: nothing has that one", "Check the number.")
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
        ("SQLITE_FULL", _NO_ROOM),
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
            "Nothing was written. Check the disk and any limit on a file's size, then try again.",
        ),
    ),
)


def backup(connection: Connection, target: Path, access: modes.Access) -> None:
    """Copy the whole database, as of one moment, to the new file `target`.

    The file takes its name only when it is complete: what a killed copy leaves ends in `.part`.
    """
    part = target.with_name(f"{target.name}.part")
    if target.exists() or not modes.create(part, access):
        taken = target if target.exists() else part
        raise QueueError(f"{taken} is there already", "Move it away, then try again.")
    try:
        with contextlib.closing(sqlite.connect(part)) as copy:
            connection.backup(copy)
            found = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise QueueDamaged(
                    f"{target}: the copy is malformed: {found}",
                    "Keep the file as it is, and go back to an earlier backup.",
                )
        os.replace(part, target)
    except Error as error:
        raise explain(error, target) from error
    except OSError as error:
        raise QueueError(f"{target} cannot be written: {error.strerror}", "Try again.") from error
    finally:
        part.unlink(missing_ok=True)
