"""The number of a context that a number of the answer agrees with: same, rounded, a bound."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from adjudge_engine.numbers.binding.bounds import is_wrong_side
from adjudge_engine.numbers.comparing.match import (
    is_bound,
    is_rounding,
    keys,
    mismatch,
    reads_past_heading,
)
from adjudge_engine.numbers.lookup.index import Found, NumberIndex, written
from adjudge_engine.numbers.lookup.material import Trace, says, stands
from adjudge_engine.numbers.model import Kind, Number
from adjudge_engine.numbers.reading.figures import EXACT

_BOUND: Final = Decimal("0.26")
_ABOUT: Final = Decimal("0.05")
_HUNDRED: Final = Decimal(100)


def same(index: NumberIndex, number: Number) -> Trace | None:
    """A number of the same size that nothing tells apart."""
    found = index.verbatim(number) or next(all_same(index, number), None)
    return Trace("traced", stands(number, found), found=found) if found is not None else None


def all_same(index: NumberIndex, number: Number) -> Iterator[Found]:
    """Every number of the same size that nothing tells apart."""
    for found in index.of_size(number):
        source = found.number
        if mismatch(number, source) is None and not reads_past_heading(number, source):
            yield found


def near(index: NumberIndex, number: Number) -> Trace | None:
    """A number that this one rounds, or is a true bound of."""
    found = next(all_near(index, number), None)
    code = _close(number, found.number) if found is not None else None
    return Trace(code, says(number, found), found=found) if found is not None and code else None


def all_near(index: NumberIndex, number: Number) -> Iterator[Found]:
    """Every number that this one rounds, or is a true bound of."""
    for size in keys(number):
        reach = number.step if size < 1 or number.kind != "fraction" else Decimal(1)
        if number.bound is not None:
            reach = max(reach, EXACT.multiply(size, _BOUND))
        elif number.approximate:
            reach = max(reach, EXACT.multiply(size, _ABOUT))
        low, high = EXACT.subtract(size, reach), EXACT.add(size, reach)
        # What counts or measures is no rounding and no bound of a share.
        shares = number.kind != "plain"
        for found in index.between(low, high, parts=_rounds_parts(number), percents=shares):
            source = found.number
            if mismatch(number, source) is None and _close(number, source):
                yield found


def _rounds_parts(number: Number) -> bool:
    """Whether a number can round nothing but one that shows a part of one, and bounds nothing."""
    if number.bound is not None or number.approximate or number.kind == "fraction":
        return False
    return number.step <= 1


def as_share(index: NumberIndex, number: Number) -> Trace | None:
    """A share written in the other way: 40 % for a bare 0.4, or 0.4 for 40 %."""
    if number.kind == "percent":
        kind: Kind = "plain"
        value = EXACT.divide(number.value, _HUNDRED)
        step = EXACT.divide(number.step, _HUNDRED)
    elif _is_bare_part(number):
        kind = "percent"
        value = EXACT.multiply(number.value, _HUNDRED)
        step = EXACT.multiply(number.step, _HUNDRED)
    else:
        return None
    size, wanted = abs(value), number._replace(kind=kind, value=value, step=step, other=None)
    if not size or (kind == "plain" and size >= 1):
        return None
    for found in index.between(EXACT.subtract(size, step), EXACT.add(size, step)):
        source = found.number
        if source.kind != kind or not (kind == "percent" or _is_bare_part(source)):
            continue
        if mismatch(wanted, source) is not None:
            continue
        if abs(source.value) == size:
            return Trace("traced", stands(number, found), found=found)
        if is_rounding(wanted, source):
            return Trace("rounded", says(number, found), found=found)
    return None


def _is_bare_part(number: Number) -> bool:
    """Whether a figure is a decimal between nought and one that counts and measures nothing."""
    if number.kind != "plain" or number.unit or number.currency or number.noun or number.scale:
        return False
    return 0 < abs(number.value) < 1 and number.decimals > 0 and not number.per


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


def as_written(index: NumberIndex, number: Number) -> Trace | None:
    """The same version, telephone number or code."""
    key = written(number.text)
    found = index.by_writing.get(key)
    if found is None and number.value:
        equal = (one for one in index.of_size(number))
        found = next((one for one in equal if written(one.number.text) == key), None)
    return Trace("traced", stands(number, found), found=found) if found else None


def _close(number: Number, source: Number) -> str | None:
    if number.bound is not None and is_wrong_side(number, source):
        return None
    if is_rounding(number, source):
        return "rounded"
    # "A third" has no last digit of its own: 33 % is a third, rounded.
    if number.kind == "fraction" and is_rounding(source, number):
        return "rounded"
    return "bound" if is_bound(number, source) else None
