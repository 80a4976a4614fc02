"""Traces of OpenTelemetry: OpenInference (Phoenix), the GenAI conventions, Phoenix' annotations.

A trace is one case. Spans may lie in any order, those of several traces between each other;
annotations may stand among them, or alone: then each makes a labelled case without an answer, under
the id of its trace, else of its span.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.judges.scores.values import Fields
from adjudge_engine.reading.foreign import said, spans, trace_case
from adjudge_engine.reading.foreign.base import Entry, Head, Row
from adjudge_engine.reading.foreign.feedback import Said, is_annotation, of_annotation
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.foreign.traces import Gathered
from adjudge_engine.reading.problems import Problem, kind_of

_LONGEST_RAW: Final = 20_000
_MARK: Final = b"openinference.span.kind"


class OpenInference:
    """Spans with OpenInference attributes (SDK, Phoenix, OTLP), and Phoenix' annotations."""

    name = "openinference"
    title = "OpenInference / Phoenix"

    def recognises(self, head: Head) -> bool:
        """By an annotation, or a span in a file that has the conventions' kind."""
        first = _first(head)
        if is_annotation(first):
            return True
        return _is_traced(first) and _MARK in head.start

    def rows(self, opened: Opened) -> Iterator[Row]:
        """A row for each trace, in the order in which they begin in the file."""
        return rows(opened)

    def cannot_serve(self) -> tuple[str, ...]:
        """What the files lack."""
        return (
            "no citations and no documents: no evidence pane beyond the retrieved passages",
            "feedback on sessions and on single documents stays in the metadata",
        )


class OtelGenAi:
    """Spans of any other kind, those after the GenAI conventions above all."""

    name = "otel"
    title = "OpenTelemetry GenAI"

    def recognises(self, head: Head) -> bool:
        """By a span in a file without OpenInference's kind."""
        return _is_traced(_first(head)) and _MARK not in head.start

    def rows(self, opened: Opened) -> Iterator[Row]:
        """A row for each trace, in the order in which they begin in the file."""
        return rows(opened)

    def cannot_serve(self) -> tuple[str, ...]:
        """What the files lack."""
        return (
            "messages and documents are there only if their recording was switched on",
            "documents may be named by id alone: needs a content store (--content FILE)",
            "no mark for a person's word: every evaluation result is a judgment",
        )


def _first(head: Head) -> Any:
    """The first span, annotation or export of a file."""
    if head.kind not in ("json", "jsonl"):
        return None
    data = head.record.get("data")
    if isinstance(data, list) and data and head.kind == "json":
        return data[0]
    return head.record


def _is_traced(value: Any) -> bool:
    return spans.is_span(value) or spans.is_otlp(value)


def rows(opened: Opened, look: trace_case.Look | None = None) -> Iterator[Row]:
    """A row for each trace; `look` gives the text of a document that is named by id alone."""
    with Gathered() as gathered:
        for order, entry in enumerate(_entries(opened), 1):
            yield from _gather(entry, order, gathered)
        for trace, texts, left in gathered.groups():
            yield _row(trace, texts, left, opened, look)


def _entries(opened: Opened) -> Iterator[Entry]:
    head = opened.head
    if head.kind == "json" and isinstance(head.record.get("data"), list):
        return opened.items("data", nan=True)
    return opened.records(nan=True)


def _gather(entry: Entry, order: int, gathered: Gathered) -> list[Row]:
    """Keeps an entry's spans or annotation with their trace; gives the rows of what is none."""
    value = entry.value
    if entry.problem is not None:
        return [entry.refused()]
    if spans.is_otlp(value):
        rows = []
        for found in spans.of_otlp(value, entry.place, order * 1_000_000):
            if isinstance(found, spans.Span):
                gathered.add(found.trace, "s" + spans.dumped(found))
            else:
                rows.append(Row(found[0], None, found[1], entry.raw[:_LONGEST_RAW]))
        return rows
    if is_annotation(value):
        one = of_annotation(value)
        group = one.trace or f"span {one.span}"
        gathered.add(group, "a" + json.dumps([entry.place, value]))
        return []
    if not spans.is_span(value):
        reason = f"is neither a span nor an annotation, but {kind_of(value)}"
        return [entry.refused(Problem("", reason))]
    try:
        span = spans.of_sdk(value, entry.place, order)
    except Problem as problem:
        return [entry.refused(problem)]
    gathered.add(span.trace, "s" + spans.dumped(span))
    return []


def _row(
    trace: str, texts: list[str], left: int, opened: Opened, look: trace_case.Look | None
) -> Row:
    found = [spans.loaded(text[1:]) for text in texts if text[0] == "s"]
    beside = [json.loads(text[1:]) for text in texts if text[0] == "a"]
    told = [of_annotation(value) for _, value in beside]
    place = f"trace {trace}" if found else beside[0][0] if beside else f"trace {trace}"
    raw = (texts[0][1:] if texts else "")[:_LONGEST_RAW]
    if left:
        reason = f"the trace is too large: {left:,} of its spans were not read"
        return Row(place, None, Problem("", reason), raw)
    try:
        if not found:
            return Row(place, _alone(trace, told, opened), None, raw)
        return Row(place, trace_case.record_of(found, opened.note, look, told), None, raw)
    except Problem as problem:
        return Row(place, None, problem, raw)


def _alone(trace: str, told: list[Said], opened: Opened) -> Fields:
    """Annotations without spans: a case of labels and judgments alone. Raises Problem."""
    whole = [one for one in told if not one.part]
    people = said.merged(one.fields for one in whole if one.by == "person")
    judges = [one.fields for one in whole if one.by == "judge"]
    rest = [one.raw for one in told if one.part or one.by == "nobody"]
    if not people and not judges:
        raise Problem("", "is about one document, a session, or from nobody known")
    opened.note("annotations without their spans: labels and judgments, but no answers")
    first = told[0]
    source = {"tool": "phoenix", "trace_id": first.trace, "span_id": first.span}
    metadata: Fields = {"source": {key: one for key, one in source.items() if one}}
    metadata |= {key: one for key, one in source.items() if one and key != "tool"}
    if rest:
        metadata["trace"] = {"feedback": said.short(rest)}
    id_ = first.trace or first.span or trace
    return {"id": id_, "labels": people, "judgments": judges, "metadata": metadata}


FORMATS: Final = (OpenInference(), OtelGenAi())
