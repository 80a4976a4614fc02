"""The access gate: may the requester read every cited source and every context's source?

One group in common is enough; `groups` null is open to everybody, an empty list to nobody.
Sources of the registry that the case does not use do not count.
"""

from __future__ import annotations

from typing import Final

from adjudge_engine.case import Requester
from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.identifying.context_cells import Cells
from adjudge_engine.gates.identifying.mentions import Mention, listed, mentions, version_name
from adjudge_engine.gates.words import shortened
from adjudge_engine.registry import Registry
from adjudge_engine.source import Source
from adjudge_engine.subject import Subject

VERIFIER: Final = "access/2"


def check_access(subject: Subject) -> list[Check]:
    """One check for each source that the case rests on."""
    named = mentions(subject.case)
    if not named:
        return []
    registry = subject.sources
    if registry is None:
        what = f"source {listed(list(named))}: without a registry nobody can tell who may read it"
        return [_check("no_registry", what)]
    cells = Cells()
    return [_of_source(subject, registry, mention, cells) for mention in named.values()]


def _of_source(subject: Subject, registry: Registry, mention: Mention, cells: Cells) -> Check:
    name = shortened(mention.source_id)
    if mention.source_id not in registry:
        return _check(
            "source_unlisted", f"the registry does not know the source {name}: who may read it?"
        )
    requester = subject.case.requester
    versions = registry.approved(mention.source_id) or registry.versions(mention.source_id)
    closed = [one for one in versions if not _may_read(requester, one)]
    if closed and len(versions) > 1:
        versions = _meant(subject, registry, mention, cells) or versions
        closed = [one for one in versions if not _may_read(requester, one)]
    if not closed:
        if all(one.groups is None for one in versions):
            return _check("open", f"{name} is open to everybody")
        return _check("readable", f"{_name(requester)} may read {name}")
    first = closed[0]
    groups = listed(list(first.groups)) if first.groups else "nobody"
    if first.groups and (requester is None or requester.groups is None):
        whose = "nobody says who asks" if requester is None else "the requester names no groups"
        return _check("requester_unknown", f"{version_name(first)} is for {groups}, and {whose}")
    return _check(
        "forbidden", f"{_name(requester)} may not read {version_name(first)}; it is for {groups}"
    )


def _meant(
    subject: Subject, registry: Registry, mention: Mention, cells: Cells
) -> tuple[Source, ...]:
    """The versions that the citations pin, if every use of the source is of one of those."""
    prints = {citation.fingerprint for citation in mention.citations}
    known = registry.versions(mention.source_id)
    pinned = tuple(one for one in known if one.fingerprint and one.fingerprint in prints)
    if not prints or prints - {one.fingerprint for one in pinned}:
        return ()
    documents = [registry.document(source) for source in pinned]
    for context in mention.contexts:
        found = cells.check(context, documents)
        if found is not None and found.code != "cells_found":
            return ()
        words = subject.normalised(context).text
        texts = (flow.normal.text for document in documents for flow in document.whole)
        if not any(words in text for text in texts):
            return ()
    return pinned


def _may_read(requester: Requester | None, source: Source) -> bool:
    if source.groups is None:
        return True
    groups = () if requester is None else requester.groups or ()
    return not set(source.groups).isdisjoint(groups)


def _name(requester: Requester | None) -> str:
    return shortened(requester.id) if requester and requester.id else "the requester"


def _check(code: str, message: str) -> Check:
    return finding("access", code, message, check="readable", verifier=VERIFIER)
