"""Rough stretches around a number: at most its clause, and at least its sentence.

Both come from one or two searches. What stands in the rough clause surely belongs to the number;
what stands neither in the rough sentence nor in a heading above it surely does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from adjudge_engine.numbers.binding.headings import heading_above
from adjudge_engine.text.abbreviations import NEVER_LAST

_CLAUSE: Final = 160
_BACK: Final = 360
_AHEAD: Final = 240
#: How far up the head of a table is looked for, and a heading.
_TABLE: Final = 6_000
_HEADING: Final = 2_000

_LINKS: Final = (
    r"(?:and|but|while|whereas|whilst|whereby|und|während|et|tandis que|mientras|y|e|и|en|och)\s"
)
_HARD_LINKS: Final = (
    r"(?:but|while|whereas|whilst|whereby|während|tandis que|mientras|und|et|y|и)\s"
)
_SIGNS: Final = r".!?,;:()|\t\n。！？、，；：–—"
_HARD_SIGNS: Final = r".!?;|\t\n。！？；–—\d"
#: The set of all first characters comes first: what cannot begin a match is passed over at once.
_CUT: Final = rf"[{_SIGNS}\s](?:(?<=[{_SIGNS}])|{_LINKS})"
_END: Final = re.compile(_CUT)
_BEGIN: Final = re.compile(f"(?s:.*){_CUT}")
#: The same where no other figure parts the sentence in two statements.
_HARD_CUT: Final = rf"[{_HARD_SIGNS}\s](?:(?<=[{_HARD_SIGNS}])|{_HARD_LINKS})"
_HARD_END: Final = re.compile(_HARD_CUT)
_HARD_BEGIN: Final = re.compile(f"(?s:.*){_HARD_CUT}")
#: The other end of a range, before and behind a number.
_RANGE: Final = r"(?:-|–|to|or|and|bis|à|y|et|und|oder)"
_UNIT: Final = r"(?:(?!(?:to|or|and|bis|à|y|et|und|oder)\b)[a-z°]{1,8}\s?)?"
_FROM: Final = re.compile(rf"\d(?:[\d.,]{{0,11}}\d)?\s?{_UNIT}{_RANGE}\s?[$€£]?\Z")
_TO: Final = re.compile(rf"\s?{_UNIT}{_RANGE}\s?[$€£]?\d(?:[\d.,]{{0,11}}\d)?")
_PRONOUN: Final = re.compile(
    r"\b(?:it|its|they|their|he|she|his|her|this|these|those|er|sie|es|sein|seine|ihre?|ils?|"
    r"elles?|ce|cette|son|sa|ses|sus?|este|esta|он|она|оно|они|его|её)\b"
    r"|それ|これ|同|它|他|她|该"
)


def clause(lower: str, start: int, end: int) -> str:
    """What stands around a number up to the next signs or links that may part two clauses."""
    before = lower[start - _CLAUSE if start > _CLAUSE else 0 : start]
    first = _BEGIN.match(before)
    last = _END.search(lower, end, end + _CLAUSE)
    after = lower[end : last.start() if last is not None else end + _CLAUSE]
    return f"{before[first.end() :] if first is not None else before}\n{after}"


def whole_clause(text: str, lower: str, start: int, end: int) -> str:
    """`clause`, past commas and links where no other figure begins a statement of its own.

    The other end of a range ("2 to 3 minutes") begins none. `lower`: `text` in lower case.
    """
    other = _FROM.search(lower, start - 24 if start > 24 else 0, start)
    start = other.start() if other is not None else start
    other = _TO.match(lower, end)
    end = other.end() if other is not None else end
    before = lower[start - _CLAUSE if start > _CLAUSE else 0 : start]
    first = _HARD_BEGIN.match(before)
    if first is not None:
        sign, stop = before[first.end() - 1], start - len(before) + first.end() - 1
        if sign.isdigit() or (sign == "." and not _ends(text, stop)):
            first = _BEGIN.match(before)
    last = _HARD_END.search(lower, end, end + _CLAUSE)
    if last is not None and not _is_end(text, last):
        last = _END.search(lower, end, end + _CLAUSE)
    after = lower[end : last.start() if last is not None else end]
    return f"{before[first.end() :] if first is not None else before}\n{after}"


def _is_end(text: str, sign: re.Match[str]) -> bool:
    """Whether a sign ends a statement: no digit, no full stop of an abbreviation."""
    if sign.group() == ".":
        return _ends(text, sign.start()) or not text[sign.end() : sign.end() + 2].strip()
    return not sign.group().isdigit()


class Wanted(NamedTuple):
    """What must be said with a figure that may be what the claim ought to have said.

    `lacking`: what the claim names and the place does not; `spellings`: of periods and labels that
    the place lacks, which may be written otherwise. `shared`: what claim and place both name;
    `nearest`: the same of the number's own clause alone, which counts where the claim says the
    other figure too, one of its `figures`.
    """

    lacking: Sequence[str]
    spellings: Sequence[str]
    shared: Sequence[str]
    nearest: Sequence[str]
    figures: Sequence[str]

    def in_(self, said: str) -> bool:
        """Whether a stretch of text says one of what is lacking, and all that is shared."""
        if not any(key in said for key in self.lacking):  # noqa: SIM102 - asked very often
            if not any(key in said for key in self.spellings):
                return False
        shared = self.shared
        if shared != self.nearest and any(figure in said for figure in self.figures):
            shared = self.nearest
        return all(key in said for key in shared)


class Sentence:
    """All that may be said with a figure at `at`: its sentence, the one before, what is above."""

    __slots__ = ("_before", "_lower", "_text", "end", "start")

    def __init__(self, text: str, lower: str, at: int) -> None:
        self._text, self._lower = text, lower
        self.start = _start(text, at)
        self.end = _end(text, at)

    def says(self, wanted: Wanted) -> bool:
        """Whether all that is wanted may be said with the figure."""
        lower, start, end = self._lower, self.start, self.end
        if lower.find("|", start, end) >= 0 or lower.find("\t", start, end) >= 0:
            return wanted.in_(lower[max(0, start - _TABLE) : end])
        own = lower[start:end]
        line = lower.rfind("\n", max(0, start - _HEADING), start) + 1
        if line:
            above = heading_above(self._text, line).lower()
            own = f"{above}\n{own}"
        before = lower[_start(self._text, start - 2) if start > 2 else 0 : start]
        if not wanted.in_(f"{before}\n{own}"):
            return False
        return wanted.in_(own) or _PRONOUN.search(lower, start, end) is not None


def _start(text: str, at: int) -> int:
    """Where the sentence around `at` surely does not begin later; bounded."""
    low = at - _BACK if at > _BACK else 0
    first = text.rfind("\n", low, at) + 1 or low
    if not text.isascii():
        first = max(first, text.rfind("。", first, at) + 1)
    stop = text.rfind(". ", first, at)
    while stop >= 0:
        if _ends(text, stop):
            return stop + 2
        stop = text.rfind(". ", first, stop)
    return first


def _end(text: str, at: int) -> int:
    """Where the sentence around `at` surely does not end earlier; bounded."""
    high = min(len(text), at + _AHEAD)
    line = text.find("\n", at, high)
    last = line if line >= 0 else high
    if not text.isascii():
        stop = text.find("。", at, last)
        last = stop + 1 if stop >= 0 else last
    stop = text.find(". ", at, last)
    while stop >= 0:
        if _ends(text, stop):
            return stop + 1
        stop = text.find(". ", stop + 2, last)
    return last


def _ends(text: str, stop: int) -> bool:
    """Whether the full stop at `stop` surely ends a sentence: no abbreviation, then a capital."""
    if not text[stop + 2 : stop + 3].isupper():
        return False
    word = text[max(0, stop - 8) : stop].rpartition(" ")[2]
    return len(word) > 2 and word.isalnum() and word.lower() not in NEVER_LAST
