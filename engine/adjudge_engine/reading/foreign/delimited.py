"""Delimited text (CSV, TSV, with semicolons or bars): its columns, and its rows one by one.

A row that cannot be trusted is refused alone: a quotation mark out of place, more or fewer cells
than columns, a NUL, bytes that are no UTF-8. UTF-16 is read where its byte order mark says so.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, Final

from adjudge_engine.errors import InputError
from adjudge_engine.reading.foreign.base import Entry
from adjudge_engine.reading.problems import Problem

#: Characters of one cell, and of one line, that are read.
MAX_CELL: Final = 64 * 2**20
MAX_LINE: Final = 64 * 2**20
MAX_RAW: Final = 2**20
MOST_COLUMNS: Final = 10_000
_SIGNS: Final = (",", "\t", ";", "|")
_QUOTED: Final = re.compile(r'"[^"]*"')
_BLANK_LINES: Final = re.compile(r"\A(?:[ \t\r]*\n)+")
_LOST_BYTE: Final = re.compile("[\udc80-\udcff]")
_MARKS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def looks_like_table(text: str) -> bool:
    """Whether the first line of a text holds a sign that separates columns."""
    line = _first(text)
    return not line.startswith("<") and any(sign in line for sign in _SIGNS)


def columns_of(text: str) -> list[str] | None:
    """The names of the columns by the beginning of a file; None where the header is broken."""
    text = _BLANK_LINES.sub("", text, count=1) if text[:1].isspace() else text
    first, _, rest = text.partition("\n")
    text = rest if _is_hint(first) else text
    lines = io.StringIO(text, newline="")
    try:
        return _named(next(_parser(lines, text)))
    except (StopIteration, csv.Error):
        return None


def separator_of(text: str) -> str:
    """What separates the columns: the sign that the first line has most of, outside quotes."""
    line = _QUOTED.sub("", _first(text))
    return max(_SIGNS, key=line.count)


def rows_of(file: BinaryIO, name: str) -> Iterator[Entry]:
    """The rows as objects by column; every cell is text. Raises InputError for a broken header."""
    lines = _Lines(file)
    start = lines.peek()
    reader = _parser(lines, start)
    try:
        columns = _named(next(reader))
    except StopIteration:
        raise InputError(f"{name} is empty.", "Name a file with cases in it.") from None
    except (csv.Error, Problem) as error:
        raise InputError(
            f"{name}: the names of its columns cannot be read ({error}).",
            "The first line must hold them; mend its quotation marks.",
        ) from None
    if len(columns) > MOST_COLUMNS:
        raise InputError(f"{name} has {len(columns):,} columns.", "Is it a table of cases?")
    number = 0
    while True:
        lines.begin()
        cells: list[str] = []
        problem = None
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            problem = Problem("", _broken(str(error), lines))
        except Problem as found:
            problem = found
        if cells or problem is not None:
            number += 1
            yield _entry(number, columns, cells, problem, lines)


class _Lines:
    """The lines of the file for the parser, which also keeps what the row at hand consists of."""

    def __init__(self, file: BinaryIO) -> None:
        file.seek(0)
        encoding = "utf-16" if file.read(2) in _MARKS else "utf-8-sig"
        file.seek(0)
        errors = "surrogateescape" if encoding == "utf-8-sig" else "replace"
        raw = io.BufferedReader(_Kept(file))
        self._text = io.TextIOWrapper(raw, encoding, errors=errors, newline="")
        self._next: str | None = None
        self.line = 0
        self.begun = 1
        self.raw: list[str] = []
        self._kept = 0

    def peek(self) -> str:
        line = self._read()
        while line.isspace():
            line = self._read()
        self._next = self._read() if _is_hint(line) else line
        return self._next

    def _read(self) -> str:
        line = self._text.readline(MAX_LINE)
        self.line += bool(line)
        return line

    def begin(self) -> None:
        """Forgets the row before."""
        self.raw, self._kept, self.begun = [], 0, self.line + 1

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._read() if self._next is None else self._next
        self._next = None
        if not line:
            raise StopIteration
        if self._kept < MAX_RAW:
            self.raw.append(line[: MAX_RAW - self._kept])
            self._kept += len(line)
        if len(line) >= MAX_LINE and line[-1] not in "\r\n":
            while len(line) >= MAX_LINE and line[-1] not in "\r\n":
                line = self._text.readline(MAX_LINE)
            raise Problem("", f"the line is longer than {MAX_LINE // 2**20} MB")
        return line


class _Kept(io.RawIOBase):
    """A file that outlives the text reader on top of it."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__()
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        content = self._file.read(len(buffer))
        buffer[: len(content)] = content
        return len(content)


def _parser(lines: Iterator[str], start: str) -> Iterator[list[str]]:
    # Python counts a cell's size against one limit of the whole process: raised, never lowered.
    csv.field_size_limit(max(csv.field_size_limit(), MAX_CELL))
    return csv.reader(lines, delimiter=separator_of(start), strict=True)


def _is_hint(line: str) -> bool:
    """Whether a line is what Excel writes before a table: `sep=;`."""
    return line.startswith("sep=") and len(line.rstrip("\r\n")) == 5


def _first(text: str) -> str:
    return text.lstrip().partition("\n")[0][:100_000]


def _named(cells: list[str]) -> list[str]:
    """The columns' names: one without gets its number, one that stands twice as well."""
    out: dict[str, None] = {}  # a header may have a million cells: looking one up takes no longer
    for at, cell in enumerate(cells):
        name = cell.strip() or f"column {at + 1}"
        out.setdefault(f"{name} (column {at + 1})" if name in out else name)
    return list(out)


def named_twice(columns: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The names that several columns have, each with what the later column is called instead."""
    known = set(columns)
    for at, column in enumerate(columns):
        name = str(column).removesuffix(f" (column {at + 1})")
        if name != column and name in known:
            yield name, column


def _entry(
    number: int, columns: list[str], cells: list[str], problem: Problem | None, lines: _Lines
) -> Entry:
    raw = "".join(lines.raw).rstrip("\r\n")
    place = f"row {number:,} (line {lines.begun:,})"
    if problem is None:
        problem = _fault(columns, cells, raw)
    if problem is not None:
        return Entry(number, place, None, problem, raw)
    return Entry(number, place, dict(zip(columns, cells, strict=True)), None, raw)


def _fault(columns: list[str], cells: list[str], raw: str) -> Problem | None:
    if len(cells) != len(columns):
        return Problem("", f"has {len(cells):,} cells where the header has {len(columns):,}")
    if "\0" in raw:
        return Problem("", "holds a NUL, which no text has")
    if not raw.isascii() and _LOST_BYTE.search(raw):
        return Problem("", "not UTF-8; save the file as UTF-8")
    return None


def _broken(said: str, lines: _Lines) -> str:
    several = lines.line > lines.begun
    reach = f"lines {lines.begun:,} to {lines.line:,}" if several else "this line"
    if "unexpected end" in said or "field larger" in said:
        return f"a quotation mark is opened and never closed: {reach} cannot be told apart"
    if "expected after" in said:
        return f"a quotation mark stands in the middle of a cell: {reach} cannot be told apart"
    return f"no row of a table: {said[:100]}"
