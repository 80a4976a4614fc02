"""Parquet tables, read batch by batch through pyarrow, which is an extra and loaded only here."""

from __future__ import annotations

import base64
import datetime
import decimal
import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, Final

from adjudge_engine.errors import InputError
from adjudge_engine.reading.decode import MAX_DEPTH
from adjudge_engine.reading.foreign.base import Entry
from adjudge_engine.reading.problems import Problem

#: Rows held at once, and the bytes that are aimed at together.
_ROWS: Final = 256
_BYTES: Final = 8 * 2**20
_BUFFER: Final = 2**20
#: Bytes of one batch beyond which its rows are refused: a table can be a bomb as well.
MAX_BATCH: Final = 512 * 2**20
MAX_RAW: Final = 2**20


def columns_in(file: BinaryIO) -> list[str] | None:
    """The names of the columns; None where pyarrow is missing or the file is damaged."""
    try:
        with _opened(file, "") as table:
            return list(table.schema_arrow.names)
    except InputError:
        return None


def rows_of(file: BinaryIO, name: str) -> Iterator[Entry]:
    """The rows as objects by column, values as JSON has them (a date as text, NaN as it is).

    Raises InputError where pyarrow is missing or the file is no Parquet; a part of the file that
    is damaged ends it as an entry with a problem.
    """
    import_pyarrow(name)
    import pyarrow as pa

    with _opened(file, name) as table:
        number = 0
        batches = table.iter_batches(batch_size=_batch_size(table))
        while True:
            try:
                batch = next(batches, None)
                values = _listed(batch)
            except (pa.ArrowException, OSError, ValueError) as error:
                reason = f"the table is damaged from here on: {_said(error)}"
                yield Entry(number + 1, f"row {number + 1:,}", None, Problem("", reason), "")
                return
            if batch is None:
                return
            for value in values:
                number += 1
                yield _entry(number, value)


def notes_of(file: BinaryIO, name: str) -> dict[bytes, bytes]:
    """The notes by key that stand in the table's footer. Raises InputError as `rows_of` does."""
    with _opened(file, name) as table:
        return dict(table.metadata.metadata or {})


def check(file: BinaryIO, name: str) -> None:
    """Raises InputError where pyarrow is missing or the file is no Parquet."""
    with _opened(file, name):
        pass


def import_pyarrow(name: str) -> None:
    """Raises InputError, with the line that installs it, where pyarrow is missing."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise InputError(
            f"{name} is a Parquet file, which takes pyarrow; it is not installed.",
            "pip install 'adjudge[parquet]'",
        ) from None


@contextmanager
def _opened(file: BinaryIO, name: str) -> Iterator[Any]:
    import_pyarrow(name)
    import pyarrow as pa
    import pyarrow.parquet as pq

    file.seek(0)
    try:
        table = pq.ParquetFile(pa.PythonFile(file, mode="r"), buffer_size=_BUFFER, pre_buffer=False)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise InputError(
            f"{name} is a damaged Parquet file: {_said(error)}.", "Write it again."
        ) from None
    yield table


def _batch_size(table: Any) -> int:
    """So many rows that a batch has about `_BYTES`, by what the file says of its row groups."""
    meta = table.metadata
    rows = max(meta.num_rows, 1)
    size = sum(meta.row_group(at).total_byte_size for at in range(min(meta.num_row_groups, 100)))
    seen = sum(meta.row_group(at).num_rows for at in range(min(meta.num_row_groups, 100)))
    each = max(size // max(seen, 1), 1)
    return int(max(1, min(_ROWS, _BYTES // each, rows)))


def _listed(batch: Any) -> list[dict[str, Any]]:
    if batch is None:
        return []
    if batch.nbytes > MAX_BATCH:
        raise ValueError(f"{batch.num_rows:,} rows of {batch.nbytes // 2**20:,} MB")
    found: list[dict[str, Any]] = batch.to_pylist()
    return found


def _entry(number: int, value: dict[str, Any]) -> Entry:
    place = f"row {number:,}"
    try:
        plain = as_json(value)
    except Problem as problem:
        return Entry(number, place, None, problem, str(value)[:1_000])
    raw = json.dumps(plain, ensure_ascii=False)[:MAX_RAW]
    return Entry(number, place, plain, None, raw)


def as_json(value: Any, depth: int = 0) -> Any:
    """A value of a table's cell as JSON has values. Raises Problem where it stands too deep."""
    if depth > MAX_DEPTH:
        raise Problem("", f"nested more than {MAX_DEPTH} levels deep")
    if isinstance(value, dict):
        return {str(key): as_json(one, depth + 1) for key, one in value.items()}
    if isinstance(value, list | tuple):
        pairs = [one for one in value if isinstance(one, tuple) and len(one) == 2]
        if pairs and len(pairs) == len(value) and all(isinstance(key, str) for key, _ in pairs):
            return {key: as_json(one, depth + 1) for key, one in pairs}  # how a map comes
        return [as_json(one, depth + 1) for one in value]
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, decimal.Decimal | uuid.UUID | datetime.timedelta):
        return str(value)
    if isinstance(value, bytes):
        return _text(value)
    return value


def _text(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return base64.b64encode(value).decode("ascii")


def _said(error: Exception) -> str:
    return " ".join(str(error).split())[:200].rstrip(".") or type(error).__name__
