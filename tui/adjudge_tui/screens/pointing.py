"""Moving the eye: claims, links, hits, scrolling, panes. Nothing here decides anything."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.content import Content

from adjudge_queue.records import ItemRow
from adjudge_tui.desk.doc import Mark
from adjudge_tui.desk.finding import Hits, find
from adjudge_tui.desk.passages import Link
from adjudge_tui.display import one_line
from adjudge_tui.screens.judged import Judged
from adjudge_tui.widgets.rail import ClaimRail
from adjudge_tui.widgets.spanview import SpanView
from adjudge_tui.widgets.sqllist import SqlList
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.session import Session
    from adjudge_tui.desk.views import ClaimView

PANES = ("answer", "claims", "why", "evidence", "judge", "details")


class Pointing(Judged):
    """The part of the review screen that moves what is looked at."""

    session: Session
    claim: int
    link: int
    answer_offset: int
    hits: Hits
    details: str

    # Claims and links ---------------------------------------------------------------------------

    @property
    def chosen_claim(self) -> ClaimView | None:
        """The claim under the cursor, if the answer has any."""
        view = self.session.view
        return view.claims[self.claim] if view and view.claims else None

    @property
    def links(self) -> Sequence[Link]:
        """Where the chosen claim leads: its links, or the nearest miss."""
        claim = self.chosen_claim
        if claim is None:
            return ()
        places = {(one.start, one.end): one for one in reversed(claim.links)}
        unique = tuple(one for one in claim.links if places[one.start, one.end] is one)
        return unique or ((claim.nearest,) if claim.nearest else ())

    def choose(self, index: int) -> None:
        """Put the cursor on a claim; answer and evidence follow."""
        self.claim, self.link = index, 0
        self.draw_claim()

    def draw_rail(self) -> None:
        """The claims with one's own verdicts."""
        view = self.session.view
        if view is not None:
            rail = self.query_one("#claims", ClaimRail)
            rail.put(view.claims, self.session.marks, self.claim)
            count = len(self.session.omitted)
            if count:  # what one has named stays in sight until it is submitted
                title = f"{rail.border_title}  {say('pane.missing', count=count)}"
                rail.border_title = Content(title)

    def draw_claim(self) -> None:
        """Mark the chosen claim in answer and evidence and bring both into sight."""
        self.draw_rail()
        self.draw_judge()
        self._draw_marks()
        claim = self.chosen_claim
        answer, evidence = self._pane("answer"), self._pane("evidence")
        if claim is not None:
            answer.reveal(self.answer_offset + claim.start)
        if self.links:
            link = self.links[self.link]
            evidence.reveal(link.start)
            if link.by != "near":
                self.session.evidence_seen.add(link.ref)
        evidence.title(self._evidence_title(claim))

    def _draw_marks(self) -> None:
        claim = self.chosen_claim
        marks: dict[str, list[Mark]] = {"answer": [], "evidence": []}
        if claim is not None:
            start = self.answer_offset + claim.start
            marks["answer"].append(Mark(start, self.answer_offset + claim.end, "active"))
        if self.links:
            link = self.links[self.link]
            tag = f"?{claim.number}" if claim and link.by == "near" else ""
            marks["evidence"].append(Mark(link.start, link.end, "active", tag))
        for number, (pane, start, end) in enumerate(self.hits.places):
            kind = "found" if number == self.hits.at else "hit"
            marks[pane].append(Mark(start, end, kind))
        for pane, extra in marks.items():
            self._pane(pane).mark(extra)

    def _evidence_title(self, claim: ClaimView | None) -> str:
        title = say("pane.evidence")
        view = self.session.view
        hidden = view is not None and view.hidden
        if view is not None and view.masked:
            key = "pane.evidence_masked" if view.masked > 1 else "pane.evidence_masked_one"
            title += "  " + say(key, count=view.masked)
        if claim is None:
            return title
        if claim.links:
            link = self.links[self.link]
            place = say(
                "pane.evidence_link",
                claim=claim.number,
                number=link.number,
                place=self.link + 1,
                count=len(self.links),
            )
            legend = "pane.evidence_legend_code" if hidden else "pane.evidence_legend"
            return f"{title}  {place}  {say(legend)}"
        title += "  " + say("pane.evidence_none", claim=claim.number)
        if claim.nearest:
            title += " · " + say("pane.evidence_near", number=claim.nearest.number)
        return title

    def _pane(self, name: str) -> SpanView:
        return self.query_one(f"#{name}", SpanView)

    def action_claim(self, step: int) -> None:
        """The next or previous claim."""
        view = self.session.view
        if view is not None and view.claims:
            self.session.flash = ""
            self.choose(max(0, min(self.claim + step, len(view.claims) - 1)))
            self.session.show()

    def on_claim_rail_chosen(self, message: ClaimRail.Chosen) -> None:
        """The mouse points at a claim."""
        self.choose(message.index)

    def action_link(self, step: int) -> None:
        """The next or previous passage of the chosen claim, round and round."""
        if not self.links:
            self.session.tell(say("flash.no_links"))
            return
        self.link = (self.link + step) % len(self.links)
        self.draw_claim()

    # Scrolling, panes ---------------------------------------------------------------------------

    def _reading_pane(self) -> SpanView:
        return self._pane("details" if self.details else "evidence")

    def action_scroll(self, step: int) -> None:
        """Scroll the passages (or what stands in their place) by a line."""
        self._reading_pane().scroll_relative(y=step, animate=False)

    def action_page(self, step: int) -> None:
        """Scroll the passages by a page."""
        pane = self._reading_pane()
        height = max(1, pane.scrollable_content_region.height - 1)
        pane.scroll_relative(y=step * height, animate=False)

    def action_details(self, which: str) -> None:
        """Show or hide opinions in full, or the gates' table."""
        view = self.session.view
        if view is None:
            return self.session.tell(say("flash.no_item"))
        if which == "opinion" and view.hidden:
            return self.session.tell(say("flash.hidden"))
        self.session.tell("")
        self.unzoom()
        self.show_details("" if self.details == which else which)
        self.call_after_refresh(self.draw_claim)
        return None

    def action_zoom(self) -> None:
        """The focused pane alone, or all of them again."""
        if self.has_class("-zoom"):
            return self.unzoom()
        name = "details" if self.details else (self.focused.id if self.focused else None)
        return self.zoom(name if name in PANES else "evidence")

    def zoom(self, name: str) -> None:
        """Give one pane the whole window, if it is there."""
        pane = next(iter(self.query(f"#{name}")), None)
        if pane is None:
            return
        self.session.kept.zoom = name
        self.session.keep()
        pane.add_class("-zoomed")
        assert pane.parent is not None
        for column in ("left", "right"):
            self.query_one(f"#{column}").display = pane.parent.id == column
        self.add_class("-zoom")
        self.call_after_refresh(self.draw_claim)

    def unzoom(self) -> None:
        """All panes again."""
        if not self.has_class("-zoom"):
            return
        self.session.kept.zoom = ""
        self.session.keep()
        self.remove_class("-zoom")
        for column in ("left", "right"):
            self.query_one(f"#{column}").display = True
        self.query(".-zoomed").remove_class("-zoomed")
        self.call_after_refresh(self.draw_claim)

    def action_back(self) -> None:
        """Leave the zoom, the details, the hits: one thing at a time."""
        if self.has_class("-zoom"):
            self.unzoom()
        elif self.details:
            self.action_details(self.details)
        elif self.hits.places:
            self.hits = Hits()
            self._draw_marks()
            self.session.tell("")
        else:
            self.session.tell("")

    # Finding ------------------------------------------------------------------------------------

    def action_find(self) -> None:
        """Ask for a text to find."""
        if self.session.view is not None:
            self.ask(say("prompt.find"), self._found, value=self.hits.text)

    def _found(self, text: str | None) -> None:
        if text is None:
            return
        shown = one_line(text)
        panes = {name: self._pane(name).doc.text for name in ("answer", "evidence")}
        self.hits = find(shown, panes)
        if not self.hits.places:
            self._draw_marks()
            self.session.tell(say("flash.no_hits", text=shown) if shown else "")
            return
        self.action_hit(1)

    def action_hit(self, step: int) -> None:
        """Go to the next or previous hit, round and round."""
        count = len(self.hits.places)
        if not count:
            self.session.tell(say("flash.no_find"))
            return
        self.hits = replace(self.hits, at=(max(self.hits.at, -1) + step) % count)
        pane, start, _end = self.hits.places[self.hits.at]
        self._draw_marks()
        self._pane(pane).reveal(start)
        place = self.hits.at + 1
        self.session.tell(say("flash.hit", text=self.hits.text, place=place, count=count))

    # The list beside ----------------------------------------------------------------------------

    def show_list_beside(self) -> None:
        """Beside a wide desk stands the list; it is made when there is first room for it."""
        if self.query("#queue"):
            return
        beside = SqlList("queue", self.fetch_rows)
        beside.can_focus = False  # Q opens the list to work in; this one shows the place
        self.query_one("#desk").mount(beside, before=0)
        beside.title(say("pane.queue"))
        self.call_after_refresh(self._fill_list)

    def _fill_list(self) -> None:
        view = self.session.view
        for beside in self.query("#queue").results(SqlList):
            beside.put(self.session.snapshot or array("q"), at=view.item_id if view else None)

    def follow_list(self, item_id: int) -> None:
        """Show in the list where the item stands; rows are read anew, one was just decided."""
        for beside in self.query("#queue").results(SqlList):
            if beside.numbers is not self.session.snapshot:
                self._fill_list()
            beside.renew()
            beside.point(item_id)

    def fetch_rows(self, ids: Sequence[int], reply: Callable[[list[ItemRow]], None]) -> None:
        """Read rows on the reader's thread."""
        self.session.read_rows(ids, reply, lambda _error: None)

    def on_row_list_opened(self, message: SqlList.Opened) -> None:
        """The mouse opens an item of the list beside."""
        self.session.open(message.number)
