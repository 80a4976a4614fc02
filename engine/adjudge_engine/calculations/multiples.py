"""Multiples that a claim states without a figure: "tripled from 400 to 1,200", "twice as many"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from adjudge_engine.calculations.amounts import ROUGH, alike, in_unit_of, measured_alike, shown
from adjudge_engine.calculations.kinds import comparable
from adjudge_engine.numbers.model import SHARES, Number

_FACTORS: Final = (
    (
        re.compile(r"\b(?:doubl|twice|halv|half|verdoppel|halbier|duplic|удвоил)", re.IGNORECASE),
        Decimal(2),
    ),
    (re.compile(r"\b(?:tripl|thrice|verdreifach|утроил)", re.IGNORECASE), Decimal(3)),
    (re.compile(r"\b(?:quadrupl|vervierfach|cuadruplic)", re.IGNORECASE), Decimal(4)),
)
#: Words before that leave open how much more or less it was.
_LOOSE: Final = re.compile(
    r"\b(?:more than|over|nearly|almost|about|roughly|less than|if|would|could|should|not|than|"
    r"mehr als|über|fast|nahezu|rund|etwa|plus que|presque|environ|más que|casi|"
    r"почти|более чем|wenn|si)\W",
    re.IGNORECASE,
)
#: By what share of itself a multiple told in words may be off, and from where on it is wrong.
_NEAR, _FAR = Decimal("0.1"), Decimal("0.25")


class Multiple(NamedTuple):
    """Whether the two amounts of a claim stand in the ratio that its words say."""

    holds: bool
    formula: str


def multiple(claim: str, said: str, numbers: Sequence[Number]) -> Multiple | None:
    """What the only two amounts of a claim say of the words `said`; None where it is not clear."""
    factor = next((value for words, value in _FACTORS if words.search(said)), None)
    pool = [one for one in numbers if one.kind not in SHARES and not one.maybe_year]
    if factor is None or len(pool) != 2 or not alike(*pool):
        return None
    if not comparable(pool, True):
        return None
    small, big = sorted(value.copy_abs() for value in in_unit_of(pool[0], pool))
    if not small:
        return None
    ratio = ROUGH.divide(big, small)
    gap = ROUGH.divide(ROUGH.subtract(ratio, factor).copy_abs(), factor)
    formula = f"{shown(big)} / {shown(small)} is {shown(ratio)}"
    if gap <= _NEAR:
        return Multiple(True, formula)
    clear = gap > _FAR and measured_alike(*pool) and _LOOSE.search(claim) is None
    return Multiple(False, formula) if clear else None
