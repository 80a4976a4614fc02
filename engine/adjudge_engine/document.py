"""A source made ready to be looked into: its texts in reading order, by page and by element.

Everything is worked out when first needed and kept for the run (`Registry.document`): one pass
over the source, however many citations and contexts lead into it.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, NamedTuple

from adjudge_engine.grids import Grid
from adjudge_engine.source import Element, Source, SourceSpan, Table
from adjudge_engine.text.find import hits
from adjudge_engine.text.loose import Layout, without_layout, without_markup
from adjudge_engine.text.normalise import Normalised, normalise
from adjudge_engine.text.quantities import Valued

_BETWEEN: Final = "\n\n"  # elements are paragraphs; the rows of a table are lines


class Piece(NamedTuple):
    """A text of the source that is one thing: an element, a row of a table, a page, the content.

    `element_id` is the table's id where `row` is given; a row's cells are parted by tabs.
    """

    text: str
    page: int | None = None
    element_id: str | None = None
    kind: str | None = None
    row: int | None = None


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

    @cached_property
    def normal(self) -> Normalised:
        """The whole text after quote normalisation."""
        return normalise(self.text)

    @cached_property
    def valued(self) -> Valued:
        """The whole text, to look values up in."""
        return Valued(self.normal)

    @cached_property
    def layout(self) -> Layout:
        """The whole text whatever the width of its lines."""
        return without_layout(self.normal.text)

    @cached_property
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


class Document:
    """One version of a source with its indexes. Pure; made by `Registry.document`."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._pages: dict[int, Flow] = {}
        self._grids: dict[str, Grid] = {}
        self._span_texts: dict[str, Flow | None] = {}

    @cached_property
    def digest(self) -> str | None:
        """`sha256:…` of the content's UTF-8 bytes; None without content.

        A lone surrogate, which no UTF-8 file can hold, counts as its three bytes.
        """
        content = self.source.content
        if content is None:
            return None
        return "sha256:" + hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def flow(self) -> Flow:
        """Elements in reading order, a table's rows after the elements of its page."""
        return Flow(_pieces(self.source))

    @cached_property
    def elements_alone(self) -> Flow | None:
        """The elements without the tables' rows between them; None where there are none."""
        pieces = [piece for piece in self.flow.pieces if piece.row is None]
        return Flow(pieces) if 0 < len(pieces) < len(self.flow) else None

    @cached_property
    def content(self) -> Flow | None:
        """The content as one piece."""
        content = self.source.content
        return Flow([Piece(content)]) if content else None

    @cached_property
    def page_texts(self) -> Flow | None:
        """The texts of the pages themselves, where the parser gave them."""
        pieces = [Piece(page.text, page.page) for page in self.source.pages if page.text]
        return Flow(pieces) if pieces else None

    @cached_property
    def pages(self) -> frozenset[int]:
        """All pages: those listed, and those that an element or table stands on."""
        listed = {page.page for page in self.source.pages}
        return frozenset(listed.union(self.by_page))

    @cached_property
    def by_page(self) -> dict[int, list[int]]:
        """Page → the pieces of `flow` on it."""
        found: dict[int, list[int]] = {}
        for index, piece in enumerate(self.flow.pieces):
            if piece.page is not None:
                found.setdefault(piece.page, []).append(index)
        return found

    @cached_property
    def by_element(self) -> dict[str, list[int]]:
        """Id of an element or table → its pieces of `flow`; an id may, wrongly, stand twice."""
        found: dict[str, list[int]] = {}
        for index, piece in enumerate(self.flow.pieces):
            if piece.element_id is not None:
                found.setdefault(piece.element_id, []).append(index)
        return found

    @cached_property
    def tables(self) -> dict[str, Table]:
        """Tables by id; the first of those with one id."""
        return {table.id: table for table in reversed(self.source.tables)}

    @cached_property
    def tables_on(self) -> dict[int | None, list[Table]]:
        """Page → its tables."""
        found: dict[int | None, list[Table]] = {}
        for table in self.source.tables:
            found.setdefault(table.page, []).append(table)
        return found

    @cached_property
    def spans(self) -> dict[str, SourceSpan]:
        """Named ranges of the content by id."""
        return {span.id: span for span in reversed(self.source.spans)}

    def on_page(self, page: int) -> Flow:
        """The pieces of one page as a flow of their own."""
        found = self._pages.get(page)
        if found is None:
            pieces = self.flow.pieces
            found = Flow(pieces[index] for index in self.by_page.get(page, ()))
            self._pages[page] = found
        return found

    def page_text(self, page: int) -> Flow | None:
        """The page's own text, where the parser gave one."""
        return self._page_texts.get(page)

    @cached_property
    def _page_texts(self) -> dict[int, Flow]:
        listed = reversed(self.source.pages)
        return {one.page: Flow([Piece(one.text, one.page)]) for one in listed if one.text}

    def span_text(self, span_id: str) -> Flow | None:
        """A named range of the content, None where it lies outside; KeyError without the name."""
        if span_id not in self._span_texts:
            span, content = self.spans[span_id], self.source.content or ""
            inside = span.start <= span.end <= len(content)
            piece = Piece(content[span.start : span.end], span.page, span_id)
            self._span_texts[span_id] = Flow([piece]) if inside else None
        return self._span_texts[span_id]

    def grid(self, table_id: str) -> Grid:
        """The cells of a table; KeyError without such a table."""
        found = self._grids.get(table_id)
        if found is None:
            found = self._grids[table_id] = Grid(self.tables[table_id].cells)
        return found

    @cached_property
    def whole(self) -> tuple[Flow, ...]:
        """Every text of the source that a context may be a part of, the original first."""
        found = (self.content, self.flow, self.page_texts, self.elements_alone)
        return tuple(one for one in found if one is not None and one.text.strip())


def _is_next_row(before: Piece, piece: Piece) -> bool:
    return None not in (before.row, piece.row) and before.element_id == piece.element_id


def _pieces(source: Source) -> Iterator[Piece]:
    named = {element.id for element in source.elements if element.text.strip()}
    waiting: dict[int, list[Table]] = {}
    places = _TablePlaces(source.elements)
    for table in source.tables:
        if table.id not in named:  # else the element says what the table does
            waiting.setdefault(places.after(table), []).append(table)
    for table in waiting.get(-1, ()):
        yield from _rows(table)
    for index, element in enumerate(source.elements):
        yield Piece(element.text, element.page, element.id, element.kind)
        for table in waiting.get(index, ()):
            yield from _rows(table)


class _TablePlaces:
    """After which element the rows of a table come: the last one of its page or of one before."""

    def __init__(self, elements: tuple[Element, ...]) -> None:
        last = {one.page: at for at, one in enumerate(elements) if one.page is not None}
        self._last = len(elements) - 1
        self._pages = sorted(last)
        self._after = [last[page] for page in self._pages]

    def after(self, table: Table) -> int:
        """The index of that element; -1: before all of them."""
        if table.page is None:
            return self._last
        at = bisect_right(self._pages, table.page) - 1
        return self._after[at] if at >= 0 else -1


def _rows(table: Table) -> Iterator[Piece]:
    for row, cells in Grid(table.cells).rows():
        yield Piece("\t".join(text for _, text in cells), table.page, table.id, "table", row)
