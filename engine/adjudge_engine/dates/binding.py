"""What a date belongs to: the words of its clause, and whether the claim means another date.

The rule is contrastive, for words differ more often than facts: a date is another's only where
the contexts give a second date of the same kind whose clause has words of the claim that the
first one's lacks, while what is particular to the first one is not in the claim.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from adjudge_engine.dates.names import MONTHS, WEEKDAYS
from adjudge_engine.numbers.binding.belonging import binding
from adjudge_engine.numbers.binding.names import lone_letters
from adjudge_engine.numbers.reading.tables import word_set

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
#: What ends a clause.
_BREAKS: Final = (". ", "\n", "|", "! ", "? ", "; ", ".\xa0")
_WIDE_BREAKS: Final = ("。", "！", "？", "；", "؟ ", "।")
#: What parts the shares of a clause: "the pool on … and the sauna on …".
_PART: Final = re.compile(
    r"[,;:—–、，]|(?<![^\W_])(?:and|or|but|while|und|oder|et|ou|y|e|o|и|а|व|और|و)(?![^\W_])"
)
_REACH: Final = 240
_SHARE: Final = 120
#: Clauses that differ in more words are not about two of a kind.
_APART: Final = 4
_STOP: Final = word_set(
    "the and for was were are has had have been will shall with that this these those from into "
    "until till since before after during over under about its his her their our your they them "
    "you she who whom which when where what than then also not but all any each both only just "
    "on day days date dates year years month months week weeks time times der die das den dem "
    "des ein eine und ist war sind wird wurde mit von vom zum zur bis seit auf für aus bei nach "
    "vor les une est sont été dans pour par avec sur aux que qui los las una del por con para "
    "fue son che gli dal nel per sono stato как что это для при был была было были его она они "
    "tag tage tagen woche wochen monat monate monaten jahr jahre jahren jour jours semaine "
    "semaines mois ans année années día días semana semanas mes meses año años giorno giorni "
    "mese mesi anno anni через день дня дней неделя недели недель месяц месяца месяцев год года "
    "лет году"
)


def words(text: str) -> frozenset[str]:
    """The words of `text` that may tell one thing from another, without their endings."""
    found = set(map(_stem, _WORD.findall(text.lower())))
    found.discard("")
    found.update(one.lower() for one in lone_letters(text, 0, len(text)))
    return frozenset(found)


def clause(text: str, start: int, end: int) -> str:
    """The clause or line around `text[start:end]`, at most 240 code points to either side."""
    low, high = clause_span(text, start, end)
    return text[low:high]


def clause_span(text: str, start: int, end: int) -> tuple[int, int]:
    """Where `clause` starts and ends."""
    first, low, high = start - _REACH, start - _REACH, end + _REACH
    if first < 0:
        first = low = 0
    last = min(len(text), high)
    for sign in _BREAKS if text.isascii() else _BREAKS + _WIDE_BREAKS:
        at = text.rfind(sign, low, start) + len(sign)
        if at > first and at >= low + len(sign):
            first = at
        at = text.find(sign, end, last) + 1
        if at:
            last = at
    return first, last


def is_cell(text: str, low: int, high: int) -> bool:
    """Whether the clause `text[low:high]` is a cell of a row."""
    return text[low - 1 : low] == "|" or text[high - 1 : high] == "|"


def share(text: str, start: int, end: int, other: tuple[int, int]) -> frozenset[str]:
    """The words of the part of a clause that is the date's alone; `other`: another date's place."""
    low, high = clause_span(text, start, end)
    low, high = max(low, start - _SHARE), min(high, end + _SHARE)
    if other[1] <= start:
        low = max(low, other[1])
    elif other[0] >= end:
        high = min(high, other[0])
    for match in _PART.finditer(text, low, start):
        low = match.end()
    part = _PART.search(text, end, high)
    return words(text[low:start]) | words(text[end : high if part is None else part.start()])


def row_words(text: str, start: int, end: int) -> frozenset[str]:
    """The words of the row and the heads that the cell `text[start:end]` belongs to."""
    return words(" ".join(binding(text, start, end).words))


def belongs_elsewhere(claim: frozenset[str], here: frozenset[str], there: frozenset[str]) -> bool:
    """Whether the claim speaks of what stands `there` rather than of what stands `here`."""
    ours, theirs = here - there, there - here
    if max(len(ours), len(theirs)) > _APART:
        return False  # they are not said in parallel, so words that differ say little
    if not here & there & claim and max(len(ours), len(theirs)) > 1:
        return False
    return bool(theirs & claim) and bool(ours) and not ours & claim


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    """The first letters of a word in small letters; "" for one that says nothing here."""
    if word in _STOP or word in MONTHS or word in WEEKDAYS:
        return ""
    if not word.isascii():
        return word[:7]
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:7]
