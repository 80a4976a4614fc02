"""Tables of contexts: labels of rows and columns, amounts by place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from adjudge_engine.calculations.words import names_in
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.scan import parse_numbers
from adjudge_engine.once import once

#: Rows and columns of a table that are read; a longer one is a data file.
MOST_ROWS: Final = 400
MOST_COLUMNS: Final = 40
_RULE: Final = re.compile(r"[\s|:+-]{2,}")
_YEAR: Final = re.compile(r"(?<![0-9.,])(?:19|20)[0-9]{2}(?![0-9]|[.,][0-9])")
_SHORT_YEAR: Final = re.compile(r"\bFY?[ ']?([0-9]{2})\b")
#: Footnote marks and the like: "2018 (3)".
_DIGITS: Final = re.compile(r"\([0-9a-z]\)|[^\w\s]")
_TOTAL: Final = re.compile(
    r"\b(?:(?:sub-?)?total|sum|gesamt|(?:zwischen)?summe|insgesamt|somme|suma|итого|всего)\b"
    r"|合計|合计|总计|小計|小计",
    re.IGNORECASE,
)
#: "$(40)", "(40)%" and "( 40 )": how accounts write less than nothing.
_IN_PARENTHESES: Final = re.compile(r"\s*([$€£¥]?)\s?\(\s?([$€£¥]?\s?[0-9][^()]{0,30})\s?\)[\s%*]*")
_AMOUNT: Final = re.compile(
    r"[(\-–−+~*\s]{0,4}(?:[A-Z]{0,3}\s?[$€£¥])?\s{0,3}[(\-–−]?\s?[0-9][0-9,.'\s]{0,30}\s?[)%*]{0,3}"
    r"(?:\s?(?:bps|pts?|x|[$€£¥]|[a-zA-Zµ%°]{1,4}))?[\s)*]{0,3}"
)


class Label(NamedTuple):
    """What names a row or a column: its words, its years, the words of its section.

    `template` is its text without the years: the same for columns that differ in the year alone.
    """

    text: str
    words: frozenset[str]
    years: frozenset[str]
    section: frozenset[str]
    template: str
    is_total: bool


class Grid:
    """A table: `rows[r][c]` are texts; labels and amounts are read when asked for."""

    def __init__(self, rows: list[list[str]], context_id: str) -> None:
        width = max(map(len, rows))
        self.rows = [row + [""] * (width - len(row)) for row in rows]
        self.context_id = context_id
        self._numbers: dict[tuple[int, int], Number | None] = {}

    @once
    def head(self) -> int:
        """How many rows stand above the first row with an amount."""
        for index, row in enumerate(self.rows):
            if any(is_amount(cell) for cell in row[1:]):
                return index
        return len(self.rows)

    @once
    def columns(self) -> list[Label]:
        """The label of every column: what stands above it, over all rows of the head."""
        texts = [""] * len(self.rows[0])
        for index, row in enumerate(self.rows[: self.head]):
            last = ""
            for column, cell in enumerate(row):
                if column:
                    last = cell or (last if index < self.head - 1 else "")
                    texts[column] = f"{texts[column]} {last}".strip()
        return [_label(text, "") for text in texts]

    @once
    def labels(self) -> list[Label]:
        """The label of every row: its first cell, with the section that it stands in."""
        section, found = "", []
        for index, row in enumerate(self.rows):
            is_section = bool(row[0]) and not any(cell.strip() for cell in row[1:])
            section = row[0] if is_section else section
            found.append(_label("" if is_section or index < self.head else row[0], section))
        return found

    @once
    def turned(self) -> Grid:
        """The same table with rows for columns."""
        return Grid([list(column) for column in zip(*self.rows, strict=True)], self.context_id)

    def amount(self, row: int, column: int) -> Number | None:
        """The amount in a cell, its sign by parentheses included, or None."""
        place = (row, column)
        if place not in self._numbers:
            self._numbers[place] = _amount(self.rows[row][column])
        return self._numbers[place]

    def filled(self, row: int) -> list[int]:
        """The columns of a row that hold amounts."""
        return [at for at in range(1, len(self.rows[row])) if self.amount(row, at) is not None]


def grids_in(text: str, context_id: str) -> Iterator[Grid]:
    """The tables of a text: runs of lines between bars, or with tabs."""
    rows: list[list[str]] = []
    if "|" not in text and "\t" not in text:
        return
    for line in text.split("\n"):
        cells = _cells(line)
        if cells is None:
            if len(rows) > 1:
                yield Grid(rows, context_id)
            rows = []
        elif cells and len(rows) < MOST_ROWS:
            rows.append(cells[:MOST_COLUMNS])
    if len(rows) > 1:
        yield Grid(rows, context_id)


def _cells(line: str) -> list[str] | None:
    """The cells of a table's line; [] for a rule, None for a line that is none."""
    if line.lstrip().startswith("|"):
        if _RULE.fullmatch(line):
            return []
        return [cell.strip() for cell in line.strip().strip("|").split("|")] or None
    if "\t" in line:
        return [cell.strip() for cell in line.split("\t")]
    return None


def is_amount(cell: str) -> bool:
    """Whether a cell holds an amount, not a year, a date or words."""
    if not any(map(str.isdigit, cell)) or len(cell) > 60:
        return False
    return _AMOUNT.fullmatch(cell) is not None and _YEAR.fullmatch(cell.strip()) is None


def _amount(cell: str) -> Number | None:
    if not is_amount(cell):
        return None
    inner = _IN_PARENTHESES.fullmatch(cell)
    numbers = parse_numbers(inner[1] + inner[2] if inner is not None else cell)
    if len(numbers) != 1:
        return None
    number = numbers[0]._replace(text=cell.strip())
    if inner is None or number.value <= 0:
        return number
    return number._replace(value=Decimal(0) - number.value, signed=True, other=None)


def _label(text: str, section: str) -> Label:
    years = years_in(text)
    template = " ".join(_DIGITS.sub("", _SHORT_YEAR.sub("", _YEAR.sub("", text))).lower().split())
    return Label(text, names_in(text) - years, years, names_in(section), template, is_total(text))


def years_in(text: str) -> frozenset[str]:
    """The years, in four digits, that a text names; "FY19" is 2019."""
    return frozenset(_YEAR.findall(text)) | {"20" + one for one in _SHORT_YEAR.findall(text)}


def ordered_years(text: str) -> list[str]:
    """The years that a text names, in its order."""
    return list(dict.fromkeys(_YEAR.findall(text)))


def is_total(text: str) -> bool:
    """Whether a label or a question says "total"."""
    return _TOTAL.search(text) is not None
