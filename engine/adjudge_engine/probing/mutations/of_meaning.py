"""A defect of meaning: a claim is turned into its opposite at one word."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from adjudge_engine.claims import LONG
from adjudge_engine.evaluation import Claim
from adjudge_engine.probing.mutations.material import Material
from adjudge_engine.probing.mutations.mutation import Edit
from adjudge_engine.probing.mutations.pivots import turns_of
from adjudge_engine.text.negation import negates

_UNSPACED: Final = ("zh", "ja")
_MOST_CLAIMS: Final = 200


def inversion(material: Material, random: Random) -> Edit | str:
    """One word of a claim, or a denial in it, is turned into its opposite."""
    if not material.claims:
        return "no_claim"
    found = [
        edit
        for claim in material.claims[:_MOST_CLAIMS]
        for edit in _turns(claim, material.language)
    ]
    return random.choice(found) if found else "no_pivot"


def _turns(claim: Claim, language: str) -> Iterator[Edit]:
    """Every place at which the claim can be turned; none where it may turn twice.

    A word that stands in it more than once, or whose opposite does too ("before and after"), is
    no such place. Nor is a verb to be denied in a claim that denies already.
    """
    text = claim.text
    lower = text.lower()
    if len(lower) != len(text) or "\n" in text or len(text) > LONG:
        return  # places in the one are not places in the other; nobody turns so long a claim
    denies = negates(text)
    taken: list[tuple[int, int]] = []
    for word, opposite in turns_of(language):
        places = _places(lower, word, language)
        free = [
            at
            for at in places
            if not any(at < end and start < at + len(word) for start, end in taken)
        ]
        taken += [(at, at + len(word)) for at in free]
        if len(free) != 1 or _other_side(lower, opposite, word, language):
            continue
        at = free[0]
        if denies and not negates(word) and negates(opposite):
            continue
        new = opposite
        if text[at].isupper():
            new = new[0].upper() + new[1:]
        yield Edit(claim.start + at, text[at : at + len(word)], new)


def _other_side(lower: str, opposite: str, word: str, language: str) -> bool:
    """Whether the opposite stands in the claim too, apart from the word within it."""
    if opposite in word or word in opposite:
        return False
    return bool(_places(lower, opposite, language))


def _places(lower: str, word: str, language: str) -> list[int]:
    found, at = [], lower.find(word)
    while at >= 0:
        end = at + len(word)
        whole = not (lower[max(0, at - 1) : at].isalnum() or lower[end : end + 1].isalnum())
        if whole or language in _UNSPACED:
            found.append(at)
        at = lower.find(word, end)
    return found
