"""Changes that a context tells by their two ends: "turnout went from 40 % to 44 %"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from adjudge_engine.calculations.amounts import alike
from adjudge_engine.calculations.words import names_in
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.scan import scan

#: Sentences that are read for one change, and how far a sentence reaches around its "from".
_MOST: Final = 40
_REACH: Final = 240
_FROM: Final = re.compile(
    r"(?<![^\W_])(?:from|von|de|desde|с)[ \xa0]{1,2}[$€£¥]?[-−+]?[0-9]|[0-9][^\s0-9]{0,3}から"
    r"|从[^\W_]{0,2}[0-9]",
    re.IGNORECASE,
)
_STOP: Final = re.compile(r"[.;!?](?=\s|\Z)|[\n。！？；|]")
_OPENS: Final = re.compile(r"(?:\b(?:from|von|de|desde|с)|从)[ \xa0$€£¥]{0,3}\Z", re.IGNORECASE)
_TURNS: Final = re.compile(
    r"[ \xa0,]{0,2}(?:to|auf|bis|à|a|hasta|до|から|到|至|增至|升至|降至)[ \xa0$€£¥]{0,3}",
    re.IGNORECASE,
)


class Ends(NamedTuple):
    """The earlier and the later amount, and the context that tells them."""

    old: Number
    new: Number
    context_id: str


def ends_named(texts: Iterable[tuple[str, str, str]], names: frozenset[str]) -> Ends | None:
    """The one change by its ends in a sentence that holds all `names`; None without, or of two.

    `texts`: (context id, text, the same in lower case).
    """
    if not names:
        return None
    found: dict[tuple[object, ...], Ends] = {}
    for context_id, text, _ in texts:
        for sentence in _sentences(text):
            if names <= names_in(sentence):
                for old, new in _pairs(sentence):
                    found.setdefault((old.value, new.value), Ends(old, new, context_id))
        if len(found) > 1:
            return None
    return next(iter(found.values()), None)


def _sentences(text: str) -> Iterator[str]:
    """The sentences with a "from" before a figure, the first of them."""
    end = 0
    for _ in range(_MOST):
        match = _FROM.search(text, end)
        if match is None:
            return
        start = max(end, match.start() - _REACH)
        for stop in _STOP.finditer(text, start, match.start()):
            start = stop.end()
        last = _STOP.search(text, match.end(), match.end() + _REACH)
        end = last.start() if last is not None else min(len(text), match.end() + _REACH)
        yield text[start:end]


def _pairs(sentence: str) -> Iterator[tuple[Number, Number]]:
    numbers = [one for one in scan(sentence) if one.is_quantity and not one.weak]
    for old, new in pairwise(numbers):
        gap = sentence[old.end : new.start]
        opened = _OPENS.search(sentence[: old.start]) is not None or "から" in gap
        if opened and _TURNS.fullmatch(gap) is not None and alike(old, new):
            yield old, new
