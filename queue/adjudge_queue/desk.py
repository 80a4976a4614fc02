"""The facade: every operation on a queue's file, one short method each."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from adjudge_engine.vocabulary import Disposition
from adjudge_queue import claiming, listing, opening, reading, standing
from adjudge_queue.blind import Blinds
from adjudge_queue.claiming import LEASE_SECONDS
from adjudge_queue.records import (
    Action,
    Adjudication,
    Assigned,
    Counts,
    Decided,
    Decision,
    EnqueueResult,
    Filter,
    Item,
    ItemRow,
    Order,
    Record,
    Seen,
    Verification,
)
from adjudge_queue.store import Store
from adjudge_queue.team import Team

if TYPE_CHECKING:
    from adjudge_engine.calibration.reviewers import ReviewDecision
    from adjudge_queue.comparing import Judged
    from adjudge_queue.figures import Known
    from adjudge_queue.hits import Found
    from adjudge_queue.purged import Purge
    from adjudge_queue.retention import Kept, Retention
    from adjudge_queue.saved import SavedFilter


class Queue:
    """A queue's file, open. Every method raises QueueError where the file cannot be used.

    One object may be shared by threads; their calls follow one another. A reader that must not
    wait for a writer opens its own with `readonly=True`.
    """

    def __init__(self, store: Store, team: Team | None = None) -> None:
        self._store = store
        self._team = team or Team.everybody()

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        create: bool = False,
        readonly: bool = False,
        shared: str | None = None,
        team: Team | None = None,
    ) -> Self:
        """Open a queue's file, made first if `create` says so; an older one is migrated.

        A new file is for its owner alone, or for the group `shared` (name or number), whose
        setgid folder it must lie in. Raises QueueError for a file that is missing, foreign,
        newer, locked or damaged, and for a folder that does not fit the group. `team` says who
        may do what; without one everybody is reviewer, lead and expert.
        """
        store = opening.open_store(Path(path), create=create, readonly=readonly, shared=shared)
        return cls(store, team)

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

    @property
    def team(self) -> Team:
        """Who may do what here."""
        return self._team

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
        from adjudge_queue import deciding

        return deciding.decide(self._store, self._team, item_id, decision)

    def undo(self, reviewer: str, *, item_id: int | None = None) -> Decided:
        """Take back the reviewer's last decision, or their last one on `item_id`, of any age.

        A lead who has none there that counts takes back the last one of anybody. Raises
        DecisionError if there is nothing to undo or a later decision rests on it.
        """
        from adjudge_queue import undoing

        return undoing.undo(self._store, self._team, reviewer, item_id)

    def assign(self, item_id: int, to: str, *, by: str, note: str | None = None) -> Assigned:
        """Give an open item to a reviewer by name; for others than oneself, leads only."""
        from adjudge_queue import assigning

        return assigning.assign(self._store, self._team, item_id, to, by, note)

    def unassign(self, item_id: int, *, by: str) -> Assigned:
        """Let anybody have an item again that was given to somebody."""
        from adjudge_queue import assigning

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
        from adjudge_queue import first_words

        return first_words.say(self._store, self._team, item_id, reviewer, action, labels, seen)

    def plant(
        self, name: str, version: int | None, n: int, *, seed: int | str, by: str
    ) -> tuple[int, ...]:
        """Let up to `n` golden rows come again as ordinary items; their numbers. Leads only."""
        from adjudge_queue import planting

        return planting.plant(self._store, self._team, name, version, n, seed, by)

    def purge(
        self,
        *,
        by: str,
        why: str,
        items: Iterable[int] = (),
        case_id: str | None = None,
        before: str | None = None,
        beside: Iterable[str | Path] = (),
        vacuum: bool | None = None,
    ) -> Purge:
        """Remove the text of items for good; the record of what was done with them stays.

        Which: `items` by number, all of a `case_id`, or those closed `before` a time (ISO 8601),
        exactly one of the three. `beside` names further backups and rejects files to clean;
        `vacuum` rewrites the file whole (by default one of up to 256 MiB). The result says of
        each place whether the text is gone. Raises DecisionError if `by` is no lead.
        """
        from adjudge_queue import purge

        self._team.lead(by, "purging")
        wanted = purge.Wanted(dict.fromkeys(items), case_id, before)
        return purge.purge(
            self._store, wanted, by, why, beside=tuple(map(Path, beside)), vacuum=vacuum
        )

    def closed_before(self, before: str) -> tuple[int, ...]:
        """The items that `purge` would take for having been closed `before` a time."""
        from adjudge_queue import purge

        return purge.closed_before(self._store, before)

    def retention(
        self,
        rule: Retention,
        *,
        by: str,
        dry_run: bool = True,
        beside: Iterable[str | Path] = (),
        vacuum: bool | None = None,
    ) -> Kept:
        """Find what is older than `rule` lets it be kept, and purge it unless it is a `dry_run`."""
        from adjudge_queue import retention

        self._team.lead(by, "purging")
        return retention.apply(
            self._store, rule, by, dry_run=dry_run, beside=tuple(map(Path, beside)), vacuum=vacuum
        )

    def backup(self, path: str | Path | None = None) -> Path:
        """Copy the file as it is now to a new file, by default beside it; where it is."""
        from adjudge_queue import backups

        return backups.backup(self._store, None if path is None else Path(path))

    # Reading -------------------------------------------------------------------------------

    def known(self, pairs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
        """Those of the (case id, key) pairs for which `enqueue` would have nothing to do."""
        return reading.known(self._store, pairs)

    def evaluation_json(self, case_id: str, key: str) -> str | None:
        """A stored evaluation as one line of JSON, or None."""
        return reading.evaluation_json(self._store, case_id, key)

    def item(self, item_id: int, viewer: str | None = None) -> Item:
        """One item whole. DecisionError if there is none of that number.

        A `viewer` is not given the text of sources that are not for them, nor the other's
        decision in a double review; None, for the audit, is given everything.
        """
        return reading.item(self._store, item_id, self._team, viewer)

    def adjudication(self, item_id: int, lead: str) -> Adjudication:
        """Where two decisions on an item differ, for a lead who has taken neither."""
        from adjudge_queue import adjudicating

        return adjudicating.adjudication(self._store, self._team, item_id, lead)

    def review_decisions(self, *, blind: bool = False) -> Iterator[ReviewDecision]:
        """Every decision in force, for figures on reviewers; planted items are left out.

        A blind first word counts in the place of what was decided after it. `blind`: only what
        was said before the judge was seen, which alone can be compared with the judge.
        """
        from adjudge_queue import figures

        return figures.review_decisions(self._store, blind=blind)

    def planted_results(self, by: str) -> Known:
        """What was decided on planted items, beside what is known of them. Leads only."""
        from adjudge_queue import planting

        return planting.results(self._store, self._team, by)

    def adjudicated_results(self, by: str) -> Known:
        """What was decided on items that a lead then settled, beside that lead's word. Leads only.

        The lead's own decision is what is known, and is not among the decisions.
        """
        from adjudge_queue import comparing

        self._team.lead(by, "looking at how people decide")
        return comparing.adjudicated(self._store)

    def beside_judges(self, by: str) -> Judged:
        """What people said before they saw the judges, and what these say. Leads only."""
        from adjudge_queue import comparing

        self._team.lead(by, "looking at how people decide")
        return comparing.beside_judges(self._store)

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
        return listing.ids(self._store, where or Filter(), order, seed)

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

    def search(
        self,
        text: str,
        *,
        where: Filter | None = None,
        after: int | None = None,
        limit: int = 50,
        ranked: bool = False,
    ) -> Found:
        """Items with all the words, the newest first, each with the passages where they stand.

        Items of every state are meant unless `where` says otherwise. `ranked` puts the best of
        the newest 10,000 hits first. The next page follows `after=found.more`.
        """
        from adjudge_queue import hits

        return hits.search_items(self._store, text, where or listing.ANYTHING, after, limit, ranked)

    def save_filter(self, name: str, owner: str, where: Filter) -> SavedFilter:
        """Keep a filter under a name; one that speaks of `me` means whoever uses it.

        Raises DecisionError for a name that is another reviewer's.
        """
        from adjudge_queue import saved

        return saved.save(self._store, name, owner, where)

    def saved_filters(self) -> list[SavedFilter]:
        """The filters that were kept, by name."""
        from adjudge_queue import saved

        return saved.listing(self._store)

    def drop_filter(self, name: str, *, owner: str | None = None) -> bool:
        """Forget a filter; False if there is none. With an `owner` only if it is theirs."""
        from adjudge_queue import saved

        return saved.drop(self._store, name, owner)

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

    def history(self, item_id: int, viewer: str | None = None) -> tuple[Mapping[str, Any], ...]:
        """The events of an item, oldest first: `seq`, `at`, `kind`, `actor`, `body`, `note`.

        For a `viewer` without those that tell them too much, as in `item`.
        """
        return standing.history(self._store, item_id, Blinds(self._store, self._team, viewer))

    def data_version(self) -> int:
        """A number that changes when another connection has written; costs microseconds."""
        return reading.data_version(self._store)

    def events(
        self,
        *,
        after: int = 0,
        limit: int = 1000,
        item_id: int | None = None,
        viewer: str | None = None,
    ) -> list[dict[str, Any]]:
        """The next events after number `after`, of one item or all of them, oldest first.

        Each: `seq`, `at`, `kind`, `actor`, `item_id`, `body`, `hash`, and `note` where one is.
        For a `viewer` there may be fewer: those that tell them too much are left out.
        """
        blinds = Blinds(self._store, self._team, viewer)
        return standing.trail(self._store, after, limit, item_id, blinds)

    # Audit and golden sets -------------------------------------------------------------------

    def head(self) -> tuple[int, str | None]:
        """Number and hash of the last event; (0, None) if there is none."""
        return reading.head(self._store)

    def verify(self, *, head: str | None = None) -> Verification:
        """Check the whole audit trail against itself, the items, and an exported `head`."""
        from adjudge_queue import audit

        return audit.verify(self._store, head)

    def check(self, *, quick: bool = True) -> tuple[str, ...]:
        """What SQLite finds wrong with the file; `verify` asks that too, in full."""
        from adjudge_queue import backups

        return backups.check(self._store, quick=quick)

    def proof(self, item_id: int, viewer: str | None = None) -> dict[str, Any]:
        """What was proved, judged, seen and decided on an item, with its events; checks itself.

        `proof_text.markdown` makes a page of it. DecisionError if there is no such item, or if
        it holds what a `viewer` may not see.
        """
        from adjudge_queue import proof

        return proof.proof(self._store, item_id, self._team, viewer)

    def trail(self) -> Iterator[str]:
        """The audit trail as JSON Lines, all events and the head, for `exports.trail.check`."""
        from adjudge_queue.exports import trail

        return trail.lines(self._store)

    def golden_create(
        self, name: str, *, actor: str, include_approved: bool = False
    ) -> tuple[str, int, int]:
        """Freeze the relabelled items into the next version of a set: (name, version, rows).

        An approved item counts, as faithful, if its decision has the reason code `gold` or
        `include_approved` says so. DecisionError if there is no row.
        """
        from adjudge_queue import golden

        return golden.create(self._store, name, actor, include_approved)

    def golden_export(
        self, name: str, version: int | None = None, *, split: str | None = None
    ) -> Iterator[dict[str, Any]]:
        """The rows of a golden set (newest version by default) as native cases with labels.

        `split`: `dev` or `held-out` alone. A row withdrawn since says so in its metadata.
        """
        from adjudge_queue import golden

        return golden.export(self._store, name, version, split)

    def golden_withdraw(
        self, name: str, version: int | None, item_id: int, *, by: str, why: str
    ) -> int:
        """Withdraw an item's row, in one version or in all (None); the event's number.

        The next snapshot leaves it out until somebody decides on the item again. Raises
        DecisionError if there is no such row, or no reason is given.
        """
        from adjudge_queue import golden_withdraw

        return golden_withdraw.withdraw(self._store, name, version, item_id, by, why)

    def golden_diff(self, name: str, old: int, new: int) -> dict[str, Any]:
        """What two versions differ in: `added`, `removed`, `withdrawn`, `relabelled`, `moved`."""
        from adjudge_queue import golden_diff

        return golden_diff.diff(self._store, name, old, new)

    def golden_coverage(self, name: str, version: int | None = None) -> dict[str, Any]:
        """How many rows there are by tag, risk, language, generator and label, on each side."""
        from adjudge_queue import golden_coverage

        return golden_coverage.coverage(self._store, name, version)

    def golden_import(
        self, name: str, rows: Iterable[Mapping[str, Any]], *, actor: str, origin: str = "jsonl"
    ) -> tuple[str, int, int]:
        """Freeze labelled cases from outside as the next version: (name, version, rows).

        All or none: InputError names the first row that cannot be taken.
        """
        from adjudge_queue import golden_import

        return golden_import.create(self._store, name, rows, actor, origin)

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
