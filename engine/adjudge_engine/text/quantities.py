"""Quantities in a canonical form, so that 0.25 g meets 250 mg and 1,500 meets 1500.

Only exact conversions, in Decimal: metric mass, volume and length, time (a month is no number of
days), percent, scale words, a few currencies. Whatever is followed by a slash or a power
(`mg/kg`, `m²`) keeps its unit as written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from functools import cached_property
from typing import Final, NamedTuple

from adjudge_engine.text.find import find_all, hits
from adjudge_engine.text.normalise import Normalised
from adjudge_engine.text.offsets import Edits
from adjudge_engine.text.units import (
    CURRENCY_SCALES,
    CURRENCY_SIGNS,
    SCALES,
    UNITS_BY_SYMBOL,
    UNITS_BY_WORD,
    UNSPACED_UNITS,
)

_NUMBER: Final = re.compile(r"\d+(?:[.,']\d+| \d{3}(?!\d))*")
_WORD: Final = re.compile(r"[ -]?(%|‰|[^\W\d_]{1,20}\.?|[€$£¥₹])")
_DECIMAL_COMMA: Final = re.compile(r"(?<![\d,.])\d+(?:\.\d{3})*,(?:\d{1,2}|\d{4,})(?![\d,])")
_DECIMAL_POINT: Final = re.compile(r"(?<![\d,.])\d+(?:,\d{3})*\.(?:\d{1,2}|\d{4,})(?![\d.])")
_LONGEST: Final = 26  # within the 28 digits that Decimal keeps
_OPEN, _CLOSE = "\ue000", "\ue001"  # private use: no letters, so no token boundary is lost


class Quantity(NamedTuple):
    """A number with what belongs to it: `value` in `unit`, the base unit of its kind; the
    `number` itself, scale words included.

    Offsets count in the normalised text; `number_end` is where the digits end, `scale_end` where
    a scale word after them ends (else the same).
    """

    value: Decimal
    unit: str
    start: int
    number_end: int
    scale_end: int
    end: int
    number: Decimal


def uses_decimal_comma(text: str) -> bool | None:
    """Which decimal separator the numbers of a text show; None if they show none."""
    comma, point = _DECIMAL_COMMA.search(text), _DECIMAL_POINT.search(text)
    return None if bool(comma) == bool(point) else comma is not None


def quantities(text: str, *, decimal_comma: bool = False) -> Iterator[Quantity]:
    """The quantities of a normalised, case-kept text, in order; linear in its length."""
    for match in _NUMBER.finditer(text):
        if match.end() - match.start() <= _LONGEST:
            value = _value(match.group(), decimal_comma)
            if value is not None:
                yield _with_unit(text, match.start(), match.end(), value)


def canonical(normalised: Normalised, *, decimal_comma: bool | None = None) -> Normalised:
    """The text in lower case with every quantity in base units, offsets kept.

    Made to be searched with `find_all`: equal quantities have equal texts. Whether a comma is a
    decimal one is seen from the text unless given.
    """
    if decimal_comma is None:
        decimal_comma = bool(uses_decimal_comma(normalised.text))
    edits, out, last = Edits(), [], 0
    for one in quantities(normalised.text, decimal_comma=decimal_comma):
        if one.start < last:
            continue
        number = format(one.value.normalize(), "f")
        new = f"{_OPEN}{number}{one.unit}{_CLOSE}"
        out += [_lower(normalised.text[last : one.start]), new]
        edits.add(one.start, one.end, len(new))
        last = one.end
    out.append(_lower(normalised.text[last:]))
    return normalised.rewritten("".join(out), edits)


class Valued:
    """A text to look values up in; what that needs is worked out once, when first needed."""

    def __init__(self, hay: Normalised, *, folded: Normalised | None = None) -> None:
        self.plain = folded or hay
        self._hay = hay

    @cached_property
    def decimal_comma(self) -> bool:
        return bool(uses_decimal_comma(self._hay.text))

    @cached_property
    def canonical(self) -> Normalised:
        return canonical(self._hay, decimal_comma=self.decimal_comma)

    @cached_property
    def _quantities(self) -> list[Quantity]:
        return list(quantities(self._hay.text, decimal_comma=self.decimal_comma))

    @cached_property
    def _scaled(self) -> frozenset[int]:
        """Where in the source the digits of a number end that a scale word follows."""
        return frozenset(
            self._hay.original(one.start, one.number_end)[1]
            for one in self._quantities
            if one.scale_end > one.number_end
        )

    @cached_property
    def _numbers(self) -> dict[Decimal, tuple[int, int]]:
        """Every number, whatever its unit, and where in the normalised text it stands first."""
        return {one.number: (one.start, one.scale_end) for one in reversed(self._quantities)}

    def places(self, needle: Normalised) -> Iterator[tuple[int, int]]:
        """Where the value stands as written; offsets of the source.

        A number is not held by a larger expression of which it is a part: 500 is not in
        500 million.
        """
        for start in hits(needle.text, self.plain):
            place = self.plain.original(start, start + len(needle.text))
            if place[1] not in self._scaled:
                yield place

    def equals(self, value: Normalised) -> Iterator[tuple[int, int]]:
        """Where a quantity equal to that in `value` stands; nothing if it has none."""
        if not any(map(str.isdecimal, value.text)):
            return
        own = uses_decimal_comma(value.text)
        wanted = canonical(value, decimal_comma=self.decimal_comma if own is None else own)
        if _OPEN in wanted.text:
            yield from find_all(wanted, self.canonical)
        only = list(quantities(value.text, decimal_comma=self.decimal_comma))
        if len(only) == 1 and not only[0].unit and only[0].end - only[0].start == len(value.text):
            place = self._numbers.get(only[0].number)
            if place is not None:
                yield self._hay.original(*place)


def _lower(text: str) -> str:
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(_lower_one(one) for one in text)


def _lower_one(character: str) -> str:
    lower = character.lower()
    return lower if len(lower) == 1 else character


def _value(written: str, decimal_comma: bool) -> Decimal | None:
    """The number's value; None where its separators make no number."""
    digits = (
        "".join(str(unicodedata.decimal(one)) if one.isdecimal() else one for one in written)
        .replace("'", "")
        .replace(" ", "")
    )
    if (
        not decimal_comma
        and digits.count(".") == 0
        and re.fullmatch(r"\d+,(\d{1,2}|\d{4,})", digits)
    ):
        decimal_comma = True  # no thousands: 2,5 can only be a decimal
    if decimal_comma and digits.count(",") == 0 and re.fullmatch(r"\d+\.(\d{1,2}|\d{4,})", digits):
        decimal_comma = False
    if "," in digits and "." in digits:
        decimal_comma = digits.rindex(",") > digits.rindex(".")
    group, point = (".", ",") if decimal_comma else (",", ".")
    whole, _, fraction = digits.replace(group, "").partition(point)
    if point in fraction:
        parts = digits.split(point)  # 1.500.000: the other convention's thousands
        if group in digits or any(len(part) != 3 for part in parts[1:]):
            return None
        whole, fraction = "".join(parts), ""
    return Decimal(f"{whole}.{fraction or 0}")


def _with_unit(text: str, start: int, end: int, value: Decimal) -> Quantity:
    number_end, unit = end, ""
    before = text[start - 1 : start]
    if before == " " and text[start - 2 : start - 1] in CURRENCY_SIGNS and start >= 2:
        before, start = text[start - 2], start - 1
    if before and before in CURRENCY_SIGNS:
        unit, start = CURRENCY_SIGNS[before], start - 1
    elif text[max(0, start - 4) : start].strip() in UNITS_BY_SYMBOL:
        code = text[max(0, start - 4) : start].strip()
        if UNITS_BY_SYMBOL[code][0] in CURRENCY_SIGNS.values() and len(code) == 3:
            unit, start = UNITS_BY_SYMBOL[code][0], text.rindex(code, 0, start)
    scale, end = _scale(text, end, bool(unit))
    value, scale_end = value * scale, end
    number = value
    if not unit:
        unit, factor, end = _unit(text, end)
        value *= factor
    earlier = text[start - 2 : start - 1]
    if text[start - 1 : start] == "-" and (start == 1 or earlier in " (=:"):
        value, number, start = -value, -number, start - 1
    return Quantity(value, unit, start, number_end, scale_end, end, number)


def _scale(text: str, end: int, currency: bool) -> tuple[Decimal, int]:
    for word, factor in SCALES["unspaced"].items():
        if text.startswith(word, end):
            return factor, end + len(word)
    match = _WORD.match(text, end)
    if match is None:
        return Decimal(1), end
    word = match.group(1)
    found = SCALES["words"].get(word.lower().rstrip("."))
    if found is None and currency:
        found = CURRENCY_SCALES.get(word)
    return (found, match.end()) if found is not None else (Decimal(1), end)


def _unit(text: str, end: int) -> tuple[str, Decimal, int]:
    none = "", Decimal(1), end
    for word, (unit, factor) in UNSPACED_UNITS:
        if text.startswith(word, end):
            return unit, factor, end + len(word)
    match = _WORD.match(text, end)
    if match is None:
        return none
    word = match.group(1)
    stop = match.end()
    if word.endswith("."):
        word, stop = word[:-1], stop - 1
    found = UNITS_BY_SYMBOL.get(word) or UNITS_BY_WORD.get(word.lower())
    after = text[stop : stop + 1]
    if found is None or after in ("/", "^") or (after and (after.isalnum() or after == "_")):
        return none
    return found[0], found[1], stop
