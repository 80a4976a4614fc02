"""Where dates stand in the contexts: only the stretches that may hold the date are read.

A year's four digits are looked for as they are, and what stands around them is read. Only where
that finds nothing is a context read as a whole, once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from adjudge_engine.case import Context
from adjudge_engine.dates.find import MOST, find_in, read_at
from adjudge_engine.dates.model import Date
from adjudge_engine.numbers.reading.fold import fold
from adjudge_engine.once import once

#: Where there are more than a few contexts, those up to this length are read as a whole, once.
_FEW: Final = 8
_WHOLE: Final = 500
#: What is read before and behind a year's digits: more than the longest date.
_BEFORE: Final = 80
_BEHIND: Final = 120
#: Years nearer than this are read together, in stretches of about so many code points at most.
_CLOSE: Final = 40
_STRETCH: Final = 1_000
#: After so many of them all of a source is read.
_STRETCHES: Final = 40
#: How far from a date its rivals are looked for, and how many to either side.
_FAR: Final = 600
_NEAREST: Final = 20
_THAI_OFFSET: Final = 543


class Source(NamedTuple):
    """One text that dates are traced in. `located`: offsets are those of the context's text."""

    context_id: str
    text: str
    located: bool
    context: Context


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
        #: Whether a source has more dates than are read.
        self.is_cut = False
        self._folded: dict[int, str] = {}
        self._whole: dict[int, list[Date]] = {}
        self._stretches: dict[tuple[int, int, int], list[Date]] = {}

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
        """The dates that may be `said`: those with its year, or all where it has no single one."""
        if said.year is None or said.last_year or said.second is not None:
            yield from self.every
            return
        for at in self._long:
            folded = self.folded(at)
            for date in self._near(at, folded, _needles(said, folded)):
                yield Spot(at, date)
        if self._short_by_year:
            yield from self._short_by_year.get(said.year, ())
            yield from self._short_by_year.get(None, ())

    def first(self, said: Date) -> Spot | None:
        """The date at the first place that has the year of `said`: most often that is all."""
        if said.year is None or said.last_year or said.second is not None or said.short:
            return None
        needle = str(said.year)
        for at in range(min(len(self.sources), _FEW)):
            folded = self.folded(at)
            hit = folded.find(needle)
            date = read_at(folded, hit) if hit >= 0 else None
            if date is not None:
                return Spot(at, date)
        return None

    @property
    def have_more(self) -> bool:
        """Whether a date may stand where `likely` does not look: a short year, an era."""
        return bool(self._long)

    @once
    def every(self) -> list[Spot]:
        """All dates of all sources."""
        return [Spot(at, date) for at in range(len(self.sources)) for date in self.whole(at)]

    def whole(self, at: int) -> list[Date]:
        """All dates of one source, in order."""
        found = self._whole.get(at)
        if found is None:
            found = self._whole[at] = find_in(self.folded(at), loose=True)
            self.is_cut = self.is_cut or len(found) >= MOST
        return found

    def around(self, spot: Spot) -> list[Date]:
        """The dates near `spot`, in order, itself among them."""
        if spot.at in self._whole or len(self.folded(spot.at)) <= _WHOLE:
            dates = self.whole(spot.at)
        else:
            middle = spot.date.start - spot.date.start % _FAR
            dates = self._stretch(spot.at, middle - _FAR, middle + 2 * _FAR)
        at = bisect_left(dates, spot.date.start, key=_start)
        return dates[max(0, at - _NEAREST) : at + _NEAREST]

    @once
    def _long(self) -> list[int]:
        least = _WHOLE if len(self.sources) > _FEW else 0
        return [at for at, source in enumerate(self.sources) if len(source.text) > least]

    @once
    def _short_by_year(self) -> dict[int | None, list[Spot]]:
        """The dates of the short sources by their one year; None: two digits, or several years."""
        found: dict[int | None, list[Spot]] = {}
        long = frozenset(self._long)
        for at in range(len(self.sources)):
            if at not in long:
                for date in self.whole(at):
                    if date.year is not None:
                        plain = not date.short and date.last_year is None
                        found.setdefault(date.year if plain else None, []).append(Spot(at, date))
        return found

    def _near(self, at: int, folded: str, needles: Sequence[str]) -> Iterator[Date]:
        left = _STRETCHES
        for needle in needles:
            first = folded.find(needle)
            while first >= 0:
                left -= 1
                if not left:
                    yield from self.whole(at)
                    return
                alone = read_at(folded, first) if len(needle) == 4 else None
                if alone is not None:
                    yield alone  # what is joined to it, a time or a range, is read next
                last = hit = first
                while hit >= 0 and hit - first < _STRETCH:
                    last = hit
                    hit = folded.find(needle, last + _CLOSE, last + _BEHIND)
                yield from self._stretch(at, first - _CLOSE, last + _CLOSE + len(needle))
                first = folded.find(needle, last + _CLOSE)

    def _stretch(self, at: int, low: int, high: int) -> list[Date]:
        """The dates that reach into `low`..`high` of a source, read with what is around them."""
        found = self._stretches.get((at, low, high))
        if found is None:
            first = max(0, low - _BEFORE)
            dates = find_in(self.folded(at)[first : high + _BEHIND], loose=True)
            found = self._stretches[at, low, high] = [
                date._replace(start=first + date.start, end=first + date.end)
                for date in dates
                if low < first + date.end and first + date.start < high
            ]
        return found


def _start(date: Date) -> int:
    return date.start


def _needles(said: Date, folded: str) -> list[str]:
    """How the year is written most: in full, as two digits, in the Thai calendar."""
    year = said.year or 0
    if said.short or year < 0:
        return [str(abs(year)).zfill(2) if said.short else str(-year)]
    return [str(year)] if folded.isascii() else [str(year), str(year + _THAI_OFFSET)]
