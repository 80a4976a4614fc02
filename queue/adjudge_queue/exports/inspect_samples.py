"""Inspect samples: JSON Lines for `inspect_ai.dataset.json_dataset`, read without a field map.

Names: `Sample` of inspect-ai 0.3 (`inspect_ai/dataset/_dataset.py`). What was answered, from what,
and how people called it stands in the sample's metadata.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudge_queue.exports import carried, rows
from adjudge_queue.exports.rows import GoldenCase
from adjudge_queue.file.jsontext import dump


def write(found: Iterable[GoldenCase]) -> Iterator[str]:
    """One sample for each row."""
    return carried.lines(map(sample, rows.standing(found)))


def sample(row: GoldenCase) -> dict[str, Any]:
    """A row as a sample."""
    return {
        "id": row["id"],
        "input": row.get("question") or "",
        "target": rows.expected_answer(row) or "",
        "metadata": {
            "answer": row.get("answer"),
            "contexts": rows.context_texts(row),
            "labels": rows.values(row),
            "set": rows.set_name(row),
            "split": rows.golden(row)["split"],
            carried.CARRIED: dump(row),
        },
    }


def read(text: str) -> Iterator[dict[str, Any]]:
    """The rows that the samples carry."""
    return carried.rows_of(text, carried.carried_in("metadata", carried.CARRIED), sample)
