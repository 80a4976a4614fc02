"""Texts of a source one after the other, searched as one: what each is, and where it stands."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from adjudge_engine.once import once
from adjudge_engine.text.find import hits
from adjudge_engine.text.loose import Layout, without_layout, without_markup
from adjudge_engine.text.normalise import Normalised, normalise
from adjudge_engine.text.quantities import Valued

_BETWEEN: Final = "\n\n"  # elements are paragraphs; the rows of a table are lines


class Piece(NamedTuple):
    """A text of the source that is one thing: an element, a row of a table, a page, the content.

    `element_id` is the table's id where `row` is given; a row's cells are parted by tabs. It goes
    on to `last_page` where that is after `page`.
    """

    text: str
    page: int | None = None
    element_id: str | None = None
    kind: str | None = None
    row: int | None = None
    last_page: int | None = None

    def is_on(self, page: int) -> bool:
        """Whether it stands on the page, be it with a part."""
        return is_within(page, self.page, self.last_page)


class Spot(NamedTuple):
    """`flow.text[start:end]`, from piece `first` to piece `last`, both included."""

    start: int
    end: int
    first: int
    last: int


class Flow:
    """Pieces one after the other, normalised as one text so that one search looks through all."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = tuple(pieces)
        self.starts: list[int] = []
        parts: list[str] = []
        at = 0
        before: Piece | None = None
        for piece in self.pieces:
            if before is not None:
                parts.append("\n" if _is_next_row(before, piece) else _BETWEEN)
                at += len(parts[-1])
            before = piece
            self.starts.append(at)
            parts.append(piece.text)
            at += len(piece.text)
        self.text = "".join(parts)
        self._valued: dict[int, Valued] = {}

    def __len__(self) -> int:
        return len(self.pieces)

    @once
    def normal(self) -> Normalised:
        """The whole text after quote normalisation."""
        return normalise(self.text)

    @once
    def valued(self) -> Valued:
        """The whole text, to look values up in."""
        return Valued(self.normal)

    @once
    def layout(self) -> Layout:
        """The whole text whatever the width of its lines."""
        return without_layout(self.normal.text)

    @once
    def unmarked(self) -> Normalised:
        """The whole text without markup."""
        return without_markup(self.normal.text)

    def valued_piece(self, index: int) -> Valued:
        """One piece alone, to look values up in."""
        found = self._valued.get(index)
        if found is None:
            found = self._valued[index] = Valued(normalise(self.pieces[index].text))
        return found

    def range_of(self, first: int, last: int) -> tuple[int, int]:
        """Where in the normalised text the pieces `first` … `last` (both included) stand."""
        end = self.starts[last] + len(self.pieces[last].text)
        return self.normal.normal(self.starts[first], end)

    def size_of(self, first: int, last: int) -> int:
        """How many characters these pieces have with what stands between."""
        return self.starts[last] + len(self.pieces[last].text) - self.starts[first]

    def spots(self, needle: str, low: int = 0, high: int | None = None) -> Iterator[Spot]:
        """Where the normalised `needle` stands between token boundaries in `normal[low:high]`."""
        for start in hits(needle, self.normal, low, high):
            yield self.spot(*self.normal.original(start, start + len(needle)))

    def spot(self, start: int, end: int) -> Spot:
        """The spot `text[start:end]`, offsets of the joined text."""
        first = max(0, bisect_right(self.starts, start) - 1)
        last = max(first, bisect_right(self.starts, max(start, end - 1)) - 1)
        return Spot(start, end, first, last)


def is_within(page: int, first: int | None, last: int | None) -> bool:
    """Whether what stands on page `first`, or goes on from there to `last`, is on `page`."""
    if first is None:
        return False
    return page == first or (last is not None and first <= page <= last)


def _is_next_row(before: Piece, piece: Piece) -> bool:
    return None not in (before.row, piece.row) and before.element_id == piece.element_id
