"""The row label, the column heads and the title of a place in a table written as text.

A table is lines with cells between `|` or tabs. Only so many rows above a place are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

#: How much of a table above a place is read, in characters and in rows.
_REACH: Final = 6_000
_ROWS: Final = 80
_DIVIDER: Final = frozenset("|:-–—=+ \t\r")
_FIGURE = re.compile(r"\d")
_YEAR = re.compile(r"(?:1[89]|20|21)\d\d")
_LETTER = re.compile(r"[^\W\d_]")


class Place(NamedTuple):
    """A cell: its row's label, its column's heads, the section and the title above it."""

    row: str
    column: str
    section: str
    title: str


def is_row(text: str, start: int, end: int) -> bool:
    """Whether the line `text[start:end]` has cells."""
    first = start
    while first < end and text[first] in " \t":
        first += 1
    if text.startswith("|", first) and text.find("|", first + 1, end) >= 0:
        return True
    return text.find("\t", first, end) >= 0 or text.count(" | ", first, end) >= 2


def place_at(text: str, at: int, start: int, end: int) -> Place:
    """The place of the cell at `at` in the row `text[start:end]`."""
    cells = _cells(text[start:end])
    column = _column(text[start:end], at - start)
    above, title = _above(text, start)
    heads = _heads(above)
    label = next((cell for cell in cells if _LETTER.search(cell)), "")
    if column < len(cells) and cells[column] == label and column:
        label = cells[0]
    own = cells[0] if cells and column else ""
    row = own if own and (own == label or _FIGURE.search(own)) else label
    return Place(row, _head_of(heads, column), _section(above, len(heads)), title)


def _cells(line: str) -> list[str]:
    line = line.strip(" \r\n")
    mark = "|" if "|" in line else "\t"
    if mark == "|":
        line = line.removeprefix("|").removesuffix("|")
    return [cell.strip() for cell in line.split(mark)]


def _column(line: str, at: int) -> int:
    mark = "|" if "|" in line else "\t"
    count = line.count(mark, 0, at)
    return count - 1 if line.lstrip(" ").startswith("|") else count


def _above(text: str, start: int) -> tuple[list[list[str]], str]:
    """The rows above a line, the topmost first, and the line of text above them."""
    rows: list[list[str]] = []
    low, blank = max(0, start - _REACH), False
    for first, last in _lines_up(text, low, start):
        line = text[first:last]
        if not line.strip():
            if rows or blank:
                title = _title(text, low, first)
                return rows[::-1], title
            blank = True
        elif not is_row(text, first, last):
            return rows[::-1], line.strip()[:200]
        elif not _DIVIDER.issuperset(line):
            rows.append(_cells(line))
            if len(rows) >= _ROWS:
                break
    return rows[::-1], ""


def _title(text: str, low: int, start: int) -> str:
    """The next line of text above the blank line before a table, if it looks like a title."""
    for first, last in _lines_up(text, low, start):
        line = text[first:last].strip()
        if line:
            is_short = len(line) <= 120 and not line.endswith((".", "。"))
            return line if is_short and not is_row(text, first, last) else ""
    return ""


def _lines_up(text: str, low: int, start: int) -> Iterator[tuple[int, int]]:
    """The lines before `start`, the nearest first."""
    end = start - 1
    while end >= low and end >= 0:
        first = text.rfind("\n", low, end) + 1 or low
        yield first, end
        end = first - 1


def _heads(rows: list[list[str]]) -> list[list[str]]:
    """The rows at the top that hold no figure but years in the cells after the first."""
    heads = []
    for row in rows[:6]:
        if any(
            _FIGURE.search(_YEAR.sub("", cell)) and not _LETTER.search(cell) for cell in row[1:]
        ):
            break
        heads.append(row)
    if len(heads) == len(rows) and len(heads) > 1:
        return [row for row in heads if len(list(filter(None, row))) > 1] or heads[:1]
    return heads


def _head_of(heads: list[list[str]], column: int) -> str:
    """What the head rows say of a column: its own cell, or the merged one to its left."""
    said = []
    for row in heads:
        cell = row[column] if column < len(row) else ""
        if not cell and column:
            left = (one for one in reversed(row[1 : min(column, len(row))]) if one)
            cell = next(left, "")
        said.append(cell)
    return " ".join(said)


def _section(rows: list[list[str]], heads: int) -> str:
    """The nearest row above with a label alone ("Current assets:")."""
    for row in reversed(rows[heads:]):
        if row and row[0] and not any(row[1:]):
            return row[0]
    return ""
