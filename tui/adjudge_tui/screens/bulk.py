"""Marking items of the list, and one action on all that are marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from adjudge_tui.desk.marks import Marks
from adjudge_tui.display import cut, one_line
from adjudge_tui.listing.bulk import Bulk, Kind, Work
from adjudge_tui.screens.base import DeskScreen
from adjudge_tui.widgets.sqllist import SqlList
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.session import Session

#: The key of an action → the action; no key that decides elsewhere on its own does so here.
_KINDS: Final[dict[str, Kind]] = {
    "a": "approve",
    "b": "block",
    "w": "snooze",
    "g": "assign",
    "r": "release",
}


class Bulking(DeskScreen):
    """The part of the queue screen that marks, asks, and works through what is marked."""

    session: Session
    marks: Marks
    bulk: Bulk | None

    def flash(self, text: str, *, alarm: bool = False) -> None:
        """Say in one line what happened."""
        raise NotImplementedError

    @property
    def _listed(self) -> SqlList:
        return self.query_one("#list", SqlList)

    @property
    def working(self) -> bool:
        """An action is on its way through the marked items."""
        return self.bulk is not None and self.bulk.running

    @property
    def marked(self) -> int:
        """How many items are marked."""
        return self.marks.count(len(self._listed.numbers))

    def refused(self, item_id: int | None) -> str:
        """Why the last action left this item alone."""
        return self.bulk.reasons.get(item_id, "") if self.bulk and item_id is not None else ""

    # Marking ------------------------------------------------------------------------------------

    def action_mark(self) -> None:
        """Mark the item under the cursor, or take its mark away; on to the next."""
        listed = self._listed
        if listed.current is None or self.working:
            return
        self.marks.toggle(listed.current)
        listed.move_to(listed.cursor + 1)
        listed.refresh()
        self.flash("")

    def action_mark_all(self) -> None:
        """Mark everything that is listed; where something is marked, nothing."""
        if not self.working:
            self.marks.mark_all(marked=not self.marked)
            self._listed.refresh()
            self.flash("")

    # Asking -------------------------------------------------------------------------------------

    def action_bulk(self) -> None:
        """Ask what is to be done with the marked items."""
        from adjudge_tui.widgets.choice import Option

        if self.working:
            return self.flash(say("bulk.running"))
        if not self.marked:
            return self.flash(say("bulk.none_marked"))
        options = [Option(key, say(f"bulk.{kind}")) for key, kind in _KINDS.items()]
        return self.pick(say("bulk.title", count=self.marked), options, self._picked)

    def _picked(self, key: str | None) -> None:
        if key is None:
            return self.flash("")
        kind = _KINDS[key]
        if kind == "assign":
            return self.ask(say("prompt.give", count=self.marked), self._give)
        if kind == "release":
            return self._begin("release")
        asked = say("prompt.bulk", what=say(f"bulk.{kind}"), count=self.marked)
        return self.ask(asked, lambda text: self._confirmed(kind, text))

    def _give(self, text: str | None) -> None:
        name = (text or "").strip()
        if name:
            self._begin("assign", to=name)
        else:
            self.flash(say("bulk.not_done"))

    def _confirmed(self, kind: Kind, text: str | None) -> None:
        """Only the number itself, typed, is a yes: neither Enter nor a stray key decides."""
        if (text or "").strip() == str(self.marked):
            self._begin(kind)
        else:
            self.flash(say("bulk.not_done"))

    # Working ------------------------------------------------------------------------------------

    def _begin(self, kind: Kind, to: str = "") -> None:
        session = self.session
        mine = {one for one, marks in session.drafts.items() if marks}
        drafts = frozenset({*mine, *session.corrected, *session.unsent} - session.submitted)
        work = Work(kind, session.eyes, to=to, drafts=drafts)
        ids = _chosen(self.marks, self._listed.numbers)
        self.bulk = Bulk(session, work, self.marked, ids, self._progressed)
        self.bulk.go_on()
        self._progressed()

    def _progressed(self) -> None:
        """Say how far it is; what is done loses its mark and is read anew."""
        bulk = self.bulk
        if bulk is None or not self.is_attached:
            return
        for item_id in bulk.last:
            self.marks.drop(item_id)
        bulk.last = ()
        listed = self._listed
        listed.refresh()
        if not bulk.running:
            listed.renew()
        self.flash(
            self._said(bulk), alarm=bool(bulk.problem or (bulk.refused and not bulk.running))
        )

    def _said(self, bulk: Bulk) -> str:
        what = say(f"bulked.{bulk.work.kind}")
        said = say("bulk.done", what=what, done=bulk.done, count=bulk.total)
        if bulk.work.kind == "assign":
            said += " → " + cut(one_line(bulk.work.to), 20)
        if bulk.refused:
            said += " · " + say("bulk.refused", count=bulk.refused)
        if bulk.running:
            return f"{said} · {say('bulk.stop')}"
        if bulk.problem:
            return f"{said} · {bulk.problem}"
        if bulk.cancelled:
            said += " · " + say("bulk.stopped")
        if bulk.refused:
            first = next(iter(bulk.reasons.values()), "")
            said += ": " + cut(one_line(first), 60)
        return said

    def stop_work(self) -> bool:
        """Stop the action that is on its way; False if there is none."""
        if self.bulk is None or not self.bulk.running:
            return False
        self.bulk.cancel()
        return True

    def freshen_desk(self) -> None:
        """Show the item on the desk as it now stands, if the action reached it."""
        view = self.session.view
        if self.bulk is not None and view is not None and view.item_id in self.bulk.changed:
            self.bulk.changed.clear()
            self.session.open(view.item_id)


def _chosen(marks: Marks, listed: Sequence[int]) -> Iterator[int]:
    """The items that are marked now, one by one: a million are not copied, nor looked through."""
    frozen = Marks(marks.inverted, set(marks.ids))
    return frozen.chosen(listed)
