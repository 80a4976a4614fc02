"""Several texts written into one cell: as JSON, as Python or NumPy print them, or joined.

Nothing is evaluated: a small scanner reads quoted texts one after the other. So `['a' 'b']`, as
NumPy prints two texts, is two texts, although Python would take them for one.
"""

from __future__ import annotations

import re
from typing import Any, Final

from adjudge_engine.reading.decode import Decoder
from adjudge_engine.reading.problems import Problem

#: A cell beyond this is one text.
_LONGEST: Final = 16 * 2**20
_BETWEEN: Final = re.compile(r"[ \t\r\n]*+,?[ \t\r\n]*+")
_QUOTED: Final = re.compile(r"'(?:[^'\\]|\\.)*+'|\"(?:[^\"\\]|\\.)*+\"", re.DOTALL)
_ESCAPE: Final = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL
)
_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_LAST_CODE_POINT: Final = 0x10FFFF


def written_list(cell: str) -> list[Any] | None:
    """The list that a cell holds, as JSON or as Python or NumPy print texts; None for other text.

    Items of a JSON list may be anything, those of a printed one are texts.
    """
    body = cell.strip()
    if not body.startswith("[") or not body.endswith("]") or len(body) > _LONGEST:
        return None
    if body[1:].lstrip().startswith("'"):  # JSON has no such quotes
        return _printed(body)
    try:
        value = Decoder().decode(body)
    except Problem:
        return _printed(body)
    return value if isinstance(value, list) else None


def _printed(body: str) -> list[str] | None:
    """The texts between the brackets, one after the other; None where anything else stands."""
    out: list[str] = []
    end = len(body) - 1
    at = _BETWEEN.match(body, 1, end)
    place = at.end() if at else 1
    while place < end:
        found = _QUOTED.match(body, place, end)
        if found is None:
            return None
        out.append(_ESCAPE.sub(_unescaped, found.group()[1:-1]))
        between = _BETWEEN.match(body, found.end(), end)
        place = between.end() if between else found.end()
    return out


def _unescaped(found: re.Match[str]) -> str:
    digits = found.group(1) or found.group(2) or found.group(3)
    if digits is not None:
        number = int(digits, 16)
        return chr(number) if number <= _LAST_CODE_POINT else found.group()
    letter = found.group(4)
    return "" if letter == "\n" else _LETTERS.get(letter, letter)


def texts_in(value: Any, joined_by: str | None = None) -> list[Any]:
    """The texts (or objects) that stand under a name for several of them.

    A list stays as it is; null and blank text are none; a text that is a list written out becomes
    its items; else it is parted at `joined_by`, if the tool joins texts so, or is one text.
    """
    if value is None:
        return []
    if not isinstance(value, str):
        return value if isinstance(value, list) else [value]
    if not value.strip():
        return []
    items = written_list(value)
    if items is not None:
        return items
    if joined_by is None:
        return [value]
    return [part for part in value.split(joined_by) if part.strip()]
