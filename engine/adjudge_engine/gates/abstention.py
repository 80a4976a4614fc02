"""The abstention gate: say so where nothing can be known, and only there.

An answer abstains when one of its clauses says that the question is not answered and no other
clause asserts anything. Courtesy, lead-ins, advice whom to ask, and descriptions of what the
sources do say are no assertion; a description that goes beyond the contexts is one. Such reading
can err, so a pass says only that nothing wrong was seen; `bare` says that there is nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from adjudge_engine.case import Context
from adjudge_engine.claims import split_claims
from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check, Place
from adjudge_engine.gates.bare import is_bare_abstention
from adjudge_engine.gates.phrases import (
    LONGEST_CLAUSE,
    described,
    is_filler,
    is_lead_in,
    is_refusal,
    says_nothing,
    says_only,
)
from adjudge_engine.gates.words import in_answer, quoted
from adjudge_engine.subject import Subject
from adjudge_engine.text.boundary import is_unspaced

VERIFIER: Final = "abstention/1"
_LONGEST_ABSTENTION: Final = 5_000  # a longer answer asserts something
_CONTEXT_READ: Final = 200_000

#: Where another statement may begin inside a sentence.
_TURN: Final = re.compile(
    r"[;；—]|\s[–-]\s|:\s|(?<=が)、|[，]|"
    r",?\s(?=(?:but|however|although|though|yet|while|whereas|aber|jedoch|obwohl|mais|cependant|pero"
    r"|aunque|sino|ma|però|mas|porém|но|однако|хотя|لكن|ولكن|لیکن|लेकिन|परंतु|하지만|그러나)\b)|"
    r",\s(?=(?:and |und |et |y |e |и )?(?:so|therefore|thus|hence|it|they|this|that is|he|she|which"
    r"|sie|er|es|also|daher|deshalb|doch|donc|il|elle|ils|elles|por lo que|así que|quindi|portanto|"
    r"|logo|поэтому|значит|он|она|оно|это|они)\b)"
)
_TURN_OR_COMMA: Final = re.compile(_TURN.pattern + r"|,\s|،")
_CONCESSION: Final = re.compile(
    r"(?:while|although|though|even though|whereas|obwohl|auch wenn|bien que|même si|aunque|si bien"
    r"|sebbene|anche se|embora|ainda que|хотя)\b",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"\d+")
_WORD: Final = re.compile(r"[^\W\d_]+")
_STEM: Final = 5


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
    return _abstains(read_clauses(answer, "", (), True))


def _for_answerable(subject: Subject, clauses: Sequence[Clause]) -> Check:
    if _abstains(clauses) and not _from_the_source(clauses, subject.case.contexts):
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
    known = _Known(question, contexts, answerable)
    clauses: list[Clause] = []
    for claim in split_claims(answer):
        sentence = [
            Clause(start, end, answer[start:end], _kind(answer[start:end], known))
            for start, end in _pieces(claim.text, claim.start)
            if any(map(str.isalnum, answer[start:end]))
        ]
        clauses += _led_in(sentence, known)
    return clauses


def _led_in(sentence: list[Clause], known: _Known) -> list[Clause]:
    """A sentence whose lead-in, before the clause that abstains, is no statement of its own."""
    if len(sentence) > 1 and sentence[0].kind == "asserts" and sentence[1].kind == "abstains":
        first = sentence[0]
        if is_lead_in(first.text) and not known.is_news(first.text):
            return [first._replace(kind="other"), *sentence[1:]]
    return sentence


def _pieces(text: str, offset: int) -> Iterator[tuple[int, int]]:
    """The clauses of a sentence; its pieces between commas too, where numbers stand in them."""
    last = 0
    turns = _TURN
    if _CONCESSION.match(text):
        turns = _TURN_OR_COMMA
    for match in turns.finditer(text):
        yield offset + last, offset + match.start()
        last = match.end()
    yield offset + last, offset + len(text)


def _kind(text: str, known: _Known) -> str:
    if len(text) > LONGEST_CLAUSE:
        return "asserts"
    if says_nothing(text):
        if any(known.is_news(piece) for piece in re.split(r"[,、(]", text)):
            return "asserts"
        return "refuses" if is_refusal(text) else "abstains"
    if known.is_news(text):
        return "asserts"
    if is_filler(text) or text.rstrip().endswith(("?", "？", "؟")):
        return "other"
    return "other" if _describes(text, known) else "asserts"


def _describes(text: str, known: _Known) -> bool:
    """Whether a clause tells no more than the contexts do.

    Where the question can be answered, telling what the contexts say is an answer, unless it is
    said to be all there is.
    """
    what = described(text)
    if known.answerable:
        return what is not None and says_only(text) and not any(map(str.isnumeric, text))
    return known.covers(text, 1.0) if what is None else known.covers(what, 0.5)


class _Known:
    """What question and contexts hold: numbers and words, by their first letters."""

    def __init__(self, question: str, contexts: Sequence[Context], answerable: bool) -> None:
        self.answerable = answerable
        text = "\n".join(one.text for one in contexts)[:_CONTEXT_READ].lower()
        self.has_contexts = bool(text.strip())
        self._text = text
        self._numbers = set(_NUMBER.findall(text)) | set(_NUMBER.findall(question))
        self._stems = {word[:_STEM] for word in _WORD.findall(text)}

    def is_news(self, text: str) -> bool:
        """Whether a piece that does not itself abstain holds a number that nobody gave."""
        numbers = _NUMBER.findall(text)
        return any(one not in self._numbers for one in numbers) and not says_nothing(text)

    def covers(self, text: str, share: float) -> bool:
        """Whether at least that share of the piece's longer words stands in the contexts."""
        if not self.has_contexts:
            return False
        lower = text.lower()
        if any(map(is_unspaced, lower)):
            pairs = [lower[at : at + 2] for at in range(len(lower) - 1)]
            pairs = [one for one in pairs if one.isalnum()]
            return bool(pairs) and sum(one in self._text for one in pairs) >= share * len(pairs)
        words = [word for word in _WORD.findall(lower) if len(word) > 3]
        known = sum(word[:_STEM] in self._stems for word in words)
        return known >= share * len(words)


def _abstains(clauses: Sequence[Clause]) -> bool:
    kinds = {one.kind for one in clauses}
    return bool(kinds & {"abstains", "refuses"}) and "asserts" not in kinds


def _from_the_source(clauses: Sequence[Clause], contexts: Sequence[Context]) -> bool:
    """Whether what sounds like an abstention is what a context says: "the cause is unknown"."""
    said = [one for one in clauses if one.kind == "abstains"]
    for context in contexts:
        for sentence in re.split(r"(?<=[.!?。！？])\s*|\n", context.text[:_CONTEXT_READ]):
            if len(sentence) <= LONGEST_CLAUSE and says_nothing(sentence):
                there = _Known("", [Context(id="", text=sentence)], True)
                if any(there.covers(one.text, 0.75) for one in said):
                    return True
    return False
