"""A source made ready to be looked into: its texts in reading order, by page and by element.

Everything is worked out when first needed and kept for the run (`Registry.document`): one pass
over the source, however many citations and contexts lead into it.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from adjudge_engine.flow import Flow, Piece
from adjudge_engine.grids import Grid
from adjudge_engine.source import Element, Source, SourceSpan, Table
from adjudge_engine.text.normalise import normalise

#: Pages that elements and tables may be written out on beside their first and last ones.
_MOST_REACHED: Final = 1_000_000


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
        """Page → the pieces of `flow` on it, those that go on over several on each of them."""
        found: dict[int, list[int]] = {}
        reach = _Reach()
        for index, piece in enumerate(self.flow.pieces):
            for page in reach.pages(piece.page, piece.last_page):
                found.setdefault(page, []).append(index)
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
        last_first = {table.id: table for table in reversed(self.source.tables)}
        return dict(reversed(last_first.items()))

    @cached_property
    def tables_on(self) -> dict[int | None, list[Table]]:
        """Page → its tables; None → those of which nobody knows the page."""
        found: dict[int | None, list[Table]] = {}
        reach = _Reach()
        for table in self.source.tables:
            for page in reach.pages(table.page, table.last_page) or (None,):
                found.setdefault(page, []).append(table)
        return found

    @cached_property
    def spans(self) -> dict[str, SourceSpan]:
        """Named ranges by id."""
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
        """A named range as a text; None where it lies outside of what it counts in.

        KeyError without the name. Of several elements of one id nobody knows which one is meant.
        """
        if span_id not in self._span_texts:
            span, text = self.spans[span_id], self.counted_in(span_id)
            inside = text is not None and span.start <= span.end <= len(text)
            self._span_texts[span_id] = None
            if text is not None and inside:
                piece = Piece(text[span.start : span.end], span.page, span_id)
                self._span_texts[span_id] = Flow([piece])
        return self._span_texts[span_id]

    def counted_in(self, span_id: str) -> str | None:
        """The text that a named range counts in: its element's, the running one, the content."""
        span, source = self.spans[span_id], self.source
        if span.element_id is None:
            return source.text if source.text is not None else source.content
        pieces = [self.flow.pieces[at] for at in self.by_element.get(span.element_id, ())[:2]]
        return pieces[0].text if len(pieces) == 1 and pieces[0].row is None else None

    def grid(self, table_id: str) -> Grid:
        """The cells of a table; KeyError without such a table."""
        found = self._grids.get(table_id)
        if found is None:
            found = self._grids[table_id] = Grid(self.tables[table_id].cells)
        return found

    @cached_property
    def cell_texts(self) -> dict[str, dict[int, dict[int, str]]]:
        """Table → row → column → the normalised text of the cell that begins there."""
        return {
            name: {
                row: {column: normalise(text).text for column, text in cells}
                for row, cells in self.grid(name).rows()
            }
            for name in self.tables
        }

    @cached_property
    def tables_by_cell(self) -> dict[str, list[str]]:
        """The normalised text of a cell → the tables that have such a cell, in their order."""
        found: dict[str, dict[str, None]] = {}
        for name, rows in self.cell_texts.items():
            for texts in rows.values():
                for text in texts.values():
                    found.setdefault(text, {})[name] = None
        return {text: list(names) for text, names in found.items()}

    @cached_property
    def running(self) -> Flow | None:
        """The running text that a parser made, as one piece."""
        text = self.source.text
        return Flow([Piece(text)]) if text and text != self.source.content else None

    @cached_property
    def whole(self) -> tuple[Flow, ...]:
        """Every text of the source that a context may be a part of, the original first."""
        found = (self.content, self.running, self.flow, self.page_texts, self.elements_alone)
        return tuple(one for one in found if one is not None and one.text.strip())


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
        yield Piece(
            element.text, element.page, element.id, element.kind, last_page=element.last_page
        )
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
        text = "\t".join(text for _, text in cells)
        yield Piece(text, table.page, table.id, "table", row, table.last_page)


class _Reach:
    """The pages that things stand on, as long as there are not too many to write out."""

    def __init__(self) -> None:
        self._left = _MOST_REACHED

    def pages(self, first: int | None, last: int | None) -> Sequence[int]:
        """From the first page to the last; beyond the bound these two alone; none without any."""
        if first is None:
            return ()
        if last is None or last <= first:
            return (first,)
        self._left -= last - first
        return range(first, last + 1) if self._left >= 0 else (first, last)
