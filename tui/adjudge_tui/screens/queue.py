"""The queue: every item that fits the filter, in order, with its state and why it is there."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize

from adjudge_engine.errors import AdjudgeError
from adjudge_queue.records import Filter, ItemRow
from adjudge_tui.blinding import blind_filter, tells_verdict
from adjudge_tui.display import one_line
from adjudge_tui.filters import filter_line, parse_filter
from adjudge_tui.keys import QUEUE, bindings
from adjudge_tui.screens.base import DeskScreen, outdated
from adjudge_tui.session import Session
from adjudge_tui.strings import say
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.sqllist import SqlList


@dataclass(frozen=True, slots=True)
class Chosen:
    """The item to open, the list that it was chosen from and that list's filter."""

    item_id: int
    ids: array[int]
    where: Filter | None


class QueueScreen(DeskScreen):
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
        self._loaded = False

    def compose(self) -> ComposeResult:
        """Title, list, the item under the cursor in full, the last line."""
        yield Line("title")
        yield SqlList("list", self._fetch)
        yield Line("row")
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
            self._flash = self.session.said(error)
            self._draw()

    def _show(self, ids: array[int]) -> None:
        if self.is_attached:
            self._loaded = True
            self.query_one(SqlList).put(ids, at=self._at)
            self._draw()

    def _draw(self) -> None:
        where = one_line(filter_line(self._where)) or say("queue.all")
        listed = self.query_one(SqlList)
        count = len(listed.ids)
        items = say("queue.item") if count == 1 else say("queue.items", count=count)
        title = say("queue.title", items=items if self._loaded else "…", filter=where)
        self.query_one("#title", Line).put([(f" {title}", "bold")])
        row = listed.current_row
        if row is not None:
            pieces = [(" ", ""), (one_line(row.priority_reason[:300]), "bold")]
            pieces += [("  ", ""), (one_line(row.question[:600]), "")]
        else:
            empty = self._loaded and not listed.ids
            pieces = [(f" {say('queue.empty' if empty else 'queue.loading')}", "$desk-muted")]
        self.query_one("#row", Line).put(pieces)
        self.last_line(self._flash, alarm=bool(self._flash), keys=QUEUE)

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
        self.action_move(step * len(self.query_one(SqlList).ids))

    def action_open(self) -> None:
        """Open the item under the cursor."""
        listed = self.query_one(SqlList)
        if listed.current is not None:
            self.dismiss(Chosen(listed.current, listed.ids, self._where))

    def on_sql_list_opened(self, message: SqlList.Opened) -> None:
        """The mouse opens an item."""
        self.dismiss(Chosen(message.item_id, self.query_one(SqlList).ids, self._where))

    def action_filter(self) -> None:
        """Ask for a filter; unknown words are said to be so and nothing changes."""
        self._flash = ""
        empty = one_line(filter_line(self.session.where)) or say("queue.all_open")
        asked = say("queue.filter_help", empty=empty)
        self.query_one("#row", Line).put([(f" {asked}", "$desk-muted")])
        self.ask(say("prompt.filter"), self._filtered, value=one_line(filter_line(self._where)))

    def _filtered(self, text: str | None) -> None:
        if text is None:
            return self._draw()
        try:
            where = parse_filter(text) if text.strip() else self.session.where
        except ValueError as error:
            self._flash = str(error)
            return self._draw()
        if self.session.blinding.all:
            if tells_verdict(where):
                self._flash = say("queue.blind_filter")
                return self._draw()
            where = blind_filter(where)
        return self._read(where)

    def action_refresh_list(self) -> None:
        """Read the order anew."""
        self._read(self._where)

    def _read(self, where: Filter | None) -> None:
        """Read the list of `where`; until it is there the one before stays, with its filter."""
        self._flash = ""
        current = self.query_one(SqlList).current
        self._at = current if current is not None else self._at

        def done(ids: array[int]) -> None:
            self._where = where
            self._show(ids)

        order, seed = self.session.blinding.order
        self.session.reader.submit(lambda queue: queue.ids(where, order, seed), done, self._failed)

    def action_back(self) -> None:
        """Back to the item."""
        self.dismiss(None)

    def action_help(self) -> None:
        """The keys."""
        from adjudge_tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(QUEUE))

    def action_quit_desk(self) -> None:
        """Quit; what is unsent is asked about on the desk."""
        if self.session.may_quit():
            self.app.exit(0)
        else:
            self._flash = self.session.flash
            self._draw()
