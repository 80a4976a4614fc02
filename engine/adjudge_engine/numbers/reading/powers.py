"""Powers of ten that a figure is multiplied by, or is: 3.2 × 10^6, 3,2·10⁶, 10⁹."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.reading.follows import After

_RAISED: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_DIGITS: Final = str.maketrans(f"{_RAISED}⁻⁺", "0123456789-+")
_EXPONENT: Final = (
    rf"(?:(?:\^[ ]?[(]?|\*\*)(?P<plain>[-+]?[0-9]{{1,3}})[)]?|(?P<raised>[⁻⁺]?[{_RAISED}]{{1,3}}))"
    rf"(?![0-9{_RAISED}]|[.,][0-9])"
)
_TIMES: Final = re.compile(rf"[ \xa0]?[×xX·⋅∙*][ \xa0]?10{_EXPONENT}")
_ALONE: Final = re.compile(_EXPONENT)
#: Two stars that open bold letters before the figure, so that those behind it close them.
_BOLD: Final = re.compile(r"\*\*[^*\n]{0,64}\Z")
#: What a power begins with behind a figure, a blank aside.
MAY_BE_POWER: Final = frozenset("×xX·⋅∙*^⁻⁺" + _RAISED)
#: Raised behind a bare ten, these may as well be the mark of a note, or a square.
_LOW: Final = frozenset("¹²")
#: What stands before a ten that is the end of another figure.
_INSIDE: Final = frozenset("0123456789.,'")
#: How the scale of such a number is called.
_SCALE: Final = "^"


def read_power(folded: str, end: int) -> After | None:
    """The power of ten behind the figure that ends at `end`, or that the figure itself is."""
    match = _TIMES.match(folded, end)
    if match is not None:
        return After(match.end(), power=_exponent(match), scale=_SCALE)
    if not folded.endswith("10", 0, end) or folded[end - 3 : end - 2] in _INSIDE:
        return None
    match = _ALONE.match(folded, end)
    if match is None or match["raised"] in _LOW:
        return None
    if folded[end] == "*" and _BOLD.search(folded, max(0, end - 66), end) is not None:
        return None
    return After(match.end(), power=_exponent(match) - 1, scale=_SCALE)


def _exponent(match: re.Match[str]) -> int:
    return int(match["plain"] or match["raised"].translate(_DIGITS))


def may_be_power(folded: str, end: int) -> bool:
    """Whether a power of ten may follow at `end`. Quick, and never a wrong no."""
    following = folded[end : end + 2]
    return following[:1] in MAY_BE_POWER or following[1:] in MAY_BE_POWER
