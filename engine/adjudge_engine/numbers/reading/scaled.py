"""Whether what stands behind a figure may change what it is worth. Quick, and never a wrong no."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.reading import currencies, scales
from adjudge_engine.numbers.reading.after import LETTERS
from adjudge_engine.numbers.reading.powers import may_be_power
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
#: Those of them that are not in ASCII; letters beyond Latin-1 always may tell.
_TELLING_SIGNS: Final = (
    *(word for word in sorted(_SCALES) if not word.isascii() and max(word) <= "\xff"),
    "básico",
    *("10¹", "10²", "10³"),
)
#: The letters that tell them, small and capital.
_ACCENTS: Final = tuple(
    sorted({char for sign in _TELLING_SIGNS for char in sign + sign.upper() if not char.isascii()})
)


def may_scale(folded: str, words: frozenset[bytes]) -> bool:
    """Whether any figure of a folded text may be worth another power of ten than it shows.

    Headings aside. `words`: its words of letters of ASCII. Quick, and never a wrong no.
    """
    if "10^" in folded or "10**" in folded:
        return True
    if not folded.isascii():
        if not _is_latin(folded) and not _is_latin(folded.lower()):
            return True
        if any(accent in folded for accent in _ACCENTS):
            lower = folded.lower()
            if any(sign in lower for sign in _TELLING_SIGNS):
                return True
    return not _TELLING.isdisjoint(words)


def _is_latin(text: str) -> bool:
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return True


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
        if word in ("x", "X"):
            return True
        if word in ("e", "E") and not folded[end : end + 1].isspace():
            return True
        if word in _EASTERN_MONEY or currencies.of_word(word):
            return is_linked(folded, follows.end())
    elif (sign := _SIGN.match(folded, end)) is not None:
        return is_linked(folded, sign.end())
    if may_be_power(folded, end):
        return True
    return is_linked(folded, end)
