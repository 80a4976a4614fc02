"""Numbers that the digits of a text do not give away: in words, as fractions, as compounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from adjudge_engine.numbers.lookup.haystack import Spot, digits_of
from adjudge_engine.numbers.reading import currencies, units
from adjudge_engine.numbers.reading.after import LETTERS, NO_NOUNS, read_after
from adjudge_engine.numbers.reading.assemble import Text
from adjudge_engine.numbers.reading.figures import VULGAR
from adjudge_engine.numbers.reading.scaled import is_linked, may_be_scaled
from adjudge_engine.numbers.reading.scales import SIGNS
from adjudge_engine.numbers.reading.scan import has_words
from adjudge_engine.numbers.worded.words import ORDINALS, SPELLED, WordNumber, find_words
from adjudge_engine.once import once

_COMPOUND = re.compile(f"[0-9][ \xa0]?[{''.join(SIGNS)}割]{{1,4}}[-+.(]?[0-9]")
#: 1時間半: one hour and a half.
_AND_HALF = re.compile("(?<![0-9.,])([0-9]{1,4})[^\\W\\d_]{1,3}半")
_OVER = re.compile(r"\s?[1-9][0-9]{0,8}")
#: "Half an hour": so much of one unit.
_OF_ONE = re.compile(r"[ \xa0]an?[ \xa0]([^\W\d_]{1,14})(?![^\W_])")
_PARTS = re.compile(rf"[ \xa0-]?({LETTERS})(?:[, \xa0]|, | [^\W\d_]{{1,3}} |, and )?|'")
#: Words that are a unit, or may have one behind them: "fluid", "million", "USD".
_MEASURES = NO_NOUNS | currencies.CODES | {"deg", "degree", "degrees", "K", "N"}
#: A word of ASCII letters behind a figure, with nothing to tell it from other words.
_FOLLOWING = re.compile(r" ([A-Za-z]{2,30})(?=[ .,;:)!?\n]|\Z)")
_RANK = re.compile(r"(?:([0-9]{1,6})-?[^\W\d_]{1,3}|([A-Za-z]{4,12}))[ \xa0-]\Z")


#: So much stands between two parts of one quantity at most.
MOST_BETWEEN = 40
#: Of the words that link two figures those of several letters.
_JOINTS = frozenset(["to", "bis", "or", "oder", "ou", "and", "und", "et"])
#: Signs behind a figure that has no unit and is not linked to another.
_ENDS = frozenset(";)]|%")
_NO_UNITS = frozenset([" %", ". ", ".\n", "."])


class Wordings:
    """The number words and fractions of several texts; offsets count in all of them."""

    def __init__(self, texts: Iterable[tuple[int, Text]]) -> None:
        self._texts = list(texts)

    @once
    def _words(self) -> list[tuple[Spot, WordNumber, Text]]:
        return [
            (Spot(start + word.start, start + word.end), word, text)
            for start, text in self._texts
            if not text.style.words.isdisjoint(SPELLED) and has_words(text)
            for word in find_words(text.folded)
        ]

    @once
    def spots(self) -> list[Spot]:
        """Where numbers in words stand, in order."""
        return [spot for spot, _, _ in self._words]

    @once
    def _by_digits(self) -> dict[str, list[Spot]]:
        found: dict[str, list[Spot]] = {}
        for spot, word, _ in self._words:
            found.setdefault(digits_of(word.value), []).append(spot)
        return found

    def with_digits(self, digits: str) -> list[Spot]:
        """The words for a number with these digits at any power of ten."""
        return self._by_digits.get(digits, [])

    def between(self, low: float, high: float) -> Iterator[Spot]:
        """The words for a number from `low` to `high`, a fraction also as per cent."""
        for spot, word, text in self._words:
            size = float(word.value)
            share = word.kind == "fraction" and low <= size * 100 <= high
            scaled = text.style.headings or may_be_scaled(text.folded, word.end)
            if low <= size <= high or share or scaled:
                yield spot

    @once
    def fractions(self) -> list[Spot]:
        """Where fractions and East Asian compounds stand."""
        found = []
        for start, text in self._texts:
            found += [Spot(start + low, start + high) for low, high in _odd(text.folded)]
        return found


def _odd(folded: str) -> Iterator[tuple[int, int]]:
    at = folded.find("/")
    while at >= 0:
        first = at - 1 if folded[at - 1 : at].isdigit() else at - 2
        if first >= 0 and folded[first].isdigit():
            over = _OVER.match(folded, at + 1)
            if over is not None:
                yield first, over.end()
        at = folded.find("/", at + 1)
    if folded.isascii():
        return
    if "半" in folded:
        for match in _AND_HALF.finditer(folded):
            yield match.span(1)
    for sign in VULGAR:
        at = folded.find(sign)
        while at >= 0:
            yield at, at + 1
            at = folded.find(sign, at + 1)
    if "割" in folded or any(sign in folded for sign in SIGNS):
        for match in _COMPOUND.finditer(folded):
            yield match.span()


def unit_after(folded: str, end: int, lent: str) -> str:
    """The unit that follows a figure; `lent`: that of the next figure, which a range shares."""
    following = folded[end : end + 2]
    if following in _NO_UNITS or following[:1] in _ENDS:
        return ""
    word = _FOLLOWING.match(folded, end)
    if word is not None:
        if is_plain(word[1]):
            return ""
        lower = word[1].lower()
        if lower not in _MEASURES and word[1] not in _MEASURES:
            return lent if is_linked(folded, end) else ""
    unit = read_after(folded, end, money=False, language="").unit
    if not unit and (of_one := _OF_ONE.match(folded, end)) is not None:
        named = units.find(of_one[1])
        unit = named.name if named is not None else ""
    return unit or (lent if is_linked(folded, end) else "")


def is_plain(word: str) -> bool:
    """Whether a word behind a figure is no part of a unit, and no link to another figure."""
    lower = word.lower()
    return not (lower in _MEASURES or word in _MEASURES or lower in _JOINTS)


def may_be_parts(folded: str, end: int, start: int) -> bool:
    """Whether figures that end and start there may be parts of one: "2 hours and 30 minutes"."""
    if start - end > MOST_BETWEEN:
        return False
    between = _PARTS.fullmatch(folded, end, start)
    if between is None:
        return False
    return between[1] is None or units.find(between[1]) is not None


def rank_before(folded: str, start: int) -> Spot | None:
    """The ordinal that stands right before the word at `start`, or None."""
    low = max(0, start - 16)
    match = _RANK.search(folded[low:start])
    if match is None:
        return None
    if match[1] is None and match[2].lower() not in ORDINALS:
        return None
    first, last = match.span(1 if match[1] is not None else 2)
    return Spot(low + first, low + last)
