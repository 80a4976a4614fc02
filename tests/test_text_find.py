"""Finding with token boundaries, and the nearest miss."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.text.find import find_all, nearest
from adjudge_engine.text.normalise import normalise


def _found(needle: str, text: str) -> list[str]:
    places = find_all(normalise(needle), normalise(text))
    return [text[start:end] for start, end in places]


@pytest.mark.parametrize(
    ("needle", "text"),
    [
        ("2.4M", "$12.4M"),
        ("500 mg", "1500 mg"),
        ("500 mg", "1 500 mg"),
        ("500 mg", "1\u202f500 mg"),
        ("500", "1,500"),
        ("12", "12.4"),
        ("10.", "10.5 million"),
        ("0.5", "10.5"),
        ("10", "10²"),
        ("4 cups", "¾ cups"),
        ("5 %", "−5 %"),
        ("$5", "-$5"),
        ("mg", "5 mgr"),
        ("rest room", "forest room"),
        ("500", "500mg"),
        ("5日以内", "15日以内"),
        ("五日", "十五日"),
        ("500", "500万"),
        ("क", "कि"),
        ("", "anything"),
    ],
)
def test_tokens_are_not_cut(needle: str, text: str) -> None:
    assert _found(needle, text) == []


@pytest.mark.parametrize(
    ("needle", "text", "there"),
    [
        ("12.4M", "It was $12.4M.", ["12.4M"]),
        ("390", "Hall A\t310\t390", ["390"]),
        ("5", "3-5", ["5"]),
        ("2025", "12/31/2025", ["2025"]),
        ("500 people", "in 2020 500 people", ["500 people"]),
        ("日以内", "15日以内", ["日以内"]),
        ("東京", "新東京駅", ["東京"]),
        ("서울", "서울은 크다", ["서울"]),
        ("a b", "a   b, a\nb", ["a   b", "a\nb"]),
        ("“x”", '"x"', ['"x"']),
        ("10", "10.", ["10"]),
    ],
)
def test_whole_tokens_are_found_where_they_stand(needle: str, text: str, there: list[str]) -> None:
    assert _found(needle, text) == there


def test_the_limit_stops_the_search() -> None:
    assert find_all(normalise("a"), normalise("a a a"), 2) == [(0, 1), (2, 3)]
    assert find_all(normalise("a"), normalise("a a"), 0) == []


def test_runs_of_one_letter_are_crossed_at_once() -> None:
    assert find_all(normalise("a"), normalise("a" * 500_000 + " a")) == [(500_001, 500_002)]
    assert find_all(normalise("а"), normalise("а" * 500_000)) == []


@settings(max_examples=100, deadline=None)
@given(st.text("ab1 .,-日", max_size=4), st.text("ab1 .,-日\n", max_size=30))
def test_what_is_found_is_what_was_sought(needle: str, text: str) -> None:
    wanted = normalise(needle)
    for start, end in find_all(wanted, normalise(text)):
        assert normalise(text[start:end]).text == wanted.text


def test_the_nearest_miss_says_what_stands_there() -> None:
    text = "In all it was 12.4 billion pesos, the report says."
    near = nearest(normalise("it was 12.4 million pesos"), normalise(text))
    assert near is not None
    assert text[near[0] : near[1]] == "it was 12.4 billion pesos"
    assert 0.8 < near[2] < 1
    assert nearest(normalise("zzz"), normalise(text)) is None
    assert nearest(normalise(""), normalise(text)) is None
    assert nearest(normalise("x"), normalise("")) is None


def test_the_nearest_miss_is_found_in_a_long_text() -> None:
    text = "filler words of no use. " * 5_000 + "The warranty lasts 36 months." + " more" * 5_000
    near = nearest(normalise("The warranty lasts 24 months."), normalise(text))
    assert near is not None
    assert text[near[0] : near[1]] == "The warranty lasts 36 months."
    kanji = "無関係な文章です。" * 2_000 + "保証期間は三年間とします。" + "終わり。" * 2_000
    near = nearest(normalise("保証期間は二年間とします。"), normalise(kanji))
    assert near is not None
    assert "保証期間は三年間" in kanji[near[0] : near[1]]
