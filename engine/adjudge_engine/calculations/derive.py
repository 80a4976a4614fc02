"""Numbers that stand in no context: do they follow, by a named operation, from bound numbers?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from adjudge_engine.calculations import prose
from adjudge_engine.calculations.amounts import ROUGH, alike, shown
from adjudge_engine.calculations.cells import Asked, Operands, operands_in
from adjudge_engine.calculations.ends import ends_named
from adjudge_engine.calculations.solve import Operation, agrees, solve
from adjudge_engine.calculations.tables import (
    Grid,
    grids_in,
    is_total,
    ordered_years,
    years_in,
)
from adjudge_engine.calculations.words import names_in
from adjudge_engine.numbers.model import SHARES, Number
from adjudge_engine.numbers.reading.headings import headings_of
from adjudge_engine.once import once
from adjudge_engine.text.lower import lowered

_RANGE: Final = re.compile(
    r"((?:19|20)[0-9]{2})\s?(?:-|–|to|through|until|bis|à|a)\s?((?:19|20)[0-9]{2})"
)
_ENDPOINTS: Final = ("difference", "percent_change")
#: "From 2018 to 2019" and "in 2019 from 2018" ask for a change with its sign.
_DIRECTED: Final = re.compile(r"\b(?:from|change|increase|decrease|growth)\b", re.IGNORECASE)
#: How much of a context is looked through for tables, and how many tables are kept.
_CHARACTERS: Final = 200_000
_TABLES: Final = 50
#: Characters that are searched for names and figures, over all numbers of an answer.
_SEARCHED: Final = 500_000_000
_SCALE_WORDS: Final = {
    3: ("thousand", "000", "tsd", "tausend"),
    6: ("million", "mn", "mio"),
    9: ("billion", "bn", "mrd", "milliard"),
}


class Derivation(NamedTuple):
    """What operands that are bound by name give: `code` of the numbers gate and the message."""

    code: str
    message: str


class Library:
    """The contexts as what operands are taken from: tables and sentences, read when asked for.

    How many characters may be searched is bounded; after that nothing more is found.
    """

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        """`texts`: (context id, text), taken when they are first asked for."""
        self._texts = texts
        self._left = _SEARCHED

    @once
    def texts(self) -> list[tuple[str, str]]:
        """(context id, text) of every context."""
        return list(self._texts)

    @once
    def grids(self) -> list[Grid]:
        """The tables of all contexts; one that stands twice (as text and as cells) counts once."""
        found: list[Grid] = []
        for context_id, text in self.texts:
            for grid in grids_in(text[:_CHARACTERS], context_id):
                if not any(one.rows == grid.rows for one in found):
                    found.append(grid)
                if len(found) >= _TABLES:
                    return found
        return found

    def search(self, times: int) -> Iterator[tuple[str, str, str]]:
        """(context id, text, text in lower case), to be searched through so many times."""
        for (context_id, text), lower in zip(self.texts, self._lower, strict=True):
            self._left -= times * len(text)
            if self._left < 0:
                return
            yield context_id, text, lower

    @once
    def factors(self) -> frozenset[Decimal]:
        """What the headings of the contexts ("in thousands") multiply the tables' figures by."""
        texts = (text[:_CHARACTERS] for _, text in self.texts)
        return frozenset(factor for text in texts for _, factor in headings_of(text))

    @once
    def _lower(self) -> list[str]:
        """The texts in lower case, same offsets: a letter that would grow stays as it is."""
        return [lowered(text) for _, text in self.texts]

    def heads(self, factor: Decimal) -> bool:
        """Whether a table itself names the scale of that factor, as "RMB'million" does."""
        words = _SCALE_WORDS.get(factor.adjusted(), ())
        return any(word in text for word in words for text in self._tables)

    @once
    def _tables(self) -> list[str]:
        rows = (row for grid in self.grids for row in (*grid.rows[: grid.head], *grid.rows[:3]))
        return [" ".join(row).lower() for row in rows]


def derive(
    number: Number, operations: Sequence[Operation], text: str, library: Library
) -> Derivation | None:
    """What the operands that `text` (question and claim) names give under the named operations.

    None where no operands are bound. `derived` where all best-named operands give this number;
    `untraced` where they all give another one; `derivation_unchecked` where some do.
    """
    rulings = [
        ruling
        for operation in operations
        if (ruling := _ruling(number, _solutions(number, operation, text, library)))
    ]
    right = (one for one in rulings if one.code == "derived")
    return next(right, None) or (rulings[0] if len(rulings) == 1 else _unclear(rulings))


def _unclear(rulings: list[Derivation]) -> Derivation | None:
    for one in rulings:
        return one._replace(code="derivation_unchecked")
    return None


class _Solved(NamedTuple):
    """One solution: whether it is the number, is sure to be what is asked, and in words."""

    holds: bool
    sure: bool
    said: str
    value: str


def _solutions(number: Number, operation: Operation, text: str, library: Library) -> list[_Solved]:
    years = years_in(text)
    total = is_total(text)
    asked = Asked(names_in(text) - years, _filled(text, years, operation), operation, total)
    found = (
        _solved(number, operation, operands, library, text)
        for operands in _best(library, asked, number, text)
    )
    return [one for one in found if one is not None]


def _ruling(number: Number, solutions: list[_Solved]) -> Derivation | None:
    if not solutions:
        return None
    right = [one for one in solutions if one.holds]
    values = {one.value for one in solutions}
    if right and len(values) == 1:
        return Derivation("derived", f'"{number.text}" follows from the contexts: {right[0].said}')
    stands = f'"{number.text}" stands in no context'
    if right:
        others = len(values) - 1
        guess = f"perhaps {right[0].said}, but other operands ({others}) are named as well"
        return Derivation("derivation_unchecked", f"{stands}; {guess}")
    code = "untraced" if len(values) == 1 and solutions[0].sure else "derivation_unchecked"
    return Derivation(code, f"{stands}; {solutions[0].said}")


def _filled(text: str, years: frozenset[str], operation: Operation) -> frozenset[str]:
    """The years of `text`, with those between for an operation over a whole period."""
    if operation in _ENDPOINTS:
        return years
    found = set(years)
    for first, last in _RANGE.findall(text):
        if 0 < int(last) - int(first) < 30:
            found.update(map(str, range(int(first), int(last) + 1)))
    return frozenset(found)


def _best(library: Library, asked: Asked, number: Number, text: str) -> Iterator[Operands]:
    """The operands that are named best, in tables, else in sentences."""
    found = [
        one
        for grid in library.grids
        for one in operands_in(grid, asked)
        if _may_give(number, asked.operation, one.numbers)
    ]
    if found:
        least = min(one.rank for one in found)
        yield from (one for one in found if one.rank == least)
        return
    names = asked.names | asked.years
    if asked.operation in _ENDPOINTS:
        ends = ends_named(library.search(1), names)
        if ends is not None and _may_give(number, asked.operation, ends[:2]):
            old, new = ends.old, ends.new
            told = (old, new) if asked.operation == "percent_change" else (new, old)
            yield Operands(0, told, (f"context {ends.context_id}",), True)
            return
    same = asked.operation in ("total", "difference", "average")
    bound = prose.bound_numbers(library.search(len(names)), names, number, same=same)
    chosen = prose.select(bound, names)
    sure = bool(chosen) and not prose.uncovered(chosen, names)
    if not chosen:
        chosen = prose.counted(bound, text, number)
        sure = bool(chosen)
    if len(chosen) > 1 and _may_give(number, asked.operation, [one.number for one in chosen]):
        chosen = _as_solved(chosen, asked.operation, text)
        numbers = tuple(one.number for one in chosen)
        where = tuple(dict.fromkeys(f"context {one.context_id}" for one in chosen))
        yield Operands(0, numbers, where, sure)


def _as_solved(chosen: list[prose.Bound], operation: Operation, text: str) -> list[prose.Bound]:
    """The bigger first in a difference, the earlier first in a change: by years, else as named."""
    if len(chosen) != 2:
        return chosen
    if operation == "difference":
        return sorted(chosen, key=lambda one: one.number.value, reverse=True)
    if operation == "percent_change":
        return sorted(chosen, key=lambda one: max(one.names & years_in(text), default=""))
    return chosen


def _may_give(number: Number, operation: Operation, operands: Sequence[Number]) -> bool:
    """Whether operands are alike, and of the kind that the number has, where that must be."""
    if not all(alike(operands[0], one) for one in operands[1:]):
        return False
    shares = operands[0].kind in SHARES
    if operation in ("total", "difference", "average"):
        return shares == (number.kind in SHARES) or not number.text.strip("-0123456789.,")
    return True


def _solved(
    number: Number, operation: Operation, found: Operands, library: Library, text: str
) -> _Solved | None:
    numbers = _ordered(found, operation, text)
    solution = solve(operation, number._replace(unit=""), numbers)
    if solution is None:
        return None
    directed = operation != "difference" or (_DIRECTED.search(text) is not None and _dated(found))
    # The difference between two things has no sign; one that has a minus may be meant either way.
    open_sign = not directed and number.value < 0
    signed = directed and operation not in ("share", "ratio")
    holds = not open_sign and any(
        agrees(scaled, solution, signed) for scaled in _scaled(number, operation, library, numbers)
    )
    where = "; ".join(label for label in found.labels if label)
    said = solution.says(number)
    value = shown(solution.value.copy_abs(), number)
    sure = found.sure and not open_sign and _has_scale(number, library, numbers)
    return _Solved(holds, sure, f"{said} ({where})" if where else said, value)


def _dated(found: Operands) -> bool:
    """Whether the operands are told apart by years, so that one is the earlier."""
    return all(years_in(label) for label in found.labels)


def _ordered(found: Operands, operation: Operation, text: str) -> tuple[Number, ...]:
    """A change from the earlier to the later, a difference as it is named, a part of its whole."""
    numbers = found.numbers
    if len(numbers) != 2 or len(found.labels) != 2:
        return numbers
    first, second = (max(years_in(label), default="") for label in found.labels)
    if operation == "percent_change":
        return numbers[::-1] if first > second else numbers
    if operation == "difference":
        directed = _DIRECTED.search(text) is not None
        turned = second > first if directed else ordered_years(text)[:1] == [second]
        return numbers[::-1] if first != second and turned else numbers
    if operation in ("share", "ratio"):
        whole = is_total(found.labels[0]) > is_total(found.labels[1])
        bigger = numbers[0].value.copy_abs() > numbers[1].value.copy_abs()
        equal = is_total(found.labels[0]) == is_total(found.labels[1])
        return numbers[::-1] if whole or (equal and bigger) else numbers
    return numbers


def _scaled(
    number: Number, operation: Operation, library: Library, numbers: Sequence[Number]
) -> list[Number]:
    """The number as the operands may be counted: as it is, and in what headings count by."""
    if operation in ("percent_change", "share", "ratio") or number.kind in SHARES:
        return [number]
    if any(one.scale for one in numbers):
        return [number]
    found = [] if number.scale and number.scale != "heading" else [number]
    factors = sorted(library.factors)
    if number.scale:
        own = _scale(number)
        if not factors and library.heads(own):
            factors.append(own)
    for factor in factors:
        value, step = ROUGH.divide(number.value, factor), ROUGH.divide(number.step, factor)
        found.append(number._replace(value=value, step=step, other=None))
    return found


def _scale(number: Number) -> Decimal:
    """What the number's scale word multiplies by."""
    return Decimal(1).scaleb(number.step.adjusted() + number.decimals)


def _has_scale(number: Number, library: Library, numbers: Sequence[Number]) -> bool:
    """Whether it is known what a table's figures are counted by, once the number has a scale."""
    if not number.scale or number.kind in SHARES or any(one.scale for one in numbers):
        return True
    return bool(library.factors) or library.heads(_scale(number))
