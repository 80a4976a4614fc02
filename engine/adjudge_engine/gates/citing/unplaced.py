"""Checks of citations whose place in a source is not one place, or is none."""

from __future__ import annotations

from adjudge_engine.case import Citation
from adjudge_engine.evaluation import Check
from adjudge_engine.flow import Flow, Spot
from adjudge_engine.gates.citing.locators import cited_text, on_citation
from adjudge_engine.gates.citing.scopes import Scope, described
from adjudge_engine.gates.words import quoted, shortened
from adjudge_engine.text.normalise import Normalised


def repeated(
    citation: Citation, scope: Scope, flow: Flow, needle: Normalised, spots: list[Spot]
) -> Check:
    """The check of a quote that stands in several places."""
    where = [described(flow, spot.first, spot.last) for spot in spots[:2]]
    there = f"twice {where[0]}" if where[0] == where[1] else f"{where[0]} and {where[1]}"
    return on_citation(
        citation,
        "ambiguous_repeat",
        f"{quoted(needle.source)} stands {there} of {shortened(scope.document.source.source_id)};"
        " the citation does not say which is meant",
        check="quote",
        expected=cited_text(citation, needle.source),
    )


def no_span(citation: Citation, scope: Scope) -> Check:
    """The check of a span that has no text to count in, or lies outside of it."""
    document = scope.document
    if document.content is None and document.running is None and citation.element_id is None:
        message = f"the registry has no running text of {scope.name} for the span to count in"
        return on_citation(citation, "text_unavailable", message, check="span")
    span = citation.span
    at = f"span {span.start}:{span.end}" if span is not None else "the span"
    message = f"{at} lies outside {scope.name}"
    return on_citation(citation, "span_out_of_range", message, check="span")
