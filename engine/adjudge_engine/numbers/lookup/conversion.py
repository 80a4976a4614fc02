"""A number of the answer beside the numbers of the contexts that are in other units.

What agrees after conversion is traced or rounded; what is surely wrong is said with what it
should have been; where the digits shown, or what a degree means, leave it open, so do we.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Context, Decimal
from typing import Final

from adjudge_engine.numbers.comparing.convert import (
    Reading,
    Verdict,
    compare,
    dimension,
    readings,
    turned_into,
)
from adjudge_engine.numbers.comparing.match import last_digit
from adjudge_engine.numbers.lookup.index import Found, NumberIndex
from adjudge_engine.numbers.lookup.material import Material, Trace, says, stands
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.figures import EXACT
from adjudge_engine.numbers.reading.units import family
from adjudge_engine.once import once

_ROUGH: Final = Context(prec=28)
_SLACK: Final = Decimal("0.000001")
#: How far from a number, as a share of it, the one that it was wrongly converted from may be.
_NEAR: Final = Decimal("0.2")
_BOUND: Final = Decimal("0.26")
_GOOD: Final = frozenset(["equal", "rounded", "bound"])
#: For so many numbers of an answer it is looked for what they were wrongly converted from.
_TRIES: Final = 500
_DAY: Final = Decimal(86_400)
#: Seconds that a month may have, and that twelve of them may.
_MONTH: Final = (28 * _DAY, 31 * _DAY)
_YEAR: Final = (364 * _DAY, 366 * _DAY)
OFFSET_UNITS: Final = frozenset({"°C", "°F", "°", "K"})
#: Words around a figure in degrees that make a span of it, not a temperature.
SPAN_BEFORE: Final = re.compile(
    r"(?:\bby|±|\+/-|\bdifference of|\b(?:rise|increase|drop|fall|swing) of|\bwithin)"
    r"\W{0,3}(?:(?:about|around|some|only|almost|nearly|up to)\W{1,3})?\Z",
    re.IGNORECASE,
)
SPAN_AFTER: Final = re.compile(
    r"\W{1,3}(?:warmer|cooler|colder|hotter|higher|lower|above|below|of warming|wärmer|kälter|"
    r"difference|rise|increase|drop)\b",
    re.IGNORECASE,
)


class Conversions:
    """Look-up of numbers in other units, over an index of the contexts' numbers."""

    def __init__(self, index: NumberIndex, material: Material) -> None:
        self._index = index
        self._material = material
        self._tries = 0

    def agreeing(self, number: Number) -> Trace | None:
        """A number in another unit that equals this one, or that it rounds or bounds."""
        kind = dimension(number.unit, number.per)
        if not kind[0]:
            return None
        if kind[1]:
            return self._rate(number)
        reach = number.step
        if number.approximate:
            reach = max(reach, last_digit(number.value))
        if number.bound is not None:
            reach = max(reach, EXACT.multiply(abs(number.value), _BOUND))
        for found in self._candidates(number, kind, reach):
            trace = _agreed(number, found, self._compare(number, found))
            if trace is not None:
                return trace
        return None

    def failing(self, number: Number) -> Trace | None:
        """What a number that agrees with none was perhaps, or surely wrongly, converted from."""
        kind = dimension(number.unit, number.per)
        if not kind[0] or self._tries >= _TRIES:
            return None
        self._tries += 1
        if (months := self._as_months(number)) is not None:
            return months
        reach = max(last_digit(number.value), EXACT.multiply(abs(number.value), _NEAR))
        nearest: tuple[Decimal, Found, Number] | None = None
        for found in self._candidates(number, kind, reach):
            if self._compare(number, found) == "unclear":
                what = "whether that is a conversion the digits do not tell"
                message = f"{says(number, found)}; {what}"
                return Trace("conversion_unchecked", message, found=found)
            for turned in turned_into(number, found.number, difference=self._spans(number)):
                gap = abs(EXACT.subtract(turned.number.value, number.value))
                if gap <= reach and (nearest is None or gap < nearest[0]):
                    nearest = gap, found, turned.number
        if nearest is None:
            return None
        _, found, right = nearest
        message = f"convert: {found.number.text} is {_shown(right, number)}, not {number.text}"
        return Trace("unit_mismatch", f"{message} (context {found.context_id})", found=found)

    def _candidates(self, number: Number, kind: tuple[str, str], reach: Decimal) -> Iterator[Found]:
        """The numbers in other units of that kind that are within `reach` of this one."""
        for name in self._index.units if not kind[1] else ():
            if name == number.unit or dimension(name) != kind:
                continue
            for low, high in _windows(number, name, reach):
                for found in self._index.between(low, high, name):
                    if found.number.unit == name:
                        yield found

    def _rate(self, number: Number) -> Trace | None:
        """Rates are compared one by one: there are few of them in a text."""
        found = self._index.with_unit(lambda one: compare(number, one) in _GOOD)
        return _agreed(number, found, compare(number, found.number)) if found else None

    # Temperatures

    def _compare(self, number: Number, found: Found) -> Verdict | None:
        if number.unit not in OFFSET_UNITS:
            return compare(number, found.number)
        stated, source = self._is_span(number, None), self._is_span(found.number, found)
        as_point = compare(number, found.number)
        as_span = compare(number, found.number, difference=True)
        if stated == source and stated is not None:
            sure, other = (as_span, as_point) if stated else (as_point, as_span)
            return sure if sure != "differs" or other == "differs" else "unclear"
        fits = {as_point, as_span} - {"differs"}
        return "unclear" if fits else "differs"

    def _spans(self, number: Number) -> bool:
        return number.unit in OFFSET_UNITS and self._is_span(number, None) is True

    def _is_span(self, number: Number, found: Found | None) -> bool | None:
        """Whether degrees are a span of temperature; None where the words leave it open."""
        if number.direction is not None:
            return True
        text = self._material.answer if found is None else self._texts.get(found.context_id, "")
        if found is not None and not found.located:
            return False
        before = text[max(0, number.start - 40) : number.start]
        if SPAN_BEFORE.search(before) or SPAN_AFTER.match(text, number.end):
            return True
        return None if number.signed and number.value > 0 else False

    @once
    def _texts(self) -> dict[str, str]:
        return {context_id: text for context_id, text, located in self._material.texts if located}

    # Months are no number of days

    def _as_months(self, number: Number) -> Trace | None:
        """A month that was made 30 days of, a year that was made 365 of."""
        other = {"time": "calendar", "calendar": "time"}.get(family(number.unit))
        if other is None or number.per:
            return None
        found = self._index.with_unit(
            lambda one: family(one.unit) == other and _as_long(number, one) is not None,
            lambda name: family(name) == other,
        )
        if found is None:
            return None
        if _as_long(number, found.number) == "year":
            message = f"{says(number, found)}; a year's days are not counted"
            return Trace("conversion_unchecked", message, found=found)
        message = f"{says(number, found)}; a month is no fixed number of days"
        return Trace("unit_mismatch", message, found=found)


def _agreed(number: Number, found: Found, verdict: Verdict | None) -> Trace | None:
    if verdict == "equal":
        return Trace("traced", stands(number, found), found=found)
    if verdict in ("rounded", "bound"):
        return Trace(verdict, says(number, found), found=found)
    return None


def _as_long(one: Number, two: Number) -> str | None:
    """`year` or `month` where a time is as long as some years or months are."""
    if one.per or two.per:
        return None
    span, months = (one, two) if family(one.unit) == "time" else (two, one)
    (second,), (month,) = readings(span), readings(months)
    length = EXACT.multiply(abs(span.value), second.factor)
    count = EXACT.multiply(abs(months.value), month.factor)
    years = _ROUGH.divide(count, Decimal(12))
    if EXACT.multiply(_YEAR[0], years) <= length <= EXACT.multiply(_YEAR[1], years):
        return "year"
    if EXACT.multiply(_MONTH[0], count) <= length <= EXACT.multiply(_MONTH[1], count):
        return "month"
    return None


def _windows(number: Number, name: str, reach: Decimal) -> Iterator[tuple[Decimal, Decimal]]:
    """Between which sizes the numbers in the unit `name` lie that may be this one."""
    likeness = number._replace(unit=name, per="")
    for two in readings(number):
        for one in readings(likeness):
            yield from _window(number, reach, two, one)


def _window(
    number: Number, reach: Decimal, two: Reading, one: Reading
) -> Iterator[tuple[Decimal, Decimal]]:
    ratio = _ROUGH.divide(two.factor, one.factor)
    wide = _ROUGH.multiply(reach, ratio)
    shifts = {_ROUGH.divide(_ROUGH.subtract(two.offset, one.offset), one.factor), Decimal(0)}
    for shift in sorted(shifts):
        size = abs(_ROUGH.add(_ROUGH.multiply(number.value, ratio), shift))
        margin = _ROUGH.add(wide, _ROUGH.multiply(size, _SLACK))
        yield _ROUGH.subtract(size, margin), _ROUGH.add(size, margin)


def _shown(right: Number, stated: Number) -> str:
    """What the source's number is in the answer's unit, with two digits more than the answer."""
    shown = round(right.value, stated.decimals + 2).normalize()
    unit = f"{stated.unit}/{stated.per}" if stated.per else stated.unit
    return f"{shown:f} {unit}"
