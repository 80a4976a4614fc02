"""`id,judge,human` as CSV: what most small agreement tools read, with a few columns behind them.

One line for each label and each judge that spoke on its criterion. An empty `judge` is an
abstention, or nobody was asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from adjudge_queue.exports import cells, rows
from adjudge_queue.exports.rows import GoldenCase

COLUMNS: Final = ("id", "judge", "human", "criterion", "judged_by", "labelled_by", "split", "group")
_NUMBER: Final = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")
_GOOD: Final = {"faithful": 1.0, "unfaithful": 0.0, "pass": 1.0, "fail": 0.0}


def write(found: Iterable[GoldenCase]) -> Iterator[str]:
    """The file, line by line."""
    return cells.lines(COLUMNS, (line for row in rows.standing(found) for line in of_row(row)))


def of_row(row: GoldenCase) -> Iterator[list[object]]:
    """The lines of a row."""
    told = rows.golden(row)
    for label in row["labels"]:
        value = rows.value(label)
        if value is None:
            continue
        for judgment in rows.judgments(row, label["criterion"]) or [{}]:
            yield [
                row["id"],
                rows.judge_value(judgment) if judgment else None,
                value,
                label["criterion"],
                judgment.get("judge"),
                label.get("by"),
                told["split"],
                told["group"],
            ]


def read(text: str) -> Iterator[dict[str, Any]]:
    """Cases that hold labels and judgments alone: no question, no answer, no claims.

    The lines of a case follow one another. A value that looks like a number is one.
    """
    current: dict[str, Any] = {}
    for line in cells.records(text, ("id", "judge", "human")):
        if not current or current["id"] != line["id"]:
            if current:
                yield current
            current = _case(line)
        _add(current, line)
    if current:
        yield current


def _case(line: dict[str, str]) -> dict[str, Any]:
    metadata: dict[str, Any] = {}
    if line.get("group"):
        metadata["group"] = line["group"]
    if line.get("split"):
        metadata["golden"] = {"imported": True, "split": line["split"]}
    return {"id": line["id"], "labels": [], "judgments": [], "metadata": metadata}


def _add(case: dict[str, Any], line: dict[str, str]) -> None:
    criterion = line.get("criterion") or "faithfulness"
    label: dict[str, Any] = {"criterion": criterion}
    if line["human"] == "undetermined":
        label["undetermined"] = True
    else:
        label["value"] = _value(line["human"])
    if line.get("labelled_by"):
        label["by"] = line["labelled_by"]
    if label not in case["labels"]:
        case["labels"].append(label)
    if line.get("judged_by") or line["judge"]:
        judgment = {"criterion": criterion, "judge": line.get("judged_by") or "judge"}
        judgment |= _judged(line["judge"])
        if judgment not in case["judgments"]:
            case["judgments"].append(judgment)


def _judged(word: str) -> dict[str, Any]:
    if not word:
        return {"abstained": True}
    if word in _GOOD:
        return {"strict": _GOOD[word]}
    value = _value(word)
    return {"value": float(value)} if not isinstance(value, str) else {"rationale": word}


def _value(word: str) -> str | int | float:
    if not _NUMBER.fullmatch(word):
        return word
    return float(word) if "." in word else int(word)
