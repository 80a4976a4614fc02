"""A table drawn with lines, merged cells as one: text for a pane, and where each cell stands in it.

Rows and columns without a cell are left out, so that a table costs what it holds, whatever its
numbers. Where there is no room for all columns, the others follow below.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rich.cells import cell_len

from adjudge_tui.desk.doc import Lines

_LEAST: Final = 4  # cells of a column; less cannot be read
_MOST: Final = 40  # cells of a column before others get more
_MEASURED: Final = 200  # characters of a cell that settle its column's width
_PLACES: Final = 400_000  # rows times columns; a table with more of them is mostly empty
#: up, down, left, right → the sign where lines meet.
_JOINTS: Final = {
    (0, 1, 0, 1): "┌", (0, 1, 1, 1): "┬", (0, 1, 1, 0): "┐",
    (1, 1, 0, 1): "├", (1, 1, 1, 1): "┼", (1, 1, 1, 0): "┤",
    (1, 0, 0, 1): "└", (1, 0, 1, 1): "┴", (1, 0, 1, 0): "┘",
    (1, 1, 0, 0): "│", (0, 0, 1, 1): "─",
    (1, 0, 0, 0): "│", (0, 1, 0, 0): "│", (0, 0, 1, 0): "─", (0, 0, 0, 1): "─",
    (0, 0, 0, 0): " ",
}  # fmt: skip


class TableCell(NamedTuple):
    """A cell at its first row and column (from 0); `text` is display-safe."""

    row: int
    column: int
    text: str
    row_span: int = 1
    col_span: int = 1


@dataclass(slots=True)
class Drawn:
    """The table's lines, and cell → the pieces of its text in them as (start, end)."""

    text: str = ""
    spots: dict[tuple[int, int], list[tuple[int, int]]] = field(default_factory=dict)


@dataclass(slots=True)
class _Grid:
    """Cells by place among the rows and columns that there are; -1: no cell."""

    cells: list[TableCell]
    owner: list[list[int]]
    columns: int


def draw(cells: Sequence[TableCell], width: int) -> Drawn:
    """The table in at most `width` cells a line (as far as one column fits)."""
    drawn = Drawn()
    if not cells:
        return drawn
    if len({one.row for one in cells}) * len({one.column for one in cells}) > _PLACES:
        return _listed(cells)
    grid = _grid(cells)
    wanted = _wanted(grid)
    parts: list[str] = []
    at = 0
    for first, last in _groups(wanted, width):
        widths = _fitted(wanted[first:last], width)
        for line in _Painter(grid, first, last, widths, drawn.spots, at).lines():
            parts.append(line)
            at += len(line) + 1
    drawn.text = "\n".join(parts)
    return drawn


def _listed(cells: Sequence[TableCell]) -> Drawn:
    """One line a cell: what is nearly empty cannot be drawn."""
    drawn, parts, at = Drawn(), [], 0
    for cell in cells:
        text = cell.text.replace("\n", " ")
        lead = f"{cell.row}, {cell.column}: "
        start = at + len(lead)
        drawn.spots.setdefault((cell.row, cell.column), []).append((start, start + len(text)))
        parts.append(lead + text)
        at = start + len(text) + 1
    drawn.text = "\n".join(parts)
    return drawn


def _grid(cells: Sequence[TableCell]) -> _Grid:
    kept = list({(one.row, one.column): one for one in reversed(cells)}.values())
    kept.sort(key=lambda one: (one.row, one.column))
    rows = sorted({one.row for one in kept})
    columns = sorted({one.column for one in kept})
    owner = [[-1] * len(columns) for _ in rows]
    for index, one in enumerate(kept):
        owner[bisect_left(rows, one.row)][bisect_left(columns, one.column)] = index
    for index, one in enumerate(kept):
        if one.row_span > 1 or one.col_span > 1:
            _cover(owner, index, one, rows, columns)
    return _Grid(kept, owner, len(columns))


def _cover(
    owner: list[list[int]], index: int, cell: TableCell, rows: list[int], columns: list[int]
) -> None:
    """Let a merged cell have the rectangle of places that no other cell begins at."""
    top, left = bisect_left(rows, cell.row), bisect_left(columns, cell.column)
    right = bisect_left(columns, cell.column + cell.col_span)
    bottom = bisect_left(rows, cell.row + cell.row_span)
    while right > left + 1 and any(one != -1 for one in owner[top][left + 1 : right]):
        right -= 1
    for row in range(top, bottom):
        if any(one not in (-1, index) for one in owner[row][left:right]):
            break
        owner[row][left:right] = [index] * (right - left)


def _wanted(grid: _Grid) -> list[int]:
    """How wide each column would be if there were room."""
    widths = [_LEAST] * grid.columns
    for row in grid.owner:
        for column, index in enumerate(row):
            alone = index >= 0 and grid.cells[index].col_span <= 1
            if alone and widths[column] < _MOST:
                longest = grid.cells[index].text[:_MEASURED].split("\n")
                widths[column] = min(_MOST, max(widths[column], *map(cell_len, longest)))
    return widths


def _groups(wanted: Sequence[int], width: int) -> list[tuple[int, int]]:
    """The columns that stand beside each other, each at its least width if need be."""
    at_once = max(1, (width - 1) // (_LEAST + 3))
    return [(first, min(first + at_once, len(wanted))) for first in range(0, len(wanted), at_once)]


def _fitted(wanted: Sequence[int], width: int) -> list[int]:
    """Widths that fit: the widest column gives way first."""
    room = width - 1 - 3 * len(wanted)
    if sum(wanted) <= room:
        return list(wanted)
    most = max(wanted)
    while most > _LEAST and sum(min(one, most) for one in wanted) > room:
        most -= 1
    fitted = [min(one, most) for one in wanted]
    spare = room - sum(fitted)
    for place, one in enumerate(wanted):
        if spare > 0 and fitted[place] < one:
            fitted[place] += 1
            spare -= 1
    return fitted


class _Painter:
    """Draws the columns `first` to `last` of a grid."""

    def __init__(
        self,
        grid: _Grid,
        first: int,
        last: int,
        widths: list[int],
        spots: dict[tuple[int, int], list[tuple[int, int]]],
        at: int,
    ) -> None:
        self.cells = grid.cells
        self.owner = [row[first:last] for row in grid.owner]
        self.widths = widths
        self.spots = spots
        self.at = at
        self.texts: dict[int, list[str]] = {}
        self.written: dict[int, int] = {}
        self.heights = self._heights()

    def _span_width(self, row: int, column: int) -> int:
        index, end = self.owner[row][column], column
        while index >= 0 and end + 1 < len(self.widths) and self.owner[row][end + 1] == index:
            end += 1
        return sum(self.widths[column : end + 1]) + 3 * (end - column)

    def _heights(self) -> list[int]:
        """Lines of each row; a cell over several rows makes the last of them higher if it must."""
        heights = [1] * len(self.owner)
        ends: dict[int, tuple[int, int]] = {}
        for row, owners in enumerate(self.owner):
            for column, index in enumerate(owners):
                if index < 0:
                    continue
                if index not in self.texts:
                    text = self.cells[index].text
                    wrapped = Lines(text, self._span_width(row, column))
                    self.texts[index] = [text[slice(*wrapped[n])] for n in range(len(wrapped))]
                    ends[index] = (row, row)
                ends[index] = (ends[index][0], row)
        for index, (top, bottom) in sorted(ends.items(), key=lambda one: one[1][1]):
            missing = len(self.texts[index]) - sum(heights[top : bottom + 1]) - (bottom - top)
            heights[bottom] += max(0, missing)
        return heights

    def lines(self) -> list[str]:
        """All lines, the borders among them."""
        found: list[str] = []
        for row in range(len(self.owner) + 1):
            self._add(found, self._border(row))
            if row < len(self.owner):
                for _ in range(self.heights[row]):
                    self._add(found, self._line(row))
        return found

    def _add(self, found: list[str], pieces: list[tuple[str, int]]) -> None:
        """Put a line together; note where the texts of cells came to stand."""
        at = self.at
        for text, index in pieces:
            said = text.rstrip()
            if index >= 0 and said:
                cell = self.cells[index]
                start = at + len(text) - len(text.lstrip())
                self.spots.setdefault((cell.row, cell.column), []).append((start, at + len(said)))
            at += len(text)
        line = "".join(text for text, _ in pieces)
        found.append(line)
        self.at += len(line) + 1

    def _owner(self, row: int, column: int) -> int:
        inside = 0 <= row < len(self.owner) and 0 <= column < len(self.widths)
        return self.owner[row][column] if inside else -2

    def _part(self, row: int, column: int) -> tuple[str, int, int]:
        """The next line of a cell's text in its width, whose it is, and the column after it."""
        index, end = self.owner[row][column], column + 1
        while index >= 0 and end < len(self.widths) and self.owner[row][end] == index:
            end += 1
        width = sum(self.widths[column:end]) + 3 * (end - column - 1)
        text = ""
        if index >= 0:
            number = self.written.get(index, 0)
            self.written[index] = number + 1
            text = self.texts[index][number] if number < len(self.texts[index]) else ""
        return f" {text}{' ' * max(0, width - cell_len(text))} ", index, end

    def _line(self, row: int) -> list[tuple[str, int]]:
        pieces, column = [("│", -1)], 0
        while column < len(self.widths):
            text, index, column = self._part(row, column)
            pieces += [(text, index), ("│", -1)]
        return pieces

    def _border(self, row: int) -> list[tuple[str, int]]:
        """The line above a row: it is broken by the cells that go on below it."""
        pieces: list[tuple[str, int]] = [(self._joint(row, 0), -1)]
        column = 0
        while column < len(self.widths):
            above, below = self._owner(row - 1, column), self._owner(row, column)
            if above == below and above >= 0:
                text, index, column = self._part(row, column)
                pieces += [(text, index), (self._joint(row, column), -1)]
            else:
                pieces.append(("─" * (self.widths[column] + 2), -1))
                column += 1
                pieces.append((self._joint(row, column), -1))
        return pieces

    def _joint(self, row: int, column: int) -> str:
        corners = [
            [self._owner(row + down, column + right) for right in (-1, 0)] for down in (-1, 0)
        ]
        (a, b), (c, d) = corners
        arms = (
            _differ(a, b),
            _differ(c, d),
            _differ(a, c),
            _differ(b, d),
        )
        return _JOINTS[arms]


def _differ(one: int, other: int) -> int:
    """Whether a line runs between two places; empty places are cells of their own."""
    return int(one != other or one == -1)
