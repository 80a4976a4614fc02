"""Results that answers state in further words, in tables of their own, of operands of their own."""

from __future__ import annotations

from typing import Final

import pytest

from adjudge_engine.case import Calculation, Case, Context, Expect
from adjudge_engine.evaluation import GateResult
from adjudge_engine.gates.calculations import check_calculations
from adjudge_engine.subject import Subject

#: (answer with "@" for the result, the right one, a wrong one, context).
RESULTS: Final = (
    ("Of 80 jars 20 broke, or @.", "25%", "20%", "80 jars, 20 broke."),
    ("20 of 80 jars, i.e. @, broke.", "25%", "35%", "80 jars, 20 broke."),
    ("20 out of 80 jars broke, which is @.", "one quarter", "one third", "80 jars, 20 broke."),
    ("The share of pears is @ (12 of 30).", "40%", "45%", "30 fruits, 12 pears."),
    ("With 60 cups and 4 pots, the ratio of @ to 1 holds.", "15", "12", "60 cups, 4 pots."),
    ("12 stools at €30 each cost @.", "€360", "€320", "12 stools, €30 each."),
    ("5 nights at €80 per night cost @.", "€400", "€450", "€80 per night, 5 nights."),
    ("12 Hocker zu je 30 € kosten @.", "360 €", "320 €", "12 Hocker, je 30 €."),
    ("€360 divided by 12 people is @ each.", "€30", "€35", "€360, 12 people."),
    ("The combined weight of 40 kg and 35 kg is @.", "75 kg", "85 kg", "40 kg and 35 kg."),
    ("Adding 40 and 35 gives @.", "75", "85", "40 and 35."),
    ("The budget of €500 exceeds the cost of €420 by @.", "€80", "€90", "Budget €500, cost €420."),
    ("Calls increased from 1,200 to 1,500 (@).", "25%", "20%", "1,200, then 1,500 calls."),
    ("Der Absatz stieg von 200 auf 250, ein Plus von @.", "25 %", "20 %", "200, danach 250."),
    ("総額は、布代300円と送料200円で@です。", "500円", "600円", "布代300円。送料200円。"),
    (
        "Grants of 10.4 and 20.4 million come to about @.",
        "31 million",
        "41 million",
        "Grants: 10.4 million and 20.4 million.",
    ),
)
#: (answer, context, outcome).
MULTIPLES: Final = (
    ("Der Absatz verdoppelte sich von 20 auf 40.", "20, dann 40.", "pass"),
    ("Der Absatz verdoppelte sich von 20 auf 60.", "20, dann 60.", "fail"),
    ("La production a doublé de 300 à 900.", "300 puis 900.", "fail"),
    ("Of the 200 staff 50 left (10% before).", "200 staff, 50 left; 10%.", "not_applicable"),
    ("It rose from 12 to 15 (10% in Bonn).", "12 to 15; 10% in Bonn.", "not_applicable"),
    ("Adding 40 seats in 2 rooms gives 3 teams room.", "40, 2, 3.", "not_applicable"),
    ("Rent was 127 cm (56 x 46 x 25 cm).", "127 cm (56 x 46 x 25 cm)", "not_applicable"),
)
TABLE: Final = "| Item | Cost |\n|---|---|\n| Lamp | 20 |\n| Shade | 35 |\n| Total | {} |"


def outcome(answer: str, context: str, expect: Expect | None = None) -> str:
    case = Case(
        id="x",
        question="What is it?",
        answer=answer,
        contexts=(Context(id="c1", text=context),),
        expect=expect or Expect(),
    )
    return GateResult.of(check_calculations(Subject(case))).outcome


@pytest.mark.parametrize(("answer", "right", "wrong", "context"), RESULTS)
def test_a_stated_result_recomputes(answer: str, right: str, wrong: str, context: str) -> None:
    assert outcome(answer.replace("@", right), context) == "pass"
    assert outcome(answer.replace("@", wrong), context) == "fail"


@pytest.mark.parametrize(("answer", "context", "wanted"), MULTIPLES)
def test_multiples_and_sizes(answer: str, context: str, wanted: str) -> None:
    assert outcome(answer, context) == wanted


@pytest.mark.parametrize(("total", "wanted"), [("55", "pass"), ("65", "fail")])
def test_a_table_of_the_answer_adds_up(total: str, wanted: str) -> None:
    assert outcome(TABLE.format(total), "The lamp costs 20, the shade 35.") == wanted


@pytest.mark.parametrize(
    "rows",
    [
        "| Item | Qty | Price | Total |\n|---|---|---|---|\n| Lamp | 2 | 20 | 40 |",
        "| Item | Cost |\n|---|---|\n| Rent | 900 |\n| Less discount | 100 |\n| Total | 800 |",
        "| Item | Cost |\n|---|---|\n| Net | 900 |\n| Voucher | 100 |\n| Total | 800 |",
        "| Fact | Value |\n|---|---|\n| Shops | 12 |\n| Staff | 250 |\n| Total visitors | 900 |",
    ],
    ids=["price", "discount", "difference", "facts"],
)
def test_what_is_no_sum_of_its_column_is_no_wrong_sum(rows: str) -> None:
    assert outcome(rows, "Nothing is said.") == "not_applicable"


def test_the_total_is_found_where_it_stands() -> None:
    answer = "We paid 65.\n\n" + TABLE.format("65")
    context = Context(id="c1", text="The lamp costs 20, the shade 35.")
    case = Case(id="x", question="?", answer=answer, contexts=(context,))
    (check,) = check_calculations(Subject(case))
    assert check.observed is not None
    assert check.observed.start == answer.rindex("65")


def test_a_wrong_total_that_a_context_has_is_the_contexts_own() -> None:
    case = Case(
        id="x",
        question="?",
        answer=TABLE.format("65"),
        contexts=(Context(id="c1", text="Lamp 20, shade 35, together 65."),),
    )
    codes = {check.code for check in check_calculations(Subject(case))}
    assert "source_inconsistent" in codes


def test_rounded_parts_need_not_add_up() -> None:
    table = "| A | Share |\n|---|---|\n| B | 33.3 |\n| C | 33.3 |\n| D | 33.3 |\n| Total | 100.0 |"
    assert outcome(table, "B, C and D have a third each.") != "fail"


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("Rent of €900 and heat of €120 come to a total of €1,020.", "pass"),
        ("Rent of €900 and heat of €130 come to a total of €1,030.", "unavailable"),
        ("€900 + €120 = €1,020.", "pass"),
        ("€900 × 12 = €10,800.", "pass"),
        ("12 months × €900 = €10,800.", "pass"),
        ("€900 + €137 = €1,037.", "unavailable"),
    ],
)
def test_operands_are_those_of_the_contexts(answer: str, wanted: str) -> None:
    assert outcome(answer, "Rent: €900. Heat: €120.") == wanted


def test_a_result_before_may_be_an_operand() -> None:
    answer = "3 × €40 = €120, and €120 + €15 = €135."
    assert outcome(answer, "Three seats at €40; the fee is €15.") == "pass"


@pytest.mark.parametrize(("claimed", "wanted"), [("0.25", "pass"), ("0.35", "fail")])
def test_a_share_may_be_declared_of_a_per_cent(claimed: str, wanted: str) -> None:
    declared = Calculation(
        claimed=claimed, formula="a / b", values={"a": "50", "b": "200"}, tolerance="0"
    )
    expect = Expect(calculations=(declared,))
    assert outcome("The margin is 25%.", "50 of 200.", expect) == wanted
