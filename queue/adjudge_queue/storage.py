"""What a queue has to be able to do, whatever keeps it: the operations that all else is made of.

`Queue` keeps it in one SQLite file. Another store, such as a server's database, has to offer the
same, with the same meaning: `tests/queue_contract.py` says what that is, store by store. Rules
(who may decide what, in which state, with which event) belong to the queue and not to its store,
so a second one should share them rather than repeat them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from adjudge_queue.records import (
    Counts,
    Decided,
    Decision,
    EnqueueResult,
    Filter,
    Item,
    ItemRow,
    Order,
    Record,
    Verification,
)

if TYPE_CHECKING:
    from adjudge_queue.finding.hits import Found
    from adjudge_queue.items.enqueue import Prepared
    from adjudge_queue.packets.packet_records import Packed, Unpacked


class QueueStorage(Protocol):
    """An open queue, shared by any number of processes. Refusals are DecisionErrors, trouble of
    the store QueueErrors; whatever returns has been kept for good, and whatever raises has not."""

    def enqueue(
        self, records: Sequence[Record | Prepared], *, actor: str = "engine"
    ) -> EnqueueResult:
        """Store evaluated cases, all or none. The same key again is nothing new."""

    def claim_next(
        self,
        reviewer: str,
        *,
        where: Filter | None = None,
        lease_seconds: float = 900,
        exclude: Iterable[int] = (),
        skipped: bool = False,
        order: Order = "priority",
        seed: int | str | None = None,
    ) -> Item | None:
        """Take the first item that waits for the reviewer. No two ever hold one."""

    def claim(self, item_id: int, reviewer: str, *, lease_seconds: float = 900) -> Item:
        """Take one item, or renew the lease on it."""

    def renew(self, item_id: int, reviewer: str, *, lease_seconds: float = 900) -> str:
        """Prolong a lease that is the reviewer's; its new end."""

    def release(self, item_id: int, reviewer: str) -> bool:
        """Give an item back undecided; False if the reviewer did not hold it."""

    def decide(self, item_id: int, decision: Decision) -> Decided:
        """Write a decision with its event, once for each key."""

    def undo(self, reviewer: str, *, item_id: int | None = None) -> Decided:
        """Take a decision back, by an event of its own."""

    def item(self, item_id: int, viewer: str | None = None) -> Item:
        """One item whole, for a viewer without what is not for them."""

    def page(
        self,
        where: Filter | None = None,
        *,
        order: Order = "priority",
        after: int | None = None,
        limit: int = 50,
        viewer: str | None = None,
    ) -> list[ItemRow]:
        """The rows after an item, without a gap or a repeat while others work."""

    def search(
        self,
        text: str,
        *,
        where: Filter | None = None,
        after: int | None = None,
        limit: int = 50,
        ranked: bool = False,
        viewer: str | None = None,
    ) -> Found:
        """Items with all the words, newest first or ranked, in any script."""

    def counts(self) -> Counts:
        """How many items there are, kept and not scanned."""

    def feed(self, since: int = 0, limit: int = 1000) -> tuple[list[dict[str, Any]], int]:
        """Changes of disposition after a cursor, and the next cursor."""

    def events(
        self,
        *,
        after: int = 0,
        limit: int = 1000,
        item_id: int | None = None,
        viewer: str | None = None,
    ) -> list[dict[str, Any]]:
        """The tail of the audit trail after an event."""

    def head(self) -> tuple[int, str | None]:
        """Number and hash of the last event."""

    def verify(
        self, *, head: str | None = None, tick: Callable[[int], None] | None = None
    ) -> Verification:
        """Check the trail, and everything that is kept, against it."""

    def trail(self) -> Iterator[str]:
        """The whole trail as JSON Lines, for `exports.trail.check`."""

    def export_packet(
        self, path: str | Path, reviewer: str, count: int, *, by: str, where: Filter | None = None
    ) -> Packed:
        """Give items out in a file of their own."""

    def import_packet(self, path: str | Path, *, by: str, withdrawn: bool = False) -> Unpacked:
        """Merge a packet that came back."""

    def close(self) -> None:
        """Let go of the store. Calling it again does nothing."""
