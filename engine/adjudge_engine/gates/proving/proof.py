"""Which claims are *proved*: word for word what their verified citation says, and no more.

Stricter than finding the words: the claim's whole text, its letter case and final stop too, must
stand inside the located quote, be a statement of its own there (`standing`), and make sense
alone: "It costs $5" needs the sentence before it. A bare cell is proved only if the question
names its row and column.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from adjudge_engine.case import Citation
from adjudge_engine.evaluation import Check, Claim, Place
from adjudge_engine.gates.citing.cells import is_asked_for
from adjudge_engine.gates.citing.coverage import Coverage
from adjudge_engine.gates.proving.grounds import Ground, Grounds
from adjudge_engine.gates.proving.standing import DECLARATIVE, GOES_ON, why_not_alone
from adjudge_engine.gates.proving.verbatim import Said, leaning, leans, said_in
from adjudge_engine.subject import Subject
from adjudge_engine.text.find import hits
from adjudge_engine.text.normalise import normalise

CUT_OFF: Final = "the passage is cut off right after it"
_TERMINATORS: Final = ".!?。！？｡।۔؟"
_CLOSERS: Final = "\"')]»”’」』"
_LONGEST_RUN: Final = 4
_MOST_PLACES: Final = 20
_MOST_COMPARED: Final = 500_000  # claims looked at over all citations; the rest stay unproved


class _Spot(NamedTuple):
    """Where a proved sentence stands: in which context, and in its normalised text."""

    context_id: str
    start: int
    end: int


class Proofs(NamedTuple):
    """The ids of the claims that are proved; of others with a verified citation, why they are not.

    `refused`: claim id → what to say of the claim, as in "claim 1 *is quoted exactly, but …*".
    """

    proved: frozenset[str]
    refused: dict[str, str]


def proof_of(subject: Subject, checks: Iterable[Check]) -> Proofs:
    """What the citations gate's `checks` prove, and why they prove no more.

    Every check of the citation must have passed. A claim is also proved as a part of a sentence
    of the answer that is proved as a whole.
    """
    if not subject.case.citations:
        return Proofs(frozenset(), {})
    coverage = Coverage(subject)
    prover = _Prover(subject, coverage)
    for citation, place, code in _verified(subject, checks):
        if code == "cell_found":
            prover.by_cell(citation, place)
        else:
            prover.by_words(citation, place, code.removesuffix("_found"))
    return prover.settled()


def proved_claims(subject: Subject, checks: Iterable[Check]) -> frozenset[str]:
    """The ids of the claims that the citations gate's `checks` prove."""
    return proof_of(subject, checks).proved


def but(why: str) -> str:
    """What to say of a claim that stands word for word in its quote and is not proved by it."""
    return f"is quoted exactly, but {why}"


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
        self._grounds = Grounds(subject)
        self._contexts = {context.id: context for context in subject.case.contexts}
        self._runs = _runs(subject.answer, subject.claims)
        self._ends = [run[-1].end for run in self._runs]
        self._left = _MOST_COMPARED
        self._said: dict[tuple[int, int], Said | None] = {}
        self._spots: dict[str, set[_Spot]] = {}
        self._refused: dict[str, str] = {}
        self._differing: dict[str, str] = {}  # said only where there is nothing better to say
        self.proved: set[str] = set()

    def by_words(self, citation: Citation, place: Place, kind: str) -> None:
        """Prove what stands inside the quote or value as a statement of its context."""
        grounds = self._grounds.of(citation, place)
        if not grounds:
            return
        named = self._coverage.claim_range(citation) is not None
        for run in self._about(citation):
            for part in _parts(run):
                said = self._said_in(part[0].start, part[-1].end)
                spot = None if said is None else _in_all(said, grounds)
                for claim in part:
                    if isinstance(spot, _Spot):
                        self.proved.add(claim.id)
                        self._spots.setdefault(claim.id, set()).add(spot)
                    elif spot is not None:
                        self._refused.setdefault(claim.id, but(spot))
                    elif claim.id not in self._differing and (
                        named or self._is_marked(citation, claim)
                    ):
                        why = f"has a verified {kind}, but is put in words of its own"
                        if said is None:
                            why = f"has a verified {kind}, but asks, trails off or hides characters"
                        self._differing[claim.id] = why

    def by_cell(self, citation: Citation, place: Place) -> None:
        """Prove a claim that is nothing but the cited cell, and the cell that was asked for."""
        cells = self._grounds.cells(citation, place)
        if citation.claim is None or cells is None:
            return
        asked = is_asked_for(cells, citation, self._subject.case.question or "")
        text = normalise(place.text).text.strip(" " + DECLARATIVE)
        for run in self._about(citation):
            for claim in run:
                said = self._said_in(claim.start, claim.end)
                same = text != "" and said is not None and said.words == text
                if asked and same:
                    self.proved.add(claim.id)
                    continue
                why = "the question does not name its row and column" if same else "says more"
                self._differing.setdefault(claim.id, f"has a verified table cell, but {why}")

    def settled(self) -> Proofs:
        """The proved claims; one that leans on the sentence before it only if that is cited too.

        It must be proved itself and stand right before it in the context as well.
        """
        kept: set[str] = set()
        before: Claim | None = None
        for run in self._runs:
            for claim in run:
                if claim.id in self.proved and (
                    not leans(claim.text)
                    or claim.id not in self._spots  # a cell
                    or self._follows(before, claim, kept)
                ):
                    kept.add(claim.id)
                elif claim.id in self.proved:
                    self._refused[claim.id] = but(leaning(claim.text) or GOES_ON)
                before = claim
        refused = {**self._differing, **self._refused}
        return Proofs(
            frozenset(kept), {name: why for name, why in refused.items() if name not in kept}
        )

    def _follows(self, before: Claim | None, claim: Claim, kept: set[str]) -> bool:
        if before is None or before.id not in kept:
            return False
        for spot in self._spots[claim.id]:
            hay = self._subject.normalised(self._contexts[spot.context_id])
            for earlier in self._spots.get(before.id, ()):
                if earlier.context_id == spot.context_id and (
                    earlier == spot
                    or (
                        earlier.end <= spot.start
                        and not hay.text[earlier.end : spot.start].strip(
                            " " + DECLARATIVE + _CLOSERS
                        )
                    )
                ):
                    return True
        return False

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

    def _is_marked(self, citation: Citation, claim: Claim) -> bool:
        marks = self._coverage.marks_at(claim.start, claim.end)
        return any(citation.id in mark.ids for mark in marks)

    def _may_be_about(self, citation: Citation, start: int, end: int) -> bool:
        marks = self._coverage.marks_at(start, end)
        return not marks or any(citation.id in mark.ids for mark in marks)

    def _said_in(self, start: int, end: int) -> Said | None:
        if (start, end) not in self._said:
            text = self._subject.answer[start:end]
            self._said[start, end] = said_in(text, self._coverage.known)
        return self._said[start, end]


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


def _in_all(said: Said, grounds: list[Ground]) -> _Spot | str | None:
    """Where the words stand in the first ground, if they are a whole statement in all of them.

    Or why they are none in one; None where they do not stand in one at all.
    """
    spots = [_spot(said, ground) for ground in grounds]
    return next((one for one in spots if not isinstance(one, _Spot)), spots[0])


def _spot(said: Said, ground: Ground) -> _Spot | str | None:
    hay, text = ground.hay, ground.text
    low, high = hay.normal(ground.start, ground.end)
    size = len(said.words)
    why: str | None = None
    for start in islice(hits(said.words, hay, low, high), _MOST_PLACES):
        first, last = hay.original(start, start + size)
        objection = why_not_alone(text, first, last)
        if objection is None and said.stop and not hay.text.startswith(said.stop, start + size):
            objection = GOES_ON
        if objection is None and ground.truncated:
            left = text[last:].strip(" \t\r\n" + DECLARATIVE)
            objection = None if left else CUT_OFF
        if objection is None:
            return _Spot(ground.name, start, start + size)
        why = why or objection
    return why
