"""The calculations gate on right and wrong results of every kind, in several languages."""

from __future__ import annotations

from typing import Final

import pytest
from siblings_table import Sample, right_answers, wrong_answers

from adjudge_engine.case import Calculation, Case, Context, Expect
from adjudge_engine.evaluation import GateResult
from adjudge_engine.gates.calculations import check_calculations
from adjudge_engine.subject import Subject

RIGHT = right_answers("calculations")
WRONG = wrong_answers("calculations")

DECLARED: Final = (
    ("The net is 7,750.", "7750", "gross - cut", {"gross": "8200", "cut": "450"}, "0", "pass"),
    ("The net is 7,650.", "7650", "gross - cut", {"gross": "8200", "cut": "450"}, "0", "fail"),
    ("Netto: 7.750,00 Euro.", "7750", "gross - cut", {"gross": "8200", "cut": "450"}, "0", "pass"),
    ("Le net est de 7 750 €.", "7750", "gross - cut", {"gross": "8200", "cut": "450"}, "0", "pass"),
    ("合計は1,200円です。", "1200", "a * b", {"a": "300", "b": "4"}, "0", "pass"),
    ("合計は1,300円です。", "1300", "a * b", {"a": "300", "b": "4"}, "0", "fail"),
    ("The margin is 14.3%.", "14.3", "a / b * 100", {"a": "1", "b": "7"}, "0.05", "pass"),
    ("The margin is 14.9%.", "14.9", "a / b * 100", {"a": "1", "b": "7"}, "0.05", "fail"),
    ("The unit cost is 3.33.", "3.33", "a / b", {"a": "10", "b": "3"}, "1%", "pass"),
    ("The unit cost is 3.43.", "3.43", "a / b", {"a": "10", "b": "3"}, "1%", "fail"),
    ("The margin is 20%.", "20", "a / b * 100", {"a": "1"}, "0", "unavailable"),
    ("The sum is 52.", "50", "a + b", {"a": "20", "b": "30"}, "0", "fail"),
    ("The growth is 100%.", "100", "(b - a) / a", {"a": "0", "b": "3"}, "0", "unavailable"),
    ("The sum is 50.", "50", "a + ", {"a": "50"}, "0", "unavailable"),
    ("The result is -12.", "-12", "a - b", {"a": "3", "b": "15"}, "0", "pass"),
    ("It fell by 12.", "-12", "a - b", {"a": "3", "b": "15"}, "0", "pass"),
    ("Sie beträgt 2,5 Mio. Euro.", "2500000", "a * b", {"a": "5", "b": "500000"}, "0", "pass"),
)

NOTHING: Final = (
    "The manager signs the form.",
    "Der Leiter unterschreibt.",
    "Call room 12 at 9 am.",
    "The fee is $40 per person.",
    "料金は500円です。",
    "Le tarif est de 40 € par jour.",
)


def outcome(sample: Sample, expect: Expect | None = None) -> str:
    context = Context(id="c1", text=sample.context)
    case = Case(
        id="x",
        question=sample.question,
        answer=sample.answer,
        contexts=(context,),
        expect=expect or Expect(),
    )
    return GateResult.of(check_calculations(Subject(case))).outcome


@pytest.mark.parametrize("sample", RIGHT, ids=[one.name for one in RIGHT])
def test_a_right_result_passes(sample: Sample) -> None:
    quiet = sample.name.startswith("nothing")
    assert outcome(sample) in (("pass", "not_applicable") if quiet else ("pass",))


@pytest.mark.parametrize("sample", WRONG, ids=[one.name for one in WRONG])
def test_a_wrong_result_fails(sample: Sample) -> None:
    assert outcome(sample) == "fail"


@pytest.mark.parametrize(
    ("answer", "claimed", "formula", "values", "tolerance", "wanted"), DECLARED
)
def test_declared(
    answer: str, claimed: str, formula: str, values: dict[str, str], tolerance: str, wanted: str
) -> None:
    declared = Calculation(claimed=claimed, formula=formula, values=values, tolerance=tolerance)
    sample = Sample("declared", "; ".join(values.values()), answer, "?")
    assert outcome(sample, Expect(calculations=(declared,))) == wanted


@pytest.mark.parametrize("answer", NOTHING)
def test_nothing_to_calculate(answer: str) -> None:
    assert outcome(Sample("nothing", "The manager signs.", answer, "?")) == "not_applicable"
