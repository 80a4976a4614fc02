"""Shares, proportions and multiples that a claim states: 36 of 48, 5 to 1, four times as many."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations
from operator import attrgetter
from typing import Final

from adjudge_engine.calculations.amounts import HUNDRED, ROUGH, alike, by_size, measured_alike
from adjudge_engine.calculations.changes import NEW, OLD
from adjudge_engine.calculations.claimed import FEW, Finding, Stated
from adjudge_engine.calculations.solve import Solution, agrees, solve
from adjudge_engine.numbers.model import SHARES, Number

_NEAR: Final = Decimal("0.1")
_BEFORE: Final = 14
_PARTNER: Final = re.compile(r"\s?(?:to|:|zu|à|a|к|对|比|対)\s?\Z", re.IGNORECASE)
_RATE: Final = re.compile(
    r"\b(?:rate|share|proportion|percentage|margin|that is|equals?|anteil|quote|taux|part|"
    r"proporción|porcentaje|доля|das sind|das entspricht|soit|c'est-à-dire|es decir|"
    r"то есть|which is)\b"
    r"|\bi\.e\.|つまり|すなわち|占|即|率|割合|比例|占比|比重|\(\Z|, (?:or|an?)? ?\Z|=",
    re.IGNORECASE,
)
#: Between two amounts that are compared, no part and whole.
_COMPARED: Final = re.compile(
    r"\b(?:compared|versus|vs|against|up from|down from|gegenüber|nach|contre|frente a|contro)\b",
    re.IGNORECASE,
)
#: "20 of the 80 members, which is a quarter": a share that is told as a fraction.
_PART_OF: Final = re.compile(r"(?!ratio)[^\s]{1,24} (?:[^\W\d_]{1,20} )?(?:out )?of ")
_OUT_OF: Final = re.compile(r"\b(?:of|von|sur|de|из)\b")
_RATIO_OF: Final = re.compile(
    r"\bratio of (?:[^\W\d_]{1,30} ){0,3}?([^\W\d_]{1,30})"
    r" to (?:[^\W\d_]{1,30} ){0,3}?([^\W\d_]{1,30}) "
    r"(?:is|was|equals)",
    re.IGNORECASE,
)


def ratio(stated: Stated) -> Finding:
    result = stated.result
    if result.kind in SHARES - {"fraction"}:
        return _part(stated)
    if _PART_OF.match(stated.claim[stated.statement.start : stated.statement.end]):
        return _part(stated) if result.kind == "fraction" else FEW
    after = [one for one in stated.reading.numbers if one.start > result.start]
    gap = stated.claim[result.end : after[0].start] if after else ""
    if after and _PARTNER.fullmatch(gap):
        return _proportion(stated, after[0])
    return _times(stated)


def _part(stated: Stated) -> Finding:
    """A share in per cent of two amounts: the smaller of the bigger."""
    result = stated.result
    pool = [one for one in stated.others if one.kind not in SHARES]
    holds = Finding("few")
    for pair in combinations(pool[:6], 2):
        solution = _share_of(result, pair)
        if solution is None or not alike(*pair):
            continue
        if agrees(result, solution):
            return Finding("holds", solution, pair)
        rest = Solution(ROUGH.subtract(HUNDRED, solution.value), f"100 - {solution.formula}")
        if agrees(result, rest):
            holds = Finding("unclear", solution, pair)
    if len(pool) != 2 or holds.state == "unclear" or not alike(pool[0], pool[1]):
        return holds
    last = max(one.end for one in pool)
    told = last <= result.start and _RATE.search(stated.claim[last : result.start]) is not None
    if result.value < 0 or _are_levels(stated.claim, _by_place(pool)):
        return FEW
    if not told and not _is_explained(stated, pool):
        return FEW
    return Finding("wrong", _share_of(result, pool), tuple(pool))


def _by_place(pool: Sequence[Number]) -> tuple[Number, Number]:
    first, second = sorted(pool, key=attrgetter("start"))
    return first, second


def _are_levels(claim: str, pair: tuple[Number, Number]) -> bool:
    """Whether two amounts are one thing at two times, of which neither is a part of the other."""
    first, second = pair
    if _COMPARED.search(claim, first.end, second.start) is not None:
        return True
    before = [claim[max(0, one.start - _BEFORE) : one.start] for one in pair]
    return any(OLD.search(before[at]) and NEW.search(before[1 - at]) for at in (0, 1))


def _is_explained(stated: Stated, pool: Sequence[Number]) -> bool:
    """ "45% (12 of 30)": what the share is of stands in parentheses behind it."""
    first, second = pool
    gap, between = (
        stated.claim[stated.result.end : first.start],
        stated.claim[first.end : second.start],
    )
    return gap in (" (", "(") and _OUT_OF.search(between) is not None


def _share_of(result: Number, pair: Sequence[Number]) -> Solution | None:
    small, big = by_size(pair)
    if not big.value:
        return None
    return solve("share", result._replace(unit=small.unit), (small, big))


def _proportion(stated: Stated, partner: Number) -> Finding:
    """ "The ratio of nurses to doctors is 5 to 1" of two amounts."""
    result = stated.result
    pool = [one for one in stated.others if one.start != partner.start and one.kind not in SHARES]
    if len(pool) < 2 or not partner.value:
        return FEW
    said = ROUGH.divide(result.value, partner.value)
    # "2 to 1" shows no digits that could be rounded: it is right within a few per cent.
    step = ROUGH.divide(result.step, partner.value)
    if not result.approximate:
        step = min(step, ROUGH.multiply(said, _NEAR))
    target = result._replace(value=said, step=step, unit="", currency="")
    if len(pool) > 2:
        return Finding("unclear")
    order = _as_named(stated.claim, (pool[0], pool[1]))
    pair = order or (pool[0], pool[1])
    solution = solve("ratio", target, pair)
    if solution is not None and agrees(target, solution):
        return Finding("holds", solution, pair)
    turned = solve("ratio", target, pair[::-1])
    if order is None and turned is not None and agrees(target, turned):
        return Finding("unclear", solution, pair)
    return Finding("wrong" if solution is not None else "unclear", solution, pair)


def _as_named(claim: str, pair: tuple[Number, Number]) -> tuple[Number, Number] | None:
    """The pair in the order in which "the ratio of A to B" names its things, if it does."""
    named = _RATIO_OF.search(claim)
    if named is None:
        return None
    first, second = named[1].lower(), named[2].lower()
    nouns = [one.noun for one in pair]
    if nouns == [first, second] or nouns[0] == first or nouns[1] == second:
        return pair
    if nouns == [second, first] or nouns[0] == second or nouns[1] == first:
        return pair[::-1]
    return None


def _times(stated: Stated) -> Finding:
    """ "Three times as many": one of two amounts over the other, or what it is more by."""
    result = stated.result._replace(noun="", unit="", currency="")
    if result.step == 1 and not result.approximate:  # 2.5 is not "three times as many"
        result = result._replace(step=Decimal("0.5"))
    pool = [one for one in stated.others if one.kind not in SHARES]
    if len(pool) < 2:
        return FEW
    for pair in combinations(pool[:6], 2):
        small, big = by_size(pair)
        solution = solve("ratio", result, (big, small)) if small.value else None
        if solution is None or not alike(big, small):
            continue
        more = solution._replace(value=ROUGH.subtract(solution.value, Decimal(1)))
        if agrees(result, solution) or agrees(result, more):
            return Finding("holds", solution, pair)
        if len(pool) == 2 and measured_alike(big, small) and not stated.is_hedged:
            return Finding("wrong", solution, pair)
    return Finding("unclear")
