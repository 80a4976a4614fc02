"""Numbers in text: values, spans, scale, sign, units, and what is no number at all."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.numbers import Number, parse_numbers
from adjudge_engine.numbers.reading.fold import fold
from adjudge_engine.numbers.reading.scan import scan
from adjudge_engine.numbers.reading.tables import word_list


def only(text: str) -> Number:
    found = parse_numbers(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,234.50", "1234.5"),
        ("1.234,50", "1234.5"),
        ("1 234,50", "1234.5"),
        ("1\u202f234,50", "1234.5"),
        ("1'234", "1234"),
        ("12,34,567", "1234567"),
        ("12.4 billion", "12400000000"),
        ("€310k", "310000"),
        ("$7.25bn", "7250000000"),
        ("£4m", "4000000"),
        ("₹38 lakh", "3800000"),
        ("₹4.75 करोड़", "47500000"),
        ("3億2,000万円", "320000000"),
        ("45万円", "450000"),
        ("2.5 hundred thousand", "250000"),
        ("7 Mio. Euro", "7000000"),
        ("3 milliards d'euros", "3000000000"),
        ("5 тыс. рублей", "5000"),
        ("１２０名", "120"),
        ("٢٧٥", "275"),
        ("٣٫٥", "3.5"),
        ("₹४८०", "480"),
        ("−18", "-18"),
        ("-$5", "-5"),
        ("$-5", "-5"),
        ("minus five", "-5"),
        ("$(9,399)", "-9399"),
        ("(0.4) million", "-400000"),
        ("1½ cups", "1.5"),
        ("2 1/2 cups", "2.5"),
        (".5 mg", "0.5"),
        ("1.5e3 units", "1500"),
    ],
)
def test_value_has_sign_and_scale_applied(text: str, value: str) -> None:
    number = only(text)
    assert number.value == Decimal(value)
    assert text[number.start : number.end] == number.text


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("It costs $12.4 billion today", "$12.4 billion"),
        ("down to -41.7 million francs.", "-41.7 million francs"),
        ("kept at −18 °C always", "−18 °C"),
        ("takes 7.5 mg/week then", "7.5 mg/week"),
        ("rose 3 percentage points.", "3 percentage points"),
        ("cuesta 44 € al mes", "44 € al mes"),
        ("loss of $ (3.1) million.", "$ (3.1) million"),
        ("within 10 working days.", "10 working days"),
    ],
)
def test_span_is_the_whole_figure(text: str, whole: str) -> None:
    assert only(text).text == whole


@pytest.mark.parametrize(
    ("text", "kind", "unit", "currency"),
    [
        ("3 %", "percent", "", ""),
        ("3 per cent", "percent", "", ""),
        ("3 Prozent", "percent", "", ""),
        ("3 percentage points", "points", "", ""),
        ("3 Prozentpunkte", "points", "", ""),
        ("45 bps", "basis_points", "", ""),
        ("百分之75", "percent", "", ""),
        ("21st", "ordinal", "", ""),
        ("third", "ordinal", "", ""),
        ("three quarters", "fraction", "", ""),
        ("75 mg", "plain", "mg", ""),
        ("75 mcg", "plain", "mcg", ""),
        ("75 µg", "plain", "mcg", ""),
        ("75 micrograms", "plain", "mcg", ""),
        ("4 MB", "plain", "MB", ""),
        ("4 Mb", "plain", "Mbit", ""),
        ("11 kWh", "plain", "kWh", ""),
        ("150 минут", "plain", "min", ""),
        ("14日間", "plain", "day", ""),
        ("350F", "plain", "°F", ""),
        ("26 degrees Celsius", "plain", "°C", ""),
        ("half an hour", "plain", "h", ""),
        ("CHF 120", "plain", "", "CHF"),
        ("US$120", "plain", "", "USD"),
        ("120円", "plain", "", "JPY"),
        ("120 euros", "plain", "", "EUR"),
    ],
)
def test_kind_unit_and_currency(text: str, kind: str, unit: str, currency: str) -> None:
    number = only(text)
    assert (number.kind, number.unit, number.currency) == (kind, unit, currency)


def test_a_separator_before_three_digits_follows_the_text() -> None:
    assert only("Das Haus fasst 12.500 Paletten.").value == 12500
    assert only("The house holds 12.500 pallets.").value == Decimal("12.5")
    unclear = only("12.500")
    assert {unclear.value, unclear.other} == {Decimal("12.5"), Decimal(12500)}


def test_a_comma_row_in_an_english_text_is_several_numbers() -> None:
    text = "See the boxes 1,2,3 of the form; the rate is 3.5 per cent."
    assert [number.value for number in parse_numbers(text)] == [1, 2, 3, Decimal("3.5")]


def test_a_heading_sets_the_scale_of_plain_figures_below_it() -> None:
    text = "Sales (in thousands of euros)\nNorth: 3,780\nShare: 12 %\nStaff: 40 hours"
    values = [number.value for number in parse_numbers(text)]
    assert values == [Decimal(3780000), Decimal(12), Decimal(40)]


def test_parentheses_are_negative_only_where_that_is_clear() -> None:
    assert only("Losses in parentheses. Result: (6.9)").value == Decimal("-6.9")
    assert only("| Tax | (131) |").value == -131
    assert only("many people (2,318) came").value == 2318


def test_a_range_shares_its_unit_scale_and_currency() -> None:
    low, high = parse_numbers("between 6 and 8 weeks")
    assert (low.unit, high.unit) == ("week", "week")
    low, high = parse_numbers("$5–10 million")
    assert [low.value, high.value] == [Decimal(5_000_000), Decimal(10_000_000)]
    assert high.currency == "$"


def test_a_row_may_share_the_last_scale() -> None:
    first, second, third = parse_numbers("$128, $138 and $182 million")
    assert [first.value, first.other] == [Decimal(128), Decimal(128_000_000)]
    assert [second.other, third.value] == [Decimal(138_000_000), Decimal(182_000_000)]


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("occupancy fell 3 %", "down"),
        ("occupancy fell by about 3 %", "down"),
        ("a 3 % drop", "down"),
        ("occupancy rose by 3 %", "up"),
        ("der Umsatz sank um 3 %", "down"),
        ("it went to 3 %", None),
        ("rose to 3 %", None),
    ],
)
def test_direction_words_stand_apart_from_the_sign(text: str, direction: str | None) -> None:
    number = only(text)
    assert number.value == 3
    assert number.direction == direction


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("over 500 guests", "over"),
        ("at least 500 guests", "at_least"),
        ("no more than 500 guests", "at_most"),
        ("under about 500 guests", "under"),
        ("mindestens 500 Gäste", "at_least"),
        ("turnover 500 guests", None),
    ],
)
def test_bounds(text: str, bound: str | None) -> None:
    assert only(text).bound == bound


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("[1][2] and [3, 4]", ["mark"] * 4),
        ("1. Open it.\n2. Close it.", ["list", "list"]),
        ("(1) open it (2) close it", ["list", "list"]),
        ("v2.3.1", ["version"]),
        ("firmware 3.10", ["version"]),
        ("+44 20 7946 0123", ["phone"]),
        ("vitamin B12", ["code"]),
        ("COVID-19", ["code"]),
        ("form 1099-PX", ["code"]),
        ("https://example.org/item/42", ["code"]),
        ("14 July 2025", ["date", "year"]),
        ("July 14, 2025", ["date", "year"]),
        ("2025-07-14", ["date"]),
        ("31.12.2026", ["date"]),
        ("2025年4月1日", ["year", "date", "date"]),
        ("at 9:30 am", ["time"]),
        ("um 14 Uhr", ["time"]),
        ("in 2019 it grew", ["year"]),
        ("the 1990s", ["year"]),
        ("9" * 5000, ["code"]),
    ],
)
def test_what_says_neither_how_much_nor_how_many(text: str, kinds: list[str]) -> None:
    assert [number.kind for number in scan(text)] == kinds
    assert parse_numbers(text) == ()


def test_a_counted_year_is_a_quantity() -> None:
    assert only("It treats 2,019 patients.").value == 2019
    assert only("The hotel has 1500 rooms.").value == 1500
    assert only("Output grew by 2000 units.").value == 2000
    assert only("The rent is 1850.").maybe_year


def test_a_long_repetitive_text_is_read_like_a_short_one() -> None:
    piece = "Take 5 mg, or 1,500 µg, at 9 pm; (12) of 20th and $3.5 million each way. "
    once, many = scan(piece * 3), scan(piece * 500)
    step = len(once) // 3
    for at, number in enumerate(many[step:-step]):
        like = once[step + at % step]
        assert number._replace(start=0, end=0) == like._replace(start=0, end=0)
        assert (piece * 500)[number.start : number.end] == number.text


HOSTILE = [
    "\x00 5 mg \x00",
    "\ud800 5 mg",
    "\u202e5 mg\u202c",
    "1," * 3000,
    "1." * 3000,
    "1 " * 3000,
    "1,111" * 2000,
    "[1," * 3000,
    "(" * 5000 + "5" + ")" * 5000,
    "-" * 5000 + "5",
    "$" * 5000 + "5",
    "+1 2 " * 2000,
    "1/" * 3000,
    "one hundred and " * 1000,
    "3億2万" * 1000,
    "9" * 20000,
    "0." + "9" * 20000,
    "5 in thousands " * 1000,
    "½" * 3000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_scanned_to_the_end(text: str) -> None:
    end = 0
    for number in scan(text):
        assert text[number.start : number.end] == number.text
        assert number.start >= end
        end = number.end
    assert any(number.end > len(text) * 0.4 for number in scan(text))


PIECES = st.sampled_from(
    word_list(
        "1 12 1,234 1.234 3,5 0 -5 – − ( ) [ ] $ € % mg /day million 万 億 half and a third twenty "
        "hundred May 2019 in of , . : ; \u2028 about fell v1.2.3 +44 １２ ٢ 年 ½ 1/2 'th st k bn"
    )
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(PIECES, st.sampled_from(["", " ", "\u00a0", "-"])), max_size=25))
def test_spans_are_exact_ordered_and_apart(pieces: list[tuple[str, str]]) -> None:
    text = "".join(piece + gap for piece, gap in pieces)
    end = 0
    for number in scan(text):
        assert text[number.start : number.end] == number.text
        assert end <= number.start < number.end
        end = number.end


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_scanned_and_folded_in_place(text: str) -> None:
    assert len(fold(text)) == len(text)
    for number in scan(text):
        assert text[number.start : number.end] == number.text


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**15), st.sampled_from(["{:,}", "{}"]))
def test_english_grouping_reads_back(value: int, form: str) -> None:
    text = f"It is {form.format(value)} mm wide."
    assert only(text).value == value


@settings(max_examples=60, deadline=None)
@given(st.decimals(min_value=0, max_value=10**9, places=2))
def test_german_grouping_reads_back(value: Decimal) -> None:
    written = f"{value:,.2f}".translate(str.maketrans(",.", ".,"))
    assert only(f"Das sind {written} Euro.").value == value
