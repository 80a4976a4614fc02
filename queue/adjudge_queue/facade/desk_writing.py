"""The facade's writing part: putting in, taking, deciding, handing on, taking back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudge_queue.facade.desk_base import Desk
from adjudge_queue.items import claiming
from adjudge_queue.items.claiming import LEASE_SECONDS
from adjudge_queue.records import (
    Action,
    Assigned,
    Decided,
    Decision,
    EnqueueResult,
    Filter,
    Item,
    Order,
    Record,
    Seen,
)

if TYPE_CHECKING:
    from adjudge_queue.items.enqueue import Prepared


class Writing(Desk):
    """Every change of an item that a person or the engine makes."""

    def enqueue(
        self, records: Sequence[Record | Prepared], *, actor: str = "engine"
    ) -> EnqueueResult:
        """Store evaluated cases in one transaction: all of them or none.

        Beside a reviewer at work give at most 100 at a time, so that nobody waits.
        """
        from adjudge_queue.items import enqueue

        return enqueue.enqueue(self._store, records, actor)

    def claim_next(
        self,
        reviewer: str,
        *,
        where: Filter | None = None,
        lease_seconds: float = LEASE_SECONDS,
        exclude: Iterable[int] = (),
        skipped: bool = False,
        order: Order = "priority",
        seed: int | str | None = None,
    ) -> Item | None:
        """Take the first item that waits for `reviewer`; None if there is none for them.

        What was given to them by name comes first. What they skipped comes back only if `skipped`
        asks for it. `where.states` does not matter here: only an item that is pending, or waits
        for a second reviewer, can be taken this way. For the orders see `ordering`.
        """
        return claiming.claim_next(
            self._store,
            self._team,
            reviewer,
            where or Filter(),
            lease_seconds,
            exclude,
            skipped,
            order,
            seed,
        )

    def claim(self, item_id: int, reviewer: str, *, lease_seconds: float = LEASE_SECONDS) -> Item:
        """Take one open item, or renew the lease on it.

        DecisionError if somebody else has it, it was given to somebody else (save to a lead), or
        its double review waits for others.
        """
        return claiming.claim(self._store, self._team, item_id, reviewer, lease_seconds)

    def renew(self, item_id: int, reviewer: str, *, lease_seconds: float = LEASE_SECONDS) -> str:
        """Prolong the lease; its new end. DecisionError if the reviewer no longer holds it."""
        return claiming.renew(self._store, item_id, reviewer, lease_seconds)

    def release(self, item_id: int, reviewer: str) -> bool:
        """Give a claimed item back undecided; False if the reviewer did not hold it."""
        return claiming.release(self._store, item_id, reviewer)

    def reap(self) -> int:
        """Return items whose lease or snooze has run out to the queue; how many."""
        return claiming.reap(self._store)

    def decide(self, item_id: int, decision: Decision) -> Decided:
        """Write a person's decision with its event; idempotent by `decision.key`.

        Raises DecisionError for an unknown item or claim, a lost lease, an item that somebody
        else has decided or was given, labels that say nothing, or a policy's block lifted by
        anybody but a lead, or without a note.
        """
        from adjudge_queue.decisions import deciding

        return deciding.decide(self._store, self._team, item_id, decision)

    def undo(self, reviewer: str, *, item_id: int | None = None) -> Decided:
        """Take back the reviewer's last decision, or their last one on `item_id`, of any age.

        A lead who has none there that counts takes back the last one of anybody. Raises
        DecisionError if there is nothing to undo or a later decision rests on it.
        """
        from adjudge_queue.decisions import undoing

        return undoing.undo(self._store, self._team, reviewer, item_id)

    def redo(self, reviewer: str, *, item_id: int | None = None) -> Decided:
        """Take anew what the reviewer took back last, or last on `item_id`, with all its parts.

        Raises DecisionError if there is nothing to redo, something was decided since, or the
        decision can no longer be taken: a lost lease, another evaluation, a snooze that is past.
        """
        from adjudge_queue.decisions import redoing

        return redoing.redo(self._store, self._team, reviewer, item_id)

    def amend(self, item_id: int, decision: Decision) -> Decided:
        """Take back one's own decision on the item and take it anew, in one transaction.

        For what is added to it: a reason, a note. Idempotent by `decision.key`. Raises
        DecisionError where `undo` or `decide` would, or if the action is another one.
        """
        from adjudge_queue.decisions import redoing

        return redoing.amend(self._store, self._team, item_id, decision)

    def assign(self, item_id: int, to: str, *, by: str, note: str | None = None) -> Assigned:
        """Give an open item to a reviewer by name; for others than oneself, leads only."""
        from adjudge_queue.items import assigning

        return assigning.assign(self._store, self._team, item_id, to, by, note)

    def unassign(self, item_id: int, *, by: str) -> Assigned:
        """Let anybody have an item again that was given to somebody."""
        from adjudge_queue.items import assigning

        return assigning.unassign(self._store, self._team, item_id, by)

    def first_word(
        self,
        item_id: int,
        reviewer: str,
        action: Action,
        labels: Sequence[Mapping[str, Any]] = (),
        seen: Seen | None = None,
    ) -> int:
        """Store what a reviewer says before the judge is shown to them; the event's number.

        Once per reviewer and item: DecisionError for another, and for what `decide` would refuse.
        """
        from adjudge_queue.decisions import first_words

        return first_words.say(self._store, self._team, item_id, reviewer, action, labels, seen)
