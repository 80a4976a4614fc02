"""Figures of a ratio, a score or a verse that a context has without a word that tells what it is.

"The score was 3:10" is read as 3 and 10, "Rovers 3:10 United" as a time of day.
"""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.lookup.material import Material, Trace, stands
from adjudge_engine.numbers.model import Number

_AROUND: Final = 12
_RATIO: Final = re.compile(r"(?<![0-9.,:])[0-9]{1,4}(?::[0-9]{1,4}){1,2}(?![0-9:])")
#: So many ratios of an answer are looked up in the contexts.
_MOST: Final = 200


class Ratios:
    """Look-up of ratios as they are written; what was looked up once is kept."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._known: dict[str, tuple[int, int] | None] = {}

    def find(self, number: Number) -> Trace | None:
        """The finding that the ratio that a number is part of stands in a context."""
        answer = self._material.answer
        if ":" not in answer[max(0, number.start - 1) : number.end + 1]:
            return None
        low = max(0, number.start - _AROUND)
        for match in _RATIO.finditer(answer, low, number.end + _AROUND):
            if match.start() <= number.start and number.end <= match.end():
                return self._trace(number, match.group())
        return None

    def _trace(self, number: Number, ratio: str) -> Trace | None:
        if ratio not in self._known:
            if len(self._known) >= _MOST:
                return None
            self._known[ratio] = self._place(ratio)
        place = self._known[ratio]
        if place is None:
            return None
        at, start = place
        context_id, _, located = self._material.texts[at]
        said = number._replace(start=start, end=start + len(ratio), text=ratio)
        found = Found(said, context_id, located)
        return Trace("traced", stands(number, found), found=found)

    def _place(self, ratio: str) -> tuple[int, int] | None:
        """The text that has a ratio, and where; None if none has."""
        for at, (_, text, _) in enumerate(self._material.texts):
            start = text.find(ratio)
            while start >= 0:
                match = _RATIO.match(text, start)
                if match is not None and match.group() == ratio:
                    return at, start
                start = text.find(ratio, start + 1)
        return None
