"""A content store: the texts of documents that spans name by id alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from adjudge_engine.errors import InputError
from adjudge_engine.reading.foreign import openinference
from adjudge_engine.reading.foreign.base import Head, Row
from adjudge_engine.reading.foreign.opened import Opened, opened_at
from adjudge_engine.reading.problems import kind_of


@dataclass(frozen=True, slots=True)
class WithContent:
    """The reader of spans, given `texts` by document id."""

    texts: Mapping[str, str]
    name: str = "otel"
    title: str = "OpenTelemetry, with a content store"

    def recognises(self, head: Head) -> bool:
        """It is named, never found."""
        return False

    def rows(self, opened: Opened) -> Iterator[Row]:
        """A row for each trace; documents that the store does not have stay without text."""
        return openinference.rows(opened, self.texts.get)

    def cannot_serve(self) -> tuple[str, ...]:
        """What the files lack."""
        return ("no mark for a person's word: every evaluation result is a judgment",)


def with_content(path: Path) -> WithContent:
    """The reader of spans with the store in `path`, a JSON object of id and text.

    Raises InputError where it is none.
    """
    with opened_at(path) as opened:
        store = opened.json()
    hint = 'A content store is one JSON object: {"doc-1": "its text", …}.'
    if not isinstance(store, dict):
        raise InputError(f"{path} must be an object, not {kind_of(store)}.", hint)
    for name, text in store.items():
        if not isinstance(text, str):
            told = f"{path}: {name[:80]!r} must be text, not {kind_of(text)}."
            raise InputError(told, hint)
    return WithContent(store)
