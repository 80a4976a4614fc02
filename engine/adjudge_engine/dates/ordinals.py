"""Ordinals in words before a month, a quarter or a century: "the third of May"."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.dates.names import DAY_WORDS, ORDINALS

_ORDINAL_BEFORE: Final = re.compile(
    r"(?<![^\W_])([^\W\d_]{3,24}(?:-[a-z]{2,7}){0,2})[- ](?:of |de |d'|di )?\Z", re.IGNORECASE
)


def ordinal_before(folded: str, start: int) -> tuple[int, int] | None:
    """The place and the number of an ordinal word right before `start`, "first" or "ersten"."""
    return _before(folded, start, ORDINALS)


def day_before(folded: str, start: int) -> tuple[int, int] | None:
    """The place and the number of a day in words before the month at `start`: "deux août"."""
    return _before(folded, start, DAY_WORDS)


def _before(folded: str, start: int, words: dict[str, int]) -> tuple[int, int] | None:
    match = _ORDINAL_BEFORE.search(folded, max(0, start - 30), start)
    number = words.get(match[1].lower()) if match is not None else None
    return None if match is None or number is None else (match.start(), number)
