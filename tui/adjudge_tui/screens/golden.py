"""The golden screen: sets and their versions, rows, coverage, differences; freeze and withdraw."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize

from adjudge_engine.errors import AdjudgeError
from adjudge_tui.desk.keys import GOLDEN, bindings
from adjudge_tui.desk.session import Session
from adjudge_tui.display import cut, one_line
from adjudge_tui.listing.columns import fit
from adjudge_tui.listing.golden_view import (
    Entry,
    coverage_entries,
    diff_entries,
    row_entries,
    set_entries,
)
from adjudge_tui.screens.base import outdated
from adjudge_tui.screens.freezing import Freezing
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.rowlist import RowList
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_queue import Queue


@dataclass(frozen=True, slots=True)
class _Page:
    """One list: what it is (`sets`, `rows`, `coverage`, `diff`), of which version, its lines."""

    what: str
    of: tuple[str, int] | None
    title: str
    entries: tuple[Entry, ...]
    read: Callable[[Queue], tuple[Entry, ...]]
    at: int = 0


class GoldenScreen(Freezing):
    """Lists within lists: Enter goes in, Esc comes out; with an item it is dismissed to open it."""

    BINDINGS: ClassVar[list[BindingType]] = list(bindings(GOLDEN))
    KEYS = GOLDEN
    AUTO_FOCUS = "#list"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._pages: list[_Page] = []
        self._flash = ""
        self._alarm = False

    def compose(self) -> ComposeResult:
        """Title, list, the line under the cursor in full, the last line."""
        yield Line("title")
        yield RowList[Entry]("list", self._fetch, self._line, lambda _number: "")
        yield Line("row")
        yield Line("keys")

    def on_mount(self) -> None:
        """Read the sets."""
        self._draw()
        self._open_sets()

    def on_resize(self, event: Resize) -> None:
        """Draw the lines for the new width."""
        if not outdated(self, event):
            self._draw()

    # Rows ---------------------------------------------------------------------------------------

    @property
    def _list(self) -> RowList[Entry]:
        return self.query_one("#list", RowList)

    def _fetch(self, numbers: Sequence[int], reply: Callable[[Mapping[int, Entry]], None]) -> None:
        entries = self._pages[-1].entries if self._pages else ()
        reply({number: entries[number] for number in numbers})

    @staticmethod
    def _line(entry: Entry, width: int) -> tuple[str, str]:
        return fit(entry.text, width), entry.kind

    @property
    def entry(self) -> Entry | None:
        """What is under the cursor."""
        entries = self._pages[-1].entries if self._pages else ()
        cursor = self._list.cursor
        return entries[cursor] if 0 <= cursor < len(entries) else None

    @property
    def version(self) -> tuple[str, int] | None:
        """The version that is looked at, or the one under the cursor."""
        entry = self.entry
        page = self._pages[-1] if self._pages else None
        return (page.of if page else None) or (entry.set if entry else None)

    def begin_anew(self, flash: str) -> None:
        """Show the list of versions as it is now, with this sentence."""
        self._flash, self._alarm = flash, False
        self._pages.clear()
        self._open_sets()

    def _open_sets(self) -> None:
        self._open("sets", None, "", lambda queue: set_entries(queue.golden_list()))

    def _open(
        self,
        what: str,
        of: tuple[str, int] | None,
        title: str,
        read: Callable[[Queue], tuple[Entry, ...]],
        *,
        instead: bool = False,
        at: int = 0,
    ) -> None:
        """Read a list on the reader's thread and show it, in the place of the last one or on it."""

        def done(entries: tuple[Entry, ...]) -> None:
            if not self.is_attached:
                return
            page = _Page(what, of, title, entries, read)
            if instead:
                self._pages[-1:] = [page]
            else:
                self._leave()
                self._pages.append(page)
            self._show(at)

        self.session.reader.submit(read, done, self.failed)

    def _leave(self) -> None:
        """Remember the place in the list that is left."""
        if self._pages:
            self._pages[-1] = replace(self._pages[-1], at=self._list.cursor)

    def _show(self, at: int) -> None:
        entries = self._pages[-1].entries
        self._list.put(range(len(entries)), at=min(at, max(0, len(entries) - 1)))
        self._draw()

    def failed(self, error: AdjudgeError) -> None:
        """Say what went wrong, if anybody is still here to read it."""
        if self.is_attached:
            self.say_here(self.session.said(error), alarm=True)

    def say_here(self, flash: str, *, alarm: bool = False) -> None:
        """Show a sentence in the last line."""
        self._flash, self._alarm = flash, alarm
        self._draw()

    def _draw(self) -> None:
        page = self._pages[-1] if self._pages else None
        title = say("golden.title")
        if page is not None:
            title += "  " + (page.title or say("golden.sets", count=len(page.entries)))
        self.query_one("#title", Line).put(
            [(f" {cut(title, max(8, self.size.width - 2))}", "bold")]
        )
        entry = self.entry
        if page is None:
            pieces = [(f" {say('golden.loading')}", "$desk-muted")]
        elif entry is None:
            word = "golden.empty" if page.what == "sets" else "golden.empty_set"
            pieces = [(f" {say(word)}", "$desk-muted")]
        else:
            pieces = [(f" {cut(entry.full, 600)}", "bold")]
        self.query_one("#row", Line).put(pieces)
        self.last_line(self._flash, alarm=self._alarm, keys=GOLDEN)

    # Moving -------------------------------------------------------------------------------------

    def action_move(self, step: int) -> None:
        """Go along the list."""
        self._list.move_to(self._list.cursor + step)
        self.say_here("")

    def action_page(self, step: int) -> None:
        """Go along the list by what is seen at once."""
        self.action_move(step * self._list.page_size)

    def action_end(self, step: int) -> None:
        """Go to the first or last line."""
        self.action_move(step * len(self._list.numbers))

    def action_open(self) -> None:
        """A version's rows; a row's item, on the desk."""
        entry = self.entry
        if entry is None:
            return
        if entry.set is not None:
            name, version = entry.set
            self._flash = ""
            self._open(
                "rows",
                entry.set,
                say("golden.rows_of", name=f"{name}@{version}"),
                lambda queue: row_entries(queue.golden_export(name, version)),
            )
        elif entry.item is not None:
            self.dismiss(entry.item)
        else:
            self.say_here(say("golden.no_item"))

    def on_row_list_opened(self, message: RowList.Opened) -> None:
        """The mouse opens the line under the cursor."""
        message.stop()
        self.action_open()

    def action_back(self) -> None:
        """The list before, else back."""
        if len(self._pages) > 1:
            self._pages.pop()
            self._flash = ""
            self._show(self._pages[-1].at)
        else:
            self.dismiss(None)

    def action_refresh_list(self) -> None:
        """Read the list anew."""
        if self._pages:
            page = self._pages[-1]
            self._flash = ""
            at = self._list.cursor
            self._open(page.what, page.of, page.title, page.read, instead=True, at=at)

    # Coverage, differences ----------------------------------------------------------------------

    def action_coverage(self) -> None:
        """What the version covers."""
        of = self.version
        if of is None:
            return self.say_here(say("golden.no_set"))
        name, version = of
        self._flash = ""
        return self._open(
            "coverage",
            of,
            say("golden.coverage_of", name=f"{name}@{version}"),
            lambda queue: coverage_entries(queue.golden_coverage(name, version)),
        )

    def action_diff(self) -> None:
        """Ask for the version to compare with; the one before is offered."""
        of = self.version
        if of is None:
            return self.say_here(say("golden.no_set"))
        name, version = of
        before = str(version - 1) if version > 1 else str(version + 1)
        asked = say("prompt.diff", name=f"{name}@{version}")
        return self.ask(asked, lambda text: self._compare(of, text), value=before)

    def _compare(self, of: tuple[str, int], text: str | None) -> None:
        if text is None:
            return self._draw()
        said = text.strip()
        if not (said.isascii() and said.isdecimal() and 0 < len(said) < 10):
            return self.say_here(say("golden.bad_version", text=one_line(text)[:40]), alarm=True)
        name = of[0]
        old, new = sorted((int(said), of[1]))
        self._flash = ""
        return self._open(
            "diff",
            of,
            say("golden.diff_of", old=f"{name}@{old}", new=f"{name}@{new}"),
            lambda queue: diff_entries(queue.golden_diff(name, old, new)),
        )

    def action_quit_desk(self) -> None:
        """Quit; what is unsent is asked about on the desk."""
        if self.session.may_quit():
            self.app.exit(0)
        else:
            self.say_here(self.session.flash, alarm=True)
