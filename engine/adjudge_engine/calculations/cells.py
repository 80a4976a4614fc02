"""Operands from tables: the cells whose rows and columns a question names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from adjudge_engine.calculations.solve import Operation
from adjudge_engine.calculations.tables import Grid, Label
from adjudge_engine.numbers.model import Number

#: Rows that may be meant by one question; among more nothing is named.
_FEW: Final = 12


class Asked(NamedTuple):
    """What is asked: the names, the years (ranges filled in), the operation, "total" or not."""

    names: frozenset[str]
    years: frozenset[str]
    operation: Operation
    total: bool

    @property
    def wants_total(self) -> bool:
        """Whether "total" names a row, and not the operation."""
        return self.total and self.operation != "total"


class Operands(NamedTuple):
    """Cells that may be meant, in their order; the smaller `rank`, the better they are named.

    `sure`: rows and columns are named in full and nothing else is asked for.
    """

    rank: int
    numbers: tuple[Number, ...]
    labels: tuple[str, ...]
    sure: bool


def operands_in(grid: Grid, asked: Asked) -> Iterator[Operands]:
    """The operands that a table has for what is asked, its rows as things and turned."""
    for way, table in enumerate((grid, grid.turned)):
        if table.head < len(table.rows) and len(table.rows) > 1:
            for find in (_along_row, _across_rows, _down_column):
                for one in find(table, asked):
                    yield one._replace(rank=2 * one.rank + way)


def _along_row(grid: Grid, asked: Asked) -> Iterator[Operands]:
    """Several columns of the one row that is named best: 2018 and 2019."""
    for rank, row in _best_rows(grid, asked):
        for columns in _column_sets(grid, row, asked):
            if asked.operation in ("total", "average") or len(columns) == 2:
                yield _operands(grid, rank, [(row, column) for column in columns], asked)


def _across_rows(grid: Grid, asked: Asked) -> Iterator[Operands]:
    """Several rows that are named in full, in one column."""
    rows = _named_rows(grid, asked)
    if not 2 <= len(rows) <= _FEW:
        return
    if len(rows) != 2 and asked.operation not in ("total", "average"):
        return
    columns = _columns(grid, rows[0], asked)
    misses = len(asked.names.difference(*(grid.labels[row].words for row in rows)))
    for column in columns[:3]:
        if all(grid.amount(row, column) is not None for row in rows):
            rank = 2 * misses + len(columns) - 1
            yield _operands(grid, rank, [(row, column) for row in rows], asked)


def _down_column(grid: Grid, asked: Asked) -> Iterator[Operands]:
    """All rows of a column that is named in full, where no row is: an average over quarters."""
    if asked.operation != "average" or len(grid.rows) - grid.head > _FEW:
        return
    rows = [
        row
        for row in range(grid.head, len(grid.rows))
        if grid.labels[row].text and not grid.labels[row].is_total
    ]
    if len(rows) < 2 or any(grid.labels[row].words & asked.names for row in rows):
        return
    for column, label in enumerate(grid.columns):
        named = column and label.words and label.words <= asked.names
        if named and all(grid.amount(row, column) is not None for row in rows):
            yield _operands(grid, 8, [(row, column) for row in rows], asked)


def _operands(grid: Grid, rank: int, places: Sequence[tuple[int, int]], asked: Asked) -> Operands:
    numbers = [grid.amount(row, column) for row, column in places]
    labels = [
        " ".join(f"{grid.labels[row].text} {grid.columns[column].text}".split())
        for row, column in places
    ]
    return Operands(
        rank,
        tuple(one for one in numbers if one is not None),
        tuple(labels),
        _is_sure(grid, places, asked),
    )


def _is_sure(grid: Grid, places: Sequence[tuple[int, int]], asked: Asked) -> bool:
    rows = {row for row, _ in places}
    columns = {column for _, column in places}
    known: set[str] = set()
    for row in rows:
        label = grid.labels[row]
        if not label.words <= asked.names or label.is_total != asked.wants_total:
            return False
        known |= label.words | label.section
    for column in columns:
        known |= grid.columns[column].words
    years = [grid.columns[column].years | grid.labels[row].years for row, column in places]
    dated = {year for one in years for year in one}
    if len({bool(one) for one in years}) > 1:
        return False
    return asked.names <= known and asked.years <= dated


def _best_rows(grid: Grid, asked: Asked) -> list[tuple[int, int]]:
    """(rank, row) of the rows that share most words with what is asked, best first."""
    ranked = []
    for row in range(grid.head, len(grid.rows)):
        label = grid.labels[row]
        words = label.words
        hits = len(words & asked.names)
        if not hits or 2 * hits < len(words) or not grid.filled(row):
            continue
        left = len(asked.names - words - label.section)
        rank = 4 * left + 4 * (len(words) - hits) - len(label.section & asked.names)
        ranked.append((rank + 2 * (label.is_total != asked.wants_total), row))
    ranked.sort()
    return ranked[:3]


def _named_rows(grid: Grid, asked: Asked) -> list[int]:
    """The rows whose whole label is named, but for those that a longer named label holds."""
    wanted = asked.names | asked.years
    full = [
        row
        for row in range(grid.head, len(grid.rows))
        if (words := _all_words(grid.labels[row])) and words <= wanted and grid.filled(row)
    ]
    if len(full) > 4 * _FEW:
        return []
    kept = []
    for row in full:
        words = _all_words(grid.labels[row])
        if not any(words < _all_words(grid.labels[other]) for other in full):
            kept.append(row)
    return kept


def _all_words(label: Label) -> frozenset[str]:
    return label.words | label.years


def _column_sets(grid: Grid, row: int, asked: Asked) -> list[list[int]]:
    """Columns that belong together: alike but for their year, or named apart by words."""
    filled = grid.filled(row)
    if asked.years:
        dated = [at for at in filled if grid.columns[at].years & asked.years]
        if len(asked.years) > 1:
            return _by_template(grid, dated, asked)
        named = [at for at in filled if grid.columns[at].words & asked.names]
        return [named] if len(named) > 1 else []
    named = [at for at in filled if grid.columns[at].words & asked.names]
    if len(named) > 1:
        return [named]
    return [filled] if 1 < len(filled) <= _FEW else []


def _by_template(grid: Grid, columns: list[int], asked: Asked) -> list[list[int]]:
    """Columns with all the years that are asked for, one each, whose labels else are the same."""
    groups: dict[str, list[int]] = {}
    for at in columns:
        groups.setdefault(grid.columns[at].template, []).append(at)
    whole = [group for group in groups.values() if len(group) == len(asked.years)]
    if not whole and len(columns) == len(asked.years):
        whole = [columns]
    hits = [len(grid.columns[group[0]].words & asked.names) for group in whole]
    best = max(hits, default=0)
    return [group for group, hit in zip(whole, hits, strict=True) if hit == best]


def _columns(grid: Grid, row: int, asked: Asked) -> list[int]:
    """The columns of a row that are asked for: by year, else by name, else all that are filled."""
    filled = grid.filled(row)
    dated = [at for at in filled if grid.columns[at].years & asked.years]
    pool = dated or filled
    named = {at: len(grid.columns[at].words & asked.names) for at in pool}
    best = max(named.values(), default=0)
    return [at for at in pool if named[at] == best]
