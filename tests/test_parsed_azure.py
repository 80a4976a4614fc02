"""Azure layout: `pageNumber` from 1, cells from 0, offsets in any unit as code points."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.reading.parsed import detect, read_parsed
from adjudge_engine.reading.parsed.offsets import CodePoints
from adjudge_engine.reading.problems import Problem


def paragraph(text: str, offset: int, page: int | None = 1, **more: Any) -> dict[str, Any]:
    regions = [] if page is None else [{"pageNumber": page, "polygon": []}]
    spans = [{"offset": offset, "length": len(text.encode("utf-16-le")) // 2}]
    return {"content": text, "spans": spans, "boundingRegions": regions} | more


def layout(content: str, **more: Any) -> dict[str, Any]:
    result: dict[str, Any] = {
        "apiVersion": "2024-11-30",
        "modelId": "prebuilt-layout",
        "stringIndexType": "utf16CodeUnit",
        "content": content,
        "pages": [{"pageNumber": 1}],
        "paragraphs": [],
        "tables": [],
    }
    return {"status": "succeeded", "analyzeResult": result | more}


CONTENT = "Kopf\n😀 Jahr\nOrt\nUlm\nTafel 1\nFuß"


def whole() -> dict[str, Any]:
    paragraphs = [
        paragraph("Kopf", 0, role="pageHeader"),
        paragraph("😀 Jahr", 5, role="title"),
        paragraph("Ort", 13),
        paragraph("Ulm", 17),
        paragraph("Tafel 1", 21),
        paragraph("Fuß", 29, page=2, role="pageFooter"),
    ]
    cells = [
        {
            **{"kind": "columnHeader", "rowIndex": 0, "columnIndex": 0, "columnSpan": 2},
            **{"content": "Ort", "elements": ["/paragraphs/2"]},
        },
        {"rowIndex": 1, "columnIndex": 0, "content": "Ulm", "elements": ["/paragraphs/3"]},
        {"rowIndex": 1, "columnIndex": 1, "content": ""},
    ]
    table = {
        **{"rowCount": 2, "columnCount": 2, "cells": cells},
        **{"boundingRegions": [{"pageNumber": 1}, {"pageNumber": 2}]},
        **{"caption": {"content": "Tafel 1", "elements": ["/paragraphs/4"]}},
    }
    pages = [{"pageNumber": 1, "formulas": [{"value": "a+b"}]}, {"pageNumber": 2}]
    return layout(CONTENT, pages=pages, paragraphs=paragraphs, tables=[table])


def test_a_layout_result() -> None:
    found = read_parsed(whole())
    assert detect(whole()) == detect(whole()["analyzeResult"]) == "azure"
    assert [(one.id, one.kind, one.text, one.page, one.last_page) for one in found.elements] == [
        ("/paragraphs/0", "header", "Kopf", 1, None),
        ("/paragraphs/1", "title", "😀 Jahr", 1, None),
        ("/tables/0", "table", "Ort\nUlm\t", 1, 2),
        ("/paragraphs/4", "caption", "Tafel 1", 1, None),
        ("/paragraphs/5", "footer", "Fuß", 2, None),
        ("/pages/0/formulas/0", "formula", "a+b", 1, None),
    ]
    assert [(one.row, one.column, one.col_span) for one in found.tables[0].cells] == [
        (0, 0, 2),
        (1, 0, 1),
        (1, 1, 1),
    ]
    assert found.text == CONTENT
    assert [CONTENT[one.start : one.end] for one in found.spans] == CONTENT.split("\n")
    assert (found.title, found.source_id, found.fingerprint) == ("😀 Jahr", None, None)
    assert [page.page for page in found.pages] == [1, 2]


def test_an_office_file_has_its_pages_by_offset() -> None:
    pages = [
        {"pageNumber": 1, "spans": [{"offset": 0, "length": 2}]},
        {"pageNumber": 2, "spans": [{"offset": 2, "length": 2}]},
    ]
    paragraphs = [paragraph("ab", 0, page=None), paragraph("cd", 2, page=None)]
    found = read_parsed(layout("abcd", pages=pages, paragraphs=paragraphs))
    assert [one.page for one in found.elements] == [1, 2]


def test_without_paragraphs_the_lines_are_the_elements() -> None:
    pages = [{"pageNumber": 1, "lines": [{"content": "eins"}, {"content": "zwei"}]}]
    found = read_parsed(layout("eins\nzwei", pages=pages))
    assert [(one.id, one.text) for one in found.elements] == [
        ("/pages/0/lines/0", "eins"),
        ("/pages/0/lines/1", "zwei"),
    ]
    assert not found.capabilities.spans


@pytest.mark.parametrize(
    ("content", "unit", "usable"),
    [
        ("plain text", "textElements", True),
        ("日本語", "textElements", True),
        ("e\u0301", "textElements", False),
        ("a\r\nb", "textElements", False),
        ("👨\u200d👩", "textElements", False),
        ("plain", "unicodeCodePoint", True),
        ("plain", "bytes", False),
    ],
)
def test_units_that_are_no_code_points_give_no_spans(content: str, unit: str, usable: bool) -> None:
    value = layout(content, stringIndexType=unit, paragraphs=[paragraph(content[:1], 0)])
    assert read_parsed(value).capabilities.spans is usable


@given(st.text(st.characters(codec="utf-8"), max_size=40), st.data())
def test_utf16_offsets_are_those_of_the_code_points(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    points = CodePoints(text, "utf16CodeUnit")
    assert points.at(len(text[:at].encode("utf-16-le")) // 2, "x") == at


def test_an_offset_inside_a_character_or_past_the_end() -> None:
    points = CodePoints("a😀", "utf16CodeUnit")
    with pytest.raises(Problem, match="between the halves"):
        points.at(2, "x")
    with pytest.raises(Problem, match="past the end of the content"):
        points.at(4, "x")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (layout("x") | {"status": "running"}, "status: the analysis has not succeeded"),
        (layout("x", readResults=[]), "results of API 2.1"),
        (layout("x", pages=[{"pageNumber": 0}]), "pages[0].pageNumber: must be between 1"),
        (layout("x", paragraphs=[paragraph("x", 5)]), "spans[0].offset: lies past the end"),
        (layout("x", paragraphs=[paragraph("x", -1)]), "spans[0].offset: must be between 0"),
        (layout("x", tables=[{"cells": []}]), "tables[0].rowCount: is missing"),
    ],
)
def test_nonsense_is_named(value: dict[str, Any], message: str) -> None:
    with pytest.raises(Problem) as caught:
        read_parsed(value)
    assert message in str(caught.value)
