"""The calculations gate: do declared and stated results recompute?

Declared calculations are evaluated as they are given. In the prose a result is recomputed from
the operands that its claim states, else from those of the contexts that it names. Where the
operands are not clear nothing fails; a result that a context itself states in the same words is
the contexts' own, and only asked whether they agree with themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from adjudge_engine.calculations.answer_tables import table_rulings
from adjudge_engine.calculations.approved import Traced
from adjudge_engine.calculations.declared import Stated, judge
from adjudge_engine.calculations.derive import Library
from adjudge_engine.calculations.rulings import Rulings
from adjudge_engine.case import Cell, Context
from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check, Claim
from adjudge_engine.gates.words import counted, in_answer
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.scan import iter_scan
from adjudge_engine.numbers.stating.stated import is_operand, may_state
from adjudge_engine.subject import Subject

VERIFIER: Final = "calculations/6"

#: More checks of one outcome are not reported one by one.
MOST: Final = 1_000


def check_calculations(subject: Subject) -> list[Check]:
    """The checks of declared and of stated calculations."""
    found = list(_declared(subject)) if subject.case.expect.calculations else []
    return found + _stated(subject)


def _declared(subject: Subject) -> Iterator[Check]:
    answer = Stated(iter_scan(subject.answer))
    for declared in subject.case.expect.calculations:
        code, message = judge(declared, answer)
        yield finding("calculations", code, message, check="declared", verifier=VERIFIER)


def _stated(subject: Subject) -> list[Check]:
    numbers: Iterable[Number] | None = subject.answer_numbers
    if not isinstance(numbers, tuple):
        numbers = None  # those of a huge answer are not kept: its claims are read one by one
        if not may_state(subject.answer.lower()):
            return []
    elif not any(map(is_operand, numbers)):
        return []
    library = Library(text for context in subject.case.contexts for text in _texts(context))
    traced = Traced(subject) if subject.case.contexts else None
    rulings = Rulings(
        library, subject.case.question or "", subject.answer, subject.readings, traced
    )
    found = [_of_table(subject, *ruling) for ruling in table_rulings(subject.answer, library)]
    left_out = 0
    declared = {one.claimed.strip().lstrip("-") for one in subject.case.expect.calculations}
    for claim, (code, message, start, end) in rulings.over(subject.claims, numbers):
        if code == "operands_unclear" and declared and _is_declared(claim, start, end, declared):
            continue
        if len(found) >= MOST and code != "wrong_result":
            left_out += 1
            continue
        found.append(_check(subject, claim, code, message, start, end))
    if left_out:
        message = f"{counted(left_out, 'more result')} not reported one by one"
        code = "operands_unclear"
        found.append(finding("calculations", code, message, check="stated", verifier=VERIFIER))
    return found


def _is_declared(claim: Claim, start: int, end: int, declared: set[str]) -> bool:
    """Whether the operands of a result are declared, so that they need not be looked for."""
    result = claim.text[start:end]
    if any(one and one in result for one in declared):
        return True
    stated = {one.value.copy_abs() for one in iter_scan(claim.text) if one.start == start}
    return any(f"{value:f}" in declared for value in stated)


def _check(subject: Subject, claim: Claim, code: str, message: str, start: int, end: int) -> Check:
    return finding(
        "calculations",
        code,
        message,
        check="stated",
        verifier=VERIFIER,
        claim_id=claim.id,
        observed=in_answer(subject.answer, claim.start + start, claim.start + end),
    )


def _of_table(subject: Subject, code: str, message: str, start: int, end: int) -> Check:
    return finding(
        "calculations",
        code,
        message,
        check="stated",
        verifier=VERIFIER,
        observed=in_answer(subject.answer, start, end),
    )


def _texts(context: Context) -> Iterator[tuple[str, str]]:
    if context.text.strip():
        yield context.id, context.text
    if context.cells:
        rows: dict[int, dict[int, str]] = {}
        for index, row in enumerate(context.cells):
            if isinstance(row, Cell):
                for column in range(row.column, row.column + min(row.col_span, 40)):
                    rows.setdefault(row.row, {})[column] = row.text
            elif isinstance(row, tuple):
                rows[index] = dict(enumerate(row))
        width = 1 + max((max(row, default=0) for row in rows.values()), default=0)
        lines = (
            "| " + " | ".join(rows[at].get(column, "") for column in range(min(width, 40))) + " |"
            for at in sorted(rows)
        )
        yield context.id, "\n".join(lines)
