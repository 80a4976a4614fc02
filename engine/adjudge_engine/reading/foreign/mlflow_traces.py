"""MLflow's traces: `Trace.to_json` (`info` and `data`), or a row of the `search_traces` frame.

Assessments say their source: feedback of HUMAN is a label, that of LLM_JUDGE, AI_JUDGE and CODE a
judgment. Expectations say what is expected of the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from adjudge_engine.judges.scores.values import Fields, figure, known, text_of
from adjudge_engine.reading.foreign import said, wordings
from adjudge_engine.reading.foreign.spans import moment
from adjudge_engine.reading.problems import Problem

_JUDGES: Final = ("LLM_JUDGE", "AI_JUDGE", "CODE")
_EXPECTED: Final = ("expected_response", "expected_answer", "ground_truth", "reference")
_FACTS: Final = "expected_facts"


def is_trace(value: Any) -> bool:
    """Whether a JSON value is a trace of MLflow."""
    if not isinstance(value, dict):
        return False
    info, data = value.get("info"), value.get("data")
    if isinstance(info, dict) and isinstance(data, dict):
        return ("trace_id" in info or "request_id" in info) and "spans" in data
    return "trace_id" in value and "spans" in value and ("request" in value or "response" in value)


def record_of(value: dict[str, Any], note: Callable[[str], None]) -> Fields:
    """The trace as a native record. Raises Problem where it answers nothing."""
    told = _Trace(value)
    answer = told.answer()
    if answer is None:
        state = told.info.get("state", told.info.get("status"))
        raise Problem("", f"the trace has no answer (state {str(state)[:40]})")
    assessments = _Assessments(note, told.top())
    for one in told.assessments():
        assessments.add(one)
    left = known(
        name=text_of(told.tags().get("mlflow.traceName")),
        state=text_of(told.info.get("state", told.info.get("status"))),
        assessments=said.short(assessments.rest) if assessments.rest else None,
    )
    id_ = told.id()
    out: Fields = {
        "id": id_,
        "question": told.question(),
        "answer": answer,
        "contexts": told.contexts(),
        "expect": assessments.expected,
        "labels": assessments.labels,
        "judgments": assessments.judgments,
        "created_at": moment(told.time()) or None,
        "metadata": {"source": {"tool": "mlflow"} | known(trace_id=id_), "mlflow": left}
        | known(trace_id=id_),
    }
    return {key: one for key, one in out.items() if one not in (None, [], {})}


class _Trace:
    """A trace in either form."""

    def __init__(self, value: dict[str, Any]) -> None:
        info, data = value.get("info"), value.get("data")
        self.info: dict[str, Any] = info if isinstance(info, dict) else value
        self.data: dict[str, Any] = data if isinstance(data, dict) else value
        found = wordings.parsed(self.data.get("spans"))
        spans = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
        self.spans = sorted(spans, key=_start)
        self.root = next((one for one in self.spans if not _parent(one)), None)

    def id(self) -> str | None:
        """The trace's id."""
        return text_of(self.info.get("trace_id", self.info.get("request_id")))

    def top(self) -> Any:
        """The id of the root, in whichever spelling the file has it."""
        return self.root.get("span_id") if self.root is not None else None

    def tags(self) -> dict[str, Any]:
        """The trace's tags."""
        found = self.info.get("tags")
        return found if isinstance(found, dict) else {}

    def time(self) -> Any:
        """When it began, as text or in nanoseconds; numbers are milliseconds there."""
        found = self.info.get("request_time", self.info.get("timestamp_ms"))
        if isinstance(found, int) and not isinstance(found, bool):
            return found * 1_000_000
        return found

    def question(self) -> str | None:
        """What was asked: by the request, else by the root's inputs, else by the preview."""
        found = wordings.question_in(self.data.get("request"))
        if found is None:
            found = wordings.question_in(_attribute(self.root, "mlflow.spanInputs"))
        if found is None:
            found = wordings.question_in(_unquoted(self.info.get("request_preview")))
        return found

    def answer(self) -> str | None:
        """What was answered. A preview may be cut short, so it is never an answer."""
        found = wordings.answer_in(_unquoted(self.data.get("response")))
        if found is None:
            found = wordings.answer_in(_attribute(self.root, "mlflow.spanOutputs"))
        return found or None

    def contexts(self) -> list[Fields]:
        """The documents of the retrieving spans, in the order in which these began."""
        found: list[Any] = []
        for span in self.spans:
            if _attribute(span, "mlflow.spanType") == "RETRIEVER":
                outputs = _attribute(span, "mlflow.spanOutputs")
                found += outputs if isinstance(outputs, list) else []
        return wordings.passages(found)

    def assessments(self) -> list[dict[str, Any]]:
        """What was said of it."""
        found = wordings.parsed(self.info.get("assessments"))
        listed = found if isinstance(found, list) else []
        return [one for one in listed if isinstance(one, dict)]


class _Assessments:
    """Sorts assessments into labels, judgments and expectations; `rest` is what is none of them."""

    def __init__(self, note: Callable[[str], None], top: Any) -> None:
        self.note = note
        self.top = top
        self.labels: list[Fields] = []
        self.judgments: list[Fields] = []
        self.expected: Fields = {}
        self.rest: list[Any] = []

    def add(self, one: dict[str, Any]) -> None:
        """Takes in one assessment; one that was overridden counts no more."""
        name = one.get("assessment_name", one.get("name"))
        if not isinstance(name, str) or not name.strip():
            self._keep(one, "assessments without a name are kept in the metadata")
        elif one.get("valid") is False:
            self._keep(one, "assessments that others override are kept in the metadata")
        elif isinstance(one.get("expectation"), dict):
            self._expect(name, one)
        elif isinstance(one.get("feedback"), dict):
            self._feedback(name, one, one["feedback"])
        else:
            self._keep(one, "assessments without a value are kept in the metadata")

    def _feedback(self, name: str, one: dict[str, Any], feedback: dict[str, Any]) -> None:
        given = one.get("source")
        source = given if isinstance(given, dict) else {}
        kind = str(source.get("source_type", "")).upper()
        value = feedback.get("value")
        if one.get("span_id") not in (None, "", self.top):
            self._keep(one, "assessments of single steps are kept in the metadata")
        elif kind == "HUMAN":
            label = said.label(
                name,
                value,
                by=source.get("source_id"),
                at=moment(one.get("last_update_time", one.get("create_time"))),
                note=one.get("rationale"),
            )
            if said.tells(label):
                self.labels.append(label)
            else:
                self._keep(one, "a person's assessments without a value stay in the metadata")
        elif kind in _JUDGES:
            self.judgments.append(_judgment(name, one, feedback, source, kind))
        else:
            self._keep(one, "feedback that does not say who gave it is kept in the metadata")

    def _expect(self, name: str, one: dict[str, Any]) -> None:
        value = _value(one["expectation"])
        if name in _EXPECTED and isinstance(value, str) and value:
            self.expected["reference"] = value
        elif name == _FACTS and isinstance(value, list) and value:
            texts = [fact for fact in value if isinstance(fact, str) and fact.strip()]
            self.expected["criteria"] = self.expected.get("criteria", []) + texts
        else:
            self._keep(one, "other expectations than an answer and its facts stay in the metadata")

    def _keep(self, one: dict[str, Any], sentence: str) -> None:
        self.rest.append(said.plain(one))
        self.note(sentence)


def _judgment(
    name: str, one: dict[str, Any], feedback: dict[str, Any], source: dict[str, Any], kind: str
) -> Fields:
    value = feedback.get("value")
    error = feedback.get("error", one.get("error"))
    told = error.get("error_code", error) if isinstance(error, dict) else error
    return said.judgment(
        name,
        tool="mlflow",
        judge=source.get("source_id"),
        number=value,
        word=value if figure(value) is None else None,
        reason=one.get("rationale"),
        error=told or None,
        kind=kind,
        assessment_id=text_of(one.get("assessment_id")),
    )


def _value(expectation: dict[str, Any]) -> Any:
    """An expectation's value; a list or an object may be written as JSON text."""
    serialized = expectation.get("serialized_value")
    if isinstance(serialized, dict):
        return wordings.parsed(serialized.get("value"))
    return expectation.get("value")


def _attribute(span: dict[str, Any] | None, name: str) -> Any:
    """An attribute, each of which is written as JSON text of its own."""
    attributes = span.get("attributes") if span is not None else None
    return _unquoted(attributes.get(name)) if isinstance(attributes, dict) else None


def _unquoted(value: Any) -> Any:
    """The value of a JSON text, a quoted text too; else the value as it is."""
    if isinstance(value, str) and value[:1] == '"' and value[-1:] == '"' and len(value) > 1:
        found = wordings.parsed(f"[{value}]")
        return found[0] if isinstance(found, list) and found else value
    return wordings.parsed(value)


def _parent(span: dict[str, Any]) -> Any:
    return span.get("parent_span_id", span.get("parent_id"))


def _start(span: dict[str, Any]) -> str:
    return moment(span.get("start_time_unix_nano", span.get("start_time"))) or "~"
