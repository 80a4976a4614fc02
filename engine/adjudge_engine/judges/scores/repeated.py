"""Repeats of one metric on one answer: `[{"score", "reason"?, "repeat"}, …]` under its name.

The name says the tool and the model: `ragas-faithfulness/gpt-4o`, `deepeval-faithfulness/gpt-4o`.
"""

from __future__ import annotations

from typing import Any

from adjudge_engine.judges.scores import deepeval, ragas
from adjudge_engine.judges.scores.values import Fields, abstains, figure, known, text_of


def is_repeated(value: Any) -> bool:
    """Whether a judge's entry is a list of scores, each with the number of its repeat."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(one, dict) and "score" in one and "repeat" in one for one in value)
    )


def of_repeats(name: str, entries: list[dict[str, Any]]) -> list[Fields] | None:
    """One judgment for each repeat, all under `name`; None where the name tells no known tool."""
    head, _, model = name.partition("/")
    tool, _, metric = head.partition("-")
    out = []
    for entry in entries:
        if tool == "ragas":
            fields = ragas.of_score(metric, entry["score"], entry.get("reason"))
        elif tool == "deepeval":
            fields = deepeval.of_metric(entry | {"name": metric})
        elif isinstance(entry.get("pass"), bool):
            fields = _of_checks(entry)
        else:
            return None
        fields |= {"judge": name} | known(model=model if model.strip("-") else None)
        fields["parameters"] |= {"repeat": entry["repeat"]}
        out.append(fields)
    return out


def _of_checks(entry: dict[str, Any]) -> Fields:
    """The outcome of another tool's deterministic checks: its own criterion, passed or not."""
    issues = entry.get("issues")
    said = "; ".join(map(str, issues)) if isinstance(issues, list) else ""
    fields: Fields = {"criterion": "checks", "parameters": {"scale": "0 or 1"}}
    fields |= known(rationale=text_of(said))
    value = figure(entry["score"])
    if value is None:
        return abstains(fields, "the score cannot be read")
    return fields | {"value": value, "score": value, "strict": 1.0 if entry["pass"] else 0.0}
