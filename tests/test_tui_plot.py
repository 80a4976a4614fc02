"""Curves and intervals of characters: never wider than asked for, and where the values say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from adjudge_tui.widgets.plot import Axis, Canvas, Dot, bar, columns, plot, round_up, scale

SHARES = Axis(0.0, 1.0, "0 %", "100 %", "let through")
_NUMBERS = st.floats(-2, 3, allow_nan=False)
_DOTS = st.lists(
    st.builds(
        Dot, _NUMBERS, _NUMBERS, st.one_of(st.none(), _NUMBERS), st.one_of(st.none(), _NUMBERS)
    ),
    max_size=30,
)


@given(_DOTS, st.integers(20, 100), st.integers(4, 20))
def test_a_plot_has_the_size_that_is_asked_for(dots: list[Dot], width: int, height: int) -> None:
    marks = {"◆": dots[0]} if dots else {}
    lines = plot(dots, (width, height), SHARES, SHARES, marks=marks, levels=[0.3], uprights=[0.7])
    assert len(lines) == height
    assert max(map(cell_len, lines)) <= width
    assert ("◆" in "".join(lines)) == bool(dots)


def test_a_step_stands_where_its_values_are() -> None:
    dots = [Dot(0.0, 0.0), Dot(0.5, 1.0), Dot(1.0, 1.0)]
    assert plot(dots, (27, 6), SHARES, SHARES) == [
        "100 % ┤          ⡏⠉⠉⠉⠉⠉⠉⠉⠉⠉",
        "      │          ⡇",
        "      │          ⡇",
        "  0 % ┤⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⡇",
        "      └────────────────────",
        "       0 %            100 %",
    ]


def test_levels_and_uprights_are_told_from_the_curve_by_their_shape() -> None:
    lines = plot(
        [Dot(0.0, 0.1), Dot(1.0, 0.1)], (40, 9), SHARES, SHARES, levels=[0.8], uprights=[0.5]
    )
    assert sum(line.count("╌") for line in lines) > 5
    assert sum("┊" in line for line in lines) >= 5
    assert any("⠤" in line or "⣀" in line or "⠒" in line or "⠉" in line for line in lines)


@given(
    st.one_of(st.none(), st.floats(0, 1)),
    st.one_of(st.none(), st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted).map(tuple)),
    st.integers(2, 60),
)
def test_a_bar_is_as_long_as_asked_for(
    value: float | None, between: tuple[float, float] | None, width: int
) -> None:
    drawn = bar(value, between, 1.0, width)
    assert cell_len(drawn) == width
    assert ("◆" in drawn) == (value is not None)


def test_a_bar_shows_value_and_interval() -> None:
    assert bar(0.5, (0.25, 0.75), 1.0, 9) == "··├━◆━┤··"
    assert bar(0.0, (0.0, 0.5), 1.0, 9) == "◆━━━┤····"
    assert bar(0.1, None, 1.0, 5) == "◆····"
    assert bar(None, (0.1, 0.2), 1.0, 5) == "     "


@pytest.mark.parametrize(
    ("value", "top"), [(0.0, 0.05), (0.05, 0.05), (0.07, 0.1), (0.3, 0.5), (0.51, 1.0)]
)
def test_the_top_of_an_axis(value: float, top: float) -> None:
    assert round_up(value) == top


def test_wide_characters_keep_their_columns() -> None:
    assert columns(("見逃し", "1"), (8, 3)) == "見逃し      1"
    assert columns(("pass", "12"), (8, 3)) == "pass       12"
    assert cell_len(scale("0 %", "50 %", 20)) == 20
    canvas = Canvas(2, 1)
    canvas.over(9, 9, "x")  # beyond the edge nothing is drawn, and nothing fails
    canvas.dot(-1, 0)
    assert canvas.rows() == ["  "]
