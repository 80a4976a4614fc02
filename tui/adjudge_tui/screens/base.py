"""What the desk's screens share: outcomes from other threads, the last line, the prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.cells import cell_len
from textual.events import Resize
from textual.message import Message
from textual.screen import Screen

from adjudge_tui.keys import Key, footer
from adjudge_tui.strings import say
from adjudge_tui.widgets.line import Line


class Reply(Message):
    """Something that another thread hands to the interface."""

    def __init__(self, callback: Callable[[], None]) -> None:
        super().__init__()
        self.callback = callback


def outdated(screen: Screen[Any], event: Resize) -> bool:
    """Whether a resize is no longer that of the window; it is then not acted upon.

    A screen that is laid out for a size sends itself that size again. With two sizes under way
    and anything between them in its inbox, each would bring back the other for ever, and the
    inbox would never be empty, so that nothing else got a turn: no key, no first item.
    """
    if event.size == screen.app.size:
        return False
    event.prevent_default()
    return True


class DeskScreen(Screen[object]):
    """A screen with a last line for keys and messages."""

    KEYS: Sequence[Key] = ()

    def post(self, callback: Callable[[], None]) -> None:
        """Run `callback` on the interface's side; may be called from any thread."""
        self.post_message(Reply(callback))

    def on_reply(self, message: Reply) -> None:
        """Run what came from another thread."""
        message.stop()
        message.callback()

    def ask(self, label: str, answered: Callable[[str | None], None], *, value: str = "") -> None:
        """Ask for one line of text in the place of the last line."""
        from adjudge_tui.widgets.prompt import Prompt

        if self.query("#prompt"):
            return
        keys = self.query_one("#keys")
        came_from = self.focused

        def done(text: str | None) -> None:
            keys.display = True
            if came_from is not None and came_from.is_attached:
                came_from.focus()
            answered(text)

        keys.display = False
        self.mount(Prompt(label, done, value=value))

    def last_line(
        self, flash: str, *, alarm: bool = False, keys: Sequence[Key] = (), decide: bool = True
    ) -> None:
        """Draw the last line: what happened, then as many keys as there is room for, then `?`."""
        width = max(1, self.size.width - 2)
        pieces: list[tuple[str, str]] = []
        used = 0
        if flash:
            pieces.append((flash, "bold $error" if alarm else "bold $foreground"))
            used = cell_len(flash)
        last = f"? {say('key.help')}"
        for key, word, decides in footer(tuple(keys)):
            if key == "?":
                continue
            gap = "" if not used else "   " if used == cell_len(flash) else "  "
            cells = len(gap) + cell_len(f"{key} {word}")
            if used + cells + 2 + cell_len(last) > width:
                break
            dim = decides and not decide
            pieces.append((gap, ""))
            pieces.append((key, "$desk-muted" if dim else "bold $primary"))
            pieces.append((f" {word}", "$desk-muted"))
            used += cells
        if used + 2 + cell_len(last) <= width:
            pieces += [("  ", ""), ("?", "bold $primary"), (last[1:], "$desk-muted")]
        self.query_one("#keys", Line).put(pieces)
