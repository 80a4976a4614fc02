"""Kinds of right and wrong numbers in many languages: what the numbers gate makes of each."""

from __future__ import annotations

from typing import Final

import pytest
from siblings_table import Sample, right_answers, wrong_answers

from adjudge_engine.case import Case, Context
from adjudge_engine.evaluation import GateResult
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.numbers import parse_numbers
from adjudge_engine.numbers.reading.powers import read_power
from adjudge_engine.subject import Subject

RIGHT: Final = right_answers("kinds")
WRONG: Final = wrong_answers("kinds")


def outcome(sample: Sample) -> str:
    """What the gate makes of an answer; the contexts of a line are parted by "‖"."""
    texts = enumerate(sample.context.split(" ‖ "), 1)
    contexts = tuple(Context(id=f"c{at}", text=text) for at, text in texts)
    case = Case(id="x", question=sample.question or None, answer=sample.answer, contexts=contexts)
    return GateResult.of(check_numbers(Subject(case))).outcome


@pytest.mark.parametrize("sample", RIGHT, ids=[one.name for one in RIGHT])
def test_a_right_answer_passes(sample: Sample) -> None:
    assert outcome(sample) in ("pass", "not_applicable")


@pytest.mark.parametrize("sample", WRONG, ids=[one.name for one in WRONG])
def test_a_wrong_answer_fails(sample: Sample) -> None:
    assert outcome(sample) == "fail"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3.2 × 10^6", "3200000"),
        ("3,2·10⁶ Zellen, 1,5 mm", "3200000"),
        ("5 x 10^-3", "0.005"),
        ("2*10**3", "2000"),
        ("10⁹ cells", "1000000000"),
        ("10^(-2) mol", "0.01"),
        ("10² notes", "10"),  # the mark of a note, or a square
        ("210^6", "210"),
        ("3割2分5厘", "32.5"),
    ],
)
def test_a_figure_is_worth_its_power(text: str, value: str) -> None:
    assert f"{parse_numbers(text)[0].value.normalize():f}" == value


@pytest.mark.parametrize(
    ("text", "unit", "per"),
    [
        ("20 m/s", "m", "s"),
        ("20 m s⁻¹", "m", "s"),
        ("9.8 m/s²", "m", "s²"),
        ("9.8 m/s2", "m", "s²"),
        ("0.2 W/(m²·K)", "W", "m²K"),
        ("250 kg per square metre", "kg", "m²"),
        ("250 kg/m2", "kg", "m²"),
        ("6 l/100 km", "l", "100 km"),
        ("5 kW h", "kWh", ""),
        ("75 kilowatt-hours", "kWh", ""),
        ("40 N·m", "Nm", ""),
        ("5 kg·m", "kg·m", ""),
        ("30 metros cuadrados", "m²", ""),
        ("90 км/ч", "km", "h"),
        ("5 mg/kg/day", "mg", "kg/day"),
        ("5 kg have", "kg", ""),
    ],
)
def test_a_unit_is_read_to_its_end(text: str, unit: str, per: str) -> None:
    number = parse_numbers(text)[0]
    assert (number.unit, number.per) == (unit, per)


def test_a_power_needs_its_ten() -> None:
    assert read_power("12^6", 2) is None
    assert read_power("3 × 20^6", 1) is None
    assert read_power("3 × 4", 1) is None
    assert read_power("1.10^6", 4) is None


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("Pay **10** 5 times.", ["10", "5"]),
        ("It takes **10** (5 working) days.", ["10", "5"]),
        ("Take **10**5 of them.", ["10", "5"]),
        ("It is 10**5 wide.", ["10**5"]),
        ("It is 3 x 10**5 wide.", ["3 x 10**5"]),
        ("It is 10^ 5 wide.", ["10^ 5"]),
    ],
)
def test_bold_figures_are_no_powers(text: str, figures: list[str]) -> None:
    assert [one.text for one in parse_numbers(text)] == figures
