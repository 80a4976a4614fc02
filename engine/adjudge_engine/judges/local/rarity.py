"""How rare a word is, 0 (the commonest) to 1: a rare word that no context has is news.

"Important" and "ensure" come with every generated answer; "tamoxifen" does not. The list holds
folded English words only, so words of other languages count as rare.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

WORDS_FILE: Final = "rarity.json"


def rarity(word: str) -> float:
    """The rarity of a folded word; 1 for one that the list does not have."""
    return _listed().get(word, 1.0)


@cache
def _listed() -> dict[str, float]:
    table = json.loads(files(__package__).joinpath(WORDS_FILE).read_text(encoding="utf-8"))
    return {
        word: int(level) / 100
        for level, words in table["words_by_hundredths"].items()
        for word in words.split()
    }
