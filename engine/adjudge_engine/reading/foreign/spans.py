"""Spans of a trace, from what OpenTelemetry's exporters and Phoenix write, in one shape.

Read are the SDK's own JSON (`context`, `parent_id`, `attributes`), the spans that Phoenix' REST
interface gives (the same names) and OTLP JSON (`resourceSpans`, attributes as key and value). Ids
come as hexadecimal, with or without `0x`, or as Base64 where a file was written by protobuf's own
JSON: all become hexadecimal. Attributes are flat: `retrieval.documents.0.document.id`.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from adjudge_engine.reading.foreign.said import plain
from adjudge_engine.reading.problems import Problem, kind_of

Attributes = dict[str, Any]

_HEX: Final = re.compile(r"(?:0[xX])?([0-9a-fA-F]{16}|[0-9a-fA-F]{32})")
_BASE64: Final = re.compile(r"[0-9A-Za-z+/_-]{11}=|[0-9A-Za-z+/_-]{22}==")
_LONGEST_ID: Final = 200
#: Flat attributes of one span; more are left out.
_MOST: Final = 100_000
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_NUMBER: Final = re.compile(r"[0-9]{1,20}")
_STAMP: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]{5,20}(?:Z|[+-][0-9:]{4,6})?")
_PARTS: Final = ("stringValue", "boolValue", "doubleValue", "intValue", "bytesValue")


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a span: its name and its attributes."""

    name: str
    attributes: Attributes


@dataclass(frozen=True, slots=True)
class Span:
    """One span. `parent` is empty at the root, `start` and `end` where no time is told.

    Times are texts in UTC that sort as they follow each other. `order` is its place in the file,
    `resource` what names the program.
    """

    trace: str
    id: str
    parent: str
    name: str
    start: str
    end: str
    attributes: Attributes
    events: tuple[Event, ...] = ()
    place: str = ""
    order: int = 0
    failed: str = ""
    resource: Attributes = field(default_factory=dict)


def is_span(value: Any) -> bool:
    """Whether a JSON value is a span as the SDK and Phoenix write it."""
    return (
        isinstance(value, dict)
        and isinstance(value.get("context"), dict)
        and "trace_id" in value["context"]
        and "span_id" in value["context"]
    )


def is_otlp(value: Any) -> bool:
    """Whether a JSON value is an OTLP export of traces (or one line of it)."""
    return isinstance(value, dict) and isinstance(value.get("resourceSpans"), list)


def of_sdk(value: dict[str, Any], place: str, order: int) -> Span:
    """The span that the SDK or Phoenix wrote. Raises Problem."""
    context = value["context"]
    events = value.get("events")
    status = value.get("status")
    said = status if isinstance(status, dict) else {"status_code": value.get("status_code")}
    resource = value.get("resource")
    return Span(
        trace=_needed(context.get("trace_id"), "context.trace_id"),
        id=_needed(context.get("span_id"), "context.span_id"),
        parent=_id(value.get("parent_id")),
        name=_text(value.get("name")),
        start=moment(value.get("start_time")),
        end=moment(value.get("end_time")),
        attributes=flat(value.get("attributes")),
        events=tuple(
            Event(_text(one.get("name")), flat(one.get("attributes")))
            for one in (events if isinstance(events, list) else [])
            if isinstance(one, dict)
        ),
        place=place,
        order=order,
        failed=_failure(said.get("status_code"), said.get("description", value.get("message"))),
        resource=_project(flat(resource.get("attributes")) if isinstance(resource, dict) else {}),
    )


def of_otlp(value: dict[str, Any], place: str, order: int) -> Iterator[Span | tuple[str, Problem]]:
    """The spans of an OTLP export; for one that is none its place and the problem."""
    for at, resource in _objects(value, "resourceSpans"):
        told = resource.get("resource")
        known = _project(_pairs(told.get("attributes")) if isinstance(told, dict) else {})
        scopes = "scopeSpans" if "scopeSpans" in resource else "instrumentationLibrarySpans"
        for inner, scope in _objects(resource, scopes):
            for number, span in _objects(scope, "spans"):
                where = f"{place}.resourceSpans[{at}].{scopes}[{inner}].spans[{number}]"
                try:
                    yield _otlp_span(span, where, order, known)
                except Problem as problem:
                    yield where, problem
                order += 1


def _otlp_span(value: dict[str, Any], place: str, order: int, resource: Attributes) -> Span:
    status = value.get("status")
    said = status if isinstance(status, dict) else {}
    return Span(
        trace=_needed(value.get("traceId"), "traceId"),
        id=_needed(value.get("spanId"), "spanId"),
        parent=_id(value.get("parentSpanId")),
        name=_text(value.get("name")),
        start=moment(value.get("startTimeUnixNano")),
        end=moment(value.get("endTimeUnixNano")),
        attributes=_pairs(value.get("attributes")),
        events=tuple(
            Event(_text(one.get("name")), _pairs(one.get("attributes")))
            for _, one in _objects(value, "events")
        ),
        place=place,
        order=order,
        failed=_failure(said.get("code"), said.get("message")),
        resource=resource,
    )


def flat(value: Any) -> Attributes:
    """Attributes with dotted names, however they are nested; lists of plain values stay lists."""
    out: Attributes = {}
    todo: list[tuple[str, Any]] = [("", value)]
    while todo and len(out) < _MOST:
        path, one = todo.pop()
        if isinstance(one, dict):
            inner = [(f"{path}.{key}" if path else str(key), x) for key, x in one.items()]
            todo.extend(reversed(inner))
        elif isinstance(one, list) and any(isinstance(x, dict | list) for x in one):
            todo.extend((f"{path}.{at}", x) for at, x in reversed(list(enumerate(one))))
        elif path and one is not None:
            out[path] = plain(one)
    return out


def listed(attributes: Attributes, prefix: str) -> list[Attributes]:
    """The items that stand as `prefix.<i>.…`, in the order of their numbers, each flat.

    An item that is one plain value stands under the empty name.
    """
    found: dict[int, Attributes] = {}
    start = f"{prefix}."
    for name, value in attributes.items():
        if not name.startswith(start):
            continue
        number, _, rest = name[len(start) :].partition(".")
        if number.isascii() and number.isdigit() and len(number) < 10:
            found.setdefault(int(number), {})[rest] = value
    return [found[number] for number in sorted(found)]


def moment(value: Any) -> str:
    """A time as text in UTC: from ISO 8601, or from nanoseconds since 1970 (a number or its text).

    Empty for anything else.
    """
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        value = int(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            found = _EPOCH + timedelta(microseconds=value / 1000)
        except (OverflowError, ValueError):
            return ""
    elif isinstance(value, str) and _STAMP.fullmatch(value.strip()):
        try:
            found = datetime.fromisoformat(value.strip())
        except ValueError:
            return ""
        found = found if found.tzinfo else found.replace(tzinfo=UTC)
    else:
        return ""
    try:
        return found.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    except (OverflowError, ValueError):
        return ""


def hexadecimal(value: str) -> str:
    """An id of a trace or span in lower-case hexadecimal; one of another form as it is."""
    found = _HEX.fullmatch(value)
    if found is not None:
        return found.group(1).lower()
    if _BASE64.fullmatch(value):
        try:
            return base64.b64decode(value.replace("-", "+").replace("_", "/"), validate=True).hex()
        except (binascii.Error, ValueError):
            return value
    return value


def _pairs(value: Any) -> Attributes:
    """OTLP's list of keys and typed values as flat attributes."""
    found: Attributes = {}
    for one in value if isinstance(value, list) else []:
        if isinstance(one, dict) and isinstance(one.get("key"), str):
            found[one["key"]] = _plain(one.get("value"))
    return flat(found)


def _plain(value: Any, depth: int = 0) -> Any:
    """One typed value of OTLP. What reading refuses as too deep never comes here."""
    if not isinstance(value, dict) or depth > 50:
        return None
    for name in _PARTS:
        if name in value:
            one = value[name]
            is_number = name == "intValue" and isinstance(one, str) and _is_whole(one)
            return int(one) if is_number else one
    inner = value.get("arrayValue", value.get("kvlistValue"))
    parts = inner.get("values") if isinstance(inner, dict) else None
    if not isinstance(parts, list):
        return None
    if "arrayValue" in value:
        return [_plain(one, depth + 1) for one in parts]
    named = [one for one in parts if isinstance(one, dict) and isinstance(one.get("key"), str)]
    return {one["key"]: _plain(one.get("value"), depth + 1) for one in named}


def _is_whole(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 20


def _objects(value: dict[str, Any], name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    found = value.get(name)
    for at, one in enumerate(found if isinstance(found, list) else []):
        if isinstance(one, dict):
            yield at, one


def _needed(value: Any, field: str) -> str:
    found = _id(value)
    if not found:
        raise Problem(field, f"must be the id as text, not {kind_of(value)}")
    return found


def _id(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST_ID:
        return ""
    found = hexadecimal(value)
    return "" if not found.strip("0") else found


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _failure(code: Any, message: Any) -> str:
    """What a span says of its failure; empty where it does not say that it failed."""
    if code in (2, "ERROR", "STATUS_CODE_ERROR", "StatusCode.ERROR"):
        return _text(message)[:500] or "the span ended with an error"
    return ""


def _project(resource: Attributes) -> Attributes:
    names = ("service.name", "openinference.project.name")
    return {name: resource[name] for name in names if isinstance(resource.get(name), str)}


def dumped(span: Span) -> str:
    """The span as one text, for storing."""
    parts = [getattr(span, name) for name in Span.__slots__]
    parts[_EVENTS] = [[one.name, one.attributes] for one in span.events]
    return json.dumps(parts, separators=(",", ":"))


def loaded(text: str) -> Span:
    """The span that `dumped` wrote."""
    parts = json.loads(text)
    parts[_EVENTS] = tuple(Event(name, attributes) for name, attributes in parts[_EVENTS])
    return Span(*parts)


_EVENTS: Final = Span.__slots__.index("events")
