"""Files that appear whole or not at all."""

from __future__ import annotations

import glob
import os
import secrets
import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from adjudge_engine.errors import InputError

try:
    import fcntl
except ImportError:  # Windows: a killed copy stays until somebody removes it
    fcntl = None  # type: ignore[assignment]

_SQLITE: Final = b"SQLite format 3\0"


class AtomicFile:
    """A UTF-8 text file that takes its name only when it is complete and on the disk.

    What is written waits in a nameless temporary file, which a killed process cannot leave
    behind; `close` copies it beside `path`, syncs, and renames. A copy that was killed half way
    is removed by the next one to the same `path`. A `path` that is no regular file
    (`/dev/stdout`, a pipe) is simply written to at the end. As a context manager it is kept
    unless an error ends the block. `mode`: its permission bits; None: what the umask leaves.
    """

    def __init__(self, path: Path, *, mode: int | None = None) -> None:
        self.path = path
        self._mode = mode
        if not path.parent.is_dir():
            raise self._error("the folder does not exist")
        if path.is_dir():
            raise self._error("it is a folder")
        if _is_database(path):
            raise self._error("it is a database, which would be lost")
        folder = path.parent if path.is_file() or not path.exists() else None
        try:  # beside the target, where there must be room for it anyway
            self._spool: IO[bytes] = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115
        except OSError as error:
            raise self._error(error.strerror or str(error)) from None

    def write(self, text: str) -> None:
        """Appends `text`, which must not hold lone surrogates."""
        self._spool.write(text.encode("utf-8"))

    def write_bytes(self, data: bytes) -> None:
        """Appends what is no text, or is encoded already."""
        self._spool.write(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close(keep=error is None)

    def drop(self) -> None:
        """Forgets what was written; nothing once the file is closed."""
        self._spool.close()

    def close(self, *, keep: bool) -> None:
        """Puts the file in place (`keep`), or drops it. Raises InputError where it cannot."""
        with self._spool:
            if not keep:
                return
            try:
                self._spool.seek(0)
                if self.path.exists() and not self.path.is_file():
                    with self.path.open("wb") as special:
                        shutil.copyfileobj(self._spool, special)
                else:
                    self._place(self.path.resolve())
            except OSError as error:
                raise self._error(error.strerror or str(error)) from None

    def _place(self, target: Path) -> None:
        start = f".{target.name[:80]}."
        _remove_abandoned(target.parent, start)
        part = target.with_name(f"{start}{secrets.token_hex(4)}.part")
        try:
            with open(part, "xb", opener=self._opened) as file:
                if fcntl is not None:
                    fcntl.flock(file, fcntl.LOCK_EX)
                shutil.copyfileobj(self._spool, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, target)
            _sync_folder(target.parent)
        finally:
            part.unlink(missing_ok=True)

    def _opened(self, part: str, flags: int) -> int:
        """A new file, which nobody may read before its mode says so."""
        if self._mode is None:
            return os.open(part, flags, 0o666)
        handle = os.open(part, flags, 0o600)
        if hasattr(os, "fchmod"):
            os.fchmod(handle, self._mode)
        return handle

    def _error(self, why: str) -> InputError:
        return InputError(
            f"{self.path} cannot be written: {why}.",
            "Name a file in a folder that exists, that you may write to and that has room.",
        )


def _is_database(path: Path) -> bool:
    """Whether an SQLite file stands there: nobody means to write text over a queue."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False  # what cannot be read is told when it is written


def _remove_abandoned(folder: Path, start: str) -> None:
    """Removes what a killed process left half copied: parts that nobody holds a lock on."""
    if fcntl is None:
        return
    for part in folder.glob(f"{glob.escape(start)}*.part"):
        try:
            with part.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                part.unlink()
        except OSError:
            continue  # somebody is writing it, or it is gone, or it is not ours to remove


def _sync_folder(folder: Path) -> None:
    """Makes the new name last through a power cut, where the system can do that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError:
        pass  # some file systems cannot; the content is safe already
    finally:
        os.close(handle)
