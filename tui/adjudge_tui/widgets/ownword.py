"""A lead's own word, in the place of the last line: verdicts, sides, the answer's label."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from adjudge_tui.widgets.line import Line
from adjudge_tui.wording.strings import say


class OwnWord(Widget, can_focus=True):
    """One line of keys; while it has the focus the screen's own keys do not decide."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "pick('supported')", show=False, id="own.supported"),
        Binding("2", "pick('partial')", show=False, id="own.partial"),
        Binding("3", "pick('not_mentioned')", show=False, id="own.not_mentioned"),
        Binding("4", "pick('contradicted')", show=False, id="own.contradicted"),
        Binding("0", "pick('undetermined')", show=False, id="own.undetermined"),
        Binding("left,h", "side(0)", show=False, id="own.first"),
        Binding("right,l", "side(1)", show=False, id="own.second"),
        Binding("f", "say('faithful')", show=False, id="own.faithful"),
        Binding("n", "say('unfaithful')", show=False, id="own.unfaithful"),
        Binding("x", "say('')", show=False, id="own.open"),
        Binding("r", "submit", show=False, id="own.submit"),
        Binding("e", "edit", show=False, id="own.edit"),
        Binding("escape", "leave", show=False),
        # Keys that mean something else must not act behind the line.
        Binding(
            "a,b,u,c,o,R,L,Q,enter,left_square_bracket,right_square_bracket", "nothing", show=False
        ),
    ]

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
        super().__init__(id="own")

    def compose(self) -> ComposeResult:
        """The keys."""
        yield Line("offer")

    def on_mount(self) -> None:
        """Say which keys there are, and take the focus."""
        self.tell("")
        self.focus()

    def tell(self, text: str) -> None:
        """Show a sentence; without one which keys there are."""
        self.query_one(Line).put([(" " + (text or say("settle.own")), "bold")])

    def action_pick(self, verdict: str) -> None:
        """A verdict."""
        self.post_message(self.Picked(verdict))

    def action_side(self, side: int) -> None:
        """The word of one of the two."""
        self.post_message(self.Picked(None, side))

    def action_say(self, value: str) -> None:
        """A label."""
        self.post_message(self.Said(value or None))

    def action_submit(self) -> None:
        """The label that follows from the picks."""
        self.post_message(self.Said(None, picks=True))

    def action_edit(self) -> None:
        """Write a corrected answer first."""
        self.post_message(self.Edit())

    def action_leave(self) -> None:
        """Leave."""
        self.post_message(self.Left())

    def action_nothing(self) -> None:
        """A key that means something elsewhere."""
