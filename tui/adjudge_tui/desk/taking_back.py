"""Taking decisions back, taking them again, and adding a reason to a block. Free of Textual."""

from __future__ import annotations

import time
import uuid
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudge_engine.errors import AdjudgeError, DecisionError
from adjudge_queue.records import Decided
from adjudge_tui.desk.drafting import Drafting
from adjudge_tui.desk.laying import Laid, Unsent, take, take_again, write
from adjudge_tui.desk.said import verdict_said
from adjudge_tui.display import one_line
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_queue import Queue


class TakingBack(Drafting):
    """The part of a sitting that changes one's mind."""

    __slots__ = ()

    def unmark(self) -> int:
        """Take back the mark that was made last since the item came on the desk; its claim's
        number, 0 if there is none.
        """
        view = self.view
        if view is None or self.busy or not self.marked or self._key_held("undo"):
            return 0
        name, before = self.marked.pop()
        claim = next((one.number for one in view.claims if one.id == name), 0)
        if not claim:  # what is on the desk by now has other claims
            self.marked.clear()
            return 0
        marks = self.drafts.setdefault(view.item_id, {})
        if before is None:
            marks.pop(name, None)
            if not marks:
                del self.drafts[view.item_id]
            self.tell(say("flash.unmarked", number=claim))
        else:
            marks[name] = before
            self.tell(say("flash.verdict", number=claim, verdict=verdict_said(before)))
        self._changed(view)
        return claim

    def undo(self) -> None:
        """Take back the decision on the item shown, else one's last; that item comes back."""
        if self._key_held("undo"):
            return
        if self.busy:
            return self.tell(say("flash.busy"))
        shown = self.view
        item_id = shown.item_id if shown and shown.state == "decided" else None
        leaving, how = self._leaving(), self.taking

        def job(queue: Queue) -> Laid:
            decided = queue.undo(self.reviewer, item_id=item_id)
            other = leaving if leaving != decided.item_id else None
            return take(queue, how, decided.item_id, other, decided)

        def done(laid: Laid) -> None:
            case = ""
            if laid.decided is not None:
                self._taken_back(laid.decided)
                case = one_line(laid.decided.case_id)
            self._lay(laid, say("flash.undone", case=case))

        self._submit(job, done)

    def redo(self) -> None:
        """Take again what one took back last, else what one took back on the item shown.

        The item at hand stays, unless it is that one: then the next one comes.
        """
        if self._key_held("redo"):
            return
        if self.busy:
            return self.tell(say("flash.busy"))
        at, how = self.view.item_id if self.view else None, self.taking

        def done(laid: Laid) -> None:
            again = laid.decided
            assert again is not None
            self.submitted.add(again.item_id)
            stands = self.skipped_here if again.action == "skip" else self.decided_here
            stands.add(again.item_id)
            word, case = say(f"decision.{again.action}"), one_line(again.case_id)
            self._lay(laid, say("flash.redone", action=word, case=case))

        self._submit(lambda queue: take_again(queue, how, at), done)

    def add_reason(self, code: str, last: Unsent) -> None:
        """Say why an answer was blocked: that block is taken anew with one reason more."""
        if self.busy or last is not self.blocked:  # another one may have been written meanwhile
            return self.tell(say("flash.busy" if self.busy else "flash.no_block"))
        codes = dict.fromkeys((*last.decision.reason_codes, code))
        decision = replace(last.decision, key=uuid.uuid4().hex, reason_codes=tuple(codes))
        return self._amend(Unsent(last.item_id, last.case_id, decision, amends=True))

    # Inside -------------------------------------------------------------------------------------

    def _amend(self, unsent: Unsent) -> None:
        def job(queue: Queue) -> Laid:
            decided = write(queue, self.reviewer, unsent, again=True)
            return Laid(self.view, self.held, queue.counts(), self.problem, decided)

        def done(laid: Laid) -> None:
            self.unsent.pop(unsent.item_id, None)
            self.counts, self.blocked = laid.counts, unsent
            self.keep()
            words = ", ".join(reason_said(code) for code in unsent.decision.reason_codes)
            self.tell(say("flash.reasoned", case=unsent.case_id, reasons=words))

        def failed(error: AdjudgeError) -> None:
            self.problem = ""
            if isinstance(error, DecisionError):  # it can never be added: the block stands
                self.unsent.pop(unsent.item_id, None)
                self.blocked = None
                self.keep()
                return self.tell(say("flash.not_reasoned", problem=self.said(error)), alarm=True)
            self.unsent[unsent.item_id] = unsent
            self.keep()
            return self.tell(say("flash.unsaved", problem=self.said(error)), alarm=True)

        self._submit(job, done, failed)

    def _taken_back(self, decided: Decided) -> None:
        """Count a decision of one's own no longer, if it was counted in this sitting."""
        self.submitted.discard(decided.item_id)
        if self.blocked is not None and self.blocked.item_id == decided.item_id:
            self.blocked = None
        if decided.decided_by == self.reviewer:
            skip = decided.action == "undo skip"
            (self.skipped_here if skip else self.decided_here).discard(decided.item_id)

    def _key_held(self, what: str) -> bool:
        """The key of `what` comes again too soon to be meant: held down, it acts once."""
        before, at = self._last_key
        now = time.monotonic()
        self._last_key = (what, now)
        if what != before or now - at >= self.repeat_seconds:
            return False
        self.tell(say("flash.key_held"))
        return True


def reason_said(code: str) -> str:
    """A reason code in words; one's own is its own word."""
    from adjudge_queue.records import REASON_CODES

    return say(f"reason.{code}") if code in REASON_CODES else one_line(code)
