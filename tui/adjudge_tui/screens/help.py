"""The keys of a screen, and the three sentences one needs."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import set_cell_size
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.screen import ModalScreen

from adjudge_tui.doc import Doc, DocBuilder
from adjudge_tui.keys import Key
from adjudge_tui.screens.base import outdated
from adjudge_tui.strings import say
from adjudge_tui.widgets.spanview import SpanView


def help_doc(keys: tuple[Key, ...]) -> Doc:
    """A table of keys as text."""
    out = DocBuilder()
    out.line(say("help.lead"))
    out.line()
    for key in keys:
        out.write(" " + set_cell_size(key.shown, 8), "heading")
        out.line(key.help)
    out.line()
    out.line(say("help.marks"))
    out.line()
    out.line(say("help.back"), "muted")
    return out.build()


class HelpScreen(ModalScreen[None]):
    """Shows a table of keys over the screen that it belongs to."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q", "leave", show=False, id="help.back"),
        Binding("j,down", "scroll(1)", show=False),
        Binding("k,up", "scroll(-1)", show=False),
        Binding("space,pagedown", "scroll(10)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
    ]

    def __init__(self, keys: tuple[Key, ...]) -> None:
        super().__init__()
        self._keys = keys

    def compose(self) -> ComposeResult:
        """One pane."""
        yield SpanView("help")

    def on_mount(self) -> None:
        """Fill it."""
        pane = self.query_one(SpanView)
        pane.title(say("pane.help"))
        pane.put(help_doc(self._keys))

    def on_resize(self, event: Resize) -> None:
        """Follow the window."""
        outdated(self, event)

    def action_leave(self) -> None:
        """Back."""
        self.dismiss(None)

    def action_scroll(self, step: int) -> None:
        """Scroll."""
        self.query_one(SpanView).scroll_relative(y=step, animate=False)
