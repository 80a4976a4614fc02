"""What operands give under a named operation, and how that is written out."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, DecimalException
from typing import Final, Literal, NamedTuple

from adjudge_engine.calculations.amounts import (
    HUNDRED,
    ROUGH,
    in_unit_of,
    is_loose,
    rounds_to,
    shown,
)
from adjudge_engine.calculations.kinds import addable, comparable
from adjudge_engine.numbers.model import Number

Operation = Literal[
    "total", "difference", "average", "percent_change", "share", "ratio", "product", "quotient"
]
#: More operands are not written out.
_MANY: Final = 20
#: What needs operands of one kind, and what tells an amount in parts of another.
ADDING: Final = frozenset(["total", "difference", "average"])
COMPARING: Final = frozenset(["percent_change", "share", "ratio"])


class Solution(NamedTuple):
    """What operands give: the exact value in the unit of the stated result, and how.

    `additive`: nothing but sums and differences, which need no rounding.
    """

    value: Decimal
    formula: str
    additive: bool = False
    #: Whether the operands name a scale, so that the value is told in that of the result.
    scaled: bool = False

    def says(self, like: Number) -> str:
        """ "450 + 680 = 1,130"; the value is rounded for reading only."""
        return f"{self.formula} = {self.shown(like)}"

    def shown(self, like: Number) -> str:
        """The value as the stated result is written: "370.2 million"."""
        if not self.scaled or like.scale in ("", "heading"):
            return shown(self.value, like)
        power = like.step.adjusted() + like.decimals
        step = Decimal((0, (1,), -like.decimals))
        told = shown(self.value.scaleb(-power, ROUGH), like._replace(step=step))
        joint = " " if len(like.scale) > 2 and like.scale.isascii() else ""
        return f"{told}{joint}{like.scale}"


def solve(operation: Operation, stated: Number, operands: Sequence[Number]) -> Solution | None:
    """What `operands`, in their order, give in the unit of `stated`; None where nothing."""
    if len(operands) < 2:
        return None
    if operation in ADDING:
        if not addable(stated, operands):
            return None
    elif operation in COMPARING:
        if not comparable(operands, operation != "ratio"):
            return None
        stated = operands[0]
    values = in_unit_of(stated, operands)
    names = _names(operands, values)
    try:
        solution = _WORK[operation](values, names)
    except DecimalException:
        return None
    scaled = any(one.scale not in ("", "heading") for one in operands)
    return solution._replace(scaled=True) if scaled else solution


def agrees(stated: Number, solution: Solution, signed: bool = False) -> bool:
    """Whether the stated result is the solution, rounded to the digits it shows.

    A result without a sign may name the size of a fall, unless `signed` asks for the sign. A
    direction in words counts as a sign.
    """
    if solution.additive and is_loose(stated, solution.value):
        return False
    if rounds_to(stated, solution.value):
        return True
    if stated.kind == "fraction" and rounds_to(
        stated._replace(value=ROUGH.multiply(stated.value, HUNDRED)), solution.value
    ):
        return True
    if stated.signed or (signed and stated.direction is None):
        return False
    if stated.direction == "up":
        return False
    return rounds_to(stated, ROUGH.minus(solution.value))


def _names(operands: Sequence[Number], values: Sequence[Decimal]) -> list[str]:
    """How the operands are written; of very many the first and the last."""
    pairs = list(zip(operands, values, strict=True))
    if len(pairs) <= _MANY:
        return [_name(*pair) for pair in pairs]
    return [*(_name(*pair) for pair in pairs[:3]), "…", _name(*pairs[-1])]


def _name(number: Number, value: Decimal) -> str:
    if value == number.value and not number.scale:
        written = shown(value)
        return f"({written})" if value < 0 else written
    return number.text


def _total(values: list[Decimal], names: list[str]) -> Solution:
    total = Decimal(0)
    for value in values:
        total = ROUGH.add(total, value)
    return Solution(total, " + ".join(names), additive=True)


def _difference(values: list[Decimal], names: list[str]) -> Solution:
    rest = values[0]
    for value in values[1:]:
        rest = ROUGH.subtract(rest, value)
    return Solution(rest, " - ".join(names), additive=True)


def _average(values: list[Decimal], names: list[str]) -> Solution:
    total = _total(values, names)
    mean = ROUGH.divide(total.value, Decimal(len(values)))
    return Solution(mean, f"({total.formula}) / {len(values)}")


def _percent_change(values: list[Decimal], names: list[str]) -> Solution:
    """From the first to the second, in per cent of the first: its size is the base."""
    old, new = values[0], values[1]
    gap = ROUGH.subtract(new, old)
    change = ROUGH.multiply(ROUGH.divide(gap, old.copy_abs()), HUNDRED)
    return Solution(change, f"({names[1]} - {names[0]}) / {names[0]} × 100")


def _share(values: list[Decimal], names: list[str]) -> Solution:
    part = ROUGH.multiply(ROUGH.divide(values[0], values[1]), HUNDRED)
    return Solution(part, f"{names[0]} / {names[1]} × 100")


def _quotient(values: list[Decimal], names: list[str]) -> Solution:
    return Solution(ROUGH.divide(values[0], values[1]), f"{names[0]} / {names[1]}")


def _product(values: list[Decimal], names: list[str]) -> Solution:
    product = Decimal(1)
    for value in values:
        product = ROUGH.multiply(product, value)
    return Solution(product, " × ".join(names))


_WORK: Final = {
    "total": _total,
    "difference": _difference,
    "average": _average,
    "percent_change": _percent_change,
    "share": _share,
    "ratio": _quotient,
    "quotient": _quotient,
    "product": _product,
}
