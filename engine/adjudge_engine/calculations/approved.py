"""Whether an operand that an answer states is approved: a number of a context or question."""

from __future__ import annotations

from typing import Final

from adjudge_engine.codes import lookup
from adjudge_engine.numbers.binding import agree
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.trace import Tracer
from adjudge_engine.once import once
from adjudge_engine.subject import Subject

#: What is said of a number that stands somewhere: whose it is the numbers gate asks.
_STANDS: Final = frozenset(["entity_mismatch", "question_only"])


class Traced:
    """Asks the contexts as the numbers gate does; most operands stand there as they are."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject

    def __call__(self, number: Number) -> bool:
        """Whether a number of the answer, by its place there, is one of the contexts."""
        index = self._subject.number_index
        if agree.same(index, number) is not None:
            return True
        if index.of_digits(number):
            return True  # whether its scale or unit is right the numbers gate asks
        trace = self._tracer.trace(number)
        if trace is None or trace.code in _STANDS:
            return True
        return lookup("numbers", trace.code).outcome == "pass"

    @once
    def _tracer(self) -> Tracer:
        # Its own: how much it looks up may not hang on what the numbers gate has looked up before.
        return Tracer(self._subject.number_material, self._subject.number_index)
