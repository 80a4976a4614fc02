"""Whatever stands in a parser's output, a reader gives a parsed form or says why not."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.reading.parsed import READERS, detect, read_parsed
from adjudge_engine.reading.problems import Problem

_CELL: Final = {"row": 0, "col": 0, "row_span": 1, "col_span": 2, "text": "a"}
_PLACE: Final = {
    **{"start_row_offset_idx": 0, "end_row_offset_idx": 1, "text": "a"},
    **{"start_col_offset_idx": 0, "end_col_offset_idx": 2},
}
_PROV: Final = [{"page_no": 1, "charspan": [0, 1]}, {"page_no": 2, "charspan": [1, 2]}]
SAMPLES: Final[dict[str, Any]] = {
    "ethos": {
        "artifact_type": "ethos.grounding.v1",
        "source": {"sha256": "sha256:" + "0" * 64},
        "capabilities": {"spans": True, "tables": True},
        "pages": [{"id": "p", "index": 1}],
        "elements": [{"id": "e", "page": "p", "kind": "heading", "text": "ab", "span_refs": ["s"]}],
        "spans": [{"id": "s", "page": "p", "text": "a", "char_start": 0, "char_end": 1}],
        "tables": [{"id": "t", "page_refs": ["p"], "n_rows": 1, "n_cols": 2, "cells": [_CELL]}],
        "security_warnings": [{"span_ref": "s"}],
    },
    "opendataloader": {
        "file name": "a.pdf",
        "number of pages": 1,
        "kids": [
            {"type": "header", "id": 1, "kids": [{"type": "paragraph", "content": "a"}]},
            {
                **{"type": "table", "id": 2, "number of rows": 1, "number of columns": 1},
                "rows": [{"cells": [{"row number": 1, "column number": 1, "kids": []}]}],
            },
        ],
    },
    "docling": {
        "schema_name": "DoclingDocument",
        "origin": {"filename": "a.pdf", "mimetype": "application/pdf"},
        "body": {"children": [{"$ref": "#/texts/0"}, {"$ref": "#/tables/0"}]},
        "pages": {"1": {"page_no": 1}},
        "texts": [{"label": "text", "text": "ab", "orig": "ab", "prov": _PROV, "children": []}],
        "tables": [{"label": "table", "data": {"num_rows": 1, "table_cells": [_PLACE]}}],
        "form_items": [{"graph": {"cells": [{"text": "a"}]}}],
    },
    "unstructured": [
        {"type": "Title", "element_id": "1", "text": "a", "metadata": {"page_number": 1}},
        {
            **{"type": "Table", "element_id": "2", "text": "b"},
            "metadata": {"text_as_html": "<table><tr><td>b</table>", "filename": "b.pdf"},
        },
    ],
    "azure": {
        "status": "succeeded",
        "analyzeResult": {
            "stringIndexType": "utf16CodeUnit",
            "content": "ab",
            "pages": [{"pageNumber": 1, "spans": [{"offset": 0, "length": 2}]}],
            "paragraphs": [
                {"content": "a", "spans": [{"offset": 0, "length": 1}]},
                {"content": "b", "role": "title", "boundingRegions": [{"pageNumber": 1}]},
            ],
            "tables": [
                {
                    **{"rowCount": 1, "columnCount": 1, "caption": {"elements": []}},
                    "cells": [
                        {"rowIndex": 0, "columnIndex": 0, "elements": ["/paragraphs/0"]},
                    ],
                }
            ],
        },
    },
}
JUNK: Final = st.sampled_from(
    [None, True, -1, 0, 1, 10**20, 1.5, "", "x", "\ud800", [], [None], {}, {"a": 1}, [[1]]]
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything inside `value`."""
    inner: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    for key, one in inner:
        yield (*path, key)
        yield from paths(one, (*path, key))


@pytest.mark.parametrize("name", READERS)
def test_the_samples_are_whole(name: str) -> None:
    assert detect(SAMPLES[name]) == name
    found = read_parsed(SAMPLES[name], name)
    assert found.elements
    assert any(table.cells for table in found.tables)


@given(st.sampled_from(list(READERS)), st.data())
def test_any_member_may_be_anything(name: str, data: st.DataObject) -> None:
    value = copy.deepcopy(SAMPLES[name])
    ways = list(paths(value))
    *way, key = data.draw(st.sampled_from(ways))
    place = value
    for step in way:
        place = place[step]
    place[key] = data.draw(JUNK)
    try:
        found = read_parsed(value, name)
    except Problem as problem:
        assert problem.reason  # noqa: PT017
    else:
        assert all(one.page is None or one.page >= 1 for one in found.elements)


@pytest.mark.parametrize("value", [None, 5, "x", [], {}, [5], {"kids": 5}, {"source_id": "a"}])
@pytest.mark.parametrize("name", [None, *READERS])
def test_what_is_no_parsers_output_is_refused(value: Any, name: str | None) -> None:
    with pytest.raises(Problem, match=r"is in no format|is not in the format"):
        read_parsed(value, name)
