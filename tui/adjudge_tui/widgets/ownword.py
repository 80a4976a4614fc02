"""A lead's own word, in the place of the last line: verdicts, sides, the answer's label."""

from __future__ import annotations

from typing import Final, cast

from textual.app import ComposeResult
from textual.message import Message

from adjudge_tui.desk.keys import OWN, marks_shown
from adjudge_tui.desk.rebinding import rebound
from adjudge_tui.screens.base import DeskScreen
from adjudge_tui.widgets.keypanel import KeyPanel, argument
from adjudge_tui.widgets.line import Line
from adjudge_tui.wording.strings import say

_LOOKS: Final = frozenset({"point(1)", "point(-1)", "scroll(1)", "scroll(-1)"})


class OwnWord(KeyPanel):
    """One line of keys; a pick goes with the difference at hand, a label submits."""

    KEYS = OWN
    LOOKS = _LOOKS

    class Picked(Message):
        """A verdict on the difference at hand, or (without one) the word of a side."""

        def __init__(self, verdict: str | None, side: int = 0) -> None:
            super().__init__()
            self.verdict = verdict
            self.side = side

    class Said(Message):
        """The answer's label; None is undetermined. `submit` alone: what the picks give."""

        def __init__(self, value: str | None, *, picks: bool = False) -> None:
            super().__init__()
            self.value = value
            self.picks = picks

    class Edit(Message):
        """The corrected answer is wanted."""

    class Left(Message):
        """Left without a word."""

    def __init__(self) -> None:
        super().__init__("own")

    def compose(self) -> ComposeResult:
        """The keys."""
        yield Line("offer")

    def ready(self) -> None:
        """Say which keys there are; they act from now on."""
        self.tell("")

    def tell(self, text: str) -> None:
        """Show a sentence; without one which keys there are."""
        self.waits = False
        marks = marks_shown(rebound(OWN, getattr(self.app, "rebinding", {})))
        offer = text or say("settle.own", marks=marks)
        self.query_one(Line).put([(" " + offer, "bold")])

    def act(self, action: str) -> None:
        """A pick, a label, the corrected answer, or leave."""
        name, value = argument(action)
        if name == "pick":
            self.post_message(self.Picked(value))
        elif name == "side":
            self.post_message(self.Picked(None, int(value)))
        elif name == "say":
            self._hand(self.Said(value or None))
        elif name == "submit":
            self._hand(self.Said(None, picks=True))
        elif name == "edit":
            cast(DeskScreen, self.screen).hold_keys()  # what follows is for its field
            self._hand(self.Edit())
        else:
            self._hand(self.Left())

    def _hand(self, message: Message) -> None:
        """Say what was chosen; a key that comes at once is not for the panel."""
        self.waits = True
        self.post_message(message)
