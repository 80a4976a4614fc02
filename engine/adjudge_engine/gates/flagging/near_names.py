"""The flag `near_name`: a claim names something that no context names, but a similar thing.

"Model X300" where the passage speaks of the X200, "Dr. Anna Meier" of Anna Maier, metoprolol of
metformin. The similar name must stand in a passage that otherwise says much of what the claim
says, and the claim must not name it too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check, Claim
from adjudge_engine.gates.citing.locators import VERIFIER
from adjudge_engine.gates.context_texts import Spot
from adjudge_engine.gates.flagging.like_names import like, like_drug, other_number
from adjudge_engine.gates.flagging.no_names import is_other_amount
from adjudge_engine.gates.flagging.unnamed import unnamed, unnamed_drugs
from adjudge_engine.gates.words import in_answer
from adjudge_engine.subject import Subject
from adjudge_engine.text.abbreviations import words
from adjudge_engine.text.alike import plain
from adjudge_engine.text.tokens import folded_words, is_content

_FEWEST_SHARED: Final = 2
_FEWEST_GERMAN: Final = 2
#: German function words that no other language shares.
_GERMAN: Final = words(
    "der das und ist nicht ein eine im den dem des mit wird von zu für auf sich werden bei aus"
    " Der Das Eine Ein Im Bei Mit Für Wird Die"
)


class _Near(NamedTuple):
    """The answer's word at `start:end` and where the contexts have the similar one."""

    start: int
    end: int
    there: Spot


def check_near_names(subject: Subject) -> list[Check]:
    """A check for each claim that names something beside what its passage names."""
    if not subject.texts.size:
        return []
    checks: list[Check] = []
    seen: set[str] = set()
    for near in _all_near(subject):
        claim = subject.claim_at(near.start, near.end)
        if claim is None or claim.id in seen or not _says_the_same(subject, claim, near):
            continue
        seen.add(claim.id)
        checks.append(_flag(subject, claim, near))
    return checks


def _flag(subject: Subject, claim: Claim, near: _Near) -> Check:
    named = subject.answer[near.start : near.end]
    there = subject.texts.place(near.there)
    context = there.where.id if there.where else ""
    return finding(
        "citations",
        "near_name",
        f'"{named}": no context names it; context {context} names {there.text}',
        check="names",
        verifier=VERIFIER,
        claim_id=claim.id,
        expected=there,
        observed=in_answer(subject.answer, near.start, near.end),
    )


def _all_near(subject: Subject) -> Iterator[_Near]:
    contexts, question = subject.texts, ""
    for named in unnamed(subject):
        question = question or (subject.case.question or "").casefold()
        at, alone = named.start, len(named.words) == 1
        if alone and named.words[0][1:].islower() and _is_german(subject):
            continue  # every noun is large there
        for index, word in enumerate(named.words):
            end = at + len(word)
            if len(word) > 1 and (alone or not contexts.holds(word)):
                there = like(named.words, index, contexts)
                known = there is None or plain(word) in question
                if (
                    there is not None
                    and not known
                    and not is_other_amount(word, contexts.said(there))
                ):
                    yield _Near(at, end, there)
            at = end + 1
        there = other_number(named.words, contexts)
        if there is not None and " ".join(named.words).casefold() not in question:
            yield _Near(named.start, at - 1, there)
    for start, end in unnamed_drugs(subject):
        drug = subject.answer[start:end].lower()
        known = drug in (subject.case.question or "").casefold()
        there = None if known else like_drug(drug, contexts)
        if there is not None:
            yield _Near(start, end, there)


def _is_german(subject: Subject) -> bool:
    return len(_GERMAN & subject.answer_words) >= _FEWEST_GERMAN


def _says_the_same(subject: Subject, claim: Claim, near: _Near) -> bool:
    """Whether the passage with the similar name says at least half of what else the claim says."""
    contexts = subject.texts
    if plain(contexts.said(near.there)) in plain(claim.text):
        return False
    own = set(folded_words(subject.answer, near.start, near.end))
    said = {one for one in folded_words(claim.text) if is_content(one)} - own
    there = set(folded_words(contexts.said(contexts.sentence(near.there))))
    shared = len(said & there)
    if shared < _FEWEST_SHARED or 2 * shared < len(said):
        return False
    name = plain(subject.answer[near.start : near.end])
    return not any(name in text.lower() for text in contexts.texts)
