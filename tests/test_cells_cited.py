"""A citation with a row and a column leads to that cell, whatever kind it says it is."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge_engine.case import Case
from adjudge_engine.gates.citations import check_citations
from adjudge_engine.registry import Registry
from adjudge_engine.source import Source
from adjudge_engine.subject import Subject

ROWS = [["Hut", "Beds", "Stoves"], ["Larch", "14", "2.5 kW"], ["Pine", "−6", "3 kW"]]
CELLS = [
    {"row": row, "column": column, "text": text}
    for row, texts in enumerate(ROWS)
    for column, text in enumerate(texts)
]
SOURCE = Source.model_validate(
    {
        "source_id": "huts",
        "capabilities": {"pages": True, "elements": True, "tables": True, "spans": False},
        "pages": [{"page": 1}],
        "tables": [{"id": "t1", "page": 1, "cells": CELLS}],
    }
)


def _codes(citation: dict[str, Any], context: dict[str, Any], *sources: Source) -> list[str]:
    case = Case.model_validate(
        {
            "id": "x",
            "answer": "Larch has 14 beds.",
            "contexts": [{"id": "c1", "text": "Larch 14 2.5 kW", "source_id": "huts", **context}],
            "citations": [{"id": "k1", **citation}],
        }
    )
    checks = check_citations(Subject(case, Registry(sources) if sources else None))
    return [one.code for one in checks if one.citation_id == "k1" and one.check != "citations.ids"]


@pytest.mark.parametrize("kind", ["value", "presence", "table_cell", None])
@pytest.mark.parametrize("registry", [True, False], ids=["registry", "context"])
@pytest.mark.parametrize(
    ("row", "column", "value", "code"),
    [
        (1, 1, "14", "cell_found"),
        (1, 2, "2500 W", "cell_found"),
        (2, 1, "14", "cell_mismatch"),
        (1, 2, "14", "cell_mismatch"),
        (9, 1, "14", "cell_missing"),
        (1, None, "14", "no_locator"),
    ],
)
def test_a_value_is_looked_for_in_its_cell(
    kind: str | None, registry: bool, row: int, column: int | None, value: str, code: str
) -> None:
    locator = {"source_id": "huts", "table_id": "t1"} if registry else {"context_id": "c1"}
    citation = {**locator, "row": row, "column": column, "value": value, "kind": kind}
    sources = [SOURCE] if registry else []
    assert _codes(citation, {} if registry else {"cells": ROWS}, *sources) == [code]


@pytest.mark.parametrize(
    ("row", "column", "quote", "code"),
    [
        (1, 1, "14", "cell_found"),
        (1, 2, "2.5 kW", "cell_found"),
        (1, 2, "2500 W", "cell_mismatch"),
        (2, 1, "6", "cell_mismatch"),
        (0, 1, "14", "cell_mismatch"),
        (1, 7, "14", "cell_missing"),
    ],
)
def test_a_quote_stands_in_its_cell_word_for_word(
    row: int, column: int, quote: str, code: str
) -> None:
    citation = {"source_id": "huts", "table_id": "t1", "row": row, "column": column}
    assert _codes({**citation, "quote": quote, "kind": "quote"}, {}, SOURCE) == [code]


@pytest.mark.parametrize(("row", "code"), [(1, "resolved"), (9, "cell_missing")])
def test_a_cell_that_is_only_pointed_at_must_be_there(row: int, code: str) -> None:
    citation = {"row": row, "column": 1, "kind": "presence"}
    assert _codes({**citation, "source_id": "huts", "table_id": "t1"}, {}, SOURCE) == [code]
    assert _codes({**citation, "context_id": "c1"}, {"cells": ROWS}) == [code]


@pytest.mark.parametrize(
    ("quote", "code"), [("Larch 14", "quote_found"), ("Larch 15", "quote_not_found")]
)
def test_of_a_value_with_a_quote_both_are_looked_at(quote: str, code: str) -> None:
    citation = {"context_id": "c1", "row": 1, "column": 1, "value": "14", "quote": quote}
    assert _codes({**citation, "kind": "value"}, {"cells": ROWS}) == ["cell_found", code]


@pytest.mark.parametrize(
    ("element", "code"),
    [("t1", "quote_found"), ("t2", "element_mismatch"), (None, "element_unknown")],
)
def test_a_context_is_the_cited_table_or_says_nothing_of_it(element: str | None, code: str) -> None:
    citation = {"source_id": "huts", "table_id": "t1", "kind": "quote", "quote": "Larch 14"}
    assert _codes(citation, {"element_id": element}) == [code]
