"""A one-line question in the place of the footer. While it has focus no decision key works."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.widgets import Input, Label

from adjudge_tui.widgets.focus import give_back, let_pass, take_focus


class Field(Input):
    """A line of text. Enter and Esc act in the order of what is typed, however fast that comes.

    What comes after them is not for the field: it goes back to where keys come from.
    """

    TAKES_KEYS = True
    over = False

    async def _on_key(self, event: Key) -> None:
        if self.over:
            give_back(self, event)
        elif event.key == "enter":
            self.over = True
            await self.action_submit()
        elif event.key == "escape":
            self.over = True
            self.post_message(self.Left())
        elif not self._changes(event.key):
            let_pass(self, event)
            return await super()._on_key(event)
        event.stop()
        event.prevent_default()
        return None

    def _changes(self, key: str) -> bool:
        """Whether `key` is none for a field and would decide on, or take back, what is behind."""
        binding = self.screen.active_bindings.get(key)
        changing = {one.id for one in getattr(self.screen, "KEYS", ()) if one.changes}
        return binding is not None and binding.binding.id in changing

    class Left(Message):
        """Esc was pressed."""


class Prompt(Horizontal):
    """Asks for a line of text; calls `answered` with it on Enter, with None on Esc."""

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
        yield Field(self._value, compact=True, select_on_focus=False)

    def on_mount(self) -> None:
        """Take the focus."""
        field = self.query_one(Input)
        field.cursor_blink = False
        take_focus(field)
        self.call_after_refresh(self._show_end)

    def _show_end(self) -> None:
        """The cursor stands behind the text: where that is longer than the field, show its end."""
        for field in self.query(Input):
            field.scroll_to(x=field.max_scroll_x, animate=False)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Each letter, for whoever keeps what is half written."""
        event.stop()
        if self._changed is not None:
            self._changed(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: hand the text over."""
        event.stop()
        self._answer(event.value)

    def on_field_left(self, event: Field.Left) -> None:
        """Esc: hand nothing over."""
        event.stop()
        self._answer(None)

    def _answer(self, value: str | None) -> None:
        self.remove()
        self._answered(value)
