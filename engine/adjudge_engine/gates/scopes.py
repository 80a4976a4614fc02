"""Where in a source a citation leads: a page, an element, a table, a span, or all of it.

The source's parser says what it can give; a locator that needs what it cannot is unavailable.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from adjudge_engine.case import Citation
from adjudge_engine.document import Document, Flow, Piece
from adjudge_engine.evaluation import Place, Where
from adjudge_engine.gates.words import shortened
from adjudge_engine.source import Table

_MOST_SAME: Final = 50  # elements of one id


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
    if element_id in document.spans and can.spans:
        return _span_scope(citation, element_id, document)
    if not can.elements:
        return Trouble("capability_missing", f"the parser of {name} gives no elements")
    pieces = document.flow.pieces
    found_at = document.by_element.get(element_id, [])[:_MOST_SAME]
    if not found_at:
        where = f"page {citation.page} of {name}" if citation.page is not None else name
        return Trouble("element_missing", f"{where} has no element {shortened(element_id)}")
    there = [pieces[at].page for at in found_at]
    trouble = _page_conflict(citation, f"element {shortened(element_id)}", there, name)
    if trouble is not None:
        return trouble
    if citation.page is not None:
        found_at = [at for at in found_at if pieces[at].page == citation.page]
    page = pieces[found_at[0]].page
    where = f"in element {shortened(element_id)}" + ("" if page is None else f" on page {page}")
    ranges = [(at, at) for at in found_at]
    return Scope(document, document.flow, ranges, found_at, f"{where} of {name}")


def _page_conflict(
    citation: Citation, what: str, pages: Sequence[int | None], name: str
) -> Trouble | None:
    """Whether something that stands on `pages` does not stand on the cited page."""
    if citation.page is None or citation.page in pages:
        return None
    if None in pages:
        return Trouble("page_unknown", f"{name} does not say which page {what} is on")
    message = f"{what} of {name} is on page {pages[0]}, not on page {citation.page}"
    return Trouble("element_page_conflict", message)


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
    return _page_conflict(citation, what, [table.page], name) or table


def _table_scope(table: Table, document: Document) -> Scope | Trouble:
    name = f"table {shortened(table.id)} of {shortened(document.source.source_id)}"
    found = document.by_element.get(table.id, [])
    if not found:
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
    flows = [document.flow, document.content, document.page_texts]
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
    if document.source.content is None:
        return Trouble("text_unavailable", f"the registry has no text of {name}")
    trouble = _page_conflict(citation, f"span {shortened(span_id)}", [span.page], name)
    if trouble is not None:
        return trouble
    flow = document.span_text(span_id)
    if flow is None:
        message = f"span {shortened(span_id)} lies outside the content of {name}"
        return Trouble("text_unavailable", message)
    return Scope(document, flow, [(0, 0)], [], f"in span {shortened(span_id)} of {name}")


def _described(piece: Piece) -> str:
    """ "on page 2, element e0004", as much of it as is known."""
    if piece.element_id is None:
        return "in the content" if piece.page is None else f"on page {piece.page}"
    what = "element" if piece.row is None else f"row {piece.row} of table"
    thing = f"{what} {shortened(piece.element_id)}"
    return f"in {thing}" if piece.page is None else f"on page {piece.page}, {thing}"


def described(flow: Flow, first: int, last: int) -> str:
    """Where pieces of a flow stand, in words: "on page 2, element e4"."""
    one, other = flow.pieces[first], flow.pieces[last]
    return _described(one) if first == last else f"{_described(one)} and {_described(other)}"


def in_source(document: Document, flow: Flow, start: int, end: int) -> Place:
    """The place `flow.text[start:end]` of a source; offsets count in the text of its piece.

    The piece is an element, else a row of a table (its cells parted by tabs; `path` names the
    row), a page's text, or the content. What reaches over several is shown without offsets.
    """
    spot = flow.spot(start, end)
    piece, begin = flow.pieces[spot.first], flow.starts[spot.first]
    path = None if piece.row is None else f"/rows/{piece.row}"
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
