"""Stated calculations cost in proportion to the text, and what is not read is said to be open."""

from __future__ import annotations

from functools import partial

import pytest
from line_count import lines_run

from adjudge_engine.case import Case, Context
from adjudge_engine.gates.calculations import check_calculations
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.numbers.stating.readings import Readings
from adjudge_engine.numbers.stating.stated import may_state, read_claim
from adjudge_engine.subject import Subject

#: Twice the text may cost this many times the lines.
MOST = 2.6
BAITS = (
    "in total 5 ",
    "1 + 1 = ",
    "€5 + €6 = ",
    "5 % of ",
    "1 + ",
    "半年",
    "9 beds and 8 beds, a total of 17, ",
    "The hall has 9 beds and the barn 8, a total of 17. ",
)


def subject_of(text: str, context: str) -> Subject:
    case = Case(id="g", answer=text, contexts=(Context(id="c", text=context),))
    subject = Subject(case)
    assert subject.claims is not None
    assert subject.answer_numbers is not None
    return subject


def repeated(piece: str, size: int) -> str:
    return (piece * (size // len(piece) + 1))[:size]


@pytest.mark.parametrize("piece", BAITS)
def test_the_gate_is_linear_in_the_answer(piece: str) -> None:
    counts = []
    for size in (8_000, 16_000):
        subject = subject_of(repeated(piece, size), "5 mg")
        counts.append(lines_run(partial(check_calculations, subject)))
    assert counts[1] <= MOST * counts[0] + 2_000


@pytest.mark.parametrize("piece", BAITS[:5])
def test_tracing_calculations_is_linear_in_the_answer(piece: str) -> None:
    counts = []
    for size in (750, 1_500):
        text = repeated(piece, size)
        subject = subject_of(text, text)
        counts.append(lines_run(partial(check_numbers, subject)))
    assert counts[1] <= MOST * counts[0] + 2_000


def codes(answer: str) -> list[str]:
    return [check.code for check in check_calculations(subject_of(answer, "5 mg"))]


def test_what_is_beyond_the_budget_is_unclear_and_no_pass() -> None:
    answer = repeated("in total 5 ", 60_000)
    assert "operands_unclear" in codes(answer)


def test_what_is_too_long_to_read_is_unclear() -> None:
    long = "We saw " + "a word and " * 600 + "4 + 5 = 11"
    assert codes(long) == ["operands_unclear"]
    assert codes("We saw " + "a word and " * 600 + "5 mg") == []


def test_a_claim_with_very_many_results_is_cut() -> None:
    reading = read_claim("in total 5 " * 300)
    assert reading.cut is not None
    assert read_claim("A total of 5 and 6.").cut is None


@pytest.mark.parametrize(
    "claim",
    [
        "Take 5 mg 3 times a day.",
        "Take 5 mg three times daily",
        "Take 5 mg twice a week.",
        "The bus runs 12 times per hour",
        "It was tested 4 times.",
    ],
)
def test_how_often_something_is_done_states_nothing(claim: str) -> None:
    assert not may_state(claim.lower())


@pytest.mark.parametrize(
    "claim", ["5 times 3 is 15.", "The hall is 3 times as big as the barn.", "twice as many as 4"]
)
def test_times_may_still_state_something(claim: str) -> None:
    assert may_state(claim.lower())


def test_a_claim_is_read_once_for_all() -> None:
    subject = subject_of("Oak has 4 beds and ash 5, a total of 9 beds.", "beds: 4, 5, 9")
    claim = subject.claims[0]
    reading = subject.readings.of(claim.text, claim.start)
    check_numbers(subject)
    check_calculations(subject)
    assert subject.readings.of(claim.text, claim.start) is reading
    assert Readings().of(claim.text, 0) == reading
