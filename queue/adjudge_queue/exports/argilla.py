"""Argilla records: fields, one submitted response, and what the judges said as suggestions.

Names: `argilla_sdk/_models/_record/` (fields, metadata, responses, suggestions, external_id).
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
    values: dict[str, Any] = {}
    for label in row["labels"]:
        value = rows.value(label)
        if value is not None:
            values[label["criterion"]] = {"value": value}
        spans = [
            {"start": one["start"], "end": one["end"], "label": one["verdict"]}
            for one in label.get("claims", ())
            if "start" in one and "end" in one
        ]
        if spans:
            values[f"{label['criterion']}_claims"] = {"value": spans}
    return {
        "external_id": rows.key(row),
        "fields": {
            "question": row.get("question") or "",
            "answer": row.get("answer") or "",
            "contexts": "\n\n".join(rows.context_texts(row)),
        },
        "metadata": {
            "case_id": row["id"],
            "split": rows.golden(row)["split"],
            "set": rows.set_name(row),
            carried.CARRIED: dump(row),
        },
        "responses": [{"values": values, "status": "submitted"}],
        "suggestions": [
            {
                "question_name": judgment["criterion"],
                "value": rows.judge_value(judgment),
                "score": judgment.get("score"),
                "agent": judgment.get("judge"),
                "type": "model",
            }
            for judgment in rows.judgments(row)
            if rows.judge_value(judgment) is not None
        ],
    }


def read(text: str) -> Iterator[dict[str, Any]]:
    """The rows that the records carry."""
    return carried.rows_of(text, carried.carried_in("metadata", carried.CARRIED), record)
