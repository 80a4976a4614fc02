"""What a reviewer says about an item before it is decided: marks, a better answer, a comment, the
first word; and the judge that comes after it. Free of Textual.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Final

from adjudge_engine.errors import AdjudgeError, DecisionError
from adjudge_queue.records import Action, Decision, Seen
from adjudge_tui.desk.holding import Holding
from adjudge_tui.desk.labels import Written, several
from adjudge_tui.desk.laying import Laid, first_word, look_again
from adjudge_tui.desk.said import verdict_said
from adjudge_tui.desk.views import ItemView
from adjudge_tui.display import cut, one_line
from adjudge_tui.wording.strings import say

_LONGEST_LINE: Final = 1_000  # characters of an answer that one edits on one line


def to_correct(answer: str, own: str) -> str:
    """What a corrected answer begins as: one's own, else the answer, where a line can hold it."""
    text = answer.strip()
    return own or ("" if "\n" in text or len(text) > _LONGEST_LINE else text)


def is_as_it_was(answer: str, corrected: str) -> bool:
    """Whether nothing has been corrected."""
    return corrected.strip() == answer.strip()


class Drafting(Holding):
    """The part of a sitting that drafts."""

    __slots__ = ()

    def mark(self, claim: int, verdict: str) -> bool:
        """Give claim number `claim` (from 1) a verdict of one's own; True if it was taken."""
        view = self._deciding()
        if view is None:
            return False
        marks, name = self.drafts.setdefault(view.item_id, {}), view.claims[claim - 1].id
        before = marks.get(name)
        if before != verdict:
            self.marked.append((name, before))
        elif all(made != name for made, _ in self.marked):  # of an earlier sitting, and made again
            self.marked.append((name, None))
        marks[name] = verdict
        self._changed(view)
        every = all(one.id in self.marks for one in view.claims)
        key = "flash.all_marked" if every else "flash.verdict"
        self.tell(say(key, number=claim, verdict=verdict_said(verdict)))
        return True

    def correct(self, answer: str) -> None:
        """Keep a corrected answer to the item at hand until it is submitted; empty, or the answer
        as it is: none.
        """
        same = self.view is not None and is_as_it_was(self.view.answer, answer)
        self._keep_text(self.corrected, "" if same else answer)

    def comment(self, note: str) -> None:
        """Keep a comment on the item at hand for the decision on it; empty: none."""
        self._keep_text(self.notes, note)

    def omit(self, text: str) -> None:
        """Keep what the answer leaves out, with semicolons between; empty: nothing."""
        if self.view is None:
            return
        found = several(text)
        if found:
            self.missing[self.view.item_id] = found
        else:
            self.missing.pop(self.view.item_id, None)
        self._changed(self.view)

    def value(self, criteria: str) -> None:
        """Keep a line of criteria (`relevance=4; tone=poor`), checked already; empty: none."""
        self._keep_text(self.criteria, criteria)

    def reason(self, code: str) -> None:
        """Keep a reason for a relabel of the item at hand; the same one again takes it away."""
        if self.view is None:
            return
        codes = dict.fromkeys(self.coded)
        if code in codes:
            del codes[code]
        else:
            codes[code] = None
        self.codes[self.view.item_id] = tuple(codes)
        self._changed(self.view)

    @property
    def coded(self) -> tuple[str, ...]:
        """The reasons kept for a relabel of the item at hand."""
        return self.codes.get(self.view.item_id, ()) if self.view else ()

    @property
    def valued(self) -> str:
        """The line of criteria on the item at hand."""
        return self.criteria.get(self.view.item_id, "") if self.view else ""

    @property
    def written(self) -> bool:
        """Whether something is written that is a label by itself, whatever the claims."""
        return bool(self.omitted or self.valued)

    @property
    def written_labels(self) -> tuple[dict[str, object], ...]:
        """The labels of what is written."""
        return Written(self.omitted, self.valued).labels(self.reviewer)

    @property
    def omitted(self) -> tuple[str, ...]:
        """What one has named as missing from the answer at hand."""
        return self.missing.get(self.view.item_id, ()) if self.view else ()

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
            said = say(f"decision.{action}")
            key = self.key_names.get(action) or say(f"flash.keep_{action}")
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
        why = self.undecidable
        if why:
            self.tell(why)
        return None if why else self.view

    def may_decide(self) -> bool:
        """Whether the item at hand can be decided now; else the reason has been said."""
        return self._deciding() is not None

    @property
    def undecidable(self) -> str:
        """Why nothing can be decided now, in a sentence; empty where it can."""
        if self.view is None or self.busy:
            return say("flash.busy" if self.busy else "flash.no_item")
        if self.view.purged:
            return say("purged.why")
        if self.can_decide:
            return ""
        if self.view.state == "decided" and self.view.action:
            action, who = say(f"decision.{self.view.action}"), self.view.decided_by
            if who is not None and who != one_line(self.reviewer):
                return say("flash.readonly_by", action=action, who=cut(who, 30))
            return say("flash.readonly_decided", action=action)
        return say("flash.readonly", why=self.problem or say("place.readonly"))

    def may_put_off(self) -> bool:
        """Whether the item waits for somebody, and so can be handed on; else that was said."""
        view = self._deciding()
        if view is not None and view.settled:
            self.tell(say("flash.waits_for_nobody"))
        return view is not None and not view.settled

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
