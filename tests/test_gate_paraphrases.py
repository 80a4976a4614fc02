"""Right paraphrases that no gate may stop, each beside a wrong one that some gate must."""

from __future__ import annotations

import pytest
from siblings_table import Sample, right_answers, wrong_answers

from adjudge_engine.case import Case, Context
from adjudge_engine.dates.find import find_dates
from adjudge_engine.dates.opening import shortened_day
from adjudge_engine.evaluation import GateResult
from adjudge_engine.gates.calculations import check_calculations
from adjudge_engine.gates.dates import check_dates
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.subject import Subject

GATES = (check_numbers, check_calculations, check_dates)
RIGHT, WRONG = right_answers("paraphrases"), wrong_answers("paraphrases")


def outcomes(context: str, answer: str) -> set[str]:
    case = Case(id="x", answer=answer, contexts=(Context(id="c1", text=context),))
    subject = Subject(case)
    return {GateResult.of(check(subject)).outcome for check in GATES}


@pytest.mark.parametrize("sample", RIGHT, ids=[one.name for one in RIGHT])
def test_a_right_paraphrase_passes(sample: Sample) -> None:
    assert outcomes(sample.context, sample.answer) <= {"pass", "not_applicable"}


@pytest.mark.parametrize("sample", WRONG, ids=[one.name for one in WRONG])
def test_a_wrong_one_does_not_pass(sample: Sample) -> None:
    assert outcomes(sample.context, sample.answer) & {"fail", "unavailable"}


@pytest.mark.parametrize(
    "answer",
    ["Take 2 in the evening.", "Schritt 1. Urlaub nehmen.\n2. Mai abwarten.", "It costs 5 euros."],
)
def test_no_hour_and_no_day(answer: str) -> None:
    subject = Subject(Case(id="x", answer=answer, contexts=(Context(id="c1", text="None."),)))
    assert check_dates(subject) == []


@pytest.mark.parametrize(
    ("day", "found"), [("Monday", "Mon"), ("Friday", "Fri"), ("Tuesday", None)]
)
def test_the_ends_of_shortened_days_are_said(day: str, found: str | None) -> None:
    text = "Desk: Mon–Fri, 9 to 5"
    span = shortened_day(find_dates(day)[0], text)
    assert (text[slice(*span)] if span else None) == found
