"""Length-preserving folding: digits, minus signs, spaces and full-width forms to one spelling.

Offsets in the folded text are offsets in the original; letter case is kept, for units need it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

#: Hard and narrow spaces that may group digits; they fold to U+00A0, other spaces to a blank.
_GROUPING_SPACES = "\u00a0\u2007\u2009\u202f"
_INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\u061c\ufeff\u202a\u202b\u202c\u202d\u202e"
_INVISIBLE += "\u2066\u2067\u2068\u2069"
_PAIRS = {
    "−": "-",
    "﹣": "-",
    "－": "-",
    "‐": "-",
    "‑": "-",
    "’": "'",
    "‘": "'",
    "′": "'",
    "٬": "'",
    "٫": ".",
    "％": "%",
    "﹪": "%",
    "٪": "%",
    "＄": "$",
    "￥": "¥",
    "￡": "£",
    "＋": "+",
    "（": "(",
    "）": ")",
    "［": "[",
    "］": "]",
    "／": "/",
    "：": ":",
    "μ": "µ",
    "İ": "I",
    "\t": " ",
    "\u3000": " ",
}
_ASCII: Final = bytes(range(128))
#: From this length on, and for up to so many signs that change, each is replaced by itself.
_SHORT, _FEW = 200, 12
_WIDE_SEPARATOR = re.compile(r"(?<=[０-９])[，．](?=[０-９])")


class _Table(dict[int, int | str]):
    """Code point → its folded form, worked out when first met."""

    def __missing__(self, code: int) -> int | str:
        char = chr(code)
        folded: int | str = code
        if code > 0x7F and unicodedata.category(char) == "Nd":
            folded = str(unicodedata.decimal(char))
        elif 0xFF21 <= code <= 0xFF5A and char.isalpha():
            folded = code - 0xFEE0
        self[code] = folded
        return folded


_TABLE: Final = _Table(
    {ord(key): value for key, value in _PAIRS.items()}
    | {code: " " for code in range(0x2000, 0x200B)}
    | {ord(char): "\u00a0" for char in _GROUPING_SPACES}
    | {ord(char): " " for char in _INVISIBLE}
)


def fold(text: str) -> str:
    """`text` with one spelling for digits, minus, spaces; `len(fold(text)) == len(text)`."""
    if text.isascii():
        return text.replace("\t", " ")
    if "，" in text or "．" in text:
        text = _WIDE_SEPARATOR.sub(lambda match: "," if match.group() == "，" else ".", text)
    if len(text) > _SHORT:
        # Few signs change in most texts, and a search for each is far quicker than a table.
        signs = _signs_in(text)
        changed = [(sign, _TABLE[ord(sign)]) for sign in signs if _TABLE[ord(sign)] != ord(sign)]
        if len(changed) <= _FEW:
            for sign, folded in changed:
                text = text.replace(sign, chr(folded) if isinstance(folded, int) else folded)
            return text.replace("\t", " ")
    return text.translate(_TABLE)


def _signs_in(text: str) -> set[str]:
    """The signs of a text beyond ASCII."""
    try:
        return set(text.encode("latin-1").translate(None, _ASCII).decode("latin-1"))
    except UnicodeEncodeError:
        others = text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
        return set(others.decode("utf-8", "surrogatepass"))
