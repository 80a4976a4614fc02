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
from adjudge_tui.display import one_line
from adjudge_tui.filters import parse_filter
from adjudge_tui.keys import QUEUE, bindings
from adjudge_tui.screens.base import DeskScreen, outdated
from adjudge_tui.session import Session
from adjudge_tui.strings import say
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.sqllist import SqlList


@dataclass(frozen=True, slots=True)
class Chosen:
    """The item to open, and the list that it was chosen from."""

    item_id: int
    ids: array[int]


class QueueScreen(DeskScreen):
    """The list; Enter opens an item on the desk, which decides nothing."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(QUEUE))
    KEYS = QUEUE
    AUTO_FOCUS = "#list"

    def __init__(self, session: Session, at: int | None) -> None:
        super().__init__()
        self.session = session
        self._at = at
        self._line = ""
        self._where: Filter | None = session.where
        self._flash = ""

    def compose(self) -> ComposeResult:
        """Title, list, the item under the cursor in full, the last line."""
        yield Line("title")
        yield SqlList("list", self._fetch)
        yield Line("row")
        yield Line("keys")

    def on_mount(self) -> None:
        """Show the snapshot that the desk walks along, if there is one yet."""
        if self.session.snapshot is not None:
            self._show(self.session.snapshot)
        else:
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

        self.session.reader.submit(lambda queue: queue.rows(ids), done, self._failed)

    def _failed(self, error: AdjudgeError) -> None:
        if self.is_attached:
            self._flash = self.session.said(error)
            self._draw()

    def _show(self, ids: array[int]) -> None:
        if self.is_attached:
            self.query_one(SqlList).put(ids, at=self._at)
            self._draw()

    def _draw(self) -> None:
        where = one_line(self._line) or say("queue.all")
        listed = self.query_one(SqlList)
        title = say("queue.title", count=len(listed.ids), filter=where)
        self.query_one("#title", Line).put([(f" {title}", "bold")])
        row = listed.current_row
        if row is not None:
            pieces = [(" ", ""), (one_line(row.priority_reason[:300]), "bold")]
            pieces += [("  ", ""), (one_line(row.question[:600]), "")]
        else:
            pieces = [(" " + say("queue.loading" if listed.ids else "queue.empty"), "$desk-muted")]
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
            self.dismiss(Chosen(listed.current, listed.ids))

    def on_sql_list_opened(self, message: SqlList.Opened) -> None:
        """The mouse opens an item."""
        self.dismiss(Chosen(message.item_id, self.query_one(SqlList).ids))

    def action_filter(self) -> None:
        """Ask for a filter; unknown words are said to be so and nothing changes."""
        self._flash = ""
        self.query_one("#row", Line).put([(" " + say("queue.filter_help"), "$desk-muted")])
        self.ask(say("prompt.filter"), self._filtered, value=self._line)

    def _filtered(self, text: str | None) -> None:
        if text is None:
            return self._draw()
        try:
            self._where = parse_filter(text) if text.strip() else self.session.where
        except ValueError as error:
            self._flash = str(error)
            return self._draw()
        self._line = text.strip()
        return self.action_refresh_list()

    def action_refresh_list(self) -> None:
        """Read the order anew."""
        self._flash = ""
        current = self.query_one(SqlList).current
        self._at = current if current is not None else self._at
        where = self._where
        self.session.reader.submit(lambda queue: queue.ids(where), self._show, self._failed)

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
