"""The palette: all that does not decide, by name; what is typed while it opens is not lost."""

from __future__ import annotations

from textual.command import CommandPalette
from textual.widgets import Input

from adjudge_tui.widgets.focus import take_focus


class Palette(CommandPalette):
    """Textual's own, whose field also gets the keys that came before it was there."""

    TAKES_LETTERS = True

    def on_mount(self) -> None:
        """Take the focus, and the keys."""
        take_focus(self.query_one(Input))
