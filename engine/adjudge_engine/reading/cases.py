"""Reading a file of cases, one at a time; what cannot be read comes along with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from adjudge_engine.case import Case
from adjudge_engine.errors import InputError
from adjudge_engine.reading.files import Record, count_lines, opened, records
from adjudge_engine.reading.native import to_case
from adjudge_engine.reading.problems import Problem
from adjudge_engine.reading.rejects import Reject
from adjudge_engine.reading.sniff import FORMATS, READ, Shape


def read_cases(path: Path) -> Iterator[Case | Reject]:
    """The cases of a file, in its order, and a `Reject` for every record that is none.

    The format is detected by content: JSON Lines are streamed in constant memory; a JSON array,
    `{"cases": [...]}` or one object is read whole (512 MB at most). Raises InputError where the
    file cannot be read at all: missing, empty, not UTF-8, another format.
    """
    return _read(path, labelled=False)


def read_labelled(path: Path) -> Iterator[Case | Reject]:
    """As `read_cases`, but records without an answer are cases too (`answer` is None).

    For calibration: their labels and judgments count although there is nothing to evaluate.
    """
    return _read(path, labelled=True)


def read_numbered(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002
) -> Iterator[tuple[int, str, Case | Reject]]:
    """As `read_cases`, each with its line (from 1) and its raw text.

    For callers that may have to reject a case themselves, later.
    """
    _check_format(format)
    with opened(path) as (file, shape):
        for record in records(file, shape, path):
            yield record.line, record.text, _case(record, str(path), labelled=False)


def count_records(path: Path) -> int | None:
    """About how many records a file holds, for progress alone; None where counting is dear."""
    with opened(path) as (file, shape):
        return count_lines(file) if shape is Shape.LINES and path.is_file() else None


def check_readable(path: Path, *, format: str | None = None) -> None:  # noqa: A002
    """Raises InputError where `read_cases` would before its first case; reads the beginning."""
    _check_format(format)
    with opened(path):
        pass


def _check_format(name: str | None) -> None:
    if name is not None and name not in FORMATS:
        raise InputError(
            f"Unknown format {name!r}.", f"This version reads {READ}; leave --format out."
        )


def _read(path: Path, *, labelled: bool) -> Iterator[Case | Reject]:
    with opened(path) as (file, shape):
        for record in records(file, shape, path):
            yield _case(record, str(path), labelled)


def _case(record: Record, file: str, labelled: bool) -> Case | Reject:
    problem = record.problem
    if problem is None:
        try:
            return to_case(record.value, labelled=labelled)
        except Problem as found:
            problem = found
    return Reject(file, record.line, problem.field, problem.reason, record.text)
