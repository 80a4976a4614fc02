"""The citations gate: does every citation lead somewhere, and stand there what it says?

Checked against the contexts of the case. Locators that only a source itself can answer (a table,
a span of the document) are `not_built`, never a pass. Citations are asked for by
`expect.citations_required` only; marks such as `[1]` in an answer whose case lists no citations
are `marks_unlisted`: nobody can tell where they lead.
"""

from __future__ import annotations

from collections import Counter

from adjudge_engine.case import Case
from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.coverage import Coverage, check_marks, check_required
from adjudge_engine.gates.locators import VERIFIER, Index, on_citation
from adjudge_engine.gates.marks import find_marks
from adjudge_engine.gates.proof import proved_claims
from adjudge_engine.gates.quotes import Quotes
from adjudge_engine.gates.words import counted, in_answer, quoted
from adjudge_engine.subject import Subject

__all__ = ["check_citations", "proved_claims"]

_LONGEST_ID = 200


def check_citations(subject: Subject) -> list[Check]:
    """The checks of all citations and marks; none where there are neither and none are needed."""
    case = subject.case
    if not case.citations:
        return _without_citations(subject)
    checks = _check_ids(case)
    coverage, index, quotes = Coverage(subject), Index(subject), Quotes(subject)
    for citation in case.citations:
        claim = coverage.check_claim(citation)
        if claim is not None:
            checks.append(claim)
        located = index.locate(citation)
        checks.append(located.problem or quotes.check(citation, located.contexts))
    checks += check_marks(coverage)
    if case.expect.citations_required:
        checks += check_required(subject, coverage)
    return checks


def _without_citations(subject: Subject) -> list[Check]:
    if subject.case.expect.citations_required:
        if not subject.claims:
            return []
        message = "citations are required and the case lists none"
        return [
            finding("citations", "citation_missing", message, check="required", verifier=VERIFIER)
        ]
    marks = find_marks(subject.answer, ())
    if not marks:
        return []
    first = subject.answer[marks[0].start : marks[0].end]
    return [
        finding(
            "citations",
            "marks_unlisted",
            f"the answer cites {first}, but the case lists no citations",
            check="marks",
            verifier=VERIFIER,
            observed=in_answer(subject.answer, marks[0].start, marks[0].end),
        )
    ]


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
    return [finding("citations", "ids_well_formed", message, check="ids", verifier=VERIFIER)]


def _well_formed(identifier: str) -> bool:
    return (
        bool(identifier.strip())
        and identifier == identifier.strip()
        and len(identifier) <= _LONGEST_ID
        and identifier.isprintable()
    )
