"""Handing an item on, putting it off, saying why and what is missing: what a key asks first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from adjudge_engine.errors import QueueError
from adjudge_tui.desk.taking_back import reason_said
from adjudge_tui.display import one_line
from adjudge_tui.screens.base import DeskScreen
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.session import Session


class Handing(DeskScreen):
    """The part of the review screen that asks before it hands on."""

    session: Session

    def _may_decide(self) -> bool:
        raise NotImplementedError

    # On to somebody, or to another time ---------------------------------------------------------

    def action_escalate(self) -> None:
        """Hand the item on to a lead, or to whoever gives a second opinion, with a note."""
        if self._may_decide() and self.session.may_put_off():
            self.with_note(say("prompt.escalate"), self.session.escalate, self.session.may_put_off)

    def with_note(self, label: str, decide: Callable[[str], None], may: Callable[[], bool]) -> None:
        """Ask for a note that is kept as a comment, letter by letter, until it is sent.

        `may`: whether that can still be done; else it has been said, and the comment stays.
        """
        view = self.session.view
        assert view is not None
        before = self.session.notes.get(view.item_id, "")
        lines = "\n" in before  # it goes along whole, and what is asked for comes before it

        def answered(text: str | None) -> None:
            if text is None:
                self.session.comment(before)
                return self.session.tell("")
            if not may():
                return None
            if not lines:
                self.session.comment("")
            return decide(text)

        changed = None if lines else self.session.comment
        self.ask(label, answered, value="" if lines else before, changed=changed)

    def action_wait(self) -> None:
        """Put the item off: until when?"""
        if not (self._may_decide() and self.session.may_put_off()):
            return
        from adjudge_tui.desk.waiting import offers
        from adjudge_tui.widgets.choice import Option

        now = self.now()
        known = {offer.key: offer for offer in offers(now)}

        def chosen(key: str | None) -> None:
            if key == "d":
                return self._ask_date()
            return self._wait(known[key].moment) if key in known else self.session.tell("")

        options = [Option(offer.key, offer.words) for offer in known.values()]
        self.pick(say("wait.title"), [*options, Option("d", say("wait.date"))], chosen)

    def _ask_date(self) -> None:
        from adjudge_tui.desk.waiting import moment_of

        def answered(text: str | None) -> None:
            if text is None:
                return self.session.tell("")
            moment = moment_of(text, self.now())
            if moment is None:
                return self.session.tell(say("wait.no_time", text=one_line(text)[:40]), alarm=True)
            return self._wait(moment)

        self.ask(say("prompt.date"), answered)

    def _wait(self, moment: datetime) -> None:
        from adjudge_tui.desk.waiting import shown, stamp

        words = say("wait.until", until=shown(moment, self.now()))
        self.session.wait(stamp(moment), words)

    def now(self) -> datetime:
        """The local clock."""
        return datetime.now().astimezone().replace(microsecond=0, tzinfo=None)

    def action_redo(self) -> None:
        """Take again what was taken back."""
        if self._may_decide():
            self.session.redo()

    # Why, and what is missing -------------------------------------------------------------------

    def action_block(self) -> None:
        """Block and go on; where a reason is demanded it is asked for first."""
        if self._may_decide() and not self.session.block():
            self._pick_reason(say("reason.why"), self._block_for)

    def _block_for(self, code: str) -> None:
        self.session.block(code)

    def action_reason(self) -> None:
        """Add a reason to the last block."""
        last = self.session.blocked
        if last is None or self.session.busy:  # what is being written may be a block, too
            key = "flash.busy" if self.session.busy else "flash.no_block"
            return self.session.tell(say(key))

        def add(code: str) -> None:
            self.session.add_reason(code, last)

        return self._pick_reason(say("reason.add", case=one_line(last.case_id)), add)

    def _pick_reason(self, title: str, decide: Callable[[str], None]) -> None:
        from adjudge_tui.widgets.choice import Option

        known = {str(place): code for place, code in enumerate(self.session.reasons, 1)}

        def chosen(key: str | None) -> None:
            if key is None:
                return self.session.tell("")
            return decide(known[key])

        self.pick(title, [Option(key, reason_said(code)) for key, code in known.items()], chosen)

    def action_missing(self) -> None:
        """Name what the answer leaves out."""
        if self._may_decide() and not self.session.undecidable:
            self.ask_missing(self.say_missing)
        elif not self.session.flash:
            self.session.tell(self.session.undecidable)

    def ask_missing(self, after: Callable[[], None]) -> None:
        """Ask for what is missing, letter by letter kept; then `after`."""
        before = "; ".join(self.session.omitted)

        def answered(text: str | None) -> None:
            self.session.omit(before if text is None else text)
            after()

        self.ask(say("prompt.missing"), answered, value=before, changed=self.session.omit)

    def say_missing(self) -> None:
        """Say what is now named as missing."""
        what = one_line("; ".join(self.session.omitted))
        self.session.tell(say("flash.missing", what=what) if what else say("flash.none_missing"))

    # Comments -----------------------------------------------------------------------------------

    def action_comment(self) -> None:
        """Ask for a comment on the item; it goes with the decision."""
        view = self.session.view
        if view is None or self.session.busy:  # else the next item may come under the field
            key = "flash.busy" if self.session.busy else "flash.no_item"
            return self.session.tell(say(key))
        before = self.session.notes.get(view.item_id, "")
        if "\n" in before:  # a line cannot hold it
            return self.session.tell(say("flash.comment_lines"))

        def answered(text: str | None) -> None:
            self.session.comment(before if text is None else text)
            self._say_comment()

        return self.ask(say("prompt.comment"), answered, value=before, changed=self.session.comment)

    def action_editor(self) -> None:
        """The comment in the reviewer's own editor, on the terminal that the desk leaves to it."""
        from adjudge_tui.desk.editing import edited, editor

        view, why = self.session.view, self.no_editor
        if view is None or why:
            return self.session.tell(why or say("flash.no_item"))
        try:
            with self.app.suspend():
                text = edited(self.session.notes.get(view.item_id, ""), editor())
        except QueueError as error:
            return self.session.tell(error.message, alarm=True)
        self.session.comment(text)
        return self._say_comment()

    @property
    def no_editor(self) -> str:
        """Why no editor can be opened here; empty where one can."""
        from adjudge_tui.desk.editing import editor

        driver = self.app._driver
        if self.app.is_web or driver is None or not driver.can_suspend:
            return say("editor.no_terminal")
        return "" if editor() else say("editor.unset")

    def _say_comment(self) -> None:
        view = self.session.view
        kept = view is not None and view.item_id in self.session.notes
        self.session.tell(say("flash.comment" if kept else "flash.no_comment"))
