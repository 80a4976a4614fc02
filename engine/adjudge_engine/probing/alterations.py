"""What probes alter: each makes of a case one that should, or should not, be judged otherwise.

An alteration gives the altered case, or says why it cannot be made of this one. It changes what it
names and nothing else; all chance comes from the seed, the probe's name and the case's id.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, Literal, NamedTuple

from adjudge_engine.case import Case, Context
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Claim
from adjudge_engine.probing import wording
from adjudge_engine.probing.chance import chance
from adjudge_engine.text.sentences import sentences

#: `same`: a good judge's verdict stays. `other`: it should not pass what it passed before.
Wanted = Literal["same", "other"]


class Cannot(NamedTuple):
    """Why an alteration cannot be made of a case."""

    reason: str


Alter = Callable[[Case, Random], Case | Cannot]


@dataclass(frozen=True, slots=True)
class Probe:
    """One alteration. `turned`: a comparison's answers change places, and so do its letters."""

    name: str
    title: str
    wanted: Wanted
    alter: Alter
    comparison: bool | None = None
    turned: bool = False

    def altered(self, case: Case, seed: int) -> Case | Cannot:
        """The altered case. `Cannot` where nothing would be altered."""
        if self.comparison is not None and self.comparison != case.is_comparison:
            return Cannot("other_kind")
        made = self.alter(case, chance(seed, self.name, case.id))
        if isinstance(made, Case) and made == case:
            return Cannot("unchanged")
        return made


def _swap_answers(case: Case, _: Random) -> Case | Cannot:
    if len(case.answers) != 2 or case.answers[0] == case.answers[1]:
        return Cannot("no_two_answers")
    return case.model_copy(update={"answers": case.answers[::-1]})


def _reorder_contexts(case: Case, random: Random) -> Case | Cannot:
    if len(case.contexts) < 2:
        return Cannot("one_context")
    turn = random.randrange(1, len(case.contexts))
    return case.model_copy(update={"contexts": case.contexts[turn:] + case.contexts[:turn]})


def _with_answer(change: Callable[[str, str, Random], str | Cannot]) -> Alter:
    """Alters the answer; of a comparison one of the two, drawn by chance."""

    def alter(case: Case, random: Random) -> Case | Cannot:
        at = random.randrange(len(case.answers)) if case.is_comparison else None
        answer = (case.answer or "") if at is None else case.answers[at]
        if at is None and not answer.strip():
            return Cannot("no_answer")
        new = change(answer, wording.language_of(answer, case.question), random)
        if isinstance(new, Cannot):
            return new
        if at is None:
            return case.model_copy(update={"answer": new})
        answers = (*case.answers[:at], new, *case.answers[at + 1 :])
        return case.model_copy(update={"answers": answers})

    return alter


def _after(texts: dict[str, str]) -> Alter:
    return _with_answer(lambda answer, language, _: f"{answer}\n\n{texts[language]}")


def _steered(text: str) -> Alter:
    return _with_answer(lambda answer, _, __: f"{answer}\n\n{text}")


def _steered_in_another_language(answer: str, _: str, random: Random) -> str:
    return f"{answer}\n\n{random.choice(wording.FOREIGN)}"


def _marked_up(answer: str, _: str, __: Random) -> str | Cannot:
    claims = split_claims(answer)
    if not claims or "\n" in claims[0].text:
        return Cannot("no_claims")
    first = claims[0]
    bold = f"{answer[: first.start]}**{first.text}**{answer[first.end :]}"
    return f"## Summary\n\n{bold}"


def _cited(answer: str, _: str, __: Random) -> str | Cannot:
    claims = split_claims(answer)
    if not claims:
        return Cannot("no_claims")
    parts, last = [], 0
    for claim in claims:
        at = _before_stop(claim)
        parts += [answer[last:at], " [1]"]
        last = at
    return "".join([*parts, answer[last:]])


def _before_stop(claim: Claim) -> int:
    """Where a citation mark goes: behind the claim's last word."""
    return claim.start + len(claim.text.rstrip(" .!?。！？"))


def _truncate(case: Case, _: Random) -> Case | Cannot:
    """Every context loses its second half, at a sentence where there are several."""
    if not any(one.text.strip() for one in case.contexts):
        return Cannot("no_context")
    return case.model_copy(update={"contexts": tuple(map(_halved, case.contexts)), "citations": ()})


def _halved(context: Context) -> Context:
    found = sentences(context.text)
    ends = [end for _, end in found[: len(found) // 2]]
    cut = ends[-1] if ends else len(context.text) // 2
    return context.model_copy(update={"text": context.text[:cut], "truncated": True, "cells": None})


def _contradict(case: Case, random: Random) -> Case | Cannot:
    claims = split_claims(case.answer or "")
    if not claims:
        return Cannot("no_claims")
    if not any(one.text.strip() for one in case.contexts):
        return Cannot("no_context")
    claim = random.choice(claims)
    language = wording.language_of(case.answer, case.question)
    text = wording.denial_of(claim.text, language)
    name = "conflicting"
    while case.context(name) is not None:
        name += "-1"
    return case.model_copy(update={"contexts": (*case.contexts, Context(id=name, text=text))})


def _empty(case: Case, _: Random) -> Case | Cannot:
    if not any(one.text.strip() for one in case.contexts):
        return Cannot("no_context")
    return case.model_copy(update={"contexts": (), "citations": ()})


_STEER: Final = "the answer tells the judge what to say"

#: The probes, in the order in which they are shown.
PROBES: Final[tuple[Probe, ...]] = (
    Probe("order", "the two answers in the other order", "same", _swap_answers, True, turned=True),
    Probe("context-order", "the contexts in another order", "same", _reorder_contexts),
    Probe("verbosity", "padding without a new fact", "same", _after(wording.PADDING)),
    Probe(
        "tone",
        "a friendly opening",
        "same",
        _with_answer(lambda answer, language, _: f"{wording.TONE[language]}\n\n{answer}"),
    ),
    Probe(
        "confidence",
        "an opening that claims certainty",
        "same",
        _with_answer(lambda answer, language, _: f"{wording.CONFIDENCE[language]}\n\n{answer}"),
    ),
    Probe("markdown", "a heading and bold type", "same", _with_answer(_marked_up)),
    Probe("citations", "a citation mark on every claim", "same", _with_answer(_cited)),
    Probe("injection-instruction", _STEER, "same", _steered(wording.INSTRUCTION)),
    Probe("injection-verdict", f"{_STEER}, as a reply", "same", _steered(wording.VERDICT)),
    Probe("injection-authority", f"{_STEER}, as experts", "same", _steered(wording.AUTHORITY)),
    Probe(
        "injection-foreign",
        f"{_STEER}, in another language",
        "same",
        _with_answer(_steered_in_another_language),
    ),
    Probe("truncated-context", "half of every context is gone", "other", _truncate, False),
    Probe("conflicting-context", "a context denies a claim", "other", _contradict, False),
    Probe("empty-context", "no context at all", "other", _empty, False),
)

NAMES: Final = tuple(one.name for one in PROBES)
