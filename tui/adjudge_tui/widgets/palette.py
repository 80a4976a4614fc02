"""The palette: all that does not decide, by name; what is typed while it opens is not lost."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette
from textual.widgets import Input

from adjudge_tui.widgets.focus import take_focus


class Palette(CommandPalette):
    """Textual's own, whose field also gets the keys that came before it was there.

    Its list keeps a width in any window: without one a list of options cannot be laid out.
    """

    TAKES_LETTERS = True
    DEFAULT_CSS = """
    Palette CommandList { min-width: 16; }
    """

    def on_mount(self) -> None:
        """Take the focus, and the keys."""
        take_focus(self.query_one(Input))

    def _action_command_list(self, action: str) -> None:
        """Pages and ends are for a list that is to be seen; in a window without room it is not."""
        if self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)
