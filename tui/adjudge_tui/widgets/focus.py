"""Giving the focus to a field that has just been made, with what was typed for it meanwhile; and
giving keys back that came to one which is done.
"""

from __future__ import annotations

from textual.events import Key
from textual.widget import Widget


def take_focus(field: Widget) -> None:
    """Focus `field`; in the desk's app it also gets the keys that were kept for it."""
    if not field.is_attached:
        return
    hand = getattr(field.app, "hand_keys", None)
    if hand is not None:
        hand(field)
    else:
        field.focus()


def let_pass(field: Widget, event: Key) -> None:
    """Say that a key may do what it does elsewhere, though `field` has the focus."""
    if hasattr(field.app, "passed"):
        field.app.passed = event


def give_back(field: Widget, event: Key) -> None:
    """Hand a key on that came after the last one for `field`: to the next field, or the screen."""
    event.stop()
    event.prevent_default()
    again = Key(event.key, event.character)
    again.set_sender(field.app)
    keep = getattr(field.app, "keep_key", None)
    if keep is None or not keep(again):
        field.app.post_message(again)
