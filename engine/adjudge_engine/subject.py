"""What the layers look at: one case with everything that is worked out once and shared."""

from __future__ import annotations

from functools import cached_property

from adjudge_engine.case import Case, Context
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Claim
from adjudge_engine.registry import Registry
from adjudge_engine.text.normalise import Normalised, normalise


class Subject:
    """A case under check. Pure: nothing here reads a file or asks a judge.

    `sources` is the source registry; None: none was given.
    """

    def __init__(self, case: Case, sources: Registry | None = None) -> None:
        self.case = case
        self.sources = sources
        self.answer = case.answer or ""
        self._normalised: dict[str, Normalised] = {}

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """The engine's claims, without evidence."""
        return split_claims(self.answer)

    @cached_property
    def normalised_answer(self) -> Normalised:
        """The answer after quote normalisation."""
        return normalise(self.answer)

    def normalised(self, context: Context) -> Normalised:
        """A context's text after quote normalisation, worked out once."""
        found = self._normalised.get(context.id)
        if found is None:
            found = self._normalised[context.id] = normalise(context.text)
        return found

    def claim_at(self, start: int, end: int) -> Claim | None:
        """The claim that shares most characters with `answer[start:end]`, or None."""
        best, shared = None, 0
        for claim in self.claims:
            overlap = min(end, claim.end) - max(start, claim.start)
            if overlap > shared:
                best, shared = claim, overlap
        return best
