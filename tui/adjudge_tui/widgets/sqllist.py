"""The queue's list: a snapshot of ids and a window of rows, drawn line by line."""

from __future__ import annotations

import contextlib
from array import array
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.content import Content
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from adjudge_engine.vocabulary import GATES
from adjudge_queue.records import ItemRow
from adjudge_tui.desk.marks import Marks
from adjudge_tui.desk.said import OUTCOME_GLYPHS
from adjudge_tui.display import cut, one_line
from adjudge_tui.listing.columns import fit
from adjudge_tui.widgets.paint import look
from adjudge_tui.wording.strings import say

PAGE = 128
_PAGES_KEPT = 16
_NARROW = 60  # below this an item is two rows
_MARK = "x"
_GATE = max(map(len, GATES)) + 1  # a sign and the longest name


class SqlList(ScrollView, can_focus=True, inherit_bindings=False):
    """Any number of items; only pages in sight are fetched, by `fetch(ids, reply)`.

    The snapshot does not move while one works in it: a stable place is worth more than the
    newest order. With `marks` a column shows which items are marked.
    """

    class Opened(Message):
        """An item was asked for by mouse; opening never decides."""

        def __init__(self, item_id: int) -> None:
            super().__init__()
            self.item_id = item_id

    def __init__(
        self,
        name: str,
        fetch: Callable[[Sequence[int], Callable[[list[ItemRow]], None]], None],
        *,
        marks: Marks | None = None,
    ) -> None:
        super().__init__(id=name)
        self._fetch = fetch
        self.ids: array[int] = array("q")
        self.marks = marks
        self.cursor = 0
        self._pages: OrderedDict[int, dict[int, ItemRow] | None] = OrderedDict()
        self._generation = 0

    # What it shows ------------------------------------------------------------------------------

    def put(self, ids: array[int], *, at: int | None = None) -> None:
        """Show this snapshot, with the cursor on item `at` where it is in it."""
        self.ids = ids
        self.cursor = 0
        if at is not None:
            with contextlib.suppress(ValueError):  # it need not be in the list
                self.cursor = ids.index(at)
        self.forget()
        self._measure()
        self._follow()

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
        top = round(self.scroll_y) // self._rows
        seen = {top // PAGE, (top + self.page_size) // PAGE}
        for number in list(self._pages):
            if number not in seen:
                del self._pages[number]
                continue
            self._ask(number, partial(self._renewed, number))

    def _renewed(self, number: int, rows: dict[int, ItemRow]) -> None:
        before = self._pages.get(number) or {}
        self._pages[number] = rows
        for place, item_id in enumerate(self.ids[number * PAGE : (number + 1) * PAGE]):
            if rows.get(item_id) != before.get(item_id):
                self._redraw(number * PAGE + place)

    def _redraw(self, index: int) -> None:
        top = index * self._rows - round(self.scroll_y)
        if -self._rows < top < self.size.height:
            self.refresh(Region(0, max(0, top), self.size.width, self._rows))

    def _ask(self, number: int, done: Callable[[dict[int, ItemRow]], None]) -> None:
        """Fetch a page; what comes after another generation has begun is dropped."""
        generation = self._generation

        def reply(rows: list[ItemRow]) -> None:
            if generation == self._generation:
                done({row.item_id: row for row in rows})

        self._fetch(self.ids[number * PAGE : (number + 1) * PAGE], reply)

    def point(self, item_id: int) -> None:
        """Put the cursor on an item, if it is in the snapshot."""
        if self.current != item_id and item_id in self.ids:
            self.move_to(self.ids.index(item_id))

    @property
    def current(self) -> int | None:
        """The id under the cursor."""
        return self.ids[self.cursor] if 0 <= self.cursor < len(self.ids) else None

    @property
    def current_row(self) -> ItemRow | None:
        """The row under the cursor, once it is there."""
        return self._row(self.cursor) if self.ids else None

    def move_to(self, cursor: int) -> None:
        """Put the cursor on a line; it stays inside the list."""
        old, self.cursor = self.cursor, max(0, min(cursor, len(self.ids) - 1))
        if not self._follow():
            for index in (old, self.cursor):
                self._redraw(index)

    # Geometry -----------------------------------------------------------------------------------

    @property
    def _rows(self) -> int:
        return 2 if self.scrollable_content_region.width < _NARROW else 1

    @property
    def page_size(self) -> int:
        """How many items are seen at once."""
        return max(1, self.scrollable_content_region.height // self._rows)

    def on_resize(self) -> None:
        """Fold or unfold the rows."""
        self._measure()
        self._follow()
        self.refresh()

    def _measure(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, len(self.ids) * self._rows)

    def _follow(self) -> bool:
        """Scroll so that the cursor is seen; True if that moved anything."""
        top, height = round(self.scroll_y), self.scrollable_content_region.height
        first, last = self.cursor * self._rows, (self.cursor + 1) * self._rows
        target = first if first < top else last - height if last > top + height else top
        if target == top:
            return False
        self.scroll_to(y=target, animate=False, force=True, immediate=True)
        return True

    def on_click(self, event: Click) -> None:
        """Point at an item; on the one pointed at, open it."""
        index = (event.y - self.gutter.top + round(self.scroll_y)) // self._rows
        if not 0 <= index < len(self.ids):
            return
        if index == self.cursor:
            self.post_message(self.Opened(self.ids[index]))
        else:
            self.move_to(index)

    # Rows ---------------------------------------------------------------------------------------

    def _row(self, index: int) -> ItemRow | None:
        number = index // PAGE
        if number not in self._pages:
            self._pages[number] = None

            def fetched(rows: dict[int, ItemRow]) -> None:
                self._pages[number] = rows
                self.refresh()

            self._ask(number, fetched)
            while len(self._pages) > _PAGES_KEPT:
                self._pages.popitem(last=False)
        else:
            self._pages.move_to_end(number)
        page = self._pages[number]
        return page.get(self.ids[index]) if page else None

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        width = self.scrollable_content_region.width
        index, part = divmod(y + round(self.scroll_y), self._rows)
        if index >= len(self.ids):
            return Strip.blank(width, self.rich_style)
        style = self.rich_style
        if index == self.cursor:
            style += look(self, "row")
        row = self._row(index)
        bar = "▌" if index == self.cursor else " "
        if self.marks is not None:
            bar += f"{_MARK} " if part == 0 and self.ids[index] in self.marks else "  "
        if row is None:
            text = f"{bar}#{self.ids[index]} …" if part == 0 else bar
        elif self._rows == 1:
            text = fit(bar + _wide_row(row), width)
        elif part == 0:
            head = f"{bar}{say(f'state.{row.state}')[:1]} {_worst(row)} "
            text = head + cut(one_line(row.case_id[:400]), width - cell_len(head))
        else:
            question = one_line(row.question[:400]) or say("question.none")
            text = f"{bar}  {cut(question, width - len(bar) - 2)}"
            if index != self.cursor:
                style += look(self, "muted")
        return Strip([Segment(text, style)]).adjust_cell_length(width, style)

    def title(self, text: str) -> None:
        """Name the list in its upper border."""
        self.border_title = Content(text)


def _worst(row: ItemRow) -> str:
    """The first gate that does not pass; where all do, the route."""
    for gate, outcome in row.gates.items():
        if outcome in OUTCOME_GLYPHS:
            return set_cell_size(f"{OUTCOME_GLYPHS[outcome]}{gate}", _GATE)
    return set_cell_size(say(f"route.{row.route}") if row.route else "", _GATE)


def _wide_row(row: ItemRow) -> str:
    """Signs and closed words first, free text last, so that nothing hostile moves a column."""
    reason = one_line(row.priority_reason[:200])
    who = row.holder if row.state == "claimed" else row.decided_by
    if row.action:
        reason = say(
            "decision.by",
            action=say(f"decision.{row.action}"),
            who=one_line(row.decided_by or "?"),
        )
    elif row.state == "claimed" and who:
        reason = say("queue.held", who=one_line(who))
    return " ".join(
        (
            set_cell_size(say(f"state.{row.state}"), 12),
            set_cell_size(say(f"route.{row.route}") if row.route else "", 7),
            set_cell_size(say(f"risk_word.{row.risk}"), 8),
            set_cell_size(cut(one_line(row.case_id[:400]), 20), 20),
            set_cell_size(cut(reason, 32), 32),
            one_line(row.question[:300]),
        )
    )
