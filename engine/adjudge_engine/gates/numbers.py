"""The numbers gate: every number of the answer traces to a number of a context, or says why not.

Tracing means the same value after scale, the same sign, and no other unit, currency or kind of
share. Rounding to the digits shown and near true bounds pass; a number that stands in the
question alone proves nothing. What could be a calculation or a conversion is said to be
unchecked: among many figures almost any number is some sum or ratio.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import merge
from itertools import chain
from operator import attrgetter
from typing import Final

from adjudge_engine.codes import finding, lookup
from adjudge_engine.evaluation import Check, Place, Where
from adjudge_engine.gates.citing.cell_texts import CellText
from adjudge_engine.gates.words import ANSWER, counted, placed
from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.lookup.material import Trace
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.before import REFERENCES
from adjudge_engine.numbers.reading.pages import is_page_mark
from adjudge_engine.numbers.trace import Tracer
from adjudge_engine.numbers.worded.ordinals import is_idiom
from adjudge_engine.numbers.worded.romans import read_romans
from adjudge_engine.subject import Subject
from adjudge_engine.vocabulary import Outcome

VERIFIER: Final = "numbers/8"

#: More passing numbers than this are reported together, by code, with their count.
MANY: Final = 200
#: After so many numbers that fail, the rest is counted and no longer looked up.
MOST: Final = 5_000


def check_numbers(subject: Subject) -> list[Check]:
    """One check for every number of the answer that says how much, how many or which version."""
    stated = _stated(subject)
    first = next(stated, None)
    if first is None:
        return []
    if not subject.number_texts:
        stated = (one for one in chain((first,), stated) if one.kind != "code")
        first = next(stated, None)
        return [] if first is None else [_without_context(first, sum(1 for _ in stated))]
    tracer = Tracer(subject.number_material, subject.number_index)
    report = _Report()
    for one in chain((first,), stated):
        if report.is_full:
            report.left_out += 1
            continue
        trace = tracer.trace(one)
        if trace is not None:
            report.add(one, _with_cell(trace, subject.cell_texts))
    return report.checks() + _unbound(tracer.unbound)


class _Report:
    """The checks in order, bounded: of very many that do not fail only their number is kept."""

    def __init__(self) -> None:
        self.left_out = 0
        self._checks: dict[Outcome, list[Check]] = {"fail": [], "unavailable": [], "pass": []}
        self._counts: dict[Outcome, dict[str, int]] = {"unavailable": {}, "pass": {}}

    @property
    def is_full(self) -> bool:
        """Whether so many numbers failed that one more says nothing new."""
        return len(self._checks["fail"]) >= MOST

    def add(self, number: Number, trace: Trace) -> None:
        """Keep the finding, or count it."""
        outcome = lookup("numbers", trace.code).outcome
        counts = self._counts.get(outcome)
        if counts is not None:
            counts[trace.code] = counts.get(trace.code, 0) + 1
        if len(self._checks[outcome]) <= (MANY if outcome == "pass" else MOST):
            self._checks[outcome].append(_check(number, trace))

    def checks(self) -> list[Check]:
        """All checks in the answer's order; where a kind is too many, one for each of its codes."""
        found = list(self._checks["fail"])
        summed = []
        for outcome, counts in self._counts.items():
            if sum(counts.values()) <= (MANY if outcome == "pass" else MOST):
                found += self._checks[outcome]
                continue
            for code, count in sorted(counts.items()):
                meaning = lookup("numbers", code).meaning
                summed.append(_summed(code, f"{counted(count, 'number')} of the answer: {meaning}"))
        if self.left_out:
            message = f"{counted(self.left_out, 'more number')}: not looked up"
            message += f" after {MOST:,} that failed"
            summed.append(_summed("untraced", message))
        return sorted(found, key=_offset) + summed


def _unbound(count: int) -> list[Check]:
    if not count:
        return []
    message = f"{counted(count, 'number')} of the answer: whose they are was not looked up, as it "
    return [_summed("search_limit", message + "asks for more searching than is allowed")]


def _offset(check: Check) -> int:
    start = check.observed.start if check.observed is not None else None
    return start or 0


def _summed(code: str, message: str) -> Check:
    return finding("numbers", code, message, check="traced", verifier=VERIFIER)


def _stated(subject: Subject) -> Iterator[Number]:
    """The numbers of the answer that ask for a source, in its order."""
    answer, spoken = subject.answer, subject.answer_spoken
    figures = (number for number in subject.answer_numbers if _needs_a_source(number))
    words = (number for number in spoken if _needs_a_source(number))
    stated = merge(figures, words, read_romans(answer), key=attrgetter("start"))
    return (number for number in stated if not is_page_mark(answer, number))


def _needs_a_source(number: Number) -> bool:
    if number.kind in ("version", "phone", "code"):
        return True
    if not number.is_quantity or number.weak:
        return False
    if number.kind == "ordinal":
        return number.noun not in REFERENCES and not is_idiom(number.text, number.noun)
    return number.label not in REFERENCES


def _with_cell(trace: Trace, cells: dict[str, CellText | None]) -> Trace:
    """The finding, with the row and the column where it rests on a cell of a table."""
    found = trace.found
    if found is None or found.located:
        return trace
    table = cells.get(found.context_id)
    if table is None:
        return trace
    row, column = table.cell_at(found.number.start)
    context = f"context {found.context_id}"
    place = f"{context}, row {row}, column {column}"
    return trace._replace(message=trace.message.replace(context, place, 1))


def _without_context(first: Number, more: int) -> Check:
    others = f" and {more} more" if more else ""
    return finding(
        "numbers",
        "no_context",
        f'"{first.text}"{others}: the case has no context to trace numbers to',
        check="traced",
        verifier=VERIFIER,
        observed=_observed(first),
    )


def _check(number: Number, trace: Trace) -> Check:
    return finding(
        "numbers",
        trace.code,
        trace.message,
        check="traced",
        verifier=VERIFIER,
        claim_id=trace.claim_id,
        expected=_expected(trace.found),
        observed=_observed(number),
    )


def _observed(number: Number) -> Place:
    return placed(number.text, ANSWER, number.start, number.end)


def _expected(found: Found | None) -> Place | None:
    if found is None:
        return None
    number, where = found.number, _in_context(found.context_id)
    if not found.located:
        return placed(number.text, where)
    return placed(number.text, where, number.start, number.end)


@lru_cache(maxsize=256)
def _in_context(context_id: str) -> Where:
    """What offsets of a context count in."""
    return Where(part="context", id=context_id)
