"""Defects of numbers: one that stands nowhere, and one that belongs to something else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.scan import parse_numbers
from adjudge_engine.probing.mutations.material import Material, stated
from adjudge_engine.probing.mutations.mutation import Edit

_TRIES: Final = 16  # digits that are tried, over all numbers: each try reads the answer again
_DRAWN: Final = 8  # numbers of an answer that are tried, in an order of chance


def fabricated_number(material: Material, random: Random) -> Edit | str:
    """A number of the answer gets other digits: its value stands in no text of the case."""
    if not material.numbers:
        return "no_number"
    for number in _drawn(material.numbers, random):
        for _ in range(max(2, _TRIES // len(material.numbers))):
            text = _other_digits(number.text, random)
            edit = Edit(number.start, number.text, text)
            read = _read_at(edit.applied(material.answer), number.start, len(text))
            if read is not None and abs(read.value) not in material.values:
                return edit
    return "no_other_value"


def misattributed_number(material: Material, random: Random) -> Edit | str:
    """A number of the answer becomes another of the same kind out of the source that has it."""
    if not material.numbers:
        return "no_number"
    found = "not_in_a_source"
    for number in _drawn(material.numbers, random):
        for numbers in material.context_numbers.values():
            if not any(_same(one, number) for one in numbers):
                continue
            found = "no_other_number"
            taken = _values_beside(number, material)
            others = [one for one in numbers if _fits(one, number, taken)]
            for other in _drawn(others, random):
                edit = Edit(number.start, number.text, other.text)
                text = edit.applied(material.answer)
                read = _read_at(text, number.start, len(other.text))
                if read is not None and read.value == other.value:
                    return edit
    return found


def _drawn(numbers: tuple[Number, ...] | list[Number], random: Random) -> Iterator[Number]:
    yield from random.sample(list(numbers), min(_DRAWN, len(numbers)))


def _other_digits(text: str, random: Random) -> str:
    """The text with other decimal digits of the same script; a leading digit is never zero."""
    out, first = [], True
    for char in text:
        if char.isdecimal():
            zero = chr(ord(char) - int(char))
            low = 1 if first else 0
            out.append(chr(ord(zero) + random.randint(low, 9)))
            first = False
        else:
            out.append(char)
    return "".join(out)


def _read_at(text: str, start: int, length: int) -> Number | None:
    """The number that is read at exactly that place of the text."""
    return next(
        (one for one in parse_numbers(text) if (one.start, one.end) == (start, start + length)),
        None,
    )


def _same(one: Number, other: Number) -> bool:
    return one.value == other.value and _alike(one, other)


def _alike(one: Number, other: Number) -> bool:
    """Whether two numbers count the same sort of thing."""
    kinds = (one.kind, one.unit, one.currency, one.per)
    return kinds == (other.kind, other.unit, other.currency, other.per)


def _values_beside(number: Number, material: Material) -> frozenset[object]:
    """What the numbers of its claim are worth, itself included."""
    claim = material.claim_of(number.start, number.end)
    if claim is None:
        return frozenset((abs(number.value),))
    within = (one for one in material.numbers if claim.start <= one.start < claim.end)
    return frozenset(abs(one.value) for one in within)


def _fits(other: Number, number: Number, taken: frozenset[object]) -> bool:
    """Whether `other` may stand in for `number`: alike, and of a value that its claim lacks."""
    return stated(other) and _alike(other, number) and abs(other.value) not in taken
