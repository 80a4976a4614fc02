"""Token boundaries: where a text may be cut without cutting a word or a number in two.

Between letters of scripts that write without spaces any place will do, but digits never split,
neither from each other nor from their separators, their sign or a numeral that scales them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from adjudge_engine.text.normalise import Normalised

_SEPARATORS: Final = ".,'٫٬"
_GROUP_SPACES: Final = frozenset(" \u00a0\u2007\u2009\u202f")
_BEFORE_SIGN: Final = " (=:<>≤≥≈~[\"'"
#: Scripts without spaces between words, and Hangul, whose particles join the noun.
_UNSPACED: Final = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x0F00, 0x109F),  # Tibetan, Myanmar
    (0x1100, 0x11FF),  # Hangul letters
    (0x1780, 0x17FF),  # Khmer
    (0x3005, 0x3007),
    (0x3040, 0x318F),  # kana, Bopomofo, Hangul
    (0x31F0, 0x31FF),
    (0x3400, 0x9FFF),  # Han
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),  # Hangul
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)


def is_unspaced(character: str) -> bool:
    """Whether the character's script puts no space between words (Han, kana, Hangul, Thai …)."""
    code = ord(character)
    return code >= 0x0E00 and any(low <= code <= high for low, high in _UNSPACED)


#: A run of word characters within which every cut would split a word.
UNBROKEN: Final = re.compile(
    "[^\\W" + "".join(f"{chr(low)}-{chr(high)}" for low, high in _UNSPACED) + "]+"
)


def is_word(character: str) -> bool:
    """Whether the character belongs to words: letter, digit, combining mark or underscore."""
    return character.isalnum() or character == "_" or unicodedata.category(character)[0] == "M"


def splits_token(hay: Normalised, at: int) -> bool:
    """Whether cutting the normalised text before `text[at]` would split a token."""
    text = hay.text
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before.isascii() and after.isascii():
        if (before.isalnum() or before == "_") and (after.isalnum() or after == "_"):
            return True
    elif unicodedata.category(after)[0] == "M" and not before.isspace():
        return True
    elif is_word(before) and is_word(after):
        if before.isnumeric() and after.isnumeric():
            return True
        return not (is_unspaced(before) or is_unspaced(after))
    if after.isdigit() or before.isdigit():
        return _splits_number(hay, at)
    return before == "-" and _is_signed_amount(text, at)


def _splits_number(hay: Normalised, at: int) -> bool:
    """The cut touches a digit, and not another one: separators, fractions, groups, signs."""
    text = hay.text
    before, after = text[at - 1], text[at]
    further = text[at + 1 : at + 2]
    earlier = text[at - 2 : at - 1]
    if before.isdigit():
        if after in _SEPARATORS:
            return further.isdigit()
        if after == "/":
            return _is_fraction(text, at)
        return after == " " and _is_group(hay, at)
    if before in _SEPARATORS:
        return earlier.isdigit()
    if before == "/":
        return _is_fraction(text, at - 1)
    if before == " ":
        return _is_group(hay, at - 1)
    return before == "-" and (not earlier or earlier in _BEFORE_SIGN)


def _is_fraction(text: str, slash: int) -> bool:
    """1/2 and 24/7, but not the slashes of 12/31/2025."""
    left, right = _digits_before(text, slash), _digits_after(text, slash + 1)
    if not (1 <= left <= 2 and 1 <= right <= 2):
        return False
    ends = text[slash - left - 1 : slash - left], text[slash + right + 1 : slash + right + 2]
    return "/" not in ends


def _is_group(hay: Normalised, space: int) -> bool:
    """Whether a space parts the thousands of one number: 1 500, but no two columns or lines."""
    text = hay.text
    left = _digits_before(text, space)
    if not 1 <= left <= 3 or _digits_after(text, space + 1) != 3:
        return False
    edge = text[space - left - 1 : space - left]
    if edge and (is_word(edge) or edge in _SEPARATORS):
        return False
    start, end = hay.original(space, space + 1)
    return end - start == 1 and hay.source[start] in _GROUP_SPACES


def _is_signed_amount(text: str, at: int) -> bool:
    """-$5: the sign that ends at `at` stands before a currency."""
    return (
        unicodedata.category(text[at]) == "Sc"
        and text[at + 1 : at + 2].isdigit()
        and (at == 1 or text[at - 2] in _BEFORE_SIGN)
    )


def _digits_before(text: str, at: int) -> int:
    """How many digits end before `at`; 4 stands for more than three."""
    count = 0
    while count < 4 and at > count and text[at - count - 1].isdigit():
        count += 1
    return count


def _digits_after(text: str, at: int) -> int:
    count = 0
    while count < 4 and at + count < len(text) and text[at + count].isdigit():
        count += 1
    return count
