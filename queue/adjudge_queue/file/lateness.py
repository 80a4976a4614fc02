"""Commits that reach the disk after the turn is given up, so that writers wait for it together.

With `synchronous=FULL` SQLite syncs the -wal inside the commit, while everybody else waits for
the turn: sixteen who claim at once wait for sixteen syncs, one after the other. With NORMAL it
writes the same pages in the same order without waiting; whoever committed then syncs the -wal
itself, beside the others, before anybody is told. What a power cut can take is still only what
nobody has been told of: a sync covers everything that stands before it in the file, and a
checkpoint syncs the -wal before it moves a page.

What differs: others see such a commit a moment before it is on the disk. So it is for leases
alone, which nobody outside the queue acts on, and whatever leaves the queue with the end of the
chain in it waits for `sync` first.
"""

from __future__ import annotations

import os
from pathlib import Path

from adjudge_engine.errors import QueueError
from adjudge_queue.file import driver

_FULL, _NORMAL = 2, 1


class LateSync:
    """The -wal of one connection, kept open from before its pages are written.

    An error of the disk is told once to each open file that was there when it happened; one that
    is opened afterwards may never hear of it.
    """

    def __init__(self, database: Path, connection: driver.Connection) -> None:
        self._database = database
        self._wal = f"{database}-wal"
        self._connection = connection
        self._file: int | None = None

    def begin(self) -> bool:
        """Let the coming transaction's commit not wait; whether it will need `finish` and `sync`.

        False leaves all as it is: where this system or this file cannot do it, or where the
        connection was told not to be durable anyway.
        """
        if not self._ready():
            return False
        if self._connection.execute("PRAGMA synchronous").fetchone()[0] != _FULL:
            return False
        self._connection.execute(f"PRAGMA synchronous={_NORMAL}")
        return True

    def finish(self) -> None:
        """The transaction is over: commits wait again."""
        self._connection.execute(f"PRAGMA synchronous={_FULL}")

    def settle(self) -> None:
        """Wait until everything that others have committed so far is on the disk, too."""
        if self._ready():
            self.sync()

    def sync(self) -> None:
        """Wait until what was committed since `begin` is on the disk, and all before it.

        Raises QueueError.
        """
        assert self._file is not None
        try:
            os.fdatasync(self._file)
        except OSError as error:
            raise QueueError(
                f"{self._database}: the disk did not confirm the last change ({error.strerror})",
                "It may be lost when the machine stops. Check the disk, then try again.",
            ) from error

    def _ready(self) -> bool:
        """Whether the -wal that SQLite writes to now is open here."""
        if not hasattr(os, "fdatasync"):  # pragma: no cover  (macOS, Windows)
            return False
        try:
            now = os.stat(self._wal)
            if self._file is not None:
                if os.path.samestat(now, os.fstat(self._file)):
                    return True
                self.close()
            self._file = os.open(self._wal, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Close the -wal. (SQLite's own locks are on other files; this drops none.)"""
        if self._file is not None:
            os.close(self._file)
            self._file = None
