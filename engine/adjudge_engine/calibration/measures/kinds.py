"""What kind of case a case is: the slices in which a judge may do worse than on average."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from adjudge_engine.case import Case

#: The kinds by which figures are sliced, in the order in which they are shown. A case has one
#: value of each, except `tag`, of which it may have several or none.
KINDS: Final = (
    "question_type",
    "document_type",
    "tag",
    "risk",
    "language",
    "generator",
)

#: Where a case may say what it is, in its metadata. Nothing is guessed.
_NAMES: Final = {
    "question_type": ("question_type", "question_kind", "task"),
    "document_type": ("document_type", "doc_type", "document_kind"),
}
_LANGUAGE: Final = ("language", "lang", "locale")
_LETTERS: Final = 400  # characters of question and answer that are looked at
_LONGEST: Final = 80


def slices_of(case: Case) -> dict[str, str]:
    """kind → value for every kind but `tag` that the case tells of."""
    metadata = case.metadata
    found = {kind: _named(metadata, names) for kind, names in _NAMES.items()}
    if found["document_type"] is None:
        kinds = {one.kind for one in case.contexts}
        found["document_type"] = kinds.pop() if len(kinds) == 1 else None
    found["risk"] = case.risk
    found["language"] = language_of(metadata, case.question, case.answer)
    found["generator"] = case.generator
    return {kind: value[:_LONGEST] for kind, value in found.items() if value}


def language_of(metadata: Mapping[str, Any], *texts: str | None) -> str:
    """The language that the metadata name, else the script of most letters of the texts."""
    named = _named(metadata, _LANGUAGE)
    if named:
        return named.lower()
    text = " ".join(one or "" for one in texts)[:_LETTERS]
    scripts = Counter(
        unicodedata.name(one, "unknown").partition(" ")[0] for one in text if one.isalpha()
    )
    if not scripts:
        return "(unknown)"
    return min(scripts.items(), key=lambda one: (-one[1], one[0]))[0].lower() + " script"


def _named(metadata: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    """The text under the first of these names that has text, without what surrounds it."""
    told = (metadata[name] for name in names if isinstance(metadata.get(name), str))
    return next((one for one in told if one.strip()), "").strip() or None
