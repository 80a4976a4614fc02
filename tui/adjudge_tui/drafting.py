"""What a reviewer says about an item before it is decided: marks, a better answer, a comment, the
first word; and the judge that comes after it. Free of Textual.
"""

from __future__ import annotations

import uuid
from dataclasses import replace

from adjudge_engine.errors import AdjudgeError, DecisionError
from adjudge_queue.records import Action, Decision, Seen
from adjudge_tui.laying import Laid, first_word, look_again
from adjudge_tui.said import verdict_said
from adjudge_tui.sitting import Sitting
from adjudge_tui.strings import say
from adjudge_tui.views import ItemView


class Drafting(Sitting):
    """The part of a sitting that drafts."""

    __slots__ = ()

    def mark(self, claim: int, verdict: str) -> bool:
        """Give claim number `claim` (from 1) a verdict of one's own; True if it was taken."""
        view = self._deciding()
        if view is None:
            return False
        self.drafts.setdefault(view.item_id, {})[view.claims[claim - 1].id] = verdict
        self._changed(view)
        every = all(one.id in self.marks for one in view.claims)
        key = "flash.all_marked" if every else "flash.verdict"
        self.tell(say(key, number=claim, verdict=verdict_said(verdict)))
        return True

    def correct(self, answer: str) -> None:
        """Keep a corrected answer to the item at hand until it is submitted; empty: none."""
        self._keep_text(self.corrected, answer)

    def comment(self, note: str) -> None:
        """Keep a comment on the item at hand for the decision on it; empty: none."""
        self._keep_text(self.notes, note)

    # The judge ----------------------------------------------------------------------------------

    def reveal(self) -> None:
        """Show the judge, or hide it from here on; while a first word is due it stays hidden."""
        view = self.view
        if view is None or self.busy:
            return self.tell(say("flash.busy" if self.busy else "flash.no_item"))
        if self.word_due and self.drawn:
            return self.tell(say("flash.word_first"))
        hide = not view.hidden
        self.blinding = replace(self.blinding, asked=hide)
        if hide:
            self.judge_shown.discard(view.item_id)
        else:
            self.judge_shown.add(view.item_id)
        return self._look(say("flash.judge_hidden" if hide else "flash.judge_shown"))

    def _look(self, flash: str) -> None:
        view, eyes = self.view, self.eyes
        assert view is not None
        item_id = view.item_id
        self._submit(
            lambda queue: look_again(queue, eyes, item_id), lambda laid: self._lay(laid, flash)
        )

    def _say_first(
        self, view: ItemView, action: Action, labels: tuple[dict[str, object], ...] = ()
    ) -> None:
        """Store a first word, then show the judge in the same place."""
        self.judge_shown.add(view.item_id)
        eyes, item_id = self.eyes, view.item_id
        seen = Seen(view.evaluation_hash, tuple(sorted(self.evidence_seen)), judge="hidden")
        word = Decision(action, self.reviewer, uuid.uuid4().hex, labels=labels, seen=seen)

        def done(laid: Laid) -> None:
            said, key = say(f"decision.{action}"), say(f"flash.keep_{action}")
            self._lay(laid, say("flash.first_word", action=said, keep=key))

        def failed(error: AdjudgeError) -> None:
            if isinstance(error, DecisionError):  # it was said, or decided, elsewhere
                self.open(item_id, self.said(error))
            else:
                self.tell(self.said(error), alarm=True)

        self._submit(lambda queue: first_word(queue, eyes, view, word), done, failed)

    def open(self, item_id: int, flash: str = "") -> None:
        """Put one item on the desk; `flash` says why."""
        raise NotImplementedError

    # Inside -------------------------------------------------------------------------------------

    def _deciding(self) -> ItemView | None:
        """The item if it can be decided now; else the reason has been said."""
        if self.busy:
            self.tell(say("flash.busy"))
        elif self.view is None:
            self.tell(say("flash.no_item"))
        elif self.can_decide:
            return self.view
        elif self.view.state == "decided" and self.view.action:
            action = say(f"decision.{self.view.action}")
            self.tell(say("flash.readonly_decided", action=action))
        else:
            self.tell(say("flash.readonly", why=self.problem or say("place.readonly")))
        return None

    def _keep_text(self, kind: dict[int, str], text: str) -> None:
        if self.view is None:
            return
        if text.strip():
            kind[self.view.item_id] = text.strip()
        else:
            kind.pop(self.view.item_id, None)
        self._changed(self.view)

    def _changed(self, view: ItemView) -> None:
        self._warned = False
        self.submitted.discard(view.item_id)
        self.keep()
