"""DeepEval goldens: a JSON list for `EvaluationDataset.add_goldens_from_json_file`.

Names: `Golden` of deepeval 4.3 (`deepeval/dataset/golden.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudge_queue.exports import carried, rows
from adjudge_queue.exports.rows import GoldenCase
from adjudge_queue.file.jsontext import dump


def write(found: Iterable[GoldenCase]) -> Iterator[str]:
    """One golden for each row."""
    return carried.array(map(golden, rows.standing(found)))


def golden(row: GoldenCase) -> dict[str, Any]:
    """A row as a golden."""
    told = rows.golden(row)
    return {
        "name": row["id"],
        "input": row.get("question") or "",
        "actual_output": row.get("answer"),
        "expected_output": rows.expected_answer(row),
        "retrieval_context": rows.context_texts(row),
        "context": None,
        "comments": rows.notes(row),
        "source_file": rows.source(row),
        "additional_metadata": {
            "split": told["split"],
            "set": rows.set_name(row),
            "labels": rows.values(row),
            carried.CARRIED: dump(row),
        },
    }


def read(text: str) -> Iterator[dict[str, Any]]:
    """The rows that the goldens carry."""
    place = carried.carried_in("additional_metadata", carried.CARRIED)
    return carried.rows_of(text, place, golden)
