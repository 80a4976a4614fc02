"""How many other contexts say the same as each: by the runs of words that they share.

Two contexts agree if half of the shorter one's runs of four words stand in the other. A run that
very many contexts have tells nothing and is passed over, so the cost stays linear.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from adjudge_engine.case import Context
from adjudge_engine.text.tokens import tokens

_RUN: Final = 4
_COMMON: Final = 50
_FEWEST: Final = 3
_MOST_CHARACTERS: Final = 20_000


def agreeing(contexts: Sequence[Context]) -> list[int]:
    """For each context, how many others say the same; a copy from the same source counts too."""
    runs = [_runs(one.text) for one in contexts]
    having: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for at, found in enumerate(runs):
        for run in found:
            having[run].append(at)
    shared: Counter[tuple[int, int]] = Counter()
    for places in having.values():
        if len(places) > _COMMON:
            continue
        for first in range(len(places)):
            for second in range(first + 1, len(places)):
                shared[places[first], places[second]] += 1
    counts = [0] * len(contexts)
    for (first, second), common in shared.items():
        shorter = min(len(runs[first]), len(runs[second]))
        if shorter >= _FEWEST and 2 * common >= shorter:
            counts[first] += 1
            counts[second] += 1
    return counts


def _runs(text: str) -> dict[tuple[str, ...], None]:
    words = [one.folded for one in tokens(text[:_MOST_CHARACTERS])]
    return dict.fromkeys(tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1))
