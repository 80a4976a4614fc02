"""A case as mutations read it: claims, numbers, names and the texts of its contexts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from adjudge_engine.case import Case, Context
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.scan import parse_numbers
from adjudge_engine.probing.wording import language_of
from adjudge_engine.text.names import Name, names
from adjudge_engine.text.sentences import sentences

#: Longer texts are not mutated: nobody reads them, and every reading costs.
LONGEST: Final = 200_000


@dataclass(frozen=True)
class Material:
    """What the engine reads in a case; each part is read where it is first needed."""

    case: Case

    @property
    def answer(self) -> str:
        """The answer's text."""
        return self.case.answer or ""

    @cached_property
    def language(self) -> str:
        """The language of the answer, else of the question; `en` where neither is clear."""
        return language_of(self.answer, self.case.question)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """The claims of the answer."""
        return split_claims(self.answer)

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """The numbers of the answer that say how much, written in digits and meant as numbers."""
        return tuple(one for one in parse_numbers(self.answer) if stated(one))

    @cached_property
    def names(self) -> tuple[Name, ...]:
        """The names of the answer, claim by claim."""
        return tuple(name for one in self.claims for name in names(self.answer, one.start, one.end))

    @cached_property
    def contexts(self) -> tuple[Context, ...]:
        """The contexts that have text."""
        return tuple(one for one in self.case.contexts if one.text.strip())

    @cached_property
    def context_numbers(self) -> dict[str, tuple[Number, ...]]:
        """The numbers of each context, by its id."""
        return {one.id: parse_numbers(one.text) for one in self.contexts}

    @cached_property
    def sentences(self) -> dict[str, list[tuple[int, int]]]:
        """Where the sentences of each context stand, by its id."""
        return {one.id: sentences(one.text) for one in self.contexts}

    @cached_property
    def context_names(self) -> tuple[Name, ...]:
        """The names of all contexts, sentence by sentence."""
        return tuple(
            name
            for one in self.contexts
            for start, end in self.sentences[one.id]
            for name in names(one.text, start, end)
        )

    @cached_property
    def values(self) -> frozenset[object]:
        """Every value that a number of the contexts, the question or the answer may have."""
        texts = (self.case.question or "", self.answer)
        every = [number for text in texts for number in parse_numbers(text)]
        every += [number for found in self.context_numbers.values() for number in found]
        return frozenset(value for one in every for value in (abs(one.value), one.other))

    def claim_of(self, start: int, end: int) -> Claim | None:
        """The claim that holds the whole of a span."""
        return next((one for one in self.claims if one.start <= start and end <= one.end), None)


def stated(number: Number) -> bool:
    """Whether a number says how much, in digits, and is meant to."""
    return (
        number.is_quantity
        and not number.weak
        and number.kind not in ("ordinal", "label")
        and any(map(str.isdecimal, number.text))
    )
