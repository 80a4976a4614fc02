"""A long text with overlapping marks, wrapped once per width and drawn line by line."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from adjudge_tui.desk.doc import KINDS, Doc, Lines, Mark, MarkIndex, sorted_marks
from adjudge_tui.widgets.paint import look

MAX_TEXT_WIDTH = 100  # longer lines are hard to read
_STRIPS_KEPT = 600


class SpanView(ScrollView, can_focus=True):
    """Shows a `Doc`. `gutter` columns at the left hold the tags of the marks on each line.

    A jump to another claim costs the lines that are seen, whatever the text's length. `sticky`
    tags stand on every line that a mark touches, others only where it starts. With `pinned` the
    first line stays in sight however far one scrolls.
    """

    def __init__(
        self, name: str, *, gutter: int = 0, sticky: bool = False, pinned: bool = False
    ) -> None:
        super().__init__(id=name)
        self.doc = Doc()
        self._gutter_width = gutter
        self._sticky = sticky
        self._pinned = pinned
        self._marks = MarkIndex(())
        self._extra = MarkIndex(())
        self._lines = Lines("", 1)
        self._lines_width = 0
        #: The character that was last brought into sight, and the first row seen since.
        self._revealed: tuple[int, int] | None = None
        self._strips: dict[int, Strip] = {}
        self._styles: dict[frozenset[str], Style] = {}

    # What it shows ------------------------------------------------------------------------------

    def put(self, doc: Doc, *, gutter: int | None = None) -> None:
        """Show another document from its start; `gutter` gives that column another width."""
        if doc == self.doc:
            return
        self.doc = doc
        if gutter is not None:
            self._gutter_width = gutter
            self._strips.clear()
        self._marks = MarkIndex(doc.marks)
        self._extra = MarkIndex(())
        self._lines_width = 0
        self._revealed = None
        self._wrap(self._text_width())
        self.scroll_to(y=0, animate=False, immediate=True)
        self.refresh(layout=True)

    def mark(self, extra: Iterable[Mark]) -> None:
        """Lay these marks (chosen claim, hits) over the document's own."""
        self._extra = MarkIndex(sorted_marks(extra))
        self._strips.clear()
        self.refresh()

    def reveal(self, start: int, *, at: float = 0.25) -> None:
        """Scroll so that the character at `start` is seen, about `at` of the way down."""
        line = self._current().at(start)
        top, height = round(self.scroll_y), self.scrollable_content_region.height
        if not (top + 1 <= line < top + height - 1 or (line == top == 0)):
            # Forced: until the next layout the pane does not know yet that it can scroll.
            above = max(int(height * at), self._pinned)
            self.scroll_to(y=max(0, line - above), animate=False, force=True, immediate=True)
        self._revealed = start, round(self.scroll_y)

    def title(self, text: str) -> None:
        """Name the pane in its upper border."""
        self.border_title = Content(text)

    # Geometry -----------------------------------------------------------------------------------

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the wrapped text has."""
        room = width - self.scrollbar_size_vertical - self._gutter_width
        self._wrap(max(1, min(MAX_TEXT_WIDTH, room)))
        return len(self._lines)

    def on_resize(self) -> None:
        """Wrap again, keeping the first line seen, and what was revealed if nobody left it."""
        top, width = round(self.scroll_y), self._text_width()
        stayed = self._revealed is not None and self._revealed[1] == top
        if width != self._lines_width:
            first = self._lines[min(top, len(self._lines) - 1)][0]
            self._wrap(width)
            row = self._lines.at(first) if top else 0
            self.scroll_to(y=row, animate=False, immediate=True)
        if self._revealed is not None and stayed:
            self.reveal(self._revealed[0])

    def _text_width(self) -> int:
        room = self.scrollable_content_region.width - self._gutter_width
        if room <= 0:  # not on the screen: keep what there is
            return self._lines_width or MAX_TEXT_WIDTH
        return min(MAX_TEXT_WIDTH, room)

    def _wrap(self, width: int) -> None:
        if width == self._lines_width:
            return
        self._lines, self._lines_width = Lines(self.doc.text, width), width
        self._strips.clear()
        self.virtual_size = Size(width + self._gutter_width, len(self._lines))

    def _current(self) -> Lines:
        self._wrap(self._text_width())
        return self._lines

    # Drawing ------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        number = y + round(self.scroll_y)
        width = self.scrollable_content_region.width
        base = self._style(frozenset())
        if number >= len(self._lines):
            return Strip.blank(width, base)
        if self._pinned and y == 0 and number > 0:
            return self._pin(width, base)
        selection = self.text_selection
        if selection is not None:
            return self._draw(number, selection).adjust_cell_length(width, base)
        strip = self._strips.get(number)
        if strip is None or strip.cell_length != width:
            if len(self._strips) >= _STRIPS_KEPT:
                self._strips.clear()
            strip = self._draw(number, None).adjust_cell_length(width, base)
            self._strips[number] = strip
        return strip

    def _pin(self, width: int, base: Style) -> Strip:
        """The first line, in the place of the first one that would be seen."""
        strip = self._draw(0, self.text_selection)
        end = self._lines[0][1]
        if self.doc.text[end : end + 1] not in ("", "\n"):  # its paragraph goes on
            strip = Strip([*strip.crop(0, width - 1), Segment("…", self._style(frozenset()))])
        return strip.adjust_cell_length(width, base)

    def notify_style_update(self) -> None:
        """Forget styles and rows drawn with the old theme."""
        super().notify_style_update()
        self._styles.clear()
        self._strips.clear()

    def _draw(self, number: int, selection: Selection | None) -> Strip:
        start, end = self._lines[number]
        extra = list(self._extra.overlapping(start, max(end, start + 1)))
        marks = [*self._marks.overlapping(start, max(end, start + 1)), *extra]
        cuts = {start, end}
        for mark in marks:
            cuts.update(cut for cut in (mark.start, mark.end) if start < cut < end)
        chosen = self._selected(selection, number, start, end)
        cuts.update(cut for cut in chosen if start < cut < end)
        segments = []
        ordered = sorted(cuts)
        for left, right in pairwise(ordered):
            kinds = frozenset(m.kind for m in marks if m.start < right and m.end > left)
            style = self._style(kinds)
            if chosen[0] <= left < chosen[1]:
                style += self.screen.get_component_rich_style("screen--selection")
            segments.append(Segment(self.doc.text[left:right], style))
        text = Strip(segments).apply_offsets(0, number)
        if not self._gutter_width:
            return text
        return Strip.join([self._gutter(marks, extra, start, end), text])

    def _gutter(self, marks: list[Mark], extra: list[Mark], start: int, end: int) -> Strip:
        tags = {
            mark.tag: mark.start
            for mark in marks
            if mark.tag and (self._sticky or start <= mark.start <= end)
        }
        active = any(mark.kind == "active" for mark in extra)
        room = self._gutter_width - 2  # the bar before, one blank behind
        for tag in [one for one in tags if one[0] == "=" and "~" + one[1:] in tags]:
            tags["≈" + tag[1:]] = tags.pop(tag)  # code and judge point to the same place
            del tags["~" + tag[1:]]
        text, ordered = "", sorted(tags, key=lambda one: (tags[one], one))
        for place, tag in enumerate(ordered, 1):
            piece = "·" + tag if text and tag.isdigit() else tag
            if len(text) + len(piece) + (place < len(ordered)) > room:  # the others are a +
                text += "+"
                break
            text += piece
        text = ("▌" if active else " ") + text
        style = self._style(frozenset(("gutter", "heading") if active else ("gutter",)))
        return Strip([Segment(text.ljust(self._gutter_width), style)])

    def _style(self, kinds: frozenset[str]) -> Style:
        style = self._styles.get(kinds)
        if style is None:
            style = self.rich_style
            for kind in KINDS:
                if kind in kinds:
                    style += look(self, kind)
            self._styles[kinds] = style
        return style

    # Selection by mouse -------------------------------------------------------------------------

    def _selected(
        self, selection: Selection | None, number: int, start: int, end: int
    ) -> tuple[int, int]:
        span = selection.get_span(number) if selection is not None else None
        if span is None:
            return (-1, -1)
        return start + span[0], end if span[1] == -1 else min(end, start + span[1])

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text as it stands in the document: no newline at soft wraps."""
        text, lines = self.doc.text, self._lines
        first, last = 0, len(text)
        if selection.start is not None and selection.start.y < len(lines):
            first = lines[selection.start.y][0] + selection.start.x
        if selection.end is not None and selection.end.y < len(lines):
            last = lines[selection.end.y][0] + selection.end.x
        return text[first:last], "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Draw the selection anew."""
        self._strips.clear()
        self.refresh()
