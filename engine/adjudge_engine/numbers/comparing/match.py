"""Whether a number of the answer and one of the material state the same thing, and if not, why."""

from __future__ import annotations

from decimal import Decimal
from typing import Final, Literal

from adjudge_engine.numbers.model import SHARES, Number
from adjudge_engine.numbers.reading.currencies import same_currency
from adjudge_engine.numbers.reading.figures import EXACT

#: `untraced`: the source's figure is of another sort (a code, a rank), so it says nothing here.
Mismatch = Literal[
    "sign_mismatch", "unit_mismatch", "currency_mismatch", "percent_mismatch", "untraced"
]

_HUNDRED: Final = Decimal(100)
_ONE: Final = Decimal(1)
#: Kinds of share that are counted in less than per cents, and in how many of them.
_FINER: Final = {"basis_points": _HUNDRED, "permille": Decimal(10)}
_FINE: Final = _FINER.keys()
#: What percentage points are called for short.
_POINTS: Final = frozenset({"point", "points", "punkte", "puntos", "пункт", "пункта", "пунктов"})
#: What money is called in everyday speech, whichever currency it is.
_MONEY: Final = frozenset(["bucks", "grands", "quids"])
#: Plurals without an "s".
_MANY: Final = frozenset(["people", "men", "women", "children", "persons", "personen", "menschen"])
#: Signs from here on are words of their own; of these only some stand for what is counted.
_EASTERN: Final = "\u3040"
_COUNTERS: Final = frozenset("件个個名人枚本台冊册匹辆輛张張社位")
#: How often, in Japanese and Chinese: 12回 are no 12 days.
_TOLD_TIMES: Final = frozenset("回次")
#: How near a bound must lie to the number that makes it true ("over 500" for 512).
_NEAR: Final = Decimal("0.2")


def keys(number: Number) -> tuple[Decimal, ...]:
    """The sizes under which a number is found: shares also as per cent, second readings too."""
    size = number.value.copy_abs()
    found = [size]
    if number.kind == "fraction":
        found.append(EXACT.multiply(size, _HUNDRED))
    elif number.kind == "basis_points":
        found.append(EXACT.divide(size, _HUNDRED))
    elif number.kind == "permille":
        found.append(EXACT.divide(size, Decimal(10)))
    if number.other is not None:
        found.append(number.other.copy_abs())
    return tuple(found)


def mismatch(stated: Number, source: Number) -> Mismatch | None:
    """Why two numbers of one size differ all the same, or None where they agree.

    What only one of them says (a unit, a currency, a sign in words) is no difference.
    """
    if source.other is not None and _is_count_in_part(stated, source):
        return "untraced"
    if stated.kind != source.kind and (differs := _kinds_differ(stated, source)):
        return differs
    if stated.currency and source.currency and not same_currency(stated.currency, source.currency):
        return "currency_mismatch"
    if _units_differ(stated, source):
        return "unit_mismatch"
    if _signs_differ(stated, source):
        return "sign_mismatch"
    return None


def _is_count_in_part(stated: Number, source: Number) -> bool:
    """Whether "15.000 Stück", open to two readings, is taken as 15: what is counted has no part."""
    if source.scale or source.unit or source.currency or not source.noun or not source.decimals:
        return False
    return stated.value.copy_abs() == source.value.copy_abs() and stated.other is None


def _kinds_differ(stated: Number, source: Number) -> Mismatch | None:
    one, two = stated.kind, source.kind
    ranks = not {one, two}.isdisjoint(("label", "ordinal"))
    if one in SHARES or two in SHARES:
        if _shares_agree(stated, source):
            return None
        return "untraced" if ranks else "percent_mismatch"
    measured = stated.unit or source.unit or stated.currency or source.currency
    labelled = two == "label" and _is_counted(stated.noun)
    counted = one == "label" and source.noun and (_counts(source) or source.noun in _MANY)
    return "untraced" if measured or labelled or counted else None


def _is_counted(noun: str) -> bool:
    """Whether the word behind a figure may be what is counted: most single signs are none."""
    return bool(noun) and (len(noun) > 1 or noun < _EASTERN or noun in _COUNTERS)


def _shares_agree(stated: Number, source: Number) -> bool:
    kinds = {stated.kind, source.kind}
    if kinds == {"percent", "points"}:
        return False
    if kinds <= SHARES:
        return _is_one_scale(stated, source)
    plain, share = (stated, source) if source.kind in SHARES else (source, stated)
    if share.kind == "points" and plain.noun in _POINTS:
        return True
    if "fraction" in kinds:
        return plain.kind == "plain"
    # A bare figure of a table may be under a heading in per cent; one that counts is not.
    return plain.kind == "plain" and not (plain.currency or plain.unit or plain.noun)


def _is_one_scale(one: Number, two: Number) -> bool:
    """Whether two shares are of about one size as per cents: 25 basis points are 0.25 points."""
    if "fraction" in (one.kind, two.kind) or not {one.kind, two.kind} & _FINE:
        return True
    small, big = sorted(
        abs(EXACT.divide(each.value, _FINER.get(each.kind, _ONE))) for each in (one, two)
    )
    return big <= EXACT.multiply(small, Decimal(2))


def _units_differ(stated: Number, source: Number) -> bool:
    one, two = stated.unit, source.unit
    if one and two:
        if one != two and not _same_unit(one, two):
            return True
    elif (one and source.currency) or (two and stated.currency):
        return "lb" not in (one, two)
    elif (one or stated.currency) and source.noun and not two and not source.currency:
        return _counts(source)
    elif (two or source.currency) and stated.noun and not one and not stated.currency:
        return _counts(stated)
    return stated.per != source.per and not _is_same_rate(stated.per, source.per)


def _is_same_rate(one: str, two: str) -> bool:
    """Whether one rate says no more than the other: "mg/kg" beside "mg/kg/day", none beside any."""
    return not (one and two) or f"{one}/".startswith(f"{two}/") or f"{two}/".startswith(f"{one}/")


def _counts(number: Number) -> bool:
    """Whether a number counts things that have a name in the plural: "25 patients"."""
    if number.noun in _TOLD_TIMES:
        return True
    counts = number.noun.endswith("s") and len(number.noun) > 3 and number.kind == "plain"
    return counts and number.noun not in _MONEY


def _same_unit(one: str, two: str) -> bool:
    """A degree without its scale may be any."""
    return "°" in (one, two) and {one, two} <= {"°", "°C", "°F"}


def _signs_differ(stated: Number, source: Number) -> bool:
    """A written sign counts against a figure without one; a direction word only against another."""
    if stated.signed and source.signed:
        return (stated.value < 0) != (source.value < 0)
    if source.signed and source.value < 0:
        return stated.direction != "down"
    if stated.signed and stated.value < 0:
        return source.direction != "down"
    return bool(stated.sign and source.sign and stated.sign != source.sign)


def is_rounding(stated: Number, source: Number) -> bool:
    """Whether `stated` is `source` rounded to the digits that `stated` shows.

    "About" lets the closing zeros of a whole number count as not shown.
    """
    step = stated.step
    if stated.approximate and stated.value:
        step = max(step, last_digit(stated.value))
    if source.step >= step and source.kind != "fraction":
        return False
    if stated.kind != source.kind and not ({stated.kind, source.kind} <= SHARES):
        return False
    if step == 1 and abs(stated.value) < 10 and not _same_measure(stated, source):
        return False
    half = EXACT.divide(step, Decimal(2))
    return any(abs(EXACT.subtract(abs(stated.value), size)) <= half for size in keys(source))


def _same_measure(stated: Number, source: Number) -> bool:
    if stated.unit or source.unit:
        return stated.unit == source.unit
    if stated.currency or source.currency:
        return bool(stated.currency and source.currency)
    return stated.kind in SHARES or (bool(stated.noun) and stated.noun == source.noun)


def last_digit(value: Decimal) -> Decimal:
    """What the last digit that is not a closing zero is worth: 100 for 12,400."""
    _, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        return Decimal(1)
    while len(digits) > 1 and digits[-1] == 0:
        digits, exponent = digits[:-1], exponent + 1
    return Decimal((0, (1,), exponent))


def is_bound(stated: Number, source: Number) -> bool:
    """Whether `stated` ("over 500") is a true bound, near enough, of `source` (512)."""
    if stated.bound is None or not stated.value:
        return False
    if stated.kind == "fraction" and source.kind == "percent":  # "less than half" of 47 %
        stated = stated._replace(kind="percent", value=EXACT.multiply(stated.value, _HUNDRED))
    if stated.kind != source.kind:
        return False
    if source.bound is not None or not _same_measure(stated, source):
        return False
    limit, size = abs(stated.value), abs(source.value)
    gap = EXACT.divide(abs(EXACT.subtract(limit, size)), limit)
    if gap > _NEAR:
        return False
    return size >= limit if stated.bound in ("over", "at_least") else size <= limit


def is_rescaled(stated: Number, source: Number) -> bool:
    """Whether two numbers have the same digits at another power of ten, a scale word apart."""
    if not stated.value or not source.value or not (stated.scale or source.scale):
        return False
    ratio = EXACT.divide(abs(stated.value), abs(source.value))
    if ratio == 1:
        return False
    power = ratio.adjusted()
    if ratio.scaleb(-power, EXACT) != 1 or abs(power) < 2:
        return False
    return stated.kind == source.kind and not (stated.unit and source.unit != stated.unit)


def reads_past_heading(stated: Number, source: Number) -> bool:
    """Whether `stated` is money that repeats a figure without the scale of the heading above it.

    A figure without a currency may be quoted from the table as it stands there.
    """
    if source.scale != "heading" or source.other is None or not stated.currency:
        return False
    if stated.other is not None and abs(stated.other) == abs(source.value):
        return False
    return abs(stated.value) == abs(source.other) and abs(stated.value) != abs(source.value)
