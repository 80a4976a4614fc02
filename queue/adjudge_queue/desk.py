"""The facade: every operation on a queue's file, one short method each."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from adjudge_engine.vocabulary import Disposition
from adjudge_queue import claiming, opening, reading, standing
from adjudge_queue.claiming import LEASE_SECONDS
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
from adjudge_queue.store import Store


class Queue:
    """A queue's file, open. Every method raises QueueError where the file cannot be used.

    One object may be shared by threads; their calls follow one another. A reader that must not
    wait for a writer opens its own with `readonly=True`.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    @classmethod
    def open(cls, path: str | Path, *, create: bool = False, readonly: bool = False) -> Self:
        """Open a queue's file, made first if `create` says so; an older one is migrated.

        Raises QueueError for a file that is missing, foreign, newer, locked or damaged.
        """
        return cls(opening.open_store(Path(path), create=create, readonly=readonly))

    def close(self) -> None:
        """Close the file. Calling it again does nothing."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """The file."""
        return self._store.path

    # Writing -------------------------------------------------------------------------------

    def enqueue(self, records: Sequence[Record], *, actor: str = "engine") -> EnqueueResult:
        """Store evaluated cases in one transaction: all of them or none.

        Beside a reviewer at work give at most 100 at a time, so that nobody waits.
        """
        from adjudge_queue import enqueue

        return enqueue.enqueue(self._store, records, actor)

    def claim_next(
        self,
        reviewer: str,
        *,
        where: Filter | None = None,
        lease_seconds: float = LEASE_SECONDS,
        exclude: Iterable[int] = (),
        skipped: bool = False,
    ) -> Item | None:
        """Take the first pending item for `reviewer`; None if there is none for them.

        What they skipped comes back only if `skipped` asks for it. `where.states` does not
        matter here: only a pending item can be taken this way.
        """
        return claiming.claim_next(
            self._store, reviewer, where or Filter(), lease_seconds, exclude, skipped
        )

    def claim(self, item_id: int, reviewer: str, *, lease_seconds: float = LEASE_SECONDS) -> Item:
        """Take one open item, or renew the lease on it. DecisionError if somebody else has it."""
        return claiming.claim(self._store, item_id, reviewer, lease_seconds)

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
        else has decided, labels that say nothing, or a lifted block without a note.
        """
        from adjudge_queue import deciding

        return deciding.decide(self._store, item_id, decision)

    def undo(self, reviewer: str, *, item_id: int | None = None) -> Decided:
        """Take back the reviewer's last decision, or the standing one on `item_id`.

        Raises DecisionError if there is nothing to undo or a later decision rests on it.
        """
        from adjudge_queue import undoing

        return undoing.undo(self._store, reviewer, item_id)

    # Reading -------------------------------------------------------------------------------

    def known(self, pairs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
        """Those of the (case id, key) pairs for which `enqueue` would have nothing to do."""
        return reading.known(self._store, pairs)

    def evaluation_json(self, case_id: str, key: str) -> str | None:
        """A stored evaluation as one line of JSON, or None."""
        return reading.evaluation_json(self._store, case_id, key)

    def item(self, item_id: int) -> Item:
        """One item whole. DecisionError if there is none of that number."""
        return reading.item(self._store, item_id)

    def find(self, ref: str) -> int:
        """The item that `#12` (its number) or a case id names, the newest of that case.

        Raises DecisionError if there is none.
        """
        return reading.find(self._store, ref)

    def namesakes(self, item_id: int) -> list[ItemRow]:
        """The items of the same case id, this one among them, newest first.

        One id has several items where its content was changed.
        """
        return reading.namesakes(self._store, item_id)

    def ids(
        self,
        where: Filter | None = None,
        order: Order = "priority",
        seed: int | str | None = None,
    ) -> array[int]:
        """The ids of all items that match, in order, as of now (an `array('q')`)."""
        return reading.ids(self._store, where or Filter(), order, seed)

    def rows(self, ids: Iterable[int]) -> list[ItemRow]:
        """The list rows of those items, in the order asked for; unknown ids are left out."""
        return reading.rows(self._store, ids)

    def page(
        self,
        where: Filter | None = None,
        *,
        order: Order = "priority",
        after: int | None = None,
        limit: int = 50,
    ) -> list[ItemRow]:
        """The next `limit` rows after the item `after` (None: from the start)."""
        return reading.page(self._store, where or Filter(), order, after, limit)

    def counts(self) -> Counts:
        """How many items there are, by state, route and disposition."""
        return reading.counts(self._store)

    def held(self, reviewer: str) -> list[int]:
        """The items that the reviewer holds, oldest lease first."""
        return reading.held(self._store, reviewer)

    def disposition(self, item_id: int) -> Disposition:
        """The last word on an item for a waiting system."""
        return reading.disposition(self._store, item_id)

    def feed(self, since: int = 0, limit: int = 1000) -> tuple[list[dict[str, Any]], int]:
        """Changes of disposition after the cursor `since`, oldest first, and the next cursor.

        Each row: `event`, `at`, `item_id`, `case_id`, `disposition`.
        """
        return reading.feed(self._store, since, limit)

    def history(self, item_id: int) -> tuple[Mapping[str, Any], ...]:
        """The events of an item, oldest first: `seq`, `at`, `kind`, `actor`, `body`, `note`."""
        return standing.history(self._store, item_id)

    def data_version(self) -> int:
        """A number that changes when another connection has written; costs microseconds."""
        return reading.data_version(self._store)

    def events(
        self, *, after: int = 0, limit: int = 1000, item_id: int | None = None
    ) -> list[dict[str, Any]]:
        """The next events after number `after`, of one item or all of them, oldest first.

        Each: `seq`, `at`, `kind`, `actor`, `item_id`, `body`, `hash`, and `note` where one is.
        """
        return standing.trail(self._store, after, limit, item_id)

    # Audit and golden sets -------------------------------------------------------------------

    def head(self) -> tuple[int, str | None]:
        """Number and hash of the last event; (0, None) if there is none."""
        return reading.head(self._store)

    def verify(self, *, head: str | None = None) -> Verification:
        """Check the whole audit trail against itself, the items, and an exported `head`."""
        from adjudge_queue import audit

        return audit.verify(self._store, head)

    def golden_create(
        self, name: str, *, actor: str, include_approved: bool = False
    ) -> tuple[str, int, int]:
        """Freeze the relabelled items into the next version of a set: (name, version, rows).

        `include_approved` adds approved items, as faithful. DecisionError if there is no row.
        """
        from adjudge_queue import golden

        return golden.create(self._store, name, actor, include_approved)

    def golden_export(self, name: str, version: int | None = None) -> Iterator[dict[str, Any]]:
        """The rows of a golden set (newest version by default) as native cases with labels."""
        from adjudge_queue import golden

        return golden.export(self._store, name, version)

    def golden_list(self) -> list[dict[str, Any]]:
        """Every version of every set: `name`, `version`, `created_at`, `actor`, `rows`, …"""
        from adjudge_queue import golden

        return golden.listing(self._store)


def verify_file(path: str | Path, *, head: str | None = None) -> Verification:
    """Check the audit trail of a file that may be too damaged to open.

    Where SQLite calls it malformed, that is the finding; any other trouble is a QueueError.
    """
    try:
        with Queue.open(path, readonly=True) as queue:
            return queue.verify(head=head)
    except opening.QueueDamaged as error:
        return Verification(events=0, head=None, problems=(error.message,))
