"""Why a record cannot be read, as a field and one plain sentence."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails


class Problem(Exception):
    """One record cannot be read: `field` is a dotted path (`contexts[2].page`), or empty."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}" if field else reason)
        self.field = field
        self.reason = reason


class Located(NamedTuple):
    """Where an error lies: its path, the object that holds it, and the key in there."""

    path: str
    parent: Any
    key: str | int | None
    value: Any


_KINDS: Final[tuple[tuple[type | tuple[type, ...], str], ...]] = (
    (bool, "true or false"),
    (str, "text"),
    ((int, float), "a number"),
    ((list, tuple), "a list"),
    (dict, "an object"),
)

#: Fields of several shapes, where the validator would name only the last one it tried.
_SHAPES: Final[Mapping[str, str]] = {
    "answerable": 'must be true, false or "unknown"',
    "claim": "must be text or a span {start, end}",
    "cells": "must be rows of text, or cells with row, column and text",
    "answer_schema": "must be a JSON Schema (an object, true or false)",
    "value": "must be text or a number",
}

_SENTENCES: Final[Mapping[str, str]] = {
    "missing": "is missing",
    "string_type": "must be text, not {kind}",
    "tuple_type": "must be a list, not {kind}",
    "list_type": "must be a list, not {kind}",
    "dict_type": "must be an object, not {kind}",
    "model_type": "must be an object, not {kind}",
    "int_type": "must be a whole number, not {kind}",
    "int_parsing": "must be a whole number, not {kind}",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number, not {kind}",
    "float_parsing": "must be a number, not {kind}",
    "bool_type": "must be true or false, not {kind}",
    "bool_parsing": "must be true or false, not {kind}",
    "literal_error": "must be one of {expected}",
    "greater_than_equal": "must be at least {ge}",
}


def kind_of(value: Any) -> str:
    """What a JSON value is, in words."""
    if value is None:
        return "null"
    return next((word for types, word in _KINDS if isinstance(value, types)), "something else")


def locate(error: ErrorDetails, data: Any) -> Located:
    """Finds a validation error in `data`, passing over the names of union branches."""
    path, parent, key, value = "", None, None, data
    for part in error["loc"]:
        inside = isinstance(value, dict) and part in value
        listed = isinstance(value, list | tuple) and isinstance(part, int) and part < len(value)
        missing = error["type"] == "missing" and part == error["loc"][-1]
        if not (inside or listed or missing):
            continue
        parent, key = value, part
        value = None if missing else value[part]
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return Located(path, parent, key, value)


def without_unknown(failure: ValidationError, data: Any) -> tuple[Any, dict[str, Any]]:
    """A copy of `data` without the keys that no shape knows, and those keys' values by path."""
    data = copy.deepcopy(data)
    unknown: dict[str, Any] = {}
    for error in failure.errors(include_url=False, include_input=False):
        if error["type"] == "extra_forbidden":
            place = locate(error, data)
            if isinstance(place.parent, dict) and place.key in place.parent:
                unknown[place.path] = place.parent.pop(place.key)
    return data, unknown


def problem_of(failure: ValidationError, data: Any, names: Mapping[str, str]) -> Problem:
    """The validator's first complaint in our words; `names` maps fields to what the file says."""
    error = failure.errors(include_url=False, include_input=False)[0]
    found = locate(error, data)
    kind = error["type"]
    shape = _SHAPES.get(str(found.key))
    if kind == "value_error":
        reason = str(error.get("ctx", {}).get("error", error["msg"]))
    elif shape and kind != "missing":
        reason = shape
    else:
        sentence = _SENTENCES.get(kind)
        words = {"kind": kind_of(found.value), **error.get("ctx", {})}
        reason = sentence.format_map(words) if sentence else error["msg"].lower()
    return Problem(renamed(found.path, names), reason.replace(" or '", ", '").replace("'", ""))


def renamed(path: str, names: Mapping[str, str]) -> str:
    """`path` with its first name as the file spells it."""
    end = min((at for at in (path.find("."), path.find("[")) if at >= 0), default=len(path))
    return names.get(path[:end], path[:end]) + path[end:]
