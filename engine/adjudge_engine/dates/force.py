"""Whether the sources of a case were in force on its transaction date."""

from __future__ import annotations

import re
from datetime import date
from typing import Final, NamedTuple

from adjudge_engine.case import Case
from adjudge_engine.dates.find import find_dates
from adjudge_engine.gates.words import shortened
from adjudge_engine.registry import Registry
from adjudge_engine.source import Source

_LONGEST: Final = 64
_ISO: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[Tt ][0-9]{2}:?[0-9]{2}(?::?[0-9]{2}(?:[.,][0-9]{1,9})?)? ?"
    r"(?:[Zz]|UTC|GMT|[+-][0-9]{2}:?(?:[0-9]{2})?)?)?"
)
#: What may stand beside the one date of such a text.
_BESIDE: Final = frozenset(("", "on", "on the", "the", "am", "den", "le", "el", "г", "года"))


class InForce(NamedTuple):
    """A finding of the dates gate about one source; `citation_id` where one citation pins it."""

    code: str
    message: str
    citation_id: str | None = None


def in_force(case: Case, registry: Registry | None) -> list[InForce]:
    """One finding for every source that the case uses and that has an effective range."""
    said = case.expect.transaction_date
    if said is None:
        return []
    used = _used(case)
    if not used:
        return []
    day = read_day(said)
    if day is None:
        message = f"transaction date {shortened(said)} cannot be read as one day"
        return [InForce("range_unreadable", message)]
    if registry is None:
        names = shortened(next(iter(used))[0]) + (
            f" and {len(used) - 1} more" if len(used) > 1 else ""
        )
        message = f"no source registry was given: whether {names} was in force on {day} is unknown"
        return [InForce("no_registry", message)]
    found = []
    for (name, fingerprint), citation in used.items():
        finding = _of_source(registry, name, fingerprint, day)
        if finding is not None:
            found.append(finding._replace(citation_id=citation))
    return list(dict.fromkeys(found))


def read_day(text: str) -> date | None:
    """The one day that `text` names and nothing else, ISO or in words; a time may stand beside."""
    text = text.strip()
    if len(text) > _LONGEST:
        return None
    try:
        iso = _ISO.fullmatch(text)
        return date.fromisoformat(iso[1]) if iso is not None else _read(text)
    except ValueError:
        return None  # 31 February


def _read(text: str) -> date | None:
    found = find_dates(text)
    if len(found) != 1 or not found[0].is_day or found[0].swapped:
        return None
    one = found[0]
    rest = (text[: one.start] + text[one.end :]).strip(" .,()").lower()
    if rest not in _BESIDE or one.year is None or not 1 <= one.year <= 9999:
        return None
    return date(one.year, one.month or 1, one.day or 1)


def _used(case: Case) -> dict[tuple[str, str | None], str | None]:
    """(source, pinned fingerprint) → the citation that pins it, in the case's order."""
    used: dict[tuple[str, str | None], str | None] = {}
    pinned = set()
    sources = {context.id: context.source_id for context in case.contexts}
    for citation in case.citations:
        name = citation.source_id or sources.get(citation.context_id or "")
        if name and citation.fingerprint:
            used.setdefault((name, citation.fingerprint), citation.id)
            pinned.add(name)
    named = [citation.source_id for citation in case.citations]
    for source in [*named, *(context.source_id for context in case.contexts)]:
        if source and source not in pinned:
            used.setdefault((source, None), None)
    return used


def _of_source(registry: Registry, name: str, fingerprint: str | None, day: date) -> InForce | None:
    versions = registry.approved(name)
    if not versions:
        message = f"the registry has no approved version of {shortened(name)}"
        return InForce("source_unlisted", message)
    pinned = [one for one in versions if one.fingerprint == fingerprint]
    if fingerprint is not None and pinned:
        versions = tuple(pinned)
    findings = [_of_version(one, day) for one in versions]
    for finding in findings:
        if finding is None or finding.code == "in_force":
            return finding
    unreadable = [one for one in findings if one is not None and one.code == "range_unreadable"]
    return unreadable[0] if unreadable else findings[-1]


def _of_version(source: Source, day: date) -> InForce | None:
    """None where the version has no effective range."""
    if source.effective_from is None and source.effective_to is None:
        return None
    name = shortened(source.source_id)
    ends = []
    for said in (source.effective_from, source.effective_to):
        end = read_day(said) if said is not None else None
        if said is not None and end is None:
            message = f"{name}: {shortened(said)} of its effective range cannot be read"
            return InForce("range_unreadable", message)
        ends.append(end)
    first, last = ends
    if first is not None and last is not None and last < first:
        return InForce("range_unreadable", f"{name}: its effective range ends before it starts")
    if first is not None and day < first:
        return InForce("not_in_force", f"{name} is in force from {first} on, not on {day}")
    if last is not None and day > last:
        return InForce("not_in_force", f"{name} was in force until {last}, not on {day}")
    return InForce("in_force", f"{name} was in force on {day}")
