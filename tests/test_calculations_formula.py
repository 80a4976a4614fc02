"""Declared formulas: exact, bounded, and nothing but arithmetic."""

from __future__ import annotations

from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.calculations.formula import (
    DEEPEST,
    LONGEST,
    FormulaError,
    MissingValue,
    evaluate,
    exact_decimal,
)

VALUES = {"gross": Decimal("820"), "rate": Decimal("0.25"), "größe": Decimal(3), "_x1": Decimal(2)}


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("10 - 4 - 3", "3"),
        ("24 / 4 / 2", "3"),
        ("-3 + 5", "2"),
        ("2 * -3", "-6"),
        ("-(2 + 3) * 2", "-10"),
        ("--4", "4"),
        ("+7", "7"),
        ("gross * rate", "205"),
        ("gross − 20", "800"),
        ("größe × 2 ÷ 3", "2"),
        ("_x1*_x1", "4"),
        (".5 + 0.25", "0.75"),
        ("((((1))))", "1"),
        ("0.1 + 0.2", "0.3"),
    ],
)
def test_a_formula_is_worth_what_it_says(formula: str, value: str) -> None:
    assert evaluate(formula, VALUES) == Decimal(value)


@pytest.mark.parametrize(
    "formula",
    [
        "",
        "   ",
        "1 +",
        "* 2",
        "1 2",
        "(1",
        "1)",
        "()",
        "2 (3)",
        "gross gross",
        "abs(gross)",
        "gross(2)",
        "unknown(2)",
        "2 ** 3",
        "2 ^ 3",
        "1 / 0",
        "gross / (rate - 0.25)",
        "1,375 + 2",
        "1e3",
        "gross.real",
        "__import__('os')",
        "1; 2",
        "gross if rate else 0",
        "1 = 1",
        "5 %",
        "\x00",
        "\ud800",
        "1" * 401,
    ],
)
def test_anything_else_has_no_value(formula: str) -> None:
    with pytest.raises(FormulaError):
        evaluate(formula, VALUES)


def test_a_name_without_a_value_is_told() -> None:
    with pytest.raises(MissingValue, match="net_amount") as caught:
        evaluate("gross - net_amount", VALUES)
    assert caught.value.name == "net_amount"


def test_nesting_and_length_are_bounded() -> None:
    assert evaluate("(" * DEEPEST + "1" + ")" * DEEPEST, {}) == 1
    for formula in (
        "(" * (DEEPEST + 1) + "1" + ")" * (DEEPEST + 1),
        "-" * (LONGEST - 1) + "1",
        "1+" * LONGEST + "1",
        "(" * 1_000_000,
    ):
        with pytest.raises(FormulaError):
            evaluate(formula, {})


def test_a_long_sum_is_exact_whatever_the_ambient_context() -> None:
    with localcontext() as context:
        context.prec = 3
        value = evaluate("123456789.000000001 + 0.000000001", {})
    assert value == Decimal("123456789.000000002")


@given(st.text(alphabet="01 .+-*/()ab%", max_size=40))
def test_no_text_does_anything_but_give_a_value_or_say_why_not(formula: str) -> None:
    try:
        value = evaluate(formula, {"a": Decimal(2)})
    except FormulaError:
        return
    assert value.is_finite()


@given(st.lists(st.integers(-999, 999), min_size=1, max_size=30))
def test_a_sum_of_numbers_is_their_sum(numbers: list[int]) -> None:
    formula = " + ".join(f"({number})" for number in numbers)
    assert evaluate(formula, {}) == sum(numbers)


@pytest.mark.parametrize(
    ("text", "value"),
    [("1375", "1375"), (" -0.5 ", "-0.5"), ("−3", "-3"), ("+2", "2"), (".25", "0.25"), ("3.", "3")],
)
def test_exact_decimals_are_read(text: str, value: str) -> None:
    assert exact_decimal(text) == Decimal(value)


@pytest.mark.parametrize(
    "text", ["", "1,375", "12.5%", "1e3", "NaN", "Infinity", "1_000", "٣", "x"]
)
def test_what_means_two_numbers_or_none_is_no_exact_decimal(text: str) -> None:
    assert exact_decimal(text) is None
