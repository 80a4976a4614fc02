"""Replies kept on disk by the hash of all that can change them: asking again costs nothing.

Only whole, usable replies are kept, in a SQLite file of its own. Losing it loses money, never
work: where it cannot be used (damaged, another program's, a disk that is full) calls are simply
made, and `problem` says why.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from adjudge_engine.judges.prompt import Prompt

#: In the file's header: whose it is, and of which shape.
_APPLICATION: Final = 0x61646A63
_SHAPE: Final = 1
_TABLE: Final = """
CREATE TABLE IF NOT EXISTS replies (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  key BLOB NOT NULL UNIQUE,
  text TEXT NOT NULL,
  model TEXT,
  tokens_in INTEGER,
  tokens_out INTEGER
)
"""
_PUT: Final = """
INSERT INTO replies (key, text, model, tokens_in, tokens_out) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (key) DO UPDATE SET text = excluded.text, model = excluded.model,
  tokens_in = excluded.tokens_in, tokens_out = excluded.tokens_out
"""
_EVICT: Final = """
DELETE FROM replies WHERE number <= (
  SELECT number FROM replies ORDER BY number LIMIT 1 OFFSET (SELECT count(*) / 10 FROM replies))
"""
#: Replies are written together: at most so many, and none waits longer, seconds.
_BATCH: Final = 16
_BATCH_S: Final = 0.1
#: While the file cannot be written, so many wait at most.
_MOST_WAITING: Final = 2000
#: How many batches pass between two looks at the file's size.
_LOOK_EVERY: Final = 32
_BESIDE: Final = range(2, 10)
#: Connections of a parent process: closing one here could take away what the parent is writing.
_INHERITED: Final[list[sqlite3.Connection | None]] = []


class CachedReply(NamedTuple):
    """A reply as it once came; tokens are of the call that was made then."""

    text: str
    model: str | None
    tokens_in: int | None
    tokens_out: int | None


def cache_key(
    prompt: Prompt,
    *,
    rubric_hash: str,
    model: str,
    parameters: dict[str, str | int | float | bool | None],
    sample: int,
) -> str:
    """The hash (64 hexadecimal digits) of everything that can change a reply."""
    said = {
        "shape": _SHAPE,
        "rubric": rubric_hash,
        "model": model,
        "parameters": parameters,
        "messages": [[one.role, one.content] for one in prompt.messages],
        "schema_name": prompt.schema_name,
        "schema": prompt.schema,
        "max_tokens": prompt.max_tokens,
        "sample": sample,
    }
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


class ReplyCache:
    """The cache in one file, private to its user; for any number of threads and processes
    (each opens it; one that is forked from a process that has it open goes without).

    Never raises for what is wrong with the file: a damaged one, or one that is not a cache, is left
    as it is, and a fresh one beside it (`name-2.db` …) is used. `max_bytes` bounds the file; the
    oldest replies go first.
    """

    def __init__(self, path: str | Path, *, max_bytes: int = 256 * 1024 * 1024) -> None:
        self.path = Path(path)
        self.problem: str | None = None
        self._max_bytes = max_bytes
        self._lock = threading.RLock()
        self._pending: dict[str, CachedReply] = {}
        self._pending_since = 0.0
        self._batches = 0
        self._process = os.getpid()
        self._damaged: list[Path] = []
        self._open: Path | None = None
        self._file: sqlite3.Connection | None = None
        with self._lock:
            self._open_somewhere()

    def get(self, key: str) -> CachedReply | None:
        """The reply kept under a key of `cache_key`, if there is one."""
        with self._lock:
            if (waiting := self._pending.get(key)) is not None:
                return waiting
            with self._guarded() as file:
                if file is None:
                    return None
                row = file.execute(
                    "SELECT text, model, tokens_in, tokens_out FROM replies WHERE key = ?",
                    (bytes.fromhex(key),),
                ).fetchone()
                return None if row is None else CachedReply(*row)
        return None

    def put(self, key: str, reply: CachedReply) -> None:
        """Keeps a reply, replacing one under the same key. It is on disk within a moment."""
        with self._lock:
            if not self._pending:
                self._pending_since = time.monotonic()
            self._pending[key] = reply
            late = time.monotonic() - self._pending_since >= _BATCH_S
            if late or len(self._pending) >= _BATCH:
                self.flush()

    def flush(self) -> None:
        """Writes what waits to be written."""
        with self._lock:
            pending, self._pending = self._pending, {}
            with self._guarded() as file:
                if not pending or file is None:
                    return
                rows = [(bytes.fromhex(key), *reply) for key, reply in pending.items()]
                with _transaction(file):
                    file.executemany(_PUT, rows)
                    self._keep_small(file)
                return
            if len(pending) < _MOST_WAITING:  # nothing was written: another time
                self._pending = {**pending, **self._pending}

    def close(self) -> None:
        """Writes and closes; safe to call twice."""
        with self._lock:
            self.flush()
            self._drop()

    def __len__(self) -> int:
        """How many replies are kept."""
        with self._lock:
            self.flush()
            with self._guarded() as file:
                if file is not None:
                    return int(file.execute("SELECT count(*) FROM replies").fetchone()[0])
        return 0

    def _keep_small(self, file: sqlite3.Connection) -> None:
        self._batches += 1
        if self._batches % _LOOK_EVERY and self._batches > 1:
            return
        while self._used(file) > self._max_bytes and file.execute(_EVICT).rowcount > 0:
            pass

    @staticmethod
    def _used(file: sqlite3.Connection) -> int:
        size, pages, free = (
            int(file.execute(f"PRAGMA {name}").fetchone()[0])
            for name in ("page_size", "page_count", "freelist_count")
        )
        return size * (pages - free)

    @contextmanager
    def _guarded(self) -> Iterator[sqlite3.Connection | None]:
        """The open file, of this process; what SQLite finds wrong with it becomes `problem`."""
        if self._process != os.getpid() and self._file is not None:
            # SQLite's locks do not survive a fork, not even for a connection made after it.
            _INHERITED.append(self._file)
            self._file = None
            self.problem = "a forked process cannot use the reply cache that its parent opened"
        try:
            yield self._file
        except sqlite3.OperationalError as error:  # locked for long, read-only, full: keep going
            self.problem = f"the reply cache {self.path} cannot be used now ({error})"
        except sqlite3.DatabaseError:
            if self._open is not None:
                self._damaged.append(self._open)
            self._drop()
            self._open_somewhere()

    def _drop(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except sqlite3.Error:
                self.problem = f"the reply cache {self.path} could not be closed in order"

    def _open_somewhere(self) -> None:
        first = self.path
        beside = [first.with_name(f"{first.stem}-{one}{first.suffix}") for one in _BESIDE]
        for path in (first, *beside):
            if path in self._damaged:
                self.problem = f"the reply cache {path} is damaged"
                continue
            try:
                self._file = _opened(path)
            except sqlite3.OperationalError as error:
                self.problem = f"the reply cache {path} cannot be opened ({error})"
                return
            except sqlite3.DatabaseError as error:
                self.problem = f"the reply cache {path} cannot be used ({error})"
                continue
            except OSError as error:
                self.problem = f"the reply cache {path} cannot be opened ({error.strerror})"
                return
            self._open = path
            if path != first:
                self.problem = f"{self.problem}; replies are kept in {path} instead"
            return


def _opened(path: Path) -> sqlite3.Connection:
    """An open cache, made if it is not there. sqlite3.DatabaseError for any other file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    file = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
    try:
        refuse_others(file, _APPLICATION, _SHAPE)
        os.chmod(path, 0o600)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = NORMAL")
        with _transaction(file):
            refuse_others(file, _APPLICATION, _SHAPE)
            file.execute(_TABLE)
            file.execute(f"PRAGMA application_id = {_APPLICATION}")
            file.execute(f"PRAGMA user_version = {_SHAPE}")
    except BaseException:
        file.close()
        raise
    return file


def refuse_others(file: sqlite3.Connection, application: int, its_shape: int) -> None:
    """sqlite3.DatabaseError for a file that is another program's, or of another version."""
    mark = file.execute("PRAGMA application_id").fetchone()[0]
    shape = file.execute("PRAGMA user_version").fetchone()[0]
    tables = file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and (mark, shape) != (application, its_shape):
        raise sqlite3.DatabaseError("it is another program's, or of another version")


@contextmanager
def _transaction(file: sqlite3.Connection) -> Iterator[None]:
    file.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise
    file.execute("COMMIT")
