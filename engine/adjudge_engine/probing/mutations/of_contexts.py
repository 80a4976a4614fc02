"""A defect of the sources: the sentence on which a claim rests is cut out of its context."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from adjudge_engine.case import Context
from adjudge_engine.evaluation import Claim, Evidence
from adjudge_engine.evidence import find_evidence
from adjudge_engine.gates.abstention import is_abstention
from adjudge_engine.probing.mutations.material import Material
from adjudge_engine.probing.mutations.mutation import Edit
from adjudge_engine.text.tokens import folded_words, is_content

_MOST_CLAIMS: Final = 40


def cut_context(material: Material, random: Random) -> Edit | str:
    """The sentences of a claim's best evidence go; something it says stands nowhere else."""
    if not material.contexts:
        return "no_context"
    drawn = random.sample(material.claims, min(len(material.claims), _MOST_CLAIMS))
    claims = [one for one in drawn if not is_abstention(one.text)]
    whole = Counter(word for one in material.contexts for word in folded_words(one.text))
    found = "no_evidence"
    for claim in find_evidence(claims, material.contexts, limit=1):
        place = next(iter(claim.evidence), None)
        context = None if place is None else material.case.context(place.context_id)
        if place is None or context is None:
            continue
        if context.cells:
            found = "in_a_table"
            continue
        edit = _cut(material, context, place)
        if _is_lost(claim, edit, whole):
            return edit
        found = "said_elsewhere"
    return found


def _cut(material: Material, context: Context, place: Evidence) -> Edit:
    start, end = place.start, place.end
    for left, right in material.sentences[context.id]:
        if left < place.end and place.start < right:
            start, end = min(start, left), max(end, right)
    return Edit(start, context.text[start:end], "", context.id)


def _is_lost(claim: Claim, edit: Edit, whole: Counter[str]) -> bool:
    """Whether the cut sentences hold a word of the claim that no context has any more."""
    gone = Counter(folded_words(edit.before))
    own = {word for word in folded_words(claim.text) if is_content(word)}
    return any(word in gone and gone[word] >= whole[word] for word in own)
