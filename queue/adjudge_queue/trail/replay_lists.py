"""What a replay keeps of very many events in little room: their numbers, their dispositions."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

#: The words of a feed, each kept as one byte.
_WORDS: Final = ("pending", "released", "blocked")


class Numbers:
    """The numbers of the events that are there: all but some gaps."""

    def __init__(self) -> None:
        self.count = 0
        self._begins: list[int] = []
        self._ends: list[int] = []

    def add(self, seq: int) -> None:
        """One more, greater than those before."""
        self.count += 1
        if self._ends and self._ends[-1] == seq - 1:
            self._ends[-1] = seq
        else:
            self._begins.append(seq)
            self._ends.append(seq)

    def __contains__(self, seq: object) -> bool:
        if not isinstance(seq, int):
            return False
        place = bisect_right(self._begins, seq) - 1
        return place >= 0 and seq <= self._ends[place]


class Changes:
    """Changes of disposition, in the order of their events."""

    def __init__(self) -> None:
        self._events, self._items, self._words = array("q"), array("q"), bytearray()

    def add(self, seq: int, item_id: int, word: str) -> None:
        """One more, by a later event. ValueError for a word that is none."""
        self._words.append(_WORDS.index(word))
        self._events.append(seq)
        self._items.append(item_id)

    def __iter__(self) -> Iterator[tuple[int, int, str]]:
        for seq, item_id, word in zip(self._events, self._items, self._words, strict=True):
            yield seq, item_id, _WORDS[word]
