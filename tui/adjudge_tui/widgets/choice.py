"""A few things to choose from by one key each, in the place of the footer.

While it has the focus every other key is dead, whatever it decides elsewhere; Esc leaves, and the
keys that quit or suspend still do. Neither Enter nor the mouse chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.events import Key
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from adjudge_tui.display import cut
from adjudge_tui.widgets.focus import give_back, let_pass, take_focus

_GAP = 3


#: Actions that every key for them does, whatever has the focus.
ALWAYS: Final = frozenset({"quit_desk", "suspend_process", "app.suspend_process"})


def bound_action(screen: Screen[Any], key: str) -> str:
    """The action that a key is bound to on the screen now; empty for none."""
    bound = screen.active_bindings.get(key)
    return bound.binding.action if bound is not None else ""


class Option(NamedTuple):
    """One thing: the key that chooses it, its words (display-safe, one line)."""

    key: str
    words: str


class Choice(Widget, can_focus=True):
    """Calls `chosen` with the key of an option, or with None on Esc, and goes."""

    TAKES_KEYS = True
    DEFAULT_CSS = "Choice { height: auto; width: 1fr; padding: 0 1; }"

    def __init__(
        self, title: str, options: Sequence[Option], chosen: Callable[[str | None], None]
    ) -> None:
        super().__init__(id="choice")
        self._title = title
        self._options = tuple(options)
        self._chosen = chosen
        self._over = False

    def on_mount(self) -> None:
        """Take the focus."""
        take_focus(self)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The title and as few rows of options as hold them."""
        return 1 + len(self._rows(width))

    def render(self) -> Content:
        """The title, then the options side by side."""
        width = self.content_size.width or self.app.size.width - 2
        lines = [Content.assemble((cut(self._title, width), "bold"))]
        for row in self._rows(width):
            pieces: list[tuple[str, str]] = []
            for option, room in row:
                words = cut(option.words, room - _GAP - 1)
                pieces.append((option.key, "bold $primary"))
                pieces.append((f" {words}", ""))
                pieces.append((" " * (room - 2 - cell_len(words)), ""))
            lines.append(Content.assemble(*pieces))
        return Content("\n").join(lines)

    def _rows(self, width: int) -> list[list[tuple[Option, int]]]:
        """The options in columns of one width, with the cells of each."""
        widest = max((2 + cell_len(one.words) for one in self._options), default=2) + _GAP
        room = max(6, min(widest, width))
        columns = max(1, width // room)
        cells = [(option, room) for option in self._options]
        return [cells[start : start + columns] for start in range(0, len(cells), columns)]

    async def on_key(self, event: Key) -> None:
        """Choose, leave, or nothing."""
        if self._over:
            return give_back(self, event)
        if bound_action(self.screen, event.key) in ALWAYS:
            return let_pass(self, event)
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self._answer(None)
        elif any(event.character == option.key for option in self._options):
            self._answer(event.character)
        return None

    def _answer(self, key: str | None) -> None:
        self._over = True  # a key that comes at once is not for this choice any more
        self.remove()
        self._chosen(key)
