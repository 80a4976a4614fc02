"""What the queue has to know of the sources of a case: who may read them, and which they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.case import Case
from adjudge_engine.registry import Registry
from adjudge_engine.source import Source

#: Worked out once for all cases of a run: a source may be a whole book.
_KNOWN: WeakKeyDictionary[Registry, dict[str, dict[str, Any]]] = WeakKeyDictionary()


def sources_of(case: Case, registry: Registry | None) -> Mapping[str, Mapping[str, Any]]:
    """Source id → `groups` and `hash`, for the sources of the contexts that the registry knows.

    Of several versions, `groups` are those that may read every one (None: everybody may).
    """
    if registry is None:
        return {}
    known = _KNOWN.setdefault(registry, {})
    found: dict[str, dict[str, Any]] = {}
    for context in case.contexts:
        name = context.source_id
        if name is not None and name in registry:
            if name not in known:
                known[name] = _stamp(registry.versions(name))
            found[name] = known[name]
    return found


def _stamp(versions: tuple[Source, ...]) -> dict[str, Any]:
    closed = [set(one.groups) for one in versions if one.groups is not None]
    groups = sorted(set.intersection(*closed)) if closed else None
    return {"groups": groups, "hash": canonical_hash([one.to_dict() for one in versions])}
