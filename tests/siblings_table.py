"""The tables of `tests/siblings`: right and wrong answers of every kind, invented, one a line.

Columns, parted by tabs: kind, context, an answer that must pass, one that must fail, question. An
empty answer: there is none of that sort. "⏎" stands for a line break.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parent / "siblings"


class Sample(NamedTuple):
    """One answer of a table with what it is asked of."""

    name: str
    context: str
    answer: str
    question: str


def right_answers(table: str) -> list[Sample]:
    """The answers that the gate must pass."""
    return _column(table, 2)


def wrong_answers(table: str) -> list[Sample]:
    """The answers that the gate must fail."""
    return _column(table, 3)


def _column(table: str, place: int) -> list[Sample]:
    text = (_FOLDER / f"{table}.tsv").read_text(encoding="utf-8")
    found = []
    for line in text.replace("⏎", "\x00").splitlines()[1:]:
        cells = line.replace("\x00", "\n").split("\t")
        if cells[place]:
            name = f"{cells[0]}: {cells[place][:48]}"
            found.append(Sample(name, cells[1], cells[place], cells[4] or "?"))
    return found
