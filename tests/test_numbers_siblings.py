"""The numbers gate on right and wrong answers of every kind, in nine languages and more."""

from __future__ import annotations

import pytest
from siblings_table import Sample, right_answers, wrong_answers

from adjudge_engine.case import Case, Context, Expect
from adjudge_engine.evaluation import GateResult
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.subject import Subject

RIGHT = right_answers("numbers")
WRONG = wrong_answers("numbers")


def outcome(sample: Sample, allowed: tuple[str, ...] = ()) -> str:
    context = Context(id="c1", text=sample.context)
    expect = Expect(allowed_numbers=allowed)
    case = Case(
        id="x",
        question=sample.question,
        answer=sample.answer,
        contexts=(context,),
        expect=expect,
    )
    return GateResult.of(check_numbers(Subject(case))).outcome


@pytest.mark.parametrize("sample", RIGHT, ids=[one.name for one in RIGHT])
def test_a_right_answer_passes(sample: Sample) -> None:
    assert outcome(sample) in ("pass", "not_applicable")


@pytest.mark.parametrize("sample", WRONG, ids=[one.name for one in WRONG])
def test_a_wrong_answer_fails(sample: Sample) -> None:
    assert outcome(sample) == "fail"


@pytest.mark.parametrize(
    ("answer", "allowed"),
    [
        ("Dial 911 for help.", "911"),
        ("Wählen Sie im Notfall die 110.", "110"),
        ("Il faut garder 1 500 euros.", "1500"),
        ("緊急時は119番に電話します。", "119"),
        ("The limit is 2,000 words.", "2000"),
    ],
)
def test_an_allowed_number_passes_and_only_that_one(answer: str, allowed: str) -> None:
    sample = Sample("allowed_number", "There is a number to call, and a limit.", answer, "?")
    assert outcome(sample, (allowed,)) == "pass"
    assert outcome(sample, (allowed + "7",)) == "fail"
