"""Whether what stands behind a figure may change what it is worth. Quick, and never a wrong no."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.reading import scales
from adjudge_engine.numbers.reading.after import LETTERS

_FOLLOWS = re.compile(rf"\)?[ \xa0\n-]?({LETTERS}|‰)")
#: A link to a figure that may lend its scale.
_LINK = re.compile(
    r"\s?(?:[-–—~〜～至到,/]|から|(?:to|bis|à|a|до|or|oder|ou|o|and|und|et|y|e|и)(?![A-Za-z]))"
    r"(?:\s?(?:and|or))?\s?[^\w\s]{0,3}[A-Za-z]{0,3}[^\w]{0,3}(?:[0-9]|百)",
    re.IGNORECASE,
)
_SCALES: Final = (
    scales.WORDS.keys()
    | {word for words in scales.ONLY_IN.values() for word in words}
    | {letters.lower() for letters in scales.LETTERS_WITH_MONEY}
    | {letters.lower() for letters in scales.LETTERS_ATTACHED}
)


def is_linked(folded: str, end: int) -> bool:
    """Whether another figure follows at once, as in a range or a row."""
    return _LINK.match(folded, end) is not None


def may_be_scaled(folded: str, end: int) -> bool:
    """Whether a scale, an exponent, a per mille or a linked figure follows at `end`."""
    follows = _FOLLOWS.match(folded, end)
    if follows is not None:
        word = follows[1]
        if word[0] in scales.SIGNS or word[0] in "‰bBpPбБベ个基余多超" or word.lower() in _SCALES:
            return True
        if word in ("e", "E") and not folded[end : end + 1].isspace():
            return True
    return is_linked(folded, end)
