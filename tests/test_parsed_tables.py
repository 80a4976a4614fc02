"""Tables of all formats: HTML laid out on a grid, and no two cells on one place."""

from __future__ import annotations

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.case import Cell
from adjudge_engine.reading.parsed import html
from adjudge_engine.reading.parsed.grid import table
from adjudge_engine.reading.parsed.html import html_tables
from adjudge_engine.reading.problems import Problem


def laid_out(text: str) -> list[list[tuple[int, int, int, int, str]]]:
    return [
        [(one.row, one.column, one.row_span, one.col_span, one.text) for one in cells]
        for cells in html_tables(text, "x")
    ]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        (
            '<table><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>',
            [(0, 0, 2, 1, "a"), (0, 1, 1, 1, "b"), (1, 1, 1, 1, "c")],
        ),
        (
            "<TABLE><TR><TH COLSPAN = '2'>a<TR><TD>b<TD>c",
            [(0, 0, 1, 2, "a"), (1, 0, 1, 1, "b"), (1, 1, 1, 1, "c")],
        ),
        (
            "<table><thead><tr><th rowspan=9>a</th></tr></thead><tbody><tr><td>b</td></tr></table>",
            [(0, 0, 1, 1, "a"), (1, 0, 1, 1, "b")],
        ),
        (
            "<table><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d</table>",
            [(0, 0, 3, 1, "a"), (0, 1, 1, 1, "b"), (1, 1, 1, 1, "c"), (2, 1, 1, 1, "d")],
        ),
        (
            "<table><tr><td>H<sub>2</sub>O&nbsp;&amp;<br>more<td title='a > b'>5 &lt; 6</table>",
            [(0, 0, 1, 1, "H2O\xa0& more"), (0, 1, 1, 1, "5 < 6")],
        ),
        (
            "<table><tr><td>out <table><tr><td>in</td></tr></table> end<td>x</table>",
            [(0, 0, 1, 1, "out in end"), (0, 1, 1, 1, "x")],
        ),
        (
            "<table><tr><td>a<script>document.write('<td>evil')</script><!-- <td>no --></table>",
            [(0, 0, 1, 1, "a")],
        ),
        ('<table><tr><td width=5">a<td colspan=0>b', [(0, 0, 1, 1, "a"), (0, 1, 1, 1, "b")]),
        ("<table><tr><td>العمود<td>", [(0, 0, 1, 1, "العمود"), (0, 1, 1, 1, "")]),
    ],
)
def test_html(text: str, cells: list[tuple[int, int, int, int, str]]) -> None:
    assert laid_out(text) == [cells]


def test_several_tables_and_none() -> None:
    one = "<table><tr><td>a</td></tr></table>"
    assert [[cell[4] for cell in cells] for cells in laid_out(one + "<p>x</p>" + one)] == [
        ["a"],
        ["a"],
    ]
    assert laid_out("<table></table>") == laid_out("a < b & c") == laid_out("") == []


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Z")), max_size=6)


@given(st.lists(st.lists(WORDS, min_size=3, max_size=3), min_size=1, max_size=4))
def test_a_plain_grid_comes_back(rows: list[list[str]]) -> None:
    text = "".join(
        f"<tr>{''.join(f'<td>{escape(word)}</td>' for word in row)}</tr>" for row in rows
    )
    (cells,) = laid_out(f"<table>{text}</table>")
    wanted = [(r, c, 1, 1, word) for r, row in enumerate(rows) for c, word in enumerate(row)]
    assert cells == wanted


@given(st.text(st.sampled_from("<>\"'/ abtdrle=&#;0-9!x"), max_size=60))
def test_any_html_gives_cells_that_a_table_can_hold(text: str) -> None:
    for cells in html_tables("<table><tr><td rowspan=3>" + text, "x"):
        found, _ = table("t", None, cells)
        assert len(found.cells) == len(cells) or found.unreadable


@pytest.mark.parametrize(
    "bait",
    ["<a \"' ", "<!-- <a=", "<td rowspan='", "&#" + "9" * 5000, "<table><tr><td>", "<td '\">"],
)
def test_baits_end(bait: str) -> None:
    html_tables("<table><tr><td>" + (bait * 20_000)[:400_000], "x")


def test_merged_cells_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "MAX_MERGED_ROWS", 50)
    text = "<table><tr>" + "<td rowspan=9>x" * 6 + "<tr><td>y" * 9
    with pytest.raises(Problem, match="its merged cells reach over 50 rows"):
        html_tables(text, "x")
    with pytest.raises(Problem, match="more than 20,000 columns"):
        html_tables("<table><tr>" + "<td colspan=999>x" * 30, "x")


AREAS = st.builds(
    Cell,
    row=st.integers(0, 5),
    column=st.integers(0, 5),
    row_span=st.integers(1, 4),
    col_span=st.integers(1, 4),
)


@given(st.lists(AREAS, max_size=8, unique=True))
def test_overlaps_are_found_whatever_the_order(cells: list[Cell]) -> None:
    places = [
        (row, column)
        for cell in cells
        for row in range(cell.row, cell.row + cell.row_span)
        for column in range(cell.column, cell.column + cell.col_span)
    ]
    shuffled = sorted(cells, key=lambda one: one.model_dump_json()[::-1])
    for given_in in (cells, shuffled):
        found, _ = table("t", 1, given_in)
        assert (found.unreadable is not None) == (len(set(places)) < len(places))
        assert list(found.cells) == sorted(found.cells, key=lambda one: (one.row, one.column))


def test_a_span_ends_with_the_stated_table_unless_cells_begin_further_out() -> None:
    wide = Cell(row=0, column=0, col_span=5, row_span=3, text="a")
    (only,) = table("t", 1, [wide], size=(2, 3))[0].cells
    assert (only.row_span, only.col_span) == (2, 3)
    found, text = table("t", 1, [wide, Cell(row=4, column=3, text="b")], size=(2, 3))
    assert (found.cells[0].row_span, found.cells[0].col_span) == (3, 4)
    assert text == "a\nb"
