"""The hold on the item at hand: kept while the desk is open, and what is done where it is lost."""

from __future__ import annotations

from adjudge_queue.records import OPEN_STATES
from adjudge_tui.desk.laying import Lost, hold_longer
from adjudge_tui.desk.restoring import after_loss
from adjudge_tui.desk.walking import Walking
from adjudge_tui.wording.strings import say


class Holding(Walking):
    """The part of a sitting that holds."""

    __slots__ = ()

    def open(self, item_id: int, flash: str = "") -> None:
        """Put one item on the desk."""
        raise NotImplementedError

    def heartbeat(self) -> None:
        """Prolong the lease on the item at hand."""
        view = self.view
        if view is None or not self.held or self.busy:
            return

        def done(lost: Lost | None) -> None:
            if lost is None or self.view is not view:
                return
            self.held = False
            self.view, self.problem = after_loss(view, lost)
            told = say("flash.lease_lost", problem=self.problem)
            if lost.row is None or lost.row.state in (*OPEN_STATES, "decided"):
                self.tell(told, alarm=True)
            else:  # purged or routed anew: what is on the desk is not the item any more
                self.open(view.item_id, told)

        self.writer.submit(
            lambda queue: hold_longer(queue, view.item_id, self.reviewer),
            done,
            lambda error: self.tell(self.said(error), alarm=True),
        )
