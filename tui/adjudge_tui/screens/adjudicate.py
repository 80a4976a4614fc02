"""Adjudicate: two reviews of one item, only what differs; one key takes one and moves on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize

from adjudge_tui.desk.doc import Mark
from adjudge_tui.desk.drafting import to_correct
from adjudge_tui.desk.keys import ADJUDICATE, bindings
from adjudge_tui.leading.pairs import Pair
from adjudge_tui.leading.settling import Settling
from adjudge_tui.screens.base import outdated
from adjudge_tui.screens.opening import Left
from adjudge_tui.screens.pairing import GUTTER, Pairing
from adjudge_tui.widgets.focus import take_focus
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.ownword import OwnWord
from adjudge_tui.widgets.rowlist import RowList
from adjudge_tui.widgets.spanview import SpanView
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.session import Session


class AdjudicateScreen(Pairing):
    """The list of items on which two differ, and the one at hand."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(ADJUDICATE))
    KEYS = ADJUDICATE
    AUTO_FOCUS = ""  # a focused pane would take the scrolling keys for itself
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-narrow"), (100, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (16, "-low"), (30, "-tall")]  # noqa: RUF012

    def __init__(self, session: Session, at: int | None) -> None:
        super().__init__()
        self.session = session
        self.settling = Settling(session, self.redraw)
        self._at = at
        self._shown: Pair | None = None
        self._offset = 0
        self._claims: list[Mark] = []

    def compose(self) -> ComposeResult:
        """Title, list, question and answer, the two, what code found, the last line."""
        yield Line("title")
        yield RowList("cases", self.fetch, self.row_text, lambda number: f"#{number}")
        yield SpanView("asked", gutter=GUTTER)
        yield SpanView("versus", gutter=GUTTER)
        yield SpanView("proofs", gutter=6, sticky=True)
        yield SpanView("nothing")
        yield Line("keys")

    def on_mount(self) -> None:
        """Read the list."""
        for pane in (self.query_one("#cases"), *self.query(SpanView)):
            pane.can_focus = False
        self.query_one("#asked", SpanView).title(say("settle.asked"))
        self.redraw()
        self.settling.start(self._at)

    def on_resize(self, event: Resize) -> None:
        """Stand beside each other or one under the other, as there is room."""
        if not outdated(self, event):
            self.call_after_refresh(self.redraw)

    # Keys ---------------------------------------------------------------------------------------

    def _may_decide(self) -> bool:
        if self.too_small:
            self.settling.tell(say("flash.too_small"))
        return not self.too_small

    def _reasoned(self, act: Callable[[str | None], bool]) -> None:
        """Decide; where the policy's block first needs a reason, ask for it."""
        if not self._may_decide() or act(None):
            return

        def answered(text: str | None) -> None:
            if text is not None and text.strip():
                act(text.strip())
            else:
                self.settling.tell("" if text is None else say("flash.note_needed"))

        self.ask(say("prompt.note"), answered)

    def action_take(self, side: int) -> None:
        """Take the first or second decision as it is, and go on."""
        self._reasoned(lambda note: self.settling.take(side, note))

    def action_approve(self) -> None:
        """Approve and go on."""
        self._reasoned(self.settling.approve)

    def action_block(self) -> None:
        """Block and go on."""
        if self._may_decide():
            self.settling.block()

    def action_relabel(self) -> None:
        """Say one's own word on what differs."""
        if self._may_decide() and self.settling.pair is not None and not self.query(OwnWord):
            self.query_one("#keys").display = False
            self.hold_keys()  # a digit that comes at once is a verdict, not a decision
            self.mount(OwnWord())

    def on_own_word_picked(self, message: OwnWord.Picked) -> None:
        """A word on the difference at hand."""
        self.settling.pick(message.verdict, side=message.side)
        self._say_in_panel()

    def on_own_word_said(self, message: OwnWord.Said) -> None:
        """Submit, if it says what the answer is."""
        if not message.picks:
            self._close_own()
            self.settling.relabel_as(message.value)
        elif self.settling.relabel():
            self._close_own()
        else:
            self.settling.tell(say("settle.no_value"))
            self._say_in_panel()

    def on_own_word_left(self) -> None:
        """Nothing was decided; the picks stay."""
        self._close_own()

    def on_own_word_edit(self) -> None:
        """Ask for the corrected answer; the panel waits."""
        panel, item = self.query_one(OwnWord), self.settling.item or 0
        before, pair = self.session.corrected.get(item, ""), self.settling.pair
        begun = to_correct(pair.view.answer_to_edit, before) if pair else before
        panel.display = False

        def answered(text: str | None) -> None:
            self.query_one("#keys").display = False
            panel.display = True
            panel.ready()
            take_focus(panel)
            self.settling.correct(before if text is None else text)

        self.ask(say("prompt.corrected"), answered, value=begun, changed=self.settling.correct)

    def _say_in_panel(self) -> None:
        """What happened stands where the panel is, until its next key."""
        for panel in self.query(OwnWord):
            panel.tell(self.settling.flash)

    def _close_own(self) -> None:
        self.query(OwnWord).remove()
        self.query_one("#keys").display = True
        self.set_focus(None)

    def action_comment(self) -> None:
        """Ask for a note that goes with the decision."""
        item = self.settling.item
        if item is None or self.settling.pair is None or self.settling.busy:
            # While a decision is written the next item may come under the field.
            key = "flash.busy" if self.settling.busy else "settle.none"
            return self.settling.tell(say(key))
        before = self.session.notes.get(item, "")

        def answered(text: str | None) -> None:
            self.settling.comment(before if text is None else text)
            kept = self.session.notes.get(item)
            self.settling.tell(say("flash.comment" if kept else "flash.no_comment"))

        return self.ask(
            say("prompt.comment"), answered, value=before, changed=self.settling.comment
        )

    def action_undo(self) -> None:
        """Take back what was settled last."""
        self.settling.undo()

    def action_point(self, step: int) -> None:
        """The next or previous difference."""
        self.settling.point(step)

    def action_scroll(self, step: int) -> None:
        """Scroll the two."""
        pane = self.query_one("#versus", SpanView)
        pane.scroll_relative(y=step * max(1, pane.size.height - 2), animate=False)

    def action_browse(self, step: int) -> None:
        """The next or previous item, without deciding."""
        self.settling.browse(step)

    def action_open(self) -> None:
        """The item on the review desk, with its evidence."""
        if self.settling.item is not None:
            self._leave(self.settling.item)

    def on_row_list_opened(self) -> None:
        """The mouse shows an item of the list."""
        self.settling.open(self.query_one("#cases", RowList).current)

    def action_retry(self) -> None:
        """Write what could not be written, else read anew."""
        self.settling.retry()

    def action_back(self) -> None:
        """Back to where one came from."""
        self._leave(None)

    def _leave(self, item_id: int | None) -> None:
        self.dismiss(Left(item_id, frozenset(self.settling.changed)))

    def action_quit_desk(self) -> None:
        """Quit; what is unsent is asked about once."""
        if self.session.may_quit():
            self.app.exit(0)
        else:
            self.settling.tell(self.session.flash, alarm=True)
