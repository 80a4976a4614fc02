"""The JSON schema of each kind of reply, valid where all properties must be required.

One schema for each rubric, not for each case: providers compile a schema once. Evidence comes
before the verdict, so that the model has read before it judges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pydantic import JsonValue

if TYPE_CHECKING:
    from adjudge_engine.judges.rubrics.rubric import Rubric

_TEXT: Final[dict[str, JsonValue]] = {"type": "string"}
_NUMBER: Final[dict[str, JsonValue]] = {"type": "integer"}
#: The answers of the entity step.
ENTITIES: Final = ("same", "other", "unclear")


def schema_of(rubric: Rubric) -> dict[str, JsonValue]:
    """The schema of the replies to `rubric`."""
    if rubric.kind == "claims":
        return _claims(rubric)
    if rubric.kind == "coverage":
        return _object(points=_list(_either("p", rubric, "full")))
    quote = {"q": _TEXT} if any(label.quote for label in rubric.labels) else {}
    return _object(**quote, r=_TEXT, v=_codes([label.code for label in rubric.labels]))


def schema_name(rubric: Rubric) -> str:
    """A name that every provider accepts: letters, digits, dashes, at most 64."""
    return "".join(c if c.isalnum() and c.isascii() else "-" for c in rubric.name)[:64]


def _claims(rubric: Rubric) -> dict[str, JsonValue]:
    rows = _list(_either("c", rubric, "supported"))
    if not rubric.extra:
        return _object(claims=rows)
    codes = _codes([label.code for label in rubric.labels])
    return _object(claims=rows, extra=_list(_object(t=_TEXT, r=_TEXT, v=codes)))


def _either(handle: str, rubric: Rubric, best: str) -> dict[str, JsonValue]:
    """A row with the best verdict, which needs no reason, or one with another and its reason."""
    head: dict[str, JsonValue] = {handle: _NUMBER, "q": _TEXT}
    if rubric.entity:
        head["e"] = _codes(list(ENTITIES))
    good = [label.code for label in rubric.labels if label.verdict == best]
    other = [label.code for label in rubric.labels if label.verdict != best]
    rows: list[JsonValue] = [
        _object(**head, v=_codes(good)),
        _object(**head, r=_TEXT, v=_codes(other)),
    ]
    return {"anyOf": rows}


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
