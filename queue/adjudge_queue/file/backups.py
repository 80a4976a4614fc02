"""Backups: whole copies of a queue's file, and whether a file is sound.

A backup is a queue's file like any other. To restore one, close the queue everywhere, move the
damaged file with its -wal and -shm away, and copy the backup to the file's name: an old -wal
beside a restored file would be read into it. What was written since the backup is not in it;
`audit verify --head HASH` with a head exported later tells so.
"""

from __future__ import annotations

import glob
from pathlib import Path

from adjudge_engine.errors import QueueError
from adjudge_queue.file import clock, driver, modes
from adjudge_queue.file.store import Store

_SQLITE = b"SQLite format 3\0"


def backup(store: Store, target: Path | None) -> Path:
    """Copy the file as it is now, others writing meanwhile; where the copy is.

    Without a `target` it lies beside the file, named by the moment; `purge` finds it there. It
    has the mode and the group of the file. Raises QueueError where `target` is there already, or
    cannot be written.
    """
    if target is None:
        moment = clock.now().strftime("%Y%m%dT%H%M%S%fZ")
        target = store.path.with_name(f"{store.path.name}.{moment}.bak")
    if not target.parent.is_dir():
        raise QueueError(f"the folder {target.parent} does not exist", "Make it first.")
    with store.snapshot():
        driver.backup(store.connection, target, modes.of_copy(store.path))
    return target


def beside(path: Path) -> list[Path]:
    """The backups beside a queue's file, those that a killed copy left unfinished among them."""
    name = glob.escape(path.name)
    return sorted([*path.parent.glob(f"{name}.*.bak"), *path.parent.glob(f"{name}.*.bak.part")])


def is_database(path: Path) -> bool:
    """Whether an SQLite file stands there."""
    try:
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False


def check(store: Store, *, quick: bool) -> tuple[str, ...]:
    """What SQLite finds wrong with the file; nothing for a sound one.

    `quick` leaves out whether indexes agree with their tables.
    """
    pragma = "quick_check" if quick else "integrity_check"
    try:
        found = [str(row[0]) for row in store.rows(f"PRAGMA {pragma}(10)")]
    except driver.QueueDamaged as error:
        return (error.message,)
    return tuple(" ".join(one.split()) for one in found if one != "ok")
