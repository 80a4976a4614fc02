"""A shard's results as a Parquet table: the same lines, one a row, with columns to look at them by.

`case_id`, `route`, `report_hash` and `key` are for whoever opens the table elsewhere; `line` is
what counts, and what the checksum covers. The first and the last line of a file of lines stand in
the footer's notes. pyarrow is an extra, and loaded only here and in the engine's reader.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from adjudge_engine.errors import InputError
from adjudge_engine.reading.atomic import AtomicFile
from adjudge_engine.reading.foreign.parquet import import_pyarrow, notes_of, rows_of

#: How a Parquet file begins.
MAGIC: Final = b"PAR1"
SUFFIX: Final = ".parquet"
#: The footer's notes: what the table is, and how it ends.
_FIRST: Final = b"adjudge.results"
_LAST: Final = b"adjudge.results.end"
#: Rows that are written together, so that memory does not grow with the table.
_ROWS: Final = 256


class TableSink:
    """Lines on their way into a table. InputError where pyarrow is missing."""

    def __init__(self, file: AtomicFile) -> None:
        import_pyarrow(str(file.path))
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns = ("case_id", "route", "report_hash", "key", "line")
        self._schema = pa.schema([pa.field(name, pa.string(), False) for name in columns])
        self._frame: list[bytes] = []
        self._rows: list[dict[str, str]] = []
        into = pa.PythonFile(Into(file), mode="w")
        self._table = pq.ParquetWriter(into, self._schema, compression="zstd")

    def frame(self, line: bytes) -> None:
        """The first line, or the last one."""
        self._frame.append(line)

    def row(self, line: bytes, member: bytes) -> None:
        """One evaluation."""
        del member
        self._rows.append(_row(line))
        if len(self._rows) >= _ROWS:
            self._flush()

    def close(self) -> None:
        """Writes what waits, and the footer."""
        self._flush()
        self._table.add_key_value_metadata(dict(zip((_FIRST, _LAST), self._frame, strict=True)))
        self._table.close()

    def _flush(self) -> None:
        import pyarrow as pa

        if self._rows:
            self._table.write_table(pa.Table.from_pylist(self._rows, schema=self._schema))
        self._rows = []


class Into:
    """A file as pyarrow writes to it."""

    closed = False

    def __init__(self, file: AtomicFile) -> None:
        self._file = file
        self._at = 0

    def write(self, data: Any) -> int:
        """Appends what pyarrow has ready."""
        written = bytes(data)
        self._file.write_bytes(written)
        self._at += len(written)
        return len(written)

    def tell(self) -> int:
        """Bytes written."""
        return self._at

    def flush(self) -> None:
        """Nothing: the file is synced when it is put in place."""

    def close(self) -> None:
        """Nothing: whoever made the file closes it."""


def _row(line: bytes) -> dict[str, str]:
    said = json.loads(line)
    evaluation = said["evaluation"]
    shown = {
        "case_id": said["case"]["id"],
        "route": evaluation["route"],
        "report_hash": evaluation["report_hash"],
        "key": said["key"],
    }
    columns = {name: storable(str(one)) for name, one in shown.items()}
    return {**columns, "line": line.decode("utf-8")}


def is_table(path: Path) -> bool:
    """Whether a file of this name is to be a table."""
    return path.suffix.lower() == SUFFIX


def storable(text: str) -> str:
    """The text as a table can hold it: lone surrogates as question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def lines_of_table(file: BinaryIO, path: Path) -> Iterator[bytes]:
    """The lines of a table, as a file of lines has them. InputError where it is none of ours."""
    notes = notes_of(file, str(path))
    yield notes.get(_FIRST, b"")
    for entry in rows_of(file, str(path)):
        line = entry.value.get("line") if isinstance(entry.value, dict) else None
        if not isinstance(line, str):
            why = entry.problem.reason if entry.problem else "it has no line"
            raise InputError(f"{path}, {entry.place}: {why}.", "Run its shard again.")
        yield line.encode("utf-8")
    if _LAST in notes:
        yield notes[_LAST]
