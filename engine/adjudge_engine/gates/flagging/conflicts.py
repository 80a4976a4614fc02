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
from adjudge_engine.gates.citing.locators import VERIFIER
from adjudge_engine.gates.context_texts import Spot, Texts
from adjudge_engine.gates.flagging.same_thing import is_same_thing, is_stated
from adjudge_engine.gates.words import in_answer
from adjudge_engine.subject import Subject
from adjudge_engine.text.languages import ALL_STOP_WORDS

_FIGURE: Final = re.compile(r"[0-9][0-9]*+(?:[.,][0-9]++)*+")
_LAST_FIGURE: Final = re.compile(r"(?<![0-9.,])([0-9]{1,9}(?:[.,][0-9]{1,9}){0,3})\Z")
_RIGHT: Final = re.compile(r"([ -]?[^\W\d_]{3,30})(?: [^\W\d_]{2,30})?| ?%")
_UNIT: Final = re.compile(r" ?(?:[^\W\d_]{1,12}(?![^\W\d_])|%)")
_UNSPACED: Final = re.compile("[\u0e01-\u0e7f\u3041-\u30ff\u4e00-\u9fff]")
_UNSPACED_BEFORE: Final = re.compile("[\u0e01-\u0e7f\u3041-\u30ff\u4e00-\u9fff]{3,}\\Z")
_SIGNS_BEFORE: Final = 5
_MOST_FIGURES: Final = 12
_SEARCHED: Final = 100_000  # characters of contexts that all figures together are looked for in
_LARGE: Final = 20_000  # characters of contexts from which on less is looked for
_MOST_PLACES: Final = 8
_NEAR: Final = 64
_LENGTH: Final = 5  # characters of the answer behind the figure that the context must have too
_FEWEST_EQUAL: Final = 4
_YEAR_DIGITS: Final = 4
_AROUND: Final = 100  # characters to either side of a figure
_FEWEST_AROUND: Final = 2  # words that two figures of one thing have around them
_ROUGH_BEFORE: Final = ("about ", " to ", " or ", "-", "–")
_ROUGH_AFTER: Final = (" to ", " or ", "-", "–", " - ", " – ")
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
    if found is None and texts.size <= _LARGE:
        unit = _UNIT.match(answer, end)
        shorter = answer[start - 1 : unit.end() if unit is not None else end]
        found = next(texts.places(shorter, 1), None) if len(shorter) > 2 else None
        if found is not None and texts.texts[found.number][found.end : found.end + 1].isalnum():
            return None
    if found is None:
        return None
    return found._replace(start=found.start + 1, end=found.start + 1 + end - start)


def _rival(subject: Subject, ours: Spot, start: int) -> Spot | None:
    """Another context's figure for the same thing."""
    texts = subject.texts
    if _is_rough(texts, ours):
        return None
    raw, around = texts.said(ours), _around(texts, ours)
    here: set[str] = set()
    claim = None
    for theirs in _like_placed(texts, ours):
        other = texts.said(theirs)
        if other == raw or _is_rough(texts, theirs):
            continue
        if around and len(around & (_around(texts, theirs) or around)) < _FEWEST_AROUND:
            continue
        claim = claim or subject.claim_at(start, start + 1)
        if claim is None or other in _FIGURE.findall(claim.text):
            continue
        here = here or _long_words(texts, ours)
        there = _long_words(texts, theirs)
        if 2 * len(here & there) < max(_FEWEST_EQUAL, min(len(here), len(there))):
            continue
        if is_stated(claim.text, texts.said(texts.sentence(ours))) and is_same_thing(
            texts, ours, theirs
        ):
            return theirs
    return None


def _is_rough(texts: Texts, spot: Spot) -> bool:
    """A cheap look whether a figure is one of a range, about so much, or an edition's year.

    "The 2018 Harbour Cup" gives no value for the year of a cup.
    """
    text = texts.texts[spot.number]
    before, after = text[max(0, spot.start - 7) : spot.start], text[spot.end : spot.end + 4]
    if before.endswith(_ROUGH_BEFORE) or after.startswith(_ROUGH_AFTER):
        return True
    edition = spot.end - spot.start == _YEAR_DIGITS and text[spot.start : spot.end].isdigit()
    return edition and after[:1] == " " and after[1:2].isupper()


def _around(texts: Texts, spot: Spot) -> set[str]:
    """The words around a figure, none in a script without spaces: a first look."""
    text = texts.texts[spot.number][max(0, spot.start - _AROUND) : spot.end + _AROUND]
    return set(text.split()) if text.isascii() else set()


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
    also = unit and unit != right.group() and texts.size <= _LARGE
    for said in (right.group(), unit) if also else (right.group(),):
        for index, start, _ in _elsewhere(texts, said, ours.number):
            there = texts.texts[index]
            if there[start - 1 : start].isdecimal():
                match = _LAST_FIGURE.search(there, max(0, start - 24), start)
                if match is not None:
                    yield Spot(index, *match.span(1))


def _elsewhere(texts: Texts, words: str, own: int) -> list[Spot]:
    """The first places in other contexts of words that say something by themselves."""
    if texts.size > _LARGE and not _has_content(words):
        return []
    found = list(texts.places(words, _MOST_PLACES, own))
    return found if found and _has_content(words) else []


def _words_before(text: str, start: int) -> str:
    """The three words before a figure, or fewer at the beginning of a sentence or line."""
    if (
        unspaced := _UNSPACED_BEFORE.search(text, max(0, start - _SIGNS_BEFORE), start)
    ) is not None:
        return unspaced.group()
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
