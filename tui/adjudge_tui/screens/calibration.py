"""Calibration: a judge against people's labels, what it has earned, and where it errs."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType

from adjudge_tui.calibrating.calibration_view import no_differ
from adjudge_tui.desk.keys import CALIBRATION, bindings
from adjudge_tui.display import one_line
from adjudge_tui.screens.figuring import Figuring
from adjudge_tui.screens.looking import LookScreen
from adjudge_tui.screens.opening import Left
from adjudge_tui.widgets.spanview import SpanView
from adjudge_tui.wording.strings import say


class CalibrationScreen(Figuring):
    """Figures in one, two or three columns; beside or in their place a list."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(CALIBRATION))
    KEYS = CALIBRATION
    AUTO_FOCUS = ""

    # Keys: moving -------------------------------------------------------------------------------

    def _pane(self) -> SpanView:
        return self.query_one("#whole" if self.has_class("-whole") else "#figures", SpanView)

    def action_move(self, step: int) -> None:
        """Go along the list; without one scroll the figures."""
        if not self.in_list:
            return self.action_scroll(step)
        self.rows.move_to(self.rows.cursor + step)
        self.calibrating.flash = ""
        return self.draw_lines()

    def action_scroll(self, step: int) -> None:
        """Scroll the figures by lines, all columns together."""
        for pane in self.query(SpanView):
            if pane.id in ("figures", "more", "whole"):
                place = max(0, min(round(pane.scroll_y) + step, pane.max_scroll_y))
                pane.scroll_to(y=place, animate=False, force=True)

    def action_page(self, step: int) -> None:
        """By what is seen at once."""
        if self.part:
            return self.action_move(step * self.rows.page_size)
        return self.action_scroll(step * max(1, self._pane().size.height - 2))

    def action_end(self, step: int) -> None:
        """To the first or last line."""
        if self.in_list:
            return self.action_move(step * len(self.entries))
        return self.action_scroll(step * self._pane().virtual_size.height)

    def action_section(self, step: int) -> None:
        """The next or previous section of the figures."""
        if self.part and not self.beside:
            self.part = ""
            self.redraw()
        panes = [self.query_one("#figures", SpanView), self.query_one("#more", SpanView)]
        for pane, column in zip(panes, self.columns, strict=False):
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
        if not self.calibrating.figures or not self.entries:
            return self.calibrating.tell(no_differ(self.calibrating.figures))
        if not self.in_list:
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
        entry = self.entry
        if entry is None or not self.in_list:
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
            return self.calibrating.tell(no_differ(self.calibrating.figures))
        screen = LookScreen(self.session, found["disagreements"], self.rows.cursor)
        self.app.push_screen(screen, self._looked)
        return None

    def _looked(self, result: object) -> None:
        """Back from a look: the cursor where one stopped; or on to the desk."""
        if isinstance(result, Left):
            self._leaving = result
        elif isinstance(result, int):
            self.rows.move_to(result)
            self.draw_lines()

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
        place = self.rows.cursor
        if not (self.in_list and 0 <= place < len(rows)):
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
        if self.part and not self.has_class("-whole"):
            self.part = ""
            return self.redraw()
        self.dismiss(Left())

    def action_quit_desk(self) -> None:
        """Quit; what is unsent is asked about once."""
        if self.session.may_quit():
            self.app.exit(0)
        else:
            self.calibrating.tell(one_line(self.session.flash), alarm=True)
