"""What of another tool's record has no place in a case: kept in its metadata while it is small."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from adjudge_engine.reading.foreign.said import plain

#: Characters (and members) of one value beyond which it is left out, by name.
_SMALL: Final = 20_000


def kept(rest: dict[str, Any], note: Callable[[str], None] | None = None) -> dict[str, Any]:
    """The members of `rest` that say something, without those that are too large for metadata.

    Null, empty text and empty lists say nothing. NaN and infinities, which JSON has no number for,
    become their names. `note` is told which members were left out.
    """
    out: dict[str, Any] = {}
    for name, one in rest.items():
        if one is None or one == "" or one == [] or one == {}:
            continue
        if _size(one) > _SMALL:
            if note is not None:
                note(f"{name[:80]!r} is too large to be kept with a case, and is left out")
            continue
        out[name] = plain(one)
    return out


def _size(value: Any) -> int:
    size, todo = 0, [value]
    while todo and size <= _SMALL:
        one = todo.pop()
        size += len(one) if isinstance(one, str) else 1
        if isinstance(one, dict):
            todo += one.values()
            size += sum(map(len, one))
        elif isinstance(one, list):
            todo += one
    return size
