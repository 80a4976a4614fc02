"""The words by which questions, claims, clauses and table labels name the same things."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.tables import word_list, word_set
from adjudge_engine.text.tokens import fold, is_content, tokens

#: Words of operations and of asking; they name no thing.
_NO_NAMES: Final = frozenset(
    map(
        fold,
        word_list(
            "total totals sum together altogether combined overall aggregate difference differ "
            "average mean percentage percent change changed increase increased decrease decreased "
            "growth ratio proportion share much many what how cost costs amount amounts number "
            "value respectively between compared expressed gesamt insgesamt zusammen summe "
            "differenz unterschied durchschnitt prozent kosten kostet betrag ensemble total somme "
            "coût coûte coûtent différence moyenne total suma cuesta cuestan diferencia promedio "
            "costo год всего вместе сумма разница nominal remaining left rate more less fewer "
            "higher lower plus minus give make come equal each per year years fiscal period "
            "january february march april may june july august september october november "
            "december end ended ending"
        ),
    )
)
_SINGLE: Final = re.compile(r"(?<![\w.])[A-Z](?![\w.'’])")
#: Signs of operations in scripts without spaces, left out of their pairs of characters.
_EASTERN: Final = word_set("合計 合计 总计 总共 いく くら 多少 平均 差額")


def names_in(text: str) -> frozenset[str]:
    """The folded words of `text` that may name something; a capital alone ("Module A") is one."""
    found = {
        one.folded
        for one in tokens(text[:4_000])
        if is_content(one.folded) and one.folded not in _NO_NAMES and one.folded not in _EASTERN
    }
    for match in _SINGLE.finditer(text[:4_000]):
        if match.group() not in "AI" or not _starts(text, match.start()):
            found.add("=" + match.group())
    return frozenset(found)


def _starts(text: str, at: int) -> bool:
    """Whether a sentence starts at `at`: there "A" and "I" are mere words."""
    before = text[max(0, at - 3) : at].rstrip()
    return not before or before[-1] in ".!?:\n"
