"""Tables: cells laid out on a grid where no two cover the same place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from heapq import heappop, heappush
from typing import Any, Final

from adjudge_engine.case import Cell
from adjudge_engine.reading.parsed.shape import text_at, whole_at
from adjudge_engine.source import Table

MAX_ROWS: Final = 10_000_000
MAX_COLUMNS: Final = 20_000


def cell_at(
    value: dict[str, Any], field: str, names: tuple[str, str, str, str, str], first: int = 0
) -> Cell:
    """The cell in `value`; `names` are its members for row, column, both spans and the text.

    `first` is the number of the first row and column. A missing span is 1. Raises Problem.
    """
    row, column, row_span, col_span, text = names
    return Cell(
        row=whole_at(value, row, field, least=first, most=MAX_ROWS) - first,
        column=whole_at(value, column, field, least=first, most=MAX_COLUMNS) - first,
        row_span=whole_at(value, row_span, field, least=1, most=MAX_ROWS, otherwise=1),
        col_span=whole_at(value, col_span, field, least=1, most=MAX_COLUMNS, otherwise=1),
        text=text_at(value, text, field),
    )


def table(
    name: str,
    page: int | None,
    cells: Iterable[Cell],
    *,
    size: tuple[int, int] | None = None,
    last_page: int | None = None,
) -> tuple[Table, str]:
    """The table of these cells, by row and column, and its text.

    A cell given twice counts once. Where the format states the table's `size` (rows, columns),
    a span ends there, as in HTML, unless cells begin further out. Two cells on one place make the
    whole table unreadable, since nobody can tell which one a citation means.
    """
    listed = sorted(dict.fromkeys(cells), key=lambda one: (one.row, one.column))
    text = rows_text(listed)
    if size is not None:
        listed = _within(listed, size)
    place = _overlap(listed)
    if place is None:
        return Table(id=name, page=page, last_page=last_page, cells=tuple(listed)), text
    reason = f"two of its cells cover row {place[0]}, column {place[1]}"
    return Table(id=name, page=page, last_page=last_page, unreadable=reason), text


def rows_text(cells: Iterable[Cell]) -> str:
    """The texts of sorted cells: a line for each row, its cells parted by tabs."""
    rows: dict[int, list[str]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell.text)
    lines = ("\t".join(row) for row in rows.values() if any(row))
    return "\n".join(lines)


def _within(cells: list[Cell], size: tuple[int, int]) -> list[Cell]:
    rows = max(size[0], cells[-1].row + 1) if cells else 0
    columns = max(size[1], max((cell.column for cell in cells), default=0) + 1)
    return [
        cell
        if cell.row + cell.row_span <= rows and cell.column + cell.col_span <= columns
        else cell.model_copy(
            update={
                "row_span": min(cell.row_span, rows - cell.row),
                "col_span": min(cell.col_span, columns - cell.column),
            }
        )
        for cell in cells
    ]


def _overlap(cells: list[Cell]) -> tuple[int, int] | None:
    """A place that two of the sorted cells cover, or None: a sweep over the rows."""
    starts: list[int] = []
    merged: list[Cell] = []
    ends: list[tuple[int, int]] = []
    row, edge = -1, 0
    for cell in cells:
        while ends and ends[0][0] <= cell.row:
            at = bisect_left(starts, heappop(ends)[1])
            del starts[at], merged[at]
        if cell.row != row:
            row, edge = cell.row, 0
        right = cell.column + cell.col_span
        at = bisect_right(starts, cell.column)
        before = merged[at - 1].column + merged[at - 1].col_span if at else 0
        if max(edge, before) > cell.column:
            return cell.row, cell.column
        if at < len(starts) and starts[at] < right:
            return cell.row, starts[at]
        edge = right
        if cell.row_span > 1:
            starts.insert(at, cell.column)
            merged.insert(at, cell)
            heappush(ends, (cell.row + cell.row_span, cell.column))
    return None
