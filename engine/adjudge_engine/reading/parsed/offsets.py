"""Offsets as parsers count them, turned into code points."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

from adjudge_engine.reading.problems import Problem

_ASTRAL: Final = re.compile("[\U00010000-\U0010ffff]")
#: What may join the character before it into one text element, by generous blocks: combining
#: marks, joiners, selectors, jamo, Indic and South-East Asian vowel signs, emoji, flags.
_JOINING: Final = re.compile(
    "\r\n|[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0600-\u0605\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06ed\u070f-\u074a\u07a6-\u07b0\u07eb-\u07fd\u0816-\u082d\u0859-\u085b\u0890-\u089f"
    "\u08ca-\u0903\u093a-\u0dff\u0e31-\u0e4e\u0eb1-\u0ece\u0f18-\u109d\u1100-\u11ff\u135d-\u135f"
    "\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17dd\u180b-\u180f\u1885-\u1886"
    "\u18a9\u1920-\u193b\u1a17-\u1aff\u1b00-\u1bf3\u1c24-\u1c37\u1cd0-\u1cfa\u1dc0-\u1dff"
    "\u200b-\u200f\u2060-\u206f\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f"
    "\u3099-\u309a\ua66f-\ua69f\ua6f0-\ua6f1\ua802-\ua82c\ua880-\uaaff\uabe3-\uabed\ud7b0-\ud7ff"
    "\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\uff9e-\uff9f\U00010000-\U0010ffff]"
)


class CodePoints:
    """Turns offsets into `text` into code points.

    `unit`: `unicodeCodePoint`, `utf16CodeUnit`, or `textElements` (what a reader takes for one
    character). Text elements are known only where every character is one: else `usable` is
    False, and so it is for a unit that has another name.
    """

    def __init__(self, text: str, unit: str) -> None:
        self.length = len(text)
        self.usable = unit in ("unicodeCodePoint", "utf16CodeUnit") or (
            unit == "textElements" and _JOINING.search(text) is None
        )
        # The UTF-16 offsets of the second halves of characters that take two units.
        self._halves: list[int] = []
        if unit == "utf16CodeUnit":
            self._halves = [
                found.start() + at + 1 for at, found in enumerate(_ASTRAL.finditer(text))
            ]

    def at(self, offset: int, field: str) -> int:
        """The code point at `offset`. Raises Problem inside a character or past the end."""
        before = bisect_left(self._halves, offset)
        if before < len(self._halves) and self._halves[before] == offset:
            raise Problem(field, "points between the halves of a character")
        if offset - before > self.length:
            raise Problem(field, f"lies past the end of the content ({self.length:,} characters)")
        return offset - before
