"""Totals of the tables that an answer draws itself: does each row or column add up?"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from adjudge_engine.calculations.amounts import ROUGH
from adjudge_engine.calculations.derive import Library
from adjudge_engine.calculations.sources import Total, stands, totals_in
from adjudge_engine.calculations.tables import grids_in
from adjudge_engine.numbers.model import Number

#: So many totals of an answer are recomputed.
_MOST: Final = 200


class TableRuling(NamedTuple):
    """A reason code, its message and the span of the total in the answer."""

    code: str
    message: str
    start: int
    end: int


def table_rulings(answer: str, library: Library) -> Iterator[TableRuling]:
    """What becomes of each total in the answer's tables, as far as its operands are clear."""
    if "|" not in answer and "\t" not in answer:
        return
    at = 0
    for grid in grids_in(answer, ""):
        for count, (amount, total) in enumerate(totals_in(grid)):
            if count == _MOST:
                return
            start = answer.find(amount.text, at)
            start = max(start, 0)
            code = _code(amount, total, library)
            if code:
                joint = " recomputes:" if code == "recomputed" else ":"
                message = f'"{amount.text[:80]}"{joint} {total.formula}'
                yield TableRuling(code, message, start, start + len(amount.text))


def _code(amount: Number, total: Total, library: Library) -> str:
    """Rounded parts need not add up to a total that a context has."""
    if total.holds:
        return "recomputed"
    gap = ROUGH.subtract(amount.value, total.given).copy_abs()
    if gap <= ROUGH.multiply(amount.step, Decimal(total.parts) / 2):
        return "" if amount.decimals or stands(library, amount) is not None else "wrong_result"
    return "wrong_result" if stands(library, amount) is None else "source_inconsistent"
