"""Which parts of the answer the citations are about, and which claims that leaves uncited."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from adjudge_engine.case import Citation, Span
from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.abstention import is_abstention
from adjudge_engine.gates.citing.locators import VERIFIER, cited_text, named, on_citation
from adjudge_engine.gates.citing.marks import Mark, find_marks, unmarked
from adjudge_engine.gates.citing.material import is_material
from adjudge_engine.gates.citing.placing import Placed
from adjudge_engine.gates.citing.reach import covered_by_marks
from adjudge_engine.gates.words import counted, in_answer, quoted, shortened
from adjudge_engine.once import once
from adjudge_engine.subject import Subject
from adjudge_engine.text.find import find_all
from adjudge_engine.text.normalise import Normalised, normalise

_FINAL: Final = " .!?。！？"
_AFTER_CLAIM: Final = 3  # a mark belongs to the claim that ends so many characters before it
_MOST_REPORTED: Final = 100
_SEARCH_LIMIT: Final = 1_000_000_000


class Coverage:
    """Claims of citations and citation marks, located in the answer once."""

    def __init__(self, subject: Subject) -> None:
        self.answer = subject.answer
        self.known = {one.id for one in subject.case.citations if one.id is not None}
        self.marks: list[Mark] = find_marks(self.answer, self.known)
        self.placed = subject.citation_marks
        self._mark_starts = [mark.start for mark in self.marks]
        self._found: dict[str, tuple[int, int] | None] = {}
        self._searched = 0

    @once
    def _bare(self) -> Normalised:
        """The answer without marks and emphasis, as citations' claims are looked for in it."""
        bare, edits = unmarked(self.answer, self.marks)
        return normalise(bare, fold_case=True).after(edits, self.answer)

    def claim_range(self, citation: Citation) -> tuple[int, int] | None:
        """Where in the answer the citation's claim stands; None if nowhere (or it has none)."""
        claim = citation.claim
        if isinstance(claim, Span):
            inside = claim.start < claim.end <= len(self.answer)
            return (claim.start, claim.end) if inside else None
        if claim is None:
            return None
        if claim not in self._found:
            self._found[claim] = self._locate(claim)
        return self._found[claim]

    def _locate(self, claim: str) -> tuple[int, int] | None:
        self._searched += len(self.answer)
        if self._searched > _SEARCH_LIMIT:
            return None
        bare, _ = unmarked(claim, find_marks(claim, self.known))
        needle = normalise(bare, fold_case=True).text.strip(_FINAL)
        found = find_all(_as_is(needle), self._bare, 1)
        return found[0] if found else None

    def check_claim(self, citation: Citation) -> Check | None:
        """A failure if the citation's claim is no part of the answer."""
        if citation.claim is None or self.claim_range(citation) is not None:
            return None
        if isinstance(citation.claim, Span):
            message = f"{named(citation)}: {citation.claim.start}:{citation.claim.end} is no part"
            message += f" of an answer of {len(self.answer)} characters"
            return on_citation(citation, "claim_not_in_answer", message, check="claim")
        return on_citation(
            citation,
            "claim_not_in_answer",
            f"{named(citation)}: the answer does not say {quoted(citation.claim)}",
            check="claim",
            expected=cited_text(citation, citation.claim),
        )

    def marks_at(self, start: int, end: int) -> list[Mark]:
        """The marks inside `answer[start:end]` or right after it."""
        found = []
        for mark in self.marks[bisect_right(self._mark_starts, start - 1) :]:
            between = self.answer[end : mark.start]
            if mark.start >= end and (len(between) > _AFTER_CLAIM or between.strip(_FINAL)):
                break
            found.append(mark)
            end = max(end, mark.end)
        return found


def _as_is(text: str) -> Normalised:
    """A text that is normalised already."""
    return Normalised(text, text)


def check_marks(subject: Subject) -> list[Check]:
    """Every citation in the answer's prose must lead to a citation or context of the case."""
    placed = subject.citation_marks
    lost = [one for one in placed if one.standing == "dangling"]
    unsettled = [one for one in placed if one.standing == "open"]
    checks = [_lost(subject, one) for one in lost[:_MOST_REPORTED]]
    if unsettled:
        checks.append(_unsettled(subject, unsettled))
    if placed and not checks:
        where = "a citation" if all(one.standing == "cited" for one in placed) else "a context"
        message = f"{counted(len(placed), 'citation mark')}, each with {where}"
        checks.append(
            finding("citations", "marks_resolved", message, check="marks", verifier=VERIFIER)
        )
    return checks


def _lost(subject: Subject, placed: Placed) -> Check:
    """A citation that surely leads nowhere."""
    cited = placed.cited
    text = shortened(subject.answer[cited.start : cited.end])
    what = f"{text}: there is no citation {shortened(placed.lost)}"
    if cited.style == "passage" or not subject.case.citations:
        there = counted(len(subject.case.contexts), "context")
        what = f"{text}: no context is {shortened(placed.lost)}, the case has {there}"
    return _on_mark(subject, "mark_unresolved", what, placed)


def _unsettled(subject: Subject, unsettled: list[Placed]) -> Check:
    """Citations of which nobody can tell where they lead; the first stands for all."""
    cited = unsettled[0].cited
    text = shortened(subject.answer[cited.start : cited.end])
    more = f" (and {len(unsettled) - 1} more)" if len(unsettled) > 1 else ""
    lists = "no citations" if not subject.case.citations else "no such citation"
    what = f"the answer cites {text}{more}, but the case lists {lists}"
    if subject.case.contexts:
        what += " and no context is known by it"
    return _on_mark(subject, "marks_unlisted", what, unsettled[0])


def _on_mark(subject: Subject, code: str, message: str, placed: Placed) -> Check:
    cited = placed.cited
    return finding(
        "citations",
        code,
        message,
        check="marks",
        verifier=VERIFIER,
        observed=in_answer(subject.answer, cited.start, cited.end),
    )


def check_required(subject: Subject, coverage: Coverage) -> list[Check]:
    """Where citations are required, every material claim must have one."""
    ranges = _merged([coverage.claim_range(one) for one in subject.case.citations])
    starts = [start for start, _ in ranges]
    marked = covered_by_marks(subject.answer, subject.claims, coverage.placed)
    checks: list[Check] = []
    for claim in subject.claims:
        if claim.id in marked:
            continue
        left = _uncovered(coverage.answer, claim.start, claim.end, ranges, starts)
        if is_material(left) and not is_abstention(claim.text):
            checks.append(
                finding(
                    "citations",
                    "claim_uncited",
                    f"no citation is about {quoted(claim.text)}",
                    check="required",
                    verifier=VERIFIER,
                    claim_id=claim.id,
                    observed=in_answer(coverage.answer, claim.start, claim.end),
                )
            )
            if len(checks) == _MOST_REPORTED:
                break
    if checks:
        return checks
    message = "every claim that needs a citation has one"
    return [finding("citations", "claims_cited", message, check="required", verifier=VERIFIER)]


def _merged(found: list[tuple[int, int] | None]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(one for one in found if one is not None):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _uncovered(
    answer: str, start: int, end: int, ranges: list[tuple[int, int]], starts: list[int]
) -> str:
    """What of `answer[start:end]` none of the ranges covers."""
    left, at = [], start
    for low, high in ranges[max(0, bisect_right(starts, start) - 1) :]:
        if low >= end:
            break
        left.append(answer[at : max(at, low)])
        at = max(at, high)
    left.append(answer[at:end])
    return " ".join(left)
