"""Numbers of an answer that stand in no context: derived from what does, by a named operation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from adjudge_engine.calculations import prose
from adjudge_engine.calculations.asked import operation_of, operations_asked
from adjudge_engine.calculations.claimed import Stated
from adjudge_engine.calculations.derive import Derivation, Library, derive
from adjudge_engine.calculations.equations import Equation, equations
from adjudge_engine.calculations.restated import rival
from adjudge_engine.calculations.solve import Operation
from adjudge_engine.calculations.sources import states
from adjudge_engine.calculations.statements import find
from adjudge_engine.calculations.words import names_in
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.stating.readings import Readings
from adjudge_engine.numbers.stating.stated import Reading, Statement

#: Numbers that are looked into; in a longer list of figures nothing is a calculation.
MOST: Final = 60
_COUNTS: Final = 12
#: So much of a claim is looked through for what it names.
_LONGEST: Final = 4_000
#: How far around a number a claim names its operands.
_NEAR: Final = 2_000


class Deriver:
    """Derives numbers of one answer. `stands`: whether a number stands in a context."""

    def __init__(
        self,
        texts: Sequence[tuple[str, str, bool]],
        question: str,
        stands: Callable[[Number], bool],
        readings: Readings | None = None,
    ) -> None:
        """`readings`: those of the answer's claims, where others read them as well."""
        self._library = Library([(context_id, text) for context_id, text, _ in texts])
        self._question = question
        self._stands = stands
        self._tried = 0
        self._readings = readings if readings is not None else Readings()
        self._equations: dict[tuple[int, str], tuple[Equation, ...]] = {}

    def derivation(self, number: Number, claim: str, start: int) -> Derivation | None:
        """What the number follows from; `start` is the claim's offset in the answer.

        First the operands that the claim itself gives, each of which must stand in a context,
        then those that question and claim name.
        """
        self._tried += 1
        if self._tried > MOST:
            return None
        own = self._own(number, claim, start) or self._count(number, claim, start)
        if own is not None:
            return own
        bare = _without(claim, number.start - start, number.text)[:_LONGEST]
        stated = self._stated(number, claim, start)
        best: Derivation | None = None
        for text in dict.fromkeys((f"{self._question} {bare}".strip(), bare, self._question)):
            operations = operations_asked(text, number)
            if stated is not None and stated not in operations:
                operations = [stated, *operations]
            found = derive(number, operations, text, self._library) if operations else None
            if found is not None and found.code == "derived":
                return found
            if best is None or (found is not None and found.code == "untraced" and text == bare):
                best = found
        if best is None or best.code == "derivation_unchecked":
            return self._restated(number, claim, start) or best
        return best

    def _restated(self, number: Number, claim: str, start: int) -> Derivation | None:
        """The finding that a context states another result of the same operation and names."""
        statement = self._statement(number, claim, start)
        if statement is None or statement.operation == "conclusion":
            return None
        bare = _without(claim, number.start - start, number.text)
        other = rival(self._library, number, statement.operation, names_in(bare))
        if other is None:
            return None
        said = f'"{number.text}": the source says {other.number.text} (context {other.context_id})'
        return Derivation("untraced", said)

    def contradiction(self, number: Number, claim: str, start: int) -> Derivation | None:
        """What the claim's operands give instead of a result that happens to stand somewhere.

        None where the claim states no operation with this result, where a context states the
        result in the operation's own words, and where the operands are not sure.
        """
        statement = self._statement(number, claim, start)
        if statement is None or self._tried > MOST:
            return None
        self._tried += 1
        operation = operation_of(statement.operation, number)
        if operation is None or states(self._library, number, statement.operation) is not None:
            return None
        own = self._own(number, claim, start)
        if own is not None:
            return own if own.code == "untraced" else None
        bare = _without(claim, number.start - start, number.text)
        found = derive(number, [operation], bare, self._library)
        if found is None or found.code != "untraced":
            return None
        return _from(number, False, found.message.partition("; ")[2])

    def _stated(self, number: Number, claim: str, start: int) -> Operation | None:
        statement = self._statement(number, claim, start)
        return operation_of(statement.operation, number) if statement is not None else None

    def _statement(self, number: Number, claim: str, start: int) -> Statement | None:
        """What the claim states with this number as the result."""
        if not self._readings.states(claim):
            return None
        reading = self._readings.of(claim, start)
        at = number.start - start
        for statement in reading.statements:
            if statement.result is not None and reading.numbers[statement.result].start == at:
                return statement
        return None

    def _count(self, number: Number, claim: str, start: int) -> Derivation | None:
        """ "The two wards": the contexts give as many amounts, of the claim's kind, for a ward."""
        if number.kind != "plain" or not number.noun or not 2 <= number.value <= _COUNTS:
            return None
        for other in self._readings.of(claim, start).numbers:
            if other.start == number.start - start or other.noun == number.noun:
                continue
            bound = prose.bound_numbers(
                self._library.search(1), names_in(number.noun), other, same=True
            )
            counted = prose.counted(bound, number.text + " " + number.noun, other)
            if counted:
                listed = ", ".join(one.number.text for one in counted)
                said = f'"{number.text}" counts what the contexts give: {listed}'
                return Derivation("derived", said)
        return None

    def _own(self, number: Number, claim: str, start: int) -> Derivation | None:
        reading = self._readings.of(claim, start)
        at = number.start - start
        for equation in self._equations_of(claim, start, reading):
            if equation.result.start != at or equation.holds is None:
                continue
            if all(map(self._stands, equation.operands)):
                return _from(number, equation.holds, f"{equation.formula} = {equation.value}")
        for statement in reading.statements:
            if statement.result is None or reading.numbers[statement.result].start != at:
                continue
            finding = find(Stated(claim, reading, statement))
            solution = finding.solution
            if solution is None or not all(map(self._stands, finding.operands)):
                continue
            if finding.state in ("holds", "wrong"):
                return _from(number, finding.state == "holds", solution.says(number))
        return None

    def _equations_of(self, claim: str, start: int, reading: Reading) -> tuple[Equation, ...]:
        """The equations of a claim; a long one has many results, which all ask for them."""
        key = (start, claim)
        if key not in self._equations:
            self._equations.clear()
            self._equations[key] = tuple(equations(claim, reading.numbers))
        return self._equations[key]


def _from(number: Number, holds: bool, said: str) -> Derivation:
    if holds:
        return Derivation("derived", f'"{number.text}" follows from the contexts: {said}')
    return Derivation("untraced", f'"{number.text}" is not what its operands give: {said}')


def _without(claim: str, at: int, number: str) -> str:
    """The claim, as far as it is near, without the number: that names no operand of its own."""
    if not 0 <= at <= len(claim):
        return claim[: 2 * _NEAR].strip()
    end = at + len(number)
    return f"{claim[max(0, at - _NEAR) : at]} {claim[end : end + _NEAR]}".strip()
