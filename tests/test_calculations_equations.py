"""Equations in prose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.calculations.equations import Equation, equations
from adjudge_engine.numbers import parse_numbers


def read(text: str) -> list[Equation]:
    return list(equations(text, parse_numbers(text)))


@pytest.mark.parametrize(
    "text",
    [
        "410 + 230 = 640",
        "It is $6 × 4 = $24.",
        "15% of 300 is 45",
        "five plus six is eleven",
        "So 7% - 2.5% = 4.5%.",
        "(4 + 5) × 3 = 27",
        "60/240 = 25%",
        "1/3 + 1/6 = 1/2",
        "2.3 kg + 450 g = 2.75 kg",
        "Total = 310 + 45 = 355",
        "7 mal 8 ist 56",
        "half of 90 is 45",
        "90 - 20 - 15 = 55",
        "-8 + 3 = -5",
        "2 / 3 = 0.67",
        "5 pears + 4 pears = 9 pears",
        "$1.4 million + $250,000 = $1.65 million",
        "480 × 12.5% = 60",
    ],
)
def test_a_true_equation_holds(text: str) -> None:
    (equation,) = read(text)
    assert equation.holds
    assert text[equation.start : equation.end]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("410 + 230 = 650", "640"),
        ("$6 × 4 = $240", "24"),
        ("15% of 300 is 60", "45"),
        ("five plus six is twelve", "11"),
        ("(4 + 5) × 3 = 19", "27"),
        ("60/240 = 40%", "25"),
        ("2.3 kg + 450 g = 452.3 kg", "2.75"),
        ("2 / 3 = 0.66", "0.667"),
        ("90 - 20 = 110", "70"),
    ],
)
def test_a_false_equation_says_what_its_left_side_gives(text: str, value: str) -> None:
    (equation,) = read(text)
    assert not equation.holds
    assert equation.value == value


@pytest.mark.parametrize(
    "text",
    [
        "x + 4 = 9",
        "3x + 4 = 9",
        "f(4) + 2 = 8",
        "sqrt(25) + 1 = 6",
        "1 cup + 3 eggs = 1 bowl",
        "a score of 40-60 is 3 points",
        "1 inch = 2.54 cm",
        "48 hours (in a 6-day week) x 10 = 480 hours",
        "pages 4 - 6 = chapter 2",
        "30% of 400 patients were 65 or older",
        "It opens at 9 and has 20 rooms.",
    ],
)
def test_what_is_no_equation_of_numbers_is_left_alone(text: str) -> None:
    assert read(text) == []


@given(st.integers(0, 9999), st.integers(0, 9999), st.integers(-3, 3))
def test_a_sum_holds_just_where_it_is_the_sum(one: int, two: int, off: int) -> None:
    found = read(f"It is {one:,} + {two:,} = {abs(one + two + off):,} euros.")
    assert [equation.holds for equation in found] == [abs(one + two + off) == one + two]


@given(st.text(alphabet="12 +-*/=()%.xn", max_size=60))
def test_no_text_breaks_the_reading(text: str) -> None:
    for equation in read(text):
        assert 0 <= equation.start < equation.end <= len(text)


def test_a_long_chain_is_read_in_linear_steps() -> None:
    text = "1 + " * 5_000 + "1 = 5001"
    assert all(len(equation.operands) <= 60 for equation in read(text))
