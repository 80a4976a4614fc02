"""Inspect Scout validation set: CSV with `id`, `target` (or one column a criterion), `split`.

A transcript's id is the case metadata's `transcript_id` (or `uuid`, `sample_uuid`), else the case's
own. Faithful is `true`, unfaithful `false`; what is undetermined has no target.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from adjudge_queue.exports import cells, rows
from adjudge_queue.exports.rows import GoldenCase

_ID: Final = ("transcript_id", "uuid", "sample_uuid")
_TRUTH: Final = {"faithful": True, "unfaithful": False, "pass": True, "fail": False}


def write(found: Iterable[GoldenCase]) -> Iterator[str]:
    """One line for each row that has a target."""
    known = [
        (_transcript(row), rows.golden(row)["split"], targets(row)) for row in rows.standing(found)
    ]
    names = sorted({name for _, _, values in known for name in values})
    columns = ["target"] if len(names) == 1 else [f"target_{name}" for name in names]
    yield from cells.lines(
        ["id", *columns, "split"],
        (
            [transcript, *(values.get(name) for name in names), split]
            for transcript, split, values in known
            if values
        ),
    )


def _transcript(row: GoldenCase) -> str:
    metadata = row["metadata"]
    named = (metadata[one] for one in _ID if isinstance(metadata.get(one), str))
    return str(next(named, row["id"]))


def targets(row: GoldenCase) -> dict[str, Any]:
    """The values of a row by criterion; what is undetermined has none."""
    found = {}
    for label in row["labels"]:
        value = label.get("value")
        if value is not None and not label.get("undetermined"):
            found[label["criterion"]] = _TRUTH.get(value, value)
    return found
