"""Whether another passage says nearly the same with another figure or the other way round.

Then word for word is not enough: somebody has to say which passage holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from adjudge_engine.evaluation import Claim
from adjudge_engine.subject import Subject
from adjudge_engine.text.normalise import normalise
from adjudge_engine.text.tokens import tokens

_FIGURE: Final = re.compile(r"\d++(?:[.,]\d++)*+")
_FEWEST: Final = 8  # characters beside the figures
_SEARCH_LIMIT: Final = 500_000_000
_MOST_DIFFERENT: Final = 0.34  # of the words of both
_NEGATIONS: Final = frozenset(
    word
    for line in (
        "no not never without neither nor cannot none don't doesn't isn't aren't won't can't",
        "nicht kein keine keinen keiner ohne nie pas aucun aucune sans jamais ni no sin nunca",
        "ningún ninguna non senza mai não sem niet geen zonder не нет без",
    )
    for word in line.split()
)
_OTHER_NEGATION: Final = re.compile("ません|ない|不|没|沒|无|無|않|없|नहीं|لا|ليس")


def without_rivals(subject: Subject, claims: Iterable[Claim]) -> frozenset[str]:
    """The ids of those claims, evidence found, that no passage of the case sets itself against."""
    budget = _SEARCH_LIMIT
    kept: set[str] = set()
    for claim in claims:
        budget -= sum(len(context.text) for context in subject.case.contexts)
        if budget < 0:
            break
        ours = _words(claim.text)
        near = any(_rivals(ours, _words(one.text)) for one in claim.evidence)
        if not near and not _stands_with_other_figures(subject, claim.text):
            kept.add(claim.id)
    return frozenset(kept)


def _stands_with_other_figures(subject: Subject, claim: str) -> bool:
    """Whether the very words of the claim stand somewhere around one other figure."""
    said = normalise(claim, fold_case=True).text.strip(" .!。")
    words, figures = _FIGURE.split(said), _FIGURE.findall(said)
    if len(words) < 2 or sum(map(len, words)) < _FEWEST:
        return False
    pattern = re.compile(_FIGURE.pattern.join(map(re.escape, words)))
    for context in subject.case.contexts:
        for match in pattern.finditer(subject.normalised(context).text.lower()):
            there = zip(figures, _FIGURE.findall(match.group()), strict=False)
            if sum(one != other for one, other in there) == 1:
                return True
    return False


def _words(text: str) -> frozenset[str]:
    return frozenset(token.folded for token in tokens(normalise(text, fold_case=True).text))


def _rivals(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    different = ours ^ theirs
    if not different or len(different) > max(2, _MOST_DIFFERENT * len(ours | theirs)):
        return False
    if any(_negates(word) for word in different):
        return True
    figures = [one for one in different if any(map(str.isnumeric, one))]
    here = sum(one in ours for one in figures)
    return here == 1 and len(figures) == 2  # P200 at 5 and P300 at 9 are two things


def _negates(word: str) -> bool:
    return word in _NEGATIONS or _OTHER_NEGATION.search(word) is not None
