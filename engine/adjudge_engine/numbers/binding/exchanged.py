"""Two figures of one sentence in each other's place: "sales 9 and costs 12" for "12 and 9".

The words of a claim and of a source's sentence are compared by where they stand around the two
figures. That needs no knowledge of the words, so it holds in every language: the figures are
exchanged if the words around them are at the same places in both texts, while the figures are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from adjudge_engine.evaluation import Claim
from adjudge_engine.numbers.binding.clauses import sentence_at
from adjudge_engine.numbers.binding.places import MOST, figure_of
from adjudge_engine.numbers.binding.stretches import Place
from adjudge_engine.numbers.lookup.allowance import LOOK, PASS, WORDS, Allowance
from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.lookup.material import Material, Trace
from adjudge_engine.numbers.model import Number
from adjudge_engine.text.languages import ALL_STOP_WORDS
from adjudge_engine.text.tokens import folded_words, is_number

#: Figures; a year says when, and is a word here.
_FIGURE: Final = re.compile(
    r"[0-9](?<![\w.,][0-9])(?!(?:(?<=1)[89]|(?<=2)[01])[0-9]{2}(?![\w%]|[.,][0-9]))"
    r"[0-9]{0,14}(?:[.,][0-9]{1,9}){0,5}"
)
_YEAR: Final = re.compile(r"(?:1[89]|20|21)[0-9]{2}")
#: What is read on either side of a figure, at most.
_WIDE: Final = 160
_NEXT: Final = re.compile(r"[ \xa0]([^\W\d_]{2,40})")
#: So near each other two figures count things side by side.
_CLOSE: Final = 80
#: Figures of a claim that one is compared with.
_OTHERS: Final = 8
_FAR: Final = 400
#: How much of an answer is read at once, and how far a figure and what ends it may reach.
_CHUNK: Final = 512
_LONGEST: Final = 80


class _Figure(NamedTuple):
    text: str
    start: int
    end: int


def exchanged(
    material: Material,
    allowance: Allowance,
    number: Number,
    claim: Claim,
    places: Iterable[tuple[Place, Found]],
) -> Trace | None:
    """The finding that `number` and another figure of `claim` have each other's place.

    It has to be so at every one of `places`, those of the contexts that have the number.
    """
    first: Trace | None = None
    others: list[_Figure] | None = None
    own = _own(number)
    for count, (place, found) in enumerate(places):
        if others is None:
            others = _others(material.answer, claim, own)
        if not others or count >= MOST or not allowance.spend(PASS):
            return None
        text = material.texts[place.text][1]
        other = _partner(material.answer, own, others, text, place, allowance)
        if other is None:
            return None
        context_id = material.texts[place.text][0]
        message = f'"{number.text}" and "{other.text}" have each other\'s place: the source says '
        message += f"them the other way round (context {context_id})"
        first = first or Trace("entity_mismatch", message, found=found)
    return first


def may_be_exchanged(
    material: Material, allowance: Allowance, number: Number, claim: Claim, place: Place
) -> bool:
    """Whether `exchanged` finds anything at `place`; if not at the first of all, it finds nothing.

    What it costs is spent but for the pass.
    """
    own = _own(number)
    others = _others(material.answer, claim, own)
    text = material.texts[place.text][1]
    return bool(others) and (
        _partner(material.answer, own, others, text, place, allowance) is not None
    )


def _own(number: Number) -> _Figure:
    """The figure of a number, where it stands in the answer."""
    figure = figure_of(number)
    start = number.start + max(0, number.text.find(figure))
    return _Figure(figure, start, start + len(figure))


def _others(answer: str, claim: Claim, own: _Figure) -> list[_Figure]:
    """The other figures of a claim near one of it."""
    low, high = max(claim.start, own.start - _FAR), min(claim.end, own.end + _FAR)
    if claim.end - claim.start <= _FAR:
        first = max(0, claim.start - 1)
        figures = _figures_in(answer[first : claim.end + _LONGEST], claim.start - first)
        found = [
            _Figure(text, first + at, first + at + len(text))
            for text, at in figures
            if text != own.text and first + at + len(text) <= high
        ]
    else:
        found = list(_figures(answer, low, high, own.text))
    if len(found) > 1:
        found.sort(key=lambda one: (abs(one.start - own.start), one.start))
    return found[:_OTHERS]


def _figures(answer: str, low: int, high: int, but: str) -> Iterator[_Figure]:
    """The figures of a part of the answer but one; each chunk is read once for its neighbours."""
    for at in range(low - low % _CHUNK, high, _CHUNK):
        first = max(0, at - 1)
        figures = _figures_in(answer[first : at + _CHUNK + _LONGEST], at - first)
        for text, start in [one for one in figures if one[0] != but]:
            start += first
            if low <= start and start + len(text) <= high:
                yield _Figure(text, start, start + len(text))


@lru_cache(maxsize=64)
def _figures_in(part: str, at: int) -> tuple[tuple[str, int], ...]:
    """(figure, offset) of those that begin in the chunk that starts at `at` of `part`."""
    found = []
    for one in _FIGURE.finditer(part, at):
        if one.start() >= at + _CHUNK:
            break
        found.append((one.group(), one.start()))
    return tuple(found)


def _partner(
    answer: str,
    own: _Figure,
    others: list[_Figure],
    text: str,
    place: Place,
    allowance: Allowance,
) -> _Figure | None:
    """The figure of the claim that has the number's place where the source has the number."""
    at = text.find(own.text, place.start, place.end)
    if at < 0:
        return None
    here = _Figure(own.text, at, at + len(own.text))
    low, high = max(0, at - _FAR), at + _FAR
    mine: str | None = None
    for other in others:
        before = other.start < own.start
        there = text.find(other.text, here.end, high) if before else text.rfind(other.text, low, at)
        if there < 0:
            mine = _word_behind(answer, own) if mine is None else mine
            if mine and _has_others_words(answer, own, mine, other, text, here):
                return other
            continue
        if not allowance.spend(LOOK):
            return None
        sentence = sentence_at(text, here.start, here.end)
        beside = _Figure(other.text, there, there + len(other.text))
        if not (sentence.start <= there < sentence.end) or not _is_whole(text, beside):
            continue
        allowance.spend(WORDS)
        pair = (other, own) if before else (own, other)
        seen = (here, beside) if before else (beside, here)
        if _at_same_places(_around(answer, *pair), _around(text, *seen)):
            return other
    return None


def _has_others_words(
    answer: str, own: _Figure, mine: str, other: _Figure, text: str, here: _Figure
) -> bool:
    """Whether figures in the same order have changed the words at them: "12 vans, 40 trucks".

    `mine`: the word behind the answer's own figure.
    """
    low, high = max(0, here.start - _CLOSE), here.end + _CLOSE
    if other.start < own.start:
        there = text.rfind(other.text, low, here.start)
    else:
        there = text.find(other.text, here.end, high)
    if there < 0 or abs(other.start - own.start) > _CLOSE:
        return False
    beside = _Figure(other.text, there, there + len(other.text))
    if mine != _word_behind(text, beside) or not _is_whole(text, beside):
        return False
    yours = _word_behind(answer, other)
    return bool(yours) and mine != yours and yours == _word_behind(text, here)


def _word_behind(text: str, figure: _Figure) -> str:
    """The word, small or large, right behind a figure; "" for none that says a thing."""
    match = _NEXT.match(text, figure.end)
    word = match[1].lower() if match is not None else ""
    return "" if word in ALL_STOP_WORDS else word


def _is_whole(text: str, figure: _Figure) -> bool:
    match = _FIGURE.match(text, figure.start)
    return match is not None and match.end() == figure.end


def _around(text: str, one: _Figure, two: _Figure) -> dict[str, frozenset[int]]:
    """Word → where it stands: 0 before the first figure, 1 behind it, 2 and 3 for the second."""
    found: dict[str, frozenset[int]] = {}
    spans = (
        _before(text, one.start),
        _behind(text, one.end),
        _before(text, two.start),
        _behind(text, two.end),
    )
    for at, (low, high) in enumerate(spans):
        for word in folded_words(text, low, high):
            if word not in ALL_STOP_WORDS and (not is_number(word) or _YEAR.fullmatch(word)):
                found[word] = found.get(word, frozenset()) | {at}
    return found


def _before(text: str, start: int) -> tuple[int, int]:
    """What stands before a figure, from the figure or the sentence before it on."""
    low = max(0, start - _WIDE, sentence_at(text, start, start).start)
    for figure in _FIGURE.finditer(text, low, start):
        low = figure.end()
    return low, start


def _behind(text: str, end: int) -> tuple[int, int]:
    high = min(len(text), end + _WIDE, max(end, sentence_at(text, end, end).end))
    figure = _FIGURE.search(text, end, high)
    return end, figure.start() if figure is not None else high


def _at_same_places(claim: dict[str, frozenset[int]], source: dict[str, frozenset[int]]) -> bool:
    """Whether both texts have the same words at the same figures, and each figure words of its own.

    A word that stands at the one figure in the one text and at the other in the other says that
    the order of the things has changed, and the figures with them.
    """
    one = two = between = False
    for word, where in claim.items():
        there = source.get(word)
        if there is None:
            continue
        if where.isdisjoint(there):
            return False
        if where != there:
            continue
        one = one or where in _FIRST
        two = two or where in _SECOND
        between = between or where == _BETWEEN
    return (one and two) or (between and (one or two))


_FIRST: Final = (frozenset([0]), frozenset([1]), frozenset([0, 1]))
_SECOND: Final = (frozenset([2]), frozenset([3]), frozenset([2, 3]))
_BETWEEN: Final = frozenset([1, 2])
