"""What the numbers of a text come to: no value that equals one of them is ever ruled out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.numbers.reading.scan import numbers_of, prepare
from adjudge_engine.numbers.worded.spoken import iter_spoken
from adjudge_engine.text.normalise import normalise
from adjudge_engine.text.quantities import Valued, first_written_in, written_in
from adjudge_engine.text.sizes import Sizes, may_count


def _sizes(text: str) -> Sizes:
    prepared = prepare(text)
    return Sizes((*numbers_of(prepared), *iter_spoken(prepared)))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Take 0.5 g now.", "500 mg"),
        ("Wait 2 weeks now.", "14 days"),
        ("It is 41 °F here.", "5 °C"),
        ("It costs $1.5 million now.", "1,500,000 dollars"),
        ("Half of it is paid.", "50 %"),
        ("It seats twelve people.", "12 people"),
        ("Wait a dozen days.", "12 days"),
        ("Es dauert sechs Wochen.", "42 days"),
        ("It is 12.500 here.", "12500"),
        ("Nothing.", "five or 6"),
    ],
)
def test_what_may_be_there(text: str, value: str) -> None:
    assert _sizes(text).may_hold(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Take 250 mg for 5 days.", "7919 mg"),
        ("Take 250 mg for 5 days.", "9 full days"),
        ("Wait 2 weeks.", "13 days"),
        ("Take 5 mg.", "5 days"),
        ("Nothing.", "5"),
    ],
)
def test_what_cannot_be_there(text: str, value: str) -> None:
    assert not _sizes(text).may_hold(value)


_NUMBERS = st.sampled_from(
    ["5", "0.5", "500", "1,500", "1.500", "14", "2", "24", "half", "two", "12", "dozen", "50", "41"]
)
_UNITS = st.sampled_from(
    ["", " mg", " g", " kg", " days", " weeks", " months", " years", " %", " °C", " °F", " million",
     " miles", " km", "kg", " mg daily", " euros"]
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(_NUMBERS, _UNITS), min_size=1, max_size=3), _NUMBERS, _UNITS)
def test_what_is_there_is_never_ruled_out(
    said: list[tuple[str, str]], number: str, unit: str
) -> None:
    text = "It is " + " or else ".join(a + b for a, b in said) + " now."
    if next(Valued(normalise(text)).equals(normalise(number + unit)), None) is not None:
        assert _sizes(text).may_hold(number + unit)


@settings(max_examples=200, deadline=None)
@given(st.text("a1 -.,é日$", max_size=12), st.text("a1 -日", min_size=1, max_size=3))
def test_the_first_place_is_the_first_of_all(text: str, needle: str) -> None:
    hay = normalise(text, fold_case=True)
    wanted = normalise(needle, fold_case=True).text
    first = first_written_in(hay, wanted)
    if first is not None:
        assert first == next(written_in(hay, wanted))


def test_what_may_count() -> None:
    for text in ("twelve", "Twenty-one days", "zwei", "dreihundert Euro", "7", "fünf", "a dozen"):
        assert may_count(text)
    for text in ("", "none", "doctor", "written consent"):
        assert not may_count(text)
