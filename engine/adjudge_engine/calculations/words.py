"""The words by which questions, claims, clauses and table labels name the same things."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.reading.tables import word_list
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
            "costo стоит стоят стоили сколько составляет составляют год всего вместе "
            "сумма разница nominal remaining left rate more less fewer "
            "higher lower went gone go goes up down rise rises rose risen rising grow grows grew "
            "grown fall falls fell fallen drop drops dropped decline declined climb climbed jumped "
            "increases decreases reduced raised point points gestiegen stieg sank gesunken fiel "
            "wuchs passé passée augmenté baissé subió bajó aumentó cayó вырос выросла снизился "
            "plus minus give make come equal each per year years fiscal period "
            "january february march april may june july august september october november "
            "december end ended ending"
        ),
    )
)
_SINGLE: Final = re.compile(r"(?<![\w.])[A-Z](?![\w.'’])")
#: What joins names in scripts without spaces: operations, particles, the ends of sentences.
_JOINTS: Final = re.compile(
    "約|大?约|およそ|合計|合计|总计|总共|一共|共计|总额|総額|合わせて|いくら|何[人名室個円枚]|多少|平均|差額|差额|相差"
    "|[でま]すか?|でした|ました|(?<=[\u30a0-\u9fff])[とのはがをでもにへや和与及的](?![\u3041-\u3096])"
)
_UNSPACED: Final = re.compile("[\u3041-\u9fff]")


def names_in(text: str) -> frozenset[str]:
    """The folded words of `text` that may name something; a capital alone ("Module A") is one."""
    text = text[:4_000]
    words = text if _UNSPACED.search(text) is None else _JOINTS.sub(" ", text)
    found = {
        one.folded
        for one in tokens(words)
        if is_content(one.folded) and one.folded not in _NO_NAMES
    }
    for match in _SINGLE.finditer(text):
        if match.group() not in "AI" or not _starts(text, match.start()):
            found.add("=" + match.group())
    return frozenset(found)


def _starts(text: str, at: int) -> bool:
    """Whether a sentence starts at `at`: there "A" and "I" are mere words."""
    before = text[max(0, at - 3) : at].rstrip()
    return not before or before[-1] in ".!?:\n"
