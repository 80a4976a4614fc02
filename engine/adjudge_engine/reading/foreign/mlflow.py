"""MLflow: tables of evaluation results, and traces with their assessments.

Tables are those of `mlflow.evaluate` and `mlflow.genai.evaluate` (`eval_results_table.json` in the
split form, JSON records, CSV, Parquet); traces are `Trace.to_json` or the frame of
`search_traces`, as JSON Lines or a list. Names: `mlflow/entities/assessment.py` and
`mlflow/genai/evaluation/base.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.judges.scores.values import Fields, figure
from adjudge_engine.reading.foreign import mlflow_traces, said, wordings
from adjudge_engine.reading.foreign.base import Entry, Head, Row
from adjudge_engine.reading.foreign.lists import texts_in
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.items import labels_from
from adjudge_engine.reading.problems import Problem, kind_of

_QUESTION: Final = ("inputs", "request", "inputs/question", "inputs/query", "question", "query")
_ANSWER: Final = ("outputs", "response", "outputs/response", "prediction", "predictions", "answer")
_CONTEXTS: Final = ("retrieved_context", "retrieved_contexts", "context", "contexts")
_REFERENCE: Final = ("targets", "target", "ground_truth", "expected_response")
_FACTS: Final = "expected_facts"
#: Columns of a table for scorers, beside `request` and `response`, before any metric ran.
_FOR_SCORERS: Final = frozenset(
    {_FACTS, "expected_response", "expected_retrieved_context", "retrieved_context", "guidelines"}
)
_IDS: Final = ("request_id", "trace_id", "id")
#: What the last part of a metric's column says, and of the column with its reason.
_SCORES: Final = ("score", "value", "rating")
_REASONS: Final = ("justification", "rationale")
_ERRORS: Final = ("error", "error_message")
#: Columns that say by their name that a person filled them.
PEOPLES: Final = ("human", "human_label")


class MlFlow:
    """Evaluation tables and traces."""

    name = "mlflow"
    title = "MLflow"

    def recognises(self, head: Head) -> bool:
        """By the shape of a trace, or by inputs, outputs and metric columns of a table."""
        if head.kind not in ("json", "jsonl", "csv", "parquet"):
            return False
        if mlflow_traces.is_trace(head.record):
            return True
        names = _columns(head)
        has_metric = any(_metric(name) is not None for name in names)
        if has_metric:
            return any(one in names for one in (*_QUESTION, *_ANSWER))
        return {"inputs", "outputs", "expectations"} <= names or (
            {"request", "response"} <= names and bool(names & _FOR_SCORERS)
        )

    def rows(self, opened: Opened) -> Iterator[Row]:
        """A row for each trace, or each row of the table."""
        head = opened.head
        split = _is_split(head.record)
        for entry in _split(opened) if split else opened.records(nan=True):
            yield entry.read(lambda value: _record(value, opened))

    def cannot_serve(self) -> tuple[str, ...]:
        """What the files lack."""
        return (
            "no citations and no document behind a passage: no evidence pane beyond it",
            "tables: which end of a metric's scale is good is not told, so numbers give no verdict",
        )


def _is_split(record: dict[str, Any]) -> bool:
    columns = record.get("columns")
    return isinstance(columns, list) and isinstance(record.get("data"), list)


def _columns(head: Head) -> frozenset[str]:
    if _is_split(head.record):
        return frozenset(one for one in head.record["columns"] if isinstance(one, str))
    return head.columns


def _split(opened: Opened) -> Iterator[Entry]:
    """The rows of a table in pandas' split form as objects."""
    columns = opened.head.record["columns"]
    for entry in opened.items("data", nan=True):
        value = entry.value
        problem = entry.problem
        if problem is None and not (isinstance(value, list) and len(value) == len(columns)):
            problem = Problem("", f"must be a list of {len(columns)} values, one for each column")
        if problem is not None:
            yield Entry(entry.number, entry.place, None, problem, entry.raw)
            continue
        record = dict(zip(map(str, columns), value, strict=True))
        yield Entry(entry.number, entry.place, record, None, entry.raw)


def _record(value: Any, opened: Opened) -> Fields:
    """A trace or a row of a table as a native record. Raises Problem."""
    if mlflow_traces.is_trace(value):
        return mlflow_traces.record_of(value, opened.note)
    if not isinstance(value, dict):
        raise Problem("", f"a row must be an object, not {kind_of(value)}")
    rest = dict(value)
    _, question = _take(rest, _QUESTION)
    name, answer = _take(rest, _ANSWER)
    said_answer = wordings.answer_in(answer)
    if said_answer is None:
        raise Problem(name or "outputs", "holds no answer")
    _, contexts = _take(rest, _CONTEXTS)
    _, id_ = _take(rest, _IDS)
    _lay_out(rest)
    _, reference = _take(rest, _REFERENCE)
    facts = [one for one in texts_in(rest.pop(_FACTS, None)) if isinstance(one, str)]
    texts = _passages(contexts, opened)
    judgments = _judgments(rest)
    labels = _labels(rest, said_answer, opened)
    left = {key: said.short(one) for key, one in rest.items() if one not in (None, "")}
    out: Fields = {
        "id": str(id_) if isinstance(id_, str | int) and not isinstance(id_, bool) else None,
        "question": wordings.question_in(question),
        "answer": said_answer,
        "contexts": wordings.passages(texts),
        "reference": reference if isinstance(reference, str) and reference else None,
        "expect": {"criteria": facts} if facts else None,
        "labels": labels,
        "judgments": judgments,
        "metadata": {"source": {"tool": "mlflow"}} | ({"mlflow": left} if left else {}),
    }
    return {key: one for key, one in out.items() if one not in (None, [], {})}


def _lay_out(record: dict[str, Any]) -> None:
    """Puts the reference and the facts that a row expects beside the rest, where no column has
    them. What else it expects stays apart, or its name could make it a metric's or a person's word.
    """
    given = wordings.parsed(record.get("expectations"))
    if not isinstance(given, dict):
        return
    left = dict(given)
    for name in (*_REFERENCE, _FACTS):
        if name in left and name not in record:
            record[name] = left.pop(name)
    del record["expectations"]
    if left:
        record["expectations"] = left


def _take(record: dict[str, Any], names: tuple[str, ...]) -> tuple[str, Any]:
    """Takes out the first of the names that has a value."""
    for name in names:
        if record.get(name) not in (None, ""):
            return name, record.pop(name)
    return "", None


def _passages(value: Any, opened: Opened) -> list[Any]:
    """The passages of a cell. MLflow's metrics take one text; blank lines part it."""
    joined = isinstance(value, str) and "\n\n" in value
    found = texts_in(value, "\n\n")
    if joined and len(found) > 1:
        opened.note("the context is one text: it was parted into passages at its blank lines")
    return found


def _metric(column: str) -> tuple[str, str] | None:
    """Metric and kind of a column: `faithfulness/v1/score` → (`faithfulness`, `score`)."""
    parts = column.split("/")
    kind = parts[-1]
    if len(parts) < 2 or kind not in (*_SCORES, *_REASONS, *_ERRORS):
        return None
    names = [one for one in parts[:-1] if not (one[:1] == "v" and one[1:].isdigit())]
    return (names[-1], kind) if names and names[-1].strip() else None


def _judgments(rest: dict[str, Any]) -> list[Fields]:
    """What the metric columns say; they are taken out of `rest`."""
    found: dict[str, dict[str, Any]] = {}
    for column in list(rest):
        metric = _metric(column)
        if metric is not None:
            kind = metric[1]
            part = "score" if kind in _SCORES else "reason" if kind in _REASONS else "error"
            start = column.rpartition("/")[0]
            found.setdefault(start, {"name": metric[0]})[part] = rest.pop(column)
    return [
        said.judgment(
            one["name"],
            tool="mlflow",
            number=one.get("score"),
            word=one.get("score") if figure(one.get("score")) is None else None,
            reason=one.get("reason"),
            error=one.get("error") or None,
            column=column if column != one["name"] else None,
        )
        for column, one in found.items()
    ]


def _labels(rest: dict[str, Any], answer: str, opened: Opened) -> list[Fields]:
    """What a column named after people says, where its word is a known one."""
    for name in PEOPLES:
        word = rest.get(name)
        found = labels_from({"label": word}, answer) if isinstance(word, str) else []
        if found:
            del rest[name]
            opened.note(f"the column {name!r} is read as a person's verdict")
            return [{key: one for key, one in label.items() if one} for label in found]
    return []


FORMATS: Final = (MlFlow(),)
