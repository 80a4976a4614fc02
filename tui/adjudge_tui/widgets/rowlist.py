"""A list of any length: only the rows in sight are fetched, and drawn line by line."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Generic, TypeVar

from rich.segment import Segment
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from adjudge_tui.display import cut
from adjudge_tui.widgets.paint import look

PAGE: Final = 128
_PAGES_KEPT: Final = 16

Row = TypeVar("Row")


class RowList(ScrollView, Generic[Row], can_focus=True, inherit_bindings=False):
    """Rows by number. `fetch(numbers, reply)` brings those of a page, as a mapping; `draw(row,
    width)` gives a row's text (display-safe) and the kind of its look.

    `numbers` may be a `range`, so a million rows cost nothing until they are seen. What `fetch`
    leaves out is drawn by `absent(number)`.
    """

    class Opened(Message):
        """A row was asked for by mouse; opening never decides."""

    def __init__(
        self,
        name: str,
        fetch: Callable[[Sequence[int], Callable[[Mapping[int, Row]], None]], None],
        draw: Callable[[Row, int], tuple[str, str]],
        absent: Callable[[int], str],
    ) -> None:
        super().__init__(id=name)
        self._fetch = fetch
        self._draw_row = draw
        self._absent = absent
        self.numbers: Sequence[int] = ()
        self.cursor = 0
        self._pages: OrderedDict[int, Mapping[int, Row] | None] = OrderedDict()
        self._generation = 0

    # What it shows ------------------------------------------------------------------------------

    def put(self, numbers: Sequence[int], *, at: int | None = None) -> None:
        """Show these rows, with the cursor on number `at` where it is among them."""
        self.numbers = numbers
        self.cursor = numbers.index(at) if at is not None and at in numbers else 0
        self.forget()
        self._measure()
        self._follow()
        self.refresh(layout=True)

    def forget(self) -> None:
        """Fetch the rows anew when they are next seen."""
        self._generation += 1
        self._pages.clear()
        self.refresh()

    @property
    def current(self) -> int | None:
        """The number under the cursor."""
        return self.numbers[self.cursor] if 0 <= self.cursor < len(self.numbers) else None

    @property
    def current_row(self) -> Row | None:
        """The row under the cursor, once it is there."""
        return self._row(self.cursor) if self.numbers else None

    def move_to(self, cursor: int) -> None:
        """Put the cursor on a line; it stays inside the list."""
        old, self.cursor = self.cursor, max(0, min(cursor, len(self.numbers) - 1))
        if not self._follow():
            for index in (old, self.cursor):
                top = index - round(self.scroll_y)
                if 0 <= top < self.size.height:
                    self.refresh(Region(0, top, self.size.width, 1))

    # Geometry -----------------------------------------------------------------------------------

    @property
    def page_size(self) -> int:
        """How many rows are seen at once."""
        return max(1, self.scrollable_content_region.height)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line a row."""
        return max(1, len(self.numbers))

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self._measure()
        self._follow()
        self.refresh()

    def _measure(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, len(self.numbers))

    def _follow(self) -> bool:
        """Scroll so that the cursor is seen; True if that moved anything."""
        top, height = round(self.scroll_y), self.page_size
        target = min(self.cursor, max(top, self.cursor - height + 1))
        if target == top:
            return False
        self.scroll_to(y=target, animate=False, force=True, immediate=True)
        return True

    def on_click(self, event: Click) -> None:
        """Point at a row; the one pointed at is asked for."""
        index = event.y - self.gutter.top + round(self.scroll_y)
        if not 0 <= index < len(self.numbers):
            return
        if index == self.cursor:
            self.post_message(self.Opened())
        else:
            self.move_to(index)

    # Rows ---------------------------------------------------------------------------------------

    def _row(self, index: int) -> Row | None:
        number = index // PAGE
        if number not in self._pages:
            self._ask(number)
        self._pages.move_to_end(number)
        page = self._pages[number]
        return page.get(self.numbers[index]) if page is not None else None

    def _ask(self, number: int) -> None:
        """Fetch a page; what comes after another generation has begun is dropped."""
        generation, self._pages[number] = self._generation, None

        def reply(rows: Mapping[int, Row]) -> None:
            if generation == self._generation and number in self._pages:
                self._pages[number] = rows
                self.refresh()

        while len(self._pages) > _PAGES_KEPT:
            self._pages.popitem(last=False)
        self._fetch(self.numbers[number * PAGE : (number + 1) * PAGE], reply)

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        width = self.scrollable_content_region.width
        index = y + round(self.scroll_y)
        style = self.rich_style
        if index >= len(self.numbers):
            return Strip.blank(width, style)
        row = self._row(index)
        if row is not None:
            text, kind = self._draw_row(row, width - 1)
        elif self._pages[index // PAGE] is None:
            text, kind = "…", "muted"
        else:
            text, kind = self._absent(self.numbers[index]), "muted"
        at = index == self.cursor
        if kind or at:
            style += look(self, "row" if at else kind)
        text = ("▌" if at else " ") + cut(text, width - 1)
        return Strip([Segment(text, style)]).adjust_cell_length(width, style)
