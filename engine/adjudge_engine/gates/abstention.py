"""The abstention gate: say so where nothing can be known, and only there.

An answer abstains when one of its clauses says that the question is not answered and no other
clause asserts anything. Courtesy, lead-ins, advice whom to ask, and descriptions of what the
sources do say are no assertion; a description that goes beyond the contexts is one. Such reading
can err, so a pass says only that nothing wrong was seen; `bare` says that there is nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from adjudge_engine.case import Context
from adjudge_engine.claims import split_claims
from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check, Place
from adjudge_engine.gates.abstaining.bare import is_bare_abstention
from adjudge_engine.gates.abstaining.clauses import (
    WORD,
    YES_OR_NO,
    asides,
    asks_yes_or_no,
    pieces,
)
from adjudge_engine.gates.abstaining.joined import joined_statements
from adjudge_engine.gates.abstaining.known import CONTEXT_READ, Known
from adjudge_engine.gates.abstaining.phrases import (
    LONGEST_CLAUSE,
    described,
    is_filler,
    is_indirect_question,
    is_lead_in,
    is_refusal,
    is_source_lead_in,
    names_topics,
    says_nothing,
    says_only,
    tells,
)
from adjudge_engine.gates.words import in_answer, quoted
from adjudge_engine.subject import Subject
from adjudge_engine.text.abbreviations import FINITE

VERIFIER: Final = "abstention/5"
_LONGEST_ABSTENTION: Final = 5_000  # a longer answer asserts something


class Clause(NamedTuple):
    """A clause of the answer and what it does; `kind` is abstains, refuses, other or asserts."""

    start: int
    end: int
    text: str
    kind: str


def check_abstention(subject: Subject) -> list[Check]:
    """The check of whether the answer rightly answers or abstains.

    None where nobody says whether the question can be answered, unless the answer is empty.
    """
    if not subject.answer.strip():
        return [_found("empty_answer", "the answer is empty")]
    answerable = subject.case.expect.answerable
    if not isinstance(answerable, bool):
        return []
    contexts = subject.case.contexts
    question = subject.case.question or ""
    clauses = read_clauses(subject.answer, question, contexts, answerable)
    if answerable:
        return [_for_answerable(subject, clauses)]
    found = _for_unanswerable(subject, clauses)
    if found.outcome == "pass" and is_bare_abstention(subject.answer, question):
        return [found, _bare()]
    return [found]


def is_abstention(answer: str) -> bool:
    """Whether the whole text abstains: it says that it does not answer, and asserts nothing."""
    return len(answer) <= _LONGEST_ABSTENTION and _is_abstention(answer)


@lru_cache(maxsize=4_096)  # of each claim the search for evidence asks, and a judge again
def _is_abstention(text: str) -> bool:
    return _abstains(read_clauses(text, "", (), True))


def _for_answerable(subject: Subject, clauses: Sequence[Clause]) -> Check:
    if _abstains(clauses) and not (
        _from_the_source(clauses, subject.case.contexts)
        or _says_no(clauses, subject.case.question or "")
        or _denies_what_was_asked(clauses, subject.case.question or "")
    ):
        said = next(one for one in clauses if one.kind in ("abstains", "refuses"))
        return _found(
            "over_abstained",
            f"the question can be answered, the answer abstains: {quoted(said.text)}",
            in_answer(subject.answer, said.start, said.end),
        )
    return _found("answered", "the question can be answered and the answer does")


def _for_unanswerable(subject: Subject, clauses: Sequence[Clause]) -> Check:
    kinds = {one.kind for one in clauses}
    asserted = next((one for one in clauses if one.kind == "asserts"), None)
    if not kinds & {"abstains", "refuses"}:
        return _found(
            "answered_anyway",
            "there is nothing to answer from, and the answer does not say so",
            in_answer(subject.answer, asserted.start, asserted.end) if asserted else None,
        )
    if asserted is not None:
        return _found(
            "asserts_beside",
            f"the answer abstains and asserts beside it: {quoted(asserted.text)}",
            in_answer(subject.answer, asserted.start, asserted.end),
        )
    if "abstains" not in kinds:
        return _found("refusal", "there is nothing to answer from, and the answer refuses")
    return _found("abstained", "there is nothing to answer from, and the answer says so")


def _bare() -> Check:
    message = "the answer is an abstention word for word, with nothing beside it"
    return finding("abstention", "bare", message, check="bare", verifier=VERIFIER)


def _found(code: str, message: str, observed: Place | None = None) -> Check:
    return finding(
        "abstention", code, message, check="answerable", verifier=VERIFIER, observed=observed
    )


def read_clauses(
    answer: str, question: str, contexts: Sequence[Context], answerable: bool
) -> list[Clause]:
    """The clauses of an answer with what each of them does."""
    if len(answer) > _LONGEST_ABSTENTION:
        return [Clause(0, 200, answer[:200], "asserts")]
    known = Known(question, contexts, answerable)
    clauses: list[Clause] = []
    for claim in split_claims(answer):
        sentence = [
            Clause(start, end, answer[start:end], _kind(answer[start:end], known))
            for start, end in pieces(claim.text, claim.start)
            if any(map(str.isalnum, answer[start:end]))
        ]
        sentence = [part for one in sentence for part in _taken_apart(one, known)]
        clauses += _asking(_led_in(sentence, known), known)
        clauses += [
            Clause(start, end, answer[start:end], _kind(answer[start:end], known))
            for start, end in asides(claim.text, claim.start)
        ]
    return clauses


def _taken_apart(clause: Clause, known: Known) -> list[Clause]:
    """A clause that abstains, parted from what a conjunction in it goes on to assert."""
    if clause.kind == "abstains":
        for head, tail in joined_statements(clause.text):
            text = clause.text[tail:]
            if says_nothing(clause.text[:head]) and _kind(text, known) == "asserts":
                middle = clause.start + head
                lacks = Clause(clause.start, middle, clause.text[:head], "abstains")
                return [lacks, Clause(clause.start + tail, clause.end, text, "asserts")]
    return [clause]


def _led_in(sentence: list[Clause], known: Known) -> list[Clause]:
    """A sentence whose lead-in, before the clause that abstains, is no statement of its own."""
    if len(sentence) > 1 and sentence[0].kind == "asserts" and sentence[1].kind == "abstains":
        first = sentence[0]
        if is_indirect_question(first.text) and known.is_asked(first.text):
            return [first._replace(kind="other"), *sentence[1:]]  # "who runs it, is not stated"
        if known.is_label(first.text):
            return [first._replace(kind="other"), *sentence[1:]]  # "Top speed: not stated"
        if is_source_lead_in(first.text) and not known.is_news(first.text):
            return [first._replace(kind="other"), *sentence[1:]]
        states = not FINITE.isdisjoint(WORD.findall(first.text.lower()))
        if (
            is_lead_in(first.text)
            and not known.is_news(first.text)
            and not (states and not known.concerns(first.text))
        ):
            return [first._replace(kind="other"), *sentence[1:]]
    return sentence


def _asking(sentence: list[Clause], known: Known) -> list[Clause]:
    """A sentence whose indirect question, after the clause that abstains, is none either."""
    found = sentence[:1]
    for before, clause in pairwise(sentence):
        asks = before.kind == "abstains" and is_indirect_question(clause.text)
        if clause.kind == "asserts" and asks and known.concerns(clause.text):
            clause = clause._replace(kind="other")
        found.append(clause)
    return found


def _kind(text: str, known: Known) -> str:
    if len(text) > LONGEST_CLAUSE:
        return "asserts"
    if says_nothing(text):
        if any(known.is_news(piece) for piece in re.split(r"[,、(]", text)):
            return "asserts"
        return "refuses" if is_refusal(text) else "abstains"
    if known.is_news(text):
        return "asserts"
    if is_filler(text) or (text.rstrip().endswith(("?", "？", "؟")) and not tells(text)):
        return "other"
    return "other" if _describes(text, known) else "asserts"


def _describes(text: str, known: Known) -> bool:
    """Whether a clause tells no more than the contexts do.

    Where the question can be answered, telling what the contexts say is an answer, unless it is
    said to be all there is, or names only what they are about, which nobody asked.
    """
    what = described(text)
    if known.answerable:
        if what is None or any(map(str.isnumeric, text)):
            return False
        return says_only(text) or (names_topics(text) and not known.asks_of(what))
    return known.covers(text, 1.0) if what is None else known.covers(what, 0.6)


def _abstains(clauses: Sequence[Clause]) -> bool:
    kinds = {one.kind for one in clauses}
    return bool(kinds & {"abstains", "refuses"}) and "asserts" not in kinds


def _says_no(clauses: Sequence[Clause], question: str) -> bool:
    """Whether "No, …" denies what was asked in the words of the question."""
    words = WORD.findall(clauses[0].text.lower())
    if len(words) != 1 or words[0] not in YES_OR_NO:
        return False
    known = Known(question, (), True)
    return all(one.kind != "refuses" and known.is_asked(one.text) for one in clauses[1:])


def _denies_what_was_asked(clauses: Sequence[Clause], question: str) -> bool:
    """Whether a question for yes or no has its own word denied: "not included" of "included?".

    A clause that names sources which the question does not name speaks of them.
    """
    if not asks_yes_or_no(question):
        return False
    known = Known(question, (), True)
    return all(
        one.kind == "other" or (one.kind == "abstains" and known.is_denied(one.text))
        for one in clauses
    )


def _from_the_source(clauses: Sequence[Clause], contexts: Sequence[Context]) -> bool:
    """Whether what sounds like an abstention is what a context says: "the cause is unknown"."""
    said = [one for one in clauses if one.kind == "abstains"]
    for context in contexts:
        for sentence in re.split(r"(?<=[.!?。！？])\s*|\n", context.text[:CONTEXT_READ]):
            if len(sentence) <= LONGEST_CLAUSE and says_nothing(sentence):
                there = Known("", [Context(id="", text=sentence)], True)
                if any(there.covers(one.text, 0.5) for one in said):
                    return True
    return False
