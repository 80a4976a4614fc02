"""Spans after the GenAI conventions of OpenTelemetry: messages, documents, evaluation results.

`gen_ai.input.messages` and `gen_ai.output.messages` (objects, or JSON as text), and the older
`gen_ai.prompt.<i>.content`; `gen_ai.retrieval.documents` with `id`, `score` and, if it was
recorded, `content`; events `gen_ai.evaluation.result`. The conventions have no mark for a person's
word: every result is a judge's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.judges.scores.values import Fields, text_of
from adjudge_engine.reading.foreign import said, wordings
from adjudge_engine.reading.foreign.feedback import Said
from adjudge_engine.reading.foreign.spans import Attributes, Span, listed

_RESULT: Final = "gen_ai.evaluation.result"
_CALLS: Final = ("chat", "text_completion", "generate_content", "invoke_agent", "invoke_workflow")
_MESSAGES: Final = ("gen_ai.input.messages", "gen_ai.output.messages")
_OLDER: Final = ("gen_ai.prompt", "gen_ai.completion")
_EVENTS: Final = ("gen_ai.client.inference.operation.details",)


def is_call(span: Span) -> bool:
    """Whether the span is a call of a model or an agent, or records messages of one."""
    if span.attributes.get("gen_ai.operation.name") in _CALLS:
        return True
    return any(_all_messages(span, side) for side in (0, 1))


def asked(span: Span) -> str | None:
    """What a person asked last."""
    return wordings.last_asked(_all_messages(span, 0))


def answered(span: Span) -> str | None:
    """What the model answered."""
    return wordings.last_answered(_all_messages(span, 1))


def documents(span: Span) -> Iterator[Fields]:
    """The retrieved documents: `id`, `score`, and `content` where it was recorded."""
    name = "gen_ai.retrieval.documents"
    for one in _list(span.attributes, name):
        if not isinstance(one, dict):
            continue
        id_ = one.get("id", one.get("document.id"))
        if not isinstance(id_, str | int) or isinstance(id_, bool):
            continue
        found: Fields = {"id": str(id_), "score": one.get("score")}
        text = one.get("content", one.get("text", one.get("document.content")))
        yield found | ({"content": text} if isinstance(text, str) else {})


def evaluations(span: Span) -> list[Said]:
    """The results of evaluations that stand as events on the span."""
    out = []
    for event in span.events:
        name = event.attributes.get("event.name") if event.name != _RESULT else event.name
        if name == _RESULT:
            fields = evaluation(event.attributes)
            out.append(Said("judge", fields, said.short(event.attributes)))
    return out


def evaluation(attributes: Attributes) -> Fields:
    """One result as a judgment: `gen_ai.evaluation.name`, `.score.value`, `.score.label`."""
    start = "gen_ai.evaluation"
    name = attributes.get(f"{start}.name")
    return said.judgment(
        name if isinstance(name, str) and name.strip() else "score",
        tool="opentelemetry",
        number=attributes.get(f"{start}.score.value"),
        word=attributes.get(f"{start}.score.label"),
        reason=attributes.get(f"{start}.explanation"),
        error=attributes.get("error.type"),
        response_id=text_of(attributes.get("gen_ai.response.id")),
    )


def _all_messages(span: Span, side: int) -> list[Any]:
    """The input (0) or output (1) messages, from attributes or from an event that has them."""
    found = _list(span.attributes, _MESSAGES[side])
    for event in span.events:
        if not found and event.name in _EVENTS:
            found = _list(event.attributes, _MESSAGES[side])
    return found or listed(span.attributes, _OLDER[side])


def _list(attributes: Attributes, name: str) -> list[Any]:
    """A list of objects that an attribute is: as JSON text, or flattened (`<name>.0.role` …)."""
    value = wordings.parsed(attributes.get(name))
    if isinstance(value, list):
        return value
    return [_nested(one) for one in listed(attributes, name)]


def _nested(flat: Attributes) -> Fields:
    """A flattened message with its parts as a list again."""
    parts = listed(flat, "parts")
    return flat | ({"parts": parts} if parts else {})
