"""Amounts in parentheses that are costs: an expense of "(80)" is said as an expense of 80."""

from __future__ import annotations

from typing import Final

from adjudge_engine.numbers.binding import said_with
from adjudge_engine.numbers.index import Found
from adjudge_engine.numbers.material import Material
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.tables import word_list
from adjudge_engine.text.tokens import fold

_COSTS: Final = frozenset(
    map(
        fold,
        word_list(
            "expense expenses cost costs loss losses payment payments paid purchase purchases "
            "deduction deductions decrease depreciation amortization amortisation impairment tax "
            "taxes charge charges repayment used outflow outflows expenditure vested forfeited "
            "aufwand aufwendungen kosten verlust charges dépenses perte gastos costes pérdida"
        ),
    )
)
#: What may have either sign ("Profit (loss)", "Net cash provided by (used in)").
_EITHER: Final = frozenset(
    map(fold, word_list("profit gain gains surplus result provided earnings change gewinn benefit"))
)


def is_outflow(material: Material, number: Number, found: Found) -> bool:
    """Whether `found`, in parentheses, is a cost that `number` states without its sign."""
    source = found.number
    if number.signed or number.direction is not None or not source.text.startswith("("):
        return False
    for context_id, text, located in material.texts:
        if (context_id, located) == (found.context_id, found.located):
            words = said_with(text, source.start, source.end).words.keys()
            income = "incom" in words and not words & {fold("tax"), fold("expense")}
            return bool(words & _COSTS) and not words & _EITHER and not income
    return False
