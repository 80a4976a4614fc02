"""Amounts that are calculated with: alike in what they measure, in one unit, rounded as shown."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Context, Decimal
from typing import Final

from adjudge_engine.numbers.comparing.convert import may_convert, turned_into
from adjudge_engine.numbers.model import SHARES, Number
from adjudge_engine.numbers.reading.currencies import same_currency
from adjudge_engine.numbers.reading.figures import EXACT

#: Sums and products of what texts state stay exact; a quotient keeps as many digits as that takes.
WIDE: Final = EXACT
#: What is compared with a stated result; far more digits than any text shows.
ROUGH: Final = Context(prec=60, Emax=EXACT.Emax, Emin=EXACT.Emin)
HUNDRED: Final = Decimal(100)
_HALF: Final = Decimal("0.5")
#: By what share of itself a sum may differ from what is stated without "about".
_LOOSE: Final = Decimal("0.01")
_THOUSANDTH: Final = Decimal("0.001")
#: So many digits show no measurement, but how a machine prints a binary fraction.
_MACHINE_DIGITS: Final = 14
_MACHINE_STEP: Final = Decimal("1e-9")


def rounds_to(stated: Number, value: Decimal) -> bool:
    """Whether `value` rounds to the digits that `stated` shows, signs included."""
    return ROUGH.subtract(stated.value, value).copy_abs() <= half_step(stated)


def is_loose(stated: Number, exact: Decimal) -> bool:
    """Whether a sum or a difference, though it rounds to `stated`, is told too roughly for it.

    A quotient has to be rounded somewhere, a sum of what is stated need not: without "about" 1.5
    is no 2, while 17.49 may be told as 17.5.
    """
    if stated.approximate or stated.bound is not None:
        return False
    gap = ROUGH.subtract(stated.value.copy_abs(), exact.copy_abs()).copy_abs()
    return gap > ROUGH.multiply(exact.copy_abs(), _LOOSE)


def half_step(stated: Number) -> Decimal:
    """Half of what the last digit shown is worth: within that a rounding lies.

    "2.1999999999999997" is 2.2 as binary fractions are printed: its last zero or nine digits are
    no digits shown.
    """
    step = stated.step
    if stated.kind == "fraction" and "/" in stated.text:
        step = Decimal("1e-20")
    elif stated.decimals >= _MACHINE_DIGITS or -_exponent(step) >= _MACHINE_DIGITS:
        step = _printed_step(stated.value) or step
    return ROUGH.multiply(step, _HALF)


def _printed_step(value: Decimal) -> Decimal | None:
    short = ROUGH.quantize(value, _MACHINE_STEP)
    if ROUGH.subtract(short, value).copy_abs() > Decimal("1e-11"):
        return None
    exponent = _exponent(ROUGH.normalize(short))
    return Decimal((0, (1,), min(0, exponent)))


def _exponent(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def alike(one: Number, two: Number) -> bool:
    """Whether two amounts can be added: same kind, same currency, units that convert."""
    if (one.kind in SHARES - {"fraction"}) != (two.kind in SHARES - {"fraction"}):
        return False
    if one.currency or two.currency:
        if not (one.currency and two.currency and same_currency(one.currency, two.currency)):
            return not (one.unit or two.unit) and not (one.currency and two.currency)
        return True
    if one.unit == two.unit or not one.unit or not two.unit:
        return True
    return may_convert(one, two)


def measured_alike(one: Number, two: Number) -> bool:
    """`alike`, and both say what they measure or neither does."""
    same = bool(one.currency) == bool(two.currency) and bool(one.unit) == bool(two.unit)
    return same and alike(one, two)


def in_unit_of(stated: Number, numbers: Sequence[Number]) -> list[Decimal]:
    """The values of `numbers`, which are alike `stated`, in the unit of `stated`."""
    return [_turned(stated, number) for number in numbers]


def _turned(stated: Number, number: Number) -> Decimal:
    if not (stated.unit and number.unit):
        return number.value
    if (stated.unit, stated.per) == (number.unit, number.per):
        return number.value
    turned = next(turned_into(stated, number, difference=True), None)
    return number.value if turned is None else turned.number.value


def by_size(pair: Sequence[Number]) -> list[Number]:
    """Amounts, the smallest first: 500 m before 2 km."""
    sizes = [value.copy_abs() for value in in_unit_of(pair[0], pair)]
    return [pair[at] for at in sorted(range(len(pair)), key=sizes.__getitem__)]


def shown(value: Decimal, like: Number | None = None) -> str:
    """A value for a message: grouped digits, two more decimals than `like` shows, at most."""
    places = max(0, -_exponent(like.step)) if like is not None else 0
    step = _THOUSANDTH if places < 2 else Decimal((0, (1,), -min(places + 1, 12)))
    if abs(value) >= Decimal("1e40") or (value and abs(value) < step):
        return f"{ROUGH.normalize(Context(prec=6).plus(value)):g}"
    text = (
        f"{ROUGH.quantize(value, step):,f}" if _exponent(value) < _exponent(step) else f"{value:,f}"
    )
    return text.rstrip("0").rstrip(".") if "." in text else text
