"""Texts made to be slow: what tracing their numbers takes grows as the texts do."""

from __future__ import annotations

import pytest
from line_count import lines_run

from adjudge_engine.case import Case, Context
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.numbers.reading.fold import fold
from adjudge_engine.numbers.reading.scan import scan
from adjudge_engine.numbers.reading.window import Window
from adjudge_engine.subject import Subject

SIZE = 180
#: Twice the text may take so many times the lines: a little more than twice, by no means four.
MOST = 2.6


def subject(answer: str, context: str) -> Subject:
    prepared = Subject(Case(id="g", answer=answer, contexts=(Context(id="c", text=context),)))
    assert prepared.claims is not None
    return prepared


def lines(piece: str, place: str, size: int) -> int:
    text = (piece * (size // len(piece) + 1))[:size]
    answer = text if place != "context" else "Take 7 mg."
    context = text if place != "answer" else "5 mg"
    prepared = subject(answer, context)
    return lines_run(lambda: check_numbers(prepared))


@pytest.mark.parametrize(
    ("piece", "place"),
    [
        ("1.", "answer"),
        ("[1,", "answer"),
        ("5°", "answer"),
        ("1/", "answer"),
        ("-5-", "answer"),
        ("twenty-", "answer"),
        ("½", "answer"),
        ("1 ", "both"),
        ("9,", "both"),
    ],
)
def test_many_equal_figures_take_as_much_longer_as_they_are_more(piece: str, place: str) -> None:
    lines(piece, place, 20)  # what is compiled or filled once is no part of the growth
    once, twice = lines(piece, place, SIZE), lines(piece, place, 2 * SIZE)
    assert once > 2_000
    assert twice <= MOST * once, (once, twice)


@pytest.mark.parametrize("piece", ["1, ", "12-", "7 "])
def test_all_places_of_a_long_run_are_read_about_once(piece: str) -> None:
    def read(count: int) -> None:
        text = piece * count
        window = Window(text, fold(text))
        for at in range(0, len(text), len(piece)):
            window.numbers_at(at, at + len(piece.rstrip(" ,-")))

    read(4)
    assert lines_run(lambda: read(800)) <= MOST * lines_run(lambda: read(400))


@pytest.mark.parametrize("piece", ["1, ", "7 ", "12 and 13, ", "in 3 of 40 boxes, "])
def test_a_place_reads_the_same_in_a_stretch_as_in_the_whole_text(piece: str) -> None:
    text = piece * 60 + "end."
    window = Window(text, fold(text))
    whole = scan(text)
    assert len(whole) >= 60
    for number in whole:
        digits = next(at for at in range(number.start, number.end) if text[at].isdigit())
        end = digits + 1
        while text[end].isdigit():
            end += 1
        assert number in window.numbers_at(digits, end)


@pytest.mark.parametrize("piece", ["1.", "1 ", "½ ", "5°"])
def test_no_number_of_a_hostile_text_passes_for_want_of_looking(piece: str) -> None:
    checks = check_numbers(subject(piece * 400, "Take 77 mg."))
    assert checks
    assert all(check.outcome != "pass" for check in checks)
