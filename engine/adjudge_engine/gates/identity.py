"""The identity gate: are the sources what the registry approves, and the contexts what they say?

A source must be known, approved, and its content the one whose fingerprint was approved; a cited
fingerprint must be that of an approved version; a context's text must stand in its source. A
citation without a fingerprint pins no version: it is held against the approved ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.case import Context
from adjudge_engine.codes import finding
from adjudge_engine.document import Document
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.citing.locators import named
from adjudge_engine.gates.citing.pins import Pin, malformed, pins_of
from adjudge_engine.gates.identifying.context_cells import Cells
from adjudge_engine.gates.identifying.contexts import Finding, Standing
from adjudge_engine.gates.identifying.mentions import Mention, listed, mentions, version_name
from adjudge_engine.gates.words import shortened
from adjudge_engine.registry import Registry
from adjudge_engine.subject import Subject

VERIFIER: Final = "identity/2"


class _Compare(NamedTuple):
    """What compares the texts and the cells of a case's contexts."""

    texts: Standing
    cells: Cells


def check_identity(subject: Subject) -> list[Check]:
    """The checks of sources, versions, fingerprints and of the contexts' texts."""
    case = subject.case
    pinned = any(one.fingerprint is not None for one in case.citations)
    sources = mentions(case)
    if not sources and not pinned:
        return []
    registry = subject.sources
    if registry is None:
        what = f"source {listed(list(sources))}" if sources else "the cited fingerprints"
        message = f"{what}: without a registry there is nothing to compare with"
        checks = [_check("no_registry", message, "known")]
        return checks + [_pinned(pin) for pin in malformed(case.citations)]
    checks = []
    compare = _Compare(Standing(), Cells())
    for mention in sources.values():
        checks += _of_source(subject, registry, mention, compare)
    return checks + _homeless(subject)


def _of_source(
    subject: Subject, registry: Registry, mention: Mention, compare: _Compare
) -> Iterator[Check]:
    name = shortened(mention.source_id)
    if mention.source_id not in registry:
        yield _check("source_unknown", f"the registry does not know the source {name}", "known")
        yield from map(_pinned, malformed(tuple(mention.citations)))
        return
    documents = [registry.document(one) for one in registry.approved(mention.source_id)]
    if not documents:
        yield _check("not_approved", f"no version of {name} is approved", "known")
        yield from map(_pinned, malformed(tuple(mention.citations)))
        return
    altered = [problem for one in documents if (problem := _altered(one))]
    for message in altered:
        yield _check("content_mismatch", message, "content")
    if not altered:
        yield _check("source_known", f"{version_name(documents[-1].source)} is approved", "known")
    yield from map(_pinned, pins_of(mention, registry))
    for context in mention.contexts:
        yield from _of_context(subject, context, documents, compare)


def _altered(document: Document) -> str | None:
    """Why the registry's content or file is not what was approved, or None."""
    source = document.source
    approved = source.fingerprint
    for what, digest in (("content", document.digest), ("file", source.actual_fingerprint)):
        if approved is not None and digest is not None and digest != approved:
            return (
                f"the {what} of {version_name(source)} has the fingerprint {digest[:15]}…,"
                f" approved is {shortened(approved[:15])}…"
            )
    return None


def _of_context(
    subject: Subject, context: Context, documents: list[Document], compare: _Compare
) -> Iterator[Check]:
    found: list[Finding] = []
    cells = compare.cells.check(context, documents)
    normal = subject.normalised(context)
    if normal.text or cells is None:
        found.append(compare.texts.check(context, normal, documents))
    if cells is not None:
        found.append(cells)
    for code, message, observed in found:
        yield finding(
            "identity", code, message, check="context", verifier=VERIFIER, observed=observed
        )


def _homeless(subject: Subject) -> list[Check]:
    """Fingerprints of citations that name no source, nor a context that does."""
    origin = {one.id: one.source_id for one in subject.case.contexts}
    lost = [
        one
        for one in subject.case.citations
        if one.fingerprint is not None and not (one.source_id or origin.get(one.context_id or ""))
    ]
    checks = [_pinned(pin) for pin in malformed(tuple(lost))]
    if lost and not checks:
        message = f"{named(lost[0])} has a fingerprint, and nothing says of which source"
        checks.append(_pinned(Pin("source_unstated", message, lost[0].id)))
    return checks


def _pinned(pin: Pin) -> Check:
    return finding(
        "identity",
        pin.code,
        pin.message,
        check="pinned",
        verifier=VERIFIER,
        citation_id=pin.citation_id,
    )


def _check(code: str, message: str, check: str) -> Check:
    return finding("identity", code, message, check=check, verifier=VERIFIER)
