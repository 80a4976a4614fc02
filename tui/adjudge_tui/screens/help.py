"""The keys of a screen or panel, and the three sentences one needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.cells import set_cell_size
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key as Pressed
from textual.events import Resize
from textual.screen import ModalScreen

from adjudge_tui.desk.doc import Doc, DocBuilder
from adjudge_tui.desk.keys import Key
from adjudge_tui.desk.rebinding import rebound
from adjudge_tui.screens.base import outdated
from adjudge_tui.widgets.spanview import SpanView
from adjudge_tui.wording.strings import say


def help_doc(keys: tuple[Key, ...], why_not: Callable[[Key], str] | None = None) -> Doc:
    """A table of keys as text; what can do nothing now is greyed, with the reason."""
    out = DocBuilder()
    out.line(say("help.lead"))
    out.line()
    for key in keys:
        why = why_not(key) if why_not is not None else ""
        out.write(" " + set_cell_size(key.shown, 8), "muted" if why else "heading")
        out.line(key.help, "muted" if why else "")
        if why:
            out.line(" " * 9 + say("help.why_not", why=why), "muted")
    out.line()
    out.line(say("help.marks"))
    out.line()
    asks = [key.shown for key in keys if key.id.endswith(".help")]
    out.line(say("help.back", help=asks[0] if asks else "?"), "muted")
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

    def __init__(self, keys: tuple[Key, ...], why_not: Callable[[Key], str] | None = None) -> None:
        super().__init__()
        self._keys = keys
        self._why_not = why_not

    def compose(self) -> ComposeResult:
        """One pane."""
        yield SpanView("help")

    def on_mount(self) -> None:
        """Fill it."""
        pane = self.query_one(SpanView)
        pane.title(say("pane.help"))
        keys = rebound(self._keys, getattr(self.app, "rebinding", {}))
        pane.put(help_doc(keys, self._why_not))

    def on_key(self, event: Pressed) -> None:
        """The reviewer's own key for help takes it away as it brought it."""
        keys = rebound(self._keys, getattr(self.app, "rebinding", {}))
        asks = [name for key in keys if key.id.endswith(".help") for name in key.keys.split(",")]
        if event.key in asks:
            event.stop()
            self.action_leave()

    def on_resize(self, event: Resize) -> None:
        """Follow the window."""
        outdated(self, event)

    def action_leave(self) -> None:
        """Back."""
        self.dismiss(None)

    def action_scroll(self, step: int) -> None:
        """Scroll."""
        self.query_one(SpanView).scroll_relative(y=step, animate=False)
