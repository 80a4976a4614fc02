"""The figures and number words of a text that have a unit, found without looking at all others.

Most figures show at a glance that none follows: a per cent, a stop, a word that is no measure.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from adjudge_engine.numbers.lookup.haystack import Haystack, Spot
from adjudge_engine.numbers.lookup.unspelled import MOST_BETWEEN, is_plain, unit_after

#: The end of a figure behind which a unit may stand, and the plain word that follows.
_BEHIND: Final = (
    r"(?![.,']*+[0-9]| %|[;)\]|%]|\.(?:[ \n]|\Z))(?: ([A-Za-z]{2,30})(?=[ .,;:)!?\n]|\Z))?"
)
_END: Final = re.compile("[0-9]" + _BEHIND)
#: The same where every digit is a nought: one fixed sign is searched for far quicker than ten.
_NOUGHT_END: Final = re.compile("0" + _BEHIND)
_DIGIT: Final = re.compile("[0-9]")
#: A sign for a hundred that links a figure to no figure.
_HUNDRED: Final = "百"
#: How far the next number is looked for.
_AHEAD: Final = 3 * MOST_BETWEEN
#: In place of a unit: that of the next number.
_LENT: Final = "\0"


class UnitsBehind:
    """Tells the units; `words`: the number words of the text, in order."""

    def __init__(self, haystack: Haystack, words: list[Spot]) -> None:
        self._haystack = haystack
        self._words = words
        self._starts = [word.start for word in words]

    def found(self) -> list[tuple[Spot, str]]:
        """Every number with a unit of its own or of the next one in a row, in order."""
        folded, spot_at = self._haystack.folded, self._haystack.spot_at
        words = {word.end: word for word in self._words}
        units: dict[int, tuple[Spot, str]] = {}
        for end in sorted([*self._ends(), *words], reverse=True):
            unit = unit_after(folded, end, _LENT)
            if unit == _LENT:
                after = self.next(end)
                unit = units[after.end][1] if after is not None and after.end in units else ""
            if unit:
                units[end] = words.get(end) or spot_at(end - 1), unit
        return list(units.values())[::-1]

    def _ends(self) -> list[int]:
        """Where figures end that may have a unit behind them."""
        found, plain = [], set[str]()
        for match in _figure_ends(self._haystack):
            word = match[1]
            if word is not None:
                if word in plain:
                    continue
                if is_plain(word):
                    plain.add(word)
                    continue
            found.append(match.start() + 1)
        return found

    def next(self, end: int) -> Spot | None:
        """The number that begins next, where it begins near."""
        digit = _DIGIT.search(self._haystack.folded, end, end + _AHEAD)
        figure = self._haystack.spot_at(digit.start()) if digit is not None else None
        at = bisect_left(self._starts, end)
        word = self._words[at] if at < len(self._words) else None
        if figure is None or (word is not None and word.start < figure.start):
            return word
        return figure


def _figure_ends(haystack: Haystack) -> Iterator[re.Match[str]]:
    try:
        haystack.folded.encode("latin-1")
    except UnicodeEncodeError:
        return _END.finditer(haystack.folded)
    return _NOUGHT_END.finditer(haystack.noughts.decode("latin-1"))


def is_simple(haystack: Haystack) -> bool:
    """Whether digits and links of the texts are no more than `UnitsBehind` knows."""
    return _HUNDRED not in haystack.folded and not haystack.has_lone_separators
