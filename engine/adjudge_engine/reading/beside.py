"""Files that a registry names: inside its own folder and nowhere else, and of bounded size."""

from __future__ import annotations

import hashlib
import stat
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, Final

from adjudge_engine.reading.decode import Decoder
from adjudge_engine.reading.problems import Problem

#: A parser's output beyond this is not read.
MAX_BYTES: Final = 256 * 2**20


def beside(folder: Path, name: Any, field: str) -> Path:
    """The file that `name` means, resolved: a relative path that stays inside `folder`.

    Raises Problem for an absolute path, for `..`, for a link that leads outside, and for what is
    no path at all. The file need not exist.
    """
    if not isinstance(name, str) or not name or "\0" in name:
        raise Problem(field, "must be the path of a file, relative to the registry")
    windows = PureWindowsPath(name)
    if PurePosixPath(name).is_absolute() or windows.drive or windows.root:
        raise Problem(field, "must be relative to the registry, not an absolute path")
    if ".." in windows.parts:
        raise Problem(field, 'must stay in the folder of the registry, without ".."')
    home = folder.resolve()
    try:
        path = (home / name).resolve()
        lost = path.is_symlink()  # a ring of links, where resolving does not raise
    except (OSError, RuntimeError, ValueError):  # such a ring, or a name that no system takes
        lost = True
    if lost:
        raise Problem(field, "cannot be followed to a file")
    if not path.is_relative_to(home):
        raise Problem(field, "leads out of the folder of the registry")
    return path


def decoded(path: Path) -> Any:
    """The JSON in the file. Raises Problem, without the file's name."""
    _check(path, bounded=True)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Problem("", "is not UTF-8") from None
    except OSError as error:
        raise Problem("", f"cannot be read: {error.strerror}") from None
    return Decoder().decode(text)


def digest(path: Path) -> str:
    """`sha256:` and the hex digest of the file's bytes. Raises Problem."""
    _check(path, bounded=False)
    try:
        with path.open("rb") as file:
            return f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"
    except OSError as error:
        raise Problem("", f"cannot be read: {error.strerror}") from None


def _check(path: Path, *, bounded: bool) -> None:
    try:
        found = path.stat()
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or "no system takes its name"
        raise Problem("", f"cannot be read: {said}") from None
    if not stat.S_ISREG(found.st_mode):
        raise Problem("", "is no regular file")
    if bounded and found.st_size > MAX_BYTES:
        raise Problem("", f"is larger than {MAX_BYTES // 2**20} MiB")
