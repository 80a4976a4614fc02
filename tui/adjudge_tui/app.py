"""The review desk as a Textual app, and whether there is a terminal to show it in."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import ClassVar

from textual.app import App

from adjudge_queue.records import Filter
from adjudge_tui.display import one_line
from adjudge_tui.screens.review import ReviewScreen
from adjudge_tui.strings import say
from adjudge_tui.theme import DARK, LIGHT, fallback


class ReviewApp(App[int]):
    """The desk of one reviewer at one file."""

    CSS_PATH = "desk.tcss"
    TITLE = "Adjudge"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar = []

    def __init__(self, path: Path, reviewer: str, where: Filter | None = None) -> None:
        super().__init__()
        self.desk = ReviewScreen(path, reviewer, where)
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        if "TEXTUAL_THEME" not in os.environ:
            self.theme = DARK.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own names for colours, for themes that do not have them."""
        return fallback(self.current_theme)

    def get_default_screen(self) -> ReviewScreen:
        """The review screen is where everything begins."""
        return self.desk


def terminal_problem() -> str | None:
    """Why the desk cannot be shown here, naming the plain commands; None if it can."""
    term = os.environ.get("TERM", "")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return say("terminal.none")
    if term == "dumb":
        return say("terminal.dumb", term=one_line(term))
    return None


def run_review(db: Path, *, reviewer: str, where: Filter | None = None, mouse: bool = True) -> int:
    """Open the desk on the queue `db` until the reviewer quits; the exit code.

    Whatever ends it, the item at hand is given back. Call `terminal_problem` first.
    """
    app = ReviewApp(db, reviewer, where)
    # What has been imported lives as long as the process: looking through it for garbage would
    # hold the keys up for some 60 ms now and then.
    gc.freeze()
    try:
        code = app.run(mouse=mouse)
    finally:
        app.desk.session.close()
    return app.return_code or code or 0
