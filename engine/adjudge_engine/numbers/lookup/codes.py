"""Codes of letters and figures: "A-4717" where the contexts say "A-4711".

A code that no context has is wrong only where a context has another one of the same making; by
itself it may as well be a common name ("COVID-19").
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from adjudge_engine.numbers.lookup.found import Found
from adjudge_engine.numbers.lookup.material import Material, Trace
from adjudge_engine.numbers.model import Number
from adjudge_engine.once import once

_CODE: Final = re.compile(
    r"(?<![\w./@=&-])(?P<head>[A-Za-z]{1,6}-?)(?P<digits>[0-9]{2,8})(?P<tail>[A-Za-z]{0,2})(?![\w-])"
)
#: A code of a context, with a hyphen of any kind, a blank or nothing in it.
_SAID: Final = re.compile(
    r"(?<![A-Za-z0-9])(?P<head>[A-Za-z]{1,6})(?P<joint>[- \xa0\u2010\u2011–]?)"
    r"(?P<digits>[0-9]{2,8})(?![0-9])(?P<whole>[A-Za-z]{0,2}(?![\w-]))?"
)
_BACK: Final = 8


class Codes:
    """The codes of the contexts, found once, when an answer has a code."""

    def __init__(self, material: Material) -> None:
        self._material = material

    def other(self, number: Number, claim_id: str | None) -> Trace | None:
        """The finding that contexts have another code of the same making, and not the answer's."""
        mine = _code_at(self._material.answer, number.start)
        if mine is None:
            return None
        head, digits = mine["head"].lower().rstrip("-"), mine["digits"]
        said, alike = self._said
        found = alike.get((head, len(digits)))
        if found is None or (head, digits) in said:
            return None
        what = f"the source says {found.number.text} (context {found.context_id})"
        return Trace("untraced", f'"{mine.group()}": {what}', claim_id, found)

    @once
    def _said(self) -> tuple[set[tuple[str, str]], dict[tuple[str, int], Found]]:
        """All codes, and the first of each making: its letters and how many figures it has."""
        said: set[tuple[str, str]] = set()
        alike: dict[tuple[str, int], Found] = {}
        for context_id, text, located in self._material.texts:
            for match in _SAID.finditer(text):
                head, digits = match["head"].lower(), match["digits"]
                said.add((head, digits))
                if match["whole"] is None or not _is_joined(match) or (head, len(digits)) in alike:
                    continue
                value = Decimal(digits)
                one = Number(*match.span(), match.group(), value, Decimal(1), "code")
                alike[head, len(digits)] = Found(one, context_id, located)
        return said, alike


def _is_joined(match: re.Match[str]) -> bool:
    """Whether the letters belong to the figures: "a 20 minute walk" and "top 20" are no codes."""
    head = match["head"]
    return match["joint"] not in (" ", "\xa0") or (len(head) > 1 and head.isupper())


def _code_at(text: str, start: int) -> re.Match[str] | None:
    for match in _CODE.finditer(text, max(0, start - _BACK), start + 2 * _BACK):
        if match.start("digits") <= start < match.end("digits"):
            return match
    return None
