"""Ethos: pages by `index` from 1, cells from 0, spans in code points of the element's text."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge_engine.reading.parsed import detect, read_parsed
from adjudge_engine.reading.problems import Problem

DIGEST = "sha256:" + "ab" * 32


def cell(row: int, col: int, text: str, **more: Any) -> dict[str, Any]:
    return {"row": row, "col": col, "row_span": 1, "col_span": 1, "text": text} | more


def grounding(**changes: Any) -> dict[str, Any]:
    value: dict[str, Any] = {
        "artifact_type": "ethos.grounding.v1",
        "schema_version": "1.0.0",
        "source": {"media_type": "application/pdf", "sha256": DIGEST},
        "producer": {"name": "fixture", "version": "1"},
        "capabilities": {"spans": True, "char_offsets": True, "tables": True},
        "pages": [{"id": "pg-a", "index": 3}, {"id": "pg-b", "index": 4}],
        "elements": [
            {"id": "b1", "page": "pg-a", "kind": "heading", "text": "Öl & Gas"},
            {"id": "b2", "page": "pg-b", "kind": "text_block", "text": "Der Preis 😀 stieg."},
        ],
        "spans": [
            {
                **{"id": "s1", "page": "pg-b", "text": "😀 stieg", "element": "b2"},
                **{"char_start": 10, "char_end": 17},
            }
        ],
        "tables": [
            {
                "id": "t1",
                "page": "pg-b",
                "cells": [cell(0, 0, "Jahr", col_span=2), cell(1, 0, "2031"), cell(1, 1, "7 t")],
            }
        ],
    }
    return value | changes


def test_grounding() -> None:
    found = read_parsed(grounding())
    assert detect(grounding()) == "ethos"
    assert found.capabilities.to_dict() == {
        "pages": True,
        "elements": True,
        "tables": True,
        "spans": True,
    }
    assert [page.page for page in found.pages] == [3, 4]
    assert [(one.id, one.page, one.kind) for one in found.elements] == [
        ("b1", 3, "heading"),
        ("b2", 4, "paragraph"),
    ]
    (span,) = found.spans
    assert (span.element_id, span.page) == ("b2", 4)
    assert found.elements[1].text[span.start : span.end] == "😀 stieg"
    first = found.tables[0].cells[0]
    assert (first.row, first.column, first.col_span, first.text) == (0, 0, 2, "Jahr")
    assert (found.fingerprint, found.source_id) == (DIGEST, None)


def test_what_the_producer_does_not_declare_is_not_given() -> None:
    no = {"spans": False, "char_offsets": False, "tables": False}
    can = read_parsed(grounding(capabilities=no)).capabilities
    assert (can.tables, can.spans, can.elements) == (False, False, True)


def test_a_grounding_without_pages() -> None:
    value = grounding(pages=[], elements=[{"id": "s1", "kind": "text_run", "text": "x"}])
    found = read_parsed(value | {"spans": [], "tables": []})
    assert not found.capabilities.pages
    assert found.elements[0].page is None


def document() -> dict[str, Any]:
    return {
        "schema_version": "1.0.0",
        "parser": {"name": "ethos", "version": "0.1.0"},
        "source": {"fingerprint": DIGEST, "bytes": 9},
        "fingerprint": "sha256:" + "cd" * 32,
        "payload": {
            "pages": [{"id": "p0001", "index": 1}, {"id": "p0002", "index": 2}],
            "elements": [
                {
                    "id": "e1",
                    "type": "text_block",
                    "page": "p0001",
                    "text": "up",
                    "span_refs": ["s1"],
                },
                {"id": "e2", "type": "table", "page": "p0001", "table_ref": "t1"},
            ],
            "spans": [
                {"id": "s1", "page": "p0001", "text": "up", "char_start": 0, "char_end": 2},
                {"id": "s2", "page": "p0001", "text": "secret"},
                {"id": "s3", "page": "p0002", "text": "loose"},
                {"id": "s4", "page": "p0001", "text": "cell"},
            ],
            "tables": [
                {
                    "id": "t1",
                    "page_refs": ["p0001", "p0002"],
                    "n_rows": 1,
                    "n_cols": 1,
                    "cells": [cell(0, 0, "cell")],
                }
            ],
            "security_warnings": [{"id": "w1", "code": "hidden_text_detected", "span_ref": "s2"}],
        },
        "diagnostics": {"source_path": "/data/in/quarter.pdf"},
    }


def test_a_document() -> None:
    found = read_parsed(document())
    texts = {one.id: (one.kind, one.text, one.page) for one in found.elements}
    assert texts == {
        "e1": ("paragraph", "up", 1),
        "e2": ("table", "", 1),
        "s3": ("other", "loose", 2),
    }
    assert (found.tables[0].page, found.tables[0].last_page) == (1, 2)
    assert [(one.id, one.element_id) for one in found.spans] == [("s1", "e1")]
    assert found.fingerprint == DIGEST  # the original's, not that of what Ethos made of it
    assert found.source_id == "quarter.pdf"


def test_an_extraction_has_its_spans_as_elements() -> None:
    value = {
        "pages": [{"id": "p0001", "index": 1}],
        "regions": [],
        "spans": [{"id": "s1", "page": "p0001", "text": "hy-"}, {"id": "s2", "text": "phen"}],
    }
    found = read_parsed(value)
    assert [(one.id, one.page, one.text) for one in found.elements] == [
        ("s1", 1, "hy-"),
        ("s2", None, "phen"),
    ]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"artifact_type": "ethos.grounding.v2"}, "artifact_type: must be ethos.grounding.v1"),
        ({"source": {"sha256": "sha256:12"}}, "source.sha256: must be"),
        ({"source": None}, "source: must be an object, not null"),
        ({"pages": [{"id": "pg-a", "index": 0}]}, "pages[0].index: must be between 1 and"),
        ({"pages": [{"id": "x", "index": 1}]}, "tables[0].page: is no page of this document"),
        ({"pages": [{"id": "x", "index": 1}] * 2}, "pages[1].id: stands twice"),
        ({"elements": [{"id": "e"}] * 2}, "elements[1].id: stands twice"),
        ({"elements": [{"id": "e", "page": "none"}]}, "elements[0].page: is no page"),
        ({"elements": [7]}, "elements[0]: must be an object, not a number"),
        ({"elements": []}, 'spans[0]: belongs to "b2", which is no element'),
        ({"tables": [{"id": "t", "cells": [cell(-1, 0, "")]}]}, "cells[0].row: must be between"),
        (
            {"tables": [{"id": "t", "cells": [cell(0, 0, "", row_span=1.5)]}]},
            "must be a whole number",
        ),
    ],
)
def test_nonsense_is_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(Problem) as caught:
        read_parsed(grounding(**changes))
    assert message in str(caught.value)


def test_a_span_past_its_element_is_refused() -> None:
    value = grounding()
    value["spans"][0]["char_end"] = 99
    with pytest.raises(Problem, match="past the end of element"):
        read_parsed(value)
