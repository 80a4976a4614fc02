"""Unstructured: pages from 1, cells only from HTML, where rows and columns begin at 0."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge_engine.reading.parsed import detect, read_parsed
from adjudge_engine.reading.problems import Problem


def element(kind: str, text: str, number: str | None = None, **metadata: Any) -> dict[str, Any]:
    out: dict[str, Any] = {"type": kind, "text": text, "metadata": metadata}
    return out if number is None else out | {"element_id": number}


def test_elements_pages_and_kinds() -> None:
    value = [
        element("Header", "Kapitel", "h1", page_number=2, filename="Handbuch.pdf"),
        element("Title", "Übersicht", "t1", page_number=2),
        element("PageBreak", ""),
        element("NarrativeText", "متن فارسی", "n1", page_number=4),
        element("ListItem", "erstens", "l1", page_number=4),
        element("Formula", "a²", "f1", page_number=4),
        element("FigureCaption", "Bild 1", "c1", page_number=4),
        element("CodeSnippet", "x = 1", page_number=4),
        element("Image", "OCR 12", "i1", page_number=4),
        element("Footer", "Seite 4", "p1", page_number=4),
    ]
    assert detect(value) == "unstructured"
    found = read_parsed(value)
    assert [(one.id, one.kind, one.page) for one in found.elements] == [
        ("h1", "header", 2),
        ("t1", "heading", 2),
        ("n1", "paragraph", 4),
        ("l1", "list_item", 4),
        ("f1", "formula", 4),
        ("c1", "caption", 4),
        ("/7", "code", 4),
        ("i1", "other", 4),
        ("p1", "footer", 4),
    ]
    assert [page.page for page in found.pages] == [2, 3, 4]
    assert found.source_id == "Handbuch.pdf"
    can = found.capabilities
    assert (can.pages, can.elements, can.tables, can.spans) == (True, True, False, False)


def test_without_page_numbers_there_are_no_pages() -> None:
    found = read_parsed([element("Text", "x", "1"), element("Table", "a b", "2")])
    assert (found.capabilities.pages, found.pages) == (False, ())
    assert (found.capabilities.tables, found.tables) == (False, ())


def test_a_table_comes_from_its_html_and_another_has_none() -> None:
    html = "<table><tr><th>Ort</th><th>t</th></tr><tr><td>Ulm</td><td></td></tr></table>"
    value = [
        element("Table", "Ort t Ulm", "a", page_number=1, text_as_html=html),
        element("Table", "Nur Text", "b", page_number=1),
    ]
    found = read_parsed(value)
    whole, bare = found.tables
    assert [(one.row, one.column, one.text) for one in whole.cells] == [
        (0, 0, "Ort"),
        (0, 1, "t"),
        (1, 0, "Ulm"),
        (1, 1, ""),
    ]
    assert (bare.id, bare.cells, bare.unreadable) == ("b", (), "it has no text_as_html")
    assert [one.text for one in found.elements] == ["Ort t Ulm", "Nur Text"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([element("Text", "x", "1"), 5], "[1]: must be an object, not a number"),
        ([element("Text", "x", "1", page_number=0)], "[0].metadata.page_number: must be between"),
        ([element("Text", "x", "1", page_number=10**9)], "page_number: must be between"),
        ([element("Text", "x", "1") | {"text": 5}], "[0].text: must be text, not a number"),
        ([element("Text", "x") | {"metadata": [1]}], "[0].metadata: must be an object, not a list"),
    ],
)
def test_nonsense_is_named(value: Any, message: str) -> None:
    with pytest.raises(Problem) as caught:
        read_parsed(value)
    assert message in str(caught.value)
