"""Tables by row and column: a cell's text at a place, merged cells resolved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from adjudge_engine.case import Cell

#: Places that merged cells may be written out to; a span of millions is looked up one by one.
_MOST_COVERED: Final = 200_000
_MOST_WIDE: Final = 1_000


class Grid:
    """The cells of one table, rows and columns counted from 0; built once, then looked up.

    Where cells overlap, one that begins at a place holds it before one that reaches over it. Of
    two that begin at one place nobody can tell which holds it: `disputed`.
    """

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._anchors: dict[tuple[int, int], str] = {}
        self._covered: dict[tuple[int, int], str] = {}
        self._wide: list[Cell] = []
        self.disputed: set[tuple[int, int]] = set()
        for cell in cells:
            place = cell.row, cell.column
            if self._anchors.setdefault(place, cell.text) != cell.text:
                self.disputed.add(place)
            if cell.row_span > 1 or cell.col_span > 1:
                self._cover(cell)

    @classmethod
    def of(cls, cells: tuple[tuple[str, ...], ...] | tuple[Cell, ...] | None) -> Grid:
        """The grid of a context's `cells`, whichever shape they have."""
        entries: tuple[Cell | tuple[str, ...], ...] = cells or ()
        found: list[Cell] = []
        for row, entry in enumerate(entries):
            if isinstance(entry, Cell):
                found.append(entry)
            else:
                found += [Cell(row=row, column=at, text=one) for at, one in enumerate(entry)]
        return cls(found)

    def _cover(self, cell: Cell) -> None:
        if len(self._covered) + cell.row_span * cell.col_span > _MOST_COVERED:
            if len(self._wide) < _MOST_WIDE:
                self._wide.append(cell)
            return
        for row in range(cell.row, cell.row + cell.row_span):
            for column in range(cell.column, cell.column + cell.col_span):
                self._covered.setdefault((row, column), cell.text)

    def at(self, row: int, column: int) -> str | None:
        """The text of the cell that covers the place; None without such a cell."""
        place = row, column
        found = self._anchors.get(place, self._covered.get(place))
        if found is None:
            for cell in self._wide:
                down, right = row - cell.row, column - cell.column
                if 0 <= down < cell.row_span and 0 <= right < cell.col_span:
                    return cell.text
        return found

    def rows(self) -> list[tuple[int, list[tuple[int, str]]]]:
        """Row by row the cells that begin there, as (column, text), in order."""
        rows: dict[int, list[tuple[int, str]]] = {}
        for (row, column), text in sorted(self._anchors.items()):
            rows.setdefault(row, []).append((column, text))
        return list(rows.items())
