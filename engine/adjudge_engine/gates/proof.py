"""Which claims are *proved*: word for word what their verified citation says, and no more.

Stricter than finding the words: the claim's whole text, its letter case too, must stand inside
the located quote (or be the cell), and in the context it must be a whole sentence. A sentence
whose condition or negation was left out ("The fee is refunded [unless …]") proves nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from adjudge_engine.case import Citation, Context
from adjudge_engine.evaluation import Check, Claim, Place
from adjudge_engine.gates.coverage import Coverage
from adjudge_engine.gates.marks import find_marks, without_marks
from adjudge_engine.subject import Subject
from adjudge_engine.text.find import hits
from adjudge_engine.text.normalise import Normalised, normalise

_TERMINATORS: Final = ".!?。！？｡।۔؟"
_CLOSERS: Final = "\"')]»”’」』"
_BULLETS: Final = "-*•·–—‣◦|#"
_FINAL: Final = " " + _TERMINATORS
_LONGEST_RUN: Final = 4
_MOST_COMPARED: Final = 500_000  # claims looked at over all citations; the rest stay unproved


def proved_claims(subject: Subject, checks: Iterable[Check]) -> frozenset[str]:
    """The ids of the claims that the citations gate's `checks` prove.

    Every check of the citation must have passed. A claim is also proved as a part of a sentence
    of the answer that is proved as a whole.
    """
    if not subject.case.citations:
        return frozenset()
    coverage = Coverage(subject)
    prover = _Prover(subject, coverage)
    for citation, place, code in _verified(subject, checks):
        if code == "quote_found":
            prover.by_quote(citation, place)
        else:
            prover.by_value(citation, place)
    return frozenset(prover.proved)


def _verified(subject: Subject, checks: Iterable[Check]) -> Iterator[tuple[Citation, Place, str]]:
    """The citations all of whose checks passed, with the place where their words were found."""
    failed: set[str] = set()
    found: dict[str, tuple[Place, str]] = {}
    for check in checks:
        if check.citation_id is None:
            continue
        if check.outcome != "pass":
            failed.add(check.citation_id)
        elif check.code in ("quote_found", "value_found", "cell_found") and check.observed:
            found[check.citation_id] = check.observed, check.code
    for citation in subject.case.citations:
        if citation.id in found and citation.id not in failed:
            yield (citation, *found[citation.id])


class _Prover:
    """Compares claims with verified places; every claim is looked at once for each place."""

    def __init__(self, subject: Subject, coverage: Coverage) -> None:
        self._subject = subject
        self._coverage = coverage
        self._contexts = {context.id: context for context in subject.case.contexts}
        self._runs = _runs(subject.answer, subject.claims)
        self._ends = [run[-1].end for run in self._runs]
        self._left = _MOST_COMPARED
        self._cores: dict[tuple[int, int], str] = {}
        self.proved: set[str] = set()

    def by_quote(self, citation: Citation, place: Place) -> None:
        """Prove what stands inside the quote as a whole sentence of its context."""
        context = self._contexts.get(place.where.id or "") if place.where else None
        if context is None or place.start is None or place.end is None:
            return
        hay = self._subject.normalised(context)
        low, high = hay.normal(place.start, place.end)
        for run in self._about(citation):
            for part in _parts(run):
                core = self._core(part[0].start, part[-1].end)
                if len(core) <= high - low and _stands(core, hay, low, high, context):
                    self.proved.update(claim.id for claim in part)

    def by_value(self, citation: Citation, place: Place) -> None:
        """Prove a claim that is nothing but the cited cell or value."""
        if citation.claim is None:
            return
        text = normalise(place.text).text.strip(_FINAL)
        for run in self._about(citation):
            for claim in run:
                if text and self._core(claim.start, claim.end) == text:
                    self.proved.add(claim.id)

    def _about(self, citation: Citation) -> Iterator[Sequence[Claim]]:
        """The runs of claims that the citation is about: by its claim, or by a mark.

        A citation that says neither may be about any of them: only the words decide.
        """
        where = self._coverage.claim_range(citation)
        if where is None and citation.claim is not None:
            return
        first = 0 if where is None else bisect_right(self._ends, where[0])
        for run in self._runs[first:]:
            start, end = run[0].start, run[-1].end
            if self._left <= 0 or (where is not None and start >= where[1]):
                return
            self._left -= len(run)
            if all(claim.id in self.proved for claim in run):
                continue
            if where is not None or self._may_be_about(citation, start, end):
                yield run

    def _may_be_about(self, citation: Citation, start: int, end: int) -> bool:
        marks = self._coverage.marks_at(start, end)
        return not marks or any(citation.id in mark.ids for mark in marks)

    def _core(self, start: int, end: int) -> str:
        """The answer's text there, normalised, without marks, emphasis and final punctuation."""
        if (start, end) not in self._cores:
            text = self._subject.answer[start:end]
            bare, _ = without_marks(text, find_marks(text, self._coverage.known))
            self._cores[start, end] = normalise(bare).text.strip(_FINAL)
        return self._cores[start, end]


def _runs(answer: str, claims: Sequence[Claim]) -> list[list[Claim]]:
    """Claims that are parts of one sentence, together: nothing but commas and words between."""
    runs: list[list[Claim]] = []
    for claim in claims:
        if runs and not _sentence_ends(answer, runs[-1][-1], claim):
            runs[-1].append(claim)
        else:
            runs.append([claim])
    return runs


def _sentence_ends(answer: str, one: Claim, following: Claim) -> bool:
    between = answer[one.end : following.start]
    last = answer[one.start : one.end].rstrip(_CLOSERS + " ")[-1:]
    return last in _TERMINATORS or "\n" in between or any(end in between for end in _TERMINATORS)


def _parts(run: Sequence[Claim]) -> Iterator[Sequence[Claim]]:
    """The whole run first; each claim alone after it."""
    if len(run) <= _LONGEST_RUN:
        yield run
    if len(run) > 1:
        for claim in run:
            yield [claim]


def _stands(core: str, hay: Normalised, low: int, high: int, context: Context) -> bool:
    """Whether `core` stands in `hay.text[low:high]` as a whole sentence of the context."""
    if not core:
        return False
    for start in hits(core, hay, low):
        end = start + len(core)
        if end > high:
            return False
        begins = _begins(context.text, hay.original(start, end)[0])
        if begins and _ends(context, hay.original(start, end)[1]):
            return True
    return False


def _begins(text: str, start: int) -> bool:
    """Whether a sentence begins at `text[start]`: after the last one, or on a line of its own."""
    before = text[max(0, start - 200) : start]
    line = before.rstrip(" \t")
    bare = line.rstrip("".join((_BULLETS, _CLOSERS, "(“‘「『«", " \t")))
    if not bare.strip():
        return start <= 200
    if bare[-1] in _TERMINATORS:
        return True
    return bare[-1] in "\r\n" and not text[start : start + 1].islower()


def _ends(context: Context, end: int) -> bool:
    """Whether the sentence is over at `text[end]`: a terminator, a blank line, or the very end."""
    after = context.text[end : end + 200]
    rest = after.lstrip(_CLOSERS + " \t")
    if not rest.strip():
        return len(after) < 200 and not context.truncated
    if rest[0] in _TERMINATORS:
        return rest[:3] != "..." and not (rest[0] == "." and rest[1:2].isalnum())
    lines = rest.replace("\r", "").lstrip(" \t")
    return lines.startswith("\n") and (
        lines.lstrip(" \t\n")[:1] in _BULLETS or lines[1:].lstrip(" \t").startswith("\n")
    )
