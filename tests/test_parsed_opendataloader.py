"""OpenDataLoader: pages from 1; cells from 1 in the tree, from 0 in the flat form."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge_engine.reading.parsed import detect, read_parsed
from adjudge_engine.reading.problems import Problem


def node(kind: str, number: int | None, content: str | None = None, **more: Any) -> dict[str, Any]:
    out: dict[str, Any] = {"type": kind, "page number": 1}
    out |= {} if number is None else {"id": number}
    out |= {} if content is None else {"content": content}
    return out | {key.replace("_", " "): value for key, value in more.items()}


def cell(row: int, column: int, *kids: dict[str, Any], down: int = 1, right: int = 1) -> Any:
    return node("table cell", None) | {
        **{"row number": row, "column number": column, "row span": down, "column span": right},
        "kids": list(kids),
    }


def rows(*cells: list[Any]) -> list[Any]:
    return [
        {"type": "table row", "row number": at, "cells": row} for at, row in enumerate(cells, 1)
    ]


def tree(*kids: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "file name": "out/plan.pdf",
        "number of pages": 3,
        "title": " Plan ",
        "kids": kids,
    } | more


def decoded(*kids: dict[str, Any], **more: Any) -> dict[str, Any]:
    value = tree(*kids, **more)
    value["kids"] = list(value["kids"])
    return value


def test_the_tree_in_reading_order() -> None:
    value = decoded(
        node("header", 1, kids=[node("paragraph", 2, "ספר א")]),
        node("heading", 3, "Wege", heading_level=1),
        node(
            "list",
            4,
            list_items=[
                node("list item", 5, "eins", kids=[node("paragraph", 6, "eins a")]),
                node("list item", 7, "zwei", kids=[]),
            ],
        ),
        node("text block", 8, kids=[node("paragraph", None, "ohne Kennung")]),
        node("image", 9),
        node("caption", 10, "Bild 1", linked_content_id=9),
        node("footer", 11, kids=[node("paragraph", 12, "3 | Seite")]),
    )
    assert detect(value) == "opendataloader"
    found = read_parsed(value)
    assert [(one.id, one.kind, one.text) for one in found.elements] == [
        ("2", "header", "ספר א"),
        ("3", "heading", "Wege"),
        ("5", "list_item", "eins"),
        ("6", "paragraph", "eins a"),
        ("7", "list_item", "zwei"),
        ("/kids/3/kids/0", "paragraph", "ohne Kennung"),
        ("9", "other", ""),
        ("10", "caption", "Bild 1"),
        ("12", "footer", "3 | Seite"),
    ]
    assert [page.page for page in found.pages] == [1, 2, 3]
    assert (found.source_id, found.title) == ("plan.pdf", "Plan")
    can = found.capabilities
    assert (can.pages, can.elements, can.tables, can.spans) == (True, True, True, False)


def test_cells_count_from_one_and_hold_what_is_in_them() -> None:
    inner = node("table", 30, number_of_rows=1, number_of_columns=1)
    inner["rows"] = rows([cell(1, 1, node("paragraph", 31, "innen"))])
    table = node("table", 20, number_of_rows=2, number_of_columns=2)
    table["rows"] = rows(
        [cell(1, 1, node("paragraph", 21, "Kopf"), node("paragraph", 22, "zwei"), right=2)],
        [cell(2, 1), cell(2, 2, node("paragraph", 23, "vor"), inner)],
    )
    found = read_parsed(decoded(table))
    outer, nested = found.tables
    assert [(one.row, one.column, one.col_span, one.text) for one in outer.cells] == [
        (0, 0, 2, "Kopf zwei"),
        (1, 0, 1, ""),
        (1, 1, 1, "vor innen"),
    ]
    assert (outer.id, nested.id) == ("20", "30")
    assert [one.text for one in nested.cells] == ["innen"]
    assert [(one.id, one.kind) for one in found.elements] == [("20", "table"), ("30", "table")]
    assert found.elements[0].text == "Kopf zwei\n\tvor innen"


def test_the_flat_form_counts_cells_from_zero() -> None:
    value = {
        "tool": {"name": "opendataloader-pdf", "version": "0"},
        "pages": [{"number": 1}, {"number": 2}],
        "elements": [{"id": "odl-1", "page": 2, "type": "Heading", "text": "Wege"}],
        "tables": [{"id": "odl-t", "page": 2, "cells": [{"row": 0, "col": 0, "text": "km"}]}],
    }
    found = read_parsed(value)
    assert [page.page for page in found.pages] == [1, 2]
    assert [(one.id, one.page, one.kind) for one in found.elements] == [("odl-1", 2, "heading")]
    assert [(one.id, one.page) for one in found.tables] == [("odl-t", 2)]
    (only,) = found.tables[0].cells
    assert (only.row, only.column, only.text) == (0, 0, "km")


@pytest.mark.parametrize(
    ("kid", "message"),
    [
        (node("paragraph", 1, "x") | {"page number": 0}, "kids[0].page number: must be between 1"),
        (node("paragraph", 1) | {"content": 4}, "kids[0].content: must be text, not a number"),
        (node("paragraph", 1) | {"id": [1]}, "kids[0].id: must be text, not a list"),
        (
            node("table", 1) | {"rows": rows([cell(0, 1)])},
            "kids[0].rows[0].cells[0].row number: must be between 1 and",
        ),
    ],
)
def test_nonsense_is_named(kid: dict[str, Any], message: str) -> None:
    with pytest.raises(Problem) as caught:
        read_parsed(decoded(kid))
    assert message in str(caught.value)


def test_a_number_of_pages_that_no_document_has() -> None:
    with pytest.raises(Problem, match="number of pages: must be between"):
        read_parsed(decoded(**{"number of pages": 10**12}))
