"""The one JSON object of a reply, bare, in a code fence or among prose. Linear in the reply.

Nothing is mended: a reply with two objects that differ, or a key given twice with different
values, would need a guess, and gets none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, Final

#: Characters of a reply at most; the longest that a rubric asks for is far shorter.
LONGEST: Final = 1_000_000
_DEEPEST: Final = 16
_READ_AGAIN: Final = 200_000
_THOUGHT: Final = "</think>"
_SIGNS: Final = re.compile(r'[{}\[\]"]')
_IN_STRING: Final = re.compile(r'["\\]')
_LONGEST_NUMBER: Final = 40


class Malformed(Exception):
    """A reply that cannot be read; the message says why, without any text of the reply."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def object_in(text: str, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The JSON object of `text` that `fits`. Numbers with a fraction come as Decimal.

    What a model thought aloud, up to the last `</think>`, is no part of its reply. Raises
    Malformed where there is none, or where several differ.
    """
    if len(text) > LONGEST:
        raise Malformed(f"the reply is longer than {LONGEST:,} characters")
    thought = text.rfind(_THOUGHT)
    if text.lstrip().startswith("<think>"):
        if thought < 0:
            raise Malformed("the reply is a thought that never ends")
        text = text[thought + len(_THOUGHT) :]
    found: list[dict[str, Any]] = []
    problem = "the reply holds no JSON object"
    for piece in _balanced(text):
        try:
            value = _read(piece)
        except Malformed as error:
            problem = error.message
            continue
        if not fits(value):
            problem = "the JSON object has not the keys that were asked for"
        elif not found:
            found.append(value)
        elif value != found[0]:
            raise Malformed("the reply holds two JSON objects that differ")
    if not found:
        raise Malformed(problem)
    return found[0]


def _balanced(text: str) -> Iterator[str]:
    """The outermost `{…}` of a text, one after the other; never one nested too deeply.

    A brace that is never closed is passed over, as long as that costs no more than a few readings
    of the text.
    """
    at, budget = text.find("{"), max(_READ_AGAIN, 4 * len(text))
    while at >= 0 and budget > 0:
        end = _end_of(text, at)
        if end is None:
            budget -= len(text) - at
            at = text.find("{", at + 1)
            continue
        yield text[at:end]
        at = text.find("{", end)


def _end_of(text: str, at: int) -> int | None:
    """Where the object that begins at `at` ends, or None."""
    depth = 0
    while (match := _SIGNS.search(text, at)) is not None:
        sign, at = match.group(), match.end()
        if sign == '"':
            closed = _after_string(text, at)
            if closed is None:
                return None
            at = closed
        elif sign in "{[":
            depth += 1
            if depth > _DEEPEST:
                raise Malformed(f"the reply is nested more than {_DEEPEST} levels deep")
        else:
            depth -= 1
            if depth == 0:
                return at
    return None


def _after_string(text: str, at: int) -> int | None:
    while (match := _IN_STRING.search(text, at)) is not None:
        if match.group() == '"':
            return match.end()
        at = match.end() + 1
    return None


def _read(piece: str) -> dict[str, Any]:
    try:
        value = json.loads(
            piece,
            object_pairs_hook=_once,
            parse_constant=_no_constant,
            parse_float=_decimal,
            parse_int=_integer,
        )
    except (ValueError, RecursionError):
        raise Malformed("the reply is not valid JSON") from None
    return value if isinstance(value, dict) else {}


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in pairs:
        if key in out and out[key] != value:
            raise Malformed("the reply gives one key twice, with different values")
        out[key] = value
    return out


def _no_constant(_: str) -> Any:
    raise Malformed("the reply has a number that is none (NaN or infinity)")


def _decimal(digits: str) -> Decimal:
    try:
        number = Decimal(digits)
    except ArithmeticError:
        number = Decimal("NaN")
    if len(digits) > _LONGEST_NUMBER or number.is_nan() or abs(number.adjusted()) > _LONGEST_NUMBER:
        raise Malformed("the reply has a number that is too long")
    return number


def _integer(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise Malformed("the reply has a number that is too long")
    return int(digits)
