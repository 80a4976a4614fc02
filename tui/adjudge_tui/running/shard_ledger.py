"""A shard's ledger: what of it is evaluated, kept as it is finished.

One SQLite file beside the results, for one process at a time. A run that was killed goes on from
it; nothing that it holds is evaluated twice. Losing it costs the work, never an answer.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from adjudge_engine.errors import AdjudgeError
from adjudge_queue.records import Record
from adjudge_tui.running.results_file import Packed, packed

#: In the file's header: whose it is.
_APPLICATION: Final = 0x61646A6C
_TABLE: Final = """
CREATE TABLE IF NOT EXISTS kept (
  number INTEGER PRIMARY KEY,
  case_id BLOB NOT NULL,
  key TEXT NOT NULL,
  body BLOB NOT NULL,
  UNIQUE (case_id, key)
)
"""


class LedgerError(AdjudgeError):
    """A ledger that cannot be used: somebody else's, at work elsewhere, damaged, no room."""


class Ledger:
    """The evaluations of a shard by case id and key; the `Store` of its run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._explained():
            self._db = sqlite3.connect(path, timeout=0.2, isolation_level=None)
        try:
            with self._explained():
                self._set_up()
        except BaseException:
            self._db.close()
            raise

    def _set_up(self) -> None:
        # Alone with the file, SQLite shares no memory for its log: that works on any file system,
        # and a second run of the same shard is told so.
        self._db.execute("PRAGMA locking_mode=EXCLUSIVE")
        (whose,) = self._db.execute("PRAGMA application_id").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and whose != _APPLICATION:
            raise LedgerError(f"{self.path} is no ledger of a shard.", "Name --results elsewhere.")
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")  # a power cut costs work, not the file
        self._db.execute("BEGIN EXCLUSIVE")
        self._db.execute(f"PRAGMA application_id={_APPLICATION}")
        self._db.execute(_TABLE)
        self._db.execute("COMMIT")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._db.close()

    def known(self, pairs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
        """Those of the pairs that are evaluated."""
        with self._explained():
            return {pair for pair in pairs if self._number(*pair) is not None}

    def _number(self, case_id: str, key: str) -> int | None:
        wanted = "SELECT number FROM kept WHERE case_id = ? AND key = ?"
        row = self._db.execute(wanted, (_bytes(case_id), key)).fetchone()
        return None if row is None else int(row[0])

    def enqueue(self, records: Sequence[Record | Packed]) -> None:
        """Keeps evaluations, all or none; what is kept already stays as it is."""
        rows = [one if isinstance(one, Packed) else packed(one) for one in records]
        with self._explained():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                self._db.executemany(
                    "INSERT OR IGNORE INTO kept (case_id, key, body) VALUES (?, ?, ?)",
                    [(_bytes(one.case_id), one.key, one.body) for one in rows],
                )
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def bodies(self, pairs: Iterable[tuple[str, str]]) -> Iterator[bytes]:
        """The packed records of these pairs, in their order, each once."""
        with self._explained():
            self._db.execute("CREATE TEMP TABLE IF NOT EXISTS given (number INTEGER PRIMARY KEY)")
            self._db.execute("DELETE FROM given")
            for pair in pairs:
                number = self._number(*pair)
                given = "INSERT OR IGNORE INTO given VALUES (?)"
                if number is None or not self._db.execute(given, (number,)).rowcount:
                    continue
                wanted = "SELECT body FROM kept WHERE number = ?"
                yield self._db.execute(wanted, (number,)).fetchone()[0]

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            if "locked" in str(error):
                raise LedgerError(
                    f"{self.path} is in use: another process is at work on this shard.",
                    "Wait for it, or end it; then the same command goes on.",
                ) from error
            raise LedgerError(
                f"{self.path} cannot be used: {error}.",
                "Make room where that is it; a damaged ledger may be removed, its shard is then "
                "evaluated anew.",
            ) from error


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
