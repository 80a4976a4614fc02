"""Opening a file of cases: what it is, by its content, and its records one by one.

JSON Lines are streamed: memory holds one line. A JSON document (an array, `{"cases": [...]}`,
one object) is read whole, up to `MAX_DOCUMENT` bytes.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from adjudge_engine.errors import InputError
from adjudge_engine.reading.aliases import CASE
from adjudge_engine.reading.decode import Decoder, array_items, member_start
from adjudge_engine.reading.problems import Problem
from adjudge_engine.reading.sniff import Shape, sniff, unknown_format

#: Bytes of the longest line, and of the largest JSON document, that are read.
MAX_LINE: Final = 64 * 1024 * 1024
MAX_DOCUMENT: Final = 512 * 1024 * 1024
_HEAD: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a file: its decoded value, or the problem with it; `text` is the raw form."""

    line: int
    text: str
    value: Any = None
    problem: Problem | None = None


@contextmanager
def opened(path: Path) -> Iterator[tuple[BinaryIO, Shape]]:
    """The open file, at its start, and what it is. Raises InputError."""
    with open_bytes(path) as file:
        yield file, shape_of(file, path)


def shape_of(file: BinaryIO, path: Path) -> Shape:
    """What an open file is; it is left at its start. Raises InputError."""
    file.seek(0)
    shape = sniff(file.read(_HEAD), str(path))
    if shape in (Shape.LAID_OUT, Shape.UNSETTLED):
        shape = _settle(file, path, shape)
    file.seek(0)
    return shape


def records(file: BinaryIO, shape: Shape, path: Path) -> Iterator[Record]:
    """Every record of an opened file, bad ones included. Raises InputError."""
    return lines_of(file) if shape is Shape.LINES else _document(file, path)


def count_lines(file: BinaryIO) -> int:
    """How many lines a file has from here on, the last one with or without its end."""
    count, last = 0, b"\n"
    while block := file.read(_HEAD):
        count += block.count(b"\n")
        last = block[-1:]
    return count + (last != b"\n")


@contextmanager
def open_bytes(path: Path) -> Iterator[BinaryIO]:
    """The open file, where one can go back in it: a pipe is copied. Raises InputError."""
    hint = "Check the name and the folder; paths count from where the command runs."
    try:
        raw = path.open("rb")
    except FileNotFoundError:
        raise InputError(f"There is no file {path}.", hint) from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder.", "Name the files in it.") from None
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path} cannot be read: {said}.", "Check its permissions.") from None
    with raw:
        if raw.seekable():
            yield raw
            return
        with tempfile.TemporaryFile() as copy:  # a pipe: its beginning is needed twice
            shutil.copyfileobj(raw, copy)
            copy.seek(0)
            yield copy


def _settle(file: BinaryIO, path: Path, shape: Shape) -> Shape:
    """Decides by reading the whole file, where its first line alone is no JSON."""
    file.seek(0)
    if os.fstat(file.fileno()).st_size > MAX_LINE:
        return Shape.LINES
    try:
        json.loads(file.read().decode("utf-8-sig"), parse_int=float)
    except json.JSONDecodeError as error:
        if shape is Shape.UNSETTLED:
            return Shape.LINES
        raise InputError(
            f"{path} is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.",
            "Mend it there, or write one case a line (JSON Lines).",
        ) from None
    except (ValueError, RecursionError):
        return Shape.LINES
    return Shape.DOCUMENT


def lines_of(file: BinaryIO, decoder: Decoder | None = None) -> Iterator[Record]:
    """The records of JSON Lines, streamed; blank lines are passed over."""
    decoder = decoder or Decoder()
    number = 0
    while line := file.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE and not line.endswith(b"\n"):
            yield _too_long(file, line, number)
            continue
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if line.strip():
            yield _line(decoder, line.rstrip(b"\r\n"), number)


def _line(decoder: Decoder, line: bytes, number: int) -> Record:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        text = line.decode("utf-8", "surrogateescape")
        where = f"byte 0x{line[error.start]:02X} at column {error.start + 1}"
        problem = Problem("", f"not UTF-8: {where}; save the file as UTF-8")
        return Record(number, text, problem=problem)
    try:
        return Record(number, text, decoder.decode(text))
    except Problem as problem:
        return Record(number, text, problem=problem)


def _too_long(file: BinaryIO, line: bytes, number: int) -> Record:
    """Passes over the rest of a line that nothing here would hold in memory."""
    while line and not line.endswith(b"\n"):
        start, line = line, file.readline(MAX_LINE)
    size = MAX_LINE // (1024 * 1024)
    text = start[:1000].decode("utf-8", "surrogateescape")
    reason = f"the line is longer than {size} MB; only its beginning is kept here"
    return Record(number, text, problem=Problem("", reason))


def _document(file: BinaryIO, path: Path) -> Iterator[Record]:
    text = _whole(file, path)
    first = text.lstrip()[:1]
    if first == "[":
        return _array(text, text.index("["), whole=True)
    try:
        value = Decoder().decode(text)
        start = member_start(text, "cases") if "cases" in value else None
    except Problem as problem:
        return iter([Record(1, text, problem=problem)])
    if start is not None and text[start : start + 1] == "[":
        return _array(text, start, whole=False)
    if not value.keys() & {*CASE["answer"], "answers"}:
        raise _no_case(value, str(path))
    return iter([Record(1, text, value)])


def _no_case(value: dict[str, Any], name: str) -> InputError:
    """Why a JSON object without an answer is no file of cases; a source has a place of its own."""
    from adjudge_engine.reading.parsed import detect  # which most runs never need

    parser = detect(value)
    if parser is None:
        return unknown_format(name, "a JSON object without an answer")
    return InputError(
        f"{name} is a document in the format {parser}, not a file of answers.",
        "Documents are sources: put it into a registry and name that with --sources"
        " (docs/sources.md).",
    )


def _array(text: str, start: int, *, whole: bool) -> Iterator[Record]:
    line, counted = 1, 0
    for begin, end, value, problem in array_items(text, start, whole=whole):
        line += text.count("\n", counted, begin)
        counted = begin
        yield Record(line, text[begin:end], value, problem)


def _whole(file: BinaryIO, path: Path) -> str:
    size = os.fstat(file.fileno()).st_size
    if size > MAX_DOCUMENT:
        raise InputError(
            f"{path} is one JSON document of {size // (1024 * 1024):,} MB; a document is held in "
            f"memory whole, so {MAX_DOCUMENT // (1024 * 1024)} MB is the most.",
            "Write it as JSON Lines, one case a line (jq -c '.[]'): those are streamed.",
        )
    try:
        return file.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path} is not UTF-8: byte {error.start + 1} fits no character.",
            "Save it as UTF-8.",
        ) from None
