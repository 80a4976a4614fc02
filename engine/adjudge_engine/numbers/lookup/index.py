"""The numbers of the contexts, looked up without reading the contexts through.

Every question is put to the figures as they are written (`haystack`); what may answer it is read
where it stands (`window`) and then compared by value, so that an answer is the one that reading
everything would give. The numbers that digits do not tell (words, fractions, compounds, "2 hours
and 30 minutes") are looked for when the digits have not settled a question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from itertools import chain, filterfalse, islice
from operator import itemgetter
from typing import Any, Final

from adjudge_engine.numbers.comparing.match import keys, mismatch
from adjudge_engine.numbers.lookup.found import Found, by_size, identity, whole_number
from adjudge_engine.numbers.lookup.haystack import Haystack, Spot, digits_of
from adjudge_engine.numbers.lookup.kept import Kept
from adjudge_engine.numbers.lookup.lookups import WRITTEN, ByWriting, Ordinals, Years, written
from adjudge_engine.numbers.lookup.measured import Measured
from adjudge_engine.numbers.lookup.unspelled import Wordings
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.quick import read_quickly
from adjudge_engine.numbers.reading.scaled import may_be_scaled, may_scale
from adjudge_engine.numbers.reading.window import Window
from adjudge_engine.once import once

__all__ = ["WRITTEN", "Found", "NumberIndex", "digits_of", "written"]

#: How many places are read for one question, and how many are passed over.
_TRIES: Final = 200
_LOOKS: Final = 5_000
#: How many numbers of each unit are tried.
_FEW: Final = 20
#: By which powers of ten what follows a figure, or the heading above it, may change it.
_POWERS: Final = (-2, -1, *range(1, 19))
_SLACK: Final = 1e-9
#: How many questions of one kind are remembered with their answers.
_REMEMBERED: Final = 4_096
#: How many places are glanced at where a number may stand word for word.
_GLANCES: Final = 4
_DIGITS: Final = re.compile("[0-9]{1,9}")
_PERCENT: Final = ("%", " %")


class NumberIndex:
    """Look-up over the numbers of `texts`, each with the place that its offsets count in."""

    def __init__(self, texts: Iterable[tuple[str, str, bool]]) -> None:
        """`texts`: (context id, text, offsets hold in the context's own text)."""
        self._texts = list(texts)
        self.haystack = Haystack([text for _, text, _ in self._texts])
        self._windows: dict[int, Window] = {}
        # A text of thousands of equal figures puts the same few questions thousands of times.
        self._of_sizes: dict[tuple[Decimal, bool], Kept[Found]] = {}
        self._betweens: dict[tuple[Decimal, Decimal, str, bool, bool], list[Found]] = {}
        self._of_all_digits: dict[str, list[Found]] = {}
        self.by_writing = ByWriting(self)
        self.years = Years(self)
        self.ordinals = Ordinals(self)

    # The questions

    def verbatim(self, number: Number) -> Found | None:
        """A number that is written like `number`, letter by letter, and reads the same.

        Looked for only where a glance can tell; None says nothing.
        """
        digits = _DIGITS.match(number.text)
        if digits is None or number.kind != "plain" or number.scale or number.other is not None:
            return None
        folded, at = self.haystack.folded, -1
        needle = f"{number.text} {number.noun}" if number.noun else number.text
        for _ in range(_GLANCES):
            at = folded.find(needle, at + 1)
            if at < 0:
                return None
            index, start = self.haystack.place(at)
            window = self._window(index)
            found = read_quickly(window.text, at - start, at - start + digits.end(), alone=True)
            if found is not None and found.text == number.text and not mismatch(number, found):
                return Found(found, self._texts[index][0], self._texts[index][2])
        return None

    def of_size(self, number: Number) -> Iterator[Found]:
        """The numbers of the same size as `number`, in one of its readings; figures first."""
        for key in keys(number):
            question = key, bool(number.unit)
            if question not in self._of_sizes:
                _make_room(self._of_sizes)
                self._of_sizes[question] = Kept(
                    chain(self._of_figures(key), self._of_others(*question))
                )
            yield from self._of_sizes[question]

    def between(
        self,
        low: Decimal,
        high: Decimal,
        unit: str = "",
        *,
        parts: bool = False,
        percents: bool = True,
    ) -> Iterator[Found]:
        """The first numbers whose size lies between `low` and `high`, both included.

        `parts`: those that show whole ones alone may be left out; not `percents`: so may those with
        a sign for per cent. Beyond 10^18 what is written with an exponent is not found here.
        """
        question = low, high, unit, parts, percents
        if question not in self._betweens:
            _make_room(self._betweens)
            self._betweens[question] = self._between(*question)
        yield from self._betweens[question]

    def _between(
        self, low: Decimal, high: Decimal, unit: str, parts: bool, percents: bool
    ) -> list[Found]:
        spots = islice(self._spots_between(float(low), float(high), unit, parts), _TRIES)
        found = [
            (size, one)
            for one in self._read(spots if percents else filterfalse(self._is_percent, spots))
            for size in keys(one.number)
            if low <= size <= high
        ]
        found += [
            (size, one)
            for one in self._parts_of(bool(unit))
            for size in keys(one.number)
            if low <= size <= high
        ]
        return [one for _, one in sorted(found, key=itemgetter(0))[:_TRIES]]

    def of_digits(self, number: Number) -> list[Found]:
        """The numbers with the same digits as `number` at any power of ten."""
        digits = digits_of(number.value)
        if digits not in self._of_all_digits:
            _make_room(self._of_all_digits)
            self._of_all_digits[digits] = self._with_digits(digits)
        return self._of_all_digits[digits]

    def _with_digits(self, digits: str) -> list[Found]:
        spots = self.haystack.with_digits(digits)[:_TRIES]
        spots += self._wordings.with_digits(digits)
        found = [
            one
            for one in self._read(iter(spots))
            if any(digits_of(size) == digits for size in keys(one.number))
        ]
        return sorted(found, key=lambda one: abs(one.number.value))

    def with_unit(
        self, accept: Callable[[Number], bool], likely: Callable[[str], bool] = bool
    ) -> Found | None:
        """The first number with a unit that `accept` takes, a few of each `likely` unit tried."""
        for name, spots in self._units.items():
            for found in self._read(islice(iter(spots), _FEW)) if likely(name) else ():
                if found.number.unit and accept(found.number):
                    return found
        return None

    @property
    def units(self) -> dict[str, None]:
        """The units that stand behind figures, in the order in which they are last met."""
        return dict.fromkeys(self._units)

    @once
    def factors(self) -> set[Decimal]:
        """What the headings of all texts multiply by; a table may stand apart from its heading."""
        windows = map(self._window, range(len(self._texts)))
        return {factor for one in windows for _, factor in one.text.style.headings}

    # Reading

    @property
    def read(self) -> int:
        """How many places have been read so far."""
        return sum(window.read for window in self._windows.values())

    def _window(self, index: int) -> Window:
        if index not in self._windows:
            text = self._texts[index][1]
            start = self.haystack.starts[index]
            folded = self.haystack.folded
            if len(self._texts) > 1:
                folded = folded[start : start + len(text)]
            self._windows[index] = Window(text, folded)
        return self._windows[index]

    def numbers_at(self, spot: Spot) -> Iterator[Found]:
        """The numbers of every kind that the figure at a place belongs to."""
        index, start = self.haystack.place(spot.start)
        context_id, _, located = self._texts[index]
        for number in self._window(index).numbers_at(spot.start - start, spot.end - start):
            yield Found(number, context_id, located)

    def _read(self, spots: Iterator[Spot]) -> Iterator[Found]:
        """The quantities at these places, equal ones once."""
        seen: set[tuple[object, ...]] = set()
        for spot in spots:
            for found in self.numbers_at(spot):
                if found.number.is_quantity:
                    known = identity(found.number)
                    if known not in seen:
                        seen.add(known)
                        yield found

    def _of_figures(self, key: Decimal) -> Iterator[Found]:
        if self.haystack.count <= _LOOKS and not self._may_scale:
            likely = iter(self.haystack.worth(key))
        else:
            spots = self.haystack.with_digits(digits_of(key), key)[:_LOOKS]
            likely = (one for one in spots if one.sure or self._may_be_scaled(one))
        for found in self._read(islice(likely, _TRIES)):
            if key in keys(found.number):
                yield found

    def _may_be_scaled(self, spot: Spot) -> bool:
        if not self._may_scale:
            return False
        if may_be_scaled(self.haystack.folded, spot.end):
            return True
        index, start = self.haystack.place(spot.start)
        return self._window(index).text.style.heading_at(spot.start - start) is not None

    def _of_others(self, key: Decimal, measured: bool) -> Iterator[Found]:
        """The numbers of that size that no figure tells alone."""
        for found in self._read(iter(self._wordings.with_digits(digits_of(key)))):
            if key in keys(found.number):
                yield found
        yield from self._fractions_by_size.get(key, ())
        if measured:
            yield from self._wholes_by_size.get(key, ())

    def _spots_between(self, low: float, high: float, unit: str, parts: bool) -> Iterator[Spot]:
        spots = self._units.get(unit, []) if unit else self._likely(low, high, parts)
        yield from spots
        if not unit:
            yield from self._wordings.between(low, high)

    @once
    def _may_scale(self) -> bool:
        """Whether the digits of any figure may not tell its size."""
        windows = map(self._window, range(len(self._texts)))
        words = frozenset[bytes]().union(*(one.text.style.words for one in windows))
        return bool(self.factors) or may_scale(self.haystack.folded, words)

    def _is_percent(self, spot: Spot) -> bool:
        """Whether a sign for per cent stands behind a figure, right there or behind a blank."""
        return self.haystack.folded.startswith(_PERCENT, spot.end)

    def _likely(self, low: float, high: float, parts: bool) -> Iterator[Spot]:
        low, high = low - abs(low) * _SLACK, high + abs(high) * _SLACK
        parts = parts and not self._may_scale
        plain = self.haystack.between(low, high, parts=parts)
        if not self._may_scale:
            yield from chain.from_iterable(self.haystack.where_each(plain))
            return
        yield from chain.from_iterable(self.haystack.where_each(plain))
        for writings in self.haystack.between_scaled(low, high, _POWERS):
            for writing in writings:
                if writing not in plain:
                    spots = self.haystack.where(writing)[:_LOOKS]
                    yield from filter(self._may_be_scaled, spots)

    # What digits do not tell

    @once
    def _wordings(self) -> Wordings:
        windows = (self._window(index) for index in range(len(self._texts)))
        return Wordings(zip(self.haystack.starts, (one.text for one in windows), strict=True))

    @once
    def _measured(self) -> Measured:
        return Measured(self.haystack, self._wordings)

    @property
    def _units(self) -> dict[str, list[Spot]]:
        return self._measured.units

    def _parts_of(self, measured: bool) -> list[Found]:
        return self._fractions + self._wholes if measured else self._fractions

    @once
    def _fractions(self) -> list[Found]:
        """Fractions and compounds: numbers whose digits are not those of their value."""
        return list(self._read(iter(self._wordings.fractions)))

    @once
    def _fractions_by_size(self) -> dict[Decimal, list[Found]]:
        return by_size(self._fractions)

    @once
    def _wholes_by_size(self) -> dict[Decimal, list[Found]]:
        return by_size(self._wholes)

    @once
    def _wholes(self) -> list[Found]:
        """The quantities of two neighbours: "2 hours and 30 minutes"."""
        found = []
        for left, right in self._measured.pairs():
            index, _ = self.haystack.place(left.start)
            context_id, text, located = self._texts[index]
            for one in self.numbers_at(left):
                for two in self.numbers_at(right):
                    whole = whole_number(one.number, two.number, text)
                    if whole is not None:
                        found.append(Found(whole, context_id, located))
        return found


def _make_room(answers: dict[Any, Any]) -> None:
    if len(answers) >= _REMEMBERED:
        answers.clear()
