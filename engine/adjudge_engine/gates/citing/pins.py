"""Which version a citation pins by its fingerprint, and whether the registry approves that one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.case import Citation
from adjudge_engine.gates.citing.locators import named
from adjudge_engine.gates.identifying.mentions import Mention, is_fingerprint, version_name
from adjudge_engine.gates.words import counted, quoted, shortened
from adjudge_engine.registry import Registry

_MOST_REPORTED: Final = 100


class Pin(NamedTuple):
    """What is to be said of one fingerprint: a code, a message, the first citation with it."""

    code: str
    message: str
    citation_id: str | None


def pins_of(mention: Mention, registry: Registry) -> Iterator[Pin]:
    """One finding for each fingerprint that citations give a source, and one for those without.

    The source is in the registry. At most 100 fingerprints; who gives more gives no right ones.
    """
    by_print: dict[str | None, list[Citation]] = {}
    for citation in mention.citations:
        by_print.setdefault(citation.fingerprint, []).append(citation)
    unpinned = by_print.pop(None, [])
    for number, (fingerprint, citations) in enumerate(by_print.items()):
        if fingerprint is None or number >= _MOST_REPORTED:
            break
        code, why = _judged(fingerprint, mention.source_id, registry)
        more = f" and {len(citations) - 1} more" if len(citations) > 1 else ""
        yield Pin(code, f"{named(citations[0])}{more}: {why}", citations[0].id)
    if unpinned:
        versions = len(registry.approved(mention.source_id))
        name = shortened(mention.source_id)
        which = "its approved version counts"
        if versions > 1:
            which = f"its {versions} approved versions count"
        said = "pins" if len(unpinned) == 1 else "pin"
        who = named(unpinned[0]) if len(unpinned) == 1 else counted(len(unpinned), "citation")
        message = f"{who} of {name} {said} no version; {which}"
        yield Pin("not_pinned", message, unpinned[0].id if len(unpinned) == 1 else None)


def malformed(citations: tuple[Citation, ...]) -> Iterator[Pin]:
    """The fingerprints that are none, whatever the registry says; at most 100."""
    seen: set[str] = set()
    for citation in citations:
        text = citation.fingerprint
        if text is not None and text not in seen and not is_fingerprint(text):
            seen.add(text)
            yield Pin(
                "fingerprint_malformed", f"{named(citation)}: {_no_digest(text)}", citation.id
            )
            if len(seen) == _MOST_REPORTED:
                return


def _no_digest(text: str) -> str:
    return f"{quoted(text)} is not sha256: and 64 lower-case hexadecimal digits"


def _judged(fingerprint: str, source_id: str, registry: Registry) -> tuple[str, str]:
    if not is_fingerprint(fingerprint):
        return "fingerprint_malformed", _no_digest(fingerprint)
    approved = registry.approved(source_id)
    equal = next((one for one in approved if one.fingerprint == fingerprint), None)
    shown = f"{fingerprint[:15]}…"
    if equal is not None:
        return "fingerprint_equal", f"{shown} is the fingerprint of {version_name(equal)}"
    for one in registry.versions(source_id):
        if one.fingerprint == fingerprint:
            message = f"{shown} is the fingerprint of {version_name(one)}, which is not approved"
            return "fingerprint_stale", message
    bare = next((one for one in approved if one.fingerprint is None), None)
    if bare is not None:
        return "fingerprint_missing", f"the registry has no fingerprint of {version_name(bare)}"
    name = shortened(source_id)
    now = [f"{one.fingerprint[:15]}…" for one in approved if one.fingerprint][:3]
    instead = f"; approved is {', '.join(now)}" if now else ""
    return "fingerprint_stale", f"{shown} is of no approved version of {name}{instead}"
