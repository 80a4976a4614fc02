"""Langfuse: dataset items, and scores for the traces that the cases come from; JSON Lines.

Names: `fern/apis/server/definition/commons.yml`. A case's trace is its metadata's `trace_id`; one
without is scored under its own id. Ids are made of the case, so sending them twice changes
nothing. Text values stand in `value` (as they are sent) and `stringValue` (as they are read).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudge_queue.exports import carried, rows
from adjudge_queue.exports.rows import GoldenCase
from adjudge_queue.file.jsontext import dump


def write_items(found: Iterable[GoldenCase]) -> Iterator[str]:
    """One dataset item for each row."""
    return carried.lines(map(item, rows.standing(found)))


def item(row: GoldenCase) -> dict[str, Any]:
    """A row as a dataset item."""
    told = rows.golden(row)
    return {
        "id": rows.key(row),
        "datasetName": str(told.get("name") or "imported"),
        "status": "ACTIVE",
        "input": {"question": row.get("question"), "contexts": rows.context_texts(row)},
        "expectedOutput": rows.expected_answer(row),
        "sourceTraceId": rows.trace_id(row),
        "metadata": {
            "case_id": row["id"],
            "answer": row.get("answer"),
            "split": told["split"],
            "set": rows.set_name(row),
            "labels": rows.values(row),
            carried.CARRIED: dump(row),
        },
    }


def read_items(text: str) -> Iterator[dict[str, Any]]:
    """The rows that the dataset items carry."""
    return carried.rows_of(text, carried.carried_in("metadata", carried.CARRIED), item)


def write_scores(found: Iterable[GoldenCase]) -> Iterator[str]:
    """One score for each label, each labelled claim and each corrected answer."""
    return carried.lines(score for row in rows.standing(found) for score in scores(row))


def scores(row: GoldenCase) -> Iterator[dict[str, Any]]:
    """The scores of a row."""
    for label in row["labels"]:
        name = label["criterion"]
        told = {"by": label.get("by"), "split": rows.golden(row)["split"]}
        value = rows.value(label)
        if value is not None:
            yield _score(row, name, value, told, label.get("note"))
        for claim in label.get("claims", ()):
            place = {key: claim[key] for key in ("claim_id", "start", "end") if key in claim}
            part = f"{name}.claim"
            yield _score(row, part, claim["verdict"], told | place, claim.get("text"))
        if label.get("corrected_answer"):
            one = _score(row, f"{name}.corrected_answer", label["corrected_answer"], told, None)
            yield one | {"dataType": "CORRECTION"}


def _score(
    row: GoldenCase, name: str, value: Any, told: Mapping[str, Any], comment: str | None
) -> dict[str, Any]:
    found = {
        "id": rows.key(row, name, told.get("by"), told.get("claim_id"), told.get("start")),
        "traceId": rows.trace_id(row) or row["id"],
        "name": name,
        "dataType": "NUMERIC",
        "value": value,
        "comment": comment,
        "metadata": {key: one for key, one in told.items() if one is not None},
    }
    if isinstance(value, str):
        found |= {"dataType": "CATEGORICAL", "stringValue": value}
    return found
