"""One golden or test case of DeepEval, by snake_case or camelCase names, as a native record."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

from adjudge_engine.judges.scores import deepeval as scores
from adjudge_engine.judges.scores.values import Fields
from adjudge_engine.reading.aliases import CASE
from adjudge_engine.reading.foreign.carried import CARRIED, EDITED, carried_row
from adjudge_engine.reading.foreign.leftovers import kept
from adjudge_engine.reading.foreign.lists import texts_in
from adjudge_engine.reading.foreign.shapes import list_in
from adjudge_engine.reading.problems import Problem, kind_of

CONVERSATION: Final = (
    "is a conversation of several turns: one question with one answer is needed, so write each "
    "turn that is to be checked as a test case of its own"
)
#: Names in camelCase → in snake_case, as Python has them.
_SNAKE: Final = {
    "actualOutput": "actual_output",
    "expectedOutput": "expected_output",
    "retrievalContext": "retrieval_context",
    "metricsData": "metrics_data",
    "additionalMetadata": "additional_metadata",
    "sourceFile": "source_file",
    "toolsCalled": "tools_called",
    "expectedTools": "expected_tools",
    "customColumnKeyValues": "custom_column_key_values",
}
#: How goldens of CSV and JSON Lines join passages.
_JOINED: Final = "|"
_MODEL: Final = ("evaluationModel", "evaluation_model")

Note = Callable[[str], None]


def record_of(case: Any, note: Note | None = None) -> dict[str, Any]:
    """A golden or test case as a native record. Raises Problem."""
    if not isinstance(case, dict):
        raise Problem("", f"a test case must be an object, not {kind_of(case)}")
    if case.get("turns") is not None or "scenario" in case:
        raise Problem("turns", CONVERSATION)
    rest = {_SNAKE.get(str(name), str(name)): one for name, one in case.items()}
    given = rest.pop("additional_metadata", None)
    more: dict[str, Any] = given if isinstance(given, dict) else {}
    left: dict[str, Any] = {} if isinstance(given, dict) else {"additional_metadata": given}
    contexts, whence = _contexts(rest)
    out: dict[str, Any] = {
        "id": rest.pop("name", None) or None,
        "input": rest.pop("input", None),
        "actual_output": _answer(rest),
        "contexts": contexts,
        "expected_output": rest.pop("expected_output", None) or None,
        "judgments": list(_judgments(rest.pop("metrics_data", None))),
    }
    left |= {"contexts_from": whence} if whence else {}
    row = _carried(out, more)
    if row is not None:
        row["judgments"] = list_in(row.get("judgments")) + out["judgments"]
        return row
    if CARRIED in more:
        more = {name: one for name, one in more.items() if name not in (CARRIED, "labels")}
        left["carried"] = EDITED
    trace = rest.pop("trace", None)
    out["metadata"] = {"source": _source(rest, trace)}
    left = kept(
        left | {"additional_metadata": more or left.get("additional_metadata")} | rest, note
    )
    if left:
        out["metadata"]["deepeval"] = left
    return out


def _answer(rest: dict[str, Any]) -> Any:
    """The answer: text; of an object the text under a usual name, else its JSON."""
    value = rest.pop("actual_output", None)
    if value == "":
        return None
    if not isinstance(value, dict | list):
        return value
    if isinstance(value, dict):
        for name in CASE["answer"]:
            if isinstance(value.get(name), str):
                rest["actual_output"] = {key: one for key, one in value.items() if key != name}
                return value[name]
    return json.dumps(value, ensure_ascii=False)


def _contexts(rest: dict[str, Any]) -> tuple[list[Any], str | None]:
    """The passages that were retrieved, and where they stand if not under their own name.

    Without any, what the run's trace retrieved; without that, `context`, the ideal passages.
    """
    retrieved = rest.pop("retrieval_context", None)
    if retrieved not in (None, ""):
        return [_passage(one) for one in texts_in(retrieved, _JOINED)], None
    traced = list(_traced(rest.get("trace")))
    if traced:
        return traced, "trace.retrieverSpans"
    ideal = rest.pop("context", None)
    if ideal in (None, ""):
        return [], None
    return [_passage(one) for one in texts_in(ideal, _JOINED)], "context"


def _passage(value: Any) -> Any:
    """A passage: text, or `{context, source}`, whose source is a document's name."""
    if not isinstance(value, dict) or "context" not in value:
        return value
    source = value.get("source")
    named = {"source_id": source} if isinstance(source, str) and source else {}
    return {"text": value["context"]} | named


def _traced(trace: Any) -> Iterator[str]:
    spans = trace.get("retrieverSpans") if isinstance(trace, dict) else None
    for span in spans if isinstance(spans, list) else ():
        texts = span.get("retrievalContext") if isinstance(span, dict) else None
        for one in texts if isinstance(texts, list) else ():
            if isinstance(one, str):
                yield one


def _judgments(entries: Any) -> Iterator[Fields]:
    """What the metrics say; the tool's own figures stay as they are."""
    for one in entries if isinstance(entries, list) else ():
        if isinstance(one, dict):
            names = [name for name in _MODEL if one.get(name) == "none"]  # code, and no model
            yield scores.of_metric(one | dict.fromkeys(names))


def _source(rest: dict[str, Any], trace: Any) -> dict[str, Any]:
    """Where the case comes from. A golden's `source_file` names the document behind it."""
    out: dict[str, Any] = {"tool": "deepeval"}
    file = rest.pop("source_file", None)
    if isinstance(file, str) and file:
        out["file"] = file
    if isinstance(trace, dict) and isinstance(trace.get("uuid"), str):
        out["trace_id"] = trace["uuid"]
    return out


def _carried(out: dict[str, Any], more: dict[str, Any]) -> dict[str, Any] | None:
    """The row of our own export that the golden carries, if it still shows it."""
    return carried_row(
        more.get(CARRIED),
        {
            "question": out["input"] or "",
            "answer": out["actual_output"] or "",
            "contexts": out["contexts"],
        },
    )
