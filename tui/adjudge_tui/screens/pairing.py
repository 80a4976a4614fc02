"""How Adjudicate draws what is at hand: the list, question and answer, the two reviews."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudge_engine.errors import AdjudgeError
from adjudge_queue.records import ItemRow
from adjudge_tui.desk.doc import Doc, DocBuilder, Mark
from adjudge_tui.desk.keys import ADJUDICATE
from adjudge_tui.desk.state import answer_doc
from adjudge_tui.display import cut, one_line
from adjudge_tui.leading.pairs import Pair
from adjudge_tui.leading.settling import Settling
from adjudge_tui.leading.versus import versus
from adjudge_tui.screens.base import DeskScreen
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.rowlist import RowList
from adjudge_tui.widgets.spanview import MAX_TEXT_WIDTH, SpanView
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.session import Session

GUTTER = 2


class Pairing(DeskScreen):
    """The part of Adjudicate that draws."""

    session: Session
    settling: Settling
    _shown: Pair | None
    _offset: int
    _claims: list[Mark]

    def fetch(self, ids: Sequence[int], reply: Callable[[Mapping[int, ItemRow]], None]) -> None:
        def done(rows: list[ItemRow]) -> None:
            if self.is_attached:
                reply({row.item_id: row for row in rows})

        def failed(error: AdjudgeError) -> None:
            self.settling.tell(self.session.said(error), alarm=True)

        self.session.read_rows(ids, done, failed)

    def row_text(self, row: ItemRow, width: int) -> tuple[str, str]:
        done = self.settling.settled.get(row.item_id)
        case = cut(one_line(row.case_id[:200]), max(12, width // 4))
        risk = say(f"risk_word.{row.risk}")
        state = f"● {done}  " if done else ""
        text = f"#{row.item_id}  {risk}  {state}{case}  {one_line(row.question[:300])}"
        return text, "muted" if done else ""

    def redraw(self) -> None:
        """Draw what is at hand; unchanged panes cost nothing."""
        if not self.is_attached:
            return
        settling, listed = self.settling, self.query_one("#cases", RowList)
        if listed.numbers is not settling.numbers:
            listed.put(settling.numbers, at=settling.item)
        elif settling.place is not None and listed.cursor != settling.place - 1:
            listed.move_to(settling.place - 1)
        listed.display = bool(settling.numbers)
        listed.refresh()
        pair = None if self.too_small else settling.pair
        self.set_class(pair is None, "-none")
        if pair is None:
            self.query_one("#nothing", SpanView).put(self._nothing())
        elif pair is not self._shown:
            self._draw_pair(pair)
        self._shown = pair
        if pair is not None:
            self._draw_versus(pair)
        self._draw_lines()

    def _draw_pair(self, pair: Pair) -> None:
        doc, self._offset = answer_doc(pair.view)
        plain = tuple(mark for mark in doc.marks if mark.kind in ("heading", "muted"))
        differ = {each.number for each in pair.listed if each.kind == "claim"}
        marks = [
            Mark(self._offset + claim.start, self._offset + claim.end, "claim", str(claim.number))
            for claim in pair.view.claims
            if claim.number in differ
        ]
        gutter = 2 * len(str(len(pair.view.claims))) + 3  # room for two numbers
        asked = self.query_one("#asked", SpanView)
        asked.put(Doc(doc.text, plain), gutter=max(GUTTER, gutter))
        asked.mark(marks)
        self._claims = marks
        evidence = Doc(pair.view.evidence, pair.view.evidence_marks)
        self.query_one("#proofs", SpanView).put(evidence, gutter=max(6, gutter))

    def _draw_versus(self, pair: Pair) -> None:
        pane = self.query_one("#versus", SpanView)
        room = pane.scrollable_content_region.width or self.size.width - 1
        width = max(20, min(MAX_TEXT_WIDTH, room - GUTTER))
        left_out = say("settle.left_out") if pair.hidden else ""
        both = versus(pair.listed, width, self.settling.own_words(), left_out)
        top = pane.scroll_y
        if pane.doc != both.doc:
            pane.put(both.doc)
            pane.scroll_to(y=top, animate=False, force=True)
        count, at = len(pair.listed), self.settling.cursor
        place = say("settle.place", place=at + 1, count=count) if count else say("settle.alike")
        pane.title("  ".join(part for part in (say("settle.two"), place, pair.both) if part))
        if not count:
            return
        start, end = both.titles[at]
        pane.mark([Mark(start, end, "active")])
        pane.reveal(start)
        self._follow(pair, pair.listed[at].number)

    def _follow(self, pair: Pair, number: int) -> None:
        """Show in the answer, and in what code found, the claim of the difference at hand."""
        asked = self.query_one("#asked", SpanView)
        at = next((mark for mark in self._claims if mark.tag == str(number)), None)
        active = [] if at is None else [Mark(at.start, at.end, "active", at.tag)]
        asked.mark([*self._claims, *active])
        if at is not None:
            asked.reveal(at.start)
        claim = next((one for one in pair.view.claims if one.number == number), None)
        proofs = self.query_one("#proofs", SpanView)
        links = () if claim is None else claim.links or ((claim.nearest,) if claim.nearest else ())
        title = say("pane.evidence")
        if claim is not None and not claim.links:
            title += "  " + say("pane.evidence_none", claim=number)
        elif links:
            where = {"claim": number, "number": links[0].number, "place": 1, "count": len(links)}
            title += "  " + say("pane.evidence_link", **where)
        proofs.title(title)
        proofs.mark([Mark(links[0].start, links[0].end, "active")] if links else [])
        if links:
            proofs.reveal(links[0].start)

    def _nothing(self) -> Doc:
        """What stands there without a pair: why, and which key helps."""
        out, settling = DocBuilder(), self.settling
        if self.too_small:
            return Doc(say("small", width=self.size.width, height=self.size.height))
        if settling.problem:
            out.line(settling.problem, "heading")
            out.line()
            out.line(say("settle.problem_keys"), "muted")
        elif settling.lead is None or settling.item is not None:
            out.line(say("queue.loading"), "muted")
        elif not settling.lead:
            out.line(say("settle.leads_only", who=one_line(self.session.reviewer)), "heading")
            out.line()
            out.line(say("settle.leads_keys"), "muted")
        else:
            key = "settle.all_settled" if settling.settled else "settle.empty"
            out.line(say(key, count=len(settling.settled)), "heading")
            out.line()
            out.line(say("settle.empty_keys"), "muted")
        return out.build()

    def _draw_lines(self) -> None:
        settling, pair = self.settling, self.settling.pair
        pieces = [(f" {say('settle.title')}", "bold")]
        parts = []
        if settling.place:
            parts.append(say("place.of", place=settling.place, count=len(settling.numbers)))
        if settling.settled:
            parts.append(say("settle.count", count=len(settling.settled)))
        if pair is not None:
            if pair.view.risk != "standard":
                parts.append(say(f"risk.{pair.view.risk}"))
            if pair.hidden:
                parts.append(say("place.blind"))
            if pair.view.masked:
                parts.append(say("place.partly"))
            if pair.withheld:
                parts.append(say("place.blocked"))
            if self.session.notes.get(pair.view.item_id):
                parts.append(say("settle.noted"))
            parts.append(f"#{pair.view.item_id} {pair.view.case_id}")
        pieces.append(("  " + " · ".join(parts), ""))
        self.query_one("#title", Line).put(pieces)
        keys = () if self.too_small else ADJUDICATE
        can = pair is not None and not settling.busy
        self.last_line(settling.flash, alarm=settling.alarm, keys=keys, decide=can)
