"""Whether two quantities in different units are one: 41 °F is 5 °C, 0.25 g is 250 mg.

The factors are pint's (`numbers.factors`). A name that stands for several units (gallon, MB, hp)
is tried in each of its readings. Months are no number of days, euros a month none a year.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Context, Decimal
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from adjudge_engine.numbers.comparing.factors import Factor, factors, has_factor
from adjudge_engine.numbers.comparing.match import is_bound, is_rounding, last_digit, mismatch
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.figures import EXACT
from adjudge_engine.numbers.reading.units import family

#: `equal`: exactly; `rounded`, `bound`: as their codes say; `unclear`: the digits shown cannot
#: tell; `differs`: it is another quantity.
Verdict = Literal["equal", "rounded", "bound", "unclear", "differs"]

#: A compound unit of its own → its family over the family that it is counted by.
_COMPOUND: Final = {"speed": ("length", "time"), "data_rate": ("data", "time")}
#: A rate is turned into another per hour, but none per day into one per week: what is taken,
#: paid or done in a week need not be spread over its days.
_SHORT_TIMES: Final = frozenset({"h", "min", "s", "ms"})
_CLEAN: Final = Context(prec=18)
_ROUGH: Final = Context(prec=28)
#: Temperatures below this are turned to so many places and no further.
_AFFINE, _FINEST = Decimal(10**9), Decimal("1e-12")
_BEST: Final[tuple[Verdict, ...]] = ("equal", "rounded", "bound", "unclear", "differs")
#: What may stand between the parts of "2 hours and 30 minutes".
_JOINTS: Final = frozenset(
    {"", " ", "\xa0", ", ", " and ", ", and ", " und ", " et ", " y ", " e ", " и ", " en ", " i "}
)


class Reading(NamedTuple):
    """One way to read a unit: what it is worth in its dimension's base, and where its zero is."""

    factor: Decimal
    offset: Decimal
    sure: bool


class Turned(NamedTuple):
    """A source's number in the unit of another; `metric`: a power of ten is all between them.

    `sure` is False where a unit's name stands for several.
    """

    number: Number
    sure: bool
    metric: bool


@lru_cache(maxsize=4_096)
def dimension(unit: str, per: str = "") -> tuple[str, str]:
    """The kind of quantity, as a family over another; two empty strings where none converts."""
    kind = family(unit)
    if kind in _COMPOUND and not per:
        return _COMPOUND[kind]
    if not has_factor(unit) or (per and not has_factor(per)):
        return "", ""
    if family(per) in ("time", "calendar") and per not in _SHORT_TIMES:
        return kind, per
    return kind, family(per)


def may_convert(stated: Number, source: Number) -> bool:
    """Whether both are quantities of one dimension in different units. Does not load pint."""
    if (stated.unit, stated.per) == (source.unit, source.per) or stated.kind != source.kind:
        return False
    kind = dimension(stated.unit, stated.per)
    return bool(kind[0]) and kind == dimension(source.unit, source.per)


def compare(stated: Number, source: Number, *, difference: bool = False) -> Verdict | None:
    """What `source`, turned into the unit of `stated`, is to it; None where nothing converts.

    `difference`: both are spans of temperature, not temperatures ("rose by 9 °F").
    """
    best: Verdict | None = None
    for turned in turned_into(stated, source, difference=difference):
        verdict = _verdict(stated, turned)
        if best is None or _BEST.index(verdict) < _BEST.index(best):
            best = verdict
    return best


def turned_into(stated: Number, source: Number, *, difference: bool = False) -> Iterator[Turned]:
    """`source` counted in the unit of `stated`, once for every reading of the two units."""
    if not may_convert(stated, source):
        return
    for two in readings(stated):
        for one in readings(source):
            shift = Decimal(0) if difference else _ROUGH.subtract(one.offset, two.offset)
            value = _turned(source.value, one, two, shift)
            other = None if source.other is None else _turned(source.other, one, two, shift)
            number = source._replace(
                value=value,
                other=other,
                step=Decimal(0),  # a source is taken at its word
                unit=stated.unit,
                per=stated.per,
                signed=value < 0 if shift else source.signed,
            )
            ratio = _CLEAN.divide(one.factor, two.factor).normalize()
            metric = not shift and ratio.as_tuple().digits == (1,)
            yield Turned(number, one.sure and two.sure, metric)


def _turned(value: Decimal, one: Reading, two: Reading, shift: Decimal) -> Decimal:
    base = EXACT.add(EXACT.multiply(value, one.factor), shift)
    turned = _CLEAN.divide(base, two.factor)
    if shift and abs(turned) < _AFFINE:
        # Factors are cut (5/9), and near zero the difference of two zeros leaves their rest.
        turned = EXACT.add(turned.quantize(_FINEST), Decimal(0)).normalize()
    return turned


def readings(number: Number) -> list[Reading]:
    """Every reading of the number's unit and what it is counted by; empty where none converts."""
    tops, per = factors(number.unit), number.per
    if not per or (per not in _SHORT_TIMES and family(per) in ("time", "calendar")):
        return [Reading(*top) for top in tops]
    return [_over(top, below) for top in tops for below in factors(per)]


def _over(top: Factor, below: Factor) -> Reading:
    factor = _ROUGH.divide(top.factor, below.factor)
    return Reading(factor, Decimal(0), top.sure and below.sure)


def _verdict(stated: Number, turned: Turned) -> Verdict:
    source = turned.number
    if mismatch(stated, source) is not None:
        return "differs"
    if abs(stated.value) == abs(source.value):
        return "equal" if turned.sure else "rounded"
    fine = abs(stated.value) >= EXACT.multiply(stated.step, Decimal(10))
    if fine and is_rounding(stated, source):
        return "rounded"
    if stated.bound is not None and is_bound(stated, source):
        return "bound"
    return "unclear" if _may_round(stated, turned) else "differs"


def _may_round(stated: Number, turned: Turned) -> bool:
    """Whether closing zeros, or the one digit shown, may be all that parts the two.

    Between units a power of ten apart nothing needs rounding, and of hours and minutes, or of
    bytes, a reader expects the whole truth.
    """
    if turned.metric or family(stated.unit) in ("time", "calendar", "data"):
        return False
    digit = last_digit(stated.value)
    if EXACT.remainder(EXACT.divide(stated.value, digit), Decimal(5)) == 0:
        digit = EXACT.multiply(digit, Decimal(5))  # 175 °C is what cooks call 350 °F
    half = EXACT.divide(max(stated.step, digit), Decimal(2))
    return abs(EXACT.subtract(abs(stated.value), abs(turned.number.value))) <= half


def whole_of(left: Number, right: Number, between: str) -> Number | None:
    """The one quantity that two neighbours are parts of ("2 hours and 30 minutes"), or None."""
    if between not in _JOINTS or right.signed or left.per or not right.value:
        return None
    if left.unit == right.unit or not family(left.unit) or family(left.unit) != family(right.unit):
        return None
    one, two = factors(left.unit), factors(right.unit)
    if len(one) != 1 or len(two) != 1 or one[0].factor <= two[0].factor or one[0].offset:
        return None
    ratio = _CLEAN.divide(one[0].factor, two[0].factor)
    if abs(right.value) >= ratio:
        return None
    return right._replace(
        start=left.start,
        text=left.text + between + right.text,
        value=EXACT.add(EXACT.multiply(left.value, ratio), right.value),
        bound=left.bound,
        approximate=left.approximate,
        weak=False,
        other=None,
    )
