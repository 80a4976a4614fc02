"""English number words, and small numbers in other languages as evidence."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.numbers import parse_numbers
from adjudge_engine.numbers.foreign import east_asian, find_foreign
from adjudge_engine.numbers.scan import prepare
from adjudge_engine.numbers.spoken import iter_spoken, numeral_value
from adjudge_engine.numbers.words import find_words


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


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (6, "die frist beträgt sechs wochen"),
        (15, "cubre hasta quince noches"),
        (30, "un délai de trente jours"),
        (12, "двенадцать месяцев"),
        (11, "有十一名乘客"),
        (25, "二十五人"),
    ],
)
def test_small_numbers_are_found_in_other_languages(value: int, text: str) -> None:
    span = find_foreign(Decimal(value), text)
    assert span is not None
    assert find_foreign(Decimal(value + 1), text) is None


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("十一", 11),
        ("二十五", 25),
        ("百", 100),
        ("三千二百", 3200),
        ("一万二千", 12000),
        ("三億", 300000000),
        ("两", 2),
        ("二〇一九", None),
    ],
)
def test_chinese_numerals(raw: str, value: int | None) -> None:
    assert numeral_value(raw) == (None if value is None else Decimal(value))


def spoken(text: str) -> list[str]:
    return [one.word for one in iter_spoken(prepare(text))]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("二十五人が三年間", ["二十五", "三"]),
        ("百分之七十五的人", ["百分之七十五"]),
        ("三月三日に三分の一", []),
        ("十分間待つのは十分だ", ["十"]),
        ("Das sind einundzwanzig Tage.", ["einundzwanzig"]),
        ("he was once an elf of six", []),
        ("C'est neuf jours pour le client.", ["neuf"]),
    ],
)
def test_what_counts_as_a_number_in_words(text: str, words: list[str]) -> None:
    assert spoken(text) == words


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="一二三十百千万億〇两名人年分日のzweielf dos días", max_size=60))
def test_any_numeral_is_read_in_place(text: str) -> None:
    for one in iter_spoken(prepare(text)):
        assert text[one.number.start : one.number.end] == one.number.text


def test_a_numeral_inside_a_longer_one_is_not_found() -> None:
    assert east_asian(Decimal(11)) == "十一"
    assert find_foreign(Decimal(11), "二十一人") is None
    assert find_foreign(Decimal(1), "ein un uno") is None
