"""English number words: runs of them, idioms, weak ones."""

from __future__ import annotations

from decimal import Decimal

import pytest

from adjudge_engine.numbers import parse_numbers
from adjudge_engine.numbers.worded.words import find_words


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("twenty-five", ["25"]),
        ("three hundred", ["300"]),
        ("three hundred and five", ["305"]),
        ("two thousand four hundred and twelve", ["2412"]),
        ("one hundred million", ["100000000"]),
        ("two hundred thousand", ["200000"]),
        ("a dozen", ["12"]),
        ("half a million", ["500000"]),
        ("two and a half", ["2.5"]),
        ("twenty-third", ["23"]),
        ("two thirds", ["0.6666666666666666666666666666"]),
        ("three quarters", ["0.75"]),
        ("one-half", ["0.5"]),
        ("two and three", ["2", "3"]),
        ("nineteen ninety", ["19", "90"]),
        ("seventeen hundred", ["1700"]),
        ("third quarter", ["3"]),
        ("third parties and the third party", []),
        ("a third of it", [str(1 / Decimal(3))]),
        ("a third the size", [str(1 / Decimal(3))]),
        ("cut by a third.", [str(1 / Decimal(3))]),
        ("a third option", ["3"]),
        ("the third of them", ["3"]),
    ],
)
def test_runs_of_words(text: str, values: list[str]) -> None:
    assert [one.value for one in find_words(text)] == [Decimal(value) for value in values]


@pytest.mark.parametrize("text", ["often money phone", "someone", "tension", "'ten 1939", "l'one"])
def test_words_inside_words_are_none(text: str) -> None:
    assert list(find_words(text)) == []


@pytest.mark.parametrize(
    "text",
    ["One of them", "First, open it", "a second helper", "Second, close it", "both", "twice"],
)
def test_words_that_assert_no_number_are_weak(text: str) -> None:
    assert all(one.weak for one in parse_numbers(text))
    assert len(parse_numbers(text)) == 1


def test_a_unit_makes_one_a_number() -> None:
    (number,) = parse_numbers("The notice is one month.")
    assert number.value == 1
    assert (number.unit, number.weak) == ("month", False)


def test_words_of_other_languages_are_not_read_as_english() -> None:
    assert parse_numbers("La garantie est de six mois pour les pièces et la main d'œuvre.") == ()
