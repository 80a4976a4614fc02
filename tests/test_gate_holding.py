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


@pytest.mark.parametrize(
    ("text", "value", "held"),
    [
        ("The lease ends on 14 March 2031.", "2031-03-14", True),
        ("The lease ends on March 14, 2031.", "14 March 2031", True),
        ("Der Vertrag endet am 14. März 2031.", "14.03.2031", True),
        ("契約は2031年3月14日に終わる。", "2031-03-14", True),
        ("Le bail finit le 14 mars 2031.", "14/03/2031", True),
        ("Аренда кончается 14 марта 2031 года.", "14.03.2031", True),
        ("Ends 2031-03-14, begins 2030-04-01.", "1 April 2030", True),
        ("Every 30 June.", "30. Juni", True),
        ("Due 05/03/2031, at the latest 25/03/2031.", "5 March 2031", True),
        ("Due 03/05/2031, at the latest 03/25/2031.", "5 March 2031", True),
        ("Due 05/03/2031.", "05-03-2031", True),
        ("Due 05/03/2031, at the latest 25/03/2031.", "3 May 2031", False),
        ("Due 05/03/2031.", "5 March 2031", False),
        ("Due 5 March 2031.", "05/03/2031", False),
        ("The lease ends on 14 March 2031.", "2031-03-15", False),
        ("The lease ends on 14 March 2031.", "2031-04-14", False),
        ("The lease ends on 14 March 2031.", "2030-03-14", False),
        ("The lease ends on 14 March.", "14 March 2031", False),
        ("The lease ends in March 2031.", "14 March 2031", False),
        ("The lease ends on 14 March 2031.", "after 14/03/2031", False),
        ("契約は2031年3月14日に終わる。", "2031-03-04", False),
    ],
)
def test_a_day_is_held_in_another_format(text: str, value: str, held: bool) -> None:
    found = _one({"element_id": "p1", "kind": "value", "value": value}, text)
    assert found.code == ("value_found" if held else "value_not_found")
    if held and found.observed is not None:
        assert text[found.observed.start : found.observed.end] == found.observed.text


def test_a_cell_holds_a_day_in_another_format() -> None:
    table = {"id": "t1", "page": 1, "cells": [{"row": 0, "column": 0, "text": "3. Mai 2031"}]}
    source = a_source(content=None, tables=[table])
    for value, code in (("2031-05-03", "cell_found"), ("2031-05-13", "cell_mismatch")):
        cited = {"id": "1", "source_id": "hire", "table_id": "t1", "row": 0, "column": 0}
        checks = check_citations(a_subject(source, citations=[{**cited, "value": value}]))
        assert code in {one.code for one in checks}


@pytest.mark.parametrize(
    ("text", "value", "held"),
    [
        ("Die Kaution beträgt 1.250,00 €.", "EUR 1,250", True),
        ("Die Kaution beträgt 1.250 €.", "EUR 1,250", True),
        ("The deposit is EUR 1,250.00.", "1.250 EUR", True),
        ("La caution est de 1 250 €.", "€1,250", True),
        ("Die Kaution beträgt 1,25 €.", "EUR 1,250", False),
        ("The deposit is $1.25.", "1.250 $", False),
        ("Die Kaution beträgt 1.250,00 €.", "EUR 12,50", False),
        ("Die Last beträgt 1.250 kg, die Höhe 2,5 m.", "1,250 kg", False),
        ("Diesel kostet 1,789 €/l, Super 1,9 €/l.", "1,789 €/l", True),
    ],
)
def test_no_money_is_given_in_thousandths(text: str, value: str, held: bool) -> None:
    found = _one({"element_id": "p1", "kind": "value", "value": value}, text)
    assert found.code == ("value_found" if held else "value_not_found")


@pytest.mark.parametrize(
    ("text", "value", "held"),
    [
        ("Blood group: AB−", "AB−", True),
        ("Blood group: AB−", "AB", False),
        ("Energy class A+, noise class B", "A", False),
        ("Energy class A+, noise class B", "B", True),
        ("Energy class A+, noise class B", "A+", True),
        ("Written in C++ and C", "C", True),
        ("Plan B - the cheaper one", "B", True),
        ("Press Ctrl+C", "Ctrl", True),
        ("Pre- and post-war flats", "Pre", True),
    ],
)
def test_a_grade_is_held_with_its_sign(text: str, value: str, held: bool) -> None:
    found = _one({"element_id": "p1", "kind": "value", "value": value}, text)
    assert found.code == ("value_found" if held else "value_not_found")


@pytest.mark.parametrize("kind", ["quote", "value", "presence", None])
@pytest.mark.parametrize(
    ("quote", "value", "codes"),
    [
        ("costs 19 euros a night", "19 euros", {"quote_found", "value_found"}),
        ("costs 19 euros a night", "24 euros", {"quote_found", "value_not_found"}),
        ("costs 24 euros a night", "19 euros", {"quote_not_found", "value_found"}),
    ],
)
def test_both_must_stand_where_a_citation_gives_a_quote_and_a_value(
    kind: str | None, quote: str, value: str, codes: set[str]
) -> None:
    context = {"id": "c1", "text": "The berth costs 19 euros a night."}
    cited = {"id": "1", "context_id": "c1", "kind": kind, "quote": quote, "value": value}
    checks = check_citations(a_subject(a_source(), contexts=[context], citations=[cited]))
    assert {one.code for one in checks} - {"ids_well_formed"} == codes
