"""What `--out` leaves: one evaluation a line, or a row of a Parquet table by its name's ending.

A table's row has `case_id`, `case_hash`, `route` and `report_hash` to look at it by, and the whole
evaluation as the JSON text that a line would be. pyarrow is an extra, and loaded only for a table.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from adjudge_engine.reading.atomic import AtomicFile
from adjudge_engine.reading.foreign.parquet import import_pyarrow
from adjudge_tui.running.results_table import Into, is_table, storable

#: Columns beside `evaluation`, each a text of the evaluation itself.
SHOWN: Final = ("case_id", "case_hash", "route", "report_hash")
#: Rows that are written together, so that memory does not grow with the table.
_ROWS: Final = 256


class OutFile:
    """The file that appears whole, or not at all. InputError where it cannot be made."""

    def __init__(self, path: Path) -> None:
        self._table = is_table(path)
        if self._table:
            import_pyarrow(str(path))  # told before the run, and not at its end
        self._file = AtomicFile(path)

    def write(self, evaluations: Iterable[str]) -> None:
        """Writes all of them, as JSON texts, and puts the file in place."""
        if self._table:
            self._write_table(evaluations)
        else:
            for one in evaluations:
                self._file.write(one + "\n")
        self._file.close(keep=True)

    def drop(self) -> None:
        """Forgets what was written; nothing once the file is in place."""
        self._file.drop()

    def _write_table(self, evaluations: Iterable[str]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        schema = pa.schema([pa.field(name, pa.string(), False) for name in (*SHOWN, "evaluation")])
        rows: list[dict[str, str]] = []
        into = pa.PythonFile(Into(self._file), mode="w")
        with pq.ParquetWriter(into, schema, compression="zstd") as table:
            for one in evaluations:
                rows.append(_row(one))
                if len(rows) >= _ROWS:
                    table.write_table(pa.Table.from_pylist(rows, schema=schema))
                    rows.clear()
            table.write_table(pa.Table.from_pylist(rows, schema=schema))


def _row(evaluation: str) -> dict[str, str]:
    said: dict[str, Any] = json.loads(evaluation)
    return {name: storable(str(said[name])) for name in SHOWN} | {"evaluation": evaluation}
