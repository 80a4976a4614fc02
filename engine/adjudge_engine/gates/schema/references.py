"""The references of a schema that lead nowhere or elsewhere, reached by the answer or not.

A validator follows a reference only when the answer takes it there. A schema whose parts are not
at hand has not been checked against, whatever the answer leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

_REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")
#: What stands under these is data, no schema.
_DATA: Final = frozenset({"enum", "const", "default", "examples"})
_NAMES: Final = frozenset({"$id", "id", "$anchor", "$dynamicAnchor"})
_METASCHEMAS: Final = ("http://json-schema.org/", "https://json-schema.org/")


def first_remote(schema: Any) -> str | None:
    """The first reference to another document than the schema and the published metaschemas."""
    parts = list(_parts(schema))
    own = _documents(parts)
    for part in parts:
        for name in _REFERENCES:
            reference = part.get(name)
            if not isinstance(reference, str) or reference.startswith(("#", *_METASCHEMAS)):
                continue
            if reference.partition("#")[0] not in own:
                return reference
    return None


def _documents(parts: list[dict[str, Any]]) -> set[str]:
    """What the schema and its parts call themselves, as a whole and by the last step."""
    names = [str(part[key]).rstrip("#") for part in parts for key in ("$id", "id") if key in part]
    return {*names, *(name.rpartition("/")[2] for name in names)}


def first_missing(schema: Any) -> str | None:
    """The first reference into the schema itself (`#/…`) that leads nowhere.

    Not told where parts have names of their own, which change what a reference starts from.
    """
    parts = list(_parts(schema))
    if any(not _NAMES.isdisjoint(part) for part in parts[1:]):
        return None
    for part in parts:
        reference = part.get("$ref")
        if (
            isinstance(reference, str)
            and reference.startswith("#/")
            and not _leads(schema, reference[2:])
        ):
            return reference
    return None


def _leads(schema: Any, pointer: str) -> bool:
    from urllib.parse import unquote

    value = schema
    for step in unquote(pointer).split("/"):
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isascii() and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return False
    return True


def _parts(schema: Any) -> Iterator[dict[str, Any]]:
    """The schema and its parts, in order; whatever their depth, without recursion."""
    waiting = [schema]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield value
            waiting += [one for key, one in reversed(value.items()) if key not in _DATA]
        elif isinstance(value, list):
            waiting += reversed(value)
