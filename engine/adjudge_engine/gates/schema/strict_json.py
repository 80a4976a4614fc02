"""JSON as the standard has it (RFC 8259): no NaN, no key twice; exact decimals; bounded depth."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any, Final

_MOST_DIGITS: Final = 4_000
_DEEPEST: Final = 200


class NotJson(ValueError):
    """The text is no JSON; the message says why."""


class TooDeep(ValueError):
    """The text nests arrays and objects beyond what is read."""


def parse(text: str) -> Any:
    """The value that `text` stands for; numbers with a point or exponent are Decimals.

    Raises NotJson or TooDeep.
    """
    _check_depth(text)
    try:
        return json.loads(
            text,
            parse_float=_decimal,
            parse_int=_integer,
            parse_constant=_constant,
            object_pairs_hook=_object,
        )
    except RecursionError:
        raise TooDeep("nested too deeply to be read") from None
    except json.JSONDecodeError as error:
        raise NotJson(f"{error.msg} at character {error.pos}") from None


def unfenced(text: str) -> tuple[str, bool]:
    """The text inside, and True, where all of `text` is one Markdown code fence."""
    text = text.strip()
    if not (text.startswith("```") and text.endswith("```") and len(text) >= 6):
        return text, False
    inside = text[3:-3]
    if "```" in inside:
        return text, False
    first, line_break, rest = inside.partition("\n")
    if line_break and first.strip().lower() in ("", "json", "jsonc", "json5"):
        return rest.strip(), True
    return (text, False) if line_break else (inside.strip(), True)


def _check_depth(text: str) -> None:
    """Refuse deep nesting before the parser recurses: brackets are counted outside strings."""
    if text.count("[") + text.count("{") <= _DEEPEST:
        return
    depth, at, size = 0, 0, len(text)
    while at < size:
        one = text[at]
        if one == '"':
            at = _string_end(text, at)
        elif one in "[{":
            depth += 1
            if depth > _DEEPEST:
                raise TooDeep(f"nested more than {_DEEPEST} deep")
        elif one in "]}":
            depth -= 1
        at += 1


def _string_end(text: str, at: int) -> int:
    """The index of the quotation mark that closes the string opened at `at`."""
    while True:
        at = text.find('"', at + 1)
        if at < 0:
            return len(text)
        backslashes = at
        while text[backslashes - 1] == "\\":
            backslashes -= 1
        if (at - backslashes) % 2 == 0:
            return at


def _decimal(text: str) -> Decimal:
    if len(text) > _MOST_DIGITS:
        raise NotJson(f"a number of {len(text)} characters")
    value = Decimal(text)
    if not -400 < value.adjusted() < 400:
        raise NotJson("a number beyond the range of doubles")
    return value


def _integer(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise NotJson(f"a number of {len(text)} digits")
    return int(text)


def _constant(name: str) -> Any:
    raise NotJson(f"{name} is no JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise NotJson(f"the key {key[:80]!r} stands twice in one object")
            seen.add(key)
    return value
