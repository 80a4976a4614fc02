"""Opening a file of cases: what it is, by its content, and its records one by one.

JSON Lines are streamed: memory holds one line. A JSON document (an array, `{"cases": [...]}`,
one object) is read whole, up to `MAX_DOCUMENT` bytes.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import sys
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
_ANSWERS: Final = frozenset({*CASE["answer"], "answers"})


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a file: its decoded value, or the problem with it; `text` is the raw form.

    `place` says where it stands in a document (`$[2] (line 9)`); empty where the line says it.
    """

    line: int
    text: str
    value: Any = None
    problem: Problem | None = None
    place: str = ""


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
    """The open file, where one can go back in it: a pipe is copied. Raises InputError.

    `-` is what comes in on stdin, which can be had once.
    """
    hint = "Check the name and the folder; paths count from where the command runs."
    try:
        raw = _stdin() if is_stdin(path) else path.open("rb")
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


def _stdin() -> BinaryIO:
    """What comes in. OSError where it was closed from the start: its number may be a file's now."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, "stdin is closed")
    return os.fdopen(os.dup(sys.stdin.fileno()), "rb")


def is_stdin(path: Path) -> bool:
    """Whether a path means what comes in on stdin: `-`, and no file is called so."""
    return str(path) == "-" and not path.exists()


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
    if text.lstrip()[:1] == "[":
        opening = text.index("[")
        _refuse_elements(text, opening, str(path))
        return _array(text, opening, "$")
    try:
        value = Decoder().decode(text)
        start = member_start(text, "cases") if "cases" in value else None
    except Problem as problem:
        return iter([Record(1, text, problem=problem)])
    if start is not None and text[start : start + 1] == "[":
        return _array(text, start, "$.cases")
    if not value.keys() & _ANSWERS:
        raise _a_source(value, str(path)) or unknown_format(
            str(path), "a JSON object without an answer"
        )
    return iter([Record(1, text, value)])


def _refuse_elements(text: str, start: int, name: str) -> None:
    """Raises InputError where a list is what a parser wrote of a document, and no cases."""
    first = next(array_items(text, start, whole=True), None)
    if first is None or not isinstance(first[2], dict) or first[2].keys() & _ANSWERS:
        return
    refused = _a_source([first[2]], name)
    if refused is not None:
        raise refused


def _a_source(value: Any, name: str) -> InputError | None:
    """Why what a document parser wrote is no file of cases: it has a place of its own."""
    from adjudge_engine.reading.parsed import detect  # which most runs never need

    parser = detect(value)
    if parser is None:
        return None
    return InputError(
        f"{name} is a document in the format {parser}, not a file of answers.",
        "Documents are sources: put it into a registry and name that with --sources"
        " (docs/sources.md).",
    )


def _array(text: str, start: int, path: str) -> Iterator[Record]:
    """The items of the list at the JSON path `path`; only the document itself may end with it."""
    line, counted = 1, 0
    items = array_items(text, start, whole=path == "$")
    for number, (begin, end, value, problem) in enumerate(items):
        line += text.count("\n", counted, begin)
        counted = begin
        yield Record(line, text[begin:end], value, problem, f"{path}[{number}] (line {line:,})")


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
