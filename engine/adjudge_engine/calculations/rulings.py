"""What becomes of each calculation that an answer states: equations first, then words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Final, NamedTuple, cast

from adjudge_engine.calculations.amounts import HUNDRED
from adjudge_engine.calculations.asked import operation_of
from adjudge_engine.calculations.beside import Beside
from adjudge_engine.calculations.claimed import Finding, Stated
from adjudge_engine.calculations.derive import Library, derive
from adjudge_engine.calculations.equations import Equation, equations
from adjudge_engine.calculations.multiples import multiple
from adjudge_engine.calculations.solve import Operation
from adjudge_engine.calculations.sources import repeats, stands, states, table_total
from adjudge_engine.calculations.statements import find
from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.model import SHARES, Number
from adjudge_engine.numbers.reading.units import FAMILY
from adjudge_engine.numbers.stating.readings import Readings
from adjudge_engine.numbers.stating.stated import Reading, Statement, is_operand, may_state

#: Statements whose operands are looked for in the contexts; more are said to be unclear.
MOST_LOOKED_UP: Final = 100
#: How much work an answer is allowed, besides a part of its length: what a stated
#: result takes, and each number that may be an operand of it.
_LEAST_WORK: Final = 20_000
_STEP: Final = 10
#: Figures below this may count the operands, or be a factor.
_COUNT: Final = 10
#: Months of a year, hours of a day and the like, which no context has to say.
_FACTORS: Final = frozenset(map(Decimal, (12, 24, 52, 60, 365, 366, 1_000, 3_600)))
_TIMES: Final = frozenset({"time", "calendar"})
#: How far around a result a claim names its operands.
_NEAR: Final = 2_000
#: How much is shown of what is not read.
_SHOWN: Final = 80
_WHOLES: Final = ("total", "average", "difference")


class Ruling(NamedTuple):
    """A reason code, its message and the span of the stated result, counted in the claim."""

    code: str
    message: str
    start: int
    end: int


class Rulings:
    """Rules on claims one after another; the contexts are read only where a claim needs them."""

    def __init__(
        self,
        library: Library,
        question: str,
        answer: str,
        readings: Readings | None = None,
        approved: Callable[[Number], bool] | None = None,
    ) -> None:
        """`readings`: those of the answer's claims, where others read them as well.

        `approved`: whether a number of the answer, by its place there, may be an operand; all may
        without it.
        """
        self._library = library
        self._question = question
        self._answer = answer
        self._readings = readings if readings is not None else Readings()
        self._approved = approved
        self._results: set[Decimal] = set()
        self._start = 0
        self._looked_up = 0
        self._left = _LEAST_WORK + len(answer) // 5

    def over(
        self, claims: Sequence[Claim], numbers: Iterable[Number] | None
    ) -> Iterator[tuple[Claim, Ruling]]:
        """Every ruling with its claim; `numbers`: those of the answer, in order, if they are known.

        Without them every claim is read for itself. What takes more work than is allowed to an
        answer is said to be unclear, once, and nothing after it is looked at.
        """
        found: Iterable[int] = range(len(claims))
        if numbers is not None:
            found = _with_numbers(claims, filter(is_operand, numbers))
        for index in found:
            claim = claims[index]
            if self._readings.states(claim.text):
                beside = Beside(self._answer, claims, index, self._readings)
                reading = self._readings.of(claim.text, claim.start)
                self._start = claim.start
                for ruling in self._of_claim(claim.text, reading, beside):
                    yield claim, ruling
                if self._left < 0:
                    yield claim, _unread(claim.text, 0, "results from here on are not recomputed")
                    return

    def _of_claim(self, claim: str, reading: Reading, beside: Beside) -> Iterator[Ruling]:
        settled: set[int] = set()
        if len(reading.numbers) > 1:
            for equation in equations(claim, reading.numbers):
                settled.add(equation.result.start)
                said = claim[equation.start : equation.end]
                unknown = self._unapproved(equation.operands) if equation.holds else None
                self._results.add(equation.result.value.copy_abs())
                if unknown is not None:
                    what = f'"{_short(said)}": {unknown.text} stands in no context'
                    yield Ruling("operands_unclear", what, equation.start, equation.end)
                else:
                    yield _of_equation(said, equation)
        for statement in reading.statements:
            if statement.result is None:
                yield from _of_multiple(claim, statement, reading.numbers)
                continue
            stated = Stated(claim, reading, statement)
            if stated.result.start not in settled:
                settled.add(stated.result.start)
                self._left -= _STEP + len(reading.numbers)
                if self._left < 0:
                    return
                ruling = self._of_statement(stated, beside)
                if ruling is not None:
                    yield ruling
        if reading.cut is not None and may_state(claim[reading.cut :].lower()):
            yield _unread(claim, reading.cut, "so long a sentence is not recomputed to its end")

    def _of_statement(self, stated: Stated, beside: Beside) -> Ruling | None:
        finding, result = find(stated), stated.result
        if finding.state == "holds" and finding.solution is not None:
            unknown = self._unapproved(finding.operands)
            self._results.add(result.value.copy_abs())
            if unknown is not None:
                return self._of_unapproved(stated, unknown)
            return _ruling("recomputed", result, f"recomputes: {finding.solution.says(result)}")
        if stated.operation == "conclusion" and finding.state != "unclear":
            return None
        if self._looked_up >= MOST_LOOKED_UP:
            return _ruling("operands_unclear", result, "so many results are not looked up")
        self._looked_up += 1
        source = states(self._library, result, stated.operation)
        if source is None and finding.state == "few":
            finding = beside.find(stated)
            if finding.state == "holds" and finding.solution is not None:
                said = finding.solution.says(result)
                return _ruling("recomputed", result, f"recomputes: {said}")
        if finding.state == "wrong" and finding.solution is not None:
            return _wrong(result, finding, source)
        if source is not None:
            return self._of_source(stated, source)
        return self._from_contexts(stated, finding)

    def _unapproved(self, operands: Iterable[Number]) -> Number | None:
        """The first operand that no context has and no result before it gives."""
        if self._approved is None:
            return None
        for one in operands:
            if abs(one.value) < _COUNT and not (one.currency or one.unit):
                continue  # so many of them, or a factor
            if one.value in _FACTORS and not one.currency and FAMILY.get(one.unit or "h") in _TIMES:
                continue
            if one.value.copy_abs() in self._results or one.value == HUNDRED:
                continue
            start = one.start + self._start
            if not self._approved(one._replace(start=start, end=one.end + self._start)):
                return one
        return None

    def _of_unapproved(self, stated: Stated, unknown: Number) -> Ruling:
        """The result follows from what no context says: wrong where the contexts give another."""
        operation = operation_of(stated.operation, stated.result)
        found = None
        if operation is not None:
            found = derive(stated.result, [operation], _without(stated), self._library)
        if found is not None and found.code == "untraced":
            return _ruling("wrong_result", stated.result, found.message.partition("; ")[2])
        what = f"{unknown.text}, of which it is made, stands in no context"
        return _ruling("operands_unclear", stated.result, what)

    def _of_source(self, stated: Stated, source: str) -> Ruling | None:
        """The source states the result itself: it is only asked whether the source is right."""
        result = stated.result
        total = table_total(self._library, result) if stated.operation == "total" else None
        if total is not None:
            code = "recomputed" if total.holds else "source_inconsistent"
            lead = "recomputes in" if total.holds else "does not recompute in"
            return _ruling(
                code, result, f"{lead} the table of context {total.context_id}: {total.formula}"
            )
        if stated.operation not in _WHOLES:
            return None
        found = derive(result, [cast(Operation, stated.operation)], _without(stated), self._library)
        if found is not None and found.code == "derived":
            return _ruling("recomputed", result, f"recomputes: {found.message.partition(': ')[2]}")
        if found is not None and found.code == "untraced":
            what = found.message.partition("; ")[2]
            return _ruling("source_inconsistent", result, f"context {source} says so, but {what}")
        return None

    def _from_contexts(self, stated: Stated, finding: Finding) -> Ruling | None:
        result = stated.result
        found = None
        operation = operation_of(stated.operation, result)
        if operation is not None and finding.state == "few":
            claim = _without(stated)
            found = derive(result, [operation], claim, self._library)
            if found is None or found.code == "derivation_unchecked":
                text = f"{self._question} {claim}"
                found = derive(result, [operation], text, self._library)
        if found is not None and found.code == "derived":
            return _ruling("recomputed", result, f"recomputes: {found.message.partition(': ')[2]}")
        if found is not None and found.code == "untraced":
            return _ruling("wrong_result", result, found.message.partition("; ")[2])
        if finding.state == "few" and stands(self._library, result) is not None:
            return None
        if finding.operands and repeats(self._library, result, finding.operands):
            return None
        guess = f" (perhaps {finding.solution.says(result)})" if finding.solution else ""
        what = f"stated as {_article(stated.operation)}, but of which numbers is not clear{guess}"
        return _ruling("operands_unclear", result, what)


def _of_equation(said: str, equation: Equation) -> Ruling:
    code, what = "wrong_result", f": {equation.formula} is {equation.value}"
    if equation.holds is None:
        code, what = "operands_unclear", f": {equation.formula} adds what is not of one kind"
    elif equation.holds:
        code, what = "recomputed", f" recomputes: {equation.formula} = {equation.value}"
    return Ruling(code, f'"{_short(said)}"{what}', equation.start, equation.end)


def _of_multiple(claim: str, statement: Statement, numbers: Sequence[Number]) -> Iterator[Ruling]:
    """ "Tripled from 400 to 800": a ratio that is told without a figure."""
    start, end = statement.start, statement.end
    found = multiple(claim, claim[start:end], numbers) if statement.operation == "ratio" else None
    if found is not None:
        code = "recomputed" if found.holds else "wrong_result"
        joint = " recomputes" if found.holds else ""
        yield Ruling(code, f'"{_short(claim[start:end])}"{joint}: {found.formula}', start, end)


def _with_numbers(claims: Sequence[Claim], numbers: Iterable[Number]) -> Iterator[int]:
    """The claims that hold numbers, by their index."""
    index, last = 0, -1
    for number in numbers:
        while index < len(claims) and claims[index].end < number.end:
            index += 1
        if index == len(claims):
            return
        if number.start >= claims[index].start and index != last:
            yield index
            last = index


def _unread(claim: str, at: int, what: str) -> Ruling:
    end = min(len(claim), at + _SHOWN)
    return Ruling("operands_unclear", f'"{_short(claim[at:end])}": {what}', at, end)


def _without(stated: Stated) -> str:
    """The claim, as far as it is near, without its result: that is no name of an operand."""
    start, end = stated.result.start, stated.result.end
    return f"{stated.claim[max(0, start - _NEAR) : start]} {stated.claim[end : end + _NEAR]}"


def _wrong(result: Number, finding: Finding, source: str | None) -> Ruling:
    assert finding.solution is not None
    said = f"{finding.solution.formula} is {finding.solution.shown(result)}"
    if result.kind in SHARES:
        said += "%" if result.kind == "percent" else " points"
    if finding.note:
        said += f", {finding.note}"
    if source is None:
        return _ruling("wrong_result", result, said)
    return _ruling("source_inconsistent", result, f"context {source} says so, but {said}")


def _ruling(code: str, result: Number, said: str) -> Ruling:
    joint = ":" if code != "recomputed" else ""
    return Ruling(code, f'"{_short(result.text)}"{joint} {said}', result.start, result.end)


def _article(operation: str) -> str:
    return f"an {operation}" if operation[0] in "aeiou" else f"a {operation}"


def _short(text: str) -> str:
    line = " ".join(text[:320].split())
    return line if len(line) <= 80 else line[:79].rstrip() + "…"
