"""Where the contexts may have figures of a kind: around a place, and around words of a claim.

Only what may matter is told: the stretch around the place, and stretches around a word that the
claim names and the place lacks, if they hold a figure and all that the claim and the place share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.numbers.binding.belonging import line_at
from adjudge_engine.numbers.binding.grid import is_row
from adjudge_engine.numbers.binding.rough import Sentence, Wanted
from adjudge_engine.numbers.lookup.allowance import PASS, Allowance
from adjudge_engine.numbers.lookup.material import Material
from adjudge_engine.numbers.model import Number

#: What is said with a figure in prose begins no further before it.
_BEFORE: Final = 600
#: How far around a place or a word figures are looked for.
_BACK: Final = 240
_AHEAD: Final = 280
#: Words so near each other have the same figures beside them.
_PART: Final = 128
#: How many places of one word are looked at in each text, in how many texts, for how many words.
_OCCURRENCES: Final = 3
_TEXTS: Final = 12
_WORDS: Final = 12
#: How far before a place its table or list may begin.
_REACH: Final = 4_000
#: Of so many words it is kept whether they stand anywhere.
_KEPT: Final = 20_000
_FIGURES = re.compile(r"\d(?:[\d.,'\u00a0\u202f ]{0,24}\d)?")
_LISTED = re.compile(r"\d[ \xa0]?(?:,|/|-|–|and|und|et|y|or|to)[ \xa0]{0,2}(?:and |or )?[€$£]?\d")
_DIGIT = re.compile(r"\d")


class Place(NamedTuple):
    """Where a context has a number: the index of the text, and the span there."""

    text: int
    start: int
    end: int


class Stretch(NamedTuple):
    """`texts[text][start:end]`."""

    text: int
    start: int
    end: int


class Suspect(NamedTuple):
    """A figure, or what says its kind, at `texts[text][at]`, in `sentence`."""

    text: int
    at: int
    sentence: Sentence


class Stretches:
    """Finds stretches; which words stand anywhere is kept."""

    def __init__(self, material: Material, allowance: Allowance) -> None:
        self._material = material
        self._allowance = allowance
        self._known: dict[str, bool] = {}
        self._rows: dict[int, bool] = {}

    def stands(self, key: str) -> bool:
        """Whether any text has a key."""
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            known = self._known[key] = self._looked_for(key)
        return known

    def _looked_for(self, key: str) -> bool:
        for lower in self._material.lower:
            at = lower.find(key)
            if not self._allowance.spend(len(lower) if at < 0 else at):
                return False
            if at >= 0:
                return True
        return False

    def suspects(self, like: Number, place: Place, wanted: Wanted) -> Iterator[Suspect]:
        """Where a figure like the one at `place` may belong to what a claim names of `wanted`."""
        hint, same = hint_of(like), figure_of(like.text)
        for stretch in self._near(place, wanted):
            sign = self._sign(hint, place, stretch)
            if sign is None:
                continue
            index = stretch.text
            text, lower = self._material.texts[index][1], self._material.lower[index]
            end, says = -1, False
            for at in _marks(lower, sign, stretch):
                if index == place.text and place.start <= at < place.end:
                    continue
                if not self._allowance.spend(PASS):
                    return
                if _is_same(lower, at, same, sign):
                    continue
                if at >= end:
                    sentence = Sentence(text, lower, at)
                    end, says = sentence.end, sentence.says(wanted)
                if says:
                    yield Suspect(index, at, sentence)

    def _near(self, place: Place, wanted: Wanted) -> Iterator[Stretch]:
        """Stretches that may have siblings: around the place, then around each word lacking."""
        index, start, end = place
        lacking, shared = wanted.lacking, wanted.nearest
        lower = self._material.lower[index]
        low, high = self._around(index, start, end)
        others = _DIGIT.search(lower, low, start) or _DIGIT.search(lower, end, high)
        read: set[tuple[int, int]] = set()
        if others:
            around = lower[start - _BEFORE if start > _BEFORE else 0 : high]
            if wanted.spellings or "|" in around or any(key in around for key in lacking):
                yield Stretch(index, low, high)
            read.add((index, self._part(index, start, low)))
        for key in lacking[:_WORDS]:
            for text, at in self._occurrences(key, place):
                low, high = self._around(text, at, at + len(key))
                part = text, self._part(text, at, low)
                if part in read:
                    continue
                read.add(part)
                lower = self._material.lower[text]
                if _DIGIT.search(lower, low, high) is None:
                    continue
                around = lower[low - _BEFORE if low > _BEFORE else 0 : high]
                if all(one in around for one in shared):
                    yield Stretch(text, low, high)

    def _sign(self, hint: str, place: Place, stretch: Stretch) -> str | None:
        """What tells the figures of a stretch that are of the kind in question; "": any may be.

        None: it has none but the place.
        """
        if not hint:
            return ""
        text, low, high = stretch
        lower = self._material.lower[text]
        here = text == place.text and low <= place.start < high
        # "18, 25 and 44 euros": one unit for all.
        if here and _LISTED.search(lower, max(low, place.start - 16), place.end + 16) is not None:
            return ""
        return hint if lower.count(hint, low, high) > here else None

    def _part(self, index: int, at: int, low: int) -> int:
        """What two places that need be read but once have in common: the row, or a stretch."""
        if not self._has_rows(index):
            return at // _PART
        text = self._material.texts[index][1]
        in_row = text.find("|", low, at) >= 0 or text.find("\t", low, at) >= 0
        return -1 - low if in_row else at // _PART

    def _around(self, index: int, start: int, end: int) -> tuple[int, int]:
        """The row of a table, or so much of the text around a place."""
        if self._has_rows(index):
            text = self._material.texts[index][1]
            line = line_at(text, start, end)
            if is_row(text, *line):
                return line
        low, high = start - _BACK, end + _AHEAD
        size = len(self._material.lower[index])
        return low if low > 0 else 0, high if high < size else size

    def _has_rows(self, index: int) -> bool:
        """Whether a text may have the rows of a table at all."""
        known = self._rows.get(index)
        if known is None:
            text = self._material.texts[index][1]
            known = self._rows[index] = "|" in text or "\t" in text
        return known

    def _occurrences(self, key: str, place: Place) -> Iterator[tuple[int, int]]:
        """Where a key stands: from a little before the place on, and in the other texts."""
        texts = self._material.lower
        others = (index for index in range(min(len(texts), _TEXTS)) if index != place.text)
        for index in (place.text, *others):
            lower = texts[index]
            low = max(0, place.start - _REACH) if index == place.text else 0
            for _ in range(_OCCURRENCES):
                at = lower.find(key, low)
                if not self._allowance.spend(PASS + (len(lower) if at < 0 else at) - low) or at < 0:
                    break
                yield index, at
                low = at + len(key)


def _marks(lower: str, sign: str, stretch: Stretch) -> Iterator[int]:
    """Where a stretch says the kind of figure, or has any figure where nothing says the kind."""
    _, low, high = stretch
    if not sign:
        for match in _FIGURES.finditer(lower, low, high):
            yield match.start()
        return
    is_word = sign[0].isalpha()
    at = lower.find(sign, low, high)
    while at >= 0:
        if not (is_word and lower[at - 1 : at].isalpha()):
            yield at
        at = lower.find(sign, at + len(sign), high)


def _is_same(lower: str, at: int, same: str, sign: str) -> bool:
    """Whether the figure at `at`, or the one whose kind is said there, is the number's own."""
    if not sign:
        figure = _FIGURES.match(lower, at)
        return figure is not None and figure.group() == same
    before = lower[at - 32 if at > 32 else 0 : at].rstrip(" \xa0-")
    if not before.endswith(same):
        return False
    # Of "18, 25 and 44 euros" the others may be another thing's.
    return _DIGIT.search(before, 0, len(before) - len(same)) is None


def figure_of(text: str) -> str:
    """The figure of a number as it is written, or its words."""
    figure = _FIGURES.search(text)
    return (figure.group() if figure is not None else text).lower()


def hint_of(like: Number) -> str:
    """The beginning of what says the kind of a figure, a unit or a sign; "" if nothing does."""
    if not (like.unit or like.currency or like.kind != "plain"):
        return ""
    figure = _FIGURES.search(like.text)
    if figure is None:
        return ""
    parts = like.text[: figure.start()].strip(), like.text[figure.end() :].strip()
    return next((part[:3].lower() for part in parts if part), "")
