"""Figures as they are written, separators and all: what digits they hold, what they are worth.

A separator may group digits, point off a part, or stand between two figures; each is allowed for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import combinations, filterfalse
from typing import Final

SEPARATORS: Final = b".,'"
#: A point with nothing before it: ".5".
_POINTED = re.compile(rb"(?:\A|[.,'])\.[0-9]")
_IN_TWO: Final = re.compile(rb"[0-9]++\.[0-9]++")
#: How many parts of one figure, and groups of one row, are put together in every way.
_MOST_PARTS: Final = 6
#: Digits beyond these say nothing more about where a size lies.
_MOST_DIGITS: Final = 300


def sizes_of(writing: bytes) -> set[Decimal]:
    """What a writing may be worth: its digits as they are, or the last part behind a point."""
    return {Decimal(digits.decode()) for digits in values_of(writing)}


def values_of(writing: bytes) -> Iterator[bytes]:
    every = split(writing)
    if len(every) == 2:
        one, two = every[0][:_MOST_DIGITS], every[1][:_MOST_DIGITS]
        yield from (one, two, b"".join(every)[:_MOST_DIGITS], one + b"." + two)
        every = []
    for parts in rows_of_parts(every):
        yield b"".join(parts)[:_MOST_DIGITS]
        if len(parts) > 1:
            yield b"".join(parts[:-1])[:_MOST_DIGITS] + b"." + parts[-1][:_MOST_DIGITS]
    if b"." in writing and _POINTED.search(writing):
        for part in split(writing):
            yield b"0." + part[:_MOST_DIGITS]


def columns_of(writings: Iterable[bytes]) -> list[tuple[list[float], list[bytes]]]:
    """What writings may be worth, as `sizes_of` has it: rows of sizes beside rows of writings.

    The usual ones, plain digits and two parts at a point, are worked out all at once.
    """
    every = list(writings)
    short = every
    if max(map(len, every), default=0) > _MOST_DIGITS:
        short = [one for one in every if len(one) <= _MOST_DIGITS]
    plain = list(filter(bytes.isdigit, short))
    pointed = list(filter(_IN_TWO.fullmatch, filterfalse(bytes.isdigit, short)))
    others: list[tuple[float, bytes]] = []
    if len(plain) + len(pointed) < len(every):
        known = {*plain, *pointed}
        odd = [one for one in every if one not in known]
        others = [(size, one) for one in odd for size in set(map(float, values_of(one)))]
    row = b" ".join(pointed)
    parts = list(map(float, row.replace(b".", b" ").split()))
    return [
        (list(map(float, plain)), plain),
        (list(map(float, pointed)), pointed),
        (list(map(float, row.translate(None, b".").split())), pointed),
        (parts[::2], pointed),
        (parts[1::2], pointed),
        ([size for size, _ in others], [writing for _, writing in others]),
    ]


def digits_in(figure: bytes) -> Iterable[bytes]:
    """The digits of a figure, or of each row of its parts, without outer noughts."""
    digits = figure if figure.isdigit() else stopped(figure)
    if digits:
        return (digits.strip(b"0"),)
    return {b"".join(parts).strip(b"0") for parts in rows_of_parts(split(figure))}


def row_digits(row: bytes) -> bytes:
    return row.replace(b" ", b"").translate(None, SEPARATORS).strip(b"0")


def stopped(figure: bytes) -> bytes:
    """The digits of a figure that only a stop or comma follows ("5."), else nothing."""
    digits = figure.rstrip(SEPARATORS)
    return digits if digits.isdigit() else b""


def split(figure: bytes) -> list[bytes]:
    plain = figure.replace(b",", b" ").replace(b".", b" ").replace(b"'", b" ")
    return plain.split()


def rows_of_parts(parts: list[bytes]) -> Iterator[list[bytes]]:
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
