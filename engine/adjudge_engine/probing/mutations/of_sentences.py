"""Defects of whole claims: one left out, one denied beside itself, an assertion out of nothing."""

from __future__ import annotations

from collections import Counter
from random import Random

from adjudge_engine.evaluation import Claim
from adjudge_engine.gates.abstention import is_abstention
from adjudge_engine.probing.mutations.material import Material
from adjudge_engine.probing.mutations.mutation import Edit
from adjudge_engine.probing.wording import ASSERTION, denial_of
from adjudge_engine.text.tokens import folded_words, is_content

_MOST_DRAWN = 100


def dropped_fact(material: Material, random: Random) -> Edit | str:
    """A claim that states something the rest of the answer does not is left out."""
    if len(material.claims) < 2:
        return "one_claim"
    whole = Counter(folded_words(material.answer))
    for claim in _drawn(material.claims, random):
        if is_abstention(claim.text):
            continue
        start, end = _with_its_line(material.answer, claim)
        gone = Counter(folded_words(material.answer[start:end]))
        if any(is_content(word) and gone[word] >= whole[word] for word in gone):
            return Edit(start, material.answer[start:end], "")
    return "said_twice"


def added_contradiction(material: Material, random: Random) -> Edit | str:
    """Behind a claim stands a sentence that denies it."""
    for claim in _drawn(material.claims, random):
        if "\n" in claim.text or is_abstention(claim.text):
            continue
        denied = denial_of(claim.text, material.language)
        joint = "" if material.language in ("zh", "ja") else " "
        end = "" if claim.text[-1:] in ".!?。！？…" else "."
        return Edit(claim.end, "", f"{end}{joint}{denied}")
    return "no_claim"


def non_abstention(material: Material, random: Random) -> Edit | str:
    """An answer that says that nothing can be said becomes one that asserts a number."""
    if not material.answer.strip():
        return "no_answer"
    if not is_abstention(material.answer):
        return "not_abstaining"
    number = random.randint(12, 98)
    while number in material.values:
        number += 89
    asserted = ASSERTION[material.language].replace("{}", str(number))
    return Edit(0, material.answer, asserted)


def _drawn(claims: tuple[Claim, ...], random: Random) -> list[Claim]:
    """Claims in an order of chance; without those that only lead in to what follows."""
    drawn = random.sample(claims, min(len(claims), _MOST_DRAWN))
    return [one for one in drawn if one.text[-1:] not in ":："]


def _with_its_line(answer: str, claim: Claim) -> tuple[int, int]:
    """The claim with the space behind it; with its line where that holds nothing else."""
    line = answer.rfind("\n", 0, claim.start) + 1
    stop = answer.find("\n", claim.end)
    stop = len(answer) if stop < 0 else stop + 1
    around = answer[line : claim.start] + answer[claim.end : stop]
    if not any(map(str.isalpha, around)):
        return line, stop
    end = claim.end
    while end < stop and answer[end].isspace() and answer[end] != "\n":
        end += 1
    return claim.start, end
