"""Totals, averages and differences that a claim states with their operands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Final

from adjudge_engine.calculations.amounts import ROUGH, alike, measured_alike, rounds_to
from adjudge_engine.calculations.claimed import (
    FEW,
    Finding,
    Stated,
    introduces,
    pool_of,
    share_measure,
    sides_of,
)
from adjudge_engine.calculations.solve import Operation, Solution, agrees, solve
from adjudge_engine.numbers.model import SHARES, Number

#: So many operands are tried in all their subsets; more are taken as they stand.
_SUBSETS: Final = 8


#: Words for changes in per cent, which follow one another: 10 % and 10 % more make 21 %.
_RELATIVE: Final = re.compile(
    r"\b(?:increas|decreas|grow|grew|ris|rose|fall|fell|drop|declin|discount|reduc|cut|interest|"
    r"return|inflation|chang|rabatt|wachs|stieg|sank|remise|hausse|baisse|descuento|aument|"
    r"скидк|рост|вырос)|割引|成長|増|増加|上昇|折扣|增长|上涨",
    re.IGNORECASE,
)
#: What is taken off a sum, so that it is none of what the claim states alone.
_TAKEN: Final = re.compile(
    r"\b(?:net of|less an?|less the|less (?=[$€£¥0-9])|minus|discount|rebate|refund|deduct|"
    r"write-?off|withheld|withholding|abzüglich|rabatt|skonto|déduction|remise|descuento|"
    r"за вычетом|скидк)|[0-9] (?:off|(?:tax |store )?credit)\b|割引|値引|差し引|扣除|折扣",
    re.IGNORECASE,
)
_WEIGHTED: Final = re.compile(
    r"\b(?:un)?weight|gewicht|pondér|ponderad|взвешен|加重|加权", re.IGNORECASE
)


def total(stated: Stated) -> Finding:
    found = _whole(stated, "total") or _multiplied(stated) or _some(stated, "total")
    if found.state not in ("holds", "wrong"):
        return found
    shares = stated.result.kind == "percent"
    if _TAKEN.search(stated.claim) or (shares and _RELATIVE.search(stated.claim)):
        return found._replace(state="unclear")
    return found


def average(stated: Stated) -> Finding:
    found = _whole(stated, "average") or _some(stated, "average")
    told = sum(one.operation == "average" for one in stated.reading.statements)
    weighted = _WEIGHTED.search(stated.claim) is not None
    if weighted or (told > 1 and found.state == "wrong"):  # an average of averages has weights
        return found._replace(state="unclear") if found.state != "few" else found
    return found


def _whole(stated: Stated, operation: Operation) -> Finding | None:
    """The finding that all numbers before the result, after it, or both, give it."""
    before, after = sides_of(stated)
    sides = [before, after, before + after]
    sides += [lent for side in sides if (lent := _scaled(side)) != side]
    for side in sides:
        solution = solve(operation, stated.result, side)
        if solution is not None and agrees(stated.result, solution):
            return Finding("holds", solution, tuple(side))
    return None


def _scaled(side: list[Number]) -> list[Number]:
    """The operands with the scale that a figure may share with one behind it: 10 and 20 million."""
    if not any(one.scale for one in side):
        return side
    return [
        one._replace(value=one.other, scale="shared")
        if one.other is not None and one.other > one.value and not one.scale
        else one
        for one in side
    ]


def _multiplied(stated: Stated) -> Finding | None:
    """The finding that a total is a product, or should be: 12 crates of 7 jars each."""
    result, others = stated.result, [one for one in stated.others if one.kind not in SHARES][:6]
    rated = stated.says_each or any(one.per for one in others)
    if len(others) == 3 and others[0].value == 1 and others[0].noun:
        others, rated = others[1:], True  # "1個200円": so much for one of them
    if len(others) < 2 or (len(others) > 2 and not rated):
        return None
    solution = None
    for pair in combinations(others, 2):
        if not any(alike(result, one) for one in pair):
            continue
        plain = [one._replace(unit=result.unit, per=result.per) for one in pair]
        solution = solve("product", result, plain)
        if solution is not None and agrees(result, solution):
            return Finding("holds", solution, pair)
    before = all(one.start < result.start for one in others)
    if not rated or len(others) > 2 or not before or stated.is_hedged or solution is None:
        return None
    if any(one.kind in SHARES for one in stated.others):
        return None  # interest of 5 % on an amount for two years
    same = sum(_counts_the_same(result, one) for one in others)
    return Finding("wrong", solution, tuple(others)) if same == 1 else None


def _counts_the_same(result: Number, one: Number) -> bool:
    """Whether both are in one currency, one unit, or count things of one name."""
    if result.currency or result.unit:
        return measured_alike(result, one)
    return bool(result.noun) and result.noun == one.noun


def _some(stated: Stated, operation: Operation) -> Finding:
    """Not all of the numbers give the result: another choice of them, or none."""
    before, after = sides_of(stated)
    side = before if len(before) > 1 else after
    if len(side) < 2 or (side is after and not introduces(stated, side)):
        return FEW
    solution = solve(operation, stated.result, _scaled(side))
    pool = before + after
    if operation == "total" and len(pool) <= _SUBSETS:
        for size in range(2, len(pool)):
            for chosen in combinations(pool, size):
                part = solve(operation, stated.result, chosen)
                if part is not None and agrees(stated.result, part):
                    return Finding("unclear", part, chosen)
    clear = (
        solution is not None
        and share_measure(stated.result, side)
        and not stated.says_each
        and not stated.is_hedged
        and len(pool) == len(side)
        and not (stated.result.value < 0 and rounds_to(stated.result, ROUGH.minus(solution.value)))
    )
    return Finding("wrong" if clear else "unclear", solution, tuple(side))


def difference(stated: Stated) -> Finding:
    return between(stated, pool_of(stated))


def between(stated: Stated, pool: list[Number]) -> Finding:
    """The difference between two operands, or what is left of one by all others."""
    result = stated.result
    if len(pool) < 2:
        return FEW
    near = pool if len(pool) == 2 else []
    for pair in [near] if near else pairwise(pool):
        solution = _gap(result, pair)
        if solution is not None and agrees(result, solution):
            return Finding("holds", solution, tuple(pair))
    whole = solve("difference", result, pool)
    if whole is not None and agrees(result, whole):
        return Finding("holds", whole, tuple(pool))
    solution = _gap(result, near) if near else None
    before = all(one.start < result.start for one in pool)
    between = bool(near) and _is_between(stated, near)
    clear = (
        near
        and (before or between or introduces(stated, near))
        and share_measure(result, near)
        and (between or not stated.says_each)
        and not stated.is_hedged
    )
    if clear:
        return Finding("wrong", solution, tuple(near))
    return Finding("unclear", solution, tuple(near))


def _is_between(stated: Stated, pair: Sequence[Number]) -> bool:
    """ "At $45, A is $7 more than B at $38": what is compared stands on both sides."""
    said = stated.claim[stated.statement.start : stated.statement.end]
    return said.endswith((" than", " als", " que")) and (
        pair[0].start < stated.result.start < pair[1].start
    )


def _gap(result: Number, pair: Sequence[Number]) -> Solution | None:
    """The bigger less the smaller."""
    solution = solve("difference", result, pair)
    if solution is not None and solution.value < 0:
        solution = solve("difference", result, (pair[1], pair[0]))
    return solution


def conclusion(stated: Stated) -> Finding:
    """ "… so 17": any operation that gives the result; without a named one nothing is wrong."""
    pool = [one for one in stated.others if one.start < stated.result.start]
    same = [one for one in pool if alike(stated.result, one)]
    for operation, operands in (
        ("difference", same[-2:]),
        ("total", same),
        ("product", [one._replace(unit=stated.result.unit) for one in pool[-2:]]),
    ):
        solution = solve(operation, stated.result, operands)  # type: ignore[arg-type]
        if solution is not None and agrees(stated.result, solution):
            return Finding("holds", solution, tuple(operands))
    told = stated.result.currency or stated.result.unit
    if told and len(same) == 2 and all(measured_alike(stated.result, one) for one in same):
        return Finding("unclear", solve("total", stated.result, same), tuple(same))
    return FEW
