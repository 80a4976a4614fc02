"""Units and conversions: spellings, factors, temperatures, rates, what the gate says of them."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.case import Case, Context
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.numbers import Number, parse_numbers
from adjudge_engine.numbers.comparing.convert import compare, dimension, may_convert, whole_of
from adjudge_engine.numbers.comparing.factors import factors, has_factor
from adjudge_engine.numbers.reading.units import EAST_ASIAN, FAMILY, PAIRS, SPELLINGS, spellings_of
from adjudge_engine.subject import Subject


def read(text: str) -> Number:
    return parse_numbers(text)[0]


def check(answer: str, context: str) -> Check:
    case = Case(id="x", answer=answer, contexts=(Context(id="c", text=context),))
    return check_numbers(Subject(case))[0]


def test_no_spelling_stands_for_two_units() -> None:
    counts = Counter(word for name in FAMILY for word in spellings_of(name))
    assert [word for word, count in counts.items() if count > 1] == []
    assert all(name in FAMILY for _, name in EAST_ASIAN)
    assert all(name in FAMILY for name in PAIRS.values())
    assert len({word for word, _ in EAST_ASIAN}) == len(EAST_ASIAN)


def test_every_unit_of_a_family_with_conversions_has_a_factor() -> None:
    for name in FAMILY:
        assert bool(factors(name)) is has_factor(name), name
        assert all(one.factor > 0 for one in factors(name))


@pytest.mark.parametrize(
    ("unit", "base", "factor"),
    [
        ("week", "s", "604800"),
        ("year", "month", "12"),
        ("mg", "kg", "0.000001"),
        ("MW", "W", "1000000"),
        ("mW", "W", "0.001"),
        ("mAh", "Ah", "0.001"),
        ("KiB", "B", "1024"),
        ("hPa", "Pa", "100"),
        ("mi", "m", "1609.344"),
        ("lb", "kg", "0.45359237"),
        ("acre", "m²", "4046.8564224"),
        ("kWh", "J", "3600000"),
        ("PS", "W", "735.49875"),
    ],
)
def test_exact_factors(unit: str, base: str, factor: str) -> None:
    (one,), (two,) = factors(unit), factors(base)
    assert one.factor == Decimal(factor) * two.factor
    assert one.sure


@pytest.mark.parametrize("unit", ["gal", "MB", "ton", "cup", "hp", "cal", "pt", "°"])
def test_a_name_for_several_units_has_several_readings(unit: str) -> None:
    assert len(factors(unit)) > 1
    assert not any(one.sure for one in factors(unit))


@pytest.mark.parametrize("unit", ["", "Nm", "dB", "working day", "rpm", "cent", "nonsense"])
def test_no_conversion(unit: str) -> None:
    assert factors(unit) == ()


@pytest.mark.parametrize(
    ("stated", "source", "verdict"),
    [
        ("41 °F", "5 °C", "equal"),
        ("-40 °F", "-40 °C", "equal"),
        ("14 °F", "-10 °C", "equal"),
        ("42 °F", "5 °C", "differs"),
        ("26 °C", "79 °F", "rounded"),
        ("300 mg", "0.25 g", "differs"),
        ("250 mg", "0.25 g", "equal"),
        ("4.8 km", "3 miles", "rounded"),
        ("4.9 km", "3 miles", "differs"),
        ("5 km", "3 miles", "unclear"),
        ("500 miles", "800 km", "unclear"),
        ("about 500 miles", "800 km", "rounded"),
        ("175 °C", "350 °F", "unclear"),
        ("80 kg", "176 lb", "rounded"),
        ("9.1 litres", "2 gallons", "rounded"),
        ("7.6 litres", "2 gallons", "rounded"),
        ("8.4 litres", "2 gallons", "differs"),
        ("4 GB", "4096 MB", "rounded"),
        ("4,096 bytes", "4 KiB", "equal"),
        ("4,000 bytes", "4 KiB", "differs"),
        ("2 km²", "200 hectares", "equal"),
        ("31 km²", "12 square miles", "rounded"),
        ("36 km/h", "10 m/s", "equal"),
        ("62 mph", "100 km/h", "rounded"),
        ("68 Mbps", "8.5 MB/s", "rounded"),
        ("1 g/l", "100 mg/dl", "equal"),
        ("18 months", "1.5 years", "equal"),
        ("32 days", "4 weeks", "differs"),
        ("1 day", "30 hours", "differs"),
        ("837 kJ", "200 kcal", "rounded"),
        ("two hours", "120 Minuten", "equal"),
        ("14日間", "2 weeks", "equal"),
        ("30 days", "1 month", None),
        ("10 days", "10 working days", None),
        ("52.5 mg/week", "7.5 mg/day", None),
        ("€120 a year", "€10 a month", None),
        ("11 kWh", "11 kW", None),
        ("5 mmol", "90 mg", None),
        ("4 mg", "5 mg", None),
        ("4 mg", "5 km", None),
    ],
)
def test_what_a_conversion_says(stated: str, source: str, verdict: str | None) -> None:
    assert compare(read(stated), read(source)) == verdict
    assert may_convert(read(stated), read(source)) is (verdict is not None)


_FAMILIES = sorted({family for name, family in FAMILY.items() if has_factor(name)})
_BY_FAMILY = {one: [name for name, family in FAMILY.items() if family == one] for one in _FAMILIES}


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from(_FAMILIES), st.integers(1, 10**6))
def test_conversions_are_symmetric(data: st.DataObject, family: str, count: int) -> None:
    one = data.draw(st.sampled_from(_BY_FAMILY[family]))
    two = data.draw(st.sampled_from(_BY_FAMILY[family]))
    value = Decimal(count)
    stated = Number(0, 1, "x", value, Decimal(1), unit=one)
    source = stated._replace(unit=two)
    there = compare(stated, source)
    back = compare(source, stated)
    assert (there is None) == (back is None)
    assert (there == "equal") == (back == "equal")


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("2 hours and 30 minutes", "150", "min"),
        ("1 year, 6 months", "18", "month"),
        ("1 kg 200 g", "1200", "g"),
        ("5 ft 10 inches", "70", "in"),
        ("30 minutes and 2 hours", None, ""),
        ("2 hours and 90 minutes", None, ""),
        ("2 hours or 30 minutes", None, ""),
        ("2 hours and 30 grams", None, ""),
    ],
)
def test_two_parts_of_one_quantity(text: str, value: str | None, unit: str) -> None:
    left, right = parse_numbers(text)
    whole = whole_of(left, right, text[left.end : right.start])
    assert (whole.value if whole else None) == (Decimal(value) if value else None)
    assert whole is None or (whole.unit, text[whole.start : whole.end]) == (unit, whole.text)


@pytest.mark.parametrize(
    ("answer", "context", "code"),
    [
        ("Kept at 41 °F.", "Kept at 5 °C.", "traced"),
        ("Kept at 42 °F.", "Kept at 5 °C.", "unit_mismatch"),
        ("It rose by 9 °F.", "It rose by 5 °C.", "traced"),
        ("It rose by 9 °F.", "It was kept at 5 °C.", "conversion_unchecked"),
        ("It was kept at 41 °F.", "It rose by 5 °C.", "conversion_unchecked"),
        ("It was 9 °F warmer.", "It was 5 °C warmer.", "traced"),
        ("It is 5 km away.", "It is 3 miles away.", "conversion_unchecked"),
        ("It is 4.8 km away.", "It is 3 miles away.", "rounded"),
        ("The notice is one month.", "The notice is 30 days.", "unit_mismatch"),
        ("The warranty is 365 days.", "The warranty is one year.", "conversion_unchecked"),
        ("The output is 11 kWh.", "The output is 11 kW.", "unit_mismatch"),
        ("It takes 90 minutes.", "It takes 1 hour and 30 minutes.", "traced"),
        ("Take 4 mg.", "Take 0.005 g.", "unit_mismatch"),
        ("Take 300 mg.", "Take 0.005 g.", "untraced"),
        ("A fee of €120 a year.", "A fee of €10 a month.", "untraced"),
        ("It ran at 62 mph.", "It ran at 100 km/h.", "rounded"),
        ("He is 178 cm tall.", "He is 5 ft 10 inches tall.", "rounded"),
    ],
)
def test_what_the_gate_says_of_conversions(answer: str, context: str, code: str) -> None:
    assert check(answer, context).code == code


def test_a_wrong_conversion_is_named_with_the_right_one() -> None:
    message = check("Kept at 42 °F.", "Kept at 5 °C.").message
    assert message == "convert: 5 °C is 41 °F, not 42 °F (context c)"
    message = check("It is 4.9 km away.", "It is 3 miles away.").message
    assert message == "convert: 3 miles is 4.828 km, not 4.9 km (context c)"


def test_dimensions() -> None:
    assert dimension("km", "h") == dimension("mph") == ("length", "time")
    assert dimension("mg", "day") == ("mass", "day")
    assert dimension("working day") == ("", "")


def test_the_units_library_is_loaded_only_for_a_conversion() -> None:
    code = (
        "import sys; from adjudge_engine.case import Case, Context;"
        "from adjudge_engine.gates.numbers import check_numbers;"
        "from adjudge_engine.subject import Subject\n"
        "def run(answer, text):\n"
        "    case = Case(id='x', answer=answer, contexts=(Context(id='c', text=text),))\n"
        "    check_numbers(Subject(case)); return 'pint' in sys.modules\n"
        "assert not run('It takes 5 days and 3 kg.', 'It takes 5 days and 3 kg, or 7 miles.')\n"
        "assert run('It takes 48 hours.', 'It takes 2 days.')"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_hostile_units() -> None:
    text = " ".join(f"{at} mg {at} g {at} mph {at} days" for at in range(400))
    assert check("1 kg and " + text.replace("mg", "kg"), text).outcome == "fail"
    assert SPELLINGS.get("\ud800") is None
