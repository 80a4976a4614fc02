"""What a lead looks up in the audit: lists, one thing in full, whether the chain holds.

Free of Textual. Short reads go through the sitting's reader. Checking the chain, a proof and the
figures, which read everything, go through a read-only thread of their own, so that lists stay
quick; the first two compute in another process.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar

from adjudge_engine.errors import AdjudgeError
from adjudge_queue.records import Verification
from adjudge_tui.desk.doc import Doc, DocBuilder
from adjudge_tui.desk.writer import QueueThread
from adjudge_tui.display import one_line
from adjudge_tui.leading.audit_events import event_doc, read_events
from adjudge_tui.leading.audit_lists import event_numbers, proof_doc, read_stale, stale_items
from adjudge_tui.leading.chain_check import Checker
from adjudge_tui.leading.figures_doc import figures_doc
from adjudge_tui.leading.reviewer_figures import ReviewerFigures, read_figures
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_queue import Queue
    from adjudge_tui.desk.session import Session

T = TypeVar("T")
_TELL_SECONDS: Final = 0.1


@dataclass(slots=True)
class Chain:
    """What is known of the chain: nothing, that it is looked at, a finding, or why there is none.

    Only a finding without problems is a pass.
    """

    found: Verification | None = None
    checking: bool = False
    done: int = 0
    count: int = 0
    problem: str = ""
    newest: int = 0  # the number of the last event that is known

    def said(self) -> tuple[str, str]:
        """In one line, and its tone."""
        if self.checking:
            return say("chain.checking", done=f"{self.done:,}", count=f"{self.count:,}"), "warn"
        if self.problem:
            return say("chain.failed", problem=self.problem), "warn"
        if self.found is None:
            return say("chain.unchecked"), "muted"
        if self.found.ok and self.newest > self.found.events:
            since = self.newest - self.found.events
            return say("chain.whole_so_far", count=f"{self.found.events:,}", since=since), "warn"
        if self.found.ok:
            return say("chain.whole", count=f"{self.found.events:,}"), "good"
        return say("chain.broken", problem=one_line(self.found.problems[0])), "bad"


@dataclass(slots=True)
class Auditing:
    """The list at hand (`part`: events, stale or figures), and what is open in full.

    `of` is the item whose events alone are listed. `show` is called when something has changed.
    """

    session: Session
    show: Callable[[], None]
    part: str = "events"
    of: int | None = None
    numbers: Sequence[int] | None = None
    whole: str = ""  # what stands in the place of the list: event, proof, chain, or nothing
    doc: Doc | None = None
    seq: int = 0
    chain: Chain = field(default_factory=Chain)
    problem: str = ""
    flash: str = ""
    _drawn: dict[int, bool] = field(default_factory=dict)  # the sitting's reader's alone
    _drawn_slow: dict[int, bool] = field(default_factory=dict)  # the slow thread's alone
    _slow: QueueThread | None = None
    _apart: Checker = field(default_factory=Checker)
    _asked: int = 0

    # Lists --------------------------------------------------------------------------------------

    def read(self, part: str, of: int | None = None) -> None:
        """List the events (of one item, or all), or stale decisions, or show the figures."""
        self.part, self.of, self.numbers = part, of, None
        self.whole, self.doc, self.problem, self.flash = "", None, "", ""
        self._asked += 1
        if part == "figures":
            return self._read_figures()
        asked, viewer = self._asked, self.session.reviewer

        def done(numbers: Sequence[int]) -> None:
            if asked == self._asked:
                self.numbers = numbers
                if part == "events" and of is None:
                    self.chain.newest = len(numbers)
                self.show()

        def job(queue: Queue) -> Sequence[int]:
            return stale_items(queue) if part == "stale" else event_numbers(queue, of, viewer)

        self.session.reader.submit(job, done, self._failed)
        return self.show()

    def rows(self, numbers: Sequence[int], done: Callable[[Mapping[int, Any]], None]) -> None:
        """The rows of a page of the list at hand."""
        eyes, of, drawn = self.session.eyes, self.of, self._drawn

        def job(queue: Queue) -> Mapping[int, Any]:
            if self.part == "stale":
                return read_stale(queue, eyes, numbers, drawn)
            return read_events(queue, eyes, numbers, of, drawn)

        self.session.reader.submit(job, done, self._failed)

    def _read_figures(self) -> None:
        asked, reviewer = self._asked, self.session.reviewer

        def done(found: ReviewerFigures) -> None:
            if asked == self._asked:
                self.doc = figures_doc(found, judge=self.tells_judge)
                self.show()

        self._submit_slow(lambda queue: read_figures(queue, reviewer), done, self._failed)
        self.show()

    @property
    def tells_judge(self) -> bool:
        """Whether figures on the judge may be shown: not while it is hidden from the item at hand,
        and not in a sitting where every item is blind.
        """
        view = self.session.view
        return not (self.session.blinding.all or (view is not None and view.hidden))

    # One thing in full --------------------------------------------------------------------------

    def open_event(self, seq: int) -> None:
        """Show an event whole."""
        eyes, drawn = self.session.eyes, self._drawn
        self.seq = seq
        self._open("event", self.session.reader, lambda queue: event_doc(queue, eyes, seq, drawn))

    def open_proof(self, item_id: int) -> None:
        """Show the proof of an item, which checks the whole chain."""
        eyes, drawn = self.session.eyes, self._drawn_slow
        self._open("proof", None, lambda queue: proof_doc(queue, eyes, item_id, drawn, self._apart))

    def open_chain(self) -> None:
        """Show what the check of the chain found, whole."""
        found, out = self.chain.found, DocBuilder()
        text, tone = self.chain.said()
        out.line(text, tone)
        if found is not None:
            out.line()
            out.line(say("chain.head", head=found.head or "–"), "muted")
            out.line(say("chain.against_itself"), "muted")
            for problem in found.problems:
                out.line(f"✗ {one_line(problem)}")
        self.whole, self.doc, self.flash = "chain", out.build(), ""
        self.show()

    def _open(self, whole: str, thread: QueueThread | None, job: Callable[[Queue], Doc]) -> None:
        self.whole, self.doc, self.problem, self.flash = whole, None, "", ""
        self._asked += 1
        asked = self._asked

        def done(doc: Doc) -> None:
            if asked == self._asked:
                self.doc = doc
                self.show()

        def failed(error: AdjudgeError) -> None:
            if asked == self._asked:
                self._failed(error)

        if thread is None:
            self._submit_slow(job, done, failed)
        else:
            thread.submit(job, done, failed)
        self.show()

    def close_whole(self) -> bool:
        """Back to the list; False if it is there already."""
        if not self.whole:
            return False
        self.whole, self.doc, self.problem, self.flash = "", None, "", ""
        self._asked += 1
        if self.part == "figures":
            self.read("figures")
        self.show()
        return True

    # The chain ----------------------------------------------------------------------------------

    def verify(self) -> None:
        """Check the whole trail on the slow thread; how far that is is told as it goes."""
        if self.chain.checking:
            return
        self.chain = Chain(checking=True)

        def job(_queue: object) -> Verification:
            return self._apart.verify(self.session.path, self._teller())

        def done(found: Verification) -> None:
            self.chain = Chain(found=found)
            if not found.ok:
                self.open_chain()
            self.show()

        def failed(error: AdjudgeError) -> None:
            self.chain = Chain(problem=self.session.said(error))
            self.show()

        self._submit_slow(job, done, failed)
        self.show()

    def _teller(self) -> Callable[[int, int], None]:
        """Tells the interface now and then which event was checked last."""
        told = time.monotonic()

        def tell(seq: int, count: int) -> None:
            nonlocal told
            if time.monotonic() - told >= _TELL_SECONDS:
                told = time.monotonic()
                self.session.post(lambda: self._progress(seq, count))

        return tell

    def _progress(self, seq: int, count: int) -> None:
        if self.chain.checking:
            self.chain.done, self.chain.count = seq, count
            self.show()

    # Inside -------------------------------------------------------------------------------------

    @property
    def idle(self) -> bool:
        """Nothing is on its way from the slow thread."""
        return self._slow is None or self._slow.idle

    def collect(self) -> None:
        """Take in what came back unnoticed from the slow thread."""
        if self._slow is not None:
            self._slow.collect()

    def close(self) -> None:
        """End what is computed apart, and the slow thread, without waiting for them."""
        self._apart.close()
        if self._slow is not None:
            threading.Thread(target=self._slow.close, daemon=True).start()

    def tell(self, text: str) -> None:
        """Show one line, until the next thing happens."""
        self.flash = text
        self.show()

    def _failed(self, error: AdjudgeError) -> None:
        self.problem = self.session.said(error)
        self.show()

    def _submit_slow(
        self,
        job: Callable[[Queue], T],
        done: Callable[[T], None],
        failed: Callable[[AdjudgeError], None],
    ) -> None:
        if self._slow is None:
            self._slow = QueueThread(self.session.path, self.session.post, readonly=True)
        self._slow.submit(job, done, failed)
