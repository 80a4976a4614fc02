"""The texts in which a verified quote must be a statement of its own, if it is to prove a claim.

A quote verified in a context is read there. One verified in a source is read in the source, with
its neighbours, and in a context from that source too: what nobody was given proves nothing.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from adjudge_engine.case import Citation, Context
from adjudge_engine.document import Document
from adjudge_engine.evaluation import Place
from adjudge_engine.flow import Flow
from adjudge_engine.gates.citing.cells import At, cells_of
from adjudge_engine.gates.citing.scopes import RUNNING
from adjudge_engine.gates.citing.seeking import versions_for
from adjudge_engine.subject import Subject
from adjudge_engine.text.find import find_all
from adjudge_engine.text.normalise import Normalised, normalise

_HEADINGS: Final = ("head", "title", "section", "caption", "page")
_LIST: Final = "list"
_MOST_ITEMS: Final = 200
_MOST_CONTEXTS: Final = 50


class Ground(NamedTuple):
    """`text` around the quote at `start:end`; `truncated`: it is cut off at its end.

    `name` is the context's id; "" for a source.
    """

    name: str
    text: str
    hay: Normalised
    start: int
    end: int
    truncated: bool = False


class Grounds:
    """Finds the grounds of verified places."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._contexts = {context.id: context for context in subject.case.contexts}
        self._of_source: dict[str, list[Context]] = {}
        for context in subject.case.contexts:
            if context.source_id is not None:
                self._of_source.setdefault(context.source_id, []).append(context)

    def of(self, citation: Citation, place: Place) -> list[Ground]:
        """The texts in which the quote has to stand, a context first; without any, no proof."""
        where = place.where
        if where is None or place.start is None or place.end is None:
            return []
        if where.part == "context":
            context = self._contexts.get(where.id or "")
            return [] if context is None else [self._ground(context, place.start, place.end)]
        document = self._document(citation, where.id or "")
        own = None if document is None else _in_document(document, place)
        carried = self._carried(where.id or "", normalise(place.text))
        return [carried, own] if own is not None and carried is not None else []

    def cells(self, citation: Citation, place: Place) -> At | None:
        """The table of a verified cell, as text by row and column."""
        where = place.where
        if where is None:
            return None
        if where.part == "context":
            context = self._contexts.get(where.id or "")
            return None if context is None else cells_of(context)
        document = self._document(citation, where.id or "")
        if document is None or where.element_id not in document.tables:
            return None
        return document.grid(where.element_id).at

    def _ground(self, context: Context, start: int, end: int) -> Ground:
        hay = self._subject.normalised(context)
        return Ground(context.id, context.text, hay, start, end, context.truncated)

    def _carried(self, source_id: str, quote: Normalised) -> Ground | None:
        """The first context from the source in which the quote stands once."""
        for context in self._of_source.get(source_id, ())[:_MOST_CONTEXTS]:
            found = find_all(quote, self._subject.normalised(context), 2)
            if len(found) == 1:
                return self._ground(context, *found[0])
        return None

    def _document(self, citation: Citation, source_id: str) -> Document | None:
        registry = self._subject.sources
        if registry is None:
            return None
        versions = versions_for(citation, registry, source_id)
        return registry.document(versions[0]) if len(versions) == 1 else None


def _in_document(document: Document, place: Place) -> Ground | None:
    """The place among its neighbours; None for a heading, a row of a table, an item led up to."""
    where, start, end = place.where, place.start, place.end
    if where is None or start is None or end is None or where.path not in (None, RUNNING):
        return None
    flow, index = _piece(document, place)
    if flow is None or not _states(flow, index):
        return None
    begin = flow.starts[index]
    return Ground("", flow.text, flow.normal, begin + start, begin + end)


def _piece(document: Document, place: Place) -> tuple[Flow | None, int]:
    where = place.where
    if where is None:
        return None, 0
    if where.element_id is None:
        if where.path == RUNNING:
            return document.running, 0
        flow = document.content if where.page is None else document.page_text(where.page)
        return flow, 0
    flow = document.flow
    for index in document.by_element.get(where.element_id, ())[:_MOST_ITEMS]:
        piece = flow.pieces[index]
        if piece.page == where.page and piece.text[place.start : place.end] == place.text:
            return flow, index
    return None, 0


def _states(flow: Flow, index: int) -> bool:
    """Whether the element makes statements: no heading, and no item under "Not covered:"."""
    kind = _kind(flow, index)
    if kind.startswith(_HEADINGS):
        return False
    if _LIST not in kind:
        return True
    for before in range(index - 1, max(-1, index - _MOST_ITEMS), -1):
        if _LIST not in _kind(flow, before):
            return not flow.pieces[before].text.rstrip().endswith((":", "："))
    return index < _MOST_ITEMS


def _kind(flow: Flow, index: int) -> str:
    return (flow.pieces[index].kind or "").lower()
