"""The facts gate: does the answer state the facts that a good answer states?

A fact is present if its value or an alias stands in the answer between token boundaries (letter
case and a regular plural aside), or an equal quantity does (0.25 g for 250 mg), and the answer
does not deny it there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.case import Fact
from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check, Place, Where
from adjudge_engine.gates.words import in_answer, quoted
from adjudge_engine.subject import Subject
from adjudge_engine.text.find import find_all
from adjudge_engine.text.negation import is_negated, negates
from adjudge_engine.text.normalise import Normalised, normalise
from adjudge_engine.text.plurals import language_of, plurals
from adjudge_engine.text.quantities import Valued

VERIFIER: Final = "facts/1"
_MOST_PLACES: Final = 200  # of one fact; if all of them are denied, so is the fact


class _Answer(NamedTuple):
    """The answer, made ready for every fact."""

    text: str
    folded: Normalised
    valued: Valued
    language: str


def check_facts(subject: Subject) -> list[Check]:
    """One check for each expected fact; none where no fact is expected."""
    facts = subject.case.expect.facts
    if not facts:
        return []
    folded = normalise(subject.answer, fold_case=True)
    answer = _Answer(
        subject.answer,
        folded,
        Valued(subject.normalised_answer, folded=folded),
        language_of(f"{subject.answer[:2_000]}\n{subject.case.question or ''}"),
    )
    return [_check(subject, answer, fact, at) for at, fact in enumerate(facts)]


def _check(subject: Subject, answer: _Answer, fact: Fact, at: int) -> Check:
    expected = Place(text=fact.value, where=Where(part="expect", path=f"/facts/{at}"))
    denied: tuple[int, int] | None = None
    for words in (fact.value, *fact.aliases):
        for count, (start, end) in enumerate(_places(answer, words)):
            if not _is_denied(answer, words, start, end):
                return _found(subject, fact, expected, start, end)
            denied = denied or (start, end)
            if count >= _MOST_PLACES:
                break
    if denied is not None and fact.required:
        return _denied(subject, fact, expected, *denied)
    name = quoted(fact.value)
    code = "fact_missing" if fact.required else "fact_optional_missing"
    message = f"missing fact {name}" if fact.required else f"optional fact {name} is not stated"
    return finding("facts", code, message, check="present", verifier=VERIFIER, expected=expected)


def _places(answer: _Answer, words: str) -> Iterator[tuple[int, int]]:
    """Where the fact stands in the answer: as written, in the plural, as an equal quantity."""
    needle = normalise(words, fold_case=True)
    if not needle.text:
        return
    yield from answer.valued.places(needle)
    for plural in plurals(needle.text, answer.language):
        yield from find_all(Normalised(plural, plural), answer.folded, _MOST_PLACES)
    yield from answer.valued.equals(normalise(words))


def _is_denied(answer: _Answer, words: str, start: int, end: int) -> bool:
    if negates(words):
        return False
    low, high = answer.folded.normal(start, end)
    return is_negated(answer.folded.text, low, high, answer.language)


def _found(subject: Subject, fact: Fact, expected: Place, start: int, end: int) -> Check:
    claim = subject.claim_at(start, end)
    observed = in_answer(subject.answer, start, end)
    return finding(
        "facts",
        "fact_present",
        f"states {quoted(fact.value)}"
        + ("" if observed.text == fact.value else f" as {quoted(observed.text)}"),
        check="present",
        verifier=VERIFIER,
        claim_id=claim.id if claim else None,
        expected=expected,
        observed=observed,
    )


def _denied(subject: Subject, fact: Fact, expected: Place, start: int, end: int) -> Check:
    claim = subject.claim_at(start, end)
    said = claim.text if claim else subject.answer[max(0, start - 40) : end + 40]
    return finding(
        "facts",
        "fact_negated",
        f"the answer denies the fact {quoted(fact.value)}: {quoted(said)}",
        check="present",
        verifier=VERIFIER,
        claim_id=claim.id if claim else None,
        expected=expected,
        observed=in_answer(subject.answer, start, end),
    )
