"""Docling: the `DoclingDocument` JSON.

Pages: `prov[].page_no` from 1; a document of another kind (html, docx, csv …) has none, and pages
are then unavailable. Cells: `start_*_offset_idx` from 0, `end_*_offset_idx` exclusive; merged
ones are listed once, and one that is listed again counts once. Ids are the document's own
pointers (`#/texts/3`). Order: the body's tree, then the furniture, then what neither names.
Headers and footers are kept under their kind; what Docling calls invisible is left out. An item
that goes on over a page is listed once for each page, with the text there, where `charspan`
tells. Spans are not given: `charspan` counts in `orig`, which is not always the text. The binary
hash of the origin has 64 bits and proves nothing; it is no fingerprint.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from adjudge_engine.case import Cell
from adjudge_engine.reading.parsed.grid import MAX_COLUMNS, MAX_ROWS, table
from adjudge_engine.reading.parsed.shape import (
    MAX_PAGES,
    Parsed,
    an_object,
    joined,
    kind,
    last,
    objects,
    own_name,
    own_title,
    page_at,
    page_list,
    text_at,
    whole_at,
)
from adjudge_engine.reading.problems import Problem
from adjudge_engine.source import Capabilities, Element, Table

_SCHEMA: Final = "DoclingDocument"
#: Members of the root that are lists of something else than items.
_NO_ITEMS: Final = frozenset(("pages", "body", "furniture", "origin"))
_OFFICE: Final = "application/vnd.openxmlformats-officedocument."


class _Item(NamedTuple):
    field: str
    value: dict[str, Any]


def is_docling(value: Any) -> bool:
    """Whether `value` is a DoclingDocument."""
    return isinstance(value, dict) and value.get("schema_name") == _SCHEMA


def read_docling(value: Any) -> Parsed:
    """The parsed form in a DoclingDocument. Raises Problem."""
    root = an_object(value, "")
    origin = root.get("origin")
    origin = origin if isinstance(origin, dict) else {}
    items = _items(root)
    office = str(origin.get("mimetype")).startswith(_OFFICE)
    elements: list[Element] = []
    tables: list[Table] = []
    for ref in _order(root, items):
        item = items[ref]
        if item.value.get("content_layer") != "invisible":
            _add(ref, item, office, elements, tables)
    pages = {*_pages(root), *(one.page for one in elements if one.page is not None)}
    return Parsed(
        Capabilities(pages=bool(pages), elements=True, tables=True),
        page_list(pages),
        tuple(elements),
        tuple(tables),
        title=next((own_title(one.text) for one in elements if one.kind == "title"), None),
        source_id=own_name(origin.get("filename")) or own_name(root.get("name")),
    )


def _items(root: dict[str, Any]) -> dict[str, _Item]:
    items: dict[str, _Item] = {}
    for key, entries in root.items():
        if key in _NO_ITEMS or not isinstance(entries, list):
            continue
        for at, (field, entry) in enumerate(objects(root, key, "")):
            ref = f"#/{key}/{at}"
            if entry.get("self_ref", ref) != ref:
                raise Problem(joined(field, "self_ref"), f"must be {ref}, where it stands")
            items[ref] = _Item(field, entry)
    return items


def _order(root: dict[str, Any], items: dict[str, _Item]) -> Iterator[str]:
    """Every item once, in reading order."""
    seen: set[str] = set()
    for start in ("body", "furniture"):
        todo = _children(root.get(start), start)[::-1]
        while todo:
            ref, field = todo.pop()
            if ref not in items:
                raise Problem(field, "refers to nothing in the document")
            if ref not in seen:
                seen.add(ref)
                yield ref
                todo += _children(items[ref].value, items[ref].field)[::-1]
    yield from (ref for ref in items if ref not in seen)


def _children(node: Any, field: str) -> list[tuple[str, str]]:
    if not isinstance(node, dict):
        return []
    return [
        (text_at(child, "$ref", path) or text_at(child, "cref", path), path)
        for path, child in objects(node, "children", field)
    ]


def _pages(root: dict[str, Any]) -> list[int]:
    pages = root.get("pages")
    if not isinstance(pages, dict):
        return []
    return [
        whole_at(
            an_object(page, f"pages.{key}"), "page_no", f"pages.{key}", least=1, most=MAX_PAGES
        )
        for key, page in pages.items()
    ]


def _add(ref: str, item: _Item, office: bool, elements: list[Element], tables: list[Table]) -> None:
    field, value = item
    role = kind(text_at(value, "label", field))
    numbers = [page for page, _ in _places(value, field)]
    page = min(numbers, default=None)
    end = last(page, numbers)
    grid = _grid(value, field, office)
    if grid is not None:
        found, text = _table(ref, page, end, grid)
        tables.append(found)
        elements.append(Element(id=ref, page=page, last_page=end, kind=role, text=text))
    elif not ref.startswith("#/groups/"):
        parts = _parts(value, field) if end is not None else []
        text = text_at(value, "text", field) or text_at(value, "orig", field)
        elements += [Element(id=ref, page=on, kind=role, text=part) for on, part in parts] or [
            Element(id=ref, page=page, last_page=end, kind=role, text=text)
        ]
    for at, (path, cell) in enumerate(_graph(value, field)):
        text = text_at(cell, "text", path) or text_at(cell, "orig", path)
        name = f"{ref}/graph/cells/{at}"
        elements.append(Element(id=name, page=page, last_page=end, kind="other", text=text))


def _places(value: dict[str, Any], field: str) -> list[tuple[int, Any]]:
    """The pages that the item stands on, each with its range of `orig`."""
    places = []
    for path, one in objects(value, "prov", field):
        page = page_at(one, "page_no", path)
        if page is not None:
            places.append((page, one.get("charspan")))
    return places


def _parts(value: dict[str, Any], field: str) -> list[tuple[int, str]]:
    """What of an item's text stands on which page; none where the ranges do not tell."""
    text = text_at(value, "text", field)
    parts: list[tuple[int, str]] = []
    done = begin = 0
    for page, span in _places(value, field):
        whole = isinstance(span, list) and len(span) == 2 and all(type(n) is int for n in span)
        if not whole or not done <= span[0] <= span[1] <= len(text):
            return []
        if text[done : span[0]].strip():
            return []
        done = span[1]
        if parts and parts[-1][0] == page:
            parts.pop()
        else:
            begin = span[0]
        parts.append((page, text[begin:done]))
    told = not text[done:].strip() and text == value.get("orig", text)
    return parts if told else []


def _graph(value: dict[str, Any], field: str) -> list[tuple[str, dict[str, Any]]]:
    """The keys and values of a form."""
    graph = value.get("graph")
    if not isinstance(graph, dict):
        return []
    return list(objects(graph, "cells", joined(field, "graph")))


def _grid(value: dict[str, Any], field: str, office: bool) -> _Item | None:
    """Where the item's cells are: a table's own, or those of a chart.

    An office file has the numbers behind its charts; out of a picture a model has guessed them.
    """
    data = value.get("data")
    if isinstance(data, dict):
        return _Item(joined(field, "data"), data)
    meta = value.get("meta")
    chart = meta.get("tabular_chart") if isinstance(meta, dict) and office else None
    data = chart.get("chart_data") if isinstance(chart, dict) else None
    if isinstance(data, dict):
        return _Item(f"{field}.meta.tabular_chart.chart_data", data)
    return None


def _table(ref: str, page: int | None, end: int | None, grid: _Item) -> tuple[Table, str]:
    field, data = grid
    size = (
        whole_at(data, "num_rows", field, otherwise=0),
        whole_at(data, "num_cols", field, otherwise=0),
    )
    cells = (_cell(cell, at) for at, cell in objects(data, "table_cells", field))
    return table(ref, page, cells, size=size if all(size) else None, last_page=end)


def _cell(value: dict[str, Any], field: str) -> Cell:
    row = whole_at(value, "start_row_offset_idx", field, most=MAX_ROWS)
    column = whole_at(value, "start_col_offset_idx", field, most=MAX_COLUMNS)
    down = whole_at(value, "end_row_offset_idx", field, least=row + 1, most=MAX_ROWS)
    right = whole_at(value, "end_col_offset_idx", field, least=column + 1, most=MAX_COLUMNS)
    return Cell(
        row=row,
        column=column,
        row_span=down - row,
        col_span=right - column,
        text=text_at(value, "text", field),
    )
