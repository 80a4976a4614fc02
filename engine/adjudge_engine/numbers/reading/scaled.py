"""Whether what stands behind a figure may change what it is worth. Quick, and never a wrong no."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.reading import currencies, scales
from adjudge_engine.numbers.reading.after import LETTERS
from adjudge_engine.numbers.reading.tables import word_set

_FOLLOWS = re.compile(rf"\)?[ \xa0\n-]?({LETTERS}|‰)")
_EASTERN_MONEY: Final = frozenset("円圆圓元원")
_SIGN = re.compile(r"[ \xa0]?[$€£¥₹₩₽₺₫฿₴₪₱₦]")
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
#: What may stand for another size than its digits: scales, exponents, basis points, per mille.
_TELLING_WORDS: Final = word_set(
    "e basis bp bps base basispunkt basispunkte basispunkten per promille puntos points keur meur "
    "beur"
)
_TELLING: Final = frozenset(word.encode() for word in _SCALES | _TELLING_WORDS if word.isascii())
_TELLING_SIGNS: Final = (*sorted(word for word in _SCALES if not word.isascii()), "‰", "básico")
_LETTERS_ONLY: Final = bytes(
    code if chr(code) in "abcdefghijklmnopqrstuvwxyz" else 0x20 for code in range(256)
)


def may_scale(lower: str, words: frozenset[bytes]) -> bool:
    """Whether any figure of a text in lower case may be worth another power of ten than it shows.

    Headings aside. `words`: those of letters and digits of ASCII. Quick, and never a wrong no.
    """
    if not lower.isascii():
        if any(sign in lower for sign in _TELLING_SIGNS):
            return True
        try:
            lower.encode("latin-1")
        except UnicodeEncodeError:
            return True
    return not _TELLING.isdisjoint(b" ".join(words).translate(_LETTERS_ONLY).split())


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
        if word in _EASTERN_MONEY or currencies.of_word(word):
            return is_linked(folded, follows.end())
    elif (sign := _SIGN.match(folded, end)) is not None:
        return is_linked(folded, sign.end())
    return is_linked(folded, end)
