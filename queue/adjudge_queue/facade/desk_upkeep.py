"""The facade's upkeep part: purges, retention, copies, checks of the file, kept filters."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from adjudge_queue.facade.desk_base import Desk
from adjudge_queue.records import Filter

if TYPE_CHECKING:
    from adjudge_queue.finding.saved import SavedFilter
    from adjudge_queue.purging.purged import Purge
    from adjudge_queue.purging.retention import Kept, Retention


class Upkeep(Desk):
    """What keeps a file in order."""

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
        from adjudge_queue.purging import purge

        self._team.lead(by, "purging")
        wanted = purge.Wanted(dict.fromkeys(items), case_id, before)
        return purge.purge(
            self._store, wanted, by, why, beside=tuple(map(Path, beside)), vacuum=vacuum
        )

    def closed_before(self, before: str) -> tuple[int, ...]:
        """The items that `purge` would take for having been closed `before` a time."""
        from adjudge_queue.purging import purge

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
        from adjudge_queue.purging import retention

        self._team.lead(by, "purging")
        return retention.apply(
            self._store, rule, by, dry_run=dry_run, beside=tuple(map(Path, beside)), vacuum=vacuum
        )

    def backup(self, path: str | Path | None = None) -> Path:
        """Copy the file as it is now to a new file, by default beside it; where it is."""
        from adjudge_queue.file import backups

        return backups.backup(self._store, None if path is None else Path(path))

    def check(self, *, quick: bool = True) -> tuple[str, ...]:
        """What SQLite finds wrong with the file; `verify` asks that too, in full."""
        from adjudge_queue.file import backups

        return backups.check(self._store, quick=quick)

    def save_filter(self, name: str, owner: str, where: Filter) -> SavedFilter:
        """Keep a filter under a name; one that speaks of `me` means whoever uses it.

        Raises DecisionError for a name that is another reviewer's.
        """
        from adjudge_queue.finding import saved

        return saved.save(self._store, name, owner, where)

    def saved_filters(self) -> list[SavedFilter]:
        """The filters that were kept, by name."""
        from adjudge_queue.finding import saved

        return saved.listing(self._store)

    def drop_filter(self, name: str, *, owner: str | None = None) -> bool:
        """Forget a filter; False if there is none. With an `owner` only if it is theirs."""
        from adjudge_queue.finding import saved

        return saved.drop(self._store, name, owner)
