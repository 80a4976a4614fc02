"""Label Studio tasks with a finished annotation each, and what the judges said as predictions.

Offsets count UTF-16 units there (the interface is JavaScript); ours count code points. The names
`verdict`, `missing`, `corrected_answer` and those of the criteria are the controls that
docs/golden.md configures.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudge_queue.exports import carried, rows
from adjudge_queue.exports.rows import GoldenCase
from adjudge_queue.file.jsontext import dump


def write(found: Iterable[GoldenCase]) -> Iterator[str]:
    """One task for each row."""
    return carried.array(map(task, rows.standing(found)))


def task(row: GoldenCase) -> dict[str, Any]:
    """A row as a task."""
    contexts = [{"id": one["id"], "text": one.get("text", "")} for one in row.get("contexts", ())]
    units = _Units(row.get("answer") or "")
    results = [one for label in row["labels"] for one in _results(row, label, units)]
    return {
        "data": {
            "id": row["id"],
            "question": row.get("question"),
            "answer": row.get("answer"),
            "contexts": contexts,
            "split": rows.golden(row)["split"],
            carried.CARRIED: dump(row),
        },
        "annotations": [
            {"result": results, "ground_truth": True, "was_cancelled": False},
        ],
        "predictions": [
            {
                "model_version": str(judgment.get("judge", "")),
                "score": judgment.get("score"),
                "result": list(_judged(row, judgment, units)),
            }
            for judgment in rows.judgments(row)
            if not judgment.get("abstained")
        ],
    }


class _Units:
    """An answer whose places are counted in UTF-16 units."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._wide = [place for place, one in enumerate(text) if one > "\uffff"]

    def before(self, place: int) -> int:
        """How many units stand before a code point."""
        return place + bisect_left(self._wide, place)


def _results(row: GoldenCase, label: Mapping[str, Any], units: _Units) -> Iterator[dict[str, Any]]:
    criterion, value = label["criterion"], rows.value(label)
    if value is not None:
        yield _result(row, criterion, "choices", {"choices": [str(value)]}, label.get("by"))
    for claim in label.get("claims", ()):
        if "start" in claim and "end" in claim:
            yield _span(row, units, claim, claim["verdict"], label.get("by"))
    for name in ("missing", "corrected_answer"):
        texts = label.get(name)
        if texts:
            several = texts if isinstance(texts, list) else [texts]
            yield _result(row, name, "textarea", {"text": several}, criterion)


def _judged(
    row: GoldenCase, judgment: Mapping[str, Any], units: _Units
) -> Iterator[dict[str, Any]]:
    value = rows.judge_value(judgment)
    if value is not None:
        yield _result(row, judgment["criterion"], "choices", {"choices": [str(value)]}, "judge")
    places = {one["id"]: one for one in rows.claims(row)}
    for claim in judgment.get("claims", ()):
        place = places.get(claim["claim_id"])
        if place is not None:
            yield _span(row, units, place, claim["verdict"], "judge")


def _span(
    row: GoldenCase, units: _Units, place: Mapping[str, Any], verdict: str, by: str | None
) -> dict[str, Any]:
    start, end = place["start"], place["end"]
    value = {
        "start": units.before(start),
        "end": units.before(end),
        "text": units.text[start:end],
        "labels": [verdict],
    }
    return _result(row, "verdict", "labels", value, by, start)


def _result(
    row: GoldenCase, name: str, kind: str, value: dict[str, Any], *parts: object
) -> dict[str, Any]:
    number = rows.key(row, name, *parts)[:10]
    return {"id": number, "from_name": name, "to_name": "answer", "type": kind, "value": value}


def read(text: str) -> Iterator[dict[str, Any]]:
    """The rows that the tasks carry."""
    return carried.rows_of(text, carried.carried_in("data", carried.CARRIED), task)
