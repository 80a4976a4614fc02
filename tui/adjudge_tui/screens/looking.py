"""A look at the case of a disagreement: the item as the review desk shows it, to read alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize

from adjudge_engine.errors import AdjudgeError
from adjudge_tui.calibrating.calibration_view import full_of
from adjudge_tui.calibrating.calibration_words import safe, wrong
from adjudge_tui.desk.doc import Doc, Mark
from adjudge_tui.desk.keys import LOOK, bindings
from adjudge_tui.desk.panes import judge_doc
from adjudge_tui.desk.state import answer_doc, build_view, first_doubt
from adjudge_tui.desk.views import ItemView
from adjudge_tui.display import one_line
from adjudge_tui.screens.base import DeskScreen, outdated
from adjudge_tui.screens.opening import Left
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.rail import ClaimRail
from adjudge_tui.widgets.spanview import SpanView
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_queue import Queue
    from adjudge_tui.desk.session import Session


class LookScreen(DeskScreen):
    """One disagreement after the other. Dismissed with the place where one stopped, or with
    `Left` to open the item on the desk. Nothing here takes or decides an item.
    """

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(LOOK))
    KEYS = LOOK
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-narrow"),
        (100, "-wide"),
        (160, "-huge"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (22, "-tall")]  # noqa: RUF012
    AUTO_FOCUS = "#claims"

    def __init__(self, session: Session, rows: Sequence[Mapping[str, Any]], at: int) -> None:
        super().__init__()
        self.session = session
        self._rows = rows
        self._at = at
        self._view: ItemView | None = None
        self._claim = 0
        self._offset = 0
        self._problem = ""
        self._flash = ""

    def compose(self) -> ComposeResult:
        """Two header lines, the panes of the desk, the last line."""
        yield Line("title")
        yield Line("about")
        with Horizontal(id="desk"):
            with Vertical(id="left"):
                yield SpanView("answer", gutter=5, pinned=True)
                yield ClaimRail("claims")
            with Vertical(id="right"):
                yield SpanView("evidence", gutter=6, sticky=True)
                yield SpanView("judge", gutter=1)
        yield Line("keys")

    def on_mount(self) -> None:
        """Read the first one."""
        self.query_one("#answer", SpanView).title(say("pane.answer"))
        self._read()

    async def on_resize(self, event: Resize) -> None:
        """Fold and unfold with the window."""
        if not outdated(self, event):
            await self.fit(event.size)
            self.call_after_refresh(self._draw)

    # Reading ------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Read the item on the reader's thread, with the reviewer's own eyes."""
        row, place, eyes = self._rows[self._at], self._at, self.session.eyes
        item_id = row.get("item")
        self._view, self._problem, self._flash = None, "", ""
        if item_id is None:
            self._problem = say("calibration.no_item")
            return self._draw()

        def job(queue: Queue) -> ItemView:
            item = queue.item(item_id, eyes.reviewer)
            return build_view(item, hidden=eyes.hides(item))

        def done(view: ItemView) -> None:
            if self.is_attached and place == self._at:
                self._view = view
                self._claim = self._first(view)
                self._draw()

        self.session.reader.submit(job, done, lambda error: self._failed(error, place))
        return self._draw()

    def _failed(self, error: AdjudgeError, place: int) -> None:
        if self.is_attached and place == self._at:
            self._problem = self.session.said(error)
            self._draw()

    def _first(self, view: ItemView) -> int:
        """The claim of the disagreement, else the one to look at first."""
        row = self._rows[self._at]
        wanted = {row.get("claim"), *(row.get("claims") or ())}
        found = [number for number, one in enumerate(view.claims) if one.id in wanted]
        return found[0] if found else first_doubt(view)

    # Drawing ------------------------------------------------------------------------------------

    def _draw(self) -> None:
        if not self.is_attached:
            return
        row, view = self._rows[self._at], self._view
        place = say("calibration.differ_at", place=self._at + 1, count=len(self._rows))
        item = "" if row.get("item") is None else f"#{row['item']} "
        pieces = [(f" {say('look.title')} ", "bold reverse"), (f" {item}", "bold")]
        pieces += [(safe(row, "case_id", most=60), "bold"), (f" · {place}", "")]
        self.query_one("#title", Line).put(pieces)
        told = say("calibration.closed_now") if view is not None and view.hidden else full_of(row)
        head = "" if view is not None and view.hidden else f"{wrong(row)} · "
        self.query_one("#about", Line).put([(f" {head}{told}", "bold")])
        self._draw_item(view)
        self.last_line(self._flash, keys=LOOK)

    def _draw_item(self, view: ItemView | None) -> None:
        answer, evidence = (
            self.query_one("#answer", SpanView),
            self.query_one("#evidence", SpanView),
        )
        rail, judge = self.query_one("#claims", ClaimRail), self.query_one("#judge", SpanView)
        judge.display = view is not None and not view.hidden
        if view is None:
            answer.put(Doc(self._problem or say("golden.loading")))
            for pane in (evidence, judge):
                pane.put(Doc())
            return rail.put((), {}, 0)
        doc, self._offset = answer_doc(view)
        digits = len(str(len(view.claims)))
        answer.put(doc, gutter=max(5, digits + 3))
        evidence.put(Doc(view.evidence, view.evidence_marks), gutter=max(6, digits + 4))
        evidence.title(say("pane.evidence"))
        rail.put(view.claims, {}, self._claim)
        claim = view.claims[self._claim] if view.claims else None
        if not view.hidden:
            judge.put(judge_doc(view, claim))
            judge.title(say("pane.judge"))
        if claim is None:
            return None
        answer.mark([Mark(self._offset + claim.start, self._offset + claim.end, "active")])
        answer.reveal(self._offset + claim.start)
        links = claim.links or ((claim.nearest,) if claim.nearest else ())
        evidence.mark([Mark(one.start, one.end, "active") for one in links[:1]])
        for one in links[:1]:
            evidence.reveal(one.start)
        return None

    # Keys ---------------------------------------------------------------------------------------

    def action_step(self, step: int) -> None:
        """The next or previous disagreement."""
        place = self._at + step
        if not 0 <= place < len(self._rows):
            self._flash = say("look.last" if step > 0 else "look.first")
            return self._draw()
        self._at = place
        return self._read()

    def action_claim(self, step: int) -> None:
        """The next or previous claim."""
        view = self._view
        if view is not None and view.claims:
            self._claim = max(0, min(self._claim + step, len(view.claims) - 1))
            self._flash = ""
            self._draw()

    def on_claim_rail_chosen(self, message: ClaimRail.Chosen) -> None:
        """The mouse points at a claim."""
        self._claim = message.index
        self._draw()

    def action_scroll(self, step: int) -> None:
        """Scroll the passages."""
        self.query_one("#evidence", SpanView).scroll_relative(y=step, animate=False)

    def action_page(self, step: int) -> None:
        """Scroll the passages by a page."""
        pane = self.query_one("#evidence", SpanView)
        self.action_scroll(step * max(1, pane.scrollable_content_region.height - 1))

    def action_item(self) -> None:
        """The item on the review desk, to decide on it."""
        item = self._rows[self._at].get("item")
        if item is None:
            self._flash = say("calibration.no_item")
            return self._draw()
        self.dismiss(Left(int(item)))
        return None

    def action_back(self) -> None:
        """Back to the figures."""
        self.dismiss(self._at)

    def action_quit_desk(self) -> None:
        """Quit; what is unsent is asked about once."""
        if self.session.may_quit():
            self.app.exit(0)
        else:
            self._flash = one_line(self.session.flash)
            self._draw()
