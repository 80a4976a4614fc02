"""What a reviewer does in a sitting: move, mark, decide, take back; free of Textual."""

from __future__ import annotations

import contextlib
import time
import uuid
from typing import TYPE_CHECKING

from adjudge_engine.errors import AdjudgeError, DecisionError
from adjudge_queue.records import Action, Decision, Filter, Seen
from adjudge_tui.desk.labels import contradiction, derive_value, label_record
from adjudge_tui.desk.laying import Laid, Refused, Unsent, find, take, take_next, write
from adjudge_tui.desk.restoring import left_over
from adjudge_tui.desk.said import verdict_said
from adjudge_tui.desk.taking_back import TakingBack
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_queue import Queue
    from adjudge_tui.desk.views import ItemView


class Session(TakingBack):
    """A sitting with everything that the keys do."""

    __slots__ = ()

    # Moving ---------------------------------------------------------------------------------

    def start(self) -> None:
        """Take the first item, or the one left last, and, beside it, read the list's order."""
        unfiltered = self.where in (None, Filter())
        last = self.kept.item if unfiltered and not self.loaded else None
        if last is None or self.busy:
            self.next()
        else:
            self._resume(last)
        self.read_list()

    def _resume(self, item_id: int) -> None:
        """Begin where the last sitting ended, if that item still waits for this reviewer."""
        how = self.taking

        def job(queue: Queue) -> Laid:
            with contextlib.suppress(DecisionError):  # it may be gone
                laid = take(queue, how, item_id)
                if laid.held:
                    return laid
            return take_next(queue, how, None, None)

        self._submit(job, lambda laid: self._lay(laid, left_over(self, laid.view)))

    def next(self) -> None:
        """Put the next item on the desk."""
        if not self.busy:
            leaving, how = self._leaving(), self.taking
            self._submit(lambda queue: take_next(queue, how, leaving, None))

    def browse(self, step: int) -> None:
        """Go to the previous or next item of the list without deciding."""
        if self.snapshot is None:
            return self.tell(say("flash.loading"))
        if not len(self.snapshot):
            return self.tell(say("flash.no_item"))
        place = self.place
        target = (place - 1 + step) if place else (0 if step > 0 else len(self.snapshot) - 1)
        if target < 0:
            return self.tell(say("flash.first"))
        if target >= len(self.snapshot):
            return self.tell(say("flash.last"))
        return self.open(self.snapshot[target])

    def open(self, item_id: int, flash: str = "") -> None:
        """Put one item on the desk: to decide if it is open and free, else to read.

        `flash` says why it was opened, where that was not the reviewer's wish.
        """
        if self.busy:
            return self.tell(say("flash.busy"))
        leaving = self._leaving() if self.view and self.view.item_id != item_id else None
        how = self.taking

        def job(queue: Queue) -> Laid:
            return take(queue, how, item_id, leaving)

        if flash:
            self._submit(
                job,
                lambda laid: self._lay(laid, flash, alarm=True),
                lambda _error: self.tell(flash, alarm=True),
            )
        else:
            self._submit(job)
        return None

    def go(self, text: str) -> None:
        """Put the item of a number or a case id on the desk."""
        if self.busy:
            return self.tell(say("flash.busy"))
        before, held, how = self.view, self._leaving(), self.taking

        def job(queue: Queue) -> Laid:
            item_id = find(queue, text)
            same = before is not None and before.item_id == item_id
            return take(queue, how, item_id, None if same else held)

        return self._submit(job)

    # Marking and deciding ---------------------------------------------------------------------

    def approve(self, note: str | None = None) -> bool:
        """Approve and go on. False if the policy's block first needs a reason (`note`)."""
        if note is None and self._key_held("approve"):
            return True
        view = self._deciding()
        if view is None:
            return True
        against = contradiction(view, self.marks)
        if against is not None:
            word = verdict_said(against[1]).word
            self.tell(say("flash.contradicts", number=against[0], verdict=word), alarm=True)
            return True
        if self.missing.get(view.item_id):
            self.tell(say("flash.contradicts_missing"), alarm=True)
            return True
        if self.word_due:
            self._say_first(view, "approve")
            return True
        if view.route == "block" and not note:
            self.tell(say("flash.withheld"))
            return False
        self._decide("approve", note=note)
        return True

    def block(self, reason: str | None = None) -> bool:
        """Block and go on. False if a reason is demanded first, one of `reasons`."""
        view = None if reason is None and self._key_held("block") else self._deciding()
        if view is not None and self.word_due:
            self._say_first(view, "block")
        elif view is not None and self.reason_demanded and reason is None:
            return False
        elif view is not None:
            self._decide("block", reasons=() if reason is None else (reason,))
        return True

    def skip(self) -> None:
        """Give the item back undecided; it is not offered again. What nobody holds is just left."""
        if self._key_held("skip"):
            return
        view = self._deciding()
        if view is not None and self.held:
            self._decide("skip")
        elif view is not None:
            self.next()

    def escalate(self, note: str) -> None:
        """Hand the item on to somebody senior, with a note; empty: none."""
        if self.may_put_off():
            self._decide("escalate", note=note.strip() or None)

    def wait(self, until: str, words: str) -> None:
        """Put the item off until a moment (ISO 8601), which `words` name."""
        if self.may_put_off():
            self._decide("snooze", until=until, flash=words)

    def relabel(self) -> bool:
        """Submit the marked claims. False if they do not settle the label: it must be asked for."""
        if self._key_held("relabel"):
            return True
        view = self._deciding()
        if view is None:
            return True
        if self.written and not self.marks:  # a word by itself: nothing is said of faithfulness
            self._label(view)
            return True
        value = derive_value(view, self.marks)
        if value is None:
            return False
        self.relabel_as(value)
        return True

    def relabel_as(self, value: str | None) -> None:
        """Submit a `faithfulness` label, None is undetermined, with marks and corrected answer."""
        view = self._deciding()
        if view is not None:
            self._label(view, label_record(view, self.marks, value, self.reviewer))

    def _label(self, view: ItemView, *labels: dict[str, object]) -> None:
        labels = (*labels, *self.written_labels)
        if self.word_due:
            return self._say_first(view, "relabel", labels)
        corrected = self.corrected.get(view.item_id)
        return self._decide("relabel", labels=labels, corrected=corrected, reasons=self.coded)

    def retry(self) -> None:
        """Write the oldest decision that could not be written; else take what is not held."""
        if self.busy:
            return self.tell(say("flash.busy"))
        if self.unsent:
            oldest = next(iter(self.unsent.values()))
            return self._amend(oldest) if oldest.amends else self._send(oldest, again=True)
        if self.view is None:
            return self.start()
        if self.view.open and not self.held:
            return self.open(self.view.item_id)
        return self.tell(say("flash.nothing_unsent"))

    # Inside -----------------------------------------------------------------------------------

    def _decide(
        self,
        action: Action,
        *,
        note: str | None = None,
        labels: tuple[dict[str, object], ...] = (),
        corrected: str | None = None,
        reasons: tuple[str, ...] = (),
        until: str | None = None,
        flash: str = "",
    ) -> None:
        view = self.view
        assert view is not None
        if action == "block":  # what was written is not lost: a block takes no labels
            lines = (f"missing: {one}" for one in self.missing.get(view.item_id, ()))
            note = "\n".join([*lines, *([note] if note else [])]) or None
        decision = Decision(
            action=action,
            reviewer=self.reviewer,
            key=uuid.uuid4().hex,
            labels=labels,
            corrected_answer=corrected,
            reason_codes=reasons,
            until=until,
            note=_both(note, self.notes.get(view.item_id)),
            seconds=round(time.monotonic() - self._shown_at, 1),
            seen=Seen(
                view.evaluation_hash,
                tuple(sorted(self.evidence_seen)),
                "revealed" if view.item_id in self.judge_seen else "hidden",
            ),
        )
        self._send(Unsent(view.item_id, view.case_id, decision), words=flash)

    def _send(self, unsent: Unsent, *, again: bool = False, words: str = "") -> None:
        leaving, how = self._leaving(), self.taking

        def job(queue: Queue) -> Laid:
            decided = write(queue, self.reviewer, unsent, again=again)
            other = leaving if leaving != unsent.item_id else None
            return take_next(queue, how, other, decided)

        def failed(error: AdjudgeError) -> None:
            if isinstance(error, Refused):
                return self._refused(unsent, error)
            if again and isinstance(error, DecisionError):
                return self._drop(unsent, say("flash.dropped", problem=self.said(error)))
            self.unsent[unsent.item_id] = unsent
            self.keep()
            return self.tell(say("flash.unsaved", problem=self.said(error)), alarm=True)

        self._submit(job, lambda laid: self._sent(unsent, laid, words), failed)

    def _sent(self, unsent: Unsent, laid: Laid, words: str) -> None:
        self.unsent.pop(unsent.item_id, None)
        self.submitted.add(unsent.item_id)
        stands = self.skipped_here if unsent.decision.action == "skip" else self.decided_here
        stands.add(unsent.item_id)
        self.blocked = unsent if unsent.decision.action == "block" else None
        word = words or say(f"decision.{unsent.decision.action}")
        view = self.view
        partly = view is not None and view.item_id == unsent.item_id and view.masked
        key = (
            "flash.done_partly" if partly else "flash.done_block" if self.blocked else "flash.done"
        )
        self._lay(laid, say(key, action=word, case=unsent.case_id))

    def _refused(self, unsent: Unsent, error: Refused) -> None:
        """Say why it cannot be decided so; what was written for it stays, as a comment."""
        note = unsent.decision.note
        if note and unsent.decision.action in ("approve", "escalate"):
            self.notes[unsent.item_id] = note
        self._drop(unsent, say("flash.refused", problem=self.said(error)))

    def _drop(self, unsent: Unsent, flash: str) -> None:
        """Give a decision up that can never be written, and show the item as it now stands."""
        self.unsent.pop(unsent.item_id, None)
        self.keep()
        if self.view is not None and self.view.item_id == unsent.item_id:
            self.open(unsent.item_id, flash)
        else:
            self.tell(flash, alarm=True)


def _both(note: str | None, comment: str | None) -> str | None:
    """What was asked for with a decision, and what was noted before it."""
    return "\n".join(one for one in (note, comment) if one) or None
