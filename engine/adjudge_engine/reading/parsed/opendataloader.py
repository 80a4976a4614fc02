"""OpenDataLoader PDF: the tree it writes (`kids`), and the flat form that adapters make of it.

Pages: `page number` (flat: `page`, `number`) from 1, and the tree says how many there are.
Cells: in the tree `row number` and `column number` count from **1**, in the flat form `row` and
`col` from 0. Ids are whole numbers in the tree; an element without one is called by its JSON
pointer. Spans are not given. The text of a table's cells is that of the paragraphs in them.
"""

from __future__ import annotations

from typing import Any, Final

from adjudge_engine.case import Cell
from adjudge_engine.reading.parsed.grid import cell_at, table
from adjudge_engine.reading.parsed.shape import (
    MAX_PAGES,
    Parsed,
    an_object,
    id_at,
    kind,
    objects,
    own_name,
    own_title,
    page_at,
    page_list,
    text_at,
    whole_at,
)
from adjudge_engine.source import Capabilities, Element, Table

_TREE_CELL: Final = ("row number", "column number", "row span", "column span", "content")
_FLAT_CELL: Final = ("row", "col", "row_span", "col_span", "text")
_CHILDREN: Final = ("kids", "list items")
#: Holds others and has no text of its own.
_CONTAINERS: Final = frozenset(("list", "text block", "header", "footer"))


class _Node:
    """A node of the tree, where it stands, and the kind that its header or footer lends it."""

    __slots__ = ("field", "lent", "pointer", "value")

    def __init__(self, value: dict[str, Any], field: str, pointer: str, lent: str | None) -> None:
        self.value, self.field, self.pointer, self.lent = value, field, pointer, lent

    def children(self, lent: str | None) -> list[_Node]:
        return [
            _Node(kid, path, f"{self.pointer}/{key}/{at}", lent)
            for key in _CHILDREN
            for at, (path, kid) in enumerate(objects(self.value, key, self.field))
        ]


def is_opendataloader(value: Any) -> bool:
    """Whether `value` is one of the two forms."""
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("kids"), list):
        return "number of pages" in value or "file name" in value
    tool = value.get("tool")
    name = tool.get("name") if isinstance(tool, dict) else None
    return isinstance(name, str) and name.startswith("opendataloader")


def read_opendataloader(value: Any) -> Parsed:
    """The parsed form in an OpenDataLoader file. Raises Problem."""
    root = an_object(value, "")
    return _tree(root) if "kids" in root else _flat(root)


def _tree(root: dict[str, Any]) -> Parsed:
    elements: list[Element] = []
    tables: list[Table] = []
    todo = _Node(root, "", "", None).children(None)[::-1]
    while todo:
        node = todo.pop()
        label = text_at(node.value, "type", node.field)
        if label == "table":
            found, text, nested = _table(node)
            tables.append(found)
            elements.append(_element(node, "table", text))
            todo += nested[::-1]
            continue
        lent = label if label in ("header", "footer") else node.lent
        children = node.children(lent)
        if label not in _CONTAINERS or not children:
            text = text_at(node.value, "content", node.field)
            elements.append(_element(node, node.lent or label, text))
        todo += children[::-1]
    count = whole_at(root, "number of pages", "", most=MAX_PAGES, otherwise=0)
    seen = [one.page for one in elements if one.page is not None]
    pages = page_list([*range(1, count + 1), *seen])
    return Parsed(
        Capabilities(pages=bool(pages), elements=True, tables=True),
        pages,
        tuple(elements),
        tuple(tables),
        title=own_title(root.get("title")),
        source_id=own_name(root.get("file name")),
    )


def _element(node: _Node, label: str, text: str) -> Element:
    return Element(
        id=id_at(node.value, "id", node.field, node.pointer),
        page=page_at(node.value, "page number", node.field),
        kind=kind(label),
        text=text,
    )


def _table(node: _Node) -> tuple[Table, str, list[_Node]]:
    """The table, its text, and the tables inside its cells."""
    cells: list[Cell] = []
    nested: list[_Node] = []
    for row_at, (row_field, row) in enumerate(objects(node.value, "rows", node.field)):
        for at, (field, cell) in enumerate(objects(row, "cells", row_field)):
            pointer = f"{node.pointer}/rows/{row_at}/cells/{at}"
            text, inner = _cell_text(_Node(cell, field, pointer, None))
            nested += inner
            found = cell_at(cell, field, _TREE_CELL, first=1)
            cells.append(found.model_copy(update={"text": text}))
    value, field = node.value, node.field
    size = (
        whole_at(value, "number of rows", field, otherwise=0),
        whole_at(value, "number of columns", field, otherwise=0),
    )
    name = id_at(value, "id", field, node.pointer)
    page = page_at(value, "page number", field)
    return *table(name, page, cells, size=size if all(size) else None), nested


def _cell_text(cell: _Node) -> tuple[str, list[_Node]]:
    """All text of a cell, that of tables within it too, and those tables."""
    parts: list[str] = []
    nested: list[_Node] = []
    todo = [cell]
    while todo:
        node = todo.pop()
        if node.value.get("type") == "table":
            nested.append(node)
            rows = enumerate(objects(node.value, "rows", node.field))
            inside = [
                _Node(one, field, "", None)
                for _, (path, row) in rows
                for field, one in objects(row, "cells", path)
            ]
            todo += inside[::-1]
            continue
        if text := text_at(node.value, "content", node.field):
            parts.append(text)
        todo += node.children(None)[::-1]
    return " ".join(parts), nested


def _flat(root: dict[str, Any]) -> Parsed:
    pages = {whole_at(one, "number", at, least=1, most=MAX_PAGES) for at, one in _of(root, "pages")}
    elements = []
    for path, one in _of(root, "elements"):
        elements.append(
            Element(
                id=id_at(one, "id", path),
                page=page_at(one, "page", path),
                kind=kind(text_at(one, "type", path)),
                text=text_at(one, "text", path),
            )
        )
    tables = []
    for path, one in _of(root, "tables"):
        cells = [cell_at(cell, at, _FLAT_CELL) for at, cell in objects(one, "cells", path)]
        tables.append(table(id_at(one, "id", path), page_at(one, "page", path), cells)[0])
    on = [*(one.page for one in elements), *(one.page for one in tables)]
    pages |= {page for page in on if page is not None}
    return Parsed(
        Capabilities(pages=bool(pages), elements=True, tables=True),
        page_list(pages),
        tuple(elements),
        tuple(tables),
        source_id=own_name(root.get("file name")),
    )


def _of(root: dict[str, Any], key: str) -> list[tuple[str, dict[str, Any]]]:
    return list(objects(root, key, ""))
