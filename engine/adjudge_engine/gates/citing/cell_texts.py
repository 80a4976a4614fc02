"""The cells of a context as rows of text, and which cell a place in that text is."""

from __future__ import annotations

from typing import NamedTuple

from adjudge_engine.case import Cell, Context


class CellText(NamedTuple):
    """A table as lines of cells between `|`; `rows`: the table's row number of every line."""

    text: str
    rows: tuple[int, ...]

    def cell_at(self, offset: int) -> tuple[int, int]:
        """(row, column), both from 0, of a place in `text`."""
        line = self.text.count("\n", 0, offset)
        start = self.text.rfind("\n", 0, offset) + 1
        column = max(0, self.text.count("|", start, offset) - 1)
        return self.rows[line], column


def cell_text(context: Context) -> CellText | None:
    """The cells of `context` as text, or None where it has none.

    A cell given with its row and column stands there; a column that no cell names stays empty, up
    to as many as the table has cells.
    """
    if not context.cells:
        return None
    rows: dict[int, list[str]] = {}
    most = len(context.cells)
    for index, row in enumerate(context.cells):
        if isinstance(row, Cell):
            line = rows.setdefault(row.row, [])
            column = min(row.column, most)
            line += [""] * (column + 1 - len(line))
            line[column] = f"{line[column]} {_plain(row.text)}".strip()
        elif isinstance(row, tuple):
            rows[index] = [_plain(cell) for cell in row]
    order = sorted(rows)
    lines = ("| " + " | ".join(rows[index]) + " |" for index in order)
    return CellText("\n".join(lines), tuple(order))


def _plain(text: str) -> str:
    """A cell's text on one line, without what parts cells; every other sign keeps its place."""
    return text.replace("\r", " ").replace("\n", " ").replace("|", "/")
