"""Facts in units with a zero of their own, and units that are only a part of another unit."""

from __future__ import annotations

import pytest

from adjudge_engine.case import Case
from adjudge_engine.gates.facts import check_facts
from adjudge_engine.gates.facts_limits import goes_on
from adjudge_engine.subject import Subject
from adjudge_engine.text.normalise import normalise
from adjudge_engine.text.quantities import Valued


def states(answer: str, fact: str) -> bool:
    facts = [{"value": fact, "aliases": [], "required": True}]
    case = Case.model_validate({"id": "x", "answer": answer, "expect": {"facts": facts}})
    (check,) = check_facts(Subject(case))
    return check.code == "fact_present"


@pytest.mark.parametrize(
    ("answer", "fact"),
    [
        ("The pond freezes at 32 °F.", "0 °C"),
        ("The pond freezes at 0 °C.", "32 °F"),
        ("Store it at 68 °F.", "20 °C"),
        ("Store it at 20 degrees Celsius.", "68 °F"),
        ("The sample boils at 373.15 K.", "100 °C"),
        ("It still works at -40 °F.", "-40 °C"),
        ("The freezer is kept at -0.4 °F.", "-18 °C"),
        ("The oven warmed by 10 °C.", "18 °F"),
        ("There was a rise of 1 °C.", "1.8 °F"),
        ("The two ends are at a difference of 10 °C.", "10 K"),
        ("The oven warmed by 10 °C.", "10 °C"),
        ("The damping is 20 decibels.", "20 dB"),
    ],
)
def test_the_same_temperature_or_the_same_span_of_it(answer: str, fact: str) -> None:
    assert states(answer, fact)


@pytest.mark.parametrize(
    ("answer", "fact"),
    [
        ("The pond freezes at 0 °F.", "0 °C"),
        ("The pond freezes at 33 °F.", "0 °C"),
        ("The oven warmed by 10 °C.", "50 °F"),
        ("It is 10 °C warmer than last year.", "283.15 K"),
        ("There was a drop of 50 °F.", "10 °C"),
        ("Store it at 10 °C.", "18 °F"),
        ("Store it at 10 °C.", "10 K"),
        ("The gain is 100.", "20 dB"),
        ("The level is 20 dBm.", "20 dB"),
        ("It sends 100 mW.", "20 dBm"),
        ("The brine has pH 8.", "pH 7"),
    ],
)
def test_another_temperature_or_another_scale(answer: str, fact: str) -> None:
    assert not states(answer, fact)


@pytest.mark.parametrize(
    ("answer", "fact"),
    [
        ("Turn it with 5 N·m.", "5 N"),
        ("Turn it with 5 N m.", "5 N"),
        ("Turn it with 5 N-m.", "5 N"),
        ("It used 5 kW·h.", "5 kW"),
        ("It used 5 kW h of heat.", "5 kW"),
        ("The floor has 5 m^2.", "5 m"),
        ("It falls with 5 m/s².", "5 m"),
        ("It moves at 5 m s⁻¹.", "5 m"),
        ("It moves at 3 m per second.", "3 m"),
        ("The gas has 5 kg m⁻³.", "5 kg"),
        ("It runs 50 km·h⁻¹.", "50 km"),
        ("Its viscosity is 5 Pa s.", "5 Pa"),
        ("The rate is 2 min⁻¹.", "2 min"),
        ("A battery of 20 A h.", "20 A"),
        ("It has 30 °C/W.", "30 °C"),
        ("Turn it with 0.005 kN·m.", "5 N"),
    ],
)
def test_a_part_of_a_unit_is_another_quantity(answer: str, fact: str) -> None:
    assert not states(answer, fact)


@pytest.mark.parametrize(
    ("answer", "fact"),
    [
        ("It pulls with 5 N - more than before.", "5 N"),
        ("It used 5 kW a household.", "5 kW"),
        ("The wall is 5 m high.", "5 m"),
        ("A fuse of 5 A. He changed it.", "5 A"),
        ("Take 10 mg per day.", "10 mg"),
        ("It needs 5 V at 1 A.", "5 V"),
        ("A plate of 5 m × 3 m.", "5 m"),
        ("In summer it is 30 °C in the attic.", "30 °C"),
        ("Turn it with 5 N·m.", "5 N·m"),
        ("It moves at 5 m/s.", "5 m/s"),
    ],
)
def test_a_whole_unit_is_the_fact(answer: str, fact: str) -> None:
    assert states(answer, fact)


def test_goes_on_at_the_end_of_a_text() -> None:
    assert not goes_on("5 N", 3)
    assert not goes_on("", 0)


@pytest.mark.parametrize(("value", "text"), [("05", "5 of 9"), ("5", "line 05"), ("0199", "199")])
def test_a_leading_zero_makes_a_code(value: str, text: str) -> None:
    assert list(Valued(normalise(text)).equals(normalise(value))) == []


def test_dates_of_a_looked_up_text_are_read_once() -> None:
    valued = Valued(normalise("Signed on 13/04/2031 and on 05/04/2031."))
    assert valued.dates is valued.dates
    assert ([one.year for one in valued.dates], valued.day_order) == ([2031, 2031], "day")


@pytest.mark.parametrize(
    ("answer", "fact", "there"),
    [
        ("Take 10 mg per day.", "0.01 g", True),
        ("Take 0.01 g a day.", "10 mg", True),
        ("Take 10 mg per hour.", "0.01 g", False),
        ("Take 5 mg/kg/day.", "0.005 g", False),
        ("A card costs 12,40 € a year.", "€12.40", True),
        ("A card costs 12.40 EUR.", "€12.40 a year", False),
        ("A card costs €12.40 per year.", "€12.40 per month", False),
    ],
)
def test_an_amount_a_day_is_that_amount(answer: str, fact: str, there: bool) -> None:
    assert states(answer, fact) == there
