"""A defect of names: what is said of one is said of another that the sources name too."""

from __future__ import annotations

from random import Random
from typing import Final

from adjudge_engine.claims import LONG
from adjudge_engine.probing.mutations.material import Material
from adjudge_engine.probing.mutations.mutation import Edit
from adjudge_engine.text.names import Name

_DRAWN: Final = 8  # names of an answer that are tried, in an order of chance
_MOST_OTHERS: Final = 2_000


def swapped_entity(material: Material, random: Random) -> Edit | str:
    """A name of the answer becomes another name of the contexts, alike in shape."""
    if not material.names:
        return "no_name"
    seen = {one.words: one for one in reversed(material.context_names)}
    others = sorted(seen.values(), key=lambda one: (one.words, one.text))
    for name in random.sample(material.names, min(len(material.names), _DRAWN)):
        claim = material.claim_of(name.start, name.end)
        if claim is None or len(claim.text) > LONG:
            continue
        said = claim.text.casefold()
        fitting = [one for one in others[:_MOST_OTHERS] if _fits(one, name, said)]
        if fitting:
            return Edit(name.start, name.text, random.choice(fitting).text)
    return "no_other_name"


def _fits(other: Name, name: Name, claim: str) -> bool:
    """Whether `other` is another's name, of the same shape, and not in the claim already."""
    return (
        not set(other.words) & set(name.words)
        and _shape(other) == _shape(name)
        and other.text.casefold() not in claim
        and "\n" not in other.text
    )


def _shape(name: Name) -> tuple[bool, bool, bool]:
    """Whether it has digits, whether it is all capitals, and whether it is of several words."""
    return any(map(str.isdecimal, name.text)), name.text.isupper(), len(name.words) > 1
