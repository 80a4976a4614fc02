"""What a claim names its things by: its own words, those a pronoun stands for, the question's."""

from __future__ import annotations

from typing import Final, NamedTuple

from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.binding.clauses import says_pronoun
from adjudge_engine.numbers.binding.names import Named, named_in
from adjudge_engine.numbers.lookup.material import Material
from adjudge_engine.numbers.model import Number
from adjudge_engine.once import once
from adjudge_engine.text.lower import lowered

#: A claim with no more keys of its own than this may leave to the question what it speaks of.
_FEW: Final = 4
#: So much of a claim, of the question and of what stands before a pronoun is read.
_LONGEST: Final = 2_000
_BEFORE: Final = 400


class ClaimNames(NamedTuple):
    """What a claim names: `own` in its own words, `named` with what it leaves to other places."""

    start: int
    own: tuple[str, ...]
    named: Named


class Namer:
    """Reads what claims name; of the last claim it is kept, as numbers come in their order."""

    def __init__(self, material: Material) -> None:
        self._question = material.question[:_LONGEST]
        self.answer = material.answer
        self.lower = lowered(material.answer)
        self._last = ClaimNames(-1, (), Named(()))

    def names(self, number: Number, claim: Claim | None) -> ClaimNames:
        """What may say what `number`, a number of `claim`, belongs to."""
        start = claim.start if claim is not None else number.start
        if start != self._last.start:
            end = min(claim.end, start + _LONGEST) if claim is not None else number.end
            named = named_in(self.answer, self.lower, start, end)
            own, asked = named.keys, self._asked
            if says_pronoun(self.answer, start):
                before = named_in(self.answer, self.lower, max(0, start - _BEFORE), start)
                named = named.with_all(before)
            if len(named.keys) <= _FEW:
                named = named.with_all(asked)
            elif asked.periods or asked.labels:
                named = named.with_all(asked._replace(keys=()))
            self._last = ClaimNames(start, own, named)
        return self._last

    @once
    def _asked(self) -> Named:
        return named_in(self._question, lowered(self._question), 0, len(self._question))
