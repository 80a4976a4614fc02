"""Totals of the tables that an answer draws itself: does each row or column add up?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from adjudge_engine.calculations.amounts import ROUGH
from adjudge_engine.calculations.derive import Library
from adjudge_engine.calculations.sources import InTable, stands, totals_in
from adjudge_engine.calculations.tables import Grid, grids_in
from adjudge_engine.numbers.reading.tables import word_set

#: So many totals of an answer are recomputed.
_MOST: Final = 200
#: Labels of what is not added to a total: what is taken off, prices, quantities, shares.
_OTHERWISE: Final = re.compile(
    r"\b(?:less|minus|discounts?|deduct\w*|rebates?|refunds?|credits?|returns?|expenses|qty|quantity|"
    r"units?|(?:unit )?price|rate|hours?|days?|number|no|count|average|percent|share|margin|"
    r"abzüglich|abzug|\w*rabatt|skonto|menge|anzahl|\w*preis|stück|stunden|tage|\w*satz|anteil|"
    r"remise|déduction|quantité|prix|nombre|cantidad|precio|descuento|количество|цена|скидка)\b"
    r"|[%％×]|値引|割引|控除|数量|単価|单价|折扣|扣|件数|個数",
    re.IGNORECASE,
)
#: What a label of a total may say beside.
_SAYS_TOTAL: Final = word_set(
    "total subtotal sub grand overall all sum amount cost costs due gesamt gesamtsumme summe "
    "zwischensumme insgesamt somme suma итого всего 合計 合计 总计 总 小計 小计 usd eur gbp jpy chf"
)


class TableRuling(NamedTuple):
    """A reason code, its message and the span of the total in the answer."""

    code: str
    message: str
    start: int
    end: int


def table_rulings(answer: str, library: Library) -> Iterator[TableRuling]:
    """What becomes of each total in the answer's tables, as far as its operands are clear."""
    at = left = 0
    for grid in grids_in(answer, ""):
        at = max(at, answer.find(grid.rows[0][0], at))
        for one in totals_in(grid):
            left += 1
            if left > _MOST:
                return
            code = _code(one, library)
            if code:
                text = one.amount.text
                joint = " recomputes:" if code == "recomputed" else ":"
                start = max(at, answer.find(text, _line_of(one, grid, answer, at)))
                message = f'"{text[:80]}"{joint} {one.total.formula}'
                yield TableRuling(code, message, start, start + len(text))
        at = max(at, answer.find(grid.rows[-1][0], at))


def _line_of(one: InTable, grid: Grid, answer: str, at: int) -> int:
    """Where the cells behind the label of the amount's row begin in the answer, from `at` on."""
    name = grid.rows[one.row if one.table is grid else one.column][0]
    return max(at, answer.find(name, at)) + len(name)


def _code(one: InTable, library: Library) -> str:
    """Rounded parts need not add up to a total that a context has."""
    amount, total = one.amount, one.total
    if total.holds:
        return "recomputed"
    if not _is_sum(one):
        return ""
    gap = ROUGH.subtract(amount.value, total.given).copy_abs()
    if gap <= ROUGH.multiply(amount.step, Decimal(total.parts) / 2):
        return "" if amount.decimals or stands(library, amount) is not None else "wrong_result"
    return "wrong_result" if stands(library, amount) is None else "source_inconsistent"


def _is_sum(one: InTable) -> bool:
    """Whether a total can be meant as the sum of all parts, though it is not.

    None is where a label says that its amount is taken off or is a price or a quantity, where the
    total names what no part is ("Total visitors" below shops and staff), and where it is a
    difference or a product of the parts.
    """
    table, row, column = one.table, one.row, one.column
    if any(_OTHERWISE.search(table.labels[at].text) for at in range(table.head, row)):
        return False
    if table.labels[row].words - table.columns[column].words - _SAYS_TOTAL:
        return False
    sizes = [each.value for at in range(table.head, row) if (each := table.amount(at, column))]
    wanted, product = one.amount.value, Decimal(1)
    for size in sizes:
        product = ROUGH.multiply(product, size)
        if ROUGH.subtract(one.total.given, ROUGH.multiply(size, 2)) == wanted:
            return False
    return wanted not in (product, ROUGH.subtract(ROUGH.multiply(sizes[0], 2), one.total.given))
