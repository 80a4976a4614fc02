"""Text with marks, as the panes show it: built once, wrapped once per width, drawn line by line."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from rich.cells import get_character_cell_size

#: The order in which kinds of marks are laid over each other; the last one wins.
KINDS: Final[tuple[str, ...]] = (
    "gutter",
    "muted",
    "heading",
    "good",
    "warn",
    "bad",
    "claim",
    "link",
    "judge",
    "failed",
    "hit",
    "active",
    "found",
)
_RANK: Final = {kind: rank for rank, kind in enumerate(KINDS)}
#: What must not begin a line: closing marks of Japanese and Chinese, skin tones of emoji.
_NO_START: Final = frozenset("、。，．・：；？！）」』】〕〉》ー々ゝゞ🏻🏼🏽🏾🏿")
_JOINER: Final = "\u200d"


@dataclass(frozen=True, slots=True)
class Mark:
    """A range of a text and what it is. `tag` stands in the gutter beside its lines."""

    start: int
    end: int
    kind: str
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Doc:
    """Display-safe text and its marks, sorted by start."""

    text: str = ""
    marks: tuple[Mark, ...] = ()


@dataclass(slots=True)
class DocBuilder:
    """Writes a `Doc` piece by piece."""

    parts: list[str] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    length: int = 0

    def write(self, text: str, kind: str = "") -> int:
        """Append `text` (already display-safe); gives the offset where it starts."""
        start = self.length
        self.parts.append(text)
        self.length += len(text)
        if kind and text:
            self.marks.append(Mark(start, self.length, kind))
        return start

    def line(self, text: str = "", kind: str = "") -> int:
        """Append `text` and end the line."""
        start = self.write(text, kind)
        self.write("\n")
        return start

    def build(self) -> Doc:
        """The document, without a last empty line."""
        return Doc("".join(self.parts).rstrip("\n"), sorted_marks(self.marks))


def sorted_marks(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Marks by start, then by the order in which their kinds are laid over each other."""
    return tuple(sorted(marks, key=lambda mark: (mark.start, _RANK.get(mark.kind, 0))))


class MarkIndex:
    """Finds the marks that overlap a range, in time that follows the answer, not the document."""

    def __init__(self, marks: tuple[Mark, ...]) -> None:
        self.marks = marks
        self._starts = [mark.start for mark in marks]
        furthest = 0
        self._furthest: list[int] = []  # the largest end so far: where to stop looking back
        for mark in marks:
            furthest = max(furthest, mark.end)
            self._furthest.append(furthest)

    def overlapping(self, start: int, end: int) -> Iterator[Mark]:
        """Marks that share at least one character with `start:end`; the last starts first."""
        place = bisect_left(self._starts, end) - 1
        while place >= 0 and self._furthest[place] > start:
            if self.marks[place].end > start:
                yield self.marks[place]
            place -= 1


class Lines:
    """The soft-wrapped lines of a text: `lines[i]` is the (start, end) of the i-th one."""

    def __init__(self, text: str, width: int) -> None:
        self._flat = array("L")
        width = max(1, width)
        start = 0
        while True:
            newline = text.find("\n", start)
            end = len(text) if newline < 0 else newline
            if end - start <= width and text[start:end].isascii():
                self._flat.extend((start, end))
            elif text[start:end].isascii():
                self._ascii(text, start, end, width)
            else:
                self._wide(text, start, end, width)
            if newline < 0:
                break
            start = newline + 1

    def __len__(self) -> int:
        return len(self._flat) // 2

    def __getitem__(self, index: int) -> tuple[int, int]:
        return self._flat[2 * index], self._flat[2 * index + 1]

    def at(self, offset: int) -> int:
        """The line that holds the character at `offset`."""
        low, high = 0, len(self) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self._flat[2 * middle] <= offset:
                low = middle
            else:
                high = middle - 1
        return low

    def _ascii(self, text: str, start: int, end: int, width: int) -> None:
        add = self._flat.extend
        while end - start > width:
            cut = text.rfind(" ", start, start + width + 1)
            if cut <= start:
                add((start, start + width))
                start += width
            else:
                add((start, cut))
                start = cut + 1
        add((start, end))

    def _wide(self, text: str, start: int, end: int, width: int) -> None:
        """A paragraph with characters of other widths; CJK may break anywhere but before 。

        The widths are added up once, so that a line costs a search and the way back to the last
        place to break at, whatever its length.
        """
        cells = [_CELLS[char] for char in text[start:end]]
        ends = array("L", accumulate(cells, initial=0))  # cells before each character
        base = start
        longest = 4 * width + 64  # so that a heap of combining marks cannot make an endless row
        while start < end:
            # The first character that has no room any more.
            last = bisect_right(ends, ends[start - base] + width, start - base) - 1 + base
            over = min(last, start + longest)
            if over >= end:
                break
            stop = over
            while stop > start and not _breaks(text, stop, cells[stop - base]):
                stop -= 1
            forced = stop == start
            if forced:
                stop = max(over, start + 1)
            self._flat.extend((start, stop))
            start = stop + (not forced and text[stop] == " ")
        self._flat.extend((start, end))


def _breaks(text: str, place: int, cells: int) -> bool:
    """Whether a line may end before the character at `place`."""
    char = text[place]
    if char == " ":
        return True
    # A family of emoji stays together.
    return cells == 2 and char not in _NO_START and text[place - 1] != _JOINER


class _Cells(dict[str, int]):
    """How wide a character is, looked up once."""

    def __missing__(self, char: str) -> int:
        self[char] = cells = 1 if char == "\ufe0f" else get_character_cell_size(char)
        return cells


_CELLS: Final = _Cells()
