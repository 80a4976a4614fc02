"""Whether amounts are surely of one kind, so that a sum, a gap or a mean of them says something.

Stricter than `amounts.alike`, by which operands are looked for: three dogs and two euros are no
five, whatever a text says, and 10 a day and 300 a month are no 310.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from adjudge_engine.numbers.comparing.convert import may_convert
from adjudge_engine.numbers.model import SHARES, Number
from adjudge_engine.numbers.reading.currencies import same_currency
from adjudge_engine.numbers.reading.tables import word_set

_COUNTERS: Final = frozenset("個个人名件回枚本台冊匹軒箱袋棟室席位条項种種개명")
#: Words in -s that may follow an amount and count nothing.
_NO_COUNTS: Final = word_set(
    "plus minus less versus thus this was has does is across always towards besides afterwards "
    "overseas sometimes perhaps whereas unless its yes as als bis aus des les los las dans vous "
    "nous mais tous puis sans sous pues sus"
)
#: Nouns that count so many at once: two dozen and three are no five.
_GROUPS: Final = word_set(
    "dozen dozens pair pairs couple couples gross score scores dutzend paar paare douzaine "
    "douzaines paire paires docena docenas par pares"
)
#: Kinds of shares that count alike: 12 per cent and 3 points are 15.
_LIKE: Final = {"points": "percent"}


def addable(result: Number, operands: Sequence[Number]) -> bool:
    """Whether the operands can be added, subtracted or averaged to something like the result.

    Per cent with per cent, one currency, units that convert, one rate, and, where the result
    counts one of the things, that alone: dogs and cats are animals, but no dogs.
    """
    kinds = {_kind(one) for one in operands}
    if len(kinds) > 1 or (result.kind in SHARES and _kind(result) not in kinds | {"plain"}):
        return False
    everything = (result, *operands)
    return (
        one_currency(everything)
        and _one_unit(result, operands)
        and _one_rate(result, operands)
        and _one_noun(result, operands)
    )


def comparable(operands: Sequence[Number], measured: bool) -> bool:
    """Whether one amount may be told in parts of another; `measured`: only of its own measure.

    Things of different measures have a ratio ("nurses to doctors"), amounts in two currencies
    have none.
    """
    if not one_currency(operands):
        return False
    first = operands[0]
    for one in operands[1:]:
        if first.unit and one.unit and _measure(first) != _measure(one):
            if not may_convert(first, one):
                return not measured
        elif first.per and one.per and first.per != one.per:
            return not measured
    return not measured or len({_kind(one) for one in operands}) == 1


def one_currency(numbers: Iterable[Number]) -> bool:
    """Whether all that name a currency may name the same one."""
    named = dict.fromkeys(one.currency for one in numbers if one.currency)
    return len(named) < 2 or all(same_currency(*pair) for pair in combinations(named, 2))


def clash(numbers: Sequence[Number]) -> bool:
    """Whether amounts that say what they measure say different things."""
    if not one_currency(numbers):
        return True
    units = {_measure(one): one for one in numbers if one.unit}
    if len(units) > 1 and not all(may_convert(*pair) for pair in combinations(units.values(), 2)):
        return True
    rates = {one.per for one in numbers if one.per and not one.unit}
    return len(rates) > 1 or (bool(units) and any(one.currency for one in numbers))


def is_plural(noun: str) -> bool:
    """Whether a noun is what is counted: an English plural, a counter of East Asian languages."""
    return (len(noun) > 3 and noun.endswith("s") and noun not in _NO_COUNTS) or noun in _COUNTERS


def _kind(one: Number) -> str:
    kind = one.kind if one.kind in SHARES - {"fraction"} else "plain"
    return _LIKE.get(kind, kind)


def _measure(one: Number) -> tuple[str, str]:
    return one.unit, one.per


def _one_unit(result: Number, operands: Sequence[Number]) -> bool:
    """One unit, or units that turn into that of the result, which must then be told."""
    units = {_measure(one): one for one in operands if one.unit}
    if (units or result.unit) and any(one.currency for one in (result, *operands)):
        return False
    if not result.unit:
        return len(units) < 2
    own = _measure(result)
    return all(key == own or may_convert(result, one) for key, one in units.items())


def _one_rate(result: Number, operands: Sequence[Number]) -> bool:
    """So much a day with so much a day; one that leaves it unsaid needs a result that says it."""
    if any(one.unit for one in operands):
        return True  # units have their rates with them
    rates = {one.per for one in operands if one.per}
    if not rates:
        return True
    if len(rates) > 1 or (result.per and result.per not in rates):
        return False
    return bool(result.per) or all(one.per for one in operands)


def _one_noun(result: Number, operands: Sequence[Number]) -> bool:
    measured = [one for one in operands if one.currency or one.unit]
    if measured:
        counts = [one for one in (result, *operands) if not (one.currency or one.unit)]
        return not any(is_plural(one.noun) and one.kind not in SHARES for one in counts)
    groups = [one.noun in _GROUPS for one in operands]
    if any(groups) and len({one.noun for one in operands}) > 1:
        return False
    nouns = {one.noun for one in operands if is_plural(one.noun)}
    return len(nouns) < 2 or result.noun not in nouns
