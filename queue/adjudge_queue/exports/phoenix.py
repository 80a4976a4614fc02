"""Phoenix / OpenInference span annotations: the body of `POST /v1/span_annotations`.

Names: `src/phoenix/server/api/routers/v1/annotations.py`. A case's span is its metadata's
`span_id`; one without stands under its own id. `identifier` makes sending twice an update.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudge_queue.exports import rows
from adjudge_queue.exports.carried import json_text
from adjudge_queue.exports.rows import GoldenCase


def write(found: Iterable[GoldenCase]) -> Iterator[str]:
    """One object with all annotations under `data`."""
    yield '{"data":['
    comma = "\n"
    for row in rows.standing(found):
        for one in of_row(row):
            yield comma + json_text(one)
            comma = ",\n"
    yield "\n]}\n"


def of_row(row: GoldenCase) -> Iterator[dict[str, Any]]:
    """An annotation for each label and each labelled claim."""
    for label in row["labels"]:
        name, value = label["criterion"], rows.value(label)
        told = {
            "by": label.get("by"),
            "split": rows.golden(row)["split"],
            "set": rows.set_name(row),
            "missing": label.get("missing"),
            "corrected_answer": label.get("corrected_answer"),
        }
        if value is not None:
            yield _annotation(row, name, value, label.get("note"), told)
        for claim in label.get("claims", ()):
            place = {key: claim[key] for key in ("claim_id", "start", "end") if key in claim}
            more = {"by": told["by"], "split": told["split"], "set": told["set"], **place}
            part = f"{name}.claim"
            yield _annotation(row, part, claim["verdict"], claim.get("text"), more)


def _annotation(
    row: GoldenCase, name: str, value: Any, explanation: str | None, told: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "span_id": rows.span_id(row) or rows.trace_id(row) or row["id"],
        "name": name,
        "annotator_kind": "HUMAN",
        "result": {
            "label": str(value),
            "score": rows.score(value),
            "explanation": explanation,
        },
        "metadata": {key: one for key, one in told.items() if one or one == 0},
        "identifier": rows.key(row, name, told.get("by"), told.get("claim_id"), told.get("start")),
    }
