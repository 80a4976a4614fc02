"""What the golden screen writes: a new version, a row that counts for nothing any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudge_engine.errors import AdjudgeError
from adjudge_tui.display import cut, one_line
from adjudge_tui.listing.golden_view import Entry
from adjudge_tui.screens.base import DeskScreen
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.session import Session


class Freezing(DeskScreen):
    """The part of the golden screen that freezes and withdraws; either asks first."""

    session: Session

    @property
    def entry(self) -> Entry | None:
        """What is under the cursor."""
        raise NotImplementedError

    @property
    def version(self) -> tuple[str, int] | None:
        """The version that is looked at, or the one under the cursor."""
        raise NotImplementedError

    def begin_anew(self, flash: str) -> None:
        """Show the list of versions as it is now, with this sentence."""
        raise NotImplementedError

    def say_here(self, flash: str, *, alarm: bool = False) -> None:
        """Show a sentence in the last line."""
        raise NotImplementedError

    def failed(self, error: AdjudgeError) -> None:
        """Say what went wrong."""
        raise NotImplementedError

    def action_refresh_list(self) -> None:
        """Read the list anew."""
        raise NotImplementedError

    def action_create(self, approved: bool) -> None:
        """Ask for the set of which what is decided now becomes the next version."""
        of = self.version
        asked = say("prompt.freeze_all" if approved else "prompt.freeze")
        self.ask(asked, lambda text: self._create(text, approved), value=of[0] if of else "")

    def _create(self, text: str | None, approved: bool) -> None:
        name = (text or "").strip()
        if not name:
            return self.say_here(say("golden.not_frozen"))
        who = self.session.reviewer

        def done(made: tuple[str, int, int]) -> None:
            if self.is_attached:
                count = made[2]
                self.begin_anew(say("golden.frozen", name=f"{made[0]}@{made[1]}", count=count))

        self.say_here(say("golden.freezing", name=cut(one_line(name), 40)))
        return self.session.writer.submit(
            lambda queue: queue.golden_create(name, actor=who, include_approved=approved),
            done,
            self.failed,
        )

    def action_withdraw(self) -> None:
        """Ask why the row under the cursor is to count for nothing any more."""
        entry, of = self.entry, self.version
        if entry is None or of is None or entry.set is not None or not entry.id:
            return self.say_here(say("golden.choose_row"))
        if entry.item is None:
            return self.say_here(say("golden.imported_row"))
        if entry.withdrawn:
            return self.say_here(say("golden.already_gone"))
        item = entry.item
        asked = say("prompt.withdraw", item=item, name=of[0])
        return self.ask(asked, lambda text: self._withdraw(of[0], item, text))

    def _withdraw(self, name: str, item: int, text: str | None) -> None:
        if not (text or "").strip():
            return self.say_here(say("golden.kept"))
        why, who = str(text).strip(), self.session.reviewer

        def done(event: int) -> None:
            if self.is_attached:
                self.action_refresh_list()
                self.say_here(say("golden.row_gone", item=item, event=event))

        return self.session.writer.submit(
            lambda queue: queue.golden_withdraw(name, None, item, by=who, why=why),
            done,
            self.failed,
        )
