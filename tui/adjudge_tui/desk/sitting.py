"""What a sitting holds, and how its jobs go to the file and come back; free of Textual.

Every change goes through one ordered writer thread. What is on the screen changes only when the
outcome is back, so nothing is shown as done that is not in the file.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from adjudge_engine.errors import AdjudgeError
from adjudge_queue.records import REASON_CODES, Counts, Filter
from adjudge_tui.desk.ahead import call_ahead
from adjudge_tui.desk.blinding import Blinding, Eyes
from adjudge_tui.desk.keeping import Keeper, Kept, filter_kept
from adjudge_tui.desk.laying import LEASE_SECONDS, Laid, Ready, Taking, Unsent
from adjudge_tui.desk.restoring import collected, not_submitted, restore
from adjudge_tui.desk.said import problem_said
from adjudge_tui.desk.views import ItemView
from adjudge_tui.desk.writer import Post, QueueThread
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_queue import Queue

HEARTBEAT_SECONDS: Final = LEASE_SECONDS / 3
#: How often the interface calls `tick`.
TICK_SECONDS: Final = 0.5
_SLOW_SECONDS: Final = 0.3  # a job that takes longer is said to be under way


@dataclass(slots=True)
class Sitting:
    """One reviewer at one file. `show` is called whenever something to be seen has changed.

    `drafts`, `corrected`, `notes`, `missing`, `criteria` and `codes` hold, by item, verdicts on
    claims, a better answer, a comment, what the answer leaves out, values of criteria and reasons
    that have been made but not submitted; those of a decided item stay, so that an undo brings
    them back. `reasons` are the codes that are offered for a block, `blocked` is the block to which
    one may still be added, `key_names` has one's own keys by action. `kept` is what was read from
    and goes to the keeper's file.
    `ahead_hits` counts the items whose view was there before they were asked for.
    `decided_here` and `skipped_here` hold the items on which a word of this sitting stands;
    `listed` is the filter of the list that one walks along, `where` that of what is offered.
    """

    path: Path
    reviewer: str
    where: Filter | None
    post: Post
    show: Callable[[], None]
    view: ItemView | None = None
    held: bool = False
    #: What the writer's thread took last: the desk may be left before it has heard of that.
    taken: int | None = None
    loaded: bool = False
    counts: Counts = field(default_factory=Counts)
    flash: str = ""
    alarm: bool = False
    problem: str = ""
    blinding: Blinding = field(default_factory=Blinding)
    keeper: Keeper = field(default_factory=Keeper)
    kept: Kept = field(init=False)
    word_due: bool = False
    drawn: bool = False
    judge_seen: set[int] = field(default_factory=set)
    judge_shown: set[int] = field(default_factory=set)
    drafts: dict[int, dict[str, str]] = field(default_factory=dict)
    corrected: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    missing: dict[int, tuple[str, ...]] = field(default_factory=dict)
    criteria: dict[int, str] = field(default_factory=dict)
    codes: dict[int, tuple[str, ...]] = field(default_factory=dict)
    reasons: tuple[str, ...] = REASON_CODES
    reason_demanded: bool = False
    key_names: dict[str, str] = field(default_factory=dict)
    blocked: Unsent | None = None
    submitted: set[int] = field(default_factory=set)
    unsent: dict[int, Unsent] = field(default_factory=dict)
    decided_here: set[int] = field(default_factory=set)
    skipped_here: set[int] = field(default_factory=set)
    listed: Filter | None = None
    snapshot: Sequence[int] | None = None
    evidence_seen: set[str] = field(default_factory=set)
    repeat_seconds: float = 0.15
    writer: QueueThread = field(init=False)
    reader: QueueThread = field(init=False)
    busy: bool = False
    _busy_since: float = 0.0
    _shown_at: float = 0.0
    _warned: bool = False
    _last_key: tuple[str, float] = ("", 0.0)
    #: Marks made since the item came on the desk: the claim's id, what it had before.
    marked: list[tuple[str, str | None]] = field(default_factory=list)
    ahead_hits: int = 0
    _told_unkept: bool = False
    ahead: dict[int, Ready] = field(default_factory=dict)
    evaluations: dict[int, str] = field(default_factory=dict)
    _drawn: dict[int, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.writer = QueueThread(self.path, self.post)
        self.reader = QueueThread(self.path, self.post, readonly=True)
        self.listed = self.where
        self.kept = self.keeper.read()
        if self.where in (None, Filter()):
            self.listed = filter_kept(self.kept.listed)
        self.unsent.update(self.kept.unsent)

    # What the screen asks -------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        """Nothing is on its way to or from the file."""
        return self.writer.idle and self.reader.idle

    @property
    def slow(self) -> bool:
        """A job has been on its way for longer than one notices."""
        return self.busy and time.monotonic() - self._busy_since > _SLOW_SECONDS

    @property
    def marks(self) -> dict[str, str]:
        """The reviewer's verdicts on the claims of the item at hand, by claim id."""
        return self.drafts.get(self.view.item_id, {}) if self.view else {}

    @property
    def can_decide(self) -> bool:
        """The item at hand is held and open, and no decision is on its way."""
        if self.view is None or self.view.purged or self.busy:
            return False
        return self.held or self.view.settled

    @property
    def eyes(self) -> Eyes:
        """Who looks, and what they have seen so far."""
        seen, shown = frozenset(self.judge_seen), frozenset(self.judge_shown)
        return Eyes(self.reviewer, self.blinding, seen, shown)

    @property
    def taking(self) -> Taking:
        """How items are taken now."""
        return Taking(self.eyes, self.where, self.ahead)

    @property
    def mine(self) -> int:
        """How many items one has decided in this sitting and not taken back."""
        return len(self.decided_here)

    @property
    def skipped(self) -> int:
        """How many items one has skipped in this sitting and neither taken back nor decided."""
        return len(self.skipped_here - self.decided_here)

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

    # The clock --------------------------------------------------------------------------------

    def tick(self) -> None:
        """Take in what came back unnoticed, try a failed list again, say that a job is slow."""
        self.writer.collect()
        self.reader.collect()
        if self.loaded and self.snapshot is None and self.reader.idle:
            self.read_list()
        if self.keeper.failed and not self._told_unkept:
            self._told_unkept = True
            self.tell(say("flash.not_kept"), alarm=True)
        elif self.slow:
            self.show()

    def read_list(self) -> None:
        """Take a new snapshot of the list."""
        raise NotImplementedError

    # What outlives the sitting ----------------------------------------------------------------

    def keep(self) -> None:
        """Hand what must survive to the keeper."""
        self.keeper.keep(collected(self))

    # Leaving ------------------------------------------------------------------------------------

    def may_quit(self) -> bool:
        """False once if something unsent would be lost, or is not in the queue yet: it is said.

        What is drafted comes back next time where it can be kept.
        """
        if self._warned:
            return True
        self._warned = True
        if self.unsent:
            count = len(self.unsent)
            what = say("flash.decision") if count == 1 else say("flash.decisions", count=count)
            self.tell(say("flash.unsent_quit", count=what), alarm=True)
            return False
        left = "" if self.keeper.keeps else not_submitted(self)
        if left:
            self.tell(say("flash.drafts_quit", what=left), alarm=True)
        return not left

    def close(self) -> None:
        """Give the item back and let both threads finish."""
        self.keep()
        self.keeper.close()
        self.reader.close()  # first: the last to close a file tidies up, which a reader may not
        self.writer.close(self._give_back)

    def _give_back(self, queue: Queue) -> bool:
        """The item that was taken last; in the writer's thread, after all that waits there."""
        item_id = self.taken
        return item_id is not None and queue.release(item_id, self.reviewer)

    # Jobs ---------------------------------------------------------------------------------------

    def said(self, error: AdjudgeError) -> str:
        """An error in one short line."""
        return problem_said(error, self.path)

    def _leaving(self) -> int | None:
        return self.view.item_id if self.view and self.held else None

    def _submit(
        self,
        job: Callable[[Queue], Laid],
        done: Callable[[Laid], None] | None = None,
        failed: Callable[[AdjudgeError], None] | None = None,
    ) -> None:
        self.busy, self._warned = True, False
        self._busy_since = time.monotonic()

        def noted(queue: Queue) -> Laid:
            laid = job(queue)
            self.taken = laid.view.item_id if laid.view and laid.held else None
            return laid

        def on_done(laid: Laid) -> None:
            self.busy = False
            (done or self._lay)(laid)

        def on_failed(error: AdjudgeError) -> None:
            self.busy = False
            self.problem = self.said(error)
            if failed is not None:
                return failed(error)
            # An empty desk says what the problem is in full.
            return self.tell(self.problem if self.view else "", alarm=True)

        self.writer.submit(noted, on_done, on_failed)

    def _lay(self, laid: Laid, flash: str = "", *, alarm: bool = False) -> None:
        """Put what came back on the desk."""
        before, view = self.view, laid.view
        self.view, self.held, self.counts = view, laid.held, laid.counts
        self.problem, self.loaded = laid.problem, True
        self.word_due, self.drawn = laid.word_due, laid.drawn
        self.ahead_hits += laid.ready
        if view is None or not view.is_of_same(before):
            self.evidence_seen.clear()
            self.marked = []
            self._shown_at = time.monotonic()
        if view is not None:
            if not view.hidden:
                self.judge_seen.add(view.item_id)
                self.judge_shown.add(view.item_id)
            restore(self, view)
        self.flash, self.alarm = flash or laid.problem, alarm
        self.show()
        self.keep()
        call_ahead(self)
