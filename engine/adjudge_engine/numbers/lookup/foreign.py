"""Numbers in other languages' words as evidence: read once a context, when they are asked for.

An English context has none. A number of the answer that no figure supports is looked up among
them like any other: value, unit and currency must agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import islice
from typing import Final

from adjudge_engine.numbers.comparing.convert import compare
from adjudge_engine.numbers.comparing.match import is_rounding, keys, mismatch
from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.scan import prepare
from adjudge_engine.numbers.reading.style import language_of
from adjudge_engine.numbers.worded.spoken import iter_spoken

#: How many of one size are kept, and of all tried where a rounding or a conversion is looked for.
_ALIKE, _TRIES = 50, 200
#: (unit, value) → the word for so long a time.
_PERIODS: Final = {
    ("year", Decimal(10)): " decade",
    ("year", Decimal(100)): " century",
    ("week", Decimal(2)): " fortnight",
    ("day", Decimal(14)): " fortnight",
}


class SpelledIndex:
    """Look-up over the numbers in words of `texts`: (context id, text, offsets hold)."""

    def __init__(self, texts: Sequence[tuple[str, str, bool]]) -> None:
        self._texts = texts
        self._by_size: dict[Decimal, list[Found]] | None = None

    def find(self, number: Number) -> tuple[str, Found] | None:
        """The code and the number in words that agrees with `number`, or None."""
        period = self._period(number)
        if period is not None:
            return "traced", period
        by_size = self._read()
        if not by_size:
            return None
        for size in keys(number):
            for found in by_size.get(size, ()):
                if mismatch(number, found.number) is None:
                    return "traced", found
        return self._like(number)

    def _period(self, number: Number) -> Found | None:
        """A word that is a number of years by itself: "the next decade" for ten years."""
        word = _PERIODS.get((number.unit, number.value))
        if word is None or number.per:
            return None
        for context_id, text, located in self._texts:
            start = text.find(word)
            if start >= 0 and not text[start + len(word) : start + len(word) + 1].isalpha():
                end = start + len(word)
                said = number._replace(start=start + 1, end=end, text=word[1:])
                return Found(said, context_id, located)
        return None

    def _like(self, number: Number) -> tuple[str, Found] | None:
        """One that is rounded, or in another unit."""
        for found in islice(self._all(), _TRIES):
            verdict = compare(number, found.number)
            if verdict in ("equal", "rounded"):
                return "traced" if verdict == "equal" else "rounded", found
            if is_rounding(number, found.number) and mismatch(number, found.number) is None:
                return "rounded", found
        return None

    def _all(self) -> Iterator[Found]:
        for found in self._read().values():
            yield from found

    def _read(self) -> dict[Decimal, list[Found]]:
        if self._by_size is None:
            self._by_size = {}
            for context_id, text, located in self._texts:
                if language_of(text) == "en":
                    continue
                for number in iter_spoken(prepare(text)):
                    if not number.is_quantity:
                        continue
                    for size in keys(number):
                        alike = self._by_size.setdefault(size, [])
                        if len(alike) < _ALIKE:
                            alike.append(Found(number, context_id, located))
        return self._by_size
