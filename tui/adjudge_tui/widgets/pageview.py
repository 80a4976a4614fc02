"""A whole document, wrapped elsewhere: what is drawn here costs the lines that are seen."""

from __future__ import annotations

from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from adjudge_tui.desk.doc import Doc, Lines, Mark, MarkIndex
from adjudge_tui.widgets.spanview import SpanView


class PageView(SpanView, inherit_bindings=False):
    """Shows a text that was wrapped on another thread; asks for it anew when its width changes."""

    class Refit(Message):
        """The text is to be wrapped for lines of `width` cells."""

        def __init__(self, width: int) -> None:
            super().__init__()
            self.width = width

    def __init__(self, name: str, *, gutter: int) -> None:
        super().__init__(name, gutter=gutter)
        self._block = (-1, -1)

    @property
    def text_width(self) -> int:
        """How many cells a line has."""
        return self._text_width()

    def put_laid(self, doc: Doc, lines: Lines, width: int) -> None:
        """Show a text with its lines, as they are for `width`."""
        self.doc = doc
        self._marks, self._extra = MarkIndex(doc.marks), MarkIndex(())
        self._lines, self._lines_width = lines, width
        self._strips.clear()
        self.virtual_size = Size(width + self._gutter_width, len(lines))
        self.refresh()

    def point(self, start: int, end: int) -> None:
        """Put the bar in the gutter beside this part of the text."""
        self._block = (start, end)
        self._strips.clear()
        self.refresh()

    @property
    def top(self) -> int:
        """The first character that is seen."""
        return self._lines[min(round(self.scroll_y), len(self._lines) - 1)][0]

    def put_top(self, offset: int) -> None:
        """Scroll so that this character's line is the first one."""
        self.scroll_to(y=self._lines.at(offset), animate=False, force=True, immediate=True)

    def _wrap(self, width: int) -> None:
        """Nothing is wrapped here: that is asked for, and the lines stay until it is there."""

    def on_resize(self) -> None:
        """Ask for the lines of the new width."""
        width = self._text_width()
        if width != self._lines_width and self.scrollable_content_region.width > 0:
            self.post_message(self.Refit(width))

    def _gutter(self, marks: list[Mark], extra: list[Mark], start: int, end: int) -> Strip:
        first, last = self._block
        beside = first <= start < last or start <= first < end
        bar = [Mark(start, end, "active")] if beside else []
        return super()._gutter(marks, bar, start, end)
