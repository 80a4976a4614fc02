"""The numbers of one text, sorted for look-up: by size, by order of size, by unit family.

Built once a text in one pass. Equal numbers that differ in nothing that is compared are kept
once, so that a huge table of repeated figures stays small.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import cached_property
from operator import itemgetter
from typing import Final

from adjudge_engine.numbers.convert import whole_of
from adjudge_engine.numbers.match import keys
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.ordinals import stem
from adjudge_engine.numbers.scan import numbers_of, prepare

#: Kinds that are compared as they are written, not by value.
WRITTEN: Final = frozenset({"version", "phone", "code"})
#: How many numbers are tried where a rounding or a bound is looked for.
_TRIES: Final = 200


def written(text: str) -> str:
    """How a version, a telephone number or a code is compared: its letters and digits."""
    kept = (char for char in text.casefold() if char.isalnum() or char == ".")
    return "".join(kept).strip(".")


class NumberIndex:
    """Look-up over the numbers of `texts`, each with the place that its offsets count in."""

    def __init__(self, texts: Iterable[tuple[str, str, bool]]) -> None:
        """`texts`: (context id, text, offsets hold in the context's own text)."""
        self.by_size: dict[Decimal, list[Found]] = {}
        self.by_writing: dict[str, Found] = {}
        self.years: set[str] = set()
        #: What the headings of all texts multiply by; a table may stand apart from its heading.
        self.factors: set[Decimal] = set()
        self._seen: set[tuple[object, ...]] = set()
        #: The first ordinal of each noun: "amendment" → "2nd amendment".
        self.ordinals: dict[str, Found] = {}
        #: The units of all numbers, in the order in which they were met.
        self.units: dict[str, None] = {}
        for context_id, text, located in texts:
            prepared = prepare(text)
            self.factors |= {factor for _, factor in prepared.style.headings}
            last: Number | None = None
            for number in numbers_of(prepared):
                self._add(Found(number, context_id, located))
                if last is not None and last.unit and number.unit:
                    between = prepared.text[last.end : number.start]
                    whole = whole_of(last, number, between)
                    if whole is not None:
                        self._add(Found(whole, context_id, located))
                last = number

    def _add(self, found: Found) -> None:
        number = found.number
        if number.kind in WRITTEN:
            self.by_writing.setdefault(written(number.text), found)
        elif number.kind in ("year", "date"):
            self.years.add(number.text)
        elif number.is_quantity:
            identity = _identity(number)
            if identity in self._seen:
                return
            self._seen.add(identity)
            if number.unit:
                self.units.setdefault(number.unit)
            if number.kind == "ordinal" and number.noun:
                self.ordinals.setdefault(stem(number.noun), found)
            for key in keys(number):
                self.by_size.setdefault(key, []).append(found)

    def of_size(self, number: Number) -> Iterator[Found]:
        """The numbers of the same size as `number`, in one of its readings."""
        for key in keys(number):
            yield from self.by_size.get(key, ())

    @cached_property
    def _sorted(self) -> list[tuple[Decimal, Found]]:
        pairs = [(size, one) for size, found in self.by_size.items() for one in found]
        return sorted(pairs, key=itemgetter(0))

    def between(self, low: Decimal, high: Decimal) -> Iterator[Found]:
        """The first numbers whose size lies between `low` and `high`, both included."""
        pairs = self._sorted
        first = bisect_left(pairs, low, key=itemgetter(0))
        last = bisect_right(pairs, high, key=itemgetter(0))
        for _, found in pairs[first : min(last, first + _TRIES)]:
            yield found

    @cached_property
    def _by_digits(self) -> dict[str, list[Found]]:
        table: dict[str, list[Found]] = {}
        for size, found in self._sorted:
            table.setdefault(digits_of(size), []).append(found)
        return table

    def of_digits(self, number: Number) -> list[Found]:
        """The numbers with the same digits as `number` at any power of ten."""
        return self._by_digits.get(digits_of(abs(number.value)), [])

    @cached_property
    def _by_unit(self) -> dict[str, list[Found]]:
        units: dict[str, list[Found]] = {}
        for _, found in self._sorted:
            if found.number.unit:
                units.setdefault(found.number.unit, []).append(found)
        return units

    def with_unit(self, accept: Callable[[Number], bool]) -> Found | None:
        """The first number with a unit that `accept` takes, a few of each unit being tried."""
        few = (one for found in self._by_unit.values() for one in found[:_TRIES])
        return next((one for one in few if accept(one.number)), None)


class Found:
    """A number of a context; `located`: its offsets hold in the context's text."""

    __slots__ = ("context_id", "located", "number")

    def __init__(self, number: Number, context_id: str, located: bool) -> None:
        self.number = number
        self.context_id = context_id
        self.located = located


def digits_of(size: Decimal) -> str:
    """The digits of a number without the zeros at its ends: "386" for 0.0386 and 386,000."""
    return "".join(map(str, size.as_tuple().digits)).strip("0")


def _identity(number: Number) -> tuple[object, ...]:
    return (
        number.value,
        number.step,
        number.kind,
        number.currency,
        number.unit,
        number.per,
        number.noun,
        number.signed,
        number.direction,
        number.bound,
        number.weak,
        number.maybe_year,
        number.other,
        bool(number.scale),
    )
