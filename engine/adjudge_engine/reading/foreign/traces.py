"""Records of one file brought together by the trace that they belong to, in bounded memory.

Exporters write spans as they end: those of several traces lie between each other, and a root comes
last. They are kept in a temporary database that SQLite holds in memory while it is small and
moves to a file of its own, deleted with the program, when it grows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from types import TracebackType
from typing import Final, Self

#: Characters of one trace that are held at once; of a longer one the rest is counted, not kept.
MAX_TRACE: Final = 64 * 1024 * 1024
_CACHE: Final = 16 * 1024  # KiB held in memory before the file takes over
_BATCH: Final = 500


class Gathered:
    """Texts by group, given back group by group: the groups in the order of their first text.

    `held` is how much memory SQLite takes before it writes to disk, in KiB.
    """

    def __init__(self, *, held: int = _CACHE) -> None:
        self._base = sqlite3.connect("", isolation_level=None)
        self._base.execute(f"PRAGMA cache_size = -{max(held, 64)}")
        self._base.execute("PRAGMA journal_mode = OFF")
        self._base.execute("PRAGMA synchronous = OFF")
        self._base.execute("PRAGMA temp_store = FILE")
        self._base.execute("CREATE TABLE groups (number INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        self._base.execute("CREATE TABLE texts (number INTEGER, text TEXT)")
        self._base.execute("BEGIN")
        self._waiting: list[tuple[str, str]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._base.close()

    def add(self, group: str, text: str) -> None:
        """Keeps a text (without lone surrogates) for its group."""
        name = group.encode("utf-8", "backslashreplace").decode()
        self._waiting.append((name, text))
        if len(self._waiting) >= _BATCH:
            self._flush()

    def groups(self) -> Iterator[tuple[str, list[str], int]]:
        """Each group's name, its texts in the order of their coming, and how many were too much."""
        self._flush()
        self._base.execute("CREATE INDEX by_group ON texts (number)")
        names = self._base.execute("SELECT number, name FROM groups ORDER BY number")
        for number, name in names:
            texts: list[str] = []
            size = left = 0
            for (text,) in self._base.execute(
                "SELECT text FROM texts WHERE number = ? ORDER BY rowid", (number,)
            ):
                size += len(text)
                if size <= MAX_TRACE:
                    texts.append(text)
                else:
                    left += 1
            yield name, texts, left

    def _flush(self) -> None:
        names = [(group,) for group, _ in self._waiting]
        self._base.executemany("INSERT OR IGNORE INTO groups (name) VALUES (?)", names)
        self._base.executemany(
            "INSERT INTO texts SELECT number, ? FROM groups WHERE name = ?",
            [(text, group) for group, text in self._waiting],
        )
        self._waiting.clear()
