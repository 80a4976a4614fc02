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

_CODE: Final = re.compile(
    r"(?<![\w./@=&-])(?P<head>[A-Za-z]{1,6}-?)(?P<digits>[0-9]{2,8})(?P<tail>[A-Za-z]{0,2})(?![\w-])"
)
_BACK: Final = 8


def other_code(material: Material, number: Number, claim_id: str | None) -> Trace | None:
    """The finding that contexts have another code of the same making, and not the answer's."""
    mine = _code_at(material.answer, number.start)
    if mine is None:
        return None
    head, digits = mine["head"].lower().rstrip("-"), mine["digits"]
    lower = material.lower
    if any(f"{head}{joint}{digits}" in text for text in lower for joint in ("-", "", " ")):
        return None
    like = re.compile(rf"{head}[- ]?(?P<digits>[0-9]{{{len(digits)}}})[a-z]{{0,2}}(?![\w-])")
    for (context_id, text, located), low in zip(material.texts, lower, strict=True):
        match = like.search(low)
        if match is not None and not low[match.start() - 1 : match.start()].isalnum():
            start, end = match.span()
            value = Decimal(match["digits"])
            said = Number(start, end, text[start:end], value, Decimal(1), "code")
            message = f'"{mine.group()}": the source says {said.text} (context {context_id})'
            return Trace("untraced", message, claim_id, Found(said, context_id, located))
    return None


def _code_at(text: str, start: int) -> re.Match[str] | None:
    for match in _CODE.finditer(text, max(0, start - _BACK), start + 2 * _BACK):
        if match.start("digits") <= start < match.end("digits"):
            return match
    return None
