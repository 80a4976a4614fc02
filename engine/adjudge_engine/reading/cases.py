"""Reading a file of cases, one at a time; what cannot be read comes along with its reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from adjudge_engine.case import Case
from adjudge_engine.errors import InputError
from adjudge_engine.reading.about import About
from adjudge_engine.reading.choosing import Way, check_way, plain_floats, reader_for
from adjudge_engine.reading.files import Record, count_lines, records, shape_of
from adjudge_engine.reading.foreign.base import Row
from adjudge_engine.reading.foreign.opened import Opened, opened_at
from adjudge_engine.reading.native import to_case
from adjudge_engine.reading.problems import Problem
from adjudge_engine.reading.rejects import Reject
from adjudge_engine.reading.sniff import Shape

if TYPE_CHECKING:
    from adjudge_engine.reading.choosing import Reader

#: A case or a reject, with its line (or its number) and its raw text.
Numbered = tuple[int, str, Case | Reject]

_LINE: Final = re.compile(r"\bline ([0-9][0-9,]{0,20})")


def read_cases(path: Path, *, format: Way = None) -> Iterator[Case | Reject]:  # noqa: A002
    """The cases of a file, in its order, and a `Reject` for every record that is none.

    The format is detected by content, or named, or said by a map: our own first, then those of
    other tools. JSON Lines and tables are streamed in constant memory; a JSON document is read
    whole (512 MB at most). Raises InputError where the file cannot be read at all: missing,
    empty, not UTF-8, nobody's format.
    """
    return (found for _, _, found in read_numbered(path, format=format))


def read_labelled(
    path: Path,
    *,
    format: Way = None,  # noqa: A002
    about: About | None = None,
) -> Iterator[Case | Reject]:
    """As `read_cases`, but records without an answer are cases too (`answer` is None).

    For calibration: their labels and judgments count although there is nothing to evaluate.
    """
    found = _read(path, format, About() if about is None else about, labelled=True)
    return (one for _, _, one in found)


def read_numbered(
    path: Path,
    *,
    format: Way = None,  # noqa: A002
    about: About | None = None,
) -> Iterator[Numbered]:
    """As `read_cases`, each with its line (from 1) and its raw text.

    For callers that may have to reject a case themselves, later. `about` is filled on the way:
    the format at the start, what the file cannot serve by the end.
    """
    return _read(path, format, About() if about is None else about, labelled=False)


def count_records(path: Path, *, format: Way = None) -> int | None:  # noqa: A002
    """About how many records a file holds, for progress alone; None where counting is dear."""
    with opened_at(path) as opened:
        if reader_for(opened, format) is not None or not path.is_file():
            return None
        file = opened.file
        return count_lines(file) if shape_of(file, path) is Shape.LINES else None


def check_readable(path: Path, *, format: Way = None) -> None:  # noqa: A002
    """Raises InputError where `read_cases` would before its first case; reads the beginning."""
    check_way(format)
    with opened_at(path) as opened:
        if reader_for(opened, format) is None:
            shape_of(opened.file, path)


def _read(path: Path, way: Way, about: About, *, labelled: bool) -> Iterator[Numbered]:
    check_way(way)
    with opened_at(path) as opened:
        reader = reader_for(opened, way)
        about.format = "native" if reader is None else reader.name
        about.title = "cases" if reader is None else reader.title
        if reader is None:
            for record in records(opened.file, shape_of(opened.file, path), path):
                yield record.line, record.text, _case(record, str(path), labelled)
            return
        about.say(reader.cannot_serve())
        rows = _guarded(reader, opened)
        for number, row in enumerate(rows, 1):
            line = _line_of(row.place) or number
            yield line, row.raw, _of_row(row, str(path), line, labelled)
        about.say(opened.notes)


def _case(record: Record, file: str, labelled: bool) -> Case | Reject:
    problem = record.problem
    if problem is None:
        try:
            return to_case(record.value, labelled=labelled)
        except Problem as found:
            problem = found
    return Reject(file, record.line, problem.field, problem.reason, record.text, record.place)


def _of_row(row: Row, file: str, line: int, labelled: bool) -> Case | Reject:
    problem = row.problem
    if problem is None:
        try:
            if row.value is None:
                raise Problem("", "cannot be read")
            return to_case(plain_floats(row.value), labelled=labelled)
        except Problem as found:
            problem = found
        except RecursionError:
            problem = Problem("", "is nested too deep")
    return Reject(file, line, problem.field, problem.reason, row.raw, row.place)


def _guarded(reader: Reader, opened: Opened) -> Iterator[Row]:
    """The reader's rows; a reader that breaks ends them with a row that says so."""
    last = "the start"
    try:
        for row in reader.rows(opened):
            yield row
            last = row.place
    except InputError:
        raise
    except Problem as problem:
        yield Row(f"after {last}", None, problem)
    except Exception as error:  # a boundary: no file may end the run, whatever is in it
        said = f"engine error: {type(error).__name__}: {error}"[:300]
        reason = f"{said} (the reader of {reader.title}); what comes after {last} was not read"
        yield Row(f"after {last}", None, Problem("", reason))


def _line_of(place: str) -> int | None:
    found = _LINE.search(place)
    return int(found.group(1).replace(",", "")) if found else None
