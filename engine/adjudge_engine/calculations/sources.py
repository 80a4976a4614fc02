"""What the contexts themselves say of a stated result: as a total in words, or in a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from adjudge_engine.calculations.amounts import ROUGH, alike, shown
from adjudge_engine.calculations.derive import Library
from adjudge_engine.calculations.tables import Grid
from adjudge_engine.numbers.model import SHARES, Number
from adjudge_engine.numbers.reading.tables import word_list
from adjudge_engine.numbers.stating.operation_words import STEMS

_FIGURE: Final = re.compile(r"[0-9](?:[0-9.,' ]{0,38}[0-9])?")
_BOUNDS: Final = re.compile(r"[.;!?]\s|[\n。！？；]")
_REACH: Final = 240
_WORDS: Final = {
    number: tuple(words.split("/"))
    for number, words in enumerate(
        word_list(
            "two/zwei/deux/dos/два three/drei/trois/tres/три four/vier/quatre/cuatro "
            "five/fünf/cinq/cinco six/sechs/seis seven/sieben/sept/siete eight/acht/huit/ocho "
            "nine/neun/neuf/nueve ten/zehn/dix/diez eleven/elf/onze/once twelve/zwölf/douze/doce"
        ),
        start=2,
    )
}
_COUNTS: Final = frozenset(map(Decimal, _WORDS))
_HITS: Final = 50


class Total(NamedTuple):
    """A total of a context's table and what the rows above it give: None where that is unclear."""

    formula: str
    given: Decimal
    holds: bool
    context_id: str
    #: How many amounts were added.
    parts: int = 0


def states(library: Library, result: Number, operation: str) -> str | None:
    """The id of a context that has the figure in one sentence (or row) with the operation's words.

    Only places of the figure are looked at, found by search, and of those a bounded number.
    """
    stems = [stem for stem in (*STEMS[operation].alone, *STEMS[operation].verbs) if stem != " of "]
    forms = _forms(result)
    for context_id, _, text in library.search(len(forms)):
        for form in forms:
            for start, end in _places(text, form):
                sentence = _around(text, start, end)
                if any(stem in sentence for stem in stems):
                    return context_id
    return None


def repeats(library: Library, result: Number, operands: Sequence[Number]) -> bool:
    """Whether one sentence of a context has the result beside all of its operands."""
    forms = _forms(result)
    for _, _, text in library.search(len(forms)):
        for form in forms:
            for start, end in _places(text, form):
                sentence = _around(text, start, end)
                if all(any(one in sentence for one in _forms(each)) for each in operands):
                    return True
    return False


def stands(library: Library, result: Number) -> str | None:
    """The id of a context that has the figure, with its unit or noun, anywhere."""
    forms = _forms(result)
    for context_id, _, text in library.search(len(forms)):
        for form in forms:
            for _, end in _places(text, form):
                if _is_same_measure(result, text, end - len(form), end):
                    return context_id
    return None


def _is_same_measure(result: Number, text: str, start: int, end: int) -> bool:
    """Whether the figure has the result's currency, unit or noun beside it, if it has any."""
    if result.kind in SHARES:
        return False  # "20%" of something else tells nothing about a growth of 20%
    measure = _FIGURE.sub(" ", result.text.lower()).split()
    if measure:
        beside = text[max(0, start - 5) : start] + text[end : end + 24]
        return any(word.rstrip("s") in beside for word in measure)
    if result.noun:
        return text.startswith(result.noun, end + 1) or sum(map(str.isdigit, text[start:end])) > 2
    return True


def _forms(result: Number) -> list[str]:
    """How the figure may be written: as it is, and without or with grouping."""
    match = _FIGURE.search(result.text)
    words = _WORDS[int(result.value)] if result.value in _COUNTS else ()
    if match is None:
        return [result.text.lower(), *words, *([str(result.value)] if words else [])]
    figure = match.group()
    forms = [figure, figure.replace(",", "").replace(" ", "")]
    if not result.scale and result.value == result.value.to_integral_value():
        forms.append(f"{result.value.copy_abs():,.0f}" if abs(result.value) < 10**15 else figure)
    return list(dict.fromkeys([*forms, *words]))


def _places(text: str, form: str) -> Iterator[tuple[int, int]]:
    """Where `form` stands as a number of its own."""
    at = text.find(form)
    for _ in range(_HITS):
        if at < 0:
            return
        end = at + len(form)
        before, after = text[max(0, at - 2) : at], text[end : end + 2]
        if form.isalpha() and (before[-1:].isalpha() or after[:1].isalpha()):
            pass  # "ten" in "often"
        elif not _goes_on(before[::-1]) and not _goes_on(after):
            yield at, end
        at = text.find(form, end)


def _goes_on(beside: str) -> bool:
    """Whether a figure goes on with a digit, or with a separator and a digit."""
    if beside[:1].isdigit():
        return True
    return beside[:1] in (".", ",") and beside[1:2].isdigit()


def _around(text: str, start: int, end: int) -> str:
    low, high = sentence_around(text, start, end)
    return text[low:high]


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The span of the sentence, or the row, that `text[start:end]` stands in; bounded."""
    low = max(0, start - _REACH)
    for match in _BOUNDS.finditer(text, low, start):
        low = match.end()
    stop = _BOUNDS.search(text, end, end + _REACH)
    return low, stop.start() if stop is not None else min(len(text), end + _REACH)


def table_total(library: Library, result: Number) -> Total | None:
    """The total row or column of a table that holds the figure, recomputed; None without one."""
    for grid in library.grids:
        for table in (grid, grid.turned):
            for row in range(max(1, table.head), len(table.rows)):
                if not table.labels[row].is_total:
                    continue
                for column in table.filled(row):
                    amount = table.amount(row, column)
                    if amount is not None and amount.value == result.value:
                        return _recomputed(table, row, column, amount)
    return None


class InTable(NamedTuple):
    """An amount in the total row of a table, by its place there, and what it should be."""

    amount: Number
    total: Total
    table: Grid
    row: int
    column: int


def totals_in(grid: Grid) -> Iterator[InTable]:
    """Each amount in a total row or column, with what it should be, where that is clear."""
    for table in (grid, grid.turned):
        for row in range(max(1, table.head), len(table.rows)):
            for column in table.filled(row) if table.labels[row].is_total else ():
                amount = table.amount(row, column)
                total = _recomputed(table, row, column, amount) if amount is not None else None
                if amount is not None and total is not None:
                    yield InTable(amount, total, table, row, column)


def _recomputed(grid: Grid, row: int, column: int, total: Number) -> Total | None:
    """The sum over the rows above: since the section, since the last total, without totals."""
    above = [
        (at, amount)
        for at in range(grid.head, row)
        if (amount := grid.amount(at, column)) is not None and alike(amount, total)
    ]
    section = _section_start(grid, row)
    choices = [
        [one for at, one in above if at > section],
        [one for at, one in above if not grid.labels[at].is_total],
        [one for at, one in above if at > section and not grid.labels[at].is_total],
    ]
    for chosen in choices:
        if len(chosen) > 1 and _sum(chosen) == total.value:
            return _total(chosen, True, grid)
    simple = choices[0] == choices[1] and len(choices[0]) > 1
    same = simple and len(choices[0]) == row - grid.head and row == len(grid.rows) - 1
    return _total(choices[0], False, grid) if same else None


def _section_start(grid: Grid, row: int) -> int:
    for at in range(row - 1, grid.head - 1, -1):
        if grid.labels[at].is_total or not any(cell.strip() for cell in grid.rows[at][1:]):
            return at
    return grid.head - 1


def _sum(numbers: Sequence[Number]) -> Decimal:
    total = Decimal(0)
    for number in numbers:
        total = ROUGH.add(total, number.value)
    return total


def _total(numbers: Sequence[Number], holds: bool, grid: Grid) -> Total:
    value = _sum(numbers)
    names = [shown(one.value) for one in numbers]
    formula = " + ".join(names if len(names) <= 6 else [*names[:3], "…", names[-1]])
    return Total(f"{formula} = {shown(value)}", value, holds, grid.context_id, len(numbers))
