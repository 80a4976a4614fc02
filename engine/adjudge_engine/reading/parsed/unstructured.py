"""Unstructured: the list of elements that it writes as JSON.

Pages: `metadata.page_number` from 1, where the file has pages; a page between two known ones is a
page too. Cells: only as HTML (`metadata.text_as_html`), laid out from row 0 and column 0; without
any such table, tables are unavailable. Ids: `element_id`, else the place in the list (`/3`).
Spans are not given. `Title` is what Unstructured calls any heading.
"""

from __future__ import annotations

from typing import Any, Final

from adjudge_engine.reading.parsed.grid import table
from adjudge_engine.reading.parsed.html import html_tables
from adjudge_engine.reading.parsed.shape import (
    Parsed,
    an_object,
    id_at,
    kind,
    own_name,
    page_at,
    page_list,
    text_at,
)
from adjudge_engine.reading.problems import Problem, kind_of
from adjudge_engine.source import Capabilities, Element, Table

_HTML: Final = "text_as_html"
_NO_TEXT: Final = ("PageBreak",)


def is_unstructured(value: Any) -> bool:
    """Whether `value` is a list of elements, by the first one."""
    first = value[0] if isinstance(value, list) and value else None
    return (
        isinstance(first, dict)
        and isinstance(first.get("type"), str)
        and "text" in first
        and ("element_id" in first or "metadata" in first)
        and "source_id" not in first
    )


def read_unstructured(value: Any) -> Parsed:
    """The parsed form in a list of elements. Raises Problem."""
    if not isinstance(value, list):
        raise Problem("", f"must be a list of elements, not {kind_of(value)}")
    elements: list[Element] = []
    tables: list[Table] = []
    name: str | None = None
    for at, entry in enumerate(value):
        field = f"[{at}]"
        item = an_object(entry, field)
        meta = an_object(item.get("metadata") or {}, f"{field}.metadata")
        name = name or own_name(meta.get("filename"))
        if item.get("type") in _NO_TEXT:
            continue
        element = _element(item, meta, at)
        elements.append(element)
        if element.kind == "table" or meta.get(_HTML) is not None:
            tables += _tables(element, text_at(meta, _HTML, f"{field}.metadata"), field)
    numbers = [one.page for one in elements if one.page is not None]
    pages = page_list(range(min(numbers), max(numbers) + 1) if numbers else ())
    can = any(one.cells for one in tables)
    return Parsed(
        Capabilities(pages=bool(pages), elements=True, tables=can),
        pages,
        tuple(elements),
        tuple(tables) if can else (),
        source_id=name,
    )


def _element(item: dict[str, Any], meta: dict[str, Any], at: int) -> Element:
    field = f"[{at}]"
    label = text_at(item, "type", field)
    return Element(
        id=id_at(item, "element_id", field, f"/{at}"),
        page=page_at(meta, "page_number", f"{field}.metadata"),
        kind="heading" if label == "Title" else kind(label),
        text=text_at(item, "text", field),
    )


def _tables(element: Element, html: str, field: str) -> list[Table]:
    """The tables of one element; its own id names the first, `<id>/2` the next …"""
    found = html_tables(html, f"{field}.metadata.{_HTML}")
    if not found:
        return [Table(id=element.id, page=element.page, unreadable=f"it has no {_HTML}")]
    return [
        table(element.id if at == 1 else f"{element.id}/{at}", element.page, cells)[0]
        for at, cells in enumerate(found, 1)
    ]
