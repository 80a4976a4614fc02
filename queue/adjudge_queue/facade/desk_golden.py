"""The facade's golden part: known items, and what is made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudge_queue.facade.desk_base import Desk


class Golden(Desk):
    """Golden sets: freezing, reading, withdrawing, bringing in, planting."""

    def golden_create(
        self, name: str, *, actor: str, include_approved: bool = False
    ) -> tuple[str, int, int]:
        """Freeze the relabelled items into the next version of a set: (name, version, rows).

        An approved item counts, as faithful, if its decision has the reason code `gold` or
        `include_approved` says so. DecisionError if there is no row.
        """
        from adjudge_queue.golden_sets import golden

        self._team.speaker(actor)
        return golden.create(self._store, name, actor, include_approved)

    def golden_export(
        self, name: str, version: int | None = None, *, split: str | None = None
    ) -> Iterator[dict[str, Any]]:
        """The rows of a golden set (newest version by default) as native cases with labels.

        `split`: `dev` or `held-out` alone. A row withdrawn since says so in its metadata.
        """
        from adjudge_queue.golden_sets import golden

        return golden.export(self._store, name, version, split)

    def golden_withdraw(
        self, name: str, version: int | None, item_id: int, *, by: str, why: str
    ) -> int:
        """Withdraw an item's row, in one version or in all (None); the event's number.

        The next snapshot leaves it out until somebody decides on the item again. Raises
        DecisionError if there is no such row, or no reason is given.
        """
        from adjudge_queue.golden_sets import golden_withdraw

        self._team.speaker(by)
        return golden_withdraw.withdraw(self._store, name, version, item_id, by, why)

    def golden_diff(self, name: str, old: int, new: int) -> dict[str, Any]:
        """What two versions differ in: `added`, `removed`, `withdrawn`, `relabelled`, `moved`."""
        from adjudge_queue.golden_sets import golden_diff

        return golden_diff.diff(self._store, name, old, new)

    def golden_coverage(self, name: str, version: int | None = None) -> dict[str, Any]:
        """How many rows there are by tag, risk, language, generator and label, on each side."""
        from adjudge_queue.golden_sets import golden_coverage

        return golden_coverage.coverage(self._store, name, version)

    def golden_import(
        self, name: str, rows: Iterable[Mapping[str, Any]], *, actor: str, origin: str = "jsonl"
    ) -> tuple[str, int, int]:
        """Freeze labelled cases from outside as the next version: (name, version, rows).

        All or none: InputError names the first row that cannot be taken.
        """
        from adjudge_queue.golden_sets import golden_import

        self._team.speaker(actor)
        return golden_import.create(self._store, name, rows, actor, origin)

    def golden_list(self) -> list[dict[str, Any]]:
        """Every version of every set: `name`, `version`, `created_at`, `actor`, `rows`, …"""
        from adjudge_queue.golden_sets import golden

        return golden.listing(self._store)

    def golden_copies(self) -> dict[int, tuple[int, ...]]:
        """The items that are known, and their copies that were planted to test reviewers.

        For keeping quiet about the one to whom the other still lies open; never to be shown.
        """
        from adjudge_queue.golden_sets import planting

        return planting.copies(self._store)

    def plant(
        self, name: str, version: int | None, n: int, *, seed: int | str, by: str
    ) -> tuple[int, ...]:
        """Let up to `n` golden rows come again as ordinary items; their numbers. Leads only."""
        from adjudge_queue.golden_sets import planting

        return planting.plant(self._store, self._team, name, version, n, seed, by)
