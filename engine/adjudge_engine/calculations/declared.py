"""Declared calculations (`expect.calculations`): does what is claimed follow from its values?"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Final, NamedTuple

from adjudge_engine.calculations.amounts import HUNDRED, ROUGH, WIDE, shown
from adjudge_engine.calculations.formula import (
    FormulaError,
    MissingValue,
    evaluate,
    exact_decimal,
)
from adjudge_engine.case import Calculation
from adjudge_engine.numbers.model import Number

_HALF: Final = Decimal("0.5")


class Ruling(NamedTuple):
    """A reason code of the calculations gate and its message."""

    code: str
    message: str


class Stated:
    """The sizes that an answer states, for the look-up of many declared results."""

    def __init__(self, numbers: Iterable[Number]) -> None:
        self._sizes: set[Decimal] = set()
        for number in numbers:
            self._add(number)

    def _add(self, number: Number) -> None:
        sizes = [number.value]
        if number.other is not None:
            sizes.append(number.other)
        if number.direction == "down":
            sizes += [-size for size in sizes]
        if number.scale:  # values may be given in the unit of the table: 1.2 for "1.2 million"
            factor = Decimal(1).scaleb(number.step.adjusted() + number.decimals)
            sizes += [ROUGH.divide(size, factor) for size in sizes]
        if number.kind == "percent":  # 0.25 may be declared of "25%"
            sizes += [ROUGH.divide(size, HUNDRED) for size in sizes]
        self._sizes.update(sizes)

    def __contains__(self, value: Decimal) -> bool:
        return value in self._sizes


def judge(declared: Calculation, answer: Stated) -> Ruling:
    """What becomes of one declared calculation."""
    name = f'"{declared.claimed[:60]}"'
    claimed = exact_decimal(declared.claimed)
    if claimed is None:
        return Ruling("formula_unreadable", f"{name}: the claimed result is no exact decimal")
    if claimed not in answer:
        return Ruling("claimed_missing", f"{name}: the declared result is not in the answer")
    formula = " ".join(declared.formula[:200].split())
    try:
        values = _values(declared)
        slack = _slack(declared.tolerance)
        result = evaluate(declared.formula, values)
    except MissingValue as error:
        return Ruling("value_missing", f"{name}: {error} ({formula})")
    except FormulaError as error:
        return Ruling("formula_unreadable", f"{name}: {error} ({formula})")
    gap = WIDE.subtract(claimed, result).copy_abs()
    if gap <= slack.allowed(claimed, result):
        return Ruling("recomputed", f"{name}: {formula} = {shown(result)}")
    return Ruling("wrong_result", f"{name}: {formula} gives {shown(result)}")


def _values(declared: Calculation) -> dict[str, Decimal]:
    found = {}
    for name, text in declared.values.items():
        value = exact_decimal(text)
        if value is None:
            raise FormulaError(f'the value of {name[:60]}, "{text[:60]}", is no exact decimal')
        found[name.strip()] = value
    return found


class _Slack(NamedTuple):
    """How far claimed and recomputed may lie apart: `size`, a share of the result or absolute."""

    size: Decimal | None
    relative: bool = False

    def allowed(self, claimed: Decimal, result: Decimal) -> Decimal:
        if self.size is None:
            exponent = claimed.as_tuple().exponent
            step = Decimal((0, (1,), exponent if isinstance(exponent, int) else 0))
            return WIDE.multiply(step, _HALF)
        if self.relative:
            return WIDE.multiply(result.copy_abs(), self.size)
        return self.size


def _slack(tolerance: str | None) -> _Slack:
    if tolerance is None:
        return _Slack(None)
    text = tolerance.strip()
    relative = text.endswith(("%", "％"))
    size = exact_decimal(text.rstrip("%％"))
    if size is None or size < 0:
        raise FormulaError(f'the tolerance "{tolerance[:60]}" cannot be read')
    return _Slack(WIDE.divide(size, HUNDRED) if relative else size, relative)
