"""The relabel panel: the answer's label, a corrected answer; `r` goes past it where it can."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from adjudge_tui.screens.base import DeskScreen
from adjudge_tui.strings import say
from adjudge_tui.widgets.line import Line

if TYPE_CHECKING:
    from adjudge_tui.session import Session


class RelabelPanel(Widget, can_focus=True):
    """One line that offers the labels; `f`, `n` and `0` decide while it has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "say('faithful')", show=False, id="relabel.faithful"),
        Binding("n", "say('unfaithful')", show=False, id="relabel.unfaithful"),
        Binding("0", "say('')", show=False, id="relabel.undetermined"),
        Binding("e", "edit", show=False, id="relabel.edit"),
        Binding("escape", "leave", show=False),
        # Keys that decide something else must not do so behind the panel.
        Binding(
            "a,b,s,r,1,2,3,4,u,R,Q,slash,left_square_bracket,right_square_bracket",
            "nothing",
            show=False,
        ),
    ]

    class Said(Message):
        """A label was chosen; None is undetermined."""

        def __init__(self, value: str | None) -> None:
            super().__init__()
            self.value = value

    class Edit(Message):
        """The corrected answer is wanted."""

    class Left(Message):
        """The panel is left without a label."""

    def __init__(self, offer: str) -> None:
        super().__init__(id="relabel")
        self._offer = offer

    def compose(self) -> ComposeResult:
        """The offer."""
        yield Line("offer")

    def on_mount(self) -> None:
        """Offer and take the focus."""
        self.offer(self._offer)
        self.focus()

    def offer(self, key: str) -> None:
        """Show which keys there are."""
        self.query_one(Line).put([(" " + say(key), "bold")])

    def action_say(self, value: str) -> None:
        """Choose a label."""
        self.post_message(self.Said(value or None))

    def action_edit(self) -> None:
        """Write a corrected answer first."""
        self.post_message(self.Edit())

    def action_leave(self) -> None:
        """Leave without a label."""
        self.post_message(self.Left())

    def action_nothing(self) -> None:
        """A key that means something elsewhere."""


class Relabel(DeskScreen):
    """The part of the review screen that labels."""

    session: Session

    def _may_decide(self) -> bool:
        raise NotImplementedError

    def action_relabel(self) -> None:
        """Submit the marked claims, or ask for the label where they do not settle it."""
        if self._may_decide() and not self.session.relabel() and not self.query(RelabelPanel):
            self.query_one("#keys").display = False
            self.mount(RelabelPanel(self._offer))

    def close_relabel(self) -> None:
        """Take the panel away; a corrected answer that was written is kept for the item."""
        if not self.query(RelabelPanel):
            return
        self.query(RelabelPanel).remove()
        self.query_one("#keys").display = True
        self.query_one("#claims").focus()

    def on_relabel_panel_said(self, message: RelabelPanel.Said) -> None:
        """Submit the chosen label with the marked claims."""
        self.close_relabel()
        self.session.relabel_as(message.value)

    def on_relabel_panel_left(self) -> None:
        """Nothing was decided."""
        self.close_relabel()

    def on_relabel_panel_edit(self) -> None:
        """Ask for the corrected answer; the panel waits."""
        panel = self.query_one(RelabelPanel)
        panel.display = False
        before = self._corrected

        def answered(text: str | None) -> None:
            self.query_one("#keys").display = False
            panel.display = True
            panel.focus()
            self.session.correct(before if text is None else text)
            panel.offer(self._offer)

        self.ask(say("prompt.corrected"), answered, value=before, changed=self.session.correct)

    @property
    def _corrected(self) -> str:
        view = self.session.view
        return self.session.corrected.get(view.item_id, "") if view else ""

    @property
    def _offer(self) -> str:
        return "prompt.relabel_edited" if self._corrected else "prompt.relabel"
