"""The sentences around a claim, where the operands of its result may stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from adjudge_engine.calculations.claimed import FEW, Finding, Stated, pool_of
from adjudge_engine.calculations.statements import find
from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.stating.readings import Readings

#: A paragraph's sentences are read together up to this length.
_WIDEST: Final = 600
#: Sentences before and after a claim that are read with it, the nearest first.
_WINDOWS: Final = ((1, 0), (2, 0), (3, 0), (5, 0), (0, 1), (0, 2))
_FIGURE: Final = re.compile("[0-9０-９一二三四五六七八九十]")


class Beside:
    """The sentences before and after a claim, in the same paragraph."""

    def __init__(
        self, answer: str, claims: Sequence[Claim], index: int, readings: Readings
    ) -> None:
        self._answer, self._claims, self._index = answer, claims, index
        self._readings = readings

    def find(self, stated: Stated) -> Finding:
        """What the numbers of the sentences before, else of the one after, say of the result.

        Other sentences than the claim's own may speak of something else: what they give in its
        stead is wrong only where the paragraph has no more numbers that could be operands.
        """
        wrong: Finding | None = None
        seen = 0
        for first, last in _WINDOWS:
            wide = self._widened(stated, first, last)
            if wide is None:
                continue
            finding = find(wide)
            if finding.state == "holds":
                return finding
            if not last:
                operands = len(pool_of(wide))
                if finding.state == "wrong" and wrong is None:
                    wrong, seen = finding, operands
                elif operands != seen:
                    wrong = None  # further back there is more that it may be made of
        return wrong or FEW

    def _widened(self, stated: Stated, first: int, last: int) -> Stated | None:
        claims, index = self._claims, self._index
        low, high = index - first, index + last
        if low < 0 or high >= len(claims):
            return None
        start, end = claims[low].start, claims[high].end
        text = self._answer[start:end]
        others = self._answer[start : claims[index].start] + self._answer[claims[index].end : end]
        if len(text) > _WIDEST or "\n\n" in text or _FIGURE.search(others) is None:
            return None
        at = stated.result.start + claims[index].start - start
        reading = self._readings.of(text, start)
        for statement in reading.statements:
            if statement.operation != stated.operation or statement.result is None:
                continue
            if reading.numbers[statement.result].start == at:
                return Stated(text, reading, statement)
        return None
