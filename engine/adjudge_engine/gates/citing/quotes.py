"""Whether the quote or value of a citation stands in the place it cites, word for word."""

from __future__ import annotations

from typing import Final

from adjudge_engine.case import Citation, Context
from adjudge_engine.evaluation import Check, Place
from adjudge_engine.gates.citing.cells import check_cell
from adjudge_engine.gates.citing.locators import cited_text, named, on_citation
from adjudge_engine.gates.citing.saying import (
    elided_parts,
    found_as_marked,
    found_check,
    in_parts,
    kind_of,
    mismatch_check,
    missing_check,
    noun_of,
    stands_at,
    too_much,
    unsigned,
)
from adjudge_engine.gates.holding import VALUE_COST, best
from adjudge_engine.gates.words import in_context, quoted
from adjudge_engine.subject import Subject
from adjudge_engine.text.find import find_all, nearest
from adjudge_engine.text.loose import is_relaid
from adjudge_engine.text.normalise import Normalised, normalise
from adjudge_engine.text.quantities import Valued

#: How many characters all citations of a case may have searched, and how many near misses shown.
_SEARCH_LIMIT: Final = 3_000_000_000
_NEAREST_LIMIT: Final = 50
_CELL_COST: Final = 100

Hit = tuple[Context, int, int]


class Quotes:
    """Checks quotes and values against contexts; remembers what was asked before."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._valued: dict[str, Valued] = {}
        self._found: dict[tuple[str, str], list[tuple[int, int]]] = {}
        self._searched = 0
        self._shown = 0

    def check(self, citation: Citation, contexts: tuple[Context, ...]) -> Check:
        """The check of what the citation says stands in `contexts`, none of them empty."""
        kind = kind_of(citation)
        if kind == "table_cell":
            self._searched += sum(_CELL_COST * len(context.cells or ()) for context in contexts)
            if self._searched > _SEARCH_LIMIT:
                return too_much(citation, "cell")
            return check_cell(citation, contexts)
        said = citation.quote if citation.quote is not None else citation.value
        if kind == "presence" and said is None:
            return self._present(citation, contexts)
        needle = normalise(said or "")
        if not needle.text:
            return on_citation(
                citation, "quote_empty", f"the {noun_of(kind)} is blank", check=noun_of(kind)
            )
        cost = VALUE_COST if kind == "value" or citation.quote is None else 1
        if not self._allowed(needle, contexts, cost):
            return too_much(citation, noun_of(kind))
        if citation.span is not None:
            return self._at_span(citation, needle, contexts)
        if kind == "value" or citation.quote is None:
            return self._value(citation, needle, contexts)
        return self._quote(citation, needle, contexts)

    def _allowed(self, needle: Normalised, contexts: tuple[Context, ...], cost: int) -> bool:
        for context in contexts:
            if (context.id, needle.text) not in self._found:
                self._searched += cost * len(context.text)
        return self._searched <= _SEARCH_LIMIT

    def _present(self, citation: Citation, contexts: tuple[Context, ...]) -> Check:
        """A citation that only says where: its place must exist."""
        first = contexts[0]
        if citation.span is None:
            return on_citation(
                citation, "resolved", f"{named(citation)} leads to context {first.id}"
            )
        if citation.context_id is None:
            return _unreadable_span(citation)
        start, end = citation.span.start, citation.span.end
        if end > len(first.text):
            return _out_of_range(citation, first)
        return on_citation(
            citation,
            "resolved",
            f"{named(citation)} leads to {start}:{end} of context {first.id}",
            observed=in_context(first, start, end),
        )

    def _at_span(
        self, citation: Citation, needle: Normalised, contexts: tuple[Context, ...]
    ) -> Check:
        """The span chooses the place; the quote must be what stands there."""
        if citation.context_id is None or citation.span is None:
            return _unreadable_span(citation)
        context, start, end = contexts[0], citation.span.start, citation.span.end
        if end > len(context.text):
            return _out_of_range(citation, context)
        hay = self._subject.normalised(context)
        place, same = stands_at(needle, hay, start, end)
        if place is not None:
            return self._passed(citation, (context, *place))
        shown = min(end, start + 2 * len(needle.text) + 80)
        there = f"context {context.id} has {quoted(context.text[start:shown])} at {start}:{end}"
        if same:
            there = f"the span {start}:{end} of context {context.id} cuts a word or number in two"
        return mismatch_check(citation, needle, there, in_context(context, start, shown))

    def _quote(
        self, citation: Citation, needle: Normalised, contexts: tuple[Context, ...]
    ) -> Check:
        found = found_as_marked(needle, lambda words: self._hits(words, contexts))
        if len(found) == 1:
            return self._passed(citation, found[0])
        if found:
            where = found[0][0].id
            more = f" and in context {found[1][0].id}" if found[1][0].id != where else " twice"
            return on_citation(
                citation,
                "ambiguous_repeat",
                f"{quoted(needle.source)} stands in context {where}{more};"
                " the citation does not say which is meant",
                check="quote",
                expected=cited_text(citation, needle.source),
            )
        for context in contexts:
            elided = self._elided(needle, context)
            if elided is not None:
                return on_citation(
                    citation,
                    "quote_elided",
                    f"the parts of {quoted(needle.source)} stand in context {context.id} in order",
                    check="quote",
                    observed=in_context(context, *elided),
                )
        return self._missing(citation, "quote", needle, contexts)

    def _value(
        self, citation: Citation, needle: Normalised, contexts: tuple[Context, ...]
    ) -> Check:
        unclear: Hit | None = None
        for context in contexts:
            if context.id not in self._valued:
                self._valued[context.id] = Valued(self._subject.normalised(context))
            found = best(needle, self._valued[context.id])
            if found is not None and not found.unsigned:
                return self._passed(citation, (context, found.start, found.end), "value")
            if found is not None:
                unclear = unclear or (context, found.start, found.end)
        if unclear is not None:
            within = f"in context {unclear[0].id}"
            return unsigned(citation, needle.source, within, in_context(*unclear))
        return self._missing(citation, "value", needle, contexts)

    def _hits(self, needle: Normalised, contexts: tuple[Context, ...]) -> list[Hit]:
        """At most two places, so that a repeat shows."""
        found: list[Hit] = []
        for context in contexts:
            key = context.id, needle.text
            if key not in self._found:
                self._found[key] = find_all(needle, self._subject.normalised(context), 2)
            found += [(context, *place) for place in self._found[key]]
            if len(found) > 1:
                break
        return found

    def _elided(self, needle: Normalised, context: Context) -> tuple[int, int] | None:
        """Where the parts around the quote's ellipses stand, one after the other."""
        return in_parts(elided_parts(needle), self._subject.normalised(context))

    def _passed(self, citation: Citation, hit: Hit, what: str = "quote") -> Check:
        context, start, end = hit
        return found_check(
            citation, what, f"in context {context.id}", in_context(context, start, end)
        )

    def _missing(
        self, citation: Citation, what: str, needle: Normalised, contexts: tuple[Context, ...]
    ) -> Check:
        """Not there; says what comes nearest, as long as there are not too many to show."""
        names = f"context {contexts[0].id}" + (
            f" and {len(contexts) - 1} more" if len(contexts) > 1 else ""
        )
        return missing_check(citation, what, needle, f"in {names}", self._nearest(needle, contexts))

    def _nearest(
        self, needle: Normalised, contexts: tuple[Context, ...]
    ) -> tuple[Place | None, str, bool]:
        """What comes nearest, the words that say so, and whether it is the quote laid out anew."""
        self._shown += 1
        if self._shown > _NEAREST_LIMIT:
            return None, "", False
        best, place, relaid = 0.0, None, False
        for context in contexts[:_NEAREST_LIMIT]:
            near = nearest(needle, self._subject.normalised(context))
            if near is not None and near[2] > best:
                best, place = near[2], in_context(context, near[0], near[1])
                relaid = relaid or is_relaid(needle.text, context.text, *near[:2])
        return place, "" if place is None else f"; nearest is {quoted(place.text)}", relaid


def _out_of_range(citation: Citation, context: Context) -> Check:
    span = citation.span
    return on_citation(
        citation,
        "span_out_of_range",
        f"span {span.start}:{span.end} lies outside context {context.id}"
        f" of {len(context.text)} characters"
        if span is not None
        else "",
        check="span",
    )


def _unreadable_span(citation: Citation) -> Check:
    return on_citation(
        citation,
        "source_unread",
        f"the span counts in source {citation.source_id} itself, which no registry has",
        check="span",
    )
