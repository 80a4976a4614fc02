"""JSON as it may come from anyone: strict where silence would lose something.

Refused, each with its place: a key given twice (one value would be dropped), NaN and infinity
(but in recorded judgments they become words, which are read as "no score"), numbers too large for
a double, whole numbers of more than 4,300 digits, nesting deeper than `MAX_DEPTH` (the shapes
behind cannot hold it).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.reading.problems import Problem

MAX_DEPTH: Final = 100
_MAX_DIGITS: Final = 4300
#: Members of a record that hold other tools' scores, where NaN is written for "no score".
_SCORES: Final = frozenset({"judgments", "judge"})
_SPACE: Final = re.compile(r"[ \t\n\r]*")


class _Fault:
    """Stands in the decoded value where something cannot be taken."""

    def __init__(self, reason: str, constant: str | None = None) -> None:
        self.reason = reason
        self.constant = constant


class Decoder:
    """Decodes JSON values out of a text; faults raise `Problem` with field and reason.

    `nan`: NaN and infinities are floats, no faults (other tools write them for "no score").
    """

    def __init__(self, *, nan: bool = False) -> None:
        self._faulty = False
        self._nan = nan
        self._json = json.JSONDecoder(
            object_pairs_hook=self._object,
            parse_constant=self._constant,
            parse_float=self._float,
            parse_int=self._int,
        )

    def decode(self, text: str) -> Any:
        """The one value that `text` is. Raises Problem."""
        value, end = self.decode_at(text, _skip(text, 0))
        if _skip(text, end) < len(text):
            raise Problem("", f"not JSON: there is more after the value, from column {end + 1}")
        return value

    def decode_at(self, text: str, start: int) -> tuple[Any, int]:
        """The value that begins at `start`, and where it ends. Raises Problem."""
        self._faulty = False
        try:
            value, end = self._json.raw_decode(text, start)
        except json.JSONDecodeError as error:
            said = error.msg[:1].lower() + error.msg[1:]
            line = f"line {error.lineno}, " if error.lineno > 1 else ""
            raise Problem("", f"not JSON: {said} at {line}column {error.colno}") from None
        except RecursionError:
            raise Problem("", f"nested more than {MAX_DEPTH} levels deep") from None
        if self._faulty or text.count("[", start, end) + text.count("{", start, end) > MAX_DEPTH:
            _refuse_faults(value)
        return value, end

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        out = dict(pairs)
        if len(out) < len(pairs):
            self._faulty = True
            seen: set[str] = set()
            for key, _ in pairs:
                if key in seen:
                    out[key] = _Fault("stands twice in one object")
                seen.add(key)
        return out

    def _constant(self, name: str) -> _Fault | float:
        if self._nan:
            return float(name)
        self._faulty = True
        return _Fault(f"{name} is not a JSON number", name)

    def _float(self, text: str) -> float | _Fault:
        value = float(text)
        if math.isfinite(value):
            return value
        self._faulty = True
        return _Fault("the number is too large")

    def _int(self, text: str) -> int | _Fault:
        if len(text) <= _MAX_DIGITS:
            return int(text)
        self._faulty = True
        return _Fault(f"the number has more than {_MAX_DIGITS:,} digits")


def array_items(
    text: str, start: int, *, whole: bool, nan: bool = False
) -> Iterator[tuple[int, int, Any, Problem | None]]:
    """The items of the array that opens at `text[start]`: start, end, value, problem.

    `whole`: nothing may follow the array. `nan`: as for `Decoder`.

    A JSON error ends the array, since nobody can tell where the next item would begin: its
    item reaches to the end of the text. Faults inside an item concern that item alone.
    """
    decoder = Decoder(nan=nan)
    at = _skip(text, start + 1)
    while at < len(text) and text[at] != "]":
        try:
            value, end = decoder.decode_at(text, at)
        except Problem as problem:
            end = _end_of(text, at)
            yield at, end, None, problem
            if end == len(text):
                return
        else:
            yield at, end, value, None
        at = _skip(text, end)
        if at < len(text) and text[at] == ",":
            at = _skip(text, at + 1)
        elif at < len(text) and text[at] != "]":
            yield at, len(text), None, Problem("", "not JSON: expecting ',' between two items")
            return
    if at >= len(text):
        yield at, at, None, Problem("", "not JSON: the list is never closed")
    elif whole and _skip(text, at + 1) < len(text):
        yield at + 1, len(text), None, Problem("", "not JSON: there is more after the list")


def member_start(text: str, name: str) -> int | None:
    """Where the value of the member `name` of the object in `text` begins. Raises Problem."""
    decoder = Decoder()
    at = _skip(text, 0) + 1
    while True:
        key, end = decoder.decode_at(text, _skip(text, at))
        at = _skip(text, _skip(text, end) + 1)
        if key == name:
            return at
        _, end = decoder.decode_at(text, at)
        at = _skip(text, end)
        if text[at : at + 1] != ",":
            return None
        at += 1


def _end_of(text: str, start: int) -> int:
    """Where the item at `start` ends when only its values, not its form, are at fault."""
    try:
        return json.JSONDecoder(parse_int=float).raw_decode(text, start)[1]
    except (ValueError, RecursionError):
        return len(text)


def _skip(text: str, at: int) -> int:
    """The next place that is not JSON whitespace."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _spell_constants(value: Any) -> None:
    """Puts the words NaN and Infinity where JSON has no number for them, whoever reads them."""
    todo = [value]
    while todo:
        one = todo.pop()
        places = list(one.items() if isinstance(one, dict) else enumerate(one))
        for place, inner in places:
            if isinstance(inner, _Fault) and inner.constant is not None:
                one[place] = inner.constant
            elif isinstance(inner, dict | list):
                todo.append(inner)


def _refuse_faults(value: Any) -> None:
    """Raises Problem for the first fault, or for nesting that is too deep."""
    if isinstance(value, dict):
        for name in _SCORES & value.keys():
            if isinstance(value[name], dict | list):
                _spell_constants(value[name])
    todo: list[tuple[str, int, Any]] = [("", 1, value)]
    while todo:
        path, depth, one = todo.pop()
        if isinstance(one, _Fault):
            raise Problem(path, one.reason)
        if not isinstance(one, dict | list):
            continue
        if depth > MAX_DEPTH:
            raise Problem(
                re.split(r"[.\[]", path, maxsplit=1)[0], f"nested more than {MAX_DEPTH} levels deep"
            )
        if isinstance(one, dict):
            inner = [(f"{path}.{key}" if path else key, depth + 1, x) for key, x in one.items()]
        else:
            inner = [(f"{path}[{at}]", depth + 1, x) for at, x in enumerate(one)]
        todo.extend(reversed(inner))
