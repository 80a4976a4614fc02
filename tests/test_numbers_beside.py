"""Figures and dates said of what stands beside, or with another bound, partner, purpose or part."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from siblings_table import Sample, right_answers, wrong_answers

from adjudge_engine.case import Case, Context
from adjudge_engine.evaluation import GateResult
from adjudge_engine.gates.dates import check_dates
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.numbers.binding.statements import statements
from adjudge_engine.subject import Subject

RIGHT, WRONG = right_answers("beside"), wrong_answers("beside")
RIGHT_DATES, WRONG_DATES = right_answers("dates_beside"), wrong_answers("dates_beside")
PASSES = ("pass", "not_applicable")


def subject(sample: Sample) -> Subject:
    contexts = (Context(id="c1", text=sample.context),)
    case = Case(id="x", question=sample.question, answer=sample.answer, contexts=contexts)
    return Subject(case)


@pytest.mark.parametrize("sample", RIGHT, ids=[one.name for one in RIGHT])
def test_a_figure_of_the_thing_itself_passes(sample: Sample) -> None:
    assert GateResult.of(check_numbers(subject(sample))).outcome in PASSES


@pytest.mark.parametrize("sample", WRONG, ids=[one.name for one in WRONG])
def test_a_figure_of_what_stands_beside_fails(sample: Sample) -> None:
    assert GateResult.of(check_numbers(subject(sample))).outcome == "fail"


@pytest.mark.parametrize("sample", RIGHT_DATES, ids=[one.name for one in RIGHT_DATES])
def test_a_date_of_the_thing_itself_passes(sample: Sample) -> None:
    assert GateResult.of(check_dates(subject(sample))).outcome in PASSES


@pytest.mark.parametrize("sample", WRONG_DATES, ids=[one.name for one in WRONG_DATES])
def test_a_date_of_what_stands_beside_fails(sample: Sample) -> None:
    assert GateResult.of(check_dates(subject(sample))).outcome == "fail"


@pytest.mark.parametrize(
    ("text", "figure", "said"),
    [
        ("Cooks pay 7 euros, guests 9.", "9", ["Cooks pay 7 euros", "guests 9."]),
        ("Day: 7. Night: 9.", "7", ["Day: 7", "Night: 9."]),
        ("By the age of 12, boys weigh 40 kg.", "40", ["By the age of 12, boys weigh 40 kg."]),
        ("In May, Ida paid 7, which is much, Otto 9.", "9", ["which is much, Otto 9."]),
        ("Ida paid 7.\n\nOtto paid 9.", "9", ["Otto paid 9."]),
    ],
)
def test_each_statement_has_its_figure(text: str, figure: str, said: list[str]) -> None:
    at = text.rindex(figure)
    found = [
        text[one.start : one.end].strip(" ,") for one in statements(text, at, at + len(figure))
    ]
    assert found[-len(said) :] == said


@given(st.text("7 8,.;\n()aA\u3002\ud800\u202e", max_size=900), st.data())
def test_statements_are_in_order_and_apart(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 9)))
    found = statements(text, start, end)
    assert all(0 <= one.start <= one.end <= len(text) for one in found)
    assert all(one.end <= two.start for one, two in pairwise(found))
