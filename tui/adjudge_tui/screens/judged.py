"""The panes of what a judge had a part in: made where it may be seen, else not in the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widget import Widget

from adjudge_tui.desk.doc import Doc
from adjudge_tui.desk.panes import details_doc, gates_doc, judge_doc, judge_title, why_doc, why_line
from adjudge_tui.screens.base import DeskScreen
from adjudge_tui.widgets.spanview import SpanView
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.session import Session

_PANES = ("why", "judge", "queue")


class Judged(DeskScreen):
    """The part of the review screen that shows reasons and opinions."""

    session: Session
    claim: int
    details: str

    def unzoom(self) -> None:
        """All panes again."""
        raise NotImplementedError

    def show_list_beside(self) -> None:
        """The list, beside a wide desk."""
        raise NotImplementedError

    def pane_made(self, name: str, parent: Widget) -> SpanView:
        """A pane that is made when it is first needed: most sittings never need it."""
        found = self.query(f"#{name}").results(SpanView)
        pane = next(iter(found), None)
        if pane is None:
            pane = SpanView(name, gutter=1)
            parent.mount(pane)
        return pane

    def judge_panes(self, *, wanted: bool) -> None:
        """Make the panes of what a judge had a part in, or take them out of the tree."""
        panes = [self.query(f"#{name}") for name in _PANES]
        if not wanted:
            if any(pane.has_class("-zoomed") for found in panes for pane in found):
                self.unzoom()
            if self.focused is not None and self.focused.id in _PANES:
                self.query_one("#claims").focus()
            for found in panes:
                found.set(display=False)  # at once: each leaves the tree in its own time
                found.remove()
            for pane in self.query("#details").results(SpanView):
                pane.put(Doc())
            return
        if any(pane._pruning for found in panes for pane in found):
            # The old ones are still on their way out.
            self.call_after_refresh(self._draw_judged)
            return
        for name, column in (("why", "#left"), ("judge", "#right")):
            if not self.query(f"#{name}"):
                self.query_one(column).mount(SpanView(name, gutter=1))
        self.query_one("#why", SpanView).title(say("pane.why"))
        if self.size.width >= 160:
            self.show_list_beside()

    def _draw_judged(self) -> None:
        """What a judge had a part in, where that may be seen."""
        view = self.session.view
        if view is not None and not view.hidden:
            self.judge_panes(wanted=True)
            self.draw_why()
            self.draw_judge()

    def draw_why(self) -> None:
        """In one column the reason alone (`i` has the lists), else the three lists with it."""
        view = self.session.view
        if view is not None and not view.hidden and self.query("#why"):
            width = self.size.width
            doc = Doc(why_line(view, width - 2)) if width < 100 else why_doc(view)
            self.query_one("#why", SpanView).put(doc)

    def show_details(self, which: str) -> None:
        """Show opinions in full or the gates' table in the place of the evidence."""
        self.details = which if self.session.view else ""
        self.set_class(bool(self.details), "-details")
        if not self.details and self.query("#details.-zoomed"):
            self.unzoom()
        if self.details and self.session.view:
            build = details_doc if which == "opinion" else gates_doc
            pane = self.pane_made("details", self.query_one("#right"))
            pane.put(build(self.session.view))
            pane.title(say("pane.details" if which == "opinion" else "pane.gates"))

    def draw_judge(self) -> None:
        """The judges on the chosen claim."""
        view = self.session.view
        if view is None or view.hidden:
            return
        chosen = view.claims[self.claim] if view.claims else None
        for pane in self.query("#judge").results(SpanView):
            pane.put(judge_doc(view, chosen))
            pane.title(judge_title(view, chosen))
