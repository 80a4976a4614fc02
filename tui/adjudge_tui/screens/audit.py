"""Audit: who did what and when, whether the chain holds, what is stale, how people decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize

from adjudge_tui.desk.doc import Doc, DocBuilder
from adjudge_tui.desk.keys import AUDIT, bindings
from adjudge_tui.desk.sitting import TICK_SECONDS
from adjudge_tui.display import one_line
from adjudge_tui.leading.audit_events import EventRow
from adjudge_tui.leading.audit_lists import StaleRow
from adjudge_tui.leading.audit_rows import row_text
from adjudge_tui.leading.auditing import Auditing
from adjudge_tui.screens.base import TONES, DeskScreen, outdated
from adjudge_tui.screens.opening import Left
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.rowlist import RowList
from adjudge_tui.widgets.spanview import SpanView
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.session import Session


class AuditScreen(DeskScreen):
    """One list at a time, or one thing of it in full."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(AUDIT))
    KEYS = AUDIT
    AUTO_FOCUS = "#rows"

    def __init__(self, session: Session, at: int | None) -> None:
        super().__init__()
        self.session = session
        self.auditing = Auditing(session, self.redraw)
        self._at = at
        self._listed: Sequence[int] | None = None

    def compose(self) -> ComposeResult:
        """Two header lines, the list or one thing in full, what is under the cursor, the keys."""
        yield Line("title")
        yield Line("chain")
        yield RowList("rows", self._fetch, row_text, self._absent)
        yield SpanView("whole")
        yield Line("row")
        yield Line("keys")

    def on_mount(self) -> None:
        """Read the events."""
        self.query_one("#whole", SpanView).can_focus = False
        self.auditing.read("events")
        self.set_interval(TICK_SECONDS, self.auditing.collect)

    def on_unmount(self) -> None:
        """Leave what is still being checked."""
        self.auditing.close()

    def on_resize(self, event: Resize) -> None:
        """Draw for the new width."""
        if not outdated(self, event):
            self.call_after_refresh(self.redraw)

    # Drawing ------------------------------------------------------------------------------------

    def _fetch(self, numbers: Sequence[int], reply: Callable[[Mapping[int, Any]], None]) -> None:
        def done(rows: Mapping[int, Any]) -> None:
            if self.is_attached:
                reply(rows)
                self._draw_lines()

        self.auditing.rows(numbers, done)

    def _absent(self, number: int) -> str:
        if self.auditing.part == "stale":
            return f"#{number}"
        return f"{number:>7}  {say('audit.not_for_you')}"

    def redraw(self) -> None:
        """Draw what is at hand."""
        if not self.is_attached:
            return
        auditing, rows = self.auditing, self.query_one("#rows", RowList)
        if auditing.numbers is not None and auditing.numbers is not self._listed:
            self._listed = auditing.numbers
            rows.put(auditing.numbers, at=self._at_number())
        sentence = self._sentence()
        self.set_class(sentence is not None or auditing.doc is not None, "-whole")
        pane = self.query_one("#whole", SpanView)
        pane.put(sentence or auditing.doc or Doc())
        wanted = None if self.has_class("-whole") else rows
        if self.focused is not wanted:  # a focused pane would take the scrolling keys for itself
            self.set_focus(wanted)
        self._draw_lines()

    def _at_number(self) -> int | None:
        """Where the cursor begins in a new list: where it was, if that is still there."""
        return self._at if self.auditing.part == "stale" else None

    def _sentence(self) -> Doc | None:
        """What stands there instead, where there is nothing to list or show."""
        auditing, out = self.auditing, DocBuilder()
        if auditing.problem:
            out.line(auditing.problem, "heading")
            out.line()
            out.line(say("audit.problem_keys"), "muted")
        elif auditing.doc is not None:
            return None
        elif auditing.whole or auditing.part == "figures":
            wait = "audit.proving" if auditing.whole == "proof" else "audit.reading"
            out.line(say(wait), "muted")
        elif auditing.numbers is None:
            out.line(say("audit.reading"), "muted")
        elif not len(auditing.numbers):
            out.line(say(f"audit.no_{auditing.part}"), "heading")
        else:
            return None
        return out.build()

    def _draw_lines(self) -> None:
        auditing = self.auditing
        self.query_one("#title", Line).put([(f" {say('audit.title')}  ", "bold"), *self._tabs()])
        text, tone = auditing.chain.said()
        pieces = [(f" {say('audit.chain')}  ", "bold"), (text, TONES[tone])]
        self.query_one("#chain", Line).put(pieces)
        self.query_one("#row", Line).put([(f" {self._under_cursor()}", "")])
        self.last_line(auditing.flash, alarm=False, keys=AUDIT)

    def _tabs(self) -> list[tuple[str, str]]:
        auditing = self.auditing
        pieces: list[tuple[str, str]] = []
        for part in ("events", "stale", "figures"):
            word = say(f"audit.{part}")
            if part == auditing.part:
                count = len(auditing.numbers or ())
                if part == "events" and auditing.of is not None:
                    word = say("audit.events_of", item=auditing.of)
                if part != "figures" and auditing.numbers is not None:
                    word = f"{word} {count:,}"
                pieces.append((f" {word} ", "bold reverse"))
            else:
                pieces.append((f" {word} ", "$desk-muted"))
        return pieces

    def _under_cursor(self) -> str:
        """The row under the cursor, so far as the list had no room for it."""
        auditing = self.auditing
        if auditing.whole or auditing.part == "figures" or not auditing.numbers:
            return ""
        row = self.query_one("#rows", RowList).current_row
        if isinstance(row, EventRow):
            return " · ".join((row.what or row.kind, row.who, row.at))
        if isinstance(row, StaleRow):
            return say("audit.stale_row", why=row.why, decision=row.decision, case=row.case_id)
        return ""

    # Keys: the list -----------------------------------------------------------------------------

    @property
    def _scrolls(self) -> bool:
        return self.has_class("-whole")

    def action_move(self, step: int) -> None:
        """Go along the list; scroll what is open in full."""
        if self._scrolls:
            pane = self.query_one("#whole", SpanView)
            place = max(0, min(round(pane.scroll_y) + step, pane.max_scroll_y))
            return pane.scroll_to(y=place, animate=False, force=True)
        rows = self.query_one("#rows", RowList)
        rows.move_to(rows.cursor + step)
        self.auditing.flash = ""
        return self._draw_lines()

    def action_page(self, step: int) -> None:
        """Go along by what is seen at once."""
        pane = self.query_one("#whole", SpanView)
        rows = self.query_one("#rows", RowList)
        self.action_move(step * (max(1, pane.size.height - 1) if self._scrolls else rows.page_size))

    def action_end(self, step: int) -> None:
        """Go to the first or last line."""
        pane = self.query_one("#whole", SpanView)
        count = pane.virtual_size.height if self._scrolls else len(self.auditing.numbers or ())
        self.action_move(step * count)

    def action_step(self, step: int) -> None:
        """The next or previous event, also while one is open in full."""
        rows = self.query_one("#rows", RowList)
        rows.move_to(rows.cursor + step)
        if self.auditing.whole == "event":
            self.action_open()
        else:
            self._draw_lines()

    def action_open(self) -> None:
        """Show the event under the cursor whole; of a stale decision open the item."""
        number = self._number
        if number is None:
            self.auditing.tell(say("audit.nothing"))
        elif self.auditing.part == "stale":
            self._leave(number)
        else:
            self.auditing.open_event(number)

    def on_row_list_opened(self) -> None:
        """The mouse opens too."""
        self.action_open()

    @property
    def _number(self) -> int | None:
        """The number under the cursor, where there is a list."""
        if self.auditing.part == "figures" or not self.auditing.numbers:
            return None
        return self.query_one("#rows", RowList).current

    @property
    def _item(self) -> int | None:
        """The item of what is under the cursor, else the one that is listed or on the desk."""
        number = self._number
        if self.auditing.part == "stale" and number is not None:
            return number
        row = self.query_one("#rows", RowList).current_row if number is not None else None
        if isinstance(row, EventRow):
            return row.item_id
        return self.auditing.of if self.auditing.of is not None else self._at

    # Keys: what is shown ------------------------------------------------------------------------

    def action_part(self, part: str) -> None:
        """All events, stale decisions, or figures."""
        self.auditing.read(part)

    def action_of_item(self) -> None:
        """The events of the item under the cursor alone; again: all of them."""
        if self.auditing.part == "events" and self.auditing.of is not None:
            return self.auditing.read("events")
        item = self._item
        if item is None:
            return self.auditing.tell(say("audit.no_item"))
        return self.auditing.read("events", item)

    def action_verify(self) -> None:
        """Check the chain; while the finding is known, show it whole."""
        if self.auditing.chain.found is not None and self.auditing.whole != "chain":
            return self.auditing.open_chain()
        return self.auditing.verify()

    def action_proof(self) -> None:
        """The proof of the item under the cursor."""
        item = self._item
        if item is None:
            return self.auditing.tell(say("audit.no_item"))
        return self.auditing.open_proof(item)

    def action_open_item(self) -> None:
        """The item on the review desk."""
        item = self._item
        if item is None:
            return self.auditing.tell(say("audit.no_item"))
        return self._leave(item)

    def action_refresh_list(self) -> None:
        """Read anew."""
        self._at = self._item if self.auditing.part == "stale" else self._at
        self.auditing.read(self.auditing.part, self.auditing.of)

    def action_back(self) -> None:
        """Back to the list, to all events, to where one came from."""
        if self.auditing.close_whole():
            return None
        if self.auditing.of is not None:
            return self.auditing.read("events")
        return self._leave(None)

    def _leave(self, item_id: int | None) -> None:
        self.dismiss(Left(item_id))

    def action_quit_desk(self) -> None:
        """Quit; what is unsent is asked about once."""
        if self.session.may_quit():
            self.app.exit(0)
        else:
            self.auditing.tell(one_line(self.session.flash))
