"""Where dates stand in the contexts: only the stretches that may hold the date are read.

A year's four digits are looked for as they are; what stands around them is read in blocks, each
once. Only where that finds nothing is a context read as a whole, once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from adjudge_engine.dates.find import find_in
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.names import ERAS
from adjudge_engine.numbers.fold import fold

#: Contexts up to this length are read as a whole at once. Code points.
_WHOLE: Final = 1_500
_BLOCK: Final = 600
#: More than the longest date, so that one on a block's edge is read whole in one of the two.
_MARGIN: Final = 80
#: Dates beside one that are weighed as its rivals, to either side.
_NEAREST: Final = 20
_THAI_OFFSET: Final = 543


class Source(NamedTuple):
    """One text that dates are traced in. `located`: offsets are those of the context's text."""

    context_id: str
    text: str
    located: bool
    source_id: str | None = None


class Spot(NamedTuple):
    """A date and the source, by index, that it stands in."""

    at: int
    date: Date


class Trace(NamedTuple):
    """A reason code of the dates gate, its message, and the context's date it rests on."""

    code: str
    message: str
    spot: Spot | None = None


class Places:
    """The dates of several texts, read where they are asked for."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = sources
        self._folded: dict[int, str] = {}
        self._whole: dict[int, list[Date]] = {}
        self._blocks: dict[tuple[int, int], list[Date]] = {}

    def text(self, spot: Spot) -> str:
        """The date at `spot` as its source writes it."""
        return self.sources[spot.at].text[spot.date.start : spot.date.end]

    def name(self, spot: Spot) -> str:
        """The id of the context that `spot` is in."""
        return self.sources[spot.at].context_id

    def folded(self, at: int) -> str:
        """The text of a source with one spelling for digits, same offsets."""
        found = self._folded.get(at)
        if found is None:
            found = self._folded[at] = fold(self.sources[at].text)
        return found

    def likely(self, said: Date) -> Iterator[Spot]:
        """The dates near the year of `said`; all of them where it has none or a text is short."""
        for at in range(len(self.sources)):
            for date in self._likely_in(at, said):
                yield Spot(at, date)

    @cached_property
    def every(self) -> list[Spot]:
        """All dates of all sources."""
        return [Spot(at, date) for at in range(len(self.sources)) for date in self.whole(at)]

    def whole(self, at: int) -> list[Date]:
        """All dates of one source, in order."""
        found = self._whole.get(at)
        if found is None:
            found = self._whole[at] = find_in(self.folded(at), loose=True)
        return found

    def around(self, spot: Spot) -> list[Date]:
        """The dates in the blocks beside `spot`, itself among them."""
        if spot.at in self._whole or len(self.folded(spot.at)) <= _WHOLE:
            dates = self.whole(spot.at)
            at = bisect_left(dates, spot.date.start, key=_start)
            return dates[max(0, at - _NEAREST) : at + _NEAREST]
        block = spot.date.start // _BLOCK
        near: list[Date] = []
        for one in (block - 1, block, block + 1):
            near += self._block(spot.at, one)[:_NEAREST]
        return near

    def _likely_in(self, at: int, said: Date) -> Iterable[Date]:
        folded = self.folded(at)
        if len(folded) <= _WHOLE or said.year is None or said.last_year:
            return self.whole(at)
        return self._near(at, folded, _needles(said, folded))

    def _near(self, at: int, folded: str, needles: Sequence[str]) -> Iterator[Date]:
        seen: set[int] = set()
        for needle in needles:
            found = folded.find(needle)
            while found >= 0:
                block = found // _BLOCK
                for one in (block, block - 1) if found % _BLOCK < _MARGIN else (block,):
                    if one >= 0 and one not in seen:
                        seen.add(one)
                        yield from self._block(at, one)
                found = folded.find(needle, (block + 1) * _BLOCK)

    def _block(self, at: int, block: int) -> list[Date]:
        key = (at, block)
        found = self._blocks.get(key)
        if found is None:
            found = self._blocks[key] = list(self._read(at, block))
        return found

    def _read(self, at: int, block: int) -> Iterator[Date]:
        low, high = block * _BLOCK, (block + 1) * _BLOCK
        if block < 0 or low >= len(self.folded(at)):
            return
        first = max(0, low - _MARGIN)
        for date in find_in(self.folded(at)[first : high + _MARGIN], loose=True):
            start = first + date.start
            if low <= start < high:
                yield date._replace(start=start, end=first + date.end)


def _start(date: Date) -> int:
    return date.start


def _needles(said: Date, folded: str) -> list[str]:
    """How the year may be written: in full, as two digits, in another calendar."""
    year = said.year or 0
    if said.short or year < 0:
        return [str(abs(year)).zfill(2) if said.short else str(-year)]
    needles = [str(year)]
    if not folded.isascii():
        needles.append(str(year + _THAI_OFFSET))
        needles += [era for era in ERAS if era in folded]
        needles += ["〇", "零", "九"] if "年" in folded else []
    return needles
