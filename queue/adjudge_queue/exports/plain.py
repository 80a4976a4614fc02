"""Foreign text for a line that a person reads: nothing in it can act on a terminal or a page."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_BACKTICKS: Final = re.compile("`+")
#: Parts of words in many scripts and of emoji; they move nothing.
_KEPT: Final = frozenset({0x200C, 0x200D})


class _Table(dict[int, int]):
    """A translation table that learns each character when it first meets it."""

    def __missing__(self, code: int) -> int:
        self[code] = shown = _shown(code)
        return shown


def _shown(code: int) -> int:
    if code in _KEPT:
        return code
    if code < 0x20:
        return 0x2400 + code  # the picture of that control character
    if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return 0xFFFD
    return code


_TABLE: Final = _Table()


def one_line(text: str) -> str:
    """`text` on one line, its controls, bidi marks and lone surrogates made visible."""
    return text if text.isascii() and text.isprintable() else text.translate(_TABLE)


def code(text: str) -> str:
    """`text` as a Markdown code span: no mark, link or HTML in it means anything."""
    shown = one_line(text)
    longest = max((len(run) for run in _BACKTICKS.findall(shown)), default=0)
    fence = "`" * (longest + 1)
    space = " " if longest or shown[:1] in (" ", "") or shown[-1:] == " " else ""
    return f"{fence}{space}{shown}{space}{fence}"
