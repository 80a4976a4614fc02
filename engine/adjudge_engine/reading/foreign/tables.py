"""Our own cases as a table (CSV, TSV, Parquet): a column for each field, by any of its names.

Contexts stand in one cell as a list (as JSON, or as Python or NumPy print one) or as one text;
`metadata.team` and `expect.reference` are parts of a field; `labels`, `citations` and the like
hold JSON. A blank cell is a field that is not there, but for a blank answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from adjudge_engine.case import Case
from adjudge_engine.errors import InputError
from adjudge_engine.reading.aliases import CASE, REFERENCE
from adjudge_engine.reading.decode import Decoder
from adjudge_engine.reading.foreign.base import Row
from adjudge_engine.reading.foreign.lists import texts_in, written_list
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.foreign.paths import BadPath, parse_path
from adjudge_engine.reading.foreign.targets import check_target, put
from adjudge_engine.reading.problems import Problem

_NAMES: Final = frozenset(
    {name for names in CASE.values() for name in names}
    | {*REFERENCE, *Case.model_fields, "human", "judge", "meta", "context_spans"}
)
_STRUCTURED: Final = frozenset(
    {"citations", "expect", "requester", "labels", "judgments", "metadata"}
    | {"human", "judge", "meta", "context_spans", "answers", "tags"}
)
_ENOUGH: Final = frozenset({*CASE["answer"], "answers", "labels", "judgments", "human", "judge"})
_COLUMNS_SHOWN: Final = 12


class NativeTable:
    """The reader of our own cases in a table."""

    name = "native"
    title = "cases in a table"

    def check(self, opened: Opened) -> None:
        """Raises InputError where no column is an answer, or the table cannot be read."""
        opened.check_table()
        if opened.head.first is None:
            next(opened.table(), None)  # says what is wrong with the header
        columns = [str(one) for one in opened.head.first or []]
        names = {_field(one).partition(".")[0] for one in columns}
        if names & _ENOUGH:
            return
        shown = ", ".join(columns[:_COLUMNS_SHOWN])
        more = len(columns) - _COLUMNS_SHOWN
        raise InputError(
            f"{opened.path}: no column is an answer; the columns are "
            f"{shown}{f' and {more:,} more' if more > 0 else ''}.",
            "Say which is which: --map answer=COLUMN --map question=COLUMN --map contexts[]=COLUMN",
        )

    def rows(self, opened: Opened) -> Iterator[Row]:
        """The rows as records. Raises InputError."""
        self.check(opened)
        for entry in opened.table():
            yield entry.read(_record)

    def cannot_serve(self) -> tuple[str, ...]:
        """Nothing: a table can hold all that a case has."""
        return ()


def _field(column: str) -> str:
    """The field that a column's name means: as it is, or in lower case with underscores."""
    if column in _NAMES:
        return column
    plain = column.strip().lower().replace(" ", "_")
    return plain if plain in _NAMES else column


def _record(cells: dict[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    parts: list[tuple[str, Any]] = []
    blank: list[str] = []
    for column, cell in _exact_first(cells):
        name = _field(column)
        if name in out:
            name = column
        if isinstance(cell, str) and not cell.strip():
            blank += [name] if name in CASE["answer"] else []
        elif name in CASE["contexts"]:
            out[name] = _texts(cell)
        elif name in _STRUCTURED:
            out[name] = _decoded(cell, column)
        elif "." in name:
            parts.append((name, cell))
        else:
            out[name] = cell
    if blank and not any(out.get(name) is not None for name in CASE["answer"]):
        out[blank[0]] = ""  # nothing was answered, which is not that nobody answered
    for name, cell in parts:
        _put(out, name, cell)
    return out


def _exact_first(cells: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    return sorted(cells.items(), key=lambda one: one[0] not in _NAMES)


def _texts(cell: Any) -> Any:
    """The contexts of a cell: a written list, or one text."""
    if isinstance(cell, str) and cell.lstrip().startswith("{"):
        return [_decoded(cell, "contexts")]
    return texts_in(cell)


def _decoded(cell: Any, column: str) -> Any:
    """The JSON in a cell that has some, else the cell as it is. Raises Problem."""
    if not isinstance(cell, str) or cell.lstrip()[:1] not in ("{", "["):
        return cell
    try:
        return Decoder().decode(cell)
    except Problem as problem:
        printed = written_list(cell)
        if printed is not None:
            return printed
        place = f"{column}.{problem.field}" if problem.field else column
        raise Problem(place, problem.reason) from None


def _put(record: dict[str, Any], name: str, cell: Any) -> None:
    """A part of a field, `metadata.team`; a name with dots that is none stays a column."""
    if cell is None:
        return
    try:
        target = parse_path(name)
        check_target(target)
    except BadPath:
        record[name] = cell
        return
    put(record, target, [cell], target)
