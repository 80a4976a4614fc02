"""Whether another passage says nearly the same with another figure or the other way round.

Then word for word is not enough: somebody has to say which passage holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from adjudge_engine.evaluation import Claim
from adjudge_engine.subject import Subject
from adjudge_engine.text.negation import negates
from adjudge_engine.text.normalise import normalise
from adjudge_engine.text.tokens import tokens

_FIGURE: Final = re.compile(r"\d++(?:[.,]\d++)*+")
_FEWEST: Final = 8  # characters beside the figures
_SEARCH_LIMIT: Final = 500_000_000
_MOST_DIFFERENT: Final = 0.34  # of the words of both
#: Negations that Arabic writes together with other words.
_FUSED_NEGATION: Final = re.compile("لا|ليس")


#: What keeps a claim from being proved: what follows "…, but".
_FIGURE_ELSEWHERE: Final = "another passage gives another figure"
_DENIED_ELSEWHERE: Final = "another passage says it the other way round"
_TOO_MUCH: Final = "there is too much text to look for a passage that says otherwise"


def rivalled(subject: Subject, claims: Iterable[Claim]) -> dict[str, str]:
    """Those claims, evidence found, that a passage of the case sets itself against: id → how."""
    budget = _SEARCH_LIMIT
    found: dict[str, str] = {}
    for claim in claims:
        budget -= sum(len(context.text) for context in subject.case.contexts)
        if budget < 0:
            found[claim.id] = _TOO_MUCH
            continue
        ours = _words(claim.text)
        rivals = (_rivalry(ours, _words(one.text)) for one in claim.evidence)
        how = next((one for one in rivals if one is not None), None)
        if how is None and _stands_with_other_figures(subject, claim.text):
            how = _FIGURE_ELSEWHERE
        if how is not None:
            found[claim.id] = how
    return found


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


def _rivalry(ours: frozenset[str], theirs: frozenset[str]) -> str | None:
    different = ours ^ theirs
    if not different or len(different) > max(2, _MOST_DIFFERENT * len(ours | theirs)):
        return None
    if any(_negates(word) for word in different):
        return _DENIED_ELSEWHERE
    figures = [one for one in different if any(map(str.isnumeric, one))]
    here = sum(one in ours for one in figures)
    # P200 at 5 and P300 at 9 are two things
    return _FIGURE_ELSEWHERE if here == 1 and len(figures) == 2 else None


def _negates(word: str) -> bool:
    return negates(word) or _FUSED_NEGATION.search(word) is not None
