"""One and a half of a unit, in words with the unit between them: une heure et demie."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from adjudge_engine.numbers.worded.spelled import value_of

_HALF: Final = Decimal("0.5")
#: Language → how a half is said behind a unit, and the articles that are one of it.
_HALVES: Final = {
    "fr": ("et demie?", "une?"),
    "es": ("y medi[oa]", "una?"),
    "it": ("e mezz[oa]", "un[ao]?"),
    "pt": ("e mei[oa]", "uma?"),
}
_PATTERNS: Final = {
    language: re.compile(
        rf"(?<![^\W_])(?P<count>(?P<one>{one})|[^\W\d_]{{3,9}})"
        rf"[ \xa0][^\W\d_]{{2,12}}[ \xa0]{half}(?![^\W_])",
        re.IGNORECASE,
    )
    for language, (half, one) in _HALVES.items()
}
#: What every such half begins with.
_HINTS: Final = {"fr": " et demi", "es": " y medi", "it": " e mezz", "pt": " e mei"}


class Half(NamedTuple):
    """The span of the count before the unit, and what it is worth with the half behind."""

    start: int
    end: int
    value: Decimal


def read_halves(folded: str, language: str) -> Iterator[Half]:
    """Every count of units and a half of one. Linear."""
    pattern = _PATTERNS.get(language)
    if pattern is None or _HINTS[language] not in folded:
        return
    for match in pattern.finditer(folded):
        word = match["count"].lower()
        count = Decimal(1) if match["one"] else value_of(word, language)
        if count is not None and 1 <= count <= 20:
            yield Half(*match.span("count"), count + _HALF)
