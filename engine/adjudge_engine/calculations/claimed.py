"""A stated calculation with its claim, and what is found about it.

Three answers, as `Finding.state`: `holds`, `wrong` (the operands are clear and give something
else), `unclear` (several readings, of which one may hold), and `few`: the claim itself does not
give two operands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from operator import or_
from typing import Final, Literal, NamedTuple

from adjudge_engine.calculations.amounts import alike, measured_alike
from adjudge_engine.calculations.kinds import is_plural
from adjudge_engine.calculations.solve import Solution
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.stating.stated import Reading, Statement

State = Literal["holds", "wrong", "unclear", "few"]
#: Words that say that the numbers of a claim are not simply all the operands of its result.
_HEDGE: Final = re.compile(
    r"\b(?:includ\w{1,5}|of which|of whom|of them|excluding|except|weighted|up from|down from|"
    r"compared|instead|until|rather than|versus|vs|among|other|others|rest|davon|darunter|dont|"
    r"y compris|incluidos?|gewichtet\w{0,2}|through|within|if|would|could|maximum|minimum|limit|"
    r"goal|worldwide|nationwide|respectively)\b|うち|其中",
    re.IGNORECASE,
)
_EACH: Final = re.compile(
    r"\b(?:each|per|apiece|every|a piece|at|times|je|jeweils|pro|par|chacune?|cada|каждый|x)\b"
    r"|[×@]|每|各|ずつ",
    re.IGNORECASE,
)

_YEAR: Final = re.compile(r"(?:19|20)[0-9]{2}")
_DATES: Final = re.compile(
    r"\b(?:from|to|in|since|until|till|through|between|during|FY|bis|von|de|à|depuis|en|hasta|с|по)"
    r"\s\Z",
    re.IGNORECASE,
)
_PERIOD: Final = re.compile(
    r"(?<![0-9.,])(?:19|20)[0-9]{2}(?: (?:and|to|through|until|bis|à|a|по) |\s?[-–]\s?)\Z",
    re.IGNORECASE,
)


class Finding(NamedTuple):
    """What the operands of a claim say about its result; `solution` is what they give."""

    state: State
    solution: Solution | None = None
    operands: tuple[Number, ...] = ()
    note: str = ""


FEW: Final = Finding("few")


class Stated(NamedTuple):
    """A statement with the claim that it stands in."""

    claim: str
    reading: Reading
    statement: Statement

    @property
    def result(self) -> Number:
        assert self.statement.result is not None
        return self.reading.numbers[self.statement.result]

    @property
    def others(self) -> list[Number]:
        """The claim's other numbers that may be operands: no years, no counts of the others."""
        result = self.result
        found = [one for one in self.reading.numbers if one is not result and not one.maybe_year]
        if self.operation in ("total", "average"):
            return [one for one in found if not _is_dating(self.claim, one)]
        return found

    @property
    def operation(self) -> str:
        return self.statement.operation

    @property
    def is_hedged(self) -> bool:
        said = self.claim[self.statement.start : self.statement.end].lower()
        if self.result.bound is not None and "up to" not in said:  # "adds up to" is no bound
            return True
        return _hedges(self.claim)

    @property
    def says_each(self) -> bool:
        """Whether the claim says how much one of several is."""
        return _says_each(self.claim)


def _is_dating(claim: str, one: Number) -> bool:
    """ "From 2019 to 2021 sales were 10, 20 and 30": a year that ends a period."""
    if _YEAR.fullmatch(one.text) is None or one.unit or one.currency:
        return False
    before = claim[max(0, one.start - 16) : one.start]
    if _PERIOD.search(before) is not None:
        return True
    return not is_plural(one.noun) and _DATES.search(before) is not None


@lru_cache(maxsize=64)
def _hedges(claim: str) -> bool:
    return _HEDGE.search(claim) is not None


@lru_cache(maxsize=64)
def _says_each(claim: str) -> bool:
    return _EACH.search(claim) is not None


def pool_of(stated: Stated) -> list[Number]:
    """The operands that a sum, an average or a difference may have, in the claim's order."""
    result = stated.result
    found = [one for one in stated.others if alike(result, one)]
    nouns = [one for one in found if one.noun and one.noun == result.noun]
    if len(nouns) > 1:
        found = [one for one in found if one in nouns or not is_plural(one.noun)]
    bare = [one for one in found if not _counts(one, found)]
    return bare if len(bare) > 1 else found


def _counts(number: Number, pool: Sequence[Number]) -> bool:
    """Whether a number only counts the others: "the three sites scored 71, 78 and 85"."""
    if number.value != len(pool) - 1 or not is_plural(number.noun) or number is not pool[0]:
        return False
    return any(one.noun != number.noun for one in pool[1:])


def share_measure(result: Number, operands: Sequence[Number]) -> bool:
    """Whether operands surely measure what the result does; one may leave it unsaid, not all."""
    said = [measured_alike(result, one) for one in operands]
    bare = [not (one.unit or one.currency or is_plural(one.noun)) for one in operands]
    return any(said) and all(map(or_, said, bare))


def introduces(stated: Stated, operands: Sequence[Number]) -> bool:
    """Whether the operands follow the result as its parts: "a total of 90: 40 and 50"."""
    gap = stated.claim[stated.result.end : operands[0].start]
    return len(gap) < 60 and any(sign in gap for sign in ":(=：（")


def sides_of(stated: Stated) -> tuple[list[Number], list[Number]]:
    pool, result = pool_of(stated), stated.result
    return [one for one in pool if one.start < result.start], [
        one for one in pool if one.start > result.start
    ]
