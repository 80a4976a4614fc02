"""Where else a quote stands that is not where its citation says; else what comes nearest."""

from __future__ import annotations

from typing import Final, NamedTuple

from adjudge_engine.document import Document
from adjudge_engine.evaluation import Place
from adjudge_engine.flow import Flow
from adjudge_engine.gates.citing.scopes import Scope, described, in_source
from adjudge_engine.gates.identifying.mentions import mentions
from adjudge_engine.gates.words import quoted, shortened
from adjudge_engine.subject import Subject
from adjudge_engine.text.find import nearest
from adjudge_engine.text.loose import is_relaid
from adjudge_engine.text.normalise import Normalised

#: How many misses of a case are explained, and in how many of its sources each is looked for.
_EXPLAINED: Final = 50
_MOST_SOURCES: Final = 10
_MOST_SEARCHED: Final = 1_000_000_000
_FEWEST_ELSEWHERE: Final = 3  # a shorter text stands everywhere


class Miss(NamedTuple):
    """The place to show, and how a message about the miss goes on.

    `is_relaid`: it stands where it is cited, but for the hyphens where lines end.
    """

    place: Place | None = None
    instead: str = ""
    is_relaid: bool = False


class Elsewhere:
    """Explains the first misses of a case; later ones are reported bare."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._explained = 0
        self._left = _MOST_SEARCHED

    def say(self, scope: Scope, needle: Normalised) -> Miss:
        """Where the quote stands instead, or what comes nearest."""
        self._explained += 1
        if self._explained > _EXPLAINED or self._left < 0:
            return Miss()
        if len(needle.text) >= _FEWEST_ELSEWHERE:
            here = self._in(scope.document, needle)
            if here is not None:
                return Miss(here[0], f"; it stands {here[1]}")
            for document in self._others(scope.document):
                there = self._in(document, needle)
                if there is not None:
                    source_id = shortened(document.source.source_id)
                    return Miss(there[0], f"; it stands {there[1]} of {source_id}")
        return _nearest(scope, needle)

    def _in(self, document: Document, needle: Normalised) -> tuple[Place, str] | None:
        flows: list[Flow | None] = [document.flow, document.content, document.running]
        for flow in flows:
            if flow is None:
                continue
            self._left -= len(flow.text)
            spot = next(flow.spots(needle.text), None)
            if spot is not None:
                place = in_source(document, flow, spot.start, spot.end)
                return place, described(flow, spot.first, spot.last)
        return None

    def _others(self, document: Document) -> list[Document]:
        registry = self._subject.sources
        if registry is None:
            return []
        found = []
        for source_id in mentions(self._subject.case):
            source = registry.current(source_id)
            if source is not None and source_id != document.source.source_id:
                found.append(registry.document(source))
            if len(found) == _MOST_SOURCES:
                break
        return found


def _nearest(scope: Scope, needle: Normalised) -> Miss:
    """The text of the scope that is most like the quote."""
    flow = scope.flow
    first, last = scope.ranges[0]
    base, hay = 0, flow.normal
    if first == last:
        base, hay = flow.starts[first], flow.valued_piece(first).plain
    near = nearest(needle, hay)
    if near is None:
        return Miss()
    place = in_source(scope.document, flow, base + near[0], base + near[1])
    relaid = is_relaid(needle.text, hay.source, near[0], near[1])
    return Miss(place, f"; nearest is {quoted(place.text)}", relaid)
