"""Which items of a list are marked; a mark on all of a million costs as much as on one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Marks:
    """Marked are the `ids`, or, with `inverted`, all that is listed but these."""

    inverted: bool = False
    ids: set[int] = field(default_factory=set)

    def __contains__(self, item_id: object) -> bool:
        return (item_id in self.ids) != self.inverted

    def count(self, listed: int) -> int:
        """How many of a list of `listed` items are marked; the ids must be in it."""
        return listed - len(self.ids) if self.inverted else len(self.ids)

    def toggle(self, item_id: int) -> None:
        """Mark an item, or take its mark away."""
        self.ids ^= {item_id}

    def mark_all(self, *, marked: bool) -> None:
        """Mark everything, or nothing."""
        self.inverted = marked
        self.ids.clear()

    def drop(self, item_id: int) -> None:
        """Take an item's mark away, if it has one."""
        if item_id in self:
            self.toggle(item_id)

    def chosen(self, listed: Sequence[int]) -> Iterator[int]:
        """The marked items in the list's order; the marks must not change meanwhile."""
        return (one for one in listed if one in self)
