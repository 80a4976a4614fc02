"""Opening a queue's file: is it ours, is it current, may we make or bring it forward?

An existing, current file is recognised by two header fields, so that the interface opens it
without sqlite-utils. Anything else costs what it costs.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from shlex import quote
from typing import Final

from adjudge_engine.errors import QueueError
from adjudge_queue.file import clock, driver, modes, schema
from adjudge_queue.file.driver import QueueDamaged
from adjudge_queue.file.lock import WriteLock
from adjudge_queue.file.store import Store

#: The schema version that this program reads and writes.
VERSION: Final = 3

__all__ = ["VERSION", "QueueDamaged", "open_store"]


def open_store(
    path: Path, *, create: bool, readonly: bool, shared: str | None = None, backup: bool = True
) -> Store:
    """Open `path`, made first if `create` and it is missing or empty. Raises QueueError.

    A new file is its owner's alone, or that of the group `shared`. An older one is brought
    forward, after a `backup`.
    """
    path = _checked_place(path, create=create)
    if create and not readonly:
        access = modes.of_group(shared, path.parent) if shared else modes.Access()
        if not modes.create(path, access) and shared:
            modes.refuse_unshared(path, access)
    connection = driver.connect(path, readonly=readonly)
    try:
        version = _version(connection, path)
        if version == 0 and not (create and not readonly):
            raise QueueError(
                f"{path} is empty: no queue has been made in it yet",
                f"Fill it with `adjudge evaluate CASES --db {quote(path.name)}`.",
            )
        if not readonly:
            driver.use_wal(connection)
        if version < VERSION:
            _bring_forward(connection, path, version, readonly=readonly, backup=backup)
        return Store(path, connection, readonly=readonly)
    except BaseException as error:
        connection.close()
        if isinstance(error, driver.FAILURES):
            raise driver.explain(error, path) from error
        raise


def _checked_place(path: Path, *, create: bool) -> Path:
    """The file itself, behind all links: its lock must be one for every name that it has."""
    try:
        path = Path(os.path.realpath(path))
        mode, folder = _mode(path), _mode(path.parent)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no name of a file"
        raise QueueError(
            f"{path} cannot be opened: {why}",
            "Check the name, and that its folder is open to you.",
        ) from error
    if mode is None and folder is None:
        raise QueueError(f"the folder {path.parent} does not exist", "Make it first.")
    if mode is None and not create:
        raise QueueError(
            f"{path} does not exist",
            f"Check the name, or make it with `adjudge evaluate CASES --db {quote(path.name)}`.",
        )
    if mode is not None and stat.S_ISDIR(mode):
        raise QueueError(f"{path} is a folder", "Name a file inside it.")
    if mode is not None and not stat.S_ISREG(mode):
        raise QueueError(f"{path} is a device or a pipe, not a file", "Name a file.")
    return path


def _mode(path: Path) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _version(connection: driver.Connection, path: Path) -> int:
    """The file's schema version, 0 for an empty file. Raises QueueError for a foreign file."""
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if owner != schema.APPLICATION_ID:
        if owner == 0 and not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            return 0
        raise QueueError(
            f"{path} is an SQLite file of another program, not a queue",
            "Name a queue's file, or a new name to begin one.",
        )
    if version > VERSION:
        raise QueueError(
            f"{path} was written by a newer version of adjudge"
            f" (schema {version}; this one knows up to {VERSION})",
            "Update adjudge to open it. Nothing was changed.",
        )
    if version < 1:
        raise QueueError(
            f"{path} says that it is a queue, but of no version", "Go back to a backup of it."
        )
    return version


def _bring_forward(
    connection: driver.Connection, path: Path, version: int, *, readonly: bool, backup: bool
) -> None:
    if readonly:
        raise QueueError(
            f"{path} was written by an older version of adjudge (schema {version})",
            "Open it once for writing, which keeps a backup and brings it forward:"
            f" `adjudge review --db {quote(path.name)}`.",
        )
    with contextlib.closing(WriteLock(path)) as lock, lock.held():
        if version and backup:
            driver.backup(connection, _backup_name(path, version), modes.of_copy(path))
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another process may have done it while we waited for the lock.
            if _version(connection, path) < VERSION:
                from adjudge_queue.file import migrations

                migrations.apply(connection)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def _backup_name(path: Path, version: int) -> Path:
    moment = clock.now().strftime("%Y%m%dT%H%M%S%fZ")
    return path.with_name(f"{path.name}.schema{version}-{moment}.bak")
