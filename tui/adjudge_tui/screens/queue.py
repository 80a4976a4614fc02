"""The queue: every item that fits the filter, in order, with its state and why it is there."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize

from adjudge_engine.errors import AdjudgeError
from adjudge_queue.records import Filter, ItemRow
from adjudge_tui.desk.blinding import blind_filter, tells_verdict
from adjudge_tui.desk.filters import filter_line, parse_filter
from adjudge_tui.desk.keys import QUEUE, bindings
from adjudge_tui.desk.marks import Marks
from adjudge_tui.desk.session import Session
from adjudge_tui.display import cut, one_line
from adjudge_tui.listing.row_facts import facts_pieces, reason_pieces
from adjudge_tui.screens.base import DeskScreen, outdated
from adjudge_tui.screens.bulk import Bulking
from adjudge_tui.screens.chosen import Chosen
from adjudge_tui.screens.opening import Left, OpensLeading
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.sqllist import SqlList
from adjudge_tui.wording.strings import say

__all__ = ["Chosen", "QueueScreen"]


class QueueScreen(OpensLeading, Bulking, DeskScreen):
    """The list; Enter opens an item on the desk, which decides nothing."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(QUEUE))
    KEYS = QUEUE
    AUTO_FOCUS = "#list"

    def __init__(self, session: Session, at: int | None) -> None:
        super().__init__()
        self.session = session
        self._at = at
        self._where = session.listed
        self._flash = ""
        self._alarm = False
        self._mistyped = self._asked = ""  # a filter that cannot be used; what it may be made of
        self._loaded = False
        self._leaving: Chosen | None = None
        self.marks = Marks()
        self.bulk = None

    def compose(self) -> ComposeResult:
        """Title, list, the item under the cursor in two lines, the last line."""
        yield Line("title")
        yield SqlList("list", self._fetch, marks=self.marks)
        yield Line("row")
        yield Line("facts")
        yield Line("keys")

    def on_mount(self) -> None:
        """Read the list as it now stands; that of the desk stays as it was."""
        self.action_refresh_list()

    def on_resize(self, event: Resize) -> None:
        """Draw the last line for the new width."""
        if not outdated(self, event):
            self._draw()

    # Rows ---------------------------------------------------------------------------------------

    def _fetch(self, ids: Sequence[int], reply: Callable[[list[ItemRow]], None]) -> None:
        def done(rows: list[ItemRow]) -> None:
            if self.is_attached:
                reply(rows)
                self._draw()

        self.session.read_rows(ids, done, self._failed)

    def _failed(self, error: AdjudgeError) -> None:
        if self.is_attached:
            self.flash(self.session.said(error), alarm=True)

    def flash(self, text: str, *, alarm: bool = False) -> None:
        """Say in one line what happened."""
        self._flash, self._alarm = text, alarm
        self._draw()

    def _show(self, ids: array[int]) -> None:
        if self.is_attached:
            self._loaded = True
            self.query_one(SqlList).put(ids, at=self._at)
            self._draw()

    def _draw(self) -> None:
        where = one_line(filter_line(self._where)) or say("queue.all")
        listed = self.query_one(SqlList)
        count = len(listed.numbers)
        items = say("queue.item") if count == 1 else say("queue.items", count=count)
        title = say("queue.title", items=items if self._loaded else "…", filter=where)
        pieces = [(f" {title}", "bold")]
        if self.marked:
            pieces.append((f"  {say('queue.marked', count=self.marked)}", "bold $primary"))
        self.query_one("#title", Line).put(pieces)
        row = listed.current_row
        if row is not None:
            pieces = reason_pieces(row)
        else:
            empty = self._loaded and not listed.numbers
            pieces = [(f" {say('queue.empty' if empty else 'queue.loading')}", "$desk-muted")]
        self.query_one("#row", Line).put(pieces)
        facts = facts_pieces(row, self.session.reviewer, self.refused(listed.current))
        asked = [(f" {self._asked}", "$desk-muted")] if self._asked else facts
        self.query_one("#facts", Line).put(asked)
        self.last_line(self._flash, alarm=self._alarm, keys=QUEUE)

    # Keys ---------------------------------------------------------------------------------------

    def action_move(self, step: int) -> None:
        """Go along the list."""
        listed = self.query_one(SqlList)
        listed.move_to(listed.cursor + step)
        self._draw()

    def action_page(self, step: int) -> None:
        """Go along the list by what is seen at once."""
        self.action_move(step * self.query_one(SqlList).page_size)

    def action_end(self, step: int) -> None:
        """Go to the first or last item."""
        self.action_move(step * len(self.query_one(SqlList).numbers))

    def action_open(self) -> None:
        """Open the item under the cursor."""
        current = self.query_one(SqlList).current
        if current is not None:
            self._leave_for(current)

    def on_row_list_opened(self, message: SqlList.Opened) -> None:
        """The mouse opens an item."""
        self._leave_for(message.number)

    def _leave_for(self, item_id: int) -> None:
        if self.working:
            self.flash(say("bulk.running"))
        else:
            self.dismiss(Chosen(item_id, self.query_one(SqlList).numbers, self._where))

    def action_filter(self) -> None:
        """Ask for a filter; unknown words are said to be so and nothing changes."""
        if self.working:
            return self.flash(say("bulk.running"))
        self._flash = ""
        empty = one_line(filter_line(self.session.where)) or say("queue.all_open")
        self._asked = say("queue.filter_help", empty=empty)
        self._draw()
        line = self._mistyped or one_line(filter_line(self._where))
        return self.ask(say("prompt.filter"), self._filtered, value=line)

    def _filtered(self, text: str | None) -> None:
        self._mistyped = self._asked = ""
        if text is None:
            return self._draw()
        try:
            where = parse_filter(text) if text.strip() else self.session.where
        except ValueError as error:
            self._mistyped = text  # there to be mended when the filter is asked for again
            return self.flash(str(error), alarm=True)
        return self._use(where)

    def _use(self, where: Filter | None) -> None:
        """Show the list of a filter, if it may be used."""
        if self.session.blinding.all:
            if tells_verdict(where):
                return self.flash(say("queue.blind_filter"), alarm=True)
            where = blind_filter(where)
        return self._read(where)

    # Searching, saved views, other screens ------------------------------------------------------

    def action_search(self) -> None:
        """Ask for words; what is found is shown with its passages."""
        if self.working:
            return self.flash(say("bulk.running"))
        return self.ask(say("prompt.search"), self._search)

    def _search(self, text: str | None) -> None:
        if text is not None and text.strip():
            # From here and not from the prompt: it is gone when the outcome comes back to it.
            self.call_later(self._show_hits, text)

    def _show_hits(self, text: str) -> None:
        from adjudge_tui.screens.hits import HitsScreen

        self.app.push_screen(HitsScreen(self.session, text), self._found)

    def _found(self, result: object) -> None:
        if isinstance(result, Chosen):
            self._leaving = result
            self.on_screen_resume()

    def on_screen_resume(self) -> None:
        """Leave with what was chosen on a screen above this one, once that one is gone."""
        if self._leaving is not None and self.is_current:
            chosen, self._leaving = self._leaving, None
            self.dismiss(chosen)

    def action_views(self) -> None:
        """The saved views."""
        from adjudge_tui.screens.saved import SavedScreen

        if self.working:
            return self.flash(say("bulk.running"))
        self.app.push_screen(SavedScreen(self.session), self._viewed)
        return None

    def _viewed(self, result: object) -> None:
        from adjudge_queue.finding.filtertext import UnknownWord
        from adjudge_queue.finding.saved import SavedFilter

        if not isinstance(result, SavedFilter):
            return None
        try:
            return self._use(result.where(self.session.reviewer))
        except UnknownWord as error:
            return self.flash(say("views.aged", word=one_line(error.word)), alarm=True)

    def action_save_view(self) -> None:
        """Keep the filter of this list under a name."""
        line = one_line(filter_line(self._where)) or say("queue.all_open")
        self.query_one("#facts", Line).put([(f" {line}", "$desk-muted")])
        self.ask(say("prompt.save_view"), self._save_view)

    def _save_view(self, text: str | None) -> None:
        name, where, who = (text or "").strip(), self._where or Filter(), self.session.reviewer
        if not name:
            return self.flash("")

        def done(_saved: object) -> None:
            if self.is_attached:
                self.flash(say("views.saved", name=cut(one_line(name), 40)))

        return self.session.writer.submit(
            lambda queue: queue.save_filter(name, who, where), done, self._failed
        )

    def action_golden(self) -> None:
        """The golden sets."""
        from adjudge_tui.screens.golden import GoldenScreen

        def left(result: object) -> None:
            if isinstance(result, int):
                self._found(Chosen(result, self.query_one(SqlList).numbers, self._where))

        if self.working:
            return self.flash(say("bulk.running"))
        self.app.push_screen(GoldenScreen(self.session), left)
        return None

    def action_refresh_list(self) -> None:
        """Read the order anew."""
        if not self.working:
            self._read(self._where)

    def _read(self, where: Filter | None) -> None:
        """Read the list of `where`; until it is there the one before stays, with its filter."""
        self._flash = ""
        current = self.query_one(SqlList).current
        self._at = current if current is not None else self._at

        def done(ids: array[int]) -> None:
            self._where = where
            self.marks.mark_all(marked=False)
            self._show(ids)

        (order, seed), name = self.session.blinding.order, self.session.reviewer
        self.session.reader.submit(
            lambda queue: queue.ids(where, order, seed, name), done, self._failed
        )

    def action_back(self) -> None:
        """Stop what is on its way, then take the marks away, then back to the item."""
        if self.stop_work():
            return
        if self.marked:
            self.marks.mark_all(marked=False)
            self.query_one(SqlList).refresh()
            return self.flash("")
        self.freshen_desk()
        self.dismiss(None)

    def item_at_hand(self) -> int | None:
        """The item under the cursor."""
        return self.query_one(SqlList).current

    def came_back(self, left: Left) -> None:
        """On to the item that was asked for; else the list as it now is."""
        if left.item_id is not None:
            self.dismiss(None)
            self.session.open(left.item_id)
        else:
            self.action_refresh_list()

    def action_quit_desk(self) -> None:
        """Quit; what is unsent is asked about on the desk."""
        self.stop_work()
        if self.session.may_quit():
            self.app.exit(0)
        else:
            self.flash(self.session.flash, alarm=True)
