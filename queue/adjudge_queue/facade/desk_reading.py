"""The facade's reading part: items, lists, search, the feed, the trail as one viewer sees it."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from adjudge_engine.vocabulary import Disposition
from adjudge_queue.facade.desk_base import Desk
from adjudge_queue.finding import listing
from adjudge_queue.records import Adjudication, Counts, Filter, Item, ItemRow, Order
from adjudge_queue.viewing import reading, standing
from adjudge_queue.viewing.blind import Blinds
from adjudge_queue.viewing.sight import Sight, refuse_feed, sight_of

if TYPE_CHECKING:
    from adjudge_queue.finding.hits import Found
    from adjudge_queue.people.team import Member


class Reading(Desk):
    """Looking without changing anything."""

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
        from adjudge_queue.viewing import adjudicating

        return adjudicating.adjudication(self._store, self._team, item_id, lead)

    def find(self, ref: str) -> int:
        """The item that `#12` (its number) or a case id names, the newest of that case.

        Raises DecisionError if there is none.
        """
        return reading.find(self._store, ref)

    def namesakes(self, item_id: int, viewer: str | None = None) -> list[ItemRow]:
        """The items of the same case id, this one among them, newest first.

        One id has several items where its content was changed. For `viewer` see `rows`.
        """
        return reading.namesakes(self._store, item_id, self._member(viewer))

    def ids(
        self,
        where: Filter | None = None,
        order: Order = "priority",
        seed: int | str | None = None,
        viewer: str | None = None,
    ) -> array[int]:
        """The ids of all items that match, in order, as of now (an `array('q')`).

        The words of a filter lead a `viewer` to what they may read alone.
        """
        return listing.ids(self._store, where or Filter(), order, seed, self._sight(viewer))

    def rows(self, ids: Iterable[int], viewer: str | None = None) -> list[ItemRow]:
        """The list rows of those items, in the order asked for; unknown ids are left out.

        A `viewer` is told only the risk where the reason could quote a source not for them.
        """
        return reading.rows(self._store, ids, self._member(viewer))

    def _sight(self, viewer: str | None) -> Sight | None:
        return sight_of(self._team, viewer)

    def _member(self, viewer: str | None) -> Member | None:
        return None if viewer is None else self._team.member(viewer)

    def page(
        self,
        where: Filter | None = None,
        *,
        order: Order = "priority",
        after: int | None = None,
        limit: int = 50,
        viewer: str | None = None,
    ) -> list[ItemRow]:
        """The next `limit` rows after the item `after` (None: from the start).

        For `viewer` see `ids` and `rows`.
        """
        sight = self._sight(viewer)
        return reading.page(self._store, where or Filter(), order, after, limit, sight)

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
        """Items with all the words, the newest first, each with the passages where they stand.

        Items of every state are meant unless `where` says otherwise. `ranked` puts the best of
        the newest 10,000 hits first. The next page follows `after=found.more`. A `viewer` finds
        an item with sources that are not for them by its question and answer alone, and is
        not led from a planted item to the one that it is a copy of.
        """
        from adjudge_queue.finding import hits

        where = where or listing.ANYTHING
        sight = self._sight(viewer)
        return hits.search_items(self._store, text, where, after, limit, ranked, sight)

    def counts(self) -> Counts:
        """How many items there are, by state, route and disposition."""
        return reading.counts(self._store)

    def held(self, reviewer: str) -> list[int]:
        """The items that the reviewer holds, oldest lease first."""
        return reading.held(self._store, reviewer)

    def disposition(self, item_id: int) -> Disposition:
        """The last word on an item for a waiting system."""
        return reading.disposition(self._store, item_id)

    def feed(
        self, since: int = 0, limit: int = 1000, viewer: str | None = None
    ) -> tuple[list[dict[str, Any]], int]:
        """Changes of disposition after the cursor `since`, oldest first, and the next cursor.

        Each row: `event`, `at`, `item_id`, `case_id`, `disposition`. DecisionError for a `viewer`
        who is declared and no lead: what is left out would tell planted items from others.
        """
        refuse_feed(self._sight(viewer))
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
