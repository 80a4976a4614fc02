"""Drawing the calibration screen: columns of figures, a list, or a sentence in their place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Resize

from adjudge_tui.calibrating.calibration_state import Calibrating
from adjudge_tui.calibrating.calibration_view import (
    Column,
    Differing,
    Entry,
    about_of,
    columns_of,
    judge_entries,
    no_differ,
    set_entries,
    title_of,
)
from adjudge_tui.desk.doc import Doc, DocBuilder
from adjudge_tui.desk.keys import CALIBRATION
from adjudge_tui.desk.sitting import TICK_SECONDS
from adjudge_tui.display import cut
from adjudge_tui.listing.columns import fit
from adjudge_tui.screens.base import TONES, DeskScreen, outdated
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.rowlist import RowList
from adjudge_tui.widgets.spanview import SpanView
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.session import Session

_TONES: Final = TONES | {"heading": "bold"}
_PARTS: Final = {
    "differ": "calibration.differ",
    "sets": "calibration.sets",
    "judges": "calibration.judges",
}
#: From these widths on there are two columns, and three.
_TWO: Final = 100
_THREE: Final = 160


class Figuring(DeskScreen):
    """The part of the calibration screen that draws.

    `part` is the list at hand: nothing (figures), `differ`, `sets` or `judges`.
    """

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-narrow"),
        (_TWO, "-wide"),
        (_THREE, "-huge"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.calibrating = Calibrating(session, self.redraw)
        self.part = ""
        self.entries: Sequence[Entry] = ()
        self._listed: tuple[str, object] = ("", None)
        self.columns: tuple[Column, ...] = ()
        self._drawn: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        """Two header lines, the columns, the line under the cursor, the keys."""
        yield Line("title")
        yield Line("about")
        with Horizontal(id="columns"):
            yield SpanView("figures")
            yield SpanView("more")
            yield RowList[Entry]("differ", self._fetch, self._line, lambda _number: "")
        yield SpanView("whole")
        yield Line("row")
        yield Line("keys")

    def on_mount(self) -> None:
        """Read what there is."""
        for pane in self.query(SpanView):
            pane.can_focus = False
        self.query_one("#differ").can_focus = False
        self.calibrating.start()
        self.set_interval(TICK_SECONDS, self.calibrating.collect)

    def on_unmount(self) -> None:
        """Leave what is still being worked out."""
        self.calibrating.close()

    async def on_resize(self, event: Resize) -> None:
        """Fold and unfold with the window."""
        if not outdated(self, event):
            await self.fit(event.size)
            self.call_after_refresh(self.redraw)

    # Drawing ------------------------------------------------------------------------------------

    @property
    def rows(self) -> RowList[Entry]:
        return self.query_one("#differ", RowList)

    @property
    def beside(self) -> bool:
        """Whether the disagreements stand beside the figures all the time."""
        return self.size.width >= _THREE

    @property
    def in_list(self) -> bool:
        """Whether a list is at hand, which the keys then move in."""
        return bool(self.part) or self.beside

    def _fetch(self, numbers: Sequence[int], reply: Callable[[Mapping[int, Entry]], None]) -> None:
        reply({number: self.entries[number] for number in numbers if number < len(self.entries)})

    @staticmethod
    def _line(entry: Entry, width: int) -> tuple[str, str]:
        return fit(entry.text, width), entry.kind

    def redraw(self) -> None:
        """Draw what is at hand."""
        if not self.is_attached:
            return
        sentence = None if self.part in ("sets", "judges") else self._sentence()
        self.set_class(sentence is not None, "-whole")
        self.set_class(bool(self.part), "-list")
        self.set_class(self.part in ("sets", "judges"), "-choosing")
        self.query_one("#whole", SpanView).put(sentence or Doc())
        self._draw_list()
        self.draw_lines()
        self.call_after_refresh(self._draw_columns)  # a column has its width once it is laid out

    def _sentence(self) -> Doc | None:
        """What stands there instead of figures: progress, a problem, what is to be done first."""
        calibrating, out = self.calibrating, DocBuilder()
        if calibrating.problem:
            out.line(calibrating.problem, "heading")
            keys = "calibration.problem_keys"
        elif calibrating.doing:
            out.line(self._progress(), "heading")
            keys = "calibration.stop_keys"
        elif calibrating.stopped:
            out.line(say("calibration.stopped"), "heading")
            keys = "calibration.problem_keys"
        elif calibrating.offers is not None and not calibrating.offers:
            empty = "calibration.no_judge" if calibrating.sets else "calibration.no_set"
            name = title_of(calibrating)
            out.line(say(empty, name=name) if calibrating.sets else say(empty), "heading")
            out.line()
            out.line(say(f"{empty}_do", name=name) if calibrating.sets else say(f"{empty}_do"))
            keys = "calibration.empty_keys"
        else:
            return None
        out.line()
        out.line(say(keys), "muted")
        return out.build()

    def _progress(self) -> str:
        calibrating = self.calibrating
        if not calibrating.count:
            return say(f"calibration.{calibrating.doing}")
        done, count = f"{calibrating.done:,}", f"{calibrating.count:,}"
        return say(f"calibration.{calibrating.doing}_of", done=done, count=count)

    def _draw_columns(self) -> None:
        if not self.is_attached or self.has_class("-whole"):
            return
        panes = [self.query_one("#figures", SpanView)]
        if self.size.width >= _TWO:
            panes.append(self.query_one("#more", SpanView))
        widths = tuple(self._room(pane) for pane in panes)
        calibrating = self.calibrating
        now = (calibrating.figures, widths)
        if self._drawn and self._drawn[0] is now[0] and self._drawn[1] == now[1]:
            return
        self._drawn = now
        self.columns = tuple(columns_of(calibrating, widths))
        for pane, column in zip(panes, self.columns, strict=True):
            pane.put(column.doc)

    def _room(self, pane: SpanView) -> int:
        """How many cells a line of the pane has; while it is covered, as many as it would have."""
        width = pane.scrollable_content_region.width
        if width > 0:
            return width
        share = 1 if self.size.width < _TWO else 2 if self.size.width < _THREE else 3
        return max(20, self.size.width // share - 4)

    def _draw_list(self) -> None:
        calibrating = self.calibrating
        part = self.part or "differ"
        of: object = calibrating.figures
        if part in ("sets", "judges"):
            of = calibrating.offers
        if self._listed[0] == part and self._listed[1] is of:
            return
        self._listed = (part, of)
        if part == "sets":
            self.entries = set_entries(calibrating)
        elif part == "judges":
            self.entries = judge_entries(calibrating)
        else:
            self.entries = Differing(calibrating.figures) if calibrating.figures else ()
        named = say(_PARTS[part], count=len(self.entries))
        self.rows.border_title = Content(named)
        chosen = (n for n, one in enumerate(self.entries) if one.kind == "heading")
        at = 0 if part == "differ" else next(chosen, 0)
        self.rows.put(range(len(self.entries)), at=at)

    def draw_lines(self) -> None:
        calibrating = self.calibrating
        title = title_of(calibrating)
        pieces = [(f" {say('calibration.title')}  ", "bold")]
        pieces.append((cut(title, max(8, self.size.width - 16)), ""))
        self.query_one("#title", Line).put(pieces)
        about: list[tuple[str, str]] = [(" ", "")]
        for place, (text, tone) in enumerate(about_of(calibrating)):
            about += [(" · ", "$desk-muted")] * bool(place)
            about.append((text, _TONES.get(tone, "")))
        self.query_one("#about", Line).put(about)
        self.query_one("#row", Line).put([(f" {self._under_cursor()}", "bold")])
        self.last_line(calibrating.flash, alarm=calibrating.alarm, keys=CALIBRATION)

    def _under_cursor(self) -> str:
        """What is under the cursor in full, and where it stands."""
        calibrating, entry = self.calibrating, self.entry
        found = calibrating.figures
        if self.part in ("sets", "judges"):
            head = say(_PARTS[self.part], count=len(self.entries))
            return f"{head} · {entry.full}" if entry else head
        if found is None:
            return ""
        count = len(self.entries)
        if not count:
            return no_differ(found)
        if not self.in_list or entry is None:
            return say("calibration.differ_hint", count=count + int(found["more"]))
        place = say("calibration.differ_at", place=self.rows.cursor + 1, count=count)
        more = int(found["more"])
        if more:
            place += " " + say("calibration.differ_more", count=f"{more:,}")
        return f"{place} · {entry.full}"

    @property
    def entry(self) -> Entry | None:
        cursor = self.rows.cursor
        return self.entries[cursor] if 0 <= cursor < len(self.entries) else None
