"""Whether what a citation says stands in the source itself, as the registry has it.

The registry is the authority where it knows the source. Of several approved versions the one
counts whose fingerprint the citation gives; without one they must all agree.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice
from typing import Final

from adjudge_engine.case import Citation
from adjudge_engine.document import Document
from adjudge_engine.evaluation import Check
from adjudge_engine.flow import Spot
from adjudge_engine.gates.citing.elsewhere import Elsewhere
from adjudge_engine.gates.citing.locators import cited_text, named, on_citation
from adjudge_engine.gates.citing.saying import (
    elided_parts,
    found_as_marked,
    found_check,
    kind_of,
    mismatch_check,
    missing_check,
    noun_of,
    stands_at,
    too_much,
    unsigned,
)
from adjudge_engine.gates.citing.scopes import Scope, Trouble, described, in_source, scope_of
from adjudge_engine.gates.citing.seeking import (
    MOST_VERSIONS,
    Range,
    elided,
    is_known,
    readings,
    values,
    versions_for,
)
from adjudge_engine.gates.citing.source_cells import check_source_cell
from adjudge_engine.gates.citing.unplaced import no_span, repeated
from adjudge_engine.gates.holding import VALUE_COST, Held
from adjudge_engine.gates.identifying.mentions import version_name
from adjudge_engine.gates.words import quoted, shortened
from adjudge_engine.subject import Subject
from adjudge_engine.text.normalise import Normalised, normalise

_SEARCH_LIMIT: Final = 3_000_000_000
_SPOT_COST: Final = 100
_PIECE_COST: Final = 2_000
_CELL_COST: Final = 200
_MOST_TRIED: Final = 20
_BLANK_LINE: Final = re.compile(r"\n[ \t\r]*+\n")


class InSources:
    """Checks citations against the sources of the registry; remembers what was asked before."""

    def __init__(self, subject: Subject) -> None:
        self._registry = subject.sources
        self._left = _SEARCH_LIMIT
        self._found: dict[tuple[int, str, str], list[Spot]] = {}
        self._values: dict[tuple[int, str, str], tuple[Range, Held] | None] = {}
        self._elsewhere = Elsewhere(subject)

    def check(self, citation: Citation, source_id: str | None) -> Check | None:
        """The check of a citation that leads into a source; None if the registry has it not."""
        registry = self._registry
        if registry is None or source_id is None or source_id not in registry:
            return None
        versions = versions_for(citation, registry, source_id)
        if not versions:
            message = f"no version of {shortened(source_id)} is approved"
            return on_citation(citation, "source_not_approved", message)
        if len(versions) > MOST_VERSIONS:
            more = f"{shortened(source_id)} has more than {MOST_VERSIONS} approved versions"
            message = f"{named(citation)} pins no version, and {more}"
            return on_citation(citation, "version_unclear", message)
        checks = [self._in(citation, registry.document(one)) for one in versions]
        outcomes = {check.outcome for check in checks}
        if len(outcomes) == 1:
            return checks[-1]
        first, last = checks[0], checks[-1]
        other = next(
            (one for one in zip(checks, versions, strict=True) if one[0].outcome != last.outcome),
            (first, versions[0]),
        )
        message = (
            f"{named(citation)} pins no version, and they differ: {version_name(versions[-1])}:"
            f" {last.message}; {version_name(other[1])}: {other[0].message}"
        )
        return on_citation(citation, "version_unclear", message)

    def _in(self, citation: Citation, document: Document) -> Check:
        kind = kind_of(citation)
        scope = scope_of(citation, document)
        if kind == "table_cell":
            self._left -= _CELL_COST
            if isinstance(scope, Trouble) and scope.code != "text_unavailable":
                return on_citation(citation, *scope)
            return check_source_cell(citation, document)
        if isinstance(scope, Trouble):
            return on_citation(citation, *scope)
        said = citation.quote if citation.quote is not None else citation.value
        if kind == "presence" and said is None:
            return self._present(citation, scope)
        noun = noun_of(kind)
        needle = normalise(said or "")
        if not needle.text:
            return on_citation(citation, "quote_empty", f"the {noun} is blank", check=noun)
        key = (id(document), scope.name, needle.text)
        if key not in self._found and key not in self._values:
            self._left -= sum(scope.flow.size_of(first, last) for first, last in scope.ranges)
        if self._left < 0:
            return too_much(citation, noun)
        if citation.span is not None:
            return self._at_span(citation, scope, needle)
        if kind == "value" or citation.quote is None:
            return self._value(citation, scope, needle)
        return self._quote(citation, scope, needle)

    def _present(self, citation: Citation, scope: Scope) -> Check:
        """A citation that only says where: its place must exist."""
        if citation.span is None:
            return on_citation(citation, "resolved", f"{named(citation)} leads to {scope.name}")
        texts = list(readings(citation, scope))
        if not texts:
            return no_span(citation, scope)
        flow, start, end = texts[0]
        at = f"{citation.span.start}:{citation.span.end}"
        return on_citation(
            citation,
            "resolved",
            f"{named(citation)} leads to {at} of {scope.name}",
            observed=in_source(scope.document, flow, start, end),
        )

    def _at_span(self, citation: Citation, scope: Scope, needle: Normalised) -> Check:
        """The span chooses the place; the quote must be what stands there.

        Offsets count in the element that is cited, else in the content. Where an element or page
        is cited and the offsets are the content's, the quote must stand there too.
        """
        texts, cut = list(readings(citation, scope)), False
        for flow, start, end in texts:
            place, same = stands_at(needle, flow.normal, start, end)
            cut = cut or (same and place is None)
            if place is not None and (
                flow is scope.flow or _is_whole(citation) or self._spots(scope, needle)
            ):
                return self._passed(citation, scope, (flow, *place))
        if not texts:
            return no_span(citation, scope)
        flow, start, end = texts[0]
        observed = in_source(
            scope.document, flow, start, min(end, start + 2 * len(needle.text) + 80)
        )
        at = f"{citation.span.start}:{citation.span.end}" if citation.span else ""
        there = f"{scope.name} has {quoted(observed.text)} at {at}"
        if cut:
            there = f"{at} of {scope.name} cuts a word or a number in two"
        return mismatch_check(citation, needle, there, observed)

    def _quote(self, citation: Citation, scope: Scope, needle: Normalised) -> Check:
        found = found_as_marked(needle, lambda words: self._spots(scope, words))
        if len(found) == 1:
            return self._passed(citation, scope, (scope.flow, found[0].start, found[0].end))
        if found:
            return repeated(citation, scope, scope.flow, needle, found)
        return self._not_as_one(citation, scope, needle) or self._missing(
            citation, "quote", scope, needle
        )

    def _not_as_one(self, citation: Citation, scope: Scope, needle: Normalised) -> Check | None:
        """Elided, joined from neighbours, or only in another text of the same place."""
        parts = elided(scope, elided_parts(needle))
        if parts is not None:
            flow, start, end = parts
            # Of a text without elements nobody can say that its paragraphs are one.
            code = "joined" if _BLANK_LINE.search(flow.text, start, end) else "quote_elided"
            return on_citation(
                citation,
                code,
                f"the parts of {quoted(needle.source)} stand {scope.within} in order",
                check="quote",
                observed=in_source(scope.document, flow, start, end),
            )
        joined = self._joined(scope, needle)
        if joined is not None:
            flow = scope.document.flow
            return on_citation(
                citation,
                "joined",
                f"{quoted(needle.source)} is joined from neighbours"
                f" {described(flow, joined.first, joined.last)}",
                check="quote",
                expected=cited_text(citation, needle.source),
                observed=in_source(scope.document, flow, joined.start, joined.end),
            )
        for flow in scope.others:
            self._left -= len(flow.text)
            spots = list(islice(flow.spots(needle.text), 2))
            if len(spots) > 1:
                return repeated(citation, scope, flow, needle, spots)
            if spots:
                return self._passed(citation, scope, (flow, spots[0].start, spots[0].end))
        return None

    def _value(self, citation: Citation, scope: Scope, needle: Normalised) -> Check:
        key = (id(scope.document), scope.name, needle.text)
        if key not in self._values:
            self._left -= sum(
                _PIECE_COST * (last - first) + VALUE_COST * scope.flow.size_of(first, last)
                for first, last in scope.ranges
            )
            places = list(islice(values(scope, needle), _MOST_TRIED))
            clear = (one for one in places if not one[1].unsigned)
            self._values[key] = next(clear, next(iter(places), None))
        found = self._values[key]
        if found is None:
            return self._missing(citation, "value", scope, needle)
        place, held = found
        if not held.unsigned:
            return self._passed(citation, scope, place, "value")
        observed = in_source(scope.document, *place)
        return unsigned(citation, needle.source, scope.within, observed)

    def _spots(self, scope: Scope, needle: Normalised) -> list[Spot]:
        """At most two places inside one piece each, so that a repeat shows."""
        key = (id(scope.document), scope.name, needle.text)
        if key not in self._found:
            found: list[Spot] = []
            for first, last in scope.ranges:
                for spot in scope.flow.spots(needle.text, *scope.flow.range_of(first, last)):
                    self._left -= _SPOT_COST
                    if spot.first == spot.last and not is_known(spot, found, scope.flow.pieces):
                        found.append(spot)
                    if len(found) > 1:
                        break
                if len(found) > 1:
                    break
            self._found[key] = found
        return self._found[key]

    def _joined(self, scope: Scope, needle: Normalised) -> Spot | None:
        """Where the quote reaches from a piece of the scope into its neighbour, or between two."""
        if not scope.near:
            return None
        flow, size = scope.document.flow, len(needle.text)
        low, high = flow.range_of(scope.near[0], scope.near[-1])
        self._left -= high - low
        for spot in islice(flow.spots(needle.text, max(0, low - size), high + size), _MOST_TRIED):
            at = bisect_left(scope.near, spot.first)
            if at < len(scope.near) and scope.near[at] <= spot.last:
                return spot
        return None

    def _passed(self, citation: Citation, scope: Scope, place: Range, what: str = "quote") -> Check:
        return found_check(citation, what, scope.within, in_source(scope.document, *place))

    def _missing(self, citation: Citation, what: str, scope: Scope, needle: Normalised) -> Check:
        return missing_check(
            citation, what, needle, scope.within, self._elsewhere.say(scope, needle)
        )


def _is_whole(citation: Citation) -> bool:
    """Whether the locator chooses no part of the source but by its span."""
    return citation.page is None and citation.element_id is None and citation.table_id is None
