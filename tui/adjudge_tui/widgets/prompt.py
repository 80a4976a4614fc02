"""A one-line question in the place of the footer. While it has focus no decision key works."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Label


class Prompt(Horizontal):
    """Asks for a line of text; calls `answered` with it on Enter, with None on Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(
        self,
        label: str,
        answered: Callable[[str | None], None],
        *,
        value: str = "",
        changed: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(id="prompt")
        self._label = label
        self._answered = answered
        self._value = value
        self._changed = changed

    def compose(self) -> ComposeResult:
        """Label and field."""
        yield Label(Content(self._label))
        yield Input(self._value, compact=True, select_on_focus=False)

    def on_mount(self) -> None:
        """Take the focus."""
        field = self.query_one(Input)
        field.cursor_blink = False
        field.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Each letter, for whoever keeps what is half written."""
        event.stop()
        if self._changed is not None:
            self._changed(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: hand the text over."""
        event.stop()
        self._answer(event.value)

    def action_leave(self) -> None:
        """Esc: hand nothing over."""
        self._answer(None)

    def _answer(self, value: str | None) -> None:
        self.remove()
        self._answered(value)
