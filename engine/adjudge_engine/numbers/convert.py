"""Units that turn into one another by an exact factor: 0.25 g is 250 mg, 28 days are four weeks.

The factors are those of `text.units`; what a metric prefix or a binary one multiplies by is added
for the units that are not listed there. Everything else (°F, miles, months in days, MB) has no
exact factor, or more than one, and stays unchecked.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from adjudge_engine.numbers.figures import EXACT
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.tables import word_list, word_set
from adjudge_engine.numbers.units import family
from adjudge_engine.text.units import UNITS_BY_SYMBOL, UNITS_BY_WORD, Unit

#: Families within which a conversion may exist that is not checked.
_CONVERTIBLE: Final = word_set(
    "mass length area volume time calendar temperature data data_rate power energy voltage "
    "current charge frequency pressure force speed amount"
)
_PREFIXES: Final = {"µ": -6, "m": -3, "h": 2, "k": 3, "M": 6, "G": 9, "T": 12}
_BINARY: Final = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4}
_PREFIXED: Final = word_list("bit/s Wh Ah mol cal bit IU bar Pa Hz W J V A N")
_DAY: Final = Decimal(86_400)
_SHORTEST_MONTH, _LONGEST_MONTH = 28, 31
#: What may stand between the parts of "2 hours and 30 minutes".
_JOINTS: Final = frozenset(
    {"", " ", "\xa0", ", ", " and ", ", and ", " und ", " et ", " y ", " e ", " и "}
)


def exact(unit: str) -> Unit | None:
    """The base unit of a unit and how many of it one makes, where that is one exact number."""
    if unit not in _KNOWN:
        _KNOWN[unit] = _exact(unit)
    return _KNOWN[unit]


_KNOWN: Final[dict[str, Unit | None]] = {"": None, "mo": ("mo", Decimal(1))}


def _exact(unit: str) -> Unit | None:
    listed = UNITS_BY_SYMBOL.get(unit) or UNITS_BY_WORD.get(unit)
    if listed is not None:
        return listed
    if unit.endswith("B") and (unit == "B" or unit[:-1] in _BINARY):
        return "B", Decimal(1024) ** _BINARY.get(unit[:-1], 0)
    for base in _PREFIXED:
        prefix = unit.removesuffix(base)
        if unit == base or (prefix != unit and prefix in _PREFIXES):
            return base, Decimal(1).scaleb(_PREFIXES.get(prefix, 0))
    return None


def in_base(number: Number, unit: Unit) -> Number:
    """The same quantity counted in the base unit."""
    base, factor = unit
    other = None if number.other is None else EXACT.multiply(number.other, factor)
    return number._replace(
        value=EXACT.multiply(number.value, factor),
        step=EXACT.multiply(number.step, factor),
        unit=base,
        other=other,
    )


def may_convert(stated: Number, source: Number) -> bool:
    """Whether a conversion without one exact factor may link the two."""
    if not stated.unit or not source.unit or stated.unit == source.unit:
        return False
    one, two = exact(stated.unit), exact(source.unit)
    if one is not None and two is not None:
        if {one[0], two[0]} != {"s", "mo"}:
            return False
        return _may_be_months(in_base(stated, one), in_base(source, two))
    same = family(stated.unit)
    return same == family(source.unit) and same in _CONVERTIBLE


def _may_be_months(stated: Number, source: Number) -> bool:
    """Whether seconds and months are as far apart as some months are from their days."""
    seconds, months = (stated, source) if stated.unit == "s" else (source, stated)
    days = EXACT.divide(abs(seconds.value), _DAY)
    least = EXACT.multiply(abs(months.value), Decimal(_SHORTEST_MONTH))
    return least <= days <= EXACT.multiply(abs(months.value), Decimal(_LONGEST_MONTH))


def whole_of(left: Number, right: Number, between: str) -> Number | None:
    """The one quantity that two neighbours are parts of ("2 hours and 30 minutes"), or None."""
    one, two = exact(left.unit), exact(right.unit)
    if one is None or two is None or one[0] != two[0] or one[1] <= two[1]:
        return None
    if between not in _JOINTS or right.signed or left.per or not right.value:
        return None
    first, second = in_base(left, one), in_base(right, two)
    if abs(second.value) >= one[1]:
        return None
    return right._replace(
        start=left.start,
        text=left.text + between + right.text,
        value=EXACT.add(first.value, second.value),
        step=second.step,
        unit=one[0],
        bound=left.bound,
        approximate=left.approximate,
        weak=False,
        other=None,
    )
