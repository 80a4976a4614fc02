"""Where in a source a citation leads: a page, an element, a table, a span, or all of it.

The source's parser says what it can give; a locator that needs what it cannot is unavailable.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from adjudge_engine.case import Citation
from adjudge_engine.document import Document
from adjudge_engine.evaluation import Place, Where
from adjudge_engine.flow import Flow, Piece, is_within
from adjudge_engine.gates.words import shortened
from adjudge_engine.source import Table

_MOST_SAME: Final = 50  # elements of one id

#: The `path` of a place in the running text, beside which the source may have a content.
RUNNING: Final = "/text"


class Scope(NamedTuple):
    """Pieces to look through: ranges of `flow`, first and last included.

    `near`: the same pieces in the document's own flow, for quotes that reach over their ends.
    `others`: further readings of the same place, where the pieces do not hold the quote.
    `within` says where a thing stands: "on page 3 of report".
    """

    document: Document
    flow: Flow
    ranges: Sequence[tuple[int, int]]
    near: Sequence[int]
    within: str
    others: Sequence[Flow] = ()

    @property
    def name(self) -> str:
        """The place itself: "page 3 of report"."""
        return self.within.removeprefix("on ").removeprefix("in ")


class Trouble(NamedTuple):
    """Why a locator leads nowhere: a code of the citations gate and what to say."""

    code: str
    message: str


def scope_of(citation: Citation, document: Document) -> Scope | Trouble:
    """The part of the source that the locator chooses; a cell's table, not the cell."""
    source = document.source
    name = shortened(source.source_id)
    parsed = (citation.page, citation.element_id, citation.table_id)
    located = any(one is not None for one in parsed)
    if source.unreadable and (located or source.content is None):
        return Trouble("source_unreadable", f"{name} could not be read: {source.unreadable}")
    trouble = _page_trouble(citation, document)
    if trouble is not None:
        return trouble
    if citation.table_id is not None:
        found = table_of(citation, document)
        return found if isinstance(found, Trouble) else _table_scope(found, document)
    if citation.element_id is not None:
        return _element_scope(citation, citation.element_id, document)
    if citation.page is not None:
        return _page_scope(citation.page, document)
    return _source_scope(document)


def _page_trouble(citation: Citation, document: Document) -> Trouble | None:
    if citation.page is None:
        return None
    name = shortened(document.source.source_id)
    if not document.source.capabilities.pages:
        return Trouble("capability_missing", f"the parser of {name} gives no pages")
    if citation.page not in document.pages:
        return Trouble("page_missing", f"{name} has no page {citation.page}")
    return None


def _element_scope(citation: Citation, element_id: str, document: Document) -> Scope | Trouble:
    can, name = document.source.capabilities, shortened(document.source.source_id)
    if element_id in document.tables and can.tables:
        found = table_of(citation, document)
        return found if isinstance(found, Trouble) else _table_scope(found, document)
    is_element = can.elements and element_id in document.by_element
    if element_id in document.spans and can.spans and not is_element:
        return _span_scope(citation, element_id, document)
    if not can.elements:
        return Trouble("capability_missing", f"the parser of {name} gives no elements")
    pieces = document.flow.pieces
    found_at = document.by_element.get(element_id, [])[:_MOST_SAME]
    if not found_at:
        where = f"page {citation.page} of {name}" if citation.page is not None else name
        return Trouble("element_missing", f"{where} has no element {shortened(element_id)}")
    there = [(pieces[at].page, pieces[at].last_page) for at in found_at]
    trouble = _page_conflict(citation, f"element {shortened(element_id)}", there, name)
    if trouble is not None:
        return trouble
    if citation.page is not None:
        found_at = [at for at in found_at if pieces[at].is_on(citation.page)]
    page = citation.page or pieces[found_at[0]].page
    where = f"in element {shortened(element_id)}" + ("" if page is None else f" on page {page}")
    ranges = [(at, at) for at in found_at]
    return Scope(document, document.flow, ranges, found_at, f"{where} of {name}")


def _page_conflict(
    citation: Citation, what: str, reach: Sequence[tuple[int | None, int | None]], name: str
) -> Trouble | None:
    """Whether something does not stand on the cited page; `reach`: its first and last pages."""
    page = citation.page
    if page is None or any(is_within(page, first, last) for first, last in reach):
        return None
    if any(first is None for first, _ in reach):
        return Trouble("page_unknown", f"{name} does not say which page {what} is on")
    message = f"{what} of {name} is on {_pages(*reach[0])}, not on page {page}"
    return Trouble("element_page_conflict", message)


def _pages(first: int | None, last: int | None) -> str:
    """ "page 2", or "pages 2 to 3"."""
    return f"page {first}" if last is None or last == first else f"pages {first} to {last}"


def table_of(citation: Citation, document: Document) -> Table | Trouble:
    """The cited table; without its id the only one of the cited page, or of the source."""
    name = shortened(document.source.source_id)
    if not document.source.capabilities.tables:
        return Trouble("capability_missing", f"the parser of {name} gives no tables")
    table_id = citation.table_id if citation.table_id is not None else citation.element_id
    if table_id is None:
        tables: Sequence[Table] = document.source.tables
        if citation.page is not None:
            tables = document.tables_on.get(citation.page, [])
        if len(tables) == 1:
            return tables[0]
        if not tables:
            return Trouble("table_missing", f"there is no table in the cited place of {name}")
        return Trouble("no_locator", f"{name} has {len(tables)} tables there; which one is cited?")
    table = document.tables.get(table_id)
    if table is None:
        return Trouble("table_missing", f"{name} has no table {shortened(table_id)}")
    what = f"table {shortened(table_id)}"
    return _page_conflict(citation, what, [(table.page, table.last_page)], name) or table


def unreadable_table(table: Table, name: str) -> Trouble:
    """That the cells of a table cannot be told apart, and why."""
    return Trouble("source_unreadable", f"{name} could not be read: {table.unreadable}")


def _table_scope(table: Table, document: Document) -> Scope | Trouble:
    name = f"table {shortened(table.id)} of {shortened(document.source.source_id)}"
    found = document.by_element.get(table.id, [])
    if not found:
        if table.unreadable:
            return unreadable_table(table, name)
        return Trouble("text_unavailable", f"{name} has no text")
    ranges = [(found[0], found[-1])] if found[-1] - found[0] == len(found) - 1 else []
    ranges = ranges or [(at, at) for at in found]
    return Scope(document, document.flow, ranges, found, f"in {name}")


def _page_scope(page: int, document: Document) -> Scope | Trouble:
    name = f"page {page} of {shortened(document.source.source_id)}"
    flow = document.on_page(page)
    near = document.by_page.get(page, [])
    texts = document.page_text(page)
    if flow.text.strip():
        others = [texts] if texts is not None else []
        return Scope(document, flow, [(0, len(flow) - 1)], near, f"on {name}", others)
    if texts is None:
        return Trouble("text_unavailable", f"the registry has no text of {name}")
    return Scope(document, texts, [(0, 0)], [], f"on {name}")


def _source_scope(document: Document) -> Scope | Trouble:
    name = shortened(document.source.source_id)
    flows = [document.flow, document.content, document.running, document.page_texts]
    if document.source.unreadable:
        flows = [document.content]
    texts = [one for one in flows if one is not None and one.text.strip()]
    if not texts:
        return Trouble("text_unavailable", f"the registry has no text of {name}")
    first = texts[0]
    near = range(len(document.flow)) if first is document.flow else ()
    return Scope(document, first, [(0, len(first) - 1)], near, f"in {name}", texts[1:])


def _span_scope(citation: Citation, span_id: str, document: Document) -> Scope | Trouble:
    span, name = document.spans[span_id], shortened(document.source.source_id)
    what = f"span {shortened(span_id)}"
    trouble = _page_conflict(citation, what, [(span.page, None)], name)
    if trouble is not None:
        return trouble
    if document.counted_in(span_id) is None:
        return Trouble("text_unavailable", f"the registry has no text for {what} of {name}")
    flow = document.span_text(span_id)
    if flow is None:
        whose = "" if span.element_id is None else f"element {shortened(span.element_id)} of "
        message = f"{what} lies outside the text of {whose}{name}"
        return Trouble("text_unavailable", message)
    return Scope(document, flow, [(0, 0)], [], f"in span {shortened(span_id)} of {name}")


def _described(piece: Piece) -> str:
    """ "on page 2, element e0004", as much of it as is known."""
    if piece.element_id is None:
        return "in the text" if piece.page is None else f"on page {piece.page}"
    what = "element" if piece.row is None else f"row {piece.row} of table"
    thing = f"{what} {shortened(piece.element_id)}"
    if piece.page is None:
        return f"in {thing}"
    return f"on {_pages(piece.page, piece.last_page)}, {thing}"


def _both(one: Piece, other: Piece) -> str:
    """Two places in words; of one page only once."""
    first, second = _described(one), _described(other)
    page, comma, _ = first.partition(", ")
    if comma and second.startswith(page + comma):
        second = second.removeprefix(page + comma)
    return f"{first} and {second}"


def described(flow: Flow, first: int, last: int) -> str:
    """Where pieces of a flow stand, in words: "on page 2, element e4"."""
    one, other = flow.pieces[first], flow.pieces[last]
    return _described(one) if first == last else _both(one, other)


def in_source(document: Document, flow: Flow, start: int, end: int) -> Place:
    """The place `flow.text[start:end]` of a source; offsets count in the text of its piece.

    The piece is an element, a row of a table (its cells parted by tabs; `path` names the row), a
    named span, a page's text, the content, or the running text (`path` `/text`). What reaches over
    several is shown without offsets.
    """
    spot = flow.spot(start, end)
    piece, begin = flow.pieces[spot.first], flow.starts[spot.first]
    path = None if piece.row is None else f"/rows/{piece.row}"
    if flow is document.running:
        path = RUNNING
    where = Where(
        part="source",
        id=document.source.source_id,
        page=piece.page,
        element_id=piece.element_id,
        path=path,
    )
    if spot.first != spot.last:
        return Place(text=flow.text[start:end], where=where)
    end = min(end - begin, len(piece.text))
    return Place(text=piece.text[start - begin : end], where=where, start=start - begin, end=end)
