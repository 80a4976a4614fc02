"""A text in the reviewer's own editor: $VISUAL, else $EDITOR, on a file for their eyes alone."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from adjudge_engine.errors import QueueError
from adjudge_tui.display import one_line
from adjudge_tui.wording.strings import say

MOST: Final = 100_000  # bytes of a comment


def editor() -> list[str]:
    """The command of the editor with its options; empty where none is set or it is no command."""
    for name in ("VISUAL", "EDITOR"):
        value = os.environ.get(name, "").strip()
        if value:
            try:
                return shlex.split(value)
            except ValueError:  # a quote that never closes
                return []
    return []


def edited(text: str, command: list[str]) -> str:
    """`text` as it stands in the file when the editor has ended. The terminal must be its own.

    No shell has a part in it. Raises QueueError, and `text` stands, where the editor cannot be
    started or fails, or what it left is too long or no text.
    """
    with tempfile.TemporaryDirectory(prefix="adjudge-") as folder:  # for its owner alone
        file = Path(folder) / "comment.txt"
        file.write_text(text, encoding="utf-8", errors="replace")
        try:
            code = subprocess.run([*command, str(file)], check=False).returncode
        except (OSError, ValueError) as error:
            raise QueueError(say("editor.none", command=one_line(command[0]))) from error
        if code != 0:
            raise QueueError(say("editor.failed", command=one_line(command[0]), code=code))
        try:
            with file.open("rb") as opened:
                data = opened.read(MOST + 1)
            found = data.decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise QueueError(say("editor.no_text")) from error
    if len(data) > MOST:
        raise QueueError(say("editor.long", most=MOST))
    return found.strip()
