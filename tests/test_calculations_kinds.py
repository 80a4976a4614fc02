"""Only amounts of one kind are added, subtracted, averaged or told in parts of one another."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.calculations.kinds import addable, comparable
from adjudge_engine.case import Case, Context
from adjudge_engine.gates.calculations import check_calculations
from adjudge_engine.numbers.model import Number
from adjudge_engine.subject import Subject


def codes(answer: str, context: str = "") -> list[str]:
    contexts = (Context(id="c1", text=context),) if context else ()
    case = Case(id="x", answer=answer, contexts=contexts)
    return [check.code for check in check_calculations(Subject(case))]


MIXED = (
    "The lamp costs $4 and the shade €9, a total of 13.",
    "The lamp costs $4 and the shade €9, a total of $13.",
    "Ida pays US$4 and Bo A$9, together $13.",
    "$4 + €9 = 13",
    "$4 plus €9 makes 13.",
    "$4 million and 9 million euros, a total of 13 million.",
    "The average of $4 and €8 is 6.",
    "The lamp costs $9 and the shade €4, so the difference is 5.",
    "The crate weighs 4 kg and is 9 m long, a total of 13.",
    "4 kg + 9 m = 13",
    "4 kg plus 9 litres makes 13.",
    "The average of 4 kg and 8 m is 6.",
    "The walk took 4 hours and the rest 9 days, a total of 13.",
    "The road is 4 km and the lane 300 m long, a total of 304.",
    "5 mg and 4 mcg, a total of 9.",
    "The room is at 20 °C and the store at 10 °F, a difference of 10.",
    "A 4% fee and 9 boxes, a total of 13.",
    "The average of 4% and 8 boxes is 6.",
    "4% and 50 basis points, a total of 54%.",
    "The mill grinds 40 per day and 900 per month, a total of 940.",
    "The mill earns $40 per day and $900 per month, a total of $940.",
    "$40 per day + $900 per month = $940",
    "9 horses and 4 euros, total 13.",
    "9 horses and $4, a total of $13.",
    "9 horses and 4 kg, a total of 13.",
    "9 horses and 4 goats, a total of 13 goats.",
    "2 dozen and 9 horses, a total of 11.",
    "The loop doubled from $500 to €1,000.",
    "The fare doubled from 4 kg to 8 m.",
)

ALIKE = (
    "The lamp costs $4 and the shade $9, a total of 13.",
    "The lamp costs $4 and the shade $9, a total of $13.",
    "The lamp costs $4 and the shade 9, a total of $13.",
    "The average of €4 and €8 is €6.",
    "The road is 4 km and the lane 300 m long, a total of 4.3 km.",
    "4 km + 300 m = 4.3 km",
    "The walk took 4 hours and the rest 30 minutes, a total of 4.5 hours.",
    "12% and 8 percentage points, a total of 20%.",
    "The mill earns $40 per day and $90 per day, a total of $130 per day.",
    "9 horses and 4 goats, 13 animals in total.",
    "The river is 2 km long, 4 times as long as the 500 m canal.",
    "The loop doubled from 500 m to 1 km.",
    "The loop grew from 500 m to 1 km, an increase of 100%.",
    "The course gives 4 credits in spring and 9 credits in autumn, a total of 13 credits.",
    "9 horses and 4 goats, a total of 13.",
    "9 horses and 4 horses, a total of 13 horses.",
)


@pytest.mark.parametrize("answer", MIXED)
def test_what_is_not_of_one_kind_never_recomputes(answer: str) -> None:
    assert not {"recomputed", "wrong_result"} & set(codes(answer))


@pytest.mark.parametrize("answer", ALIKE)
def test_what_is_of_one_kind_recomputes(answer: str) -> None:
    assert "recomputed" in codes(answer)


@pytest.mark.parametrize(
    "rows",
    [
        "| Lamp | $500 |\n| Shade | €600 |",
        "| Lamp | $500 |\n| Shade | 600 kg |",
    ],
)
def test_cells_of_several_kinds_are_not_added(rows: str) -> None:
    table = f"| Item | 2020 |\n|---|---|\n{rows}"
    assert "recomputed" not in codes("The total of lamp and shade is 1,100.", table)


#: (answer, context): right under no reading, or under one that the claim does not settle.
OPEN = (
    ("The fare rose 10% and then another 10%, a total increase of 20%.", ""),
    ("A discount of 30% and one of 10% make a total discount of 40%.", ""),
    ("The weighted average of 70 and 90 is 80.", ""),
    ("Net of $300 tax, the total is $1,300 on $1,000.", ""),
    ("The pump costs $70 and the hose $20, less a $5 discount, a total of $95.", ""),
    ("Profit rose from -4 to 4, an increase of 200%.", ""),
    ("Stock shrank from 40 to 46, a change of 6.", ""),
    ("The fee includes 20% tax on $120, a total of $144.", ""),
    ("The fees of $5 and $6 make a total of -$11.", ""),
    ("Interest of 5% per year on $800 for 2 years is a total of $80.", ""),
    ("The mean of 70 (weight 3) and 90 (weight 1) is 75, an average of 75.", ""),
)


@pytest.mark.parametrize(("answer", "context"), OPEN)
def test_what_a_claim_does_not_settle_is_unclear(answer: str, context: str) -> None:
    found = set(codes(answer, context))
    assert not {"recomputed", "wrong_result"} & found


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("It decreased by 4, from 31 to 35.", "wrong_result"),
        ("It increased by 4, from 31 to 35.", "recomputed"),
        ("It decreased by 4, from 35 to 31.", "recomputed"),
        ("From 2018 to 2020 sales were 40, 50 and 60, an average of 50.", "recomputed"),
    ],
)
def test_directions_and_periods(answer: str, code: str) -> None:
    assert codes(answer) == [code]


def test_a_subtotal_is_no_item_of_its_total() -> None:
    table = (
        "| Item | 2020 |\n|---|---|\n| Oak | 500 |\n| Ash | 600 |\n| Subtotal | 1,100 |\n"
        "| Elm | 800 |\n| Total | {} |"
    )
    assert codes("The total was 1,900.", table.format("1,900")) == ["recomputed"]
    assert "recomputed" not in codes("The total was 3,000.", table.format("3,000"))


def _number(value: int, currency: str, unit: str) -> Number:
    text = str(value)
    return Number(0, len(text), text, Decimal(value), Decimal(1), currency=currency, unit=unit)


MEASURES = st.sampled_from([("", ""), ("USD", ""), ("EUR", ""), ("", "kg"), ("", "m"), ("", "g")])


@given(st.lists(MEASURES, min_size=2, max_size=5), MEASURES)
def test_operands_of_two_measures_are_never_addable(
    operands: list[tuple[str, str]], result: tuple[str, str]
) -> None:
    numbers = [_number(at, *one) for at, one in enumerate(operands)]
    said = {one for one in (*operands, result) if any(one)}
    weights = {("", "kg"), ("", "g")}
    if len(said) > 1 and not said <= weights:
        assert not addable(_number(9, *result), numbers)
    if len(said) < 2:
        assert addable(_number(9, *result), numbers)


def test_a_ratio_needs_one_currency_and_a_share_one_measure() -> None:
    dollars, euros = _number(4, "USD", ""), _number(2, "EUR", "")
    weight, length = _number(4, "", "kg"), _number(2, "", "m")
    assert not comparable((dollars, euros), False)
    assert comparable((weight, length), False)
    assert not comparable((weight, length), True)
