"""Numbers derived from what question and claim name: cells of tables, clauses of sentences."""

from __future__ import annotations

import pytest

from adjudge_engine.calculations.asked import operations_asked
from adjudge_engine.calculations.derive import Derivation, Library, derive
from adjudge_engine.calculations.tables import grids_in
from adjudge_engine.calculations.words import names_in
from adjudge_engine.case import Case, Context
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.numbers import parse_numbers
from adjudge_engine.subject import Subject

TABLE = """(in thousands)

| | Year ended 30 June | |
|---|---|---|
| | 2023 | 2022 |
| Licences: | | |
| Seats sold | 1,240 | 1,000 |
| Returns | (40) | (25) |
| Services: | | |
| Training | 300 | 360 |
| Support hours | 2,400 | 2,150 |
| Total revenue | 3,900 | 3,485 |
"""
PROSE = (
    "The north depot stores 410 crates. The south depot stores 335 crates. "
    "Gate 745 leads to the yard. The lease of the north depot costs $2,400 a month."
)


def derived(question: str, answer: str, *texts: str) -> Derivation | None:
    (number,) = parse_numbers(answer)
    library = Library([(f"c{at}", text) for at, text in enumerate(texts)])
    return derive(number, operations_asked(question, number), question, library)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was the change in training from 2022 to 2023?", "-60 thousand"),
        ("What is the difference in training between 2022 and 2023?", "60 thousand"),
        ("What was the percentage change in seats sold from 2022 to 2023?", "24%"),
        ("What is the average of support hours for 2022 and 2023?", "2275 thousand"),
        ("What is the total of seats sold in 2022 and 2023?", "2.24 million"),
        ("What is the change in returns from 2022 to 2023?", "-15"),
        ("What is the difference between training and support hours in 2023?", "2,100"),
        ("What is training as a percentage of total revenue in 2023?", "7.69%"),
        ("What is the percentage change in training from 2022 to 2023?", "-16.669999999999998 %"),
    ],
)
def test_a_number_that_the_named_cells_give_is_derived(question: str, answer: str) -> None:
    found = derived(question, answer, TABLE)
    assert found is not None
    assert found.code == "derived", found.message
    assert "=" in found.message


@pytest.mark.parametrize(
    ("question", "answer", "given"),
    [
        ("What was the change in training from 2022 to 2023?", "60 thousand", "-60"),
        ("What is the percentage change in training from 2022 to 2023?", "20%", "-16.667"),
        ("What is the average of support hours for 2022 and 2023?", "2275 million", "2,275"),
        ("What is the total of seats sold in 2022 and 2023?", "4,550", "2,240"),
    ],
)
def test_another_number_is_untraced_and_told_what_the_cells_give(
    question: str, answer: str, given: str
) -> None:
    found = derived(question, answer, TABLE)
    assert found is not None
    assert found.code == "untraced"
    assert f"= {given}" in found.message


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the difference between the two departments?", "60"),
        ("What was the change in catering from 2022 to 2023?", "60"),
        ("How many people work there?", "60"),
        ("What was the change in training from 2019 to 2023?", "-60"),
    ],
)
def test_what_is_not_named_is_never_wrong_and_never_derived(question: str, answer: str) -> None:
    found = derived(question, answer, TABLE)
    assert found is None or found.code == "derivation_unchecked"


def test_two_equally_named_rows_leave_it_open() -> None:
    table = (
        "| Shares | 2023 | 2022 |\n|---|---|---|\n| Plan A | | |\n| Granted | 90 | 70 |\n"
        "| Plan B | | |\n| Granted | 45 | 40 |"
    )
    found = derived("What is the change in granted from 2022 to 2023?", "20", table)
    assert found is not None
    assert found.code == "derivation_unchecked"
    assert "perhaps" in found.message


@pytest.mark.parametrize(
    ("question", "answer", "code"),
    [
        ("How many crates do the north and the south depot store together?", "745", "derived"),
        ("How many crates do the north and the south depot store together?", "755", "untraced"),
        ("How many crates do the two depots store in total?", "745", "derived"),
        ("How many more crates does the north depot store than the south depot?", "75", "derived"),
    ],
)
def test_clauses_are_bound_by_their_names(question: str, answer: str, code: str) -> None:
    found = derived(question, answer, PROSE)
    assert found is not None
    assert found.code == code, found.message


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("The north and the south depot store 745 crates in total.", "derived"),
        ("The north and the south depot store 755 crates in total.", "untraced"),
        ("The north and the south depot together store 745 crates (410 + 335).", "derived"),
        ("The north depot stores 410 crates.", None),
    ],
)
def test_a_claim_of_an_answer_is_traced_through_its_operation(
    answer: str, code: str | None
) -> None:
    contexts = (Context(id="c", text=f"{PROSE} Form 755 is blue."),)
    checks = check_numbers(Subject(Case(id="x", answer=answer, contexts=contexts)))
    codes = {check.code for check in checks} - {"traced"}
    assert codes == ({code} if code else set())


def test_years_order_a_change_told_in_prose() -> None:
    text = "Turnover was $500 in 2021 and $400 in 2022."
    question = "What was the percentage change in turnover from 2021 to 2022?"
    right, wrong = derived(question, "-20%", text), derived(question, "25%", text)
    assert right is not None
    assert right.code == "derived"
    assert wrong is None or wrong.code != "derived"


def test_a_table_is_read_with_sections_heads_and_signs() -> None:
    (grid,) = grids_in(TABLE, "c")
    assert grid.columns[1].years == {"2023"}
    assert grid.columns[2].years == {"2022"}
    row = next(at for at, label in enumerate(grid.labels) if label.text == "Returns")
    amount = grid.amount(row, 1)
    assert amount is not None
    assert amount.value == -40
    assert grid.labels[row].section == names_in("Licences")
    assert grid.labels[-1].is_total


@pytest.mark.parametrize("text", ["|", "||\n||", "|a|\n|b|", "\t\n\t", "| 1 |\n" * 5_000])
def test_odd_tables_are_read(text: str) -> None:
    for grid in grids_in(text, "c"):
        assert len(grid.rows) <= 400
        assert len(grid.labels) == len(grid.rows)
        assert len(grid.turned.rows) == len(grid.rows[0])
