"""Where a citation says to look: its locator, resolved to contexts of the case.

Sources that the registry knows are looked into themselves (`insource`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from adjudge_engine.case import Citation, Context
from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check, Place, Where
from adjudge_engine.gates.words import quoted
from adjudge_engine.subject import Subject

VERIFIER: Final = "citations/8"


class Located(NamedTuple):
    """The contexts that a locator leads to, or the check that says why it leads to none."""

    contexts: tuple[Context, ...] = ()
    problem: Check | None = None


class Index:
    """The contexts of a case by id and by source, built once for all its citations."""

    def __init__(self, subject: Subject) -> None:
        self.by_id = {context.id: context for context in subject.case.contexts}
        self.by_source: dict[str, list[Context]] = {}
        for context in subject.case.contexts:
            if context.source_id is not None:
                self.by_source.setdefault(context.source_id, []).append(context)
        self._located: dict[tuple[object, ...], tuple[tuple[Context, ...], tuple[str, str]]] = {}

    def locate(self, citation: Citation) -> Located:
        """The contexts that the citation's locator leads to, each agreeing with all of it."""
        key = (
            citation.context_id,
            citation.source_id,
            citation.page,
            citation.element_id,
            citation.table_id,
            citation.row is None and citation.column is None,
        )
        if key not in self._located:
            self._located[key] = self._resolve(citation)
        contexts, (code, message) = self._located[key]
        return Located(contexts, on_citation(citation, code, message) if code else None)

    def _resolve(self, citation: Citation) -> tuple[tuple[Context, ...], tuple[str, str]]:
        contexts: list[Context]
        if citation.context_id is not None:
            found = self.by_id.get(citation.context_id)
            if found is None:
                return _nothing(
                    "context_unknown",
                    f"the case has no context {quoted(citation.context_id)}",
                )
            contexts = [found]
            if citation.source_id is not None and found.source_id != citation.source_id:
                return _wrong_source(found, citation.source_id)
        elif citation.source_id is not None:
            contexts = self.by_source.get(citation.source_id, [])
            if not contexts:
                return _nothing(
                    "source_unresolved", f"no context of the case comes from {citation.source_id}"
                )
        else:
            return _nothing("no_locator", f"{named(citation)} does not say where to look")
        return _narrow(contexts, citation)


def _nothing(code: str, message: str) -> tuple[tuple[Context, ...], tuple[str, str]]:
    return (), (code, message)


def _wrong_source(context: Context, cited: str) -> tuple[tuple[Context, ...], tuple[str, str]]:
    if context.source_id is None:
        return _nothing(
            "source_unstated", f"context {context.id} does not say that it is from {cited}"
        )
    return _nothing(
        "source_mismatch", f"context {context.id} is from {context.source_id}, not from {cited}"
    )


def _narrow(
    contexts: list[Context], citation: Citation
) -> tuple[tuple[Context, ...], tuple[str, str]]:
    """Of `contexts`, those on the cited page that are the cited element or table.

    Whether a context holds the table of a cited cell is asked where its cells are looked at.
    """
    table = citation.table_id if citation.row is None and citation.column is None else None
    steps: tuple[tuple[object, str, Callable[[Context], object]], ...] = (
        (citation.page, "page", lambda context: context.page),
        (citation.element_id, "element", lambda context: context.element_id),
        (table, "element", lambda one: one.id if one.id == table else one.element_id),
    )
    for cited, what, of in steps:
        if cited is None:
            continue
        there = [context for context in contexts if of(context) == cited]
        if not there:
            silent = [context for context in contexts if of(context) is None]
            if silent:
                return _nothing(
                    f"{what}_unknown", f"context {silent[0].id} does not say which {what} it is"
                )
            return _nothing(f"{what}_mismatch", _other(contexts, what, of, cited))
        contexts = there
    return tuple(contexts), ("", "")


def _other(
    contexts: list[Context], what: str, of: Callable[[Context], object], cited: object
) -> str:
    first = contexts[0]
    is_what = f"context {first.id} is {what} {of(first)}"
    if len(contexts) > 1:
        is_what += f" (and {len(contexts) - 1} more, none of them {what} {cited})"
        return is_what
    return f"{is_what}, not {what} {cited}"


def named(citation: Citation) -> str:
    """The citation in words."""
    return "a citation without an id" if citation.id is None else f"citation {citation.id}"


def on_citation(
    citation: Citation,
    code: str,
    message: str,
    *,
    check: str = "resolved",
    expected: Place | None = None,
    observed: Place | None = None,
) -> Check:
    """A check on one citation, whatever its outcome."""
    return finding(
        "citations",
        code,
        message,
        check=check,
        verifier=VERIFIER,
        citation_id=citation.id,
        expected=expected,
        observed=observed,
    )


def cited_text(citation: Citation, text: str) -> Place:
    """The quote or value as the citation gives it."""
    return Place(text=text, where=Where(part="citation", id=citation.id))
