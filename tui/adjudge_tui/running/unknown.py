"""Keys of a record that no part of a case has: kept in the metadata, but perhaps a typo.

A key at the top of a record is its owner's own; inside `expect`, a citation or a context it
usually was meant for something. What annotated collections are known to carry is no typo.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.case import Case, Context
from adjudge_engine.reading.aliases import CASE, CONTEXT, take

#: Where the reader keeps what a part does not know (`record.` where the name was taken).
_KEPT: Final = re.compile(r"(?:record\.)*(expect|citations|requester|labels)_extra")
#: The text beside a claim's span says nothing that the span does not.
_UNDERSTOOD: Final = ("citations.claim.text",)
_CONTEXT_KEYS: Final = frozenset(Context.model_fields) | {*CONTEXT["id"], *CONTEXT["text"]}
_LONGEST: Final = 80
_INDEX: Final = re.compile(r"\[[0-9]{1,9}\]")


def unknown_keys(case: Case, raw: str) -> Iterator[str]:
    """The path of every unknown key, `expect.answrable`, `contexts.title`, one for each place.

    `raw` is the record's text. A context's own `metadata` is no typo.
    """
    for where, kept in case.metadata.items():
        part = _KEPT.fullmatch(where)
        for path in kept if part and isinstance(kept, dict) else ():
            name = _INDEX.sub("", path[:500])
            if part and name.startswith(f"{part[1]}.") and name not in _UNDERSTOOD:
                yield name[:_LONGEST]
    if any(context.metadata for context in case.contexts):
        yield from (f"contexts.{key}"[:_LONGEST] for key in _of_contexts(raw))


def _of_contexts(raw: str) -> Iterator[str]:
    """The unknown keys of contexts, which the case keeps together with the contexts' metadata."""
    try:
        record = json.loads(raw)
    except (ValueError, RecursionError):
        return
    found: Any = take(record, CASE["contexts"])[1] if isinstance(record, dict) else None
    for entry in found if isinstance(found, list) else [found]:
        if isinstance(entry, dict):
            yield from (key for key in entry if key not in _CONTEXT_KEYS)
