"""MLflow evaluation records: a JSON list for `EvaluationDataset.merge_records`.

Names: `DatasetRecord` of mlflow 3.17 (`mlflow/entities/dataset_record.py`); `expected_response` is
what its scorers look for. Tags are texts there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudge_queue.exports import carried, rows
from adjudge_queue.exports.rows import GoldenCase
from adjudge_queue.file.jsontext import dump


def write(found: Iterable[GoldenCase]) -> Iterator[str]:
    """One record for each row."""
    return carried.array(map(record, rows.standing(found)))


def record(row: GoldenCase) -> dict[str, Any]:
    """A row as a record."""
    return {
        "inputs": {"question": row.get("question"), "context": rows.context_texts(row)},
        "outputs": {"response": row.get("answer")},
        "expectations": {
            "expected_response": rows.expected_answer(row),
            "labels": rows.values(row),
        },
        "tags": {
            "id": row["id"],
            "set": rows.set_name(row),
            "split": rows.golden(row)["split"],
            carried.CARRIED: dump(row),
        },
    }


def read(text: str) -> Iterator[dict[str, Any]]:
    """The rows that the records carry."""
    return carried.rows_of(text, carried.carried_in("tags", carried.CARRIED), record)
