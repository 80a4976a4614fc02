"""Keys that come faster than the field they are meant for.

A field is there some milliseconds after the key that opens it. What is typed in between, or came
in one piece with that key, is kept and handed to the field in order: else the rest of a word would
be taken for decisions.
"""

from __future__ import annotations

from typing import Final

from textual.app import App
from textual.events import Key
from textual.timer import Timer
from textual.widget import Widget

_LONGEST: Final = 2.0  # seconds until a field is there, on any machine


class TypeAhead(App[int]):
    """An app that keeps keys back between `hold_keys` and `hand_keys`."""

    _held: list[Key] | None = None
    #: The last key that a field has seen and does not want.
    passed: Key | None = None
    _until: Timer | None = None

    def hold_keys(self) -> None:
        """From now on keys are kept; a field is on its way."""
        if self._held is None:
            self._held = []
            self._until = self.set_timer(_LONGEST, self._let_go)

    def keep_key(self, event: Key) -> bool:
        """Keep one key more, if keys are kept now."""
        if self._held is None:
            return False
        self._held.append(event)
        return True

    def _let_go(self) -> None:
        """A field that never came must not keep the keys for ever."""
        self._held = None

    def hand_keys(self, field: Widget) -> None:
        """The field is there: it takes the focus, and what was typed for it."""
        self.screen.set_focus(field)
        held, self._held = self._held or [], None
        if self._until is not None:
            self._until.stop()
        for event in held:
            field._forward_event(event)

    def _was_for_field(self, event: Key) -> bool:
        """Whether a key that nothing has taken was on its way before the field had the focus.

        A screen with TAKES_LETTERS has a field that takes every letter, and says of no other key
        whether it has seen it.
        """
        if getattr(self.screen, "TAKES_LETTERS", False):
            return event.is_printable
        return getattr(self.focused, "TAKES_KEYS", False) and event is not self.passed

    def on_key(self, event: Key) -> None:
        """A key that nothing has taken so far: keep it, or hand it to the field it is for.

        One that comes here past a field with the focus, and that the field has not let pass, was on
        its way before.
        """
        if not self._screen_stack:  # it came after the last screen was closed
            event.prevent_default()
            return
        same = Key(event.key, event.character)
        if self.keep_key(same):
            pass
        elif self.focused is not None and self._was_for_field(event):
            self.focused._forward_event(same)
        else:
            return
        event.stop()
        event.prevent_default()
