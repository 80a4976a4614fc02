"""Tables written in HTML: cells, row spans and column spans; nothing in there is run or fetched.

A tokeniser of its own instead of `html.parser`, whose time is quadratic on tags that never end.
Every match of `_TOKEN` ends at the next `<`, so that the whole is linear.
"""

from __future__ import annotations

import re
from html import unescape
from itertools import groupby
from typing import Final, NamedTuple

from adjudge_engine.case import Cell
from adjudge_engine.reading.parsed.grid import MAX_COLUMNS
from adjudge_engine.reading.problems import Problem

#: What a table's merged cells may reach over in all, in rows.
MAX_MERGED_ROWS: Final = 1_000_000
_TOKEN: Final = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(/?)([a-z][a-z0-9]*+)((?:[^<>\"']|\"[^\"<]*+\"|'[^'<]*+')*+)>"
    r"|<(/?)([a-z][a-z0-9]*+)([^<>]*+)>",
    re.IGNORECASE | re.DOTALL,
)
_SPAN: Final = re.compile(r"\b(row|col)span\s{0,9}=\s{0,9}[\"']?\s{0,9}([0-9]{1,9})", re.IGNORECASE)
_SPACE: Final = re.compile(r"[ \t\r\n\f]+")
_HUGE: Final = re.compile(r"&#(?=[0-9]{10}|[xX][0-9a-fA-F]{10})")
#: Tags that do not part two words; every other one does.
_INLINE: Final = frozenset(
    (
        *("a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "del", "em", "font", "i", "ins"),
        *("kbd", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup"),
        *("tt", "u", "var", "wbr"),
    )
)
_SILENT: Final = frozenset(("script", "style", "template"))
_GROUPS: Final = frozenset(("thead", "tbody", "tfoot"))


class _Raw(NamedTuple):
    row_span: int
    col_span: int
    text: str


class _Tables:
    """Reads tokens in their order; a table inside a cell is part of that cell's text."""

    def __init__(self) -> None:
        self.done: list[list[tuple[int, list[_Raw]]]] = []
        self.depth = self.group = 0
        self.silent: str | None = None
        self.rows: list[tuple[int, list[_Raw]]] = []
        self.span: tuple[int, int] | None = None
        self.parts: list[str] = []

    def text(self, text: str) -> None:
        if self.span is not None and self.silent is None:
            self.parts.append(text)

    def tag(self, name: str, closes: bool, attributes: str) -> None:
        if self.silent is not None:
            if closes and name == self.silent:
                self.silent = None
        elif name in _SILENT:
            self.silent = None if closes else name
        elif name == "table":
            self._table(closes)
        elif self.depth != 1 or not self._structure(name, closes, attributes):
            self.parts.append("" if name in _INLINE else " ")

    def _table(self, closes: bool) -> None:
        self.depth = max(0, self.depth - 1) if closes else self.depth + 1
        if self.depth == (0 if closes else 1):
            self.end()
        self.parts.append(" ")

    def _structure(self, name: str, closes: bool, attributes: str) -> bool:
        """Whether the tag is one of the table's own."""
        if name in _GROUPS:
            self._end_cell()
            self.group += 1
        elif name == "tr":
            self._end_cell()
            if not closes:
                self.rows.append((self.group, []))
        elif name in ("td", "th"):
            self._end_cell()
            if not closes:
                self._begin_cell(attributes)
        return name in _GROUPS or name in ("tr", "td", "th")

    def _begin_cell(self, attributes: str) -> None:
        spans = {which.lower(): int(digits) for which, digits in _SPAN.findall(attributes)}
        self.span = (spans.get("row", 1), min(max(spans.get("col", 1), 1), 1000))
        self.parts = []

    def _end_cell(self) -> None:
        if self.span is None:
            return
        if not self.rows or self.rows[-1][0] != self.group:
            self.rows.append((self.group, []))
        self.rows[-1][1].append(_Raw(*self.span, plain("".join(self.parts))))
        self.span, self.parts = None, []

    def end(self) -> None:
        """The table is over, closed or not."""
        self._end_cell()
        if any(row for _, row in self.rows):
            self.done.append(self.rows)
        self.rows = []


def html_tables(html: str, field: str) -> list[list[Cell]]:
    """The cells of each outermost table in `html`, from row 0 and column 0.

    Row spans end with their `thead`, `tbody` or `tfoot`; 0 reaches to its end. Raises Problem.
    """
    reader = _Tables()
    at = 0
    for token in _TOKEN.finditer(html):
        reader.text(html[at : token.start()])
        at = token.end()
        name = token[2] or token[5]
        if name:
            reader.tag(name.lower(), bool(token[1] or token[4]), token[3] or token[6] or "")
    reader.text(html[at:])
    reader.end()
    return [_place(rows, field) for rows in reader.done]


def plain(text: str) -> str:
    """`text` with its character references resolved and its whitespace folded."""
    # A reference of thousands of digits makes `unescape` raise; none that long means anything.
    return _SPACE.sub(" ", unescape(_HUGE.sub("&amp;#", text))).strip(" ")


def _place(rows: list[tuple[int, list[_Raw]]], field: str) -> list[Cell]:
    cells: list[Cell] = []
    merged = top = 0
    for _, group in groupby(rows, key=lambda row: row[0]):
        body = [row for _, row in group]
        held: list[tuple[int, int, int]] = []
        for at, row in enumerate(body):
            held = sorted(one for one in held if one[2] > at)
            placed = _row(row, held, len(body) - at, at)
            held += [
                (one.column, one.column + one.col_span, at + one.row_span)
                for one in placed
                if one.row_span > 1
            ]
            merged += sum(one.row_span for one in placed if one.row_span > 1)
            if merged > MAX_MERGED_ROWS:
                raise Problem(field, f"its merged cells reach over {MAX_MERGED_ROWS:,} rows")
            if placed and placed[-1].column > MAX_COLUMNS:
                raise Problem(field, f"it has more than {MAX_COLUMNS:,} columns")
            cells += (one.model_copy(update={"row": top + at}) for one in placed)
        top += len(body)
    return cells


def _row(row: list[_Raw], held: list[tuple[int, int, int]], left: int, at: int) -> list[Cell]:
    """The cells of one row, each in the first column that nothing from above holds."""
    placed: list[Cell] = []
    column = next_held = 0
    for raw in row:
        while next_held < len(held) and held[next_held][0] <= column:
            column = max(column, held[next_held][1])
            next_held += 1
        span = min(raw.row_span, left) if raw.row_span else left
        placed.append(
            Cell(row=at, column=column, row_span=span, col_span=raw.col_span, text=raw.text)
        )
        column += raw.col_span
    return placed
