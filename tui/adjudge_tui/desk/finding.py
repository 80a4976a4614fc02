"""Finding a text in the answer and the passages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_MOST: Final = 10_000


@dataclass(frozen=True, slots=True)
class Hits:
    """Places of a text: (pane, start, end), in reading order. `at` is the one looked at."""

    text: str = ""
    places: tuple[tuple[str, int, int], ...] = ()
    at: int = -1


def find(text: str, panes: dict[str, str]) -> Hits:
    """All places of `text` (capital or small) in the panes' texts, the first ten thousand."""
    if not text:
        return Hits()
    pattern = re.compile(re.escape(text), re.IGNORECASE)
    places: list[tuple[str, int, int]] = []
    for pane, body in panes.items():
        for match in pattern.finditer(body):
            places.append((pane, *match.span()))
            if len(places) >= _MOST:
                return Hits(text, tuple(places))
    return Hits(text, tuple(places))
