"""A document in blocks, as the source screen shows it: elements and tables, or stored contexts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from adjudge_tui.display import display_safe, one_line
from adjudge_tui.listing.tables import TableCell
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_engine.source import Source, Table

JSON = Mapping[str, Any]
Kind = Literal["text", "heading", "table", "masked", "empty", "unreadable"]
#: Kinds of elements, of whatever parser, that are headings.
_HEADINGS: Final = frozenset({"heading", "title", "sectionheading", "section_header", "header"})


@dataclass(frozen=True, slots=True)
class Block:
    """One element, table or context; all texts are display-safe.

    `text` has as many characters as the original, so places in it stay true. `head` stands above
    it, where it has a heading of its own; `what` is the parser's word for it.
    """

    kind: Kind
    text: str = ""
    id: str = ""
    page: int | None = None
    what: str = ""
    head: str = ""
    cells: tuple[TableCell, ...] = ()
    truncated: bool = False


def blocks_of_source(source: Source) -> tuple[Block, ...]:
    """Elements in reading order, tables after the elements of their page; else the plain text."""
    if source.elements or source.tables:
        return tuple(_in_order(source))
    pages = [page for page in source.pages if page.text]
    if pages:
        return tuple(block for page in pages for block in _paragraphs(page.text or "", page.page))
    return tuple(_paragraphs(source.text or source.content or "", None))


def _in_order(source: Source) -> Iterator[Block]:
    tables = {table.id: table for table in reversed(source.tables)}
    waiting = _by_page(source.tables, {one.id for one in source.elements})
    page: int | None = None
    for element in source.elements:
        if element.page is not None and element.page != page:
            for before in sorted(one for one in waiting if one is not None and one < element.page):
                yield from waiting.pop(before)
            page = element.page
        table = tables.get(element.id)
        if table is not None:  # the element's words are those of its table
            yield _table(table)
        else:
            yield _element(element.kind, element.text, element.id, element.page)
    for rest in sorted(waiting, key=lambda one: (one is None, one)):
        yield from waiting[rest]


def _by_page(tables: Sequence[Table], named: set[str]) -> dict[int | None, list[Block]]:
    found: dict[int | None, list[Block]] = {}
    for table in tables:
        if table.id not in named:
            found.setdefault(table.page, []).append(_table(table))
    return found


def _element(kind: str | None, text: str, name: str, page: int | None) -> Block:
    word = one_line(kind or "")[:30]
    heading = word.casefold().replace(" ", "") in _HEADINGS
    return Block(
        kind="heading" if heading else "text" if text.strip() else "empty",
        text=display_safe(text),
        id=name,
        page=page,
        what=word,
    )


def _table(table: Table) -> Block:
    if table.unreadable:
        return Block(
            kind="unreadable", text=one_line(table.unreadable), id=table.id, page=table.page
        )
    return Block(
        kind="table" if table.cells else "empty",
        id=table.id,
        page=table.page,
        what=say("source.table"),
        cells=tuple(
            TableCell(one.row, one.column, display_safe(one.text), one.row_span, one.col_span)
            for one in table.cells
        ),
    )


def _paragraphs(text: str, page: int | None) -> Iterator[Block]:
    """A text without elements, in pieces from one empty line to the next."""
    safe = display_safe(text)
    start = 0
    while start < len(safe):
        end = safe.find("\n\n", start)
        end = len(safe) if end < 0 else end
        piece = safe[start:end]
        if piece.strip():
            yield Block(kind="text", text=piece.strip("\n"), page=page)
        start = end + 2


def blocks_of_contexts(contexts: Iterable[JSON]) -> tuple[Block, ...]:
    """The contexts of a case, in its order; those not open to the viewer without a word."""
    found = []
    for number, context in enumerate(contexts, 1):
        text = display_safe(str(context.get("text") or ""))
        cells = tuple(_cells(context.get("cells") or ()))
        masked, page = bool(context.get("masked")), context.get("page")
        kind: Kind = "masked" if masked else "text" if text.strip() else "empty"
        if not masked and cells and not text.strip():
            kind = "table"
        name = one_line(str(context.get("source_id") or context.get("id") or ""))[:60]
        found.append(
            Block(
                kind=kind,
                text="" if masked else text,
                id=str(context.get("id") or ""),
                page=page if isinstance(page, int) else None,
                head=" · ".join(
                    part
                    for part in (
                        f"[{number}] {name}".rstrip(),
                        say("context.page", page=page) if isinstance(page, int) else "",
                        one_line(str(context.get("element_id") or ""))[:30],
                    )
                    if part
                ),
                cells=() if masked else cells,
                truncated=bool(context.get("truncated")),
            )
        )
    return tuple(found)


def _cells(entries: Iterable[Any]) -> Iterator[TableCell]:
    """The cells of a context, whichever of the two shapes they have."""
    for row, entry in enumerate(entries):
        if isinstance(entry, Mapping):
            yield TableCell(
                int(entry.get("row") or 0),
                int(entry.get("column") or 0),
                display_safe(str(entry.get("text") or "")),
                int(entry.get("row_span") or 1),
                int(entry.get("col_span") or 1),
            )
        else:
            for column, text in enumerate(entry):
                yield TableCell(row, column, display_safe(str(text)))


def joined_cells(cells: Sequence[TableCell]) -> Iterator[tuple[int, int, TableCell]]:
    """Start, end and cell, where the cells stand in rows of `a | b`, as passages show them."""
    at, row = 0, None
    for cell in sorted(cells, key=lambda one: one.row):
        if row is not None:
            at += 1 if cell.row != row else 3
        row = cell.row
        yield at, at + len(cell.text), cell
        at += len(cell.text)
