"""The saved views: filters that people keep under a name; Enter uses one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import set_cell_size
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize

from adjudge_engine.errors import AdjudgeError
from adjudge_queue.finding.filtertext import parse
from adjudge_tui.desk.keys import VIEWS, bindings
from adjudge_tui.desk.session import Session
from adjudge_tui.display import cut, one_line
from adjudge_tui.screens.base import DeskScreen, outdated
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.rowlist import RowList
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_queue.finding.saved import SavedFilter


class SavedScreen(DeskScreen):
    """Dismissed with the view that was chosen, or None."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(VIEWS))
    KEYS = VIEWS
    AUTO_FOCUS = "#list"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._views: list[SavedFilter] = []
        self._dropped: SavedFilter | None = None
        self._loaded = False
        self._flash = ""
        self._alarm = False

    def compose(self) -> ComposeResult:
        """Title, list, the filter in full, the last line."""
        yield Line("title")
        yield RowList["SavedFilter"]("list", self._fetch, self._line, lambda _number: "")
        yield Line("row")
        yield Line("keys")

    def on_mount(self) -> None:
        """Read them."""
        self._read()

    def on_resize(self, event: Resize) -> None:
        """Draw the lines for the new width."""
        if not outdated(self, event):
            self._draw()

    # Rows ---------------------------------------------------------------------------------------

    @property
    def _list(self) -> RowList[SavedFilter]:
        return self.query_one("#list", RowList)

    @property
    def _view(self) -> SavedFilter | None:
        at = self._list.cursor
        return self._views[at] if 0 <= at < len(self._views) else None

    def _fetch(
        self, numbers: Sequence[int], reply: Callable[[Mapping[int, SavedFilter]], None]
    ) -> None:
        reply({one: self._views[one] for one in numbers if one < len(self._views)})

    @staticmethod
    def _line(view: SavedFilter, _width: int) -> tuple[str, str]:
        name = set_cell_size(cut(one_line(view.name), 24), 24)
        owner = set_cell_size(cut(one_line(view.owner), 12), 12)
        return f"{name} {owner} {one_line(view.line)[:400] or say('queue.all')}", ""

    def _read(self) -> None:
        def done(views: list[SavedFilter]) -> None:
            if self.is_attached:
                at = self._list.cursor
                self._views, self._loaded = views, True
                self._list.put(range(len(views)), at=max(0, min(at, len(views) - 1)))
                self._draw()

        self._draw()
        self.session.reader.submit(lambda queue: queue.saved_filters(), done, self._failed)

    def _failed(self, error: AdjudgeError) -> None:
        if self.is_attached:
            self._tell(self.session.said(error), alarm=True)

    def _tell(self, flash: str, *, alarm: bool = False) -> None:
        self._flash, self._alarm = flash, alarm
        self._draw()

    def _draw(self) -> None:
        title = say("views.title", count=len(self._views) if self._loaded else "…")
        self.query_one("#title", Line).put([(f" {title}", "bold")])
        view = self._view
        if view is None:
            word = "views.empty" if self._loaded else "golden.loading"
            pieces = [(f" {say(word)}", "$desk-muted")]
        else:
            told = say("views.full", who=cut(one_line(view.owner), 40), date=view.at[:10])
            line = one_line(view.line)[:600] or say("queue.all")
            pieces = [(f" {line}", "bold"), (f"  {told}", "$desk-muted")]
        self.query_one("#row", Line).put(pieces)
        self.last_line(self._flash, alarm=self._alarm, keys=VIEWS)

    # Keys ---------------------------------------------------------------------------------------

    def action_move(self, step: int) -> None:
        """Go along the list."""
        self._list.move_to(self._list.cursor + step)
        self._tell("")

    def action_open(self) -> None:
        """Use the view."""
        if self._view is not None:
            self.dismiss(self._view)

    def on_row_list_opened(self, message: RowList.Opened) -> None:
        """The mouse uses a view."""
        message.stop()
        self.action_open()

    def action_drop(self) -> None:
        """Forget a view of one's own; `u` brings it back."""
        view = self._view
        if view is None:
            return
        who = self.session.reviewer

        def done(_dropped: bool) -> None:
            self._dropped = view
            if self.is_attached:
                self._tell(say("views.dropped", name=cut(one_line(view.name), 40)))
                self._read()

        self.session.writer.submit(
            lambda queue: queue.drop_filter(view.name, owner=who), done, self._failed
        )

    def action_undo(self) -> None:
        """Bring back the view that was dropped last."""
        view = self._dropped
        if view is None:
            return self._tell(say("views.nothing_dropped"))

        def done(_saved: SavedFilter) -> None:
            self._dropped = None
            if self.is_attached:
                self._tell(say("views.saved", name=cut(one_line(view.name), 40)))
                self._read()

        return self.session.writer.submit(
            lambda queue: queue.save_filter(view.name, view.owner, parse(view.line)),
            done,
            self._failed,
        )

    def action_back(self) -> None:
        """Back to the list."""
        self.dismiss(None)

    def action_quit_desk(self) -> None:
        """Quit; what is unsent is asked about on the desk."""
        if self.session.may_quit():
            self.app.exit(0)
        else:
            self._tell(self.session.flash, alarm=True)
