"""The JSON schema of each kind of reply, valid where all properties must be required.

One schema for each rubric, not for each case: providers compile a schema once. Evidence comes
before the verdict, so that the model has read before it judges.

A claim or point is answered by a short array (number, quote, verdict, reason) rather than by an
object whose keys would be paid for with each of them. What of that a schema cannot say, because
not every provider takes arrays of differing items in their order, the reader checks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pydantic import JsonValue

if TYPE_CHECKING:
    from adjudge_engine.judges.rubrics.rubric import Rubric

_TEXT: Final[dict[str, JsonValue]] = {"type": "string"}
#: The answers of the entity step, and the signs for them before a verdict's code.
SIGNS: Final[dict[str, str]] = {"=": "same", "≠": "other", "?": "unclear"}
ENTITIES: Final = tuple(SIGNS.values())
SAME: Final = "="


def schema_of(rubric: Rubric) -> dict[str, JsonValue]:
    """The schema of the replies to `rubric`."""
    if rubric.kind == "claims":
        extra = {"extra": _list(_list(_TEXT))} if rubric.extra else {}
        return _object(claims=_list(_ROW), **extra)
    if rubric.kind == "coverage":
        return _object(points=_list(_ROW))
    quote = {"q": _TEXT} if any(label.quote for label in rubric.labels) else {}
    return _object(**quote, r=_TEXT, v=_codes([label.code for label in rubric.labels]))


def schema_name(rubric: Rubric) -> str:
    """A name that every provider accepts: letters, digits, dashes, at most 64."""
    return "".join(c if c.isalnum() and c.isascii() else "-" for c in rubric.name)[:64]


def _object(**properties: JsonValue) -> dict[str, JsonValue]:
    required: list[JsonValue] = list(properties)
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _list(items: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return {"type": "array", "items": items}


def _codes(codes: list[str]) -> dict[str, JsonValue]:
    values: list[JsonValue] = list(codes)
    return {"type": "string", "enum": values}


_ROW: Final = _list({"anyOf": [{"type": "integer"}, _TEXT]})
