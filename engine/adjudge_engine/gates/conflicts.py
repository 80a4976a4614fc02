"""The flag `conflicting_sources`: two contexts give different values for the same thing.

The answer states a figure; one context has it within words in which another context has another
figure of the same kind, unit and period. Somebody has to say which one holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from adjudge_engine.codes import finding
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.context_texts import Spot, Texts
from adjudge_engine.gates.locators import VERIFIER
from adjudge_engine.gates.words import in_answer
from adjudge_engine.numbers import Number, scan
from adjudge_engine.subject import Subject
from adjudge_engine.text.abbreviations import STARTERS
from adjudge_engine.text.languages import ALL_STOP_WORDS
from adjudge_engine.text.tokens import folded_words, is_content

_FIGURE: Final = re.compile(r"[0-9][0-9]*+(?:[.,][0-9]++)*+")
_LAST_FIGURE: Final = re.compile(r"(?<![0-9.,])([0-9]{1,9}(?:[.,][0-9]{1,9}){0,3})\Z")
_RIGHT: Final = re.compile(r"([ -]?[^\W\d_]{3,30})(?: [^\W\d_]{2,30})?| ?%")
_UNSPACED: Final = re.compile("[\u0e01-\u0e7f\u3041-\u30ff\u4e00-\u9fff]")
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_CAPITAL: Final = re.compile(r"[A-Z][\w’'-]*+")
_MOST_FIGURES: Final = 12
_SEARCHED: Final = 100_000  # characters of contexts that all figures together are looked for in
_MOST_PLACES: Final = 8
_NEAR: Final = 64
_LENGTH: Final = 5  # characters of the answer behind the figure that the context must have too
_FEWEST_SHARED: Final = 3
_FEWEST_EQUAL: Final = 4
_SHOWN: Final = 40  # characters to either side of a figure in a message


def check_conflicts(subject: Subject) -> list[Check]:
    """A check for each figure of the answer for which two contexts have different ones."""
    if len(subject.case.contexts) < 2:
        return []
    texts, answer = subject.texts, subject.answer
    checks: list[Check] = []
    most = min(_MOST_FIGURES, max(1, _SEARCHED // (1 + texts.size)))
    for start, end in islice(_figures(subject), most):
        ours = _spot_of(texts, answer, start, end)
        theirs = None if ours is None else _rival(subject, ours, start)
        if ours is not None and theirs is not None:
            checks.append(_flag(subject, (start, end), ours, theirs))
    return checks


def _figures(subject: Subject) -> Iterator[tuple[int, int]]:
    """The figures of the answer, each once, without list numbers and citations."""
    answer = subject.answer
    seen: set[str] = set()
    marks = iter(subject.citation_marks)
    mark = next(marks, None)
    for match in _FIGURE.finditer(answer):
        start, end = match.span()
        while mark is not None and mark.cited.end <= start:
            mark = next(marks, None)
        inside = mark is not None and mark.cited.start <= start
        if inside or not start or answer[start - 1] in "\n[" or match.group() in seen:
            continue
        seen.add(match.group())
        yield start, end


def _spot_of(texts: Texts, answer: str, start: int, end: int) -> Spot | None:
    """The first place where a context has the answer's figure with what follows it there."""
    needle = answer[start - 1 : end + _LENGTH].rstrip(" .,;:)\n")
    if "\n" in needle or len(needle) < 3:
        needle = answer[start - 1 : end]
    found = next(texts.places(needle, 1), None)
    if found is None:
        return None
    return found._replace(start=found.start + 1, end=found.start + 1 + end - start)


def _rival(subject: Subject, ours: Spot, start: int) -> Spot | None:
    """Another context's figure for the same thing."""
    texts = subject.texts
    raw = texts.said(ours)
    here: set[str] = set()
    claim = None
    for theirs in _like_placed(texts, ours):
        other = texts.said(theirs)
        if other == raw:
            continue
        claim = claim or subject.claim_at(start, start + 1)
        if claim is None or other in claim.text:
            continue
        here = here or _long_words(texts, ours)
        there = _long_words(texts, theirs)
        if 2 * len(here & there) < max(_FEWEST_EQUAL, min(len(here), len(there))):
            continue
        if _is_stated(claim.text, texts.said(texts.sentence(ours))) and _same_thing(
            texts, ours, theirs
        ):
            return theirs
    return None


def _long_words(texts: Texts, spot: Spot) -> set[str]:
    """The longer words of the sentence, as they stand: a first, cheap look at what it is about."""
    sentence = texts.said(texts.sentence(spot))
    if not sentence.isascii() and _UNSPACED.search(sentence):
        return {sentence[at : at + 2] for at in range(len(sentence) - 1)}
    return {word.strip(".,;:()") for word in sentence.split() if len(word) > 2}


def _like_placed(texts: Texts, ours: Spot) -> Iterator[Spot]:
    """Figures of other contexts that stand within the same words as `ours`."""
    text = texts.texts[ours.number]
    left = _words_before(text, ours.start)
    if left:
        for index, _, end in _elsewhere(texts, left, ours.number):
            match = _FIGURE.match(texts.texts[index], end)
            if match is not None:
                yield Spot(index, *match.span())
    right = _RIGHT.match(text, ours.end)
    if right is None:
        return
    unit = right.group(1)
    for words in (right.group(), unit) if unit and unit != right.group() else (right.group(),):
        for index, start, _ in _elsewhere(texts, words, ours.number):
            there = texts.texts[index]
            if there[start - 1 : start].isdecimal():
                match = _LAST_FIGURE.search(there, max(0, start - 24), start)
                if match is not None:
                    yield Spot(index, *match.span(1))


def _elsewhere(texts: Texts, words: str, own: int) -> list[Spot]:
    """The first places in other contexts of words that say something by themselves."""
    found = list(texts.places(words, _MOST_PLACES, own))
    return found if found and _has_content(words) else []


def _words_before(text: str, start: int) -> str:
    """The three words before a figure, or fewer at the beginning of a sentence or line."""
    low = max(0, start - _NEAR)
    first = start - 1
    for _ in range(3):
        first = text.rfind(" ", low, max(low, first))
        if first < 0:
            return ""
    left = text[first:start]
    return "" if "\n" in left else left


def _has_content(words: str) -> bool:
    """Whether one of the words says something by itself."""
    return (
        words == "%"
        or any(len(one) > 2 and one.lower() not in ALL_STOP_WORDS for one in words.split(" "))
        or not words.isascii()
    )


def _same_thing(texts: Texts, ours: Spot, theirs: Spot) -> bool:
    """Whether two figures differ, and everything that tells what they are of does not."""
    mine, other = texts.sentence(ours), texts.sentence(theirs)
    here, there = texts.said(mine), texts.said(other)
    years = {*_YEAR.findall(here)} - {texts.said(ours)}
    if years != {*_YEAR.findall(there)} - {texts.said(theirs)}:
        return False
    named, names = _names(here), _names(there)
    if (named - names and names - named) or not _shares(here, there, _FEWEST_SHARED):
        return False
    return _of_one_kind(here, ours.start - mine.start, there, theirs.start - other.start)


def _of_one_kind(here: str, at: int, there: str, other_at: int) -> bool:
    """Whether each sentence has one figure of the unit, they differ, and no others do.

    "20 minutes, then 5 minutes" gives no one value, "4 feet: 115 cm" gives it under a condition.
    """
    all_here, all_there = scan(here), scan(there)
    mine, other = _number(here, all_here, at), _number(there, all_there, other_at)
    if mine is None or other is None or not _differ(mine, other):
        return False
    rest: list[set[str]] = []
    for found, number in ((all_here, mine), (all_there, other)):
        others = [one for one in found if one.text != number.text and not one.weak]
        if any(one.unit == number.unit and one.kind == number.kind for one in others):
            return False
        rest.append({one.text for one in others})
    return not (rest[0] - rest[1] and rest[1] - rest[0])


def _number(sentence: str, found: tuple[Number, ...], at: int) -> Number | None:
    """The number at `at`; None if it is a range, a bound or about so much."""
    number = next((one for one in found if one.start <= at < one.end), None)
    if number is None or number.approximate or number.bound:
        return None
    after = sentence[number.end : number.end + 4].lstrip()
    before = sentence[max(0, number.start - 4) : number.start].rstrip()
    if after[:1] in ("-", "–") or after.startswith(("to ", "or ", "bis")):
        return None
    return None if before.endswith(("-", "–", " to", " or")) else number


def _differ(mine: Number, other: Number) -> bool:
    """Whether two numbers are of one kind and unit, and not the same, rounded or not."""
    if (mine.kind, mine.unit, mine.currency, mine.per) != (
        other.kind,
        other.unit,
        other.currency,
        other.per,
    ):
        return False
    return abs(mine.value - other.value) > max(mine.step, other.step) / 2


def _names(sentence: str) -> set[str]:
    """The words with a capital that do not open anything."""
    return {
        match.group()
        for match in _CAPITAL.finditer(sentence)
        if sentence[match.start() - 1 : match.start()] == " "
        and (sentence[match.start() - 2].islower() or sentence[match.start() - 2] in ",;")
        and match.group().lower() not in STARTERS
    }


def _is_stated(claim: str, sentence: str) -> bool:
    """Whether the claim says with the figure what the sentence says: two of its words, or all."""
    said = _content(claim)
    shared = len(said & _content(sentence))
    return shared >= min(2, len(said)) and 3 * shared >= len(said)


def _shares(here: str, there: str, fewest: int) -> bool:
    """Whether the texts share so many content words, and two thirds of those of the shorter one."""
    ours, theirs = _content(here), _content(there)
    shared = len(ours & theirs)
    return shared >= fewest and 3 * shared >= 2 * min(len(ours), len(theirs))


def _content(text: str) -> set[str]:
    return {one for one in folded_words(text) if is_content(one) and not one[0].isdigit()}


def _flag(subject: Subject, stated: tuple[int, int], ours: Spot, theirs: Spot) -> Check:
    texts = subject.texts
    claim = subject.claim_at(*stated)
    return finding(
        "citations",
        "conflicting_sources",
        f'"{subject.answer[slice(*stated)]}": context {texts.contexts[ours.number].id} says so,'
        f" context {texts.contexts[theirs.number].id} says {texts.said(theirs)}"
        f' ("{texts.said(_widened(texts, theirs))}")',
        check="conflict",
        verifier=VERIFIER,
        claim_id=claim.id if claim is not None else None,
        expected=texts.place(theirs),
        observed=in_answer(subject.answer, *stated),
    )


def _widened(texts: Texts, spot: Spot) -> Spot:
    """The figure with some words around it, for a message."""
    text = texts.texts[spot.number]
    _, first, last = texts.sentence(spot)
    if spot.start - first > _SHOWN:
        first = text.find(" ", spot.start - _SHOWN, spot.start) + 1 or spot.start
    if last - spot.end > _SHOWN:
        last = text.rfind(" ", spot.end, spot.end + _SHOWN)
    return Spot(spot.number, first, max(last, spot.end))
