"""What a list is left with: the item to open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudge_queue.records import Filter


@dataclass(frozen=True, slots=True)
class Chosen:
    """The item to open, the list that it was chosen from and that list's filter."""

    item_id: int
    ids: Sequence[int]
    where: Filter | None
