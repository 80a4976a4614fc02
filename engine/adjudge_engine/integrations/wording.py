"""Findings in words, for the output of other tools: foreign text is shown and never acts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

#: Characters that are shown of one text.
MOST_SHOWN: Final = 300


def visible(text: str, most: int = MOST_SHOWN) -> str:
    """`text` on one line: what is not printable as its escape, cut after `most` characters."""
    cut = text if len(text) <= most else text[: most - 1] + "…"
    if cut.isascii() and cut.isprintable():
        return cut
    return "".join(one if one.isprintable() else _escape(one) for one in cut)


def _escape(one: str) -> str:
    return " " if one in "\n\t\r" else ascii(one)[1:-1]


def listed(lines: Iterable[str], most: int = 20) -> list[str]:
    """The first `most` lines, and how many there are besides."""
    every = list(lines)
    more = len(every) - most
    return every if more <= 0 else [*every[:most], f"… and {more:,} more"]
