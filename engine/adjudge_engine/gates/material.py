"""Which claims need a citation: those with something in them that can be wrong."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.text.boundary import is_unspaced

_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
#: Negations and comparisons, in lower case.
_TELLING: Final = frozenset(
    word
    for line in (
        "no not never none neither nor without cannot only more less most least fewer higher",
        "lower larger smaller longer shorter than before after always all every must",
        "nicht kein keine keinen keiner keinem ohne nie nur mehr weniger höher niedriger alle",
        "ne pas aucun aucune sans jamais plus moins seulement tous toutes",
        "nunca sin ningún ninguna más menos solo sólo todos todas",
        "não sem nenhum nenhuma mais apenas non senza nessun nessuna mai più meno tutti",
        "не нет без никогда больше меньше только все",
    )
    for word in line.split()
)
_FEWEST_CASELESS: Final = 4


def is_material(text: str) -> bool:
    """Whether a statement holds a number, a name, a negation or a comparison.

    Where letters have no case, names cannot be told, so any statement counts.
    """
    if any(map(str.isnumeric, text)):
        return True
    words = _WORD.findall(text)
    if any(word[:1].isupper() for word in words[1:]):
        return True
    if any(word.lower() in _TELLING or word.lower().endswith("n't") for word in words):
        return True
    caseless = [one for one in text if one.isalpha() and one.lower() == one.upper()]
    spaced = len(words) > 2
    return len(caseless) >= _FEWEST_CASELESS and (spaced or any(map(is_unspaced, caseless)))
