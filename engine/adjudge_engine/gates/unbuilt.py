"""Gates without checks of their own in this version: access, identity, calculations, dates.

Each says `not_built` where the case gives it something to check, so that nothing unchecked
passes, and nothing where there is nothing to check.
"""

from __future__ import annotations

from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check, Claim, Place
from adjudge_engine.gates.words import counted, in_answer, quoted, shortened
from adjudge_engine.numbers.dates import find_dates
from adjudge_engine.numbers.stated import calculation_in
from adjudge_engine.subject import Subject
from adjudge_engine.vocabulary import Gate

VERIFIER = "unbuilt/1"


def check_access(subject: Subject) -> list[Check]:
    """Unchecked where a context or citation comes from a governed source."""
    sources = _source_ids(subject)
    if not sources:
        return []
    what = f"{_named(sources)}: who may read {_it(len(sources))}"
    return [_unchecked("access", "readable", what)]


def check_identity(subject: Subject) -> list[Check]:
    """Unchecked where a source is named or a citation carries a fingerprint."""
    sources = _source_ids(subject)
    pinned = sum(one.fingerprint is not None for one in subject.case.citations)
    if not sources and not pinned:
        return []
    if sources:
        is_approved = "it is the approved version" if len(sources) == 1 else "they are approved"
        what = f"{_named(sources)}: whether {is_approved}"
    else:
        what = f"{counted(pinned, 'citation')} with a fingerprint: whether the source still has it"
    return [_unchecked("identity", "approved", what)]


def check_calculations(subject: Subject) -> list[Check]:
    """Unchecked where calculations are declared, or a claim states one."""
    checks = []
    declared = len(subject.case.expect.calculations)
    if declared:
        holds = "it recomputes" if declared == 1 else "they recompute"
        what = f"{counted(declared, 'declared calculation')}: whether {holds}"
        checks.append(_unchecked("calculations", "declared", what))
    for claim in subject.claims:
        operation = calculation_in(claim.text)
        if operation is not None:
            said = f"{quoted(claim.text)} states a calculation ({operation})"
            what = f"{said}: whether it recomputes"
            checks.append(_unchecked("calculations", "stated", what, claim))
    return checks


def check_dates(subject: Subject) -> list[Check]:
    """Unchecked where a transaction date is given or the answer speaks of dates or times."""
    checks = []
    transaction = subject.case.expect.transaction_date
    if transaction is not None:
        what = f"transaction date {shortened(transaction)}: whether the source was in force"
        checks.append(_unchecked("dates", "in_force", what))
    dates = find_dates(subject.answer)
    if dates:
        first = dates[0]
        others = f" and {len(dates) - 1} more" if len(dates) > 1 else ""
        stands = "they stand" if others else "the date stands"
        what = f"{quoted(first.text)}{others}: whether {stands} in a context"
        place = in_answer(subject.answer, first.start, first.end)
        claim = subject.claim_at(first.start, first.end)
        checks.append(_unchecked("dates", "traced", what, claim, place))
    return checks


def _source_ids(subject: Subject) -> list[str]:
    case = subject.case
    named = [context.source_id for context in case.contexts]
    named += [citation.source_id for citation in case.citations]
    return list(dict.fromkeys(source for source in named if source))


def _named(sources: list[str]) -> str:
    if len(sources) == 1:
        return f"source {shortened(sources[0])}"
    return f"source {shortened(sources[0])} and {len(sources) - 1} more"


def _it(number: int) -> str:
    return "it" if number == 1 else "them"


def _unchecked(
    gate: Gate,
    check: str,
    what: str,
    claim: Claim | None = None,
    observed: Place | None = None,
) -> Check:
    return finding(
        gate,
        "not_built",
        f"{what} cannot be checked by this version",
        check=check,
        verifier=VERIFIER,
        claim_id=claim.id if claim is not None else None,
        observed=observed,
    )
