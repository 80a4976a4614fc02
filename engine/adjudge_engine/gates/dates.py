"""The dates gate: do the answer's dates trace, and was the source in force?

Every date, year, time of day and relative date of the answer gets one check. A date may be said
less precisely than the source says it, never more. A date that can be read two ways stays open
until the document or its locale settles it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from adjudge_engine.case import Cell, Context
from adjudge_engine.codes import finding, lookup
from adjudge_engine.dates.find import find_dates
from adjudge_engine.dates.force import in_force
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.places import Source, Spot, Trace
from adjudge_engine.dates.trace import Tracer
from adjudge_engine.evaluation import Check, Claim, Place, Where
from adjudge_engine.gates.words import counted, in_answer, placed
from adjudge_engine.subject import Subject

VERIFIER: Final = "dates/6"

#: More passing dates than this are reported together, with their count.
MANY: Final = 200
#: After so many dates that do not pass, the rest is counted and no longer looked up.
MOST: Final = 500
#: Dates of one answer that are looked up at all.
ALL: Final = 5_000


def check_dates(subject: Subject) -> list[Check]:
    """The checks of the answer's dates and of the sources' effective ranges."""
    dates = find_dates(subject.answer)
    checks = _traced(subject, dates) if dates else []
    if subject.case.expect.transaction_date is not None:
        checks += _in_force(subject)
    return checks


def _in_force(subject: Subject) -> list[Check]:
    return [
        finding(
            "dates",
            one.code,
            one.message,
            check="in_force",
            verifier=VERIFIER,
            citation_id=one.citation_id,
        )
        for one in in_force(subject.case, subject.sources)
    ]


def _traced(subject: Subject, dates: tuple[Date, ...]) -> list[Check]:
    sources = [source for context in subject.case.contexts for source in _sources(context)]
    if not sources:
        return [_without_context(subject, dates)]
    locales = () if subject.sources is None else [_locale(subject, one) for one in sources]
    tracer = Tracer(subject.answer, subject.case.question or "", dates, sources, locales)
    claims = subject.claims
    starts = [claim.start for claim in claims]
    checks: list[Check] = []
    passed: dict[str, list[Check]] = {}
    wheres: dict[int, Where] = {}
    failed = 0
    for index, said in enumerate(dates):
        if failed >= MOST or index >= ALL:
            checks.append(_left_out(len(dates) - index))
            break
        claim = _claim_at(claims, starts, said)
        trace = tracer.trace(said, claim)
        expected = _expected(trace.spot, sources, wheres)
        check = _check(subject.answer, said, claim, trace, expected)
        if check.outcome == "pass":
            passed.setdefault(trace.code, []).append(check)
        else:
            failed += 1
            checks.append(check)
    for code, found in passed.items():
        checks += found if len(found) <= MANY else [_summed(code, len(found))]
    return sorted(checks, key=_offset)


def _check(
    answer: str, said: Date, claim: Claim | None, trace: Trace, expected: Place | None
) -> Check:
    start, end = said.start, said.end
    return finding(
        "dates",
        trace.code,
        trace.message,
        check="traced",
        verifier=VERIFIER,
        claim_id=claim.id if claim is not None else None,
        expected=expected,
        observed=in_answer(answer, start, end),
    )


def _expected(
    spot: Spot | None, sources: Sequence[Source], wheres: dict[int, Where]
) -> Place | None:
    """The place in a context; `wheres` keeps what is the same for all of one source."""
    if spot is None:
        return None
    source = sources[spot.at]
    start, end = spot.date.start, spot.date.end
    where = wheres.get(spot.at)
    if where is None:
        where = wheres[spot.at] = _where(source)
    if not source.located:
        return placed(source.text[start:end], where)
    return placed(source.text[start:end], where, start, end)


def _where(source: Source) -> Where:
    page, element = source.context.page, source.context.element_id
    return Where(part="context", id=source.context_id, page=page, element_id=element)


def _claim_at(claims: tuple[Claim, ...], starts: list[int], said: Date) -> Claim | None:
    """The claim that the date stands in; claims are in order and do not overlap."""
    at = bisect_right(starts, said.start) - 1
    for claim in claims[max(0, at) : at + 2]:
        if min(said.end, claim.end) > max(said.start, claim.start):
            return claim
    return None


def _sources(context: Context) -> list[Source]:
    """A context's text and, row by row, its cells."""
    found = []
    if context.text and not context.text.isspace():
        found.append(Source(context.id, context.text, True, context))
    if context.cells:
        lines = ("| " + " | ".join(row) + " |" for row in _rows(context.cells))
        found.append(Source(context.id, "\n".join(lines), False, context))
    return found


def _rows(cells: tuple[tuple[str, ...], ...] | tuple[Cell, ...]) -> list[list[str]]:
    rows: dict[int, list[str]] = {}
    for index, row in enumerate(cells):
        if isinstance(row, Cell):
            rows.setdefault(row.row, []).append(row.text)
        elif isinstance(row, tuple):
            rows[index] = list(row)
    return [rows[index] for index in sorted(rows)]


def _locale(subject: Subject, one: Source) -> str | None:
    if subject.sources is None or one.context.source_id is None:
        return None
    source = subject.sources.current(one.context.source_id)
    return source.locale if source is not None else None


def _without_context(subject: Subject, dates: tuple[Date, ...]) -> Check:
    first, more = dates[0], len(dates) - 1
    others = f" and {more:,} more" if more else ""
    return finding(
        "dates",
        "no_context",
        f'"{first.text}"{others}: the case has no context to trace dates to',
        check="traced",
        verifier=VERIFIER,
        observed=in_answer(subject.answer, first.start, first.end),
    )


def _summed(code: str, number: int) -> Check:
    message = f"{counted(number, 'date')} of the answer: {lookup('dates', code).meaning}"
    return finding("dates", code, message, check="traced", verifier=VERIFIER)


def _left_out(number: int) -> Check:
    message = f"{counted(number, 'more date')} of the answer: not looked up"
    return finding("dates", "search_limit", message, check="traced", verifier=VERIFIER)


def _offset(check: Check) -> tuple[bool, int]:
    start = check.observed.start if check.observed is not None else None
    return (start is None, start or 0)
