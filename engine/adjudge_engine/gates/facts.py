"""The facts gate: does the answer state the facts that a good answer states?

A fact is present if its value or an alias stands in the answer between token boundaries (letter
case and a regular plural aside), or an equal quantity does (0.25 g for 250 mg, "five hundred" for
500), and the answer does not deny it there.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from adjudge_engine.case import Fact
from adjudge_engine.codes import finding
from adjudge_engine.dates.find import find_dates
from adjudge_engine.dates.model import Date
from adjudge_engine.evaluation import Check, Place, Where
from adjudge_engine.gates.facts_forms import date_of, range_pattern, same_dates
from adjudge_engine.gates.facts_limits import goes_on, is_cut, is_other_dollar
from adjudge_engine.gates.words import in_answer, placed, quoted
from adjudge_engine.once import once
from adjudge_engine.subject import Subject
from adjudge_engine.text.find import find_all
from adjudge_engine.text.negation import is_negated, negates, negations_in
from adjudge_engine.text.normalise import Normalised, normalise
from adjudge_engine.text.plurals import language_of, may_be_plural, plurals
from adjudge_engine.text.quantities import Valued, first_written_in, is_code, written_in
from adjudge_engine.text.sizes import Sizes

VERIFIER: Final = "facts/6"
_MOST_PLACES: Final = 200  # of one fact; if all of them are denied, so is the fact
_LONGEST_READ: Final = 100_000  # of a longer answer the numbers are not kept for every fact
#: Scripts whose negations are no words of their own.
_JOINED_NEGATIONS: Final = re.compile("[\u0900-\u097f\u1100-\u11ff\u3040-\u9fff\uac00-\ud7af]")
#: How far around a fact, in characters and in words before it, `is_negated` looks at most.
_BEFORE, _BEHIND, _WORDS = 120, 24, 6
#: "No" is "in the" in Portuguese and "mai" is May in French: words that tell these from English.
_ROMANCE: Final = (
    " da ",
    " do ",
    " em ",
    " um ",
    " una ",
    " il ",
    " di ",
    " non ",
    " de ",
    " der ",
)
#: White space that may stand inside a number, or part it from its unit: there the answer as it is
#: written and the answer as it is looked through might be read differently.
_BROKEN: Final = re.compile(r"\n(?:(?<=[^\W_]\n)|(?<=[^\W_] \n))\s*+[^\s\-*•#|>+]")
_EMPTY_LINES: Final = re.compile(r"\n\n++")

_LEADING: Final = re.compile(
    r"(?<![^\W_])(?:on|in|at|am|im|um|le|en|à|el|il|nel|em|op|om|в|the) \Z"
)

_Span = tuple[int, int]


class _Answer:
    """The answer, made ready for every fact as far as the facts ask for it."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self.text = subject.answer
        self.folded = subject.folded_answer

    @once
    def language(self) -> str:
        return language_of(f"{self.text[:2_000]}\n{self._subject.case.question or ''}")

    @once
    def valued(self) -> Valued:
        return Valued(self._subject.normalised_answer, folded=self.folded, sizes=self._sizes())

    @once
    def dates(self) -> tuple[Date, ...]:
        return find_dates(self.text)

    def _sizes(self) -> Sizes | None:
        """The sizes of the numbers that the gates share, if they are those of `valued`."""
        subject, text = self._subject, self.text
        if len(text) > _LONGEST_READ or _BROKEN.search(text) is not None:
            return None
        joined = _EMPTY_LINES.sub("\n", text).replace("\n", " ").strip(" ")
        if joined != subject.normalised_answer.text:
            return None
        return Sizes((*subject.answer_numbers, *subject.answer_spoken))

    def denies(self, start: int, end: int) -> bool:
        """Whether the answer denies what stands at `start:end` of its text."""
        near = self._negations
        if near is not None and not near:
            return False
        low, high = self.folded.normal(start, end)
        text = self.folded.text
        if text[low : low + 1].isdigit():  # "does not end on 4 July": denied is what it is on
            leading = _LEADING.search(text, max(0, low - 6), low)
            low = leading.start() if leading is not None else low
        if near is None:
            return is_negated(text, low, high, self.language)
        first, last = bisect_left(near, low - _BEFORE), bisect_left(near, high + _BEHIND)
        near = [at for at in near[first:last] if text.count(" ", at, low) <= _WORDS]
        if not near:
            return False
        # Only of these it matters which language they are read in.
        unclear = any(text.startswith(("mai", "no ", "no-", "ei"), at) for at in near)
        unclear = unclear and any(word in text for word in _ROMANCE)
        return is_negated(text, low, high, self.language if unclear else "")

    @once
    def _negations(self) -> list[int] | None:
        """Where words that deny something stand; None where they need not be words."""
        text = self.folded.text
        if not text.isascii() and _JOINED_NEGATIONS.search(text) is not None:
            return None
        if self.text.isascii() and len(self.text) <= _LONGEST_READ:
            return negations_in(text, self._subject.prepared_answer.style.words)
        return negations_in(text)


def check_facts(subject: Subject) -> list[Check]:
    """One check for each expected fact; none where no fact is expected."""
    facts = subject.case.expect.facts
    if not facts:
        return []
    answer = _Answer(subject)
    return [_check(subject, answer, fact, at) for at, fact in enumerate(facts)]


def _check(subject: Subject, answer: _Answer, fact: Fact, at: int) -> Check:
    expected = placed(fact.value, _expected(at))
    for words in (fact.value, *fact.aliases):
        needle = _folded(words)
        if needle and needle in answer.folded.text:
            place = first_written_in(answer.folded, needle)
            if place is None or answer.denies(*place) or is_cut(answer.text, *place, words):
                break
            return _found(subject, fact, expected, *place)
    return _sought(subject, answer, fact, expected)


def _sought(subject: Subject, answer: _Answer, fact: Fact, expected: Place) -> Check:
    """The check of a fact that is not plainly there: looked for in every way."""
    denied: _Span | None = None
    for look in _WAYS:
        for words in (fact.value, *fact.aliases):
            for count, (start, end) in enumerate(look(answer, words)):
                if not answer.denies(start, end) or negates(words):
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


@lru_cache(maxsize=256)
def _expected(at: int) -> Where:
    return Where(part="expect", path=f"/facts/{at}")


def _folded(words: str) -> str:
    if words.isascii():
        return " ".join(words.lower().split())
    return normalise(words, fold_case=True).text


def _as_written(answer: _Answer, words: str) -> Iterator[_Span]:
    needle = _folded(words)
    if needle and needle in answer.folded.text:
        for start, end in written_in(answer.folded, needle):
            if not is_cut(answer.text, start, end, words):
                yield start, end


def _in_the_plural(answer: _Answer, words: str) -> Iterator[_Span]:
    needle = _folded(words)
    if may_be_plural(needle, answer.folded.text):
        for plural in plurals(needle, answer.language):
            if plural in answer.folded.text:
                yield from find_all(Normalised(plural, plural), answer.folded, _MOST_PLACES)


def _as_a_quantity(answer: _Answer, words: str) -> Iterator[_Span]:
    if is_code(words):
        return
    bare, dollars = words.isdigit(), words.startswith("$")
    for start, end in answer.valued.equals(normalise(words)):
        said = answer.text[start:end]
        if said[-1:].isalpha() and goes_on(answer.text, end):
            continue
        if not (bare and is_code(said)) and not (dollars and is_other_dollar(said)):
            yield start, end


def _as_a_date(answer: _Answer, words: str) -> Iterator[_Span]:
    wanted = date_of(words)
    if wanted is not None:
        yield from same_dates(wanted, answer.dates)


def _as_a_range(answer: _Answer, words: str) -> Iterator[_Span]:
    pattern = range_pattern(_folded(words))
    if pattern is not None:
        for match in pattern.finditer(answer.folded.text):
            start, end = answer.folded.original(*match.span())
            if not is_cut(answer.text, start, end, words):
                yield start, end


#: The ways in which a fact may stand in an answer, the cheapest first.
_WAYS: Final[tuple[Callable[[_Answer, str], Iterator[_Span]], ...]] = (
    _as_written,
    _in_the_plural,
    _as_a_quantity,
    _as_a_date,
    _as_a_range,
)


def _found(subject: Subject, fact: Fact, expected: Place, start: int, end: int) -> Check:
    claim = subject.claim_at(start, end)
    said = subject.answer[start:end]
    return finding(
        "facts",
        "fact_present",
        f"states {quoted(fact.value)}" + ("" if said == fact.value else f" as {quoted(said)}"),
        check="present",
        verifier=VERIFIER,
        claim_id=claim.id if claim else None,
        expected=expected,
        observed=in_answer(subject.answer, start, end),
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
