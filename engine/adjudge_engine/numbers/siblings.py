"""The figures of the same kind near a place, and near the words that a claim names.

Only what may matter is read: the stretch around the place, and stretches around a word of the
claim that the place lacks, if they hold a figure and all that the claim and the place share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from adjudge_engine.numbers.binding import line_at, near
from adjudge_engine.numbers.common_words import COMMON_WORDS
from adjudge_engine.numbers.grid import is_row
from adjudge_engine.numbers.material import Material
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.ordinals import stem
from adjudge_engine.numbers.scan import parse_numbers
from adjudge_engine.text.languages import ALL_STOP_WORDS

#: What is said with a figure in prose begins no further before it.
_BEFORE: Final = 600
#: How far around a place or a word figures are looked for.
_BACK: Final = 240
_AHEAD: Final = 280
#: Texts are read in blocks of so many characters, with so many around them, and so many blocks.
_BLOCK: Final = 512
_MARGIN: Final = 80
_BLOCKS: Final = 4_000
#: Words so near each other have the same figures beside them.
_PART: Final = 128
#: How many places of one word are looked at in each text, in how many texts, for how many words.
_OCCURRENCES: Final = 3
_TEXTS: Final = 12
_WORDS: Final = 12
#: How far before a place its table or list may begin.
_REACH: Final = 4_000
#: From each other so far, figures that leave unsaid what they count may count the same thing.
_CLOSE: Final = 300
#: Words, and figures that may name something: years, quarters, "Module 3".
_EAST = "\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[^\W_{_EAST}]{{2,40}}(?:\s[A-Z0-9](?![^\W_]))?|[{_EAST}]{{2,40}}")
_HIRAGANA = re.compile("[\u3041-\u309f]")
_END = re.compile(r"[.!?,;:()|\t\n。！？、，；：–—]|\s(?:and|while|but|und|et|y|e|и)\s")
_STOPS: Final = (". ", "! ", "? ", "\n", "。")
_FIGURES = re.compile(r"\d(?:[\d.,'\u00a0\u202f ]{0,24}\d)?")
_LISTED = re.compile(r"\d[ \xa0]?(?:,|/|-|–|and|und|et|y|or|to)[ \xa0]{0,2}(?:and |or )?[€$£]?\d")
_DIGIT = re.compile(r"\d")


class Place(NamedTuple):
    """Where a context has a number: the index of the text, and the span there."""

    text: int
    start: int
    end: int


class Named(NamedTuple):
    """Keys of the words of a claim and of the question, as far as they may name its things.

    `loose`: a period is named, whose spelling elsewhere the keys do not foresee.
    """

    all: list[str]
    loose: bool


class Siblings:
    """Finds siblings; what was read, and what stands with a place, is kept."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self._answer = material.answer
        self._near: dict[Place, str] = {}
        self._blocks: dict[tuple[int, int], list[Number]] = {}
        self._left = _BLOCKS
        self._single: dict[str, bool] = {}
        self._known: dict[str, bool] = {}

    def of(
        self, like: Number, stated: Number, place: Place, words: Callable[[], Named]
    ) -> Iterator[_Sibling]:
        """The figures like `like`, which stands at `place`, that are worth something else."""
        if self._is_alone(stated, place, words):
            return
        here, named = self._said(place), words()
        clause = list(keys_of(near(self._answer, stated.start, stated.end)))
        # A pair of characters may run over the end of a word, so it need not be shared.
        shared = [key for key in clause if key < "\u0e00" and key in here]
        lacking = [key for key in dict.fromkeys(clause + named.all) if key not in here]
        lacking = [key for key in lacking if self._stands(key)]
        if not lacking and not named.loose:
            return
        seen = {place[:2]}
        hint = _hint(like)
        for text, low, high in self._where(place, lacking, shared, named.loose):
            if not self._may_have(hint, place, text, low, high):
                continue
            for number in self._numbers(text, low, high):
                if (text, number.start) in seen:
                    continue
                seen.add((text, number.start))
                close = text == place.text and abs(number.start - place.start) <= _CLOSE
                if number.value == stated.value or not _is_like(number, like, close):
                    continue
                one = Place(text, number.start, number.end)
                said = self._said(one)
                lacks = named.loose or any(key in said for key in lacking)
                if lacks and all(key in said for key in shared):
                    yield one, number

    def _is_alone(self, stated: Number, place: Place, words: Callable[[], Named]) -> bool:
        """Whether a word of the number's own stands with it at the place and nowhere else.

        A sibling would have to have that word too, so it could only stand in the same sentence.
        This settles most numbers at little cost.
        """
        lower = self._material.lower[place.text]
        before, after = _piece(lower, place.start, place.end)
        keys = [
            key for part in _piece(self._answer, stated.start, stated.end) for key in keys_of(part)
        ]
        if not any((key in before or key in after) and self._is_single(key) for key in keys):
            return False
        sentence = _rough_sentence(lower, place.start, place.end)
        if not any(map(_DIGIT.search, sentence)):
            return True
        named = words()
        return not named.loose and not any(
            (key in sentence[0] or key in sentence[1]) and not (key in before or key in after)
            for key in (*keys, *named.all)
        )

    def _is_single(self, key: str) -> bool:
        """Whether a key stands at one place of all texts."""
        known = self._single.get(key)
        if known is None:
            count = 0
            for lower in self._material.lower:
                at = lower.find(key)
                while at >= 0 and count < 2:
                    count += 1
                    at = lower.find(key, at + 1)
            known = self._single[key] = count == 1
        return known

    def _stands(self, key: str) -> bool:
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = any(key in lower for lower in self._material.lower)
        return known

    def _said(self, place: Place) -> str:
        said = self._near.get(place)
        if said is None:
            text = self._material.texts[place.text][1]
            said = self._near[place] = near(text, place.start, place.end)
        return said

    def _where(
        self, place: Place, lacking: Sequence[str], shared: Sequence[str], loose: bool
    ) -> Iterator[tuple[int, int, int]]:
        """Stretches to read: around the place, then around each word, the nearest first."""
        index, start, end = place
        lower = self._material.lower[index]
        low, high = self._stretch(index, start, end)
        others = _DIGIT.search(lower, low, start) or _DIGIT.search(lower, end, high)
        around = lower[max(0, start - _BEFORE) : high]
        if others and (loose or any(key in around for key in lacking) or "|" in around):
            yield index, low, high
        read: set[tuple[int, int]] = {(index, self._part(index, start, low))} if others else set()
        for key in lacking[:_WORDS]:
            for text, at in self._occurrences(key, place):
                low, high = self._stretch(text, at, at + len(key))
                part = text, self._part(text, at, low)
                if part in read:
                    continue
                read.add(part)
                lower = self._material.lower[text]
                around = lower[max(0, low - _BEFORE) : high]
                if _DIGIT.search(lower, low, high) and all(one in around for one in shared):
                    yield text, low, high

    def _may_have(self, hint: str, place: Place, text: int, low: int, high: int) -> bool:
        """Whether a stretch has, besides the place, what says the kind of its figure."""
        if not hint:
            return True
        lower = self._material.lower[text]
        here = text == place.text and low <= place.start < high
        if lower.count(hint, low, high) > here:
            return True
        # "18, 25 and 44 euros": one unit for all.
        return (
            here and _LISTED.search(lower, max(low, place.start - 16), place.end + 16) is not None
        )

    def _part(self, index: int, at: int, low: int) -> int:
        """What two places that need be read but once have in common: the row, or a stretch."""
        text = self._material.texts[index][1]
        in_row = text.find("|", low, at) >= 0 or text.find("\t", low, at) >= 0
        return -1 - low if in_row else at // _PART

    def _stretch(self, index: int, start: int, end: int) -> tuple[int, int]:
        """The row of a table, or so much of the text around a place."""
        text = self._material.texts[index][1]
        line = line_at(text, start, end)
        if is_row(text, *line):
            return line
        return max(0, start - _BACK), min(len(text), end + _AHEAD)

    def _occurrences(self, key: str, place: Place) -> Iterator[tuple[int, int]]:
        """Where a key stands: from a little before the place on, and in the other texts."""
        texts = self._material.lower
        others = (index for index in range(min(len(texts), _TEXTS)) if index != place.text)
        for index in (place.text, *others):
            low = max(0, place.start - _REACH) if index == place.text else 0
            at = texts[index].find(key, low)
            for _ in range(_OCCURRENCES):
                if at < 0:
                    break
                yield index, at
                at = texts[index].find(key, at + len(key))

    def _numbers(self, index: int, low: int, high: int) -> Iterator[Number]:
        """The quantities of a stretch, read in blocks of the text."""
        for block in range(low // _BLOCK, high // _BLOCK + 1):
            for number in self._block(index, block):
                if low <= number.start < high:
                    yield number

    def _block(self, index: int, block: int) -> list[Number]:
        found = self._blocks.get((index, block))
        if found is None:
            if self._left <= 0:
                return []
            self._left -= 1
            text = self._material.texts[index][1]
            first, last = block * _BLOCK, (block + 1) * _BLOCK
            low = max(0, first - _MARGIN)
            low = (low and text.find(" ", low, first) + 1) or low
            found = [
                one._replace(start=one.start + low, end=one.end + low)
                for one in parse_numbers(text[low : last + _MARGIN])
                if first <= one.start + low < last
            ]
            self._blocks[index, block] = found
        return found


_Sibling = tuple[Place, Number]


def keys_of(text: str) -> Iterator[str]:
    """Of the words and years of a text that may tell two things apart, what their forms share."""
    for match in _WORD.finditer(text):
        word = match.group().lower()
        if word > "\u0e00":
            pairs = (word[at : at + 2] for at in range(len(word) - 1))
            yield from (pair for pair in pairs if _HIRAGANA.search(pair) is None)
        elif word.isdigit():
            if len(word) == 4:
                yield word
        elif word not in COMMON_WORDS and word not in ALL_STOP_WORDS:
            yield word[:-1] if len(word) > 4 and " " not in word else word


def _hint(like: Number) -> str:
    """The beginning of what says the kind of a figure, a unit or a sign; "" if nothing does."""
    if not (like.unit or like.currency or like.kind != "plain"):
        return ""
    figure = _FIGURES.search(like.text)
    if figure is None:
        return ""
    parts = like.text[: figure.start()].strip(), like.text[figure.end() :].strip()
    return next((part[:3].lower() for part in parts if part), "")


def _piece(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before and behind a number up to the next sign or link that may end a clause."""
    before = text[max(0, start - _BACK) : start]
    cuts = [match.end() for match in _END.finditer(before)]
    after = text[end : end + _AHEAD]
    cut = _END.search(after)
    return before[cuts[-1] if cuts else 0 :], after[
        : cut.start() if cut is not None else len(after)
    ]


def _rough_sentence(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before and behind a number up to the nearest full stop or line end."""
    low = max(0, start - _BACK)
    first = max(text.rfind(stop, low, start) for stop in _STOPS)
    high = min(len(text), end + _AHEAD)
    found = [at for stop in _STOPS if (at := text.find(stop, end, high)) >= 0]
    return text[max(low, first + 1) : start], text[end : min(found, default=high)]


def _is_like(one: Number, like: Number, close: bool) -> bool:
    """Whether two figures are of one kind: the same currency, unit or counted thing.

    `close`: they stand near each other, where the second may leave the thing counted unsaid.
    """
    if one.kind != like.kind or one.weak or one.value == like.value:
        return False
    if one.maybe_year and not like.maybe_year:
        return False
    if (one.currency, one.unit, one.per) != (like.currency, like.unit, like.per):
        return False
    if one.currency or one.unit or one.kind != "plain":
        return True
    nouns = {stem(one.noun), stem(like.noun)}
    return len(nouns) == 1 or (close and "" in nouns)
