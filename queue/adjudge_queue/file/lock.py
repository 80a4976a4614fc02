"""A fair turn for writers: one advisory lock on `<file>-lock`, taken before each transaction.

SQLite lets waiting writers poll, so one of many can starve for seconds; the kernel wakes them in
turn, and a second lock on the same file keeps whoever has just worked from overtaking them. The
lock is held over commit, checkpoint and close as well, which no version of SQLite's WAL-reset bug
survives. A process that dies drops it. It is a courtesy on top of SQLite's own locks: where it
cannot be had (a system without `flock`), those still hold.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path

from adjudge_engine.errors import QueueError
from adjudge_queue.file import driver, modes

try:
    import fcntl
except ImportError:  # pragma: no cover  (Windows)
    fcntl = None  # type: ignore[assignment]


class WriteLock:
    """The lock file of one queue, kept open. It is empty and never removed."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._file = self._open()

    def _open(self) -> int | None:
        if fcntl is None:  # pragma: no cover
            return None
        name = Path(f"{self._database}-lock")
        try:
            return modes.open_beside(self._database, name)
        except OSError as error:
            if os.path.lexists(name) and os.access(self._database, os.W_OK):
                raise QueueError(
                    f"{name} cannot be opened: {error.strerror}",
                    "Everybody who may write the queue must be able to write this file too:"
                    f" give it the mode and the group of {self._database.name}.",
                ) from error
            # The folder is closed to us: SQLite will say so itself, with the better reason.
            return None

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock. QueueError if another process keeps it beyond `driver.BUSY_MS`."""
        file = self._file
        if file is None:
            yield
            return
        self._acquire(file)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)

    def _acquire(self, file: int) -> None:
        if not (_turn(file, fcntl.LOCK_EX | fcntl.LOCK_NB) and _free(file)):
            self._wait(file)
        _turn(file, fcntl.LOCK_UN)

    def _wait(self, file: int) -> None:
        """Queue up in the kernel, in a thread, since `flock` itself knows no time limit."""
        done = threading.Event()
        state = threading.Lock()
        abandoned = False

        def wait() -> None:
            _turn(file, fcntl.LOCK_EX)
            fcntl.flock(file, fcntl.LOCK_EX)
            with state:
                if abandoned:
                    os.close(file)  # which gives the lock up
                else:
                    done.set()

        threading.Thread(target=wait, daemon=True).start()
        if done.wait(driver.BUSY_MS / 1000):
            return
        with state:
            if done.is_set():
                return
            abandoned = True
        self._file = self._open()  # the old one is the waiting thread's now
        raise QueueError(
            f"{self._database} is locked by another program",
            "Nothing was written. Wait for it or close it, then try again.",
        )

    def close(self) -> None:
        """Close the lock file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _free(file: int) -> bool:
    """Take the lock if nobody has it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _turn(file: int, how: int) -> bool:
    """Take (or give up) the place of the one who is next.

    It is a lock of its own on the same file. Whoever has just worked finds it taken by somebody
    who waits, so nobody overtakes. Without it the lock is as safe, only less fair; so whatever
    keeps it from us is no error.
    """
    try:
        fcntl.lockf(file, how)
    except OSError:
        return False
    return True
