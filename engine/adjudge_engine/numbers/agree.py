"""The number of a context that a number of the answer agrees with: same, rounded, converted."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Context, Decimal
from typing import Final

from adjudge_engine.numbers.convert import exact, in_base
from adjudge_engine.numbers.figures import EXACT
from adjudge_engine.numbers.index import Found, NumberIndex, written
from adjudge_engine.numbers.match import (
    is_bound,
    is_rounding,
    keys,
    mismatch,
    reads_past_heading,
)
from adjudge_engine.numbers.material import Trace, says, stands
from adjudge_engine.numbers.model import Number

#: For the window in which a converted value is looked for; the comparison itself is exact.
_ROUGH: Final = Context(prec=28)
_SLACK: Final = Decimal("0.000001")
_BOUND: Final = Decimal("0.26")
_ABOUT: Final = Decimal("0.05")


def same(index: NumberIndex, number: Number) -> Trace | None:
    """A number of the same size that nothing tells apart."""
    for found in index.of_size(number):
        source = found.number
        if mismatch(number, source) is None and not reads_past_heading(number, source):
            return Trace("traced", stands(number, found), found=found)
    return None


def near(index: NumberIndex, number: Number) -> Trace | None:
    """A number that this one rounds, or is a true bound of."""
    for size in keys(number):
        reach = number.step if size < 1 or number.kind != "fraction" else Decimal(1)
        if number.bound is not None:
            reach = max(reach, EXACT.multiply(size, _BOUND))
        elif number.approximate:
            reach = max(reach, EXACT.multiply(size, _ABOUT))
        for found in index.between(EXACT.subtract(size, reach), EXACT.add(size, reach)):
            source = found.number
            if mismatch(number, source) is None and (code := _close(number, source)):
                return Trace(code, says(number, found), found=found)
    return None


def headed(index: NumberIndex, number: Number) -> Trace | None:
    """A figure of a table whose heading ("in thousands") stands in another context."""
    if number.kind != "plain" or number.unit:
        return None
    for factor in sorted(index.factors):
        value, step = EXACT.divide(number.value, factor), EXACT.divide(number.step, factor)
        scaled = number._replace(value=value, step=step, other=None)
        size = abs(value)
        for found in index.between(EXACT.subtract(size, step), EXACT.add(size, step)):
            source = found.number
            if source.scale or source.unit or mismatch(scaled, source) is not None:
                continue
            if abs(source.value) == size:
                return Trace("traced", stands(number, found), found=found)
            if is_rounding(scaled, source):
                return Trace("rounded", says(number, found), found=found)
    return None


def converted(index: NumberIndex, number: Number) -> Trace | None:
    """A number in another unit that an exact factor makes equal, or rounds to this one."""
    unit = exact(number.unit)
    if unit is None:
        return None
    stated = in_base(number, unit)
    for found in _convertible(index, number, stated):
        factor = exact(found.number.unit)
        if factor is None:
            continue
        source = in_base(found.number, factor)
        if mismatch(stated, source) is not None:
            continue
        if abs(stated.value) == abs(source.value):
            return Trace("traced", stands(number, found), found=found)
        code = _close(stated, source) if _is_fine(number) else None
        if code is not None:
            return Trace(code, says(number, found), found=found)
    return None


def as_written(index: NumberIndex, number: Number) -> Trace | None:
    """The same version, telephone number or code."""
    key = written(number.text)
    found = index.by_writing.get(key)
    if found is None and number.value:
        equal = (one for one in index.of_size(number))
        found = next((one for one in equal if written(one.number.text) == key), None)
    return Trace("traced", stands(number, found), found=found) if found else None


def _close(number: Number, source: Number) -> str | None:
    if is_rounding(number, source):
        return "rounded"
    # "A third" has no last digit of its own: 33 % is a third, rounded.
    if number.kind == "fraction" and is_rounding(source, number):
        return "rounded"
    return "bound" if is_bound(number, source) else None


def _is_fine(number: Number) -> bool:
    """Whether a number shows two digits at least: "1 day" rounds no 30 hours."""
    return abs(number.value) >= EXACT.multiply(number.step, Decimal(10)) or number.bound is not None


def _convertible(index: NumberIndex, number: Number, stated: Number) -> Iterator[Found]:
    """The numbers in other units of the same base whose size may be that of `stated`."""
    reach = stated.step
    if number.bound is not None:
        reach = max(reach, EXACT.multiply(abs(stated.value), _BOUND))
    for name in index.units:
        factor = exact(name)
        if name == number.unit or factor is None or factor[0] != stated.unit:
            continue
        size = _ROUGH.divide(abs(stated.value), factor[1])
        wide = _ROUGH.add(_ROUGH.divide(reach, factor[1]), _ROUGH.multiply(size, _SLACK))
        for found in index.between(_ROUGH.subtract(size, wide), _ROUGH.add(size, wide)):
            if found.number.unit == name:
                yield found
