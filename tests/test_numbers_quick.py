"""The quick reading of usual numbers gives what the whole reading gives, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.quick import read_quickly
from adjudge_engine.numbers.reading.scan import prepare, read_whole, scan

_WORDS = st.sampled_from(
    """
    take Take Torvane 20 3.5 USD for of the to about fell rose by over than May may
    March step passage yüzde rs Rs a an dose lasts some nearly is was in until page
    version minus maximum down up days mg pounds million percent may per each every
    hours deg degrees dozen points people de mayo of-the years a.m. and or to-day
    """.split()  # noqa: SIM905
)
_BEHIND = st.sampled_from(
    ["", " ", ".", ". ", ",", ")", "\n", "-", "/", " /", " per ", " an ", "%", " %", " % "]
)


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, int, int]:
    """A text of words around one figure, and where its digits stand."""
    before = " ".join(draw(st.lists(_WORDS, min_size=3, max_size=8)))
    digits = draw(
        st.sampled_from(["5", "12", "31", "500", "1999", "2200", "0", "007", "12345", "2.5"])
    )
    behind = draw(_BEHIND) + " ".join(draw(st.lists(_WORDS, max_size=4))) + draw(_BEHIND)
    gap = draw(st.sampled_from([" ", " ", " ", "; ", "  ", "\n", ""]))
    text = before + gap + digits + behind
    start = len(before) + len(gap)
    return text, start, start + len(digits)


@given(texts())
@settings(max_examples=200, deadline=None)
def test_it_reads_what_the_whole_reading_reads(sample: tuple[str, int, int]) -> None:
    reads_alike(sample)


@pytest.mark.stress
@given(texts())
@settings(max_examples=6_000, deadline=None)
def test_it_reads_what_the_whole_reading_reads_for_long(sample: tuple[str, int, int]) -> None:
    reads_alike(sample)


def reads_alike(sample: tuple[str, int, int]) -> None:
    """What is read quickly at all must be what reading all of it gives."""
    text, start, end = sample
    prepared = prepare(text)
    quick = read_quickly(prepared, start, end)
    if quick is not None:
        assert quick == read_whole(prepared, start, end)


@pytest.mark.parametrize(
    ("text", "unit", "noun"),
    [
        ("Please take it for 5 days.", "day", ""),
        ("The old hall can seat 512 people now", "", "people"),
        ("It was sold in the year to 12, or so", "", ""),
    ],
)
def test_usual_numbers_are_read(text: str, unit: str, noun: str) -> None:
    (number,) = scan(text)
    start = text.index(number.text.split()[0])
    digits = len(number.text.split()[0])
    assert isinstance(number, Number)
    read = read_quickly(prepare(text), start, start + digits)
    if "to 12" in text:
        assert read is None  # "to" may set a bound
    else:
        assert read == number
        assert (read.unit, read.noun) == (unit, noun)
