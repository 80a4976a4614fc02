"""What a search found: each item with the passages, the hits marked; Enter opens it."""

from __future__ import annotations

from array import array
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize

from adjudge_engine.errors import AdjudgeError
from adjudge_tui.desk.keys import HITS, bindings
from adjudge_tui.desk.session import Session
from adjudge_tui.display import cut, one_line
from adjudge_tui.listing.hits_view import HitsPage, HitView, lay_hits, read_hits, searched
from adjudge_tui.screens.base import DeskScreen, outdated
from adjudge_tui.screens.chosen import Chosen
from adjudge_tui.sources.source_view import LaidSource
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.pageview import PageView
from adjudge_tui.wording.strings import say


class HitsScreen(DeskScreen):
    """The hits of a search, the newest first; more are read when one comes to the last."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(HITS))
    KEYS = HITS
    AUTO_FOCUS = "#hits"

    def __init__(self, session: Session, text: str) -> None:
        super().__init__()
        self.session = session
        self._text = text
        self._hits: tuple[HitView, ...] = ()
        self._more: int | None = None
        self._laid = LaidSource(0)
        self._at = 0
        self._loaded = False
        self._reading = False
        self._flash = ""

    def compose(self) -> ComposeResult:
        """Title, hits, the last line."""
        yield Line("title")
        yield PageView("hits", gutter=2)
        yield Line("keys")

    def on_mount(self) -> None:
        """Search."""
        self._read(None)

    def on_resize(self, event: Resize) -> None:
        """Draw the lines for the new width."""
        if not outdated(self, event):
            self.call_after_refresh(self._draw)

    # Reading ------------------------------------------------------------------------------------

    def _read(self, after: int | None) -> None:
        if self._reading:
            return
        self._reading = True
        text, eyes = self._text, self.session.eyes
        self._draw()

        def done(page: HitsPage) -> None:
            if not self.is_attached or text != self._text:
                return
            self._reading, self._loaded = False, True
            moved = after is not None and bool(page.hits)
            self._at = len(self._hits) if moved else self._at
            self._hits, self._more = (*self._hits, *page.hits), page.more
            self._lay(self.query_one(PageView).text_width)

        self.session.reader.submit(lambda q: read_hits(q, eyes, text, after), done, self._failed)

    def _failed(self, error: AdjudgeError) -> None:
        if self.is_attached:
            self._reading = False
            self._flash = self.session.said(error)
            self._draw()

    def on_page_view_refit(self, message: PageView.Refit) -> None:
        """The hits for another width."""
        message.stop()
        self._lay(message.width)

    def _lay(self, width: int) -> None:
        hits = self._hits

        def done(laid: LaidSource) -> None:
            if self.is_attached and hits is self._hits:
                self._laid = laid
                self.query_one(PageView).put_laid(laid.doc, laid.lines, laid.width)
                self._point()

        self.session.reader.submit(lambda _queue: lay_hits(hits, width), done, self._failed)

    # Drawing ------------------------------------------------------------------------------------

    def _point(self) -> None:
        if self._laid.starts:
            pane = self.query_one(PageView)
            start, end = self._laid.starts[self._at], self._laid.ends[self._at]
            pane.point(start, end)
            pane.reveal(end - 1)
            pane.reveal(start)
        self._draw()

    def _draw(self) -> None:
        if not self._loaded:
            count = say("hits.searching")
        elif not self._hits:
            count = say("hits.none")
        else:
            key = "hits.some" if self._more is not None else "hits.count"
            count = say(key, place=self._at + 1, count=len(self._hits))
        text = cut(one_line(self._text), max(8, self.size.width - 40))
        title = say("hits.title", text=text)
        pieces = [(f" {title}", "bold"), (f"  {count}", "$desk-muted")]
        self.query_one("#title", Line).put(pieces)
        self.last_line(self._flash, alarm=bool(self._flash), keys=HITS)

    # Keys ---------------------------------------------------------------------------------------

    def action_move(self, step: int) -> None:
        """The next or previous item; behind the last one the search goes on."""
        if not self._laid.starts:
            return
        target = self._at + step
        if target >= len(self._laid.starts) and self._more is not None:
            return self._read(self._more)
        self._at = max(0, min(target, len(self._laid.starts) - 1))
        return self._point()

    def action_end(self, step: int) -> None:
        """The first or last item that was read."""
        self._at = 0 if step < 0 else max(0, len(self._laid.starts) - 1)
        self._point()

    def action_page(self, step: int) -> None:
        """Scroll by what is seen at once; the item at the top is the one chosen."""
        pane = self.query_one(PageView)
        if not self._laid.starts:
            return
        height = max(1, pane.scrollable_content_region.height - 1)
        top = self._laid.lines.at(pane.top) + step * height
        last = len(self._laid.lines) - 1
        if top >= last and self._more is not None:
            return self._read(self._more)
        self._at = self._laid.block_at(self._laid.lines[max(0, min(top, last))][0])
        pane.put_top(self._laid.starts[self._at])
        return self._point()

    def action_open(self) -> None:
        """Open the item; one then goes along the hits."""
        if self._hits:
            ids = array("q", (one.item_id for one in self._hits))
            where = searched(self._text, self.session.eyes)
            self.dismiss(Chosen(self._hits[self._at].item_id, ids, where))

    def action_search(self) -> None:
        """Ask for other words."""
        self.ask(say("prompt.search"), self._search, value=one_line(self._text))

    def _search(self, text: str | None) -> None:
        if text is not None and text.strip():
            self._text, self._flash = text, ""
            self._hits, self._more, self._at = (), None, 0
            self._loaded = self._reading = False
            self._read(None)

    def action_back(self) -> None:
        """Back to the list."""
        self.dismiss(None)

    def action_quit_desk(self) -> None:
        """Quit; what is unsent is asked about on the desk."""
        if self.session.may_quit():
            self.app.exit(0)
        else:
            self._flash = self.session.flash
            self._draw()
