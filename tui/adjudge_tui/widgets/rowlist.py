"""A list of any length: only the rows in sight are fetched, and drawn line by line."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Generic, TypeVar

from rich.segment import Segment
from textual.content import Content
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
    leaves out is drawn by `absent(number)`. The rows do not move while one works in them: a stable
    place is worth more than the newest order.
    """

    class Opened(Message):
        """A row was asked for by mouse; opening never decides."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

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
        self.cursor = 0
        if at is not None:
            with suppress(ValueError):  # it need not be in the list
                self.cursor = numbers.index(at)
        self.forget()
        self._measure()
        self._follow()
        if self.styles.auto_dimensions:
            self.refresh(layout=True)

    def forget(self) -> None:
        """Fetch the rows anew when they are next seen."""
        self._generation += 1
        self._pages.clear()
        self.refresh()

    def renew(self) -> None:
        """Fetch the rows in sight anew; what stands there stays until they are there, and only
        rows that have changed are drawn again.
        """
        self._generation += 1
        top = round(self.scroll_y) // self.tall
        seen = {top // PAGE, (top + self.page_size) // PAGE}
        for number in list(self._pages):
            if number in seen:
                self._ask(number, partial(self._renewed, number))
            else:
                del self._pages[number]

    def _renewed(self, number: int, rows: Mapping[int, Row]) -> None:
        before = self._pages.get(number) or {}
        self._pages[number] = rows
        for place, one in enumerate(self.numbers[number * PAGE : (number + 1) * PAGE]):
            if rows.get(one) != before.get(one):
                self._redraw(number * PAGE + place)

    def point(self, number: int) -> None:
        """Put the cursor on a row, if it is in the list."""
        if self.current != number and number in self.numbers:
            self.move_to(self.numbers.index(number))

    def title(self, text: str) -> None:
        """Name the list in its upper border."""
        self.border_title = Content(text)

    @property
    def current(self) -> int | None:
        """The number under the cursor."""
        return self.numbers[self.cursor] if 0 <= self.cursor < len(self.numbers) else None

    @property
    def current_row(self) -> Row | None:
        """The row under the cursor, once it is there."""
        return self._row(self.cursor) if self.numbers else None

    def move_to(self, cursor: int) -> None:
        """Put the cursor on a row; it stays inside the list."""
        old, self.cursor = self.cursor, max(0, min(cursor, len(self.numbers) - 1))
        if not self._follow():
            for index in (old, self.cursor):
                self._redraw(index)

    # Geometry -----------------------------------------------------------------------------------

    @property
    def tall(self) -> int:
        """How many lines a row has."""
        return 1

    @property
    def page_size(self) -> int:
        """How many rows are seen at once."""
        return max(1, self.scrollable_content_region.height // self.tall)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the rows have."""
        return max(1, len(self.numbers) * self.tall)

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self._measure()
        self._follow()
        self.refresh()

    def _measure(self) -> None:
        width = self.scrollable_content_region.width
        self.virtual_size = Size(width, len(self.numbers) * self.tall)

    def _follow(self) -> bool:
        """Scroll so that the cursor is seen; True if that moved anything."""
        top, height = round(self.scroll_y), self.scrollable_content_region.height
        first, last = self.cursor * self.tall, (self.cursor + 1) * self.tall
        target = min(first, max(top, last - height))
        if target == top:
            return False
        self.scroll_to(y=target, animate=False, force=True, immediate=True)
        return True

    def _redraw(self, index: int) -> None:
        """Draw one row anew, where it is in sight; a region counts from below the border."""
        top = index * self.tall - round(self.scroll_y)
        if -self.tall < top < self.size.height:
            self.refresh(Region(0, max(0, top), self.size.width, self.tall))

    def on_click(self, event: Click) -> None:
        """Point at a row; the one pointed at is asked for."""
        index = (event.y - self.gutter.top + round(self.scroll_y)) // self.tall
        if not 0 <= index < len(self.numbers):
            return
        if index == self.cursor:
            self.post_message(self.Opened(self.numbers[index]))
        else:
            self.move_to(index)

    # Rows ---------------------------------------------------------------------------------------

    def _row(self, index: int) -> Row | None:
        number = index // PAGE
        if number not in self._pages:
            self._pages[number] = None
            while len(self._pages) > _PAGES_KEPT:
                self._pages.popitem(last=False)
            self._ask(number, partial(self._fetched, number))
        self._pages.move_to_end(number)
        page = self._pages[number]
        return page.get(self.numbers[index]) if page is not None else None

    def _ask(self, number: int, done: Callable[[Mapping[int, Row]], None]) -> None:
        """Fetch a page; what comes after another generation has begun is dropped."""
        generation = self._generation

        def reply(rows: Mapping[int, Row]) -> None:
            if generation == self._generation:
                done(rows)

        self._fetch(self.numbers[number * PAGE : (number + 1) * PAGE], reply)

    def _fetched(self, number: int, rows: Mapping[int, Row]) -> None:
        if number in self._pages:
            self._pages[number] = rows
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one line of a row."""
        width = self.scrollable_content_region.width
        index, part = divmod(y + round(self.scroll_y), self.tall)
        style = self.rich_style
        if index >= len(self.numbers):
            return Strip.blank(width, style)
        text, kind = self.line(index, part, width - 1)
        at = index == self.cursor
        if kind or at:
            style += look(self, "row" if at else kind)
        text = ("▌" if at else " ") + cut(text, width - 1)
        return Strip([Segment(text, style)]).adjust_cell_length(width, style)

    def line(self, index: int, part: int, width: int) -> tuple[str, str]:
        """The text of line `part` of a row, and the kind of its look."""
        row = self._row(index)
        if row is not None:
            return self._draw_row(row, width)
        if self._pages[index // PAGE] is None:
            return "…", "muted"
        return self._absent(self.numbers[index]), "muted"
