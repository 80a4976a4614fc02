"""Calibration: a judge against people's labels, what it has earned, and where it errs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Resize

from adjudge_tui.calibration_state import Calibrating
from adjudge_tui.calibration_view import (
    Column,
    Entry,
    about_of,
    columns_of,
    differing_entries,
    judge_entries,
    set_entries,
    title_of,
)
from adjudge_tui.columns import fit
from adjudge_tui.display import cut, one_line
from adjudge_tui.doc import Doc, DocBuilder
from adjudge_tui.keys import CALIBRATION, bindings
from adjudge_tui.screens.base import DeskScreen, outdated
from adjudge_tui.screens.looking import LookScreen
from adjudge_tui.screens.opening import Left
from adjudge_tui.sitting import TICK_SECONDS
from adjudge_tui.strings import say
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.rowlist import RowList
from adjudge_tui.widgets.spanview import SpanView

if TYPE_CHECKING:
    from adjudge_tui.session import Session

_TONES = {
    "good": "$success",
    "bad": "bold $error",
    "warn": "bold $warning",
    "muted": "$desk-muted",
    "heading": "bold",
}
_PARTS = {
    "differ": "calibration.differ",
    "sets": "calibration.sets",
    "judges": "calibration.judges",
}


class CalibrationScreen(DeskScreen):
    """Figures in one, two or three columns; beside or in their place a list.

    `part` is the list at hand: nothing (figures), `differ`, `sets` or `judges`.
    """

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(CALIBRATION))
    KEYS = CALIBRATION
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-narrow"),
        (100, "-wide"),
        (160, "-huge"),
    ]
    AUTO_FOCUS = ""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.calibrating = Calibrating(session, self.redraw)
        self.part = ""
        self._entries: Sequence[Entry] = ()
        self._listed: tuple[str, object] = ("", None)
        self._columns: tuple[Column, ...] = ()
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
    def _list(self) -> RowList[Entry]:
        return self.query_one("#differ", RowList)

    @property
    def _beside(self) -> bool:
        """Whether the disagreements stand beside the figures all the time."""
        return self.size.width >= 160

    @property
    def _in_list(self) -> bool:
        """Whether a list is at hand, which the keys then move in."""
        return bool(self.part) or self._beside

    def _fetch(self, numbers: Sequence[int], reply: Callable[[Mapping[int, Entry]], None]) -> None:
        reply({number: self._entries[number] for number in numbers if number < len(self._entries)})

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
        self._draw_lines()
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
        if self.size.width >= 100:
            panes.append(self.query_one("#more", SpanView))
        widths = tuple(self._room(pane) for pane in panes)
        calibrating = self.calibrating
        now = (calibrating.figures, widths)
        if self._drawn and self._drawn[0] is now[0] and self._drawn[1] == now[1]:
            return
        self._drawn = now
        self._columns = tuple(columns_of(calibrating, widths))
        for pane, column in zip(panes, self._columns, strict=True):
            pane.put(column.doc)

    def _room(self, pane: SpanView) -> int:
        """How many cells a line of the pane has; while it is covered, as many as it would have."""
        width = pane.scrollable_content_region.width
        if width > 0:
            return width
        share = 1 if self.size.width < 100 else 2 if self.size.width < 160 else 3
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
            self._entries = set_entries(calibrating)
        elif part == "judges":
            self._entries = judge_entries(calibrating)
        else:
            self._entries = differing_entries(calibrating.figures) if calibrating.figures else ()
        at = next((n for n, one in enumerate(self._entries) if one.kind == "heading"), 0)
        self._list.put(range(len(self._entries)), at=at)

    def _draw_lines(self) -> None:
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
        found, entry = self.calibrating.figures, self._entry
        if self.part in ("sets", "judges"):
            head = say(_PARTS[self.part], count=len(self._entries))
            return f"{head} · {entry.full}" if entry else head
        if found is None:
            return ""
        count = len(self._entries)
        if not count:
            return say("calibration.no_differ")
        if not self._in_list or entry is None:
            return say("calibration.differ_hint", count=count + int(found["more"]))
        place = say("calibration.differ_at", place=self._list.cursor + 1, count=count)
        more = int(found["more"])
        if more:
            place += " " + say("calibration.differ_more", count=f"{more:,}")
        return f"{place} · {entry.full}"

    @property
    def _entry(self) -> Entry | None:
        cursor = self._list.cursor
        return self._entries[cursor] if 0 <= cursor < len(self._entries) else None

    # Keys: moving -------------------------------------------------------------------------------

    def _pane(self) -> SpanView:
        return self.query_one("#whole" if self.has_class("-whole") else "#figures", SpanView)

    def action_move(self, step: int) -> None:
        """Go along the list; without one scroll the figures."""
        if not self._in_list:
            return self.action_scroll(step)
        self._list.move_to(self._list.cursor + step)
        self.calibrating.flash = ""
        return self._draw_lines()

    def action_scroll(self, step: int) -> None:
        """Scroll the figures by lines, all columns together."""
        for pane in self.query(SpanView):
            if pane.id in ("figures", "more", "whole"):
                place = max(0, min(round(pane.scroll_y) + step, pane.max_scroll_y))
                pane.scroll_to(y=place, animate=False, force=True)

    def action_page(self, step: int) -> None:
        """By what is seen at once."""
        if self.part:
            return self.action_move(step * self._list.page_size)
        return self.action_scroll(step * max(1, self._pane().size.height - 2))

    def action_end(self, step: int) -> None:
        """To the first or last line."""
        if self._in_list:
            return self.action_move(step * len(self._entries))
        return self.action_scroll(step * self._pane().virtual_size.height)

    def action_section(self, step: int) -> None:
        """The next or previous section of the figures."""
        if self.part and not self._beside:
            self.part = ""
            self.redraw()
        panes = [self.query_one("#figures", SpanView), self.query_one("#more", SpanView)]
        for pane, column in zip(panes, self._columns, strict=False):
            tops = [pane._current().at(offset) for offset in column.sections]
            here = round(pane.scroll_y)
            later = [top for top in tops if (top > here if step > 0 else top < here)]
            if later:
                top = min(later) if step > 0 else max(later)
                pane.scroll_to(y=top, animate=False, force=True)

    def action_differ(self) -> None:
        """Show the disagreements, or the figures again."""
        self.part = "" if self.part == "differ" else "differ"
        self.redraw()

    def action_step(self, step: int) -> None:
        """The next or previous disagreement, wherever one is."""
        if self.part in ("sets", "judges"):
            return self.action_move(step)
        if not self.calibrating.figures or not self._entries:
            return self.calibrating.tell(say("calibration.no_differ"))
        if not self._in_list:
            self.part = "differ"
            return self.redraw()
        return self.action_move(step)

    # Keys: choosing -----------------------------------------------------------------------------

    def action_choose(self, part: str) -> None:
        """The list of sets or of judges, or the figures again."""
        calibrating = self.calibrating
        if not (calibrating.sets if part == "sets" else calibrating.offers):
            missing = "calibration.no_set" if part == "sets" else "calibration.no_offer"
            return calibrating.tell(say(missing))
        self.part = "" if self.part == part else part
        calibrating.flash = ""
        return self.redraw()

    def action_open(self) -> None:
        """Take what is under the cursor; look at a disagreement."""
        entry = self._entry
        if entry is None or not self._in_list:
            return self.action_step(1)
        if self.part == "sets":
            self.part = ""
            one = self.calibrating.sets[entry.number]
            return self.calibrating.choose_set(str(one["name"]), int(one["version"]))
        if self.part == "judges":
            self.part = ""
            return self.calibrating.choose_judge(entry.number)
        return self._look()

    def on_row_list_opened(self) -> None:
        """The mouse opens too."""
        self.action_open()

    def _look(self) -> None:
        found = self.calibrating.figures
        if found is None or not found["disagreements"]:
            return self.calibrating.tell(say("calibration.no_differ"))
        screen = LookScreen(self.session, found["disagreements"], self._list.cursor)
        self.app.push_screen(screen, self._looked)
        return None

    def _looked(self, result: object) -> None:
        """Back from a look: the cursor where one stopped; or on to the desk."""
        if isinstance(result, Left):
            self._leaving = result
        elif isinstance(result, int):
            self._list.move_to(result)
            self._draw_lines()

    _leaving: Left | None = None

    def on_screen_resume(self) -> None:
        """Leave with the item that was asked for on the screen above, once that one is gone."""
        if self._leaving is not None and self.is_current:
            left, self._leaving = self._leaving, None
            self.dismiss(left)

    def action_item(self) -> None:
        """The item of the disagreement on the review desk."""
        found = self.calibrating.figures
        rows = found["disagreements"] if found and self.part in ("", "differ") else []
        place = self._list.cursor
        if not (self._in_list and 0 <= place < len(rows)):
            return self.calibrating.tell(say("calibration.choose_differ"))
        if rows[place].get("item") is None:
            return self.calibrating.tell(say("calibration.no_item"))
        self.dismiss(Left(int(rows[place]["item"])))
        return None

    # Keys: how it is read -----------------------------------------------------------------------

    def action_way(self) -> None:
        """Read the judge in the next way."""
        self.calibrating.next_way()

    def action_split(self) -> None:
        """The other side of the split, or both."""
        self.calibrating.next_split()

    def action_costs(self) -> None:
        """Ask what mistakes and reviews cost."""
        calibrating = self.calibrating
        if calibrating.offer is None or calibrating.offer["how"] == "file":
            return calibrating.tell(say("calibration.as_stored"))
        before = " ".join(f"{one:g}" for one in calibrating.costs)
        return self.ask(say("prompt.costs"), self._costs, value=before)

    def _costs(self, text: str | None) -> None:
        if text is None:
            return self.calibrating.tell("")
        return self.calibrating.put_costs(text)

    def action_refresh_list(self) -> None:
        """Read everything anew."""
        self.part = ""
        self.calibrating.start()

    # Leaving ------------------------------------------------------------------------------------

    def action_back(self) -> None:
        """Stop what is being worked out; back to the figures; back to where one came from."""
        if self.calibrating.stop():
            return
        if self.part:
            self.part = ""
            return self.redraw()
        self.dismiss(Left())

    def action_help(self) -> None:
        """The keys."""
        from adjudge_tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(CALIBRATION))

    def action_quit_desk(self) -> None:
        """Quit; what is unsent is asked about once."""
        if self.session.may_quit():
            self.app.exit(0)
        else:
            self.calibrating.tell(one_line(self.session.flash), alarm=True)
