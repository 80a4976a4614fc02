"""Labelled cases in two halves, the second of which stays closed until the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from adjudge_engine.calibration.raters.people import labels_of, people_say, people_say_of_claims
from adjudge_engine.canonical import canonical_hash
from adjudge_engine.case import Case, case_hash
from adjudge_engine.claims import split_claims
from adjudge_engine.errors import InputError
from adjudge_engine.optimizing.scores import Level


class Sides(Protocol):
    """Where the cases come from. `held_out` is called once, when everything else is done."""

    @property
    def name(self) -> str:
        """What the labels are called, for people."""
        ...

    @property
    def held_out_count(self) -> int:
        """How many cases the held-out side has; they are counted, not read."""
        ...

    def dev(self) -> Sequence[Case]:
        """The cases to learn from."""
        ...

    def held_out(self) -> Iterable[Case]:
        """The cases that were kept back."""
        ...


def labels_hash(cases: Iterable[Case], criterion: str) -> str:
    """`sha256:…` over cases and people's words on the criterion: what makes a run another one."""
    return canonical_hash(
        [[case_hash(case), [one.to_dict() for one in labels_of(case, criterion)]] for case in cases]
    )


def check_enough(cases: Sequence[Case], criterion: str, level: Level, name: str) -> None:
    """InputError where there are no good or no bad ones to learn from: nothing can be measured."""
    said = [one for case in cases for one in _people(case, criterion, level)]
    counts = {one: said.count(one) for one in ("good", "bad")}
    if all(counts.values()):
        return
    lacking = " and no ".join(one for one, count in counts.items() if not count)
    raise InputError(
        f"The dev side of {name} has {len(cases):,} cases, and no {lacking} {level}s on"
        f" {criterion}.",
        "Label cases of both kinds, from several source documents; the split keeps each whole.",
    )


def _people(case: Case, criterion: str, level: Level) -> Iterable[str]:
    """What people say of the answer, or of each of its claims that they judged."""
    labels = labels_of(case, criterion)
    if level == "answer":
        return (people_say(labels),)
    claims = split_claims(case.answer or "") if labels else ()
    return people_say_of_claims(labels, claims).values()
