"""The figures of many texts at once, found as they are written, without reading them.

All that is no digit and no separator is blanked out, which leaves the figures as words between
blanks. By the digits of a number, without separators and outer zeros, the writings are found that
may state it at any power of ten; where they stand, a search for fixed bytes tells.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import cached_property
from itertools import chain, combinations
from operator import itemgetter
from typing import Final, NamedTuple

from adjudge_engine.numbers.reading.fold import fold
from adjudge_engine.numbers.reading.style import FIGURES_ONLY

_SEPARATORS: Final = b".,'"
#: Figures grouped by blanks: "12 400".
_GROUPED = re.compile(r"(?<![0-9])[0-9]{1,3}(?:[ \xa0][0-9]{3}(?![0-9]))+(?:[.,][0-9]+)?")
_BLANK: Final = 0x20
#: A point with nothing before it: ".5".
_POINTED = re.compile(rb"(?:\A|[.,'])\.[0-9]")
#: How many parts of one figure, and groups of one row, are put together in every way.
_MOST_PARTS: Final = 6
#: What sentences leave where their figures are all that is left.
_NO_FIGURES: Final = frozenset([b".", b",", b"'", b"..", b"...", b",'", b".'", b"',", b"'."])
#: Digits beyond these say nothing more about where a size lies.
_MOST_DIGITS: Final = 300


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
        self.starts = [0]
        for text in texts[:-1]:
            self.starts.append(self.starts[-1] + len(text) + 1)

    @cached_property
    def _figures(self) -> list[bytes]:
        """Every figure with the separators at it, in order."""
        return [figure for figure in self._row.split() if figure not in _NO_FIGURES]

    @cached_property
    def _row(self) -> bytes:
        return self.folded.encode("ascii", "replace").translate(FIGURES_ONLY) + b" "

    @cached_property
    def _places(self) -> dict[bytes, list[int]]:
        """Writing → where it stands, in order."""
        at, find = 0, self._row.index
        places: dict[bytes, list[int]] = {}
        for figure in self._figures:
            at = find(figure, at)
            if figure in places:
                places[figure].append(at)
            else:
                places[figure] = [at]
            at += len(figure)
        return places

    @cached_property
    def lower(self) -> str:
        """The texts folded and in lower case, same offsets."""
        return self.folded.lower()

    def place(self, offset: int) -> tuple[int, int]:
        """The text that an offset falls in, by its index, and where that text starts."""
        index = bisect_right(self.starts, offset) - 1
        return index, self.starts[index]

    @cached_property
    def _writings(self) -> dict[bytes, list[bytes]]:
        """Digits → the writings that hold them, with or without what stands beside them."""
        found: dict[bytes, list[bytes]] = {}
        for figure in self._places:
            digits = figure if figure.isdigit() else _stopped(figure)
            if digits:
                found.setdefault(digits.strip(b"0"), []).append(figure)
                continue
            for digits in {b"".join(parts).strip(b"0") for parts in _parts(_split(figure))}:
                found.setdefault(digits, []).append(figure)
        for row in self._rows:
            key = row.replace(b" ", b"").translate(None, _SEPARATORS).strip(b"0")
            found.setdefault(key, []).append(row)
        return found

    @cached_property
    def _rows(self) -> dict[bytes, list[tuple[int, int]]]:
        """Writings with blanks in them that may be one figure ("12 400") → where they stand."""
        found: dict[bytes, list[tuple[int, int]]] = {}
        for match in _GROUPED.finditer(self.folded):
            row, first = match.group().replace("\xa0", " ").encode(), match.start()
            starts = [first, *(first + at + 1 for at, sign in enumerate(row) if sign == _BLANK)]
            for group in _parts(row.split()):
                if len(group) > 1:
                    writing = b" ".join(group)
                    at = starts[bytes(row[: row.index(writing)]).count(b" ")]
                    found.setdefault(writing, []).append((at, at + len(writing)))
        return found

    def with_digits(self, digits: str, size: Decimal | None = None) -> list[Spot]:
        """Where figures with these digits stand, in order; those worth `size` are sure."""
        writings = dict.fromkeys(self._writings.get(digits.encode(), ()))
        found = []
        for writing in writings:
            sure = size is not None and size in self.sizes(writing)
            found += self.where(writing, sure)
        return sorted(found) if len(writings) > 1 else found

    def where(self, writing: bytes, sure: bool = False) -> list[Spot]:
        """Every place of a writing, in order."""
        if b" " in writing:
            return [Spot(first, last, sure) for first, last in self._rows[writing]]
        first = len(writing) - len(writing.lstrip(b",'"))
        last = len(writing.rstrip(_SEPARATORS))
        return [Spot(at + first, at + last, sure) for at in self._places[writing]]

    def sizes(self, writing: bytes) -> set[Decimal]:
        """What a writing may be worth as it stands, in each of its readings."""
        found = self._known.get(writing)
        if found is None:
            found = self._known[writing] = sizes_of(writing)
        return found

    @cached_property
    def _sizes(self) -> list[tuple[float, bytes]]:
        """What every writing is worth as it stands, in each of its readings, in order."""
        pairs = {
            (float(size), writing)
            for writing in chain(self._places, self._rows)
            for size in _floating(writing)
        }
        return sorted(pairs)

    def between(self, low: float, high: float) -> list[bytes]:
        """The writings that as they stand are worth something from `low` to `high`."""
        first = bisect_left(self._sizes, low, key=itemgetter(0))
        last = bisect_right(self._sizes, high, key=itemgetter(0))
        return list(dict.fromkeys(writing for _, writing in self._sizes[first:last]))

    @cached_property
    def spots(self) -> list[Spot]:
        """Every figure, in order."""
        return sorted(spot for writing in self._places for spot in self.where(writing))

    def starting_with(self, digits: str) -> list[Spot]:
        """The figures that begin as `digits` do, or are the whole beginning of them, in order."""
        wanted = digits.encode()
        return sorted(
            spot
            for writing in self._places
            if wanted.startswith(writing.translate(None, _SEPARATORS))
            for spot in self.where(writing)
        )


def sizes_of(writing: bytes) -> set[Decimal]:
    """What a writing may be worth: its digits as they are, or the last part behind a point."""
    return {Decimal(digits.decode()) for digits in _values(writing)}


def _values(writing: bytes) -> Iterator[bytes]:
    for parts in _parts(_split(writing)):
        yield b"".join(parts)[:_MOST_DIGITS]
        if len(parts) > 1:
            yield b"".join(parts[:-1])[:_MOST_DIGITS] + b"." + parts[-1][:_MOST_DIGITS]
    if _POINTED.search(writing):
        for part in _split(writing):
            yield b"0." + part[:_MOST_DIGITS]


def _floating(writing: bytes) -> Iterable[bytes]:
    """`_values`, at once where there is one only."""
    digits = writing if writing.isdigit() else _stopped(writing)
    return (digits[:_MOST_DIGITS],) if digits else _values(writing)


def _stopped(figure: bytes) -> bytes:
    """The digits of a figure that only a stop or comma follows ("5."), else nothing."""
    digits = figure.rstrip(_SEPARATORS)
    return digits if digits.isdigit() else b""


def _split(figure: bytes) -> list[bytes]:
    plain = figure.replace(b",", b" ").replace(b".", b" ").replace(b"'", b" ")
    return plain.split()


def _parts(parts: list[bytes]) -> Iterator[list[bytes]]:
    """Every row of neighbouring parts; of very many only each, each two, and all."""
    if len(parts) == 1:
        yield parts
    elif len(parts) <= _MOST_PARTS:
        for first, last in combinations(range(len(parts) + 1), 2):
            yield parts[first:last]
    else:
        yield parts
        for at, part in enumerate(parts):
            yield [part]
            yield parts[at : at + 2]
