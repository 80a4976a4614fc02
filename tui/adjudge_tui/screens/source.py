"""The source screen: a document's pages, elements and tables, the cited places marked."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize

from adjudge_engine.errors import AdjudgeError
from adjudge_tui.desk.doc import Mark
from adjudge_tui.desk.finding import Hits, find
from adjudge_tui.desk.keys import SOURCE, bindings
from adjudge_tui.desk.passages import Link
from adjudge_tui.desk.session import Session
from adjudge_tui.display import cut, one_line
from adjudge_tui.screens.base import DeskScreen, outdated
from adjudge_tui.sources.source_reading import Asked, read_source
from adjudge_tui.sources.source_view import (
    LaidSource,
    SourceView,
    copied,
    lay,
    said_of,
    said_of_block,
)
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.pageview import PageView
from adjudge_tui.wording.strings import say

_MOST_HITS = 2_000  # places that are marked at once


class SourceScreen(DeskScreen):
    """A document of the item on the desk, opened at a place; Esc goes back, nothing decides.

    `SourceScreen(session, context_id, (start, end))`: the context as the case names it, and code
    points of its text; without a place the context from its start, without a context the first.
    `ref` is a link's own name of its place (`Link.ref`) and counts more. From the review screen:

        self.app.push_screen(SourceScreen.at_link(self.session, link))   # link may be None

    An item must be on the desk (`session.view`). The registry of sources is the app's `sources`.
    """

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(SOURCE))
    KEYS = SOURCE
    AUTO_FOCUS = "#source"

    def __init__(
        self,
        session: Session,
        context_id: str | None = None,
        place: tuple[int, int] | None = None,
        *,
        ref: str = "",
    ) -> None:
        super().__init__()
        self.session = session
        span = f":{place[0]}:{place[1]}" if place else ""
        self._ref = ref or f"{context_id or ''}{span}"
        self._source: SourceView | None = None
        self._laid = LaidSource(0)
        self._block = 0
        self._cited: int | None = None
        self._hits = Hits()
        self._flash = ""
        self._alarm = False
        self._asked_width = 0

    @classmethod
    def at_link(cls, session: Session, link: Link | None) -> SourceScreen:
        """The screen at an evidence link of the review screen; None: at the first context."""
        return cls(session, ref=link.ref if link else "")

    def compose(self) -> ComposeResult:
        """What is shown, what it is, the document, where one is in it, the last line."""
        yield Line("title")
        yield Line("gates")
        yield PageView("source", gutter=6)
        yield Line("row")
        yield Line("keys")

    def on_mount(self) -> None:
        """Read the document on the reader's thread."""
        view = self.session.view
        self._draw()
        if view is None:
            return self._failed_with(say("source.no_item"))
        links = tuple(
            (claim.number, link)
            for claim in view.claims
            for link in (*claim.links, *((claim.nearest,) if claim.nearest else ()))
        )
        registry: Path | None = getattr(self.app, "sources", None)
        asked = Asked(view.item_id, self.session.eyes, links, self._ref, registry)
        self.session.reader.submit(
            lambda queue: read_source(queue, asked), self._read, self._failed
        )

    def on_resize(self, event: Resize) -> None:
        """Draw the lines for the new width; the document asks for its own."""
        if not outdated(self, event):
            self.call_after_refresh(self._draw)

    # What comes back ----------------------------------------------------------------------------

    def _failed(self, error: AdjudgeError) -> None:
        self._failed_with(self.session.said(error))

    def _failed_with(self, problem: str) -> None:
        if self.is_attached:
            self._tell(problem, alarm=True)

    def _read(self, view: SourceView) -> None:
        if self.is_attached:
            self._source = view
            self._block, self._cited = view.first, view.at
            if view.at is not None:
                self._block = view.cited[view.at].block
            self._lay(self.query_one(PageView).text_width)

    def on_page_view_refit(self, message: PageView.Refit) -> None:
        """The document for another width."""
        message.stop()
        self._lay(message.width)

    def _lay(self, width: int) -> None:
        view = self._source
        if view is None or width == self._asked_width:
            return
        self._asked_width = width
        self.session.reader.submit(
            lambda _queue: lay(view, width), partial(self._show, width), self._failed
        )

    def _show(self, width: int, laid: LaidSource) -> None:
        if not self.is_attached or width != self._asked_width:
            return
        pane, before = self.query_one(PageView), self._laid
        top = before.block_at(pane.top) if before.starts else None
        self._laid = laid
        pane.put_laid(laid.doc, laid.lines, laid.width)
        self._find_again()
        self._mark()
        if top is None:
            self.call_after_refresh(self._reveal)
        elif laid.starts:
            pane.put_top(laid.starts[top])
            self._reveal()
        self._draw()

    # Drawing ------------------------------------------------------------------------------------

    def _draw(self) -> None:
        width, view = self.size.width, self._source
        title = say("source.title", name=view.name if view else "…")
        count = self._counted()
        title = cut(title, max(8, width - len(count) - 4))
        self.query_one("#title", Line).put([(f" {title}", "bold"), (f"  {count}", "$desk-muted")])
        note = view.note if view else say("source.reading")
        style = "bold $warning" if view and view.warn else "$desk-muted"
        self.query_one("#gates", Line).put([(f" {cut(note, max(8, width - 2))}", style)])
        self.query_one("#row", Line).put(self._row_pieces())
        self.last_line(self._flash, alarm=self._alarm, keys=SOURCE)

    def _counted(self) -> str:
        view = self._source
        if view is None:
            return ""
        parts = []
        pages = len(self._laid.pages)
        if view.document and pages:
            parts.append(say("source.pages", count=pages))
        parts.append(say("source.cited", count=len(view.cited)))
        if view.lost:
            parts.append(say("source.lost", count=view.lost))
        return " · ".join(parts)

    def _row_pieces(self) -> list[tuple[str, str]]:
        """Where one is, and who leads there."""
        view = self._source
        if view is None or not view.blocks:
            return [("", "")]
        place = say("source.at", place=self._block + 1, count=len(view.blocks))
        pieces = [(f" {place}", "bold")]
        if self._cited is not None:
            said = say("source.cited_at", place=self._cited + 1, count=len(view.cited))
            pieces.append((f"  {said} {said_of(view, self._cited)}", "bold $primary"))
        block = view.blocks[self._block]
        pieces.append((f"  {said_of_block(block)}", "$desk-muted"))
        return pieces

    def _mark(self) -> None:
        """The bar beside the element, the chosen place, the hits."""
        pane, laid = self.query_one(PageView), self._laid
        marks = []
        if self._cited is not None:
            marks += [Mark(start, end, "active") for start, end in laid.places[self._cited]]
        near = range(max(0, self._hits.at - _MOST_HITS), self._hits.at + _MOST_HITS)
        for number, (_, start, end) in enumerate(self._hits.places):
            if number in near:
                marks.append(Mark(start, end, "found" if number == self._hits.at else "hit"))
        pane.mark(marks)
        if laid.starts:
            pane.point(laid.starts[self._block], laid.ends[self._block])

    def _reveal(self) -> None:
        """Bring the chosen place, else the element, into sight."""
        laid = self._laid
        if not laid.starts:
            return
        start = laid.starts[self._block]
        if self._cited is not None and laid.places[self._cited]:
            start = laid.places[self._cited][0][0]
        self.query_one(PageView).reveal(start)

    def _tell(self, flash: str, *, alarm: bool = False) -> None:
        self._flash, self._alarm = flash, alarm
        self._draw()

    def _go(self, block: int, cited: int | None) -> None:
        self._block, self._cited = block, cited
        self._mark()
        self._reveal()
        self._tell("")

    # Keys ---------------------------------------------------------------------------------------

    def action_element(self, step: int) -> None:
        """The next or previous element."""
        if self._laid.starts:
            self._go(max(0, min(self._block + step, len(self._laid.starts) - 1)), None)

    def action_end(self, step: int) -> None:
        """The first or last element."""
        self.action_element(step * len(self._laid.starts))

    def action_scroll(self, step: int) -> None:
        """Scroll by a line."""
        self.query_one(PageView).scroll_relative(y=step, animate=False)

    def action_page(self, step: int) -> None:
        """Scroll by what is seen at once."""
        pane = self.query_one(PageView)
        height = max(1, pane.scrollable_content_region.height - 1)
        pane.scroll_relative(y=step * height, animate=False)

    def action_leaf(self, step: int) -> None:
        """The first element of the next or previous page of the document."""
        pages = self._laid.pages
        at = bisect_right(pages, self._block) if step > 0 else bisect_left(pages, self._block) - 1
        if 0 <= at < len(pages):
            self._go(pages[at], None)
        else:
            self._tell(say("source.last_page" if step > 0 else "source.first_page"))

    def action_cited(self, step: int) -> None:
        """The next or previous cited place, round and round; from an element the nearest one."""
        view = self._source
        if view is None or not view.cited:
            return self._tell(say("source.nothing_cited"))
        if self._cited is not None:
            at = (self._cited + step) % len(view.cited)
        else:
            blocks = [one.block for one in view.cited]
            after = bisect_left(blocks, self._block)
            at = (after if step > 0 else after - 1) % len(blocks)
        return self._go(view.cited[at].block, at)

    def action_next(self, step: int) -> None:
        """The next or previous hit where something is looked for, else cited place."""
        if self._hits.places:
            self._hit(step)
        else:
            self.action_cited(step)

    def action_find(self) -> None:
        """Ask for a text to find in the document."""
        self.ask(say("prompt.find_source"), self._found, value=self._hits.text)

    def _found(self, text: str | None) -> None:
        if text is None:
            return
        shown = one_line(text)
        self._hits = find(shown, {"source": self._laid.doc.text})
        if not self._hits.places:
            self._mark()
            return self._tell(say("flash.no_hits", text=shown) if shown else "")
        top = self.query_one(PageView).top
        starts = [start for _, start, _ in self._hits.places]
        self._hits = replace(self._hits, at=bisect_left(starts, top) - 1)
        return self._hit(1)

    def _find_again(self) -> None:
        """The hits where they stand now that the lines are others."""
        if self._hits.places:
            at = self._hits.at
            self._hits = find(self._hits.text, {"source": self._laid.doc.text})
            self._hits = replace(self._hits, at=min(at, len(self._hits.places) - 1))

    def _hit(self, step: int) -> None:
        count = len(self._hits.places)
        self._hits = replace(self._hits, at=(self._hits.at + step) % count)
        start = self._hits.places[self._hits.at][1]
        self._block, self._cited = self._laid.block_at(start), None
        self._mark()
        self.query_one(PageView).reveal(start)
        place = self._hits.at + 1
        self._tell(say("flash.hit", text=cut(self._hits.text, 20), place=place, count=count))

    def action_copy(self) -> None:
        """Copy where the place is, and its words."""
        view = self._source
        if view is None or not view.blocks:
            return self._tell(say("source.nothing_here"))
        text = copied(view, self._cited, self._block)
        self.app.copy_to_clipboard(text)
        return self._tell(say("source.copied", text=cut(one_line(text), 40)))

    def action_back(self) -> None:
        """Leave the hits, then the screen."""
        if self._hits.places:
            self._hits = Hits()
            self._mark()
            self._tell("")
        else:
            self.dismiss(None)

    def action_quit_desk(self) -> None:
        """Quit; what is unsent is asked about on the desk."""
        if self.session.may_quit():
            self.app.exit(0)
        else:
            self._tell(self.session.flash, alarm=True)
