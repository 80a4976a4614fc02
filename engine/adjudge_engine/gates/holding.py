"""Where a text holds a value, and whether what stands around it makes another value of it.

Figures alone in brackets are negative in accounts and a remark elsewhere: where a cell or line has
nothing but them, nobody can tell which. A mantissa is no value of its own: 5 · 10⁶ holds no 5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.gates.facts_limits import is_graded
from adjudge_engine.gates.holding_days import days_in
from adjudge_engine.text.normalise import Normalised, normalise
from adjudge_engine.text.quantities import Valued

_RAISED: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
_POWER: Final = re.compile(
    f"[ \u00a0]?[·⋅×x*∙][ \u00a0]?10(?:\\^|\\*\\*|[{_RAISED}])|[eE][+-]?[0-9]"
)
_BEFORE: Final = re.compile(r"(?:^|[\t\n|])[ ]{0,3}\([ ]{0,2}[$€£¥₹]?[ ]{0,2}$")
_AFTER: Final = re.compile(r"[ ]{0,2}(?:[%$€£¥₹]|[A-Z]{3})?[ ]{0,2}\)[ ]{0,3}(?:$|[\t\n|])")
_WINDOW: Final = 12
_FIGURES: Final = re.compile(r"[+-]?[0-9][0-9.,'٫٬]*+(?: [0-9]{3}(?![0-9]))*+")
_SAYS_WHAT: Final = re.compile(r"[^\W\d_]|[%‰$€£¥₹°]")


#: Looking for a value among the numbers of a text, beside looking for a text in it.
VALUE_COST: Final = 30


class Held(NamedTuple):
    """The place `start:end` of the original text; `unsigned`: its sign is open."""

    start: int
    end: int
    unsigned: bool = False


def held(needle: Normalised, valued: Valued) -> Iterator[Held]:
    """Where the value stands: as written first, then as an equal quantity, else as the same day."""
    text, nowhere = valued.plain.source, True
    for way in (valued.places, valued.equals):
        for start, end in way(needle):
            if not (_is_raised(text, start, end) or is_graded(text, start, end)):
                nowhere = False
                yield Held(start, end, _is_alone_in_brackets(text, start, end))
    if nowhere:
        yield from (Held(start, end) for start, end in days_in(needle.text, valued))


def best(needle: Normalised, valued: Valued) -> Held | None:
    """The first place whose sign is clear, else the first one."""
    found: Held | None = None
    for place in held(needle, valued):
        if not place.unsigned:
            return place
        found = found or place
    return found


def _is_raised(text: str, start: int, end: int) -> bool:
    """Whether a power of ten follows, or the figures are the ten of one."""
    if text[end : end + 1] and text[end] in _RAISED:
        return text[start:end].endswith("10") and not text[end - 3 : end - 2].isdigit()
    return text[end - 1 : end].isdigit() and _POWER.match(text, end) is not None


def _is_alone_in_brackets(text: str, start: int, end: int) -> bool:
    if "(" not in text[max(0, start - 5) : start]:
        return False
    before, after = text[max(0, start - _WINDOW) : start], text[end : end + _WINDOW]
    begins, ends = start <= _WINDOW, end + _WINDOW >= len(text)
    left = _BEFORE.search(before if begins else "…" + before)
    return left is not None and _AFTER.match(after if ends else after + "…") is not None


def lacks_unit(needle: Normalised, cell: Normalised) -> bool:
    """Whether the cell is a bare number, and the value is that number with a unit or scale.

    The unit may stand in the table's headings, and be this one or another.
    """
    if _SAYS_WHAT.search(cell.text) or not _SAYS_WHAT.search(needle.text):
        return False
    figures = _FIGURES.findall(needle.text)
    return len(figures) == 1 and best(normalise(figures[0]), Valued(cell)) is not None
