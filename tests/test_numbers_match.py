"""Comparing two numbers: what agrees, what differs and how, rounding, bounds, scale."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.numbers import Number, parse_numbers
from adjudge_engine.numbers.comparing.match import is_bound, is_rescaled, is_rounding, mismatch
from adjudge_engine.numbers.lookup.index import NumberIndex


def read(text: str) -> Number:
    return parse_numbers(text)[0]


@pytest.mark.parametrize(
    ("stated", "source", "code"),
    [
        ("75 mg", "75 mg", None),
        ("75 mg", "75", None),
        ("75 mg", "75 mcg", "unit_mismatch"),
        ("11 kWh", "11 kW", "unit_mismatch"),
        ("7.5 mg/day", "7.5 mg/week", "unit_mismatch"),
        ("7.5 mg/day", "7.5 mg", None),
        ("10 days", "10 working days", "unit_mismatch"),
        ("25 hours", "25 patients", "unit_mismatch"),
        ("25 guests", "25 visitors", None),
        ("€120", "CHF 120", "currency_mismatch"),
        ("€120", "120 euros", None),
        ("$120", "USD 120", None),
        ("¥120", "120円", None),
        ("5 pounds", "£5", None),
        ("3 %", "3 percentage points", "percent_mismatch"),
        ("3 %", "3 patients", "percent_mismatch"),
        ("half of", "50 %", None),
        ("45 bps", "0.45 %", None),
        ("41.7", "-41.7", "sign_mismatch"),
        ("-41.7", "-41.7", None),
        ("rose by 2 %", "fell by 2 %", "sign_mismatch"),
        ("rose by 2 %", "-2 %", "sign_mismatch"),
        ("fell by 2 %", "-2 %", None),
        ("fell by 2 %", "2 %", None),
        ("3rd", "third", None),
        ("$940", "code 940", "untraced"),
        ("3 %", "the third floor", "untraced"),
        ("3 mg", "the third dose", "untraced"),
    ],
)
def test_mismatch(stated: str, source: str, code: str | None) -> None:
    assert mismatch(read(stated), read(source)) == code


@pytest.mark.parametrize(
    ("stated", "source", "rounds"),
    [
        ("12.4", "12.38", True),
        ("12.4", "12.34", False),
        ("12.4 billion", "12,380,000,000", True),
        ("8.5%", "8.46%", True),
        ("about 2.6 people", "2.57 people", True),
        ("about 24 days", "18.2 days", False),
        ("about 500 guests", "512 guests", True),
        ("500 guests", "512 guests", False),
        ("12.38", "12.4", False),
        ("2 things", "2.4", False),
        ("2 km", "2.4 km", True),
        ("33%", "one third", True),
    ],
)
def test_rounding_to_the_digits_shown(stated: str, source: str, rounds: bool) -> None:
    assert is_rounding(read(stated), read(source)) is rounds


@pytest.mark.parametrize(
    ("stated", "source", "true"),
    [
        ("over 500 guests", "512 guests", True),
        ("over 500 guests", "488 guests", False),
        ("over 500 guests", "5,120 guests", False),
        ("under 10 km", "9.4 km", True),
        ("under 10 km", "9.4 kg", False),
        ("at most 10 km", "10.2 km", False),
        ("500 guests", "512 guests", False),
    ],
)
def test_bounds_must_be_true_and_near(stated: str, source: str, true: bool) -> None:
    assert is_bound(read(stated), read(source)) is true


@pytest.mark.parametrize(
    ("stated", "source", "rescaled"),
    [
        ("£86.3 billion", "£86.3 million", True),
        ("₹38 crore", "₹38 lakh", True),
        ("45万円", "45億円", True),
        ("86.3 million", "86.4 billion", False),
        ("125", "12.5", False),
        ("0 million", "0 billion", False),
    ],
)
def test_same_digits_at_another_scale(stated: str, source: str, rescaled: bool) -> None:
    assert is_rescaled(read(stated), read(source)) is rescaled


@settings(max_examples=60, deadline=None)
@given(st.decimals(min_value=1, max_value=10**6, places=4), st.integers(0, 3))
def test_a_value_rounds_to_itself_with_fewer_digits(value: Decimal, places: int) -> None:
    short = f"{value:.{places}f}"
    stated, source = read(f"{short} kg"), read(f"{value} kg")
    assert stated.value == source.value or is_rounding(stated, source)


def test_equal_numbers_are_kept_once_and_found_by_size() -> None:
    index = NumberIndex([("a", "5 mg " * 50, True), ("b", "7 mg and 5 mg", True)])
    found = list(index.of_size(read("5 mg")))
    assert [one.context_id for one in found] == ["a"]
    assert [one.number.value for one in index.between(Decimal(6), Decimal(8))] == [7]
