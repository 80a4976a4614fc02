"""Looking through a part of a source: values, elided quotes, spans, and which version of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from adjudge_engine.case import Citation
from adjudge_engine.flow import Flow, Piece, Spot
from adjudge_engine.gates.citing.saying import in_parts
from adjudge_engine.gates.citing.scopes import Scope
from adjudge_engine.gates.holding import Held, held
from adjudge_engine.registry import Registry
from adjudge_engine.source import Source
from adjudge_engine.text.normalise import Normalised

#: Versions of a source that are compared for a citation that pins none.
MOST_VERSIONS: Final = 10
_MOST_TRIED: Final = 20

#: A range of a flow's text.
Range = tuple[Flow, int, int]


def versions_for(citation: Citation, registry: Registry, source_id: str) -> tuple[Source, ...]:
    """The approved versions that the citation may mean: the pinned one, else all; at most 11.

    More than `MOST_VERSIONS` are too many to ask whether they agree.
    """
    approved = registry.approved(source_id)
    pinned = tuple(one for one in approved if one.fingerprint == citation.fingerprint is not None)
    return (pinned or approved)[-MOST_VERSIONS - 1 :]


def is_known(spot: Spot, found: list[Spot], pieces: tuple[Piece, ...]) -> bool:
    """Whether it is a place found before: a table's row, and the element with the table's text."""
    piece = pieces[spot.first]
    for one in found:
        other = pieces[one.first]
        rows = (piece.row is None) != (other.row is None)
        if rows and piece.page == other.page and _is_table(piece) and _is_table(other):
            return True
    return False


def _is_table(piece: Piece) -> bool:
    return piece.kind is not None and piece.kind.lower() == "table"


def values(scope: Scope, needle: Normalised) -> Iterator[tuple[Range, Held]]:
    """Where the value stands inside one piece, as written first."""
    flow = scope.flow
    for first, last in scope.ranges:
        if (first, last) == (0, len(flow) - 1) and first != last:
            for one in held(needle, flow.valued):
                spot = flow.spot(one.start, one.end)
                if spot.first == spot.last:
                    yield (flow, one.start, one.end), one
            continue
        for index in range(first, last + 1):
            begin = flow.starts[index]
            for one in held(needle, flow.valued_piece(index)):
                yield (flow, begin + one.start, begin + one.end), one


def elided(scope: Scope, parts: list[str]) -> Range | None:
    """Where all parts stand in order inside one piece."""
    if not parts:
        return None
    flow = scope.flow
    for first, last in scope.ranges:
        low, high = flow.range_of(first, last)
        for spot in islice(flow.spots(parts[0], low, high), _MOST_TRIED):
            if spot.first == spot.last:
                found = in_parts(parts, flow.normal, *flow.range_of(spot.first, spot.first))
                if found is not None:
                    return (flow, *found)
    return None


def readings(citation: Citation, scope: Scope) -> Iterator[Range]:
    """What the citation's span may count in, as far as the text goes."""
    if citation.span is None:
        return
    start, end = citation.span.start, citation.span.end
    flow = scope.flow
    if citation.element_id is not None and len(scope.ranges) == 1:
        first, last = scope.ranges[0]
        if first == last and end <= len(flow.pieces[first].text):
            yield flow, flow.starts[first] + start, flow.starts[first] + end
    texts = [scope.document.content, scope.document.running]
    if citation.page is not None:
        texts.append(scope.document.page_text(citation.page))
    for text in texts:
        if text is not None and end <= len(text.text):
            yield text, start, end
