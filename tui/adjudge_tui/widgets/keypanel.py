"""A panel of keys in the place of the last line: they act, any other key is dead or only looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.events import Key as Pressed
from textual.widget import Widget

from adjudge_tui.desk.rebinding import rebound
from adjudge_tui.widgets.choice import ALWAYS, bound_action
from adjudge_tui.widgets.focus import give_back, let_pass, take_focus

if TYPE_CHECKING:
    from adjudge_tui.desk.keys import Key

_HELP: Final = "help"


class KeyPanel(Widget, can_focus=True):
    """Hands the action of each key of `KEYS` (or the reviewer's own in its place) to `act`.

    After an action the panel `waits`: a key that comes at once is given back to where keys come
    from, until the panel offers its keys again.
    """

    TAKES_KEYS = True
    KEYS: tuple[Key, ...] = ()
    #: Actions of the screen behind that only look.
    LOOKS: frozenset[str] = frozenset()
    #: What Esc does.
    LEAVE: Final = "leave"

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.waits = False
        self._acts: dict[str, str] = {}

    def on_mount(self) -> None:
        """Take the focus, and what was typed for the panel meanwhile."""
        offered = rebound(self.KEYS, getattr(self.app, "rebinding", {}))
        self._acts = {name: key.action for key in offered for name in key.keys.split(",")}
        self._acts["escape"] = self.LEAVE
        self.ready()
        take_focus(self)

    def ready(self) -> None:
        """Offer the keys; they act from now on."""
        self.waits = False

    def act(self, action: str) -> None:
        """Do what a key stands for."""
        raise NotImplementedError

    async def on_key(self, event: Pressed) -> None:
        """A key of the panel; what decides elsewhere does nothing behind it."""
        if self.waits:
            return give_back(self, event)
        action = self._acts.get(event.key, "")
        behind = "" if action else bound_action(self.screen, event.key)
        if behind in ALWAYS or behind in self.LOOKS:
            return let_pass(self, event)
        event.stop()
        event.prevent_default()
        if behind == _HELP:
            self._help()
        elif action:
            self.act(action)
        return None

    def _help(self) -> None:
        from adjudge_tui.screens.help import HelpScreen

        asks = [key for key in getattr(self.screen, "KEYS", ()) if key.action == _HELP]
        self.app.push_screen(HelpScreen((*self.KEYS, *asks)))


def argument(action: str) -> tuple[str, str]:
    """`said('x')` → said, x."""
    name, _, rest = action.partition("(")
    return name, rest.rstrip(")").strip("'")
