"""Text made safe to show: every character that could act on a terminal becomes one that is seen.

The length never changes, so spans counted in the original stay true on the screen.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from rich.cells import cell_len

_REPLACEMENT: Final = 0xFFFD
_QUOTES_LIMIT: Final = 2000  # characters in which quotations are looked for
_QUOTE_LEAST: Final = 12  # cells that are left of a quotation
#: Zero-width joiner: part of emoji and of Indic and Arabic words; it moves nothing.
_KEPT: Final = frozenset({0x200D, ord("\n")})
_NAMED: Final[dict[int, int]] = {
    ord("\t"): ord(" "),
    0x7F: 0x2421,  # ␡
    0xAD: 0x2010,  # soft hyphen: a hyphen that is seen
    0x200B: 0xB7,  # zero-width space
    0x2060: 0xB7,  # word joiner
    0x2065: _REPLACEMENT,  # not assigned, but never drawn
    0x2028: 0x2424,  # line separator: ␤
    0x2029: 0x2424,  # paragraph separator
}


class _Table(dict[int, int]):
    """A translation table that learns each character when it first meets it."""

    def __missing__(self, code: int) -> int:
        self[code] = shown = _shown(code)
        return shown


def _shown(code: int) -> int:
    if code in _KEPT:
        return code
    if code in _NAMED:
        return _NAMED[code]
    if code < 0x20:
        return 0x2400 + code  # the picture of that control character
    if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs"):
        return _REPLACEMENT
    return code


_TABLE: Final = _Table()


def display_safe(text: str) -> str:
    """`text` with controls, escapes, bidi and invisible characters made visible, one for one.

    Only newlines act; a tab and the carriage return of a Windows line end become spaces. Of the
    invisible characters only the zero-width joiner and variation selectors stay as they are.
    """
    if "\r\n" in text:
        text = text.replace("\r\n", " \n")
    if text.isascii() and text.isprintable():
        return text
    return text.translate(_TABLE)


def one_line(text: str) -> str:
    """`display_safe` for a single row: newlines become spaces."""
    return display_safe(text).replace("\n", " ")


def cut(text: str, cells: int) -> str:
    """A single row of at most `cells` cells; what is left out becomes an ellipsis."""
    short = text[: max(0, 8 * cells)]  # nobody measures 200 kB, or a heap of combining marks
    if len(short) == len(text) and cell_len(text) <= cells:
        return text
    while short and cell_len(short) > cells - 1:
        short = short[: -max(1, (cell_len(short) - cells) // 2)]
    return short.rstrip() + "…" if cells > 0 else ""


def cut_quotes(text: str, cells: int) -> str:
    """`cut`, but first the longest quotations lose their middle: the words around them decide."""
    if len(text) > _QUOTES_LIMIT or cell_len(text) <= cells:
        return cut(text, cells)
    parts = text.split('"')  # every second one is quoted, but for an end that never closes
    quoted = range(1, len(parts) - 1, 2)
    widths = [cell_len(parts[index]) for index in quoted]
    room = cells - (cell_len(text) - sum(widths))
    most = max(widths, default=0)
    while most > _QUOTE_LEAST and sum(min(width, most) for width in widths) > room:
        most -= 1
    for index in quoted:
        parts[index] = _without_middle(parts[index], most)
    return cut('"'.join(parts), cells)


def _without_middle(text: str, cells: int) -> str:
    """The start and the end of a text in at most `cells` cells, an ellipsis between them."""
    if cell_len(text) <= cells:
        return text
    tail = text[-(cells // 2) :]
    while tail and cell_len(tail) > cells // 2:
        tail = tail[1:]
    return cut(text, cells - cell_len(tail)) + tail.lstrip()
