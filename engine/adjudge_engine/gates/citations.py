"""The citations gate: does every citation lead somewhere, and stand there what it says?

Checked against the source itself where the registry has it, else against the contexts of the case.
What only a source could answer (a table, a span of the document) and no registry has is
`source_unread`, never a pass. Citations are asked for by
`expect.citations_required` only. Citations in the prose of an answer whose case lists none lead to
its contexts; where nobody can tell which, they are `marks_unlisted`.
"""

from __future__ import annotations

from collections import Counter

from adjudge_engine.case import Case, Citation
from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.citing.coverage import Coverage, check_marks, check_required
from adjudge_engine.gates.citing.insource import InSources
from adjudge_engine.gates.citing.locators import VERIFIER, Index, on_citation
from adjudge_engine.gates.citing.quotes import Quotes
from adjudge_engine.gates.citing.saying import kind_of
from adjudge_engine.gates.flagging.flags import check_flags
from adjudge_engine.gates.proving.proof import proved_claims
from adjudge_engine.gates.words import counted, quoted
from adjudge_engine.subject import Subject

__all__ = ["check_citations", "proved_claims"]

_LONGEST_ID = 200


def check_citations(subject: Subject) -> list[Check]:
    """The checks of all citations and marks; none where there are neither and none are needed."""
    case = subject.case
    if not case.citations:
        return _without_citations(subject) + check_flags(subject)
    checks = _check_ids(case)
    coverage, look = Coverage(subject), _Look(subject)
    for citation in case.citations:
        claim = coverage.check_claim(citation)
        if claim is not None:
            checks.append(claim)
        checks += look.checks(citation)
    checks += check_marks(subject)
    if case.expect.citations_required:
        checks += check_required(subject, coverage)
    return checks + check_flags(subject)


class _Look:
    """Looks where a citation says to look: into the source itself, or into contexts."""

    def __init__(self, subject: Subject) -> None:
        self._sources = InSources(subject)
        self._index = Index(subject)
        self._quotes = Quotes(subject)

    def checks(self, citation: Citation) -> list[Check]:
        """The checks of where the citation leads and what stands there: what it says of either."""
        of_cell = kind_of(citation) == "table_cell" and citation.kind in (None, "table_cell")
        if None in (citation.quote, citation.value) or of_cell:
            return [self._check(citation)]
        of_table = {"kind": "quote", "value": None, "row": None, "column": None}
        quote = citation.model_copy(update=of_table)
        value = citation.model_copy(update={"kind": "value", "quote": None, "span": None})
        return [self._check(value), self._check(quote)]

    def _check(self, citation: Citation) -> Check:
        if citation.context_id is None:
            found = self._sources.check(citation, citation.source_id)
            if found is not None:
                return found
        located = self._index.locate(citation)
        found = located.problem or self._quotes.check(citation, located.contexts)
        if found.code == "source_unread" and located.contexts:
            # A cited context without cells is a piece of a source that may have the table.
            return self._sources.check(citation, located.contexts[0].source_id) or found
        return found


def _without_citations(subject: Subject) -> list[Check]:
    """Citations in the prose are presence checks; where citations are required they count."""
    checks = check_marks(subject) if subject.citation_marks else []
    if subject.case.expect.citations_required and subject.claims:
        if any(one.standing == "placed" for one in subject.citation_marks):
            return checks + check_required(subject, Coverage(subject))
        message = "citations are required and the case lists none"
        checks.append(
            finding("citations", "citation_missing", message, check="required", verifier=VERIFIER)
        )
    return checks


def _check_ids(case: Case) -> list[Check]:
    """Ids: there, printable, unique; one check for each that is not, else one pass."""
    checks: list[Check] = []
    count = Counter(citation.id for citation in case.citations)
    for citation in case.citations:
        if citation.id is None:
            checks.append(on_citation(citation, "id_missing", "a citation has no id", check="ids"))
        elif not _well_formed(citation.id):
            message = f"{quoted(citation.id)} is no id"
            checks.append(on_citation(citation, "id_malformed", message, check="ids"))
        elif count[citation.id] > 1:
            message = f"{count[citation.id]} citations have the id {quoted(citation.id)}"
            checks.append(on_citation(citation, "id_duplicate", message, check="ids"))
            count[citation.id] = 0
    if checks:
        return checks
    message = f"{counted(len(case.citations), 'citation')}, each with an id of its own"
    if len(case.citations) == 1:
        message = "the citation has an id"
    return [finding("citations", "ids_well_formed", message, check="ids", verifier=VERIFIER)]


def _well_formed(identifier: str) -> bool:
    return (
        bool(identifier.strip())
        and identifier == identifier.strip()
        and len(identifier) <= _LONGEST_ID
        and identifier.isprintable()
    )
