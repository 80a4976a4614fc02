"""Gates without checks of their own in this version: access, identity, calculations, dates.

Each says `not_built` where the case gives it something to check, so that nothing unchecked
passes, and nothing where there is nothing to check.
"""

from __future__ import annotations

from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check, Claim, Place, Where
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
    return [_unchecked("access", "readable", f"{_named(sources)}: who may read it")]


def check_identity(subject: Subject) -> list[Check]:
    """Unchecked where a source is named or a citation carries a fingerprint."""
    sources = _source_ids(subject)
    pinned = sum(one.fingerprint is not None for one in subject.case.citations)
    if not sources and not pinned:
        return []
    what = _named(sources) if sources else f"{_count(pinned, 'citation')} with a fingerprint"
    return [_unchecked("identity", "approved", f"{what}: whether it is the approved version")]


def check_calculations(subject: Subject) -> list[Check]:
    """Unchecked where calculations are declared, or a claim states one."""
    checks = []
    declared = len(subject.case.expect.calculations)
    if declared:
        what = f"{_count(declared, 'declared calculation')}: whether it recomputes"
        checks.append(_unchecked("calculations", "declared", what))
    for claim in subject.claims:
        operation = calculation_in(claim.text)
        if operation is not None:
            said = f'"{_short(claim.text)}" states a calculation ({operation})'
            what = f"{said}: whether it recomputes"
            checks.append(_unchecked("calculations", "stated", what, claim))
    return checks


def check_dates(subject: Subject) -> list[Check]:
    """Unchecked where a transaction date is given or the answer speaks of dates or times."""
    checks = []
    transaction = subject.case.expect.transaction_date
    if transaction is not None:
        what = f"transaction date {transaction}: whether the source was in force"
        checks.append(_unchecked("dates", "in_force", what))
    dates = find_dates(subject.answer)
    if dates:
        first = dates[0]
        others = f" and {len(dates) - 1} more" if len(dates) > 1 else ""
        what = f'"{_short(first.text)}"{others}: whether the date stands in a context'
        place = Place(text=first.text, where=Where(part="answer"), start=first.start, end=first.end)
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
        return f"source {_short(sources[0])}"
    return f"source {_short(sources[0])} and {len(sources) - 1} more"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number > 1 else ''}"


def _short(text: str, most: int = 80) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


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
