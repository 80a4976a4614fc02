"""How a number differs from those of its size, or of its digits, that the contexts have."""

from __future__ import annotations

from typing import Final

from adjudge_engine.numbers.binding.outflow import is_outflow, is_turned
from adjudge_engine.numbers.comparing.match import (
    Mismatch,
    is_rescaled,
    mismatch,
    reads_past_heading,
)
from adjudge_engine.numbers.lookup.index import Found, NumberIndex
from adjudge_engine.numbers.lookup.material import Material, Trace, says, stands
from adjudge_engine.numbers.model import SHARES, Number

_SAYS: Final[dict[Mismatch, str]] = {
    "sign_mismatch": "the source has the other sign,",
    "unit_mismatch": "the source has another unit,",
    "currency_mismatch": "the source has another currency,",
    "percent_mismatch": "the source has another kind of figure,",
}
#: Which difference is told first where several numbers of the same size differ.
_ORDER: Final[tuple[Mismatch, ...]] = (
    "sign_mismatch",
    "percent_mismatch",
    "currency_mismatch",
    "unit_mismatch",
)


def differs(
    material: Material, index: NumberIndex, number: Number, *, derived: bool
) -> Trace | None:
    """The first telling difference of a number of the same size.

    `derived`: the number may be a calculation's result, and equal others by chance.
    """
    first: dict[Mismatch, Found] = {}
    single = number if number.other is None else number._replace(other=None)
    for found in index.of_size(single):
        if found.number.weak:
            continue
        if reads_past_heading(number, found.number):
            return Trace("scale_mismatch", says(number, found), found=found)
        code = mismatch(number, found.number)
        if code is not None:
            first.setdefault(code, found)
    for code in _ORDER:
        if code not in first:
            continue
        found = first[code]
        chance = derived and _by_chance(number, found.number)
        if not chance or (code == "sign_mismatch" and is_turned(material, number, found)):
            if code == "sign_mismatch" and is_outflow(material, number, found):
                return Trace("traced", stands(number, found), found=found)
            source = f'"{found.number.text}" (context {found.context_id})'
            return Trace(code, f'"{number.text}": {_SAYS[code]} {source}', found=found)
    return None


def rescaled(index: NumberIndex, number: Number, *, derived: bool) -> Trace | None:
    """The finding that the contexts have the digits of a number with another scale."""
    if derived and is_small(number):
        return None
    for found in index.of_digits(number):
        if is_rescaled(number, found.number):
            return Trace("scale_mismatch", says(number, found), found=found)
    return None


def _by_chance(number: Number, source: Number) -> bool:
    """Whether a figure that might be calculated may equal `source`, of another kind, by chance."""
    return is_small(number) and not {number.kind, source.kind} <= SHARES


def is_small(number: Number) -> bool:
    """Whether the number has so few digits that an equal one elsewhere may be chance."""
    digits = number.value.as_tuple().digits
    return len("".join(map(str, digits)).strip("0")) <= 2
