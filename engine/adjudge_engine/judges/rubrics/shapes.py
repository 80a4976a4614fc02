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

TEXT: Final[dict[str, JsonValue]] = {"type": "string"}
#: The answers of the entity step, and the signs for them before a verdict's code.
SIGNS: Final[dict[str, str]] = {"=": "same", "≠": "other", "?": "unclear"}
ENTITIES: Final = tuple(SIGNS.values())
SAME: Final = "="


def schema_of(rubric: Rubric) -> dict[str, JsonValue]:
    """The schema of the replies to `rubric`."""
    if rubric.kind == "claims":
        extra = {"extra": list_of(list_of(TEXT))} if rubric.extra else {}
        return object_of(claims=list_of(_ROW), **extra)
    if rubric.kind == "coverage":
        return object_of(points=list_of(_ROW))
    quote = {"q": TEXT} if any(label.quote for label in rubric.labels) else {}
    return object_of(**quote, r=TEXT, v=codes_of([label.code for label in rubric.labels]))


def schema_name(rubric: Rubric) -> str:
    """A name that every provider accepts: letters, digits, dashes, at most 64."""
    return "".join(c if c.isalnum() and c.isascii() else "-" for c in rubric.name)[:64]


def object_of(**properties: JsonValue) -> dict[str, JsonValue]:
    """The schema of an object with these properties, all of them required, and no other."""
    required: list[JsonValue] = list(properties)
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def list_of(items: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """The schema of a list of such items."""
    return {"type": "array", "items": items}


def codes_of(codes: list[str]) -> dict[str, JsonValue]:
    """The schema of a text that is one of `codes`."""
    values: list[JsonValue] = list(codes)
    return {"type": "string", "enum": values}


_ROW: Final = list_of({"anyOf": [{"type": "integer"}, TEXT]})
