"""From the review desk and the queue to the screens of those who lead, and back to an item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudge_tui.screens.base import DeskScreen

if TYPE_CHECKING:
    from adjudge_tui.desk.session import Session


@dataclass(frozen=True, slots=True)
class Left:
    """How such a screen was left: with an item to open on the desk, and what it has changed."""

    item_id: int | None = None
    changed: frozenset[int] = frozenset()


class OpensLeading(DeskScreen):
    """The part of a screen that opens Adjudicate, Audit and Calibration."""

    session: Session

    def item_at_hand(self) -> int | None:
        """The item that one looks at: those screens begin there."""
        view = self.session.view
        return view.item_id if view else None

    def action_adjudicate(self) -> None:
        """What two reviewers see differently."""
        from adjudge_tui.screens.adjudicate import AdjudicateScreen

        self.app.push_screen(AdjudicateScreen(self.session, self.item_at_hand()), self._left)

    def action_audit(self) -> None:
        """The events."""
        from adjudge_tui.screens.audit import AuditScreen

        self.app.push_screen(AuditScreen(self.session, self.item_at_hand()), self._left)

    def action_calibration(self) -> None:
        """What the judges are worth."""
        from adjudge_tui.screens.calibration import CalibrationScreen

        self.app.push_screen(CalibrationScreen(self.session), self._left)

    def _left(self, result: object) -> None:
        if isinstance(result, Left):
            self.came_back(result)

    def came_back(self, left: Left) -> None:
        """Open the item that was asked for; show what was changed there as it now stands."""
        view = self.session.view
        if left.item_id is not None:
            self.session.open(left.item_id)
        elif view is not None and view.item_id in left.changed:
            self.session.open(view.item_id)
        elif view is None and left.changed:
            self.session.start()
