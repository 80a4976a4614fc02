"""A queue's open file: reads, and write transactions that carry their events.

All writing goes through `Store.write`: fair lock, `BEGIN IMMEDIATE`, all or nothing. (A deferred
transaction that reads first and then writes fails at once beside another writer, whatever the
busy timeout.) SQL errors leave here as QueueError.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from adjudge_engine.errors import QueueError
from adjudge_queue.file import clock, driver, events
from adjudge_queue.file.jsontext import pack
from adjudge_queue.file.lateness import LateSync
from adjudge_queue.file.lock import WriteLock

Row = tuple[Any, ...]


class Transaction:
    """One write transaction: its moment, its statements, and the end of the event chain."""

    def __init__(self, connection: driver.Connection) -> None:
        self._connection = connection
        self.moment = clock.now()
        self.at = clock.stamp(self.moment)
        row = self.one("SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1")
        self._seq, self._hash = row or (0, "")
        self._last: list[tuple[str, Sequence[Any]]] = []

    @property
    def next_event(self) -> int:
        """The number that the next event will have."""
        return int(self._seq) + 1

    def run(self, sql: str, values: Sequence[Any] = ()) -> int:
        """Execute a statement; how many rows it touched."""
        return self._connection.execute(sql, values).rowcount

    def at_end(self, sql: str, values: Sequence[Any]) -> None:
        """Execute a statement on the search index, after all others of the transaction.

        SQLite writes the index down before every statement that a trigger may stop, as each event
        is; all texts of a transaction together cost half as much.
        """
        self._last.append((sql, values))

    def finish(self) -> None:
        """Execute what was left for the end."""
        for sql, values in self._last:
            self._connection.execute(sql, values)

    def insert(self, table: str, **columns: Any) -> int:
        """Insert one row; its rowid. Names are ours, never a user's."""
        names, marks = ", ".join(columns), ", ".join("?" * len(columns))
        cursor = self._connection.execute(
            f"INSERT INTO {table}({names}) VALUES ({marks})", tuple(columns.values())
        )
        return int(cursor.lastrowid or 0)

    def next_id(self, table: str) -> int:
        """The number that the next row of `table` will have."""
        row = self.one(f"SELECT coalesce(max(id), 0) + 1 FROM {table}")
        return int(row[0]) if row else 1

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """All rows of a query."""
        return self._connection.execute(sql, values).fetchall()

    def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """The first row of a query, or None. The statement is run to its end."""
        found = self._connection.execute(sql, values).fetchall()
        return found[0] if found else None

    def event(
        self,
        kind: str,
        actor: str,
        body: dict[str, Any],
        *,
        item_id: int | None = None,
        evaluation_id: int | None = None,
        decision_id: int | None = None,
    ) -> int:
        """Append an event to the chain; its number."""
        seq = self.next_event
        text = events.body_text(body)
        # What is hashed must be what SQLite keeps, which has no True.
        ids = [None if one is None else int(one) for one in (item_id, evaluation_id, decision_id)]
        columns = (seq, self.at, kind, actor, *ids, text, self._hash)
        digest = events.event_hash(columns)
        stored = (*columns[:3], pack(actor), *columns[4:], digest)
        self._connection.execute(events.INSERT, stored)
        self._seq, self._hash = seq, digest
        return seq


class Store:
    """One connection to a queue's file, usable by several threads, one at a time."""

    def __init__(self, path: Path, connection: driver.Connection, *, readonly: bool) -> None:
        self.path = path
        self.readonly = readonly
        self._connection = connection
        self._mutex = threading.RLock()
        self._lock = None if readonly else WriteLock(path)
        self._late = LateSync(path, connection)
        self._identity = self._file_identity()
        self._version = connection.execute("PRAGMA user_version").fetchone()[0]
        self._open = True

    @property
    def connection(self) -> driver.Connection:
        """The raw connection, for checks of the file itself."""
        return self._connection

    def _file_identity(self) -> tuple[int, int]:
        try:
            status = os.stat(self.path)
        except OSError as error:
            raise QueueError(
                f"{self.path} is gone: {error.strerror}", "Put the file back, then open it again."
            ) from error
        return status.st_dev, status.st_ino

    @contextlib.contextmanager
    def write(self) -> Iterator[Transaction]:
        """A write transaction: committed as a whole, or nothing of it is."""
        with self._turn():
            yield from self._transaction()

    @contextlib.contextmanager
    def write_lease(self) -> Iterator[Transaction]:
        """The same for what concerns leases alone: nobody else waits for the disk meanwhile.

        It is on the disk when this is left, but others may have seen it before; see `lateness`.
        """
        with self._mutex, self._explained():
            with self._turn():
                late = self._late.begin()
                try:
                    yield from self._transaction()
                finally:
                    if late:
                        self._late.finish()
            if late:
                self._late.sync()

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """The right to write, on the file that was opened."""
        if self._lock is None:
            raise QueueError(f"{self.path} was opened for reading only", "Open it for writing.")
        with self._mutex, self._explained(), self._lock.held():
            if self._file_identity() != self._identity:
                raise QueueError(
                    f"{self.path} was replaced by another file while it was open",
                    "Nothing was written. Open it again.",
                )
            yield

    def _transaction(self) -> Iterator[Transaction]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._refuse_other_version()
            transaction = Transaction(self._connection)
            yield transaction
            transaction.finish()
            self._connection.execute("COMMIT")
        except BaseException:
            # A full disk may have ended the transaction already.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def settle(self) -> None:
        """Wait until all that can be read now would survive a power cut."""
        with self._mutex:
            self._late.settle()

    def _refuse_other_version(self) -> None:
        """Another program may have brought the file forward while we had it open."""
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        if version != self._version:
            raise QueueError(
                f"{self.path} was brought to another version while it was open"
                f" (schema {version}; it was {self._version})",
                "Nothing was written. Open it again, with a version of adjudge that knows it.",
            )

    @contextlib.contextmanager
    def alone(self) -> Iterator[driver.Connection]:
        """The connection outside any transaction, no other of our writers working: for upkeep."""
        if self._lock is None:
            raise QueueError(f"{self.path} was opened for reading only", "Open it for writing.")
        with self._mutex, self._explained(), self._lock.held():
            yield self._connection

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """Reads inside see one and the same state of the file."""
        with self._mutex, self._explained():
            if self._connection.in_transaction:
                yield
                return
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    def rows(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """All rows of a query."""
        with self._mutex, self._explained():
            return self._connection.execute(sql, values).fetchall()

    def one(self, sql: str, values: Sequence[Any] = ()) -> Row | None:
        """The first row of a query, or None."""
        with self._mutex, self._explained():
            row: Row | None = self._connection.execute(sql, values).fetchone()
            return row

    def stream(self, sql: str) -> Iterator[Row]:
        """Rows of a query one by one; for use inside `snapshot`."""
        with self._explained():
            yield from self._connection.execute(sql)

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except driver.FAILURES as error:
            raise driver.explain(error, self.path) from error

    def close(self) -> None:
        """Close the connection, under the lock since the last one out moves the WAL's pages."""
        with self._mutex:
            if not self._open:
                return
            self._open = False
            with contextlib.ExitStack() as stack:
                stack.callback(self._late.close)
                if self._lock is not None:
                    stack.callback(self._lock.close)
                    with contextlib.suppress(QueueError):
                        stack.enter_context(self._lock.held())
                self._connection.close()
