"""Planting defects: every kind in every case, by seed; what cannot be planted is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Final

from adjudge_engine.case import Case
from adjudge_engine.probing.chance import chance
from adjudge_engine.probing.mutations.material import LONGEST, Material
from adjudge_engine.probing.mutations.mutation import Edit, Kind, Mutation, Void
from adjudge_engine.probing.mutations.of_contexts import cut_context
from adjudge_engine.probing.mutations.of_meaning import inversion
from adjudge_engine.probing.mutations.of_names import swapped_entity
from adjudge_engine.probing.mutations.of_numbers import fabricated_number, misattributed_number
from adjudge_engine.probing.mutations.of_sentences import (
    added_contradiction,
    dropped_fact,
    non_abstention,
)
from adjudge_engine.text.tokens import folded_words

#: Plants one kind: the edit, or the reason why there is none.
Planter = Callable[[Material, Random], Edit | str]

PLANTERS: Final[Mapping[Kind, Planter]] = {
    "dropped_fact": dropped_fact,
    "fabricated_number": fabricated_number,
    "non_abstention": non_abstention,
    "added_contradiction": added_contradiction,
    "inversion": inversion,
    "swapped_entity": swapped_entity,
    "misattributed_number": misattributed_number,
    "cut_context": cut_context,
}
KINDS: Final[tuple[Kind, ...]] = tuple(PLANTERS)

#: Why a defect is void, in words.
REASONS: Final = {
    "comparison": "the case compares two answers",
    "no_answer": "there is no answer",
    "too_long": f"a text is longer than {LONGEST:,} characters",
    "no_claim": "the answer makes no claim",
    "one_claim": "the answer makes one claim only",
    "said_twice": "what a claim says stands elsewhere in the answer too",
    "no_number": "the answer states no number in digits",
    "no_other_value": "no other value could be written in its place",
    "not_in_a_source": "no number of the answer stands in a context",
    "no_other_number": "its source has no other number of the kind",
    "not_abstaining": "the answer does not abstain",
    "no_pivot": "no claim has a word that can be turned",
    "no_name": "the answer names nobody and nothing",
    "no_other_name": "the contexts have no other name of the kind",
    "no_context": "there is no context with text",
    "no_evidence": "no claim has evidence in a context",
    "said_elsewhere": "what the evidence says stands elsewhere too",
    "in_a_table": "the evidence is in a table",
    "unchanged": "the words are the same after the change",
}


def mutate(case: Case, seed: int, kinds: Iterable[Kind] = KINDS) -> Iterator[Mutation | Void]:
    """Each kind planted in the case, in their order, or why it is not."""
    material = Material(case)
    for kind in kinds:
        yield _planted(material, kind, seed)


def _planted(material: Material, kind: Kind, seed: int) -> Mutation | Void:
    case = material.case
    unfit = _unfit(case)
    made = unfit or PLANTERS[kind](material, chance(seed, kind, case.id))
    if isinstance(made, str):
        return Void(kind, made)
    mutation = Mutation(kind, case, made)
    return Void(kind, "unchanged") if _says_the_same(mutation) else mutation


def _unfit(case: Case) -> str:
    if case.is_comparison:
        return "comparison"
    if not (case.answer or "").strip():
        return "no_answer"
    texts = (case.answer or "", *(one.text for one in case.contexts))
    return "too_long" if sum(map(len, texts)) > LONGEST else ""


def _says_the_same(mutation: Mutation) -> bool:
    """Whether the edited text has the same words in the same order."""
    base, new = mutation.base, mutation.case
    where = mutation.edit.context_id
    if where is None:
        return folded_words(base.answer or "") == folded_words(new.answer or "")
    texts = [next(one.text for one in case.contexts if one.id == where) for case in (base, new)]
    return folded_words(texts[0]) == folded_words(texts[1])
