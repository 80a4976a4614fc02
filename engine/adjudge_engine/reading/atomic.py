"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from adjudge_engine.errors import InputError


class AtomicFile:
    """A UTF-8 text file that takes its name only when it is complete and on the disk.

    What is written waits in a nameless temporary file, which a killed process cannot leave
    behind; `close` copies it beside `path`, syncs, and renames. A `path` that is no regular file
    (`/dev/stdout`, a pipe) is simply written to at the end. As a context manager it is kept
    unless an error ends the block.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.parent.is_dir():
            raise self._error("the folder does not exist")
        if path.is_dir():
            raise self._error("it is a folder")
        self._spool: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115

    def write(self, text: str) -> None:
        """Appends `text`, which must not hold lone surrogates."""
        self._spool.write(text.encode("utf-8"))

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
        part = target.with_name(f".{target.name[:80]}.{secrets.token_hex(4)}.part")
        try:
            with part.open("xb") as file:
                shutil.copyfileobj(self._spool, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, target)
            _sync_folder(target.parent)
        finally:
            part.unlink(missing_ok=True)

    def _error(self, why: str) -> InputError:
        return InputError(
            f"{self.path} cannot be written: {why}.",
            "Name a file in a folder that exists, that you may write to and that has room.",
        )


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
