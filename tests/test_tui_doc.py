"""Wrapping and marks: no character is lost, no row is too wide, every overlap is found."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import get_character_cell_size

from adjudge_tui.desk.doc import DocBuilder, Lines, Mark, MarkIndex, sorted_marks
from adjudge_tui.desk.finding import find
from adjudge_tui.display import display_safe

_TEXT = st.text(st.sampled_from("ab c d\n日本、。é👩\u200d👧\ufe0f\u0301[]"), max_size=120)


@settings(max_examples=100, deadline=None)
@given(_TEXT | st.text(max_size=80), st.integers(2, 30))
def test_rows_hold_everything_but_the_blank_at_a_break(text: str, width: int) -> None:
    text = display_safe(text)
    lines = Lines(text, width)
    end = 0
    for number in range(len(lines)):
        start, stop = lines[number]
        assert text[end:start] in ("", " ", "\n")
        assert "\n" not in text[start:stop]
        assert sum(map(get_character_cell_size, text[start:stop])) <= width
        end = stop
    assert end == len(text)


@settings(max_examples=60, deadline=None)
@given(_TEXT, st.integers(2, 20), st.integers(0, 200))
def test_the_line_of_an_offset_holds_it(text: str, width: int, offset: int) -> None:
    lines = Lines(text, width)
    offset = min(offset, len(text))
    number = lines.at(offset)
    assert lines[number][0] <= offset
    assert number == len(lines) - 1 or offset < lines[number + 1][0]


def test_words_stay_whole_and_long_ones_are_cut() -> None:
    text = "alpha beta " + "x" * 25
    lines = Lines(text, 10)
    rows = [text[slice(*lines[number])] for number in range(len(lines))]
    assert rows == ["alpha beta", "x" * 10, "x" * 10, "x" * 5]


def test_japanese_breaks_anywhere_but_before_a_full_stop() -> None:
    text = "電力網の売上。伸びた"
    lines = Lines(text, 12)
    rows = [text[slice(*lines[number])] for number in range(len(lines))]
    assert rows == ["電力網の売", "上。伸びた"]


def test_a_family_of_emoji_is_not_torn_apart() -> None:
    family = "👩\u200d👩\u200d👧\u200d👦"
    text = family * 3 + "👍🏽" * 2
    lines = Lines(text, 11)
    rows = [text[slice(*lines[number])] for number in range(len(lines))]
    assert rows == [family, family, family + "👍🏽", "👍🏽"]


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(1, 20)), max_size=12),
    st.integers(0, 50),
    st.integers(1, 10),
)
def test_every_overlapping_mark_is_found(
    spans: list[tuple[int, int]], start: int, length: int
) -> None:
    marks = sorted_marks(Mark(at, at + size, "link") for at, size in spans)
    found = list(MarkIndex(marks).overlapping(start, start + length))
    wanted = [mark for mark in marks if mark.start < start + length and mark.end > start]
    assert sorted(found, key=lambda m: (m.start, m.end)) == sorted(
        wanted, key=lambda m: (m.start, m.end)
    )


def test_a_builder_knows_where_it_is() -> None:
    out = DocBuilder()
    out.line("head", "heading")
    at = out.write("body", "link")
    doc = out.build()
    assert doc.text == "head\nbody"
    assert doc.text[at : at + 4] == "body"
    assert [doc.text[m.start : m.end] for m in doc.marks] == ["head", "body"]


def test_finding_is_literal_and_ignores_capitals() -> None:
    hits = find("a.b", {"answer": "A.B axb", "evidence": "a.b"})
    assert hits.places == (("answer", 0, 3), ("evidence", 0, 3))
    assert find("", {"answer": "x"}).places == ()
    assert find("(((", {"answer": "x(((y"}).places == (("answer", 1, 4),)
