"""The claim rail: each claim with what code found, what the judge said, one's own verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from adjudge_tui.desk.said import Said, verdict_said
from adjudge_tui.desk.views import ClaimView
from adjudge_tui.display import cut
from adjudge_tui.widgets.paint import look
from adjudge_tui.wording.strings import say

_WIDE = 74  # from this width on a claim is one row with columns
_MOST = 15  # cells of a column; one's own is always that wide, so that a mark moves nothing
_MOST_JUDGE = 17  # "◌ judge abstained"
_NUMBER = 5


class ClaimRail(ScrollView, can_focus=True, inherit_bindings=False):
    """The claims, one row each where there is room beside the columns, else two."""

    class Chosen(Message):
        """A claim was pointed at; `index` counts from 0. Pointing never decides."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self._claims: Sequence[ClaimView] = []  # not yet told of any, nor that there are none
        self._told = False
        self._own: Mapping[str, str] = {}
        self._active = 0
        self._widths: tuple[int, int, int] = _widths(())

    def put(self, claims: Sequence[ClaimView], own: Mapping[str, str], active: int) -> None:
        """Show these claims with the reviewer's own verdicts (claim id → verdict)."""
        if claims is not self._claims:
            self._told = True
            self._widths = _widths(claims)
        self._claims, self._own, self._active = claims, dict(own), active
        self._measure(self.scrollable_content_region.width)
        self._title()
        rows = self._rows
        top, height = round(self.scroll_y), max(1, self.scrollable_content_region.height)
        first = active * rows
        # Keep a neighbour in sight on both sides where there is room.
        slack = rows if height >= 3 * rows else 0
        if first - slack < top:
            self.scroll_to(y=max(0, first - slack), animate=False, force=True, immediate=True)
        elif first + rows + slack > top + height:
            self.scroll_to(
                y=first + rows + slack - height, animate=False, force=True, immediate=True
            )
        self.refresh()

    @property
    def _rows(self) -> int:
        return 1 if self.scrollable_content_region.width >= _WIDE else 2

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One or two rows a claim."""
        return len(self._claims) * (1 if width - self.scrollbar_size_vertical >= _WIDE else 2)

    def on_resize(self) -> None:
        """Fold or unfold the columns."""
        self.put(self._claims, self._own, self._active)

    def on_click(self, event: Click) -> None:
        """Choose the claim under the pointer."""
        index = (event.y - self.gutter.top + round(self.scroll_y)) // self._rows
        if 0 <= index < len(self._claims):
            self.post_message(self.Chosen(index))

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        width = self.scrollable_content_region.width
        index, part = divmod(y + round(self.scroll_y), self._rows)
        if index >= len(self._claims):
            return Strip.blank(width, self.rich_style)
        claim = self._claims[index]
        base = self.rich_style
        if index == self._active:
            base += look(self, "row")
        bar = "▌" if index == self._active else " "
        if self._rows == 1:
            segments = [Segment(f"{bar}{claim.number:>3} ", base), *self._columns(claim, base)]
            room = width - sum(segment.cell_length for segment in segments)
            segments.append(Segment(cut(claim.text, room), base))
        elif part == 0:
            head = f"{bar}{claim.number:>3} "
            segments = [Segment(head + cut(claim.text, width - len(head)), base)]
        else:
            segments = [Segment(f"{bar}    ", base), *self._columns(claim, base)]
        return Strip(segments).adjust_cell_length(width, base)

    def _measure(self, width: int) -> None:
        size = Size(width, len(self._claims) * self._rows)
        if size != self.virtual_size:
            self.virtual_size = size
            self.refresh(layout=True)

    def _columns(self, claim: ClaimView, base: Style) -> list[Segment]:
        cells = (claim.check, claim.judge, self._mine(claim))
        segments = []
        for said, width in zip(cells, self._widths, strict=True):
            if not width:  # the judge is hidden: it has no column
                continue
            text = set_cell_size(str(said) if said else "·", width)
            segments.append(Segment(text + " ", base + self._tone(said)))
        return segments

    def _mine(self, claim: ClaimView) -> Said | None:
        verdict = self._own.get(claim.id)
        return verdict_said(verdict) if verdict else None

    def _tone(self, said: Said | None) -> Style:
        tone = (said.tone if said else "muted") or ""
        return look(self, tone) if tone else Style()

    def _title(self) -> None:
        if not self._claims:
            self.border_title = Content(say("pane.claims_none") if self._told else "")
            return
        place, count = self._active + 1, len(self._claims)
        text = f"{place}/{count}"
        column = _NUMBER - 1  # the title begins in the second cell
        heads = [say("pane.code"), say("pane.judge_column"), say("pane.you")]
        widths = list(self._widths)
        if not widths[1]:
            del heads[1], widths[1]
        if self._rows == 1:
            heads.append(say("pane.claim"))
        for head, width in zip(heads, (*widths, 0), strict=False):
            blank = " " * max(0, column - 1 - cell_len(text))
            text += f"{blank} {head}"  # name each column where it stands
            column += width + 1
        self.border_title = Content(text)


def _widths(claims: Sequence[ClaimView]) -> tuple[int, int, int]:
    """Cells of the columns code, judge, you: as wide as what stands in them.

    While the judge is hidden its column is none.
    """
    code = max((cell_len(str(one.check)) for one in claims), default=0)
    judged = [cell_len(str(one.judge)) for one in claims if one.judge is not None]
    judge = max(9, min(_MOST_JUDGE, max(judged))) if judged else 0
    return max(9, min(_MOST, code)), judge, _MOST
