"""A number found in a context, and how found numbers are told apart and put together."""

from __future__ import annotations

from decimal import Decimal

from adjudge_engine.numbers.comparing.convert import whole_of
from adjudge_engine.numbers.comparing.match import keys
from adjudge_engine.numbers.model import Number


class Found:
    """A number of a context; `located`: its offsets hold in the context's text."""

    __slots__ = ("context_id", "located", "number")

    def __init__(self, number: Number, context_id: str, located: bool) -> None:
        self.number = number
        self.context_id = context_id
        self.located = located


def by_size(numbers: list[Found]) -> dict[Decimal, list[Found]]:
    """The numbers by each of their sizes."""
    found: dict[Decimal, list[Found]] = {}
    for one in numbers:
        for size in dict.fromkeys(keys(one.number)):
            found.setdefault(size, []).append(one)
    return found


def whole_number(left: Number, right: Number, text: str) -> Number | None:
    """The quantity that two neighbours of a text are parts of, or None."""
    if not (left.unit and right.unit and left.end <= right.start):
        return None
    return whole_of(left, right, text[left.end : right.start])


def identity(number: Number) -> tuple[object, ...]:
    """All of a number that is compared: of equal ones one is enough."""
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
