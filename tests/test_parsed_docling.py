"""Docling: `page_no` from 1, cells from 0 with exclusive ends, the body's tree as reading order."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge_engine.reading.parsed import detect, read_parsed
from adjudge_engine.reading.problems import Problem


def ref(path: str) -> dict[str, str]:
    return {"$ref": path}


def text(label: str, said: str, *pages: int, **more: Any) -> dict[str, Any]:
    prov = [{"page_no": page, "charspan": [0, len(said)]} for page in pages]
    return {"label": label, "text": said, "orig": said, "prov": prov, "children": []} | more


def cell(row: int, column: int, said: str, down: int = 1, right: int = 1) -> dict[str, Any]:
    return {
        "start_row_offset_idx": row,
        "end_row_offset_idx": row + down,
        "start_col_offset_idx": column,
        "end_col_offset_idx": column + right,
        "text": said,
    }


def table(rows: int, columns: int, *cells: dict[str, Any], **more: Any) -> dict[str, Any]:
    data = {"num_rows": rows, "num_cols": columns, "table_cells": list(cells)}
    return {"label": "table", "prov": [{"page_no": 2}], "data": data, "children": []} | more


def document(body: list[str], **lists: Any) -> dict[str, Any]:
    value: dict[str, Any] = {
        "schema_name": "DoclingDocument",
        "name": "notes",
        "body": {"self_ref": "#/body", "children": [ref(one) for one in body]},
        "pages": {"1": {"page_no": 1}, "2": {"page_no": 2}},
    }
    return value | lists


def test_reading_order_kinds_and_pages() -> None:
    value = document(
        ["#/groups/0", "#/tables/0"],
        origin={"filename": "in/Bericht.pdf", "mimetype": "application/pdf"},
        groups=[{"label": "list", "children": [ref("#/texts/2"), ref("#/texts/1")]}],
        texts=[
            text("page_header", "Kopf", 1, content_layer="furniture"),
            text("list_item", "zweitens", 1, marker="2."),
            text("list_item", "erstens", 1, 2),
            text("formula", "", 2, orig="a = b"),
            text("caption", "Tafel 1", 2),
            text("title", "שנתון", 1),
            text("text", "nie gesehen", 1, content_layer="invisible"),
        ],
        tables=[
            table(
                *(1, 2, cell(0, 0, "x"), cell(0, 1, "")),
                children=[ref("#/texts/4")],
                captions=[ref("#/texts/4")],
            )
        ],
        furniture={"children": [ref("#/texts/0")]},
    )
    found = read_parsed(value)
    assert detect(value) == "docling"
    assert [(one.id, one.kind, one.text, one.page, one.last_page) for one in found.elements] == [
        ("#/texts/2", "list_item", "erstens", 1, 2),
        ("#/texts/1", "list_item", "zweitens", 1, None),
        ("#/tables/0", "table", "x\t", 2, None),
        ("#/texts/4", "caption", "Tafel 1", 2, None),
        ("#/texts/0", "header", "Kopf", 1, None),
        ("#/texts/3", "formula", "a = b", 2, None),
        ("#/texts/5", "title", "שנתון", 1, None),
    ]
    assert (found.source_id, found.title) == ("Bericht.pdf", "שנתון")
    can = found.capabilities
    assert (can.pages, can.elements, can.tables, can.spans) == (True, True, True, False)


def test_a_document_without_pages_has_none() -> None:
    value = document(["#/texts/0"], texts=[text("text", "x")], pages={})
    found = read_parsed(value)
    assert (found.capabilities.pages, found.pages, found.elements[0].page) == (False, (), None)
    assert found.source_id == "notes"


@pytest.mark.parametrize(
    ("ranges", "parts"),
    [
        ([[0, 4], [5, 9]], [(1, "eins", None), (2, "zwei", None)]),
        ([[0, 2], [2, 4], [5, 9]], [(1, "eins", None), (2, "zwei", None)]),
        ([[0, 9], [0, 9]], [(1, "eins zwei", 2)]),
        ([[0, 4], [6, 9]], [(1, "eins zwei", 2)]),
        ([[0, 4], [5, 99]], [(1, "eins zwei", 2)]),
        ([None, [5, 9]], [(1, "eins zwei", 2)]),
    ],
)
def test_what_goes_on_over_a_page_is_parted_where_the_ranges_tell(
    ranges: list[Any], parts: list[tuple[int, str, int | None]]
) -> None:
    first = 3 - len(ranges)
    prov = [{"page_no": max(1, at), "charspan": span} for at, span in enumerate(ranges, first)]
    value = document(["#/texts/0"], texts=[text("text", "eins zwei", prov=prov)])
    found = read_parsed(value)
    assert [(one.page, one.text, one.last_page) for one in found.elements] == parts
    assert {one.id for one in found.elements} == {"#/texts/0"}


def test_merged_cells_end_with_the_table_and_count_once() -> None:
    cells = [cell(0, 0, "Jahr", down=9), cell(0, 1, "Kosten", right=2), cell(1, 1, "a")]
    again = [*cells, cell(0, 1, "Kosten", right=2), cell(1, 2, "b")]
    found = read_parsed(document(["#/tables/0"], tables=[table(2, 2, *again)]))
    assert [
        (one.row, one.column, one.row_span, one.col_span, one.text) for one in found.tables[0].cells
    ] == [(0, 0, 2, 1, "Jahr"), (0, 1, 1, 2, "Kosten"), (1, 1, 1, 1, "a"), (1, 2, 1, 1, "b")]


def test_two_cells_on_one_place_make_the_table_unreadable_and_keep_its_text() -> None:
    value = table(2, 2, cell(0, 0, "a", right=2), cell(0, 1, "b"))
    found = read_parsed(document(["#/tables/0"], tables=[value, table(1, 1, cell(0, 0, "c"))]))
    bad, good = found.tables
    assert (bad.cells, bad.unreadable) == ((), "two of its cells cover row 0, column 1")
    assert (len(good.cells), good.unreadable) == (1, None)
    assert found.elements[0].text == "a\tb"


def test_a_nested_table_is_a_table_of_its_own() -> None:
    inner = table(1, 1, cell(0, 0, "innen"))
    outer = table(1, 1, cell(0, 0, "außen innen"), children=[ref("#/tables/1")])
    found = read_parsed(document(["#/tables/0"], tables=[outer, inner]))
    assert [one.id for one in found.tables] == ["#/tables/0", "#/tables/1"]
    assert [one.cells[0].text for one in found.tables] == ["außen innen", "innen"]


@pytest.mark.parametrize(
    ("mimetype", "count"),
    [
        ("application/vnd.openxmlformats-officedocument.presentationml.presentation", 1),
        ("application/pdf", 0),
    ],
)
def test_the_numbers_of_a_chart_count_where_the_file_has_them(mimetype: str, count: int) -> None:
    data = table(1, 2, cell(0, 0, "2031"), cell(0, 1, "95"))["data"]
    picture = text("picture", "", 1, meta={"tabular_chart": {"chart_data": data}})
    value = document(["#/pictures/0"], pictures=[picture], origin={"mimetype": mimetype})
    found = read_parsed(value)
    assert len(found.tables) == count
    assert [one.kind for one in found.elements] == ["other"]


def test_keys_and_values_of_a_form_are_kept() -> None:
    graph = {"cells": [{"label": "key", "text": "Name"}, {"label": "value", "orig": "Ada"}]}
    item = {"label": "key_value_region", "graph": graph, "prov": [{"page_no": 1}]}
    found = read_parsed(document(["#/key_value_items/0"], key_value_items=[item]))
    assert [(one.id, one.text) for one in found.elements[1:]] == [
        ("#/key_value_items/0/graph/cells/0", "Name"),
        ("#/key_value_items/0/graph/cells/1", "Ada"),
    ]


def test_a_ring_of_children_ends() -> None:
    ring = [text("text", str(at), children=[ref(f"#/texts/{(at + 1) % 3}")]) for at in range(3)]
    found = read_parsed(document(["#/texts/1"], texts=ring))
    assert [one.text for one in found.elements] == ["1", "2", "0"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (document(["#/texts/9"]), "body.children[0]: refers to nothing in the document"),
        (document([], texts=[text("text", "x", 0)]), "texts[0].prov[0].page_no: must be between 1"),
        (document([], texts=[text("text", "x", self_ref="#/texts/7")]), "self_ref: must be"),
        (document([], texts=["x"]), "texts[0]: must be an object, not text"),
        (document([], pages={"1": {"page_no": "1"}}), "pages.1.page_no: must be a whole number"),
        (
            document([], tables=[table(1, 1, cell(0, 0, "x", right=0))]),
            "end_col_offset_idx: must be between 1 and",
        ),
    ],
)
def test_nonsense_is_named(value: dict[str, Any], message: str) -> None:
    with pytest.raises(Problem) as caught:
        read_parsed(value)
    assert message in str(caught.value)
