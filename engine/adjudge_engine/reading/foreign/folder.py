"""The files in a folder, by name: bounded, regular, and nowhere outside of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from adjudge_engine.errors import InputError

MOST_FILES: Final = 10_000
_DEEPEST: Final = 4


def names_of_files(path: Path) -> list[str]:
    """The files of a folder and its sub-folders, as relative names with `/`, in order.

    Links are not followed; at most `MOST_FILES` names, from at most four levels. Raises
    InputError where the folder cannot be listed.
    """
    out: list[str] = []
    for folder, below, files in os.walk(path, onerror=_unlisted):
        at = Path(folder).relative_to(path)
        if len(at.parts) >= _DEEPEST:
            below.clear()
        below.sort()
        for name in sorted(files):
            if Path(folder, name).is_file() and not Path(folder, name).is_symlink():
                out.append((at / name).as_posix())
            if len(out) >= MOST_FILES:
                return out
    return out


def _unlisted(error: OSError) -> None:
    raise InputError(
        f"{error.filename} cannot be read: {error.strerror}.", "Check its permissions."
    )
