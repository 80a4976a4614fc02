"""Which sources a case rests on: those it cites, and those its contexts come from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from adjudge_engine.case import Case, Citation, Context
from adjudge_engine.gates.words import shortened
from adjudge_engine.source import Source

_FINGERPRINT: Final = re.compile(r"sha256:[0-9a-f]{64}")


@dataclass
class Mention:
    """One source of the case: the contexts from it and the citations that lead into it."""

    source_id: str
    contexts: list[Context] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)


def mentions(case: Case) -> dict[str, Mention]:
    """Every source that the case names, by id, in the order of contexts and citations.

    A citation that names only a context leads into that context's source.
    """
    found: dict[str, Mention] = {}
    origin: dict[str, str] = {}
    for context in case.contexts:
        if context.source_id:
            origin[context.id] = context.source_id
            found.setdefault(context.source_id, Mention(context.source_id)).contexts.append(context)
    for citation in case.citations:
        source_id = citation.source_id or origin.get(citation.context_id or "")
        if source_id:
            found.setdefault(source_id, Mention(source_id)).citations.append(citation)
    return found


def is_fingerprint(text: str) -> bool:
    """Whether `text` is `sha256:` and 64 lower-case hexadecimal digits."""
    return _FINGERPRINT.fullmatch(text) is not None


def version_name(source: Source) -> str:
    """ "report", or "report (version 2)" where the registry names the version."""
    name = shortened(source.source_id)
    return name if source.version is None else f"{name} (version {shortened(source.version)})"


def listed(names: list[str]) -> str:
    """ "a", "a and b", "a, b and 3 more"."""
    shown = [shortened(name) for name in names[:3]]
    if len(names) > len(shown):
        return f"{', '.join(shown)} and {len(names) - len(shown)} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
