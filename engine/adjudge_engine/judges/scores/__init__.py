"""Scores made elsewhere, as other tools write them, read as judgments.

One module for each tool; `judgments_in` tells them apart by shape. A score keeps the meaning that
its tool gives it: the raw figure stands in `value`, what it measures in `parameters["scale"]`.
What cannot be read as a figure (null, NaN, an error) is an abstention, never a score.
"""

from __future__ import annotations

from typing import Any

from adjudge_engine.judges.scores import deepeval, promptfoo, ragas
from adjudge_engine.judges.scores.values import Fields


def judgments_in(record: dict[str, Any]) -> list[Fields] | None:
    """The judgments that one result record of another tool holds, as fields of `Judgment`.

    None for a record of no known tool, a judgment of our own shape among them.
    """
    if "criterion" in record and "judge" in record:
        return None
    found = deepeval.judgments_in(record)
    if found is None:
        found = promptfoo.judgments_in(record)
    return ragas.judgments_in(record) if found is None else found
