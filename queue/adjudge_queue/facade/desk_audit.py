"""The facade's audit part: the chain, proofs, and figures on how people decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from adjudge_queue.facade.desk_base import Desk
from adjudge_queue.records import Verification
from adjudge_queue.viewing import reading

if TYPE_CHECKING:
    from adjudge_engine.calibration.raters.reviewers import ReviewDecision
    from adjudge_queue.people.comparing import Judged
    from adjudge_queue.people.figures import Known


class Auditing(Desk):
    """What can be proved of the file, and said of its reviewers."""

    def head(self) -> tuple[int, str | None]:
        """Number and hash of the last event; (0, None) if there is none."""
        return reading.head(self._store)

    def last_event(self) -> int:
        """The number of the last event, 0 if there is none. Unlike `head` it waits for no disk:
        it is for counting, and not for keeping elsewhere."""
        return reading.last_event(self._store)

    def verify(
        self, *, head: str | None = None, tick: Callable[[int], None] | None = None
    ) -> Verification:
        """Check the whole audit trail against itself, the items, and an exported `head`.

        `tick` hears which event was checked last, every 500 of them; what it raises ends the check.
        """
        from adjudge_queue.trail import audit

        return audit.verify(self._store, head, tick)

    def proof(self, item_id: int, viewer: str | None = None) -> dict[str, Any]:
        """What was proved, judged, seen and decided on an item, with its events; checks itself.

        `proof_text.markdown` makes a page of it. DecisionError if there is no such item, or if
        it holds what a `viewer` may not see.
        """
        from adjudge_queue.trail import proof

        return proof.proof(self._store, item_id, self._team, viewer)

    def trail(self) -> Iterator[str]:
        """The audit trail as JSON Lines, all events and the head, for `exports.trail.check`."""
        from adjudge_queue.exports import trail

        return trail.lines(self._store)

    def review_decisions(self, *, blind: bool = False) -> Iterator[ReviewDecision]:
        """Every decision in force, for figures on reviewers; planted items are left out.

        A blind first word counts in the place of what was decided after it. `blind`: only what
        was said before the judge was seen, which alone can be compared with the judge.
        """
        from adjudge_queue.people import figures

        return figures.review_decisions(self._store, blind=blind)

    def planted_results(self, by: str) -> Known:
        """What was decided on planted items, beside what is known of them. Leads only."""
        from adjudge_queue.golden_sets import planting

        return planting.results(self._store, self._team, by)

    def adjudicated_results(self, by: str) -> Known:
        """What was decided on items that a lead then settled, beside that lead's word. Leads only.

        The lead's own decision is what is known, and is not among the decisions.
        """
        from adjudge_queue.people import comparing

        self._team.lead(by, "looking at how people decide")
        return comparing.adjudicated(self._store)

    def beside_judges(self, by: str) -> Judged:
        """What people said before they saw the judges, and what these say. Leads only."""
        from adjudge_queue.people import comparing

        self._team.lead(by, "looking at how people decide")
        return comparing.beside_judges(self._store)
