"""Values and their signs: brackets, ranges, powers, cells without a unit."""

from __future__ import annotations

from typing import Any

import pytest
from source_samples import a_source, a_subject

from adjudge_engine.evaluation import Check
from adjudge_engine.gates.citations import check_citations
from adjudge_engine.gates.identity import check_identity

ROWS = [
    ["Region", "Change (EUR million)", "Staff"],
    ["North", "(1,250)", "12–15"],
    ["South", "1,300", "($ 40)"],
    ["West", "5 · 10⁶", "(8 %)"],
]
CELLS = [
    {"row": row, "column": column, "text": text}
    for row, texts in enumerate(ROWS)
    for column, text in enumerate(texts)
]


def _one(citation: dict[str, Any], text: str = "", **case: Any) -> Check:
    source = a_source(
        content=None,
        elements=[{"id": "p1", "page": 1, "text": text}],
        tables=[{"id": "t1", "page": 1, "cells": CELLS}],
    )
    cited = {"id": "1", "source_id": "hire", **citation}
    checks = check_citations(a_subject(source, citations=[cited], **case))
    (found,) = [one for one in checks if one.code != "ids_well_formed"]
    return found


@pytest.mark.parametrize(
    ("row", "column", "value", "code"),
    [
        (1, 1, "(1,250)", "cell_found"),
        (1, 1, "-1,250", "cell_found"),
        (1, 1, "1,250", "sign_unclear"),
        (1, 1, "250", "cell_mismatch"),
        (1, 2, "15", "cell_found"),
        (1, 2, "-15", "cell_mismatch"),
        (2, 1, "1300", "cell_found"),
        (2, 1, "1,300 million", "unit_unstated"),
        (2, 1, "EUR 1,300 million", "unit_unstated"),
        (2, 1, "1,400 million", "cell_mismatch"),
        (2, 2, "40", "sign_unclear"),
        (2, 2, "$ 40", "sign_unclear"),
        (3, 1, "5", "cell_mismatch"),
        (3, 1, "10", "cell_mismatch"),
        (3, 1, "5 · 10⁶", "cell_found"),
        (3, 2, "8 %", "sign_unclear"),
        (0, 1, "EUR million", "cell_found"),
    ],
)
def test_cells(row: int, column: int, value: str, code: str) -> None:
    cited = {"row": row, "column": column, "kind": "table_cell", "value": value}
    assert _one({**cited, "table_id": "t1"}).code == code
    context = {"id": "c", "source_id": "hire", "cells": ROWS}
    here = {"source_id": None, "context_id": "c"}
    assert _one({**cited, **here}, contexts=[context]).code == code


@pytest.mark.parametrize(
    ("text", "value", "code"),
    [
        ("Three units (3) are sold.", "3", "value_found"),
        ("(3)", "3", "sign_unclear"),
        ("(3) and 3", "3", "value_found"),
        ("North\t(1,250)\t7", "1,250", "sign_unclear"),
        ("(1,250", "1,250", "value_found"),
        ("It costs 5–7 EUR.", "7 EUR", "value_found"),
        ("It costs 5–7 EUR.", "-7 EUR", "value_not_found"),
        ("It fell to -7 EUR.", "-7 EUR", "value_found"),
        ("There are 10³ cells.", "10", "value_not_found"),
        ("There are 5 × 10^6 cells.", "5", "value_not_found"),
        ("There are 5 × 10 cells.", "5", "value_found"),
        ("It has 500¹ seats.", "500", "value_found"),
    ],
)
def test_values(text: str, value: str, code: str) -> None:
    cited = {"kind": "value", "value": value}
    assert _one({**cited, "element_id": "p1"}, text).code == code
    context = {"id": "c", "text": text}
    assert _one({**cited, "context_id": "c", "source_id": None}, contexts=[context]).code == code


@pytest.mark.parametrize("quote", ["-7 EUR", "-7 EUR a day", "−7"])
def test_the_hyphen_of_a_range_is_no_sign(quote: str) -> None:
    text = "It costs 5–7 EUR a day."
    assert _one({"element_id": "p1", "quote": quote}, text).outcome != "pass"
    source = a_source(content=text, elements=[], tables=[])
    subject = a_subject(source, contexts=[{"id": "c", "source_id": "hire", "text": quote}])
    assert check_identity(subject)[-1].outcome != "pass"
    assert (
        _one({"element_id": "p1", "quote": "-7 EUR a day"}, "Now -7 EUR a day.").outcome == "pass"
    )
