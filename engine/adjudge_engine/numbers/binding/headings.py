"""The heading, the list's head or the title that a line stands under."""

from __future__ import annotations

import re
from typing import Final

#: How far up a heading is looked for, in characters and in lines.
_REACH: Final = 2_000
_LINES: Final = 40
_LONGEST: Final = 100
_BULLET = re.compile(r"[ \t]*(?:[-*+•·▪–]|\d{1,3}[.)]|[a-z][.)])[ \t]+")
_ENDS: Final = (".", "!", "?", ",", ";", "。", "、")


def heading_above(text: str, line: int) -> str:
    """The nearest heading above the line that starts at `line`, or "" where there is none.

    A heading is a line with `#`, in bold, ending in a colon, or short without a closing stop at
    the top of a paragraph; of an item set in from the margin, the item above it counts too.
    """
    low = max(0, line - _REACH)
    inset = _inset(text, line)
    end, below_blank = line - 1, False
    parent = ""
    for _ in range(_LINES):
        if end < low or end < 0:
            break
        first = text.rfind("\n", low, end) + 1 or low
        body = text[first : min(end, first + _LONGEST + 20)].strip()
        end, at = first - 1, first
        if not body:
            below_blank = True
            continue
        if not parent and inset > _inset(text, at) and _BULLET.match(text, at):
            parent, inset = body, _inset(text, at)
            continue
        if _is_heading(text, at, body, below_blank):
            return f"{parent} {body}".strip()
        below_blank = False
    return parent


def _inset(text: str, line: int) -> int:
    at = line
    while text[at : at + 1] in (" ", "\t") and at - line < 40:
        at += 1
    return at - line


def _is_heading(text: str, start: int, body: str, alone: bool) -> bool:
    if body.startswith("#") or (body.startswith("**") and body.rstrip(":").endswith("**")):
        return True
    if len(body) > _LONGEST or _BULLET.match(text, start) or "|" in body or "\t" in body:
        return False
    if body.endswith((":", "：")):
        return True
    opens = start == 0 or text[max(0, start - 2) : start] in ("\n\n", "\r\n")
    return opens and len(body) <= 70 and not body.endswith(_ENDS) and not alone
