"""A sitting at the desk: the item at hand, marks, unsent decisions; free of Textual.

Every change goes through one ordered writer thread. What is on the screen changes only when the
outcome is back, so nothing is shown as done that is not in the file.
"""

from __future__ import annotations

import time
import uuid
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from adjudge_engine.errors import AdjudgeError, DecisionError
from adjudge_queue.records import Action, Counts, Decision, Filter, Seen
from adjudge_tui.display import one_line
from adjudge_tui.labels import contradiction, derive_value, label_record
from adjudge_tui.laying import LEASE_SECONDS, Laid, Unsent, take, take_next, write
from adjudge_tui.said import verdict_said
from adjudge_tui.state import ItemView
from adjudge_tui.strings import say
from adjudge_tui.writer import Post, QueueThread

if TYPE_CHECKING:
    from adjudge_queue import Queue

HEARTBEAT_SECONDS = LEASE_SECONDS / 3


@dataclass(slots=True)
class Session:
    """One reviewer at one file. `show` is called whenever something to be seen has changed."""

    path: Path
    reviewer: str
    where: Filter | None
    post: Post
    show: Callable[[], None]
    view: ItemView | None = None
    held: bool = False
    loaded: bool = False
    counts: Counts = field(default_factory=Counts)
    flash: str = ""
    alarm: bool = False
    problem: str = ""
    drafts: dict[int, dict[str, str]] = field(default_factory=dict)
    unsent: dict[int, Unsent] = field(default_factory=dict)
    mine: int = 0
    skipped: int = 0
    snapshot: array[int] | None = None
    evidence_seen: set[str] = field(default_factory=set)
    writer: QueueThread = field(init=False)
    reader: QueueThread = field(init=False)
    _busy: bool = False
    _shown_at: float = 0.0
    _warned: bool = False

    def __post_init__(self) -> None:
        self.writer = QueueThread(self.path, self.post)
        self.reader = QueueThread(self.path, self.post, readonly=True)

    # What the screen asks -------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        """Nothing is on its way to or from the file."""
        return self.writer.idle and self.reader.idle

    @property
    def marks(self) -> dict[str, str]:
        """The reviewer's verdicts on the claims of the item at hand, by claim id."""
        return self.drafts.get(self.view.item_id, {}) if self.view else {}

    @property
    def can_decide(self) -> bool:
        """The item at hand is held and open, and no decision is on its way."""
        return self.view is not None and (self.held or self.view.settled) and not self._busy

    @property
    def place(self) -> int | None:
        """Where the item stands in the list, from 1; None while unknown."""
        if self.view is None or self.snapshot is None:
            return None
        try:
            return self.snapshot.index(self.view.item_id) + 1
        except ValueError:
            return None

    def tell(self, text: str, *, alarm: bool = False) -> None:
        """Show one line, until the next thing happens."""
        self.flash, self.alarm = text, alarm
        self.show()

    # Moving ---------------------------------------------------------------------------------

    def start(self) -> None:
        """Take the first item and, beside it, read the list's order."""
        self.next()
        self.read_list()

    def read_list(self) -> None:
        """Take a new snapshot of the list; it does not move while one reviews."""

        def done(ids: array[int]) -> None:
            self.snapshot = ids
            self.show()

        self.reader.submit(lambda queue: queue.ids(self.where), done, lambda _error: None)

    def next(self) -> None:
        """Put the next item on the desk."""
        if not self._busy:
            leaving = self._leaving()
            self._submit(lambda queue: take_next(queue, self.reviewer, self.where, leaving, None))

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

    def open(self, item_id: int) -> None:
        """Put one item on the desk: to decide if it is open and free, else to read."""
        if self._busy:
            return
        leaving = self._leaving() if self.view and self.view.item_id != item_id else None
        self._submit(lambda queue: take(queue, self.reviewer, item_id, leaving))

    # Marking and deciding ---------------------------------------------------------------------

    def mark(self, claim: int, verdict: str) -> bool:
        """Give claim number `claim` (from 1) a verdict of one's own; True if it was taken."""
        view = self._deciding()
        if view is None:
            return False
        self.drafts.setdefault(view.item_id, {})[view.claims[claim - 1].id] = verdict
        self._warned = False
        every = all(one.id in self.marks for one in view.claims)
        key = "flash.all_marked" if every else "flash.verdict"
        self.tell(say(key, number=claim, verdict=verdict_said(verdict)))
        return True

    def approve(self, note: str | None = None) -> bool:
        """Approve and go on. False if the policy's block first needs a reason (`note`)."""
        view = self._deciding()
        if view is None:
            return True
        against = contradiction(view, self.marks)
        if against is not None:
            word = verdict_said(against[1]).word
            self.tell(say("flash.contradicts", number=against[0], verdict=word), alarm=True)
            return True
        if view.route == "block" and not note:
            self.tell(say("flash.withheld"))
            return False
        self._decide("approve", note=note)
        return True

    def block(self) -> None:
        """Block and go on."""
        if self._deciding() is not None:
            self._decide("block")

    def skip(self) -> None:
        """Give the item back undecided; it is not offered again. What nobody holds is just left."""
        view = self._deciding()
        if view is not None and self.held:
            self._decide("skip")
        elif view is not None:
            self.next()

    def relabel(self) -> bool:
        """Submit the marked claims; False where they do not settle the label."""
        view = self._deciding()
        if view is None:
            return True
        value = derive_value(view, self.marks)
        if value is None:
            return False
        self.relabel_as(value)
        return True

    def relabel_as(self, value: str | None, corrected: str | None = None) -> None:
        """Submit a `faithfulness` label; None is undetermined. `corrected` is a better answer."""
        view = self._deciding()
        if view is not None:
            label = label_record(view, self.marks, value, self.reviewer)
            self._decide("relabel", labels=(label,), corrected=corrected or None)

    def undo(self) -> None:
        """Take back the decision on the item shown, else one's last; that item comes back."""
        if self._busy:
            return
        shown = self.view
        item_id = shown.item_id if shown and shown.state == "decided" else None
        leaving = self._leaving()

        def job(queue: Queue) -> Laid:
            decided = queue.undo(self.reviewer, item_id=item_id)
            other = leaving if leaving != decided.item_id else None
            return take(queue, self.reviewer, decided.item_id, other, decided)

        def done(laid: Laid) -> None:
            self.mine = max(0, self.mine - 1)
            case = one_line(laid.decided.case_id) if laid.decided else ""
            self._lay(laid, say("flash.undone_bare", case=case))

        self._submit(job, done)

    def retry(self) -> None:
        """Write the oldest decision that could not be written; with an empty desk, begin again."""
        if not self.unsent:
            return self.tell(say("flash.nothing_unsent")) if self.view else self.start()
        if self._busy:
            return None
        first = next(iter(self.unsent.values()))
        return self._send(first, again=True)

    def heartbeat(self) -> None:
        """Prolong the lease on the item at hand."""
        view = self.view
        if view is None or not self.held or self._busy:
            return

        def failed(error: AdjudgeError) -> None:
            if self.view is view and isinstance(error, DecisionError):
                self.held = False
            self.tell(say("flash.problem", problem=one_line(error.message)), alarm=True)

        self.writer.submit(
            lambda queue: queue.renew(view.item_id, self.reviewer, lease_seconds=LEASE_SECONDS),
            lambda _until: None,
            failed,
        )

    def may_quit(self) -> bool:
        """False once if something unsent would be lost: it has then been said."""
        if self._warned:
            return True
        self._warned = True
        if self.unsent:
            self.tell(say("flash.unsent_quit", count=_some("decision", self.unsent)), alarm=True)
            return False
        if self.marks and self.held:
            self.tell(say("flash.drafts_quit", count=_some("mark", self.marks)), alarm=True)
            return False
        return True

    def close(self) -> None:
        """Give the item back and let both threads finish."""
        item_id = self._leaving()
        if item_id is None:
            self.writer.close()
        else:
            self.writer.close(lambda queue: queue.release(item_id, self.reviewer))
        self.reader.close()

    # Inside -----------------------------------------------------------------------------------

    def _leaving(self) -> int | None:
        return self.view.item_id if self.view and self.held else None

    def _deciding(self) -> ItemView | None:
        """The item if it can be decided now; else the reason has been said."""
        if self._busy:
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

    def _decide(
        self,
        action: Action,
        *,
        note: str | None = None,
        labels: tuple[dict[str, object], ...] = (),
        corrected: str | None = None,
    ) -> None:
        view = self.view
        assert view is not None
        decision = Decision(
            action=action,
            reviewer=self.reviewer,
            key=uuid.uuid4().hex,
            labels=labels,
            corrected_answer=corrected,
            note=note,
            seconds=round(time.monotonic() - self._shown_at, 1),
            seen=Seen(view.evaluation_hash, tuple(sorted(self.evidence_seen))),
        )
        self._send(Unsent(view.item_id, view.case_id, decision))

    def _send(self, unsent: Unsent, *, again: bool = False) -> None:
        leaving = self._leaving()

        def job(queue: Queue) -> Laid:
            decided = write(queue, self.reviewer, unsent, again=again)
            other = leaving if leaving != unsent.item_id else None
            return take_next(queue, self.reviewer, self.where, other, decided)

        def done(laid: Laid) -> None:
            self.unsent.pop(unsent.item_id, None)
            if unsent.decision.action == "skip":
                self.skipped += 1
            else:
                self.mine += 1
            word = say(f"decision.{unsent.decision.action}")
            self._lay(laid, say("flash.done", action=word, case=unsent.case_id))

        def failed(error: AdjudgeError) -> None:
            problem = one_line(error.message)
            if again and isinstance(error, DecisionError):
                self.unsent.pop(unsent.item_id, None)
                return self.tell(say("flash.dropped", problem=problem), alarm=True)
            self.unsent[unsent.item_id] = unsent
            return self.tell(say("flash.unsaved", problem=problem), alarm=True)

        self._submit(job, done, failed)

    def _submit(
        self,
        job: Callable[[Queue], Laid],
        done: Callable[[Laid], None] | None = None,
        failed: Callable[[AdjudgeError], None] | None = None,
    ) -> None:
        self._busy, self._warned = True, False

        def on_done(laid: Laid) -> None:
            self._busy = False
            (done or self._lay)(laid)

        def on_failed(error: AdjudgeError) -> None:
            self._busy = False
            self.problem = one_line(error.message)
            if failed is not None:
                return failed(error)
            return self.tell(say("flash.problem", problem=self.problem), alarm=True)

        self.writer.submit(job, on_done, on_failed)

    def _lay(self, laid: Laid, flash: str = "") -> None:
        """Put what came back on the desk."""
        self.view, self.held, self.counts = laid.view, laid.held, laid.counts
        self.problem, self.loaded = laid.problem, True
        self.evidence_seen.clear()
        self._shown_at = time.monotonic()
        self.flash, self.alarm = flash or laid.problem, False
        self.show()


def _some(what: str, things: object) -> str:
    count = len(things)  # type: ignore[arg-type]
    if what == "mark":
        return say("flash.mark") if count == 1 else say("flash.marks", count=count)
    return say("flash.decision") if count == 1 else say("flash.decisions", count=count)
