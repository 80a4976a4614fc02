"""The review screen: one item, everything about it in sight, one key per decision."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize

from adjudge_queue.records import Filter
from adjudge_tui.desk.blinding import Blinding
from adjudge_tui.desk.doc import Doc
from adjudge_tui.desk.finding import Hits
from adjudge_tui.desk.gate_bar import gate_line
from adjudge_tui.desk.keeping import Keeper
from adjudge_tui.desk.keys import ENDED, LOCKED, REVIEW, Key, bindings
from adjudge_tui.desk.live import WATCH_SECONDS, Live
from adjudge_tui.desk.session import Session
from adjudge_tui.desk.sitting import HEARTBEAT_SECONDS, TICK_SECONDS
from adjudge_tui.desk.state import answer_doc, first_doubt
from adjudge_tui.desk.views import ItemView
from adjudge_tui.screens.base import TONES, DeskScreen, outdated
from adjudge_tui.screens.handing import Handing
from adjudge_tui.screens.opening import OpensLeading
from adjudge_tui.screens.overview import end_text, place_pieces
from adjudge_tui.screens.pointing import PANES, Pointing
from adjudge_tui.screens.reaching import Reaching
from adjudge_tui.screens.relabel import Relabel
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.rail import ClaimRail
from adjudge_tui.widgets.spanview import SpanView
from adjudge_tui.wording.strings import say


class ReviewScreen(Pointing, Relabel, Handing, Reaching, OpensLeading, DeskScreen):
    """Question, answer, claims, evidence, gates, opinions; approve, block, relabel, undo."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(REVIEW))
    KEYS = REVIEW
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-tiny"),
        (60, "-narrow"),
        (100, "-wide"),
        (160, "-huge"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (16, "-low"), (22, "-tall")]  # noqa: RUF012
    AUTO_FOCUS = "#claims"

    def __init__(
        self,
        path: Path,
        reviewer: str,
        where: Filter | None,
        *,
        blinding: Blinding | None = None,
        keeper: Keeper | None = None,
    ) -> None:
        super().__init__()
        self.session = Session(
            path,
            reviewer,
            where,
            self.post,
            self.redraw,
            blinding=blinding or Blinding(),
            keeper=keeper or Keeper(),
        )
        self.claim = 0
        self.link = 0
        self.answer_offset = 0
        self.hits = Hits()
        self.details = ""
        self._drawn: ItemView | None = None

    def compose(self) -> ComposeResult:
        """Two header lines, the panes, the last line."""
        yield Line("place")
        yield Line("gates")
        with Horizontal(id="desk"):
            with Vertical(id="left"):
                yield SpanView("answer", gutter=5, pinned=True)
                yield ClaimRail("claims")
            with Vertical(id="right"):
                yield SpanView("evidence", gutter=6, sticky=True)
        yield Line("keys")

    def on_mount(self) -> None:
        """Begin: the first item is read while the empty desk is painted."""
        self.query_one("#answer", SpanView).title(say("pane.answer"))
        if not self.session.blinding.all:
            self.judge_panes(wanted=True)
        self.session.start()
        self.set_interval(HEARTBEAT_SECONDS, self.session.heartbeat)
        self.set_interval(TICK_SECONDS, self.session.tick)
        self.set_interval(WATCH_SECONDS, Live(self.session).look)

    async def on_resize(self, event: Resize) -> None:
        """Fold and unfold with the window."""
        if outdated(self, event):
            return
        await self.fit(event.size)
        if self.too_small:
            text = say("small", width=event.size.width, height=event.size.height)
            self.pane_made("small", self).put(Doc(text))
        view = self.session.view
        if event.size.width >= 160 and not (view.hidden if view else self.session.blinding.all):
            self.show_list_beside()
        self.call_after_refresh(self._resized)

    def _resized(self) -> None:
        if not self.too_small and self.session.flash == say("flash.too_small"):
            self.session.flash = ""
        self.draw_why()
        self.draw_claim()
        self._draw_lines()

    # Drawing ------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draw what the session now holds; unchanged panes cost nothing."""
        if not self.is_mounted:
            return
        view = self.session.view
        ended = view is None and (self.session.loaded or bool(self.session.problem))
        self.set_class(ended, "-ended")
        if ended:
            self.pane_made("end", self).put(end_text(self.session))
        if view is not self._drawn:
            self._draw_item(view)
        else:
            self.draw_rail()
        self._draw_lines()

    def _draw_item(self, view: ItemView | None) -> None:
        same = view is not None and view.is_of_same(self._drawn)
        first, self._drawn = self._drawn is None, view
        if not same:  # else the judge comes or goes, in place
            self.claim, self.hits = first_doubt(view) if view else 0, Hits()
        self.link = 0
        self.close_relabel()
        self.show_details("")
        if view is None:
            return
        self.judge_panes(wanted=not view.hidden)
        if first:
            self._begin()
        doc, self.answer_offset = answer_doc(view)
        digits = len(str(len(view.claims)))  # a claim's number is never cut in the gutter
        self.query_one("#answer", SpanView).put(doc, gutter=max(5, digits + 3))
        evidence = Doc(view.evidence, view.evidence_marks)
        self.query_one("#evidence", SpanView).put(evidence, gutter=max(6, digits + 4))
        self.draw_why()
        self.follow_list(view.item_id)
        self.draw_claim()

    def _begin(self) -> None:
        """With the first item: the looks of the last sitting."""
        if self.session.kept.zoom in PANES:
            self.zoom(self.session.kept.zoom)
        painted = getattr(self.app, "first_painted", None)
        if painted is not None:
            self.call_after_refresh(painted)

    def _draw_lines(self) -> None:
        session = self.session
        self.query_one("#place", Line).put(place_pieces(session, self.size.width))
        pieces: list[tuple[str, str]] = []
        for text, tone in gate_line(session.view, self.size.width - 2) if session.view else ():
            pieces += [("   " if pieces else " ", ""), (text, TONES[tone])]
        self.query_one("#gates", Line).put(pieces)
        self.last_line(
            session.flash,
            alarm=session.alarm,
            keys=self._offered(),
            decide=session.can_decide,
            why_not=self.why_not,
        )

    def _offered(self) -> Sequence[Key]:
        """The keys for the last line: without an item only what can be done without one."""
        if self.too_small:
            return ()
        if self.session.view is not None:
            return REVIEW
        return LOCKED if self.session.problem or not self.session.loaded else ENDED

    # Deciding -----------------------------------------------------------------------------------

    def _may_decide(self) -> bool:
        if self.too_small:
            self.session.tell(say("flash.too_small"))
            return False
        return True

    def action_approve(self) -> None:
        """Approve and go on; a policy's block needs a reason first."""
        if self._may_decide() and not self.session.approve():
            self.with_note(say("prompt.note"), self._approve_with, self.session.may_decide)

    def _approve_with(self, note: str) -> None:
        if note.strip():
            self.session.approve(note.strip())
        else:
            self.session.tell(say("flash.note_needed"), alarm=True)

    def action_skip(self) -> None:
        """Give the item back."""
        if self._may_decide():
            self.session.skip()

    def action_verdict(self, verdict: str) -> None:
        """Mark the chosen claim and go to the next one."""
        view = self.session.view
        if not self._may_decide():
            return
        if view is not None and not view.claims:
            self.session.tell(say("flash.no_claims"))
        elif self.session.mark(self.claim + 1, verdict) and view is not None:
            self.choose(min(self.claim + 1, len(view.claims) - 1))

    def action_reveal(self) -> None:
        """Show the judge, or hide it from here on."""
        self.session.reveal()

    def action_undo(self) -> None:
        """Take back the mark just made, else the decision shown, else one's last."""
        claim = self.session.unmark()
        if claim:
            self.choose(claim - 1)
        else:
            self.session.undo()

    def action_retry(self) -> None:
        """Write what could not be written; without any, read the queue again."""
        self.session.retry()

    def action_browse(self, step: int) -> None:
        """Go along the list without deciding."""
        self.session.browse(step)

    # Leaving ------------------------------------------------------------------------------------

    def action_quit_desk(self) -> None:
        """Quit; only what is unsent is asked about, once."""
        self.close_relabel()  # what is said now stands where the panel is
        if self.session.may_quit():
            self.app.exit(0)

    def action_theme(self) -> None:
        """The next theme."""
        from adjudge_tui.desk.theme import ORDER

        now = ORDER.index(self.app.theme) if self.app.theme in ORDER else -1
        self.app.theme = ORDER[(now + 1) % len(ORDER)]
        self.session.kept.theme = self.app.theme
        self.session.keep()
        self.session.tell(say("flash.theme", name=self.app.theme))

    def action_queue(self) -> None:
        """The list of items."""
        self.open_queue()

    def open_queue(self) -> DeskScreen:
        """The list of items; what is chosen there comes on the desk."""
        from adjudge_tui.screens.queue import Chosen, QueueScreen

        def chosen(result: object) -> None:
            if isinstance(result, Chosen):
                if result.item_id in result.ids:  # a hit of a search may stand outside the list
                    self.session.walk(result.ids, result.where)
                self.session.open(result.item_id)

        at = self.session.view.item_id if self.session.view else None
        screen = QueueScreen(self.session, at)
        self.app.push_screen(screen, chosen)
        return screen

    @property
    def hits_shown(self) -> int:
        """How many hits there are to go to."""
        return len(self.hits.places)
