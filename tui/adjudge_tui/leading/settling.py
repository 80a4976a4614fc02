"""What a lead does where two reviewers differ: take one, say otherwise, take back.

Free of Textual. Reading goes through the sitting's reader, writing through its one ordered writer;
an item counts as settled only when the file has it.
"""

from __future__ import annotations

import time
import uuid
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudge_engine.errors import AdjudgeError, DecisionError
from adjudge_queue.records import Action, Decided, Decision, Seen
from adjudge_tui.desk.laying import Unsent
from adjudge_tui.display import one_line
from adjudge_tui.leading.pairs import Pair, write_word
from adjudge_tui.leading.picking import Picking
from adjudge_tui.leading.settling_words import (
    own_labels,
    picked_answer,
    picked_value,
    side_decision,
)
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_queue import Queue


class Settling(Picking):
    """A lead at the items on which two differ, with everything that the keys do."""

    __slots__ = ()

    # Deciding -----------------------------------------------------------------------------------

    def take(self, side: int, note: str | None = None) -> bool:
        """Take the first (0) or second (1) decision as it is. False: a reason is needed first."""
        pair = self._deciding(f"take {side}" if note is None else "")
        if pair is None:
            return True
        decision = side_decision(pair.found, side, self.session.reviewer, uuid.uuid4().hex)
        return self._decide(pair, decision, note)

    def approve(self, note: str | None = None) -> bool:
        """Approve, whatever the two say. False: a reason is needed first."""
        return self._bare("approve", note)

    def block(self) -> bool:
        """Block, whatever the two say."""
        return self._bare("block", None)

    def _bare(self, action: Action, note: str | None) -> bool:
        pair = self._deciding(action if note is None else "")
        if pair is None:
            return True
        return self._decide(pair, Decision(action, self.session.reviewer, uuid.uuid4().hex), note)

    def relabel(self) -> bool:
        """Submit the picked words. False if they do not say what the answer is."""
        pair = self._deciding("relabel")
        if pair is None:
            return True
        value = picked_value(self._picked(pair))
        return False if value is None else self.relabel_as(value)

    def relabel_as(self, value: str | None) -> bool:
        """Submit the picked words with this value of faithfulness; None is undetermined."""
        pair = self._deciding("")
        if pair is None:
            return True
        picks, lead, item_id = self._picked(pair), self.session.reviewer, pair.view.item_id
        decision = Decision(
            "relabel",
            lead,
            uuid.uuid4().hex,
            labels=own_labels(pair.found, picks, value, lead),
            corrected_answer=self.session.corrected.get(item_id)
            or picked_answer(pair.found, picks),
        )
        return self._decide(pair, decision, None)

    def undo(self) -> None:
        """Take back what was decided here last, else one's last decision; the item comes back."""
        if self.busy:
            return self.tell(say("flash.busy"))
        if not self.lead or self._key_held("undo"):
            return None
        reviewer, last = self.session.reviewer, next(reversed(self.settled), None)

        def job(queue: Queue) -> Decided:
            done = queue.undo(reviewer, item_id=last)
            queue.release(done.item_id, reviewer)  # nobody holds what is settled here
            return done

        def done(decided: Decided) -> None:
            self.busy = False
            self.settled.pop(decided.item_id, None)
            self.changed.add(decided.item_id)
            self.session.decided_here.discard(decided.item_id)
            self.session.submitted.discard(decided.item_id)
            flash = say("flash.undone_bare", case=one_line(decided.case_id))
            if decided.item_id in self.numbers:
                return self.open(decided.item_id, flash)
            return self.start(decided.item_id, flash)

        self.busy = True
        return self.session.writer.submit(job, done, self._not_done)

    def retry(self) -> None:
        """Write what could not be written; without any, read the list anew."""
        unsent = self.session.unsent.get(self.item or 0)
        if unsent is not None and self.pair is not None and not self.busy:
            return self._send(self.pair, unsent)
        if not self.busy:
            return self.start(self.item)
        return None

    # Inside -------------------------------------------------------------------------------------

    def _key_held(self, what: str) -> bool:
        before, at = self._last_key
        now = time.monotonic()
        self._last_key = (what, now)
        return bool(what) and what == before and now - at < self.session.repeat_seconds

    def _deciding(self, key: str) -> Pair | None:
        """The pair at hand if it can be decided on now; else why not has been said."""
        if self._key_held(key):
            self.tell(say("flash.key_held"))
        elif self.busy:
            self.tell(say("flash.busy"))
        elif self.item in self.settled:
            self.tell(say("settle.is_settled"))
        elif self.pair is None:
            self.tell(say("settle.none"))
        else:
            return self.pair
        return None

    def _decide(self, pair: Pair, decision: Decision, note: str | None) -> bool:
        item_id = pair.view.item_id
        note = note or self.session.notes.get(item_id)
        if decision.action == "approve" and pair.withheld and not (note or decision.reason_codes):
            self.tell(say("flash.withheld"))
            return False
        judge_seen = not pair.hidden or item_id in self.session.judge_seen
        seen = Seen(pair.view.evaluation_hash, (), "revealed" if judge_seen else "hidden")
        seconds = round(time.monotonic() - self._shown_at, 1)
        decision = replace(decision, note=note, seconds=seconds, seen=seen)
        self._send(pair, Unsent(item_id, pair.view.case_id, decision))
        return True

    def _send(self, pair: Pair, unsent: Unsent) -> None:
        item_id, decision = unsent.item_id, unsent.decision

        def done(decided: Decided) -> None:
            self.busy = False
            self.session.unsent.pop(item_id, None)
            self.session.decided_here.add(item_id)
            self.session.submitted.add(item_id)
            self.session.keep()
            word = say(f"decision.{decision.action}")
            self.settled[item_id] = word
            self.changed.add(item_id)
            place = self.numbers.index(item_id) + 1 if item_id in self.numbers else 0
            self.open(self._unsettled(place), say("flash.done", action=word, case=unsent.case_id))

        def failed(error: AdjudgeError) -> None:
            if isinstance(error, DecisionError):
                self.session.unsent.pop(item_id, None)
                return self._not_done(error)
            self.busy = False
            self.session.unsent[item_id] = unsent
            self.session.keep()
            return self.tell(say("flash.unsaved", problem=self.session.said(error)), alarm=True)

        self.busy = True
        self.session.writer.submit(
            lambda queue: write_word(queue, unsent, first=pair.word_due), done, failed
        )
