"""What a date belongs to: the words of its clause, and whether the claim means another date.

The rule is contrastive, for words differ more often than facts: a date is another's only where
the contexts give a second date of the same kind whose clause has words of the claim that the
first one's lacks, while what is particular to the first one is not in the claim.
"""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.dates.names import MONTHS, WEEKDAYS
from adjudge_engine.numbers.tables import word_set

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_BREAK: Final = re.compile(r"[.!?;]\s|\n|[。！？；|]")
_REACH: Final = 240
#: Clauses that differ in more words are not about two of a kind.
_APART: Final = 4
_STOP: Final = word_set(
    "the and for was were are has had have been will shall with that this these those from into "
    "until till since before after during over under about its his her their our your they them "
    "you she who whom which when where what than then also not but all any each both only just on "
    "day days date dates year years month months week time times der die das den dem des ein eine "
    "und ist war sind wird wurde mit von vom zum zur bis seit auf für aus bei nach vor les des "
    "une est sont été dans pour par avec sur aux que qui los las una del por con para fue son "
    "che gli dal nel per con una sono stato как что это для при был была было были его она они"
)


def words(text: str) -> frozenset[str]:
    """The words of `text` that may tell one thing from another, without their endings."""
    found = (word.lower() for word in _WORD.findall(text))
    return frozenset(
        _stem(word)
        for word in found
        if word not in _STOP and word not in MONTHS and word not in WEEKDAYS
    )


def clause(text: str, start: int, end: int) -> str:
    """The clause or line around `text[start:end]`, at most 240 code points to either side."""
    low, high = clause_span(text, start, end)
    return text[low:high]


def clause_span(text: str, start: int, end: int) -> tuple[int, int]:
    """Where `clause` starts and ends."""
    low, high = max(0, start - _REACH), min(len(text), end + _REACH)
    first = low
    for match in _BREAK.finditer(text, low, start):
        first = match.end()
    last = _BREAK.search(text, end, high)
    return first, last.start() + 1 if last is not None else high


def belongs_elsewhere(claim: frozenset[str], here: frozenset[str], there: frozenset[str]) -> bool:
    """Whether the claim speaks of what stands `there` rather than of what stands `here`."""
    ours, theirs = here - there, there - here
    if max(len(ours), len(theirs)) > _APART:
        return False  # they are not said in parallel, so words that differ say little
    if not here & there & claim and max(len(ours), len(theirs)) > 1:
        return False
    return bool(theirs & claim) and bool(ours) and not ours & claim


def _stem(word: str) -> str:
    if not word.isascii():
        return word[:7]
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:7]
