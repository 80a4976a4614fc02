"""Rows of columns in a window that is too narrow for all of them."""

from __future__ import annotations

from adjudge_tui.display import cut


def fit(row: str, cells: int) -> str:
    """`cut`, but without an ellipsis where it is between two columns that the row ends.

    Columns are parted by two blanks at least; an ellipsis behind a whole word would say that
    more of it was to come.
    """
    short = cut(row, cells)
    if short != row and row[len(short) - 1 : len(short) + 1].isspace():
        return short[:-1]
    return short
