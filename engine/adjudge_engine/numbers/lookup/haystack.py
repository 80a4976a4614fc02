"""The figures of many texts at once, found as they are written, without reading them.

All that is no digit and no separator is blanked out, which leaves the figures as words between
blanks. By the digits of a number, without separators and outer zeros, the writings are found that
may state it at any power of ten; where they stand, a search for fixed bytes tells.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import chain, filterfalse, repeat
from math import log10
from operator import itemgetter
from typing import Final, NamedTuple

from adjudge_engine.numbers.lookup.rows import rows_in
from adjudge_engine.numbers.lookup.writings import (
    SEPARATORS,
    columns_of,
    digits_in,
    row_digits,
    sizes_of,
)
from adjudge_engine.numbers.reading.fold import fold
from adjudge_engine.numbers.reading.style import FIGURES_ONLY
from adjudge_engine.once import once

_BLANK: Final = 0x20
#: What sentences leave where their figures are all that is left.
_NO_FIGURES: Final = frozenset([b".", b",", b"'", b"..", b"...", b",'", b".'", b"',", b"'."])
#: So many questions are put to the writings one by one; then, and for longer texts at once, all
#: are sorted by their digits.
_FEW_ASKED: Final = 16
_LONG: Final = 1_000_000
#: So many writings are searched for one by one; more are met in one pass over the figures.
_FEW_WRITINGS: Final = 2
#: After so many such passes the places of all figures are found.
_PASSES: Final = 6
#: Up to so many sizes are gone through rather than searched for every power of ten.
_FEW_SIZES: Final = 128
#: For so many ranges the sizes are not sorted.
_FEW_RANGES: Final = 2
#: Between these bounds a quotient of two sizes has a logarithm.
_LEAST: Final = 1e-9
_MOST: Final = 1e300
_FIRST: Final = itemgetter(0)
_NOUGHTS: Final = bytes(0x30 if 0x30 <= code <= 0x39 else code for code in range(256))


class Spot(NamedTuple):
    """Where a figure stands in all texts put together; `sure`: it has the size asked for."""

    start: int
    end: int
    sure: bool = False


def digits_of(size: Decimal) -> str:
    """The digits of a number without the zeros at its ends: "386" for 0.0386 and 386,000."""
    return "".join(map(str, size.as_tuple().digits)).strip("0")


class Haystack:
    """Texts put together, one behind the other; offsets count in all of them."""

    def __init__(self, texts: Sequence[str]) -> None:
        joined = texts[0] if len(texts) == 1 else "\n".join(texts)
        self.folded = fold(joined)
        self._known: dict[bytes, set[Decimal]] = {}
        self._found: dict[str, dict[bytes, None]] = {}  # those of the last digits asked for
        self._asked = self._passed = self._looked = self._ranged = 0
        self.starts = [0]
        for text in texts[:-1]:
            self.starts.append(self.starts[-1] + len(text) + 1)

    @once
    def _figures(self) -> list[bytes]:
        """Every figure with the separators at it, in order."""
        return list(filterfalse(_NO_FIGURES.__contains__, self._row.split()))

    @once
    def _row(self) -> bytes:
        return self.folded.encode("latin-1", "replace").translate(FIGURES_ONLY) + b" "

    @once
    def _distinct(self) -> list[bytes]:
        """Every writing once, in the order in which they are met."""
        return list(dict.fromkeys(self._figures))

    @once
    def _plain(self) -> bytes:
        """Every writing once, without separators, each between blanks."""
        plain = b" ".join(self._distinct).translate(None, SEPARATORS)
        return b" " + plain + b" " if self._distinct else b""

    @once
    def has_lone_separators(self) -> bool:
        """Whether separators without digits stand where a figure might, as sentences have none."""
        return b"  " in self._plain

    @once
    def _starts(self) -> list[int]:
        """Where each of the figures stands."""
        at, find = 0, self._row.index
        found = []
        for figure in self._figures:
            at = find(figure, at)
            found.append(at)
            at += len(figure)
        return found

    @once
    def _places(self) -> dict[bytes, list[int]]:
        """Writing → where it stands, in order."""
        places: dict[bytes, list[int]] = {writing: [] for writing in self._distinct}
        for figure, start in zip(self._figures, self._starts, strict=True):
            places[figure].append(start)
        return places

    def _places_of(self, writings: Sequence[bytes]) -> dict[bytes, list[int]]:
        """Writing → where it stands, in order; for a few questions no others are looked for."""
        if "_places" in self.__dict__:
            return self._places
        self._asked += 1
        if self._asked <= _FEW_ASKED and len(writings) <= _FEW_WRITINGS:
            return {writing: self._search(writing) for writing in writings}
        self._passed += 1
        return self._pass(writings) if self._passed <= _PASSES else self._places

    def _pass(self, writings: Sequence[bytes]) -> dict[bytes, list[int]]:
        """Those of these writings alone: from each figure that is one the next is searched for."""
        places: dict[bytes, list[int]] = {writing: [] for writing in writings}
        row, at = b" " + self._row, 0
        for figure in filter(places.__contains__, self._figures):
            at = row.index(b" " + figure + b" ", at)
            places[figure].append(at)
            at += len(figure) + 1
        return places

    def _search(self, writing: bytes) -> list[int]:
        row, size, found = self._row, len(writing), []
        at = row.find(writing + b" ")
        while at >= 0:
            if not at or row[at - 1] == _BLANK:
                found.append(at)
            at = row.find(writing + b" ", at + size)
        return found

    @once
    def lower(self) -> str:
        """The texts folded and in lower case, same offsets."""
        return self.folded.lower()

    def place(self, offset: int) -> tuple[int, int]:
        """The text that an offset falls in, by its index, and where that text starts."""
        index = bisect_right(self.starts, offset) - 1
        return index, self.starts[index]

    def _written(self, digits: str) -> Iterable[bytes]:
        """The writings that hold these digits, each once."""
        if digits not in self._found:
            self._found = {digits: self._look_for(digits)}
        return self._found[digits]

    def _look_for(self, digits: str) -> dict[bytes, None]:
        self._looked += 1
        if self._looked > _FEW_ASKED or not digits or len(self.folded) > _LONG:
            return dict.fromkeys(self._writings.get(digits.encode(), ()))
        wanted = digits.encode()
        found = dict.fromkeys(self._with(wanted))
        found.update((row, None) for row in self._rows if row_digits(row) == wanted)
        return found

    def _with(self, digits: bytes) -> Iterator[bytes]:
        """The writings that hold the digits, separators aside; quicker than sorting them all."""
        plain, distinct = self._plain, self._distinct
        at, index, counted = plain.find(digits), -1, 0
        while at >= 0:
            index += plain.count(b" ", counted, at)
            if digits in digits_in(distinct[index]):
                yield distinct[index]
            counted = plain.index(b" ", at)
            at = plain.find(digits, counted)

    @once
    def _writings(self) -> dict[bytes, list[bytes]]:
        """Digits → the writings that hold them, with or without what stands beside them."""
        found: dict[bytes, list[bytes]] = {}
        for figure in self._distinct:
            for digits in digits_in(figure):
                found.setdefault(digits, []).append(figure)
        for row in self._rows:
            found.setdefault(row_digits(row), []).append(row)
        return found

    @once
    def _rows(self) -> dict[bytes, list[tuple[int, int]]]:
        """Writings with blanks in them that may be one figure ("12 400") → where they stand."""
        return rows_in(self.folded, self.noughts)

    @once
    def noughts(self) -> bytes:
        """The texts as bytes with all digits as noughts; what is beyond Latin-1 as "?"."""
        return self.folded.encode("latin-1", "replace").translate(_NOUGHTS)

    @once
    def count(self) -> int:
        """How many figures there are, and rows that may be one."""
        return len(self._figures) + sum(map(len, self._rows.values()))

    def with_digits(self, digits: str, size: Decimal | None = None) -> list[Spot]:
        """Where figures with these digits stand, in order; those worth `size` are sure."""
        writings = list(self._written(digits))
        sure = [size is not None and size in self.sizes(writing) for writing in writings]
        return sorted(chain.from_iterable(self.where_each(writings, sure)))

    def worth(self, size: Decimal) -> list[Spot]:
        """The sure ones of `with_digits` alone, in order."""
        writings = [one for one in self._written(digits_of(size)) if size in self.sizes(one)]
        return sorted(chain.from_iterable(self.where_each(writings, repeat(True))))

    def where(self, writing: bytes) -> list[Spot]:
        """Every place of a writing, in order."""
        return next(self.where_each([writing]))

    def where_each(
        self, writings: Sequence[bytes], sure: Iterable[bool] = repeat(False)
    ) -> Iterator[list[Spot]]:
        """`where` of each of the writings; `sure`: which of them have the size asked for."""
        figures = [writing for writing in writings if b" " not in writing]
        places = self._places_of(figures) if figures else {}
        for writing, is_sure in zip(writings, sure, strict=False):
            if b" " in writing:
                yield [Spot(*span, is_sure) for span in self._rows[writing]]
                continue
            first, last = _bare(writing, 0)
            yield [Spot(at + first, at + last, is_sure) for at in places[writing]]

    def sizes(self, writing: bytes) -> set[Decimal]:
        """What a writing may be worth as it stands, in each of its readings."""
        found = self._known.get(writing)
        if found is None:
            found = self._known[writing] = sizes_of(writing)
        return found

    @once
    def _columns(self) -> list[tuple[list[float], list[bytes]]]:
        return columns_of(filter(bytes.isdigit, self._distinct)) + self._parted_columns

    @once
    def _parted_columns(self) -> list[tuple[list[float], list[bytes]]]:
        """Those of the writings that are more than digits."""
        return columns_of(filterfalse(bytes.isdigit, chain(self._distinct, self._rows)))

    @once
    def _sizes(self) -> list[tuple[float, bytes]]:
        """What every writing is worth as it stands, in each of its readings, the smallest first."""
        return sorted({pair for column in self._columns for pair in zip(*column, strict=True)})

    def between(self, low: float, high: float, *, parts: bool = False) -> list[bytes]:
        """The writings that as they stand are worth something from `low` to `high`.

        `parts`: those of digits alone are left out.
        """
        self._ranged += 1
        if self._ranged <= _FEW_RANGES:
            found = [
                (size, writing)
                for column in (self._parted_columns if parts else self._columns)
                for size, writing in zip(*column, strict=True)
                if low <= size <= high
            ]
            return list(dict.fromkeys([writing for _, writing in sorted(found)]))
        first = bisect_left(self._sizes, low, key=_FIRST)
        last = bisect_right(self._sizes, high, first, key=_FIRST)
        writings = dict.fromkeys([writing for _, writing in self._sizes[first:last]])
        return list(filterfalse(bytes.isdigit, writings) if parts else writings)

    def between_scaled(
        self, low: float, high: float, powers: Sequence[int]
    ) -> Iterator[Sequence[bytes]]:
        """`between` of the bounds, each divided by ten to one of `powers`, in their order."""
        if not _LEAST < low <= high < _MOST or len(self._sizes) > _FEW_SIZES:
            yield from (self.between(low / 10.0**power, high / 10.0**power) for power in powers)
            return
        found: dict[int, dict[bytes, None]] = {}
        for size, writing in self._sizes:
            least = int(log10(low / size)) - 1 if size else 0
            for power in range(least, int(log10(high / size)) + 2 if size else 0):
                if low / 10.0**power <= size <= high / 10.0**power:
                    found.setdefault(power, {})[writing] = None
        yield from (list(found.get(power, ())) for power in powers)

    @once
    def spans(self) -> list[tuple[int, int]]:
        """Every figure, in order."""
        return [
            (start, start + len(figure)) if figure.isdigit() else _bare(figure, start)
            for figure, start in zip(self._figures, self._starts, strict=True)
        ]

    def spot_at(self, at: int) -> Spot:
        """The figure that the digit at `at` belongs to."""
        row = self._row
        first, last = row.rfind(b" ", 0, at) + 1, row.index(b" ", at)
        return Spot(*_bare(row[first:last], first))

    def starting_with(self, digits: str) -> list[Spot]:
        """The figures that begin as `digits` do, or are the whole beginning of them, in order."""
        wanted = digits.encode()
        return sorted(
            spot
            for writing in self._distinct
            if wanted.startswith(writing.translate(None, SEPARATORS))
            for spot in self.where(writing)
        )


def _bare(figure: bytes, start: int) -> tuple[int, int]:
    """The span of a figure without the separators at it that are none of its own."""
    first = start + len(figure) - len(figure.lstrip(b",'"))
    return first, start + len(figure.rstrip(SEPARATORS))
