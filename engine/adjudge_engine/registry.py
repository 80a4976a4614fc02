"""The source registry: every version of every governed document, and which of them count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.document import Document
from adjudge_engine.source import Source


class Registry:
    """Sources by id; several versions of one may stand side by side, in the order they were read.

    Immutable, and shared by all cases of a run: what is worked out from a source is kept here.
    """

    def __init__(self, sources: Iterable[Source] = ()) -> None:
        versions: dict[str, list[Source]] = {}
        for source in sources:
            versions.setdefault(source.source_id, []).append(source)
        self._versions = {name: tuple(found) for name, found in versions.items()}
        self._approved = {
            name: tuple(one for one in found if one.approved)
            for name, found in self._versions.items()
        }
        self._documents: dict[int, Document] = {}

    def __contains__(self, source_id: object) -> bool:
        return source_id in self._versions

    def __iter__(self) -> Iterator[str]:
        return iter(self._versions)

    def __len__(self) -> int:
        return len(self._versions)

    def versions(self, source_id: str) -> tuple[Source, ...]:
        """All versions, approved or not; none where the registry does not know the source."""
        return self._versions.get(source_id, ())

    def approved(self, source_id: str) -> tuple[Source, ...]:
        """The approved versions, which alone count."""
        return self._approved.get(source_id, ())

    def current(self, source_id: str) -> Source | None:
        """The approved version that was read last, or None."""
        found = self.approved(source_id)
        return found[-1] if found else None

    def document(self, source: Source) -> Document:
        """A source of this registry, ready to be looked into; worked out once for all cases."""
        found = self._documents.get(id(source))
        if found is None or found.source is not source:  # a copied registry has other identities
            found = self._documents[id(source)] = Document(source)
        return found

    @cached_property
    def digest(self) -> str:
        """One hash over every entry: what an evaluation against this registry rests on."""
        return canonical_hash(
            {name: [one.to_dict() for one in found] for name, found in self._versions.items()}
        )
