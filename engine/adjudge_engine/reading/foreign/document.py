"""JSON documents: read whole, and their lists item by item so that a bad item harms no other."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, Final

from adjudge_engine.errors import InputError
from adjudge_engine.reading.decode import MAX_DEPTH, array_items
from adjudge_engine.reading.foreign.base import Entry
from adjudge_engine.reading.problems import Problem

MAX_DOCUMENT: Final = 512 * 2**20
_MAX_DIGITS: Final = 4300
_SPACE: Final = re.compile(r"[ \t\n\r]*")


def text_of(file: BinaryIO, name: str) -> str:
    """The document's text. Raises InputError where it is too large, or not UTF-8."""
    file.seek(0, os.SEEK_END)
    size = file.tell()
    file.seek(0)
    if size > MAX_DOCUMENT:
        raise InputError(
            f"{name} is one JSON document of {size // 2**20:,} MB; a document is held in "
            f"memory whole, so {MAX_DOCUMENT // 2**20} MB is the most.",
            "Write it as JSON Lines, one record a line (jq -c '.[]'): those are streamed.",
        )
    try:
        return file.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name} is not UTF-8: byte {error.start + 1} fits no character.", "Save it as UTF-8."
        ) from None


def value_of(text: str, name: str, note: Callable[[str], None]) -> Any:
    """The document's value: NaN and infinities as floats; of a key given twice the last holds.

    Such keys are told to `note`. Raises InputError where it is no JSON, or nested too deep.
    """
    twice: dict[str, None] = {}

    def built(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        out = dict(pairs)
        if len(out) < len(pairs) and len(twice) < 10:
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    twice[key[:80]] = None
                seen.add(key)
        return out

    try:
        value = json.loads(text, object_pairs_hook=built, parse_int=_int)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{name} is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.",
            "Mend it there.",
        ) from None
    except RecursionError:
        raise _too_deep(name) from None
    _check_depth(value, name)
    if twice:
        note(f"keys that stand twice in one object, of which the last one holds: {_list(twice)}")
    return value


def items_of(text: str, members: tuple[str, ...], name: str, *, nan: bool) -> Iterator[Entry]:
    """The items of the list under these members of the document, each with its place.

    Nothing where there is no such member. Raises InputError where the way there is no JSON.
    """
    start = _start_of(text, members, name)
    if start is None or text[start : start + 1] != "[":
        return
    path = "$" + "".join(f".{one}" for one in members)
    found = array_items(text, start, whole=not members, nan=nan)
    for at, (begin, end, value, problem) in enumerate(found):
        yield Entry(at + 1, f"{path}[{at}]", value, problem, text[begin:end])


def _start_of(text: str, members: tuple[str, ...], name: str) -> int | None:
    at = _skip(text, 0)
    for member in members:
        if text[at : at + 1] != "{":
            return None
        try:
            found = _member(text, at, member)
        except json.JSONDecodeError as error:
            raise InputError(
                f"{name} is not JSON: {error.msg} at line {error.lineno}, column {error.colno}.",
                "Mend it there.",
            ) from None
        except RecursionError:
            raise _too_deep(name) from None
        if len(found) > 1:
            raise InputError(
                f"{name}: {member!r} stands twice in one object.", "Take one of them out."
            )
        if not found:
            return None
        at = found[0]
    return at


def _member(text: str, at: int, name: str) -> list[int]:
    """Where the values of the member begin, of the object that opens at `at`."""
    decoder = json.JSONDecoder(parse_int=_int)
    found: list[int] = []
    at = _skip(text, at + 1)
    while text[at : at + 1] == '"':
        key, end = decoder.raw_decode(text, at)
        at = _skip(text, end)
        if text[at : at + 1] != ":":
            raise json.JSONDecodeError("expecting ':' delimiter", text, at)
        at = _skip(text, at + 1)
        if key == name:
            found.append(at)
        try:
            end = decoder.raw_decode(text, at)[1]
        except (ValueError, RecursionError):
            if found:  # the value, or one behind it, is broken: its items tell
                return found
            raise
        at = _skip(text, end)
        if text[at : at + 1] != ",":
            break
        at = _skip(text, at + 1)
    return found


def _int(text: str) -> int | float:
    return int(text) if len(text) <= _MAX_DIGITS else math.inf


def _check_depth(value: Any, name: str) -> None:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(MAX_DEPTH + 1):
        level = [
            inner
            for one in level
            for inner in (one.values() if isinstance(one, dict) else one)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return
    raise _too_deep(name)


def _too_deep(name: str) -> InputError:
    return InputError(
        f"{name} is nested more than {MAX_DEPTH} levels deep.", "No tool writes results so."
    )


def decoded(content: bytes, *, nan: bool) -> Any:
    """The JSON value in these bytes, strictly. Raises Problem."""
    from adjudge_engine.reading.decode import Decoder

    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Problem("", "is not UTF-8") from None
    return Decoder(nan=nan).decode(text)


def _list(names: dict[str, None]) -> str:
    return ", ".join(repr(one) for one in names)


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
