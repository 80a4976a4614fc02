"""Offset maps: where each piece of a rewritten text came from.

A map lists only the irregular units, the places where a rewrite changed the number of
characters. Everything between two of them moved as a block, so a 10 MB text with few changes
costs a few bytes, and one with many costs 16 bytes for each.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right


class Edits:
    """The irregular units of one rewrite, in text order, as four parallel arrays.

    Unit i turned `before[old_start[i]:old_end[i]]` into `after[new_start[i]:new_end[i]]`.
    """

    __slots__ = ("new_end", "new_start", "old_end", "old_start")

    def __init__(self) -> None:
        self.new_start = array("I")
        self.new_end = array("I")
        self.old_start = array("I")
        self.old_end = array("I")

    def __len__(self) -> int:
        return len(self.new_start)

    def add(self, old_start: int, old_end: int, length: int) -> None:
        """Record that `before[old_start:old_end]` became `length` characters."""
        start = old_start
        if self.new_end:
            start += self.new_end[-1] - self.old_end[-1]
        self.new_start.append(start)
        self.new_end.append(start + length)
        self.old_start.append(old_start)
        self.old_end.append(old_end)

    def back(self, start: int, end: int) -> tuple[int, int]:
        """The range of the text before that produced `after[start:end]`; `start < end`."""
        return self._origin(start)[0], self._origin(end - 1)[1]

    def _origin(self, position: int) -> tuple[int, int]:
        at = bisect_right(self.new_start, position) - 1
        if at < 0:
            return position, position + 1
        if position < self.new_end[at]:
            return self.old_start[at], self.old_end[at]
        moved = self.old_end[at] + position - self.new_end[at]
        return moved, moved + 1

    def forward(self, start: int, end: int) -> tuple[int, int]:
        """The range of the text after that `before[start:end]` went into."""
        first = self._image(start)[0]
        return (first, first) if start >= end else (first, self._image(end - 1)[1])

    def _image(self, position: int) -> tuple[int, int]:
        at = bisect_right(self.old_start, position) - 1
        if at < 0:
            return position, position + 1
        if position < self.old_end[at]:
            return self.new_start[at], self.new_end[at]
        moved = self.new_end[at] + position - self.old_end[at]
        return moved, moved + 1
