"""One number of a text, read where it stands, without reading the text before it.

A number depends on little: its style on the whole text (`Style`), its neighbours only where they
are linked. So the reading begins where nothing that began before goes on, and ends with the run.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple

from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.assemble import Text
from adjudge_engine.numbers.reading.figures import VULGAR
from adjudge_engine.numbers.reading.join import JOINT_SIGNS, JOINT_WORDS, is_linked
from adjudge_engine.numbers.reading.quick import read_alone
from adjudge_engine.numbers.reading.scales import SIGNS, WORDS
from adjudge_engine.numbers.reading.scan import REACH, ends_item, numberings, numbers_from
from adjudge_engine.numbers.reading.style import Style
from adjudge_engine.numbers.worded.words import NUMBER_WORDS, find_words
from adjudge_engine.once import once

#: How far back the beginning of a run, and of a row of citation marks, is looked for.
_BACK: Final = 400
_RUN: Final = 48
_FARTHEST: Final = 2_000
_MARKS: Final = 200
#: From so far back on a reading costs enough that it goes on, and serves its neighbours.
_COSTLY: Final = 96
_ONWARD: Final = 400
_LONG: Final = _COSTLY + REACH
#: From so many numbers on a reading is kept whole.
_WORTH_KEEPING: Final = 4
#: How far from a number its figure may end: scale, currency and unit stand between.
_TAIL: Final = 64
#: What may stand between the digits of one figure.
_INNER: Final = frozenset(" \xa0.,'/:-h時(^×xX·⋅∙*割分")
_INNER_LONG = re.compile(
    r"\s?/\s?|[-. \xa0()]{1,3}|[ \xa0]?[×xX·⋅∙*][ \xa0]?|(?:\^|\*\*)[ ]?[(]?[-+]?"
)
_DIGITS: Final = "0-9" + "".join(VULGAR)
_LAST_DIGIT = re.compile(f"[{_DIGITS}](?=[^{_DIGITS}]{{0,64}}\\Z)")
_DIGIT_SOON = re.compile(f"[^{_DIGITS}]{{1,8}}[{_DIGITS}]")
_HEAD: Final = " \xa0+-–($€£¥₹₩₽₺₫฿₴₪₱₦%٪ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LAST_WORD = re.compile(r"[^\W\d_]{0,12}\Z")
#: Where a scan may begin: behind so much that is no digit.
_BREAK = re.compile(r"[^0-9]{4}\s")
_ITEM_LINE = re.compile(r"\n[\s>*#•·\-(|]{0,12}(?:\*\*)?[0-9]{1,3}[.):、]")
_FIRST_ITEM = re.compile(r"[\s>*#•·\-(|]{0,12}(?:\*\*)?[0-9]{1,3}[.):、]")


class _Stretch(NamedTuple):
    """What was read in one go: all numbers that reach into `start` to `end`, in order."""

    start: int
    end: int
    numbers: list[Number]


class Window:
    """Reads numbers of one text at given places; what was read once is kept."""

    def __init__(self, text: str, folded: str) -> None:
        self.text = Text(text, folded, Style(folded), {})
        self._known: dict[int, list[Number]] = {}
        self._stretches: list[_Stretch] = []

    @property
    def read(self) -> int:
        """How many places have been read so far."""
        return len(self._known)

    def numbers_at(self, start: int, end: int) -> list[Number]:
        """The numbers that the figure or word `text[start:end]` is part of, or has parts in."""
        found = self._known.get(start)
        if found is None:
            found = self._known[start] = self._read(start, end)
        return found

    def _read(self, start: int, end: int) -> list[Number]:
        alone = read_alone(self.text, start, end)
        if alone is not None:
            return [alone]
        stretch = self._stretch_at(start, end) or self._read_stretch(start, end)
        at = bisect_right(stretch.numbers, start, key=attrgetter("end"))
        found = []
        while at < len(stretch.numbers) and stretch.numbers[at].start < end:
            found.append(stretch.numbers[at])
            at += 1
        return found

    def _stretch_at(self, start: int, end: int) -> _Stretch | None:
        at = bisect_right(self._stretches, start, key=itemgetter(0)) - 1
        if at < 0 or self._stretches[at].end < end:
            return None
        return self._stretches[at]

    def _read_stretch(self, start: int, end: int) -> _Stretch:
        """The numbers about a place; where they are read from afar or linked, its neighbours too.

        In a long run every place would otherwise be read with all that stands before it.
        """
        folded, first = self.text.folded, self._begin(start)
        is_far, last = start - first > _COSTLY, end + max(_ONWARD, 2 * (start - first))
        numbers = []
        numbering, reach = self._numbering(first, end), end - first + REACH
        for number in numbers_from(self.text, first, numbering, reach, once=reach > _LONG):
            numbers.append(number)
            if number.end >= end and not is_far and not _goes_on(folded, number.end):
                break
            if number.end >= last:
                break
        stretch = _Stretch(start, max(end, numbers[-1].end if numbers else end), numbers)
        if len(numbers) >= _WORTH_KEEPING:
            insort(self._stretches, stretch, key=itemgetter(0))
        return stretch

    def _begin(self, start: int) -> int:
        """Where the run that the place belongs to begins, or an earlier safe place."""
        folded, place = self.text.folded, start
        opened = folded.rfind("[", max(0, start - _MARKS), start)
        if opened >= 0 and folded.find("]", opened, start) < 0:
            start = opened + 1
        else:
            start = self._figure_start(start)
        for _ in range(_RUN):
            if not self._may_be_linked(start):
                return start
            if place - start > _FARTHEST:
                break
            digit = _LAST_DIGIT.search(folded, max(0, start - _TAIL), start)
            low = digit.end() if digit is not None else max(0, start - _TAIL)
            words = list(find_words(folded, low, start))
            if words:
                start = words[-1].start
            elif digit is not None:
                start = self._figure_start(low)
            else:
                return start
        safe = _BREAK.search(folded, max(0, start - _BACK), start)
        return safe.end() if safe is not None else start

    def _figure_start(self, start: int) -> int:
        """Where the digits begin that may be one figure with those at `start`."""
        folded, least = self.text.folded, max(0, start - _BACK)
        while start > least:
            if folded[start - 1] in "+(.":
                start -= 1
            near = folded[max(0, start - 4) : start]
            last = _LAST_DIGIT.search(near)
            if last is None:
                return start
            gap = near[last.start() + 1 :]
            if len(gap) > 1:
                if _INNER_LONG.fullmatch(gap) is None:
                    return start
            elif gap not in _INNER and gap:
                return start
            start -= len(gap) + 1
            while start > least and _is_digit(folded[start - 1]):
                start -= 1
        return start

    def _may_be_linked(self, start: int) -> bool:
        """Whether a number may stand before `start` that goes on with the one there."""
        folded = self.text.folded
        head = folded[max(0, start - 24) : start]
        rest = head.rstrip(_HEAD)
        tail = head[len(rest) :]
        if "-" in tail or "–" in tail or rest[-1:] in JOINT_SIGNS:
            return True
        if not rest:
            return bool(head.strip())
        if rest[-1] in SIGNS or rest[-1].isnumeric():
            return True
        if tail.strip(" \xa0(") and any(map(str.isnumeric, rest)):
            return True
        word = _LAST_WORD.search(rest)
        last = word.group().lower() if word is not None else ""
        return last in JOINT_WORDS or last in NUMBER_WORDS or last in WORDS

    def _numbering(self, first: int, end: int) -> int:
        """The number of the list item before `first`, where it bears on what is read."""
        return self._numbering_before(first) if ends_item(self.text.folded, end) else 0

    def _numbering_before(self, first: int) -> int:
        if not self._may_have_lists:
            return 0
        at = bisect_left(self._numberings, first, key=itemgetter(0))
        return self._numberings[at - 1][1] if at else 0

    @once
    def _may_have_lists(self) -> bool:
        folded = self.text.folded
        if "1)" in folded or _FIRST_ITEM.match(folded):
            return True
        return _ITEM_LINE.search(folded) is not None

    @once
    def _numberings(self) -> list[tuple[int, int]]:
        return numberings(self.text)


def _goes_on(folded: str, end: int) -> bool:
    """Whether another figure follows a number closely that may be linked to it."""
    return _DIGIT_SOON.match(folded, end) is not None and is_linked(folded, end)


def _is_digit(char: str) -> bool:
    return char.isdigit() or char in VULGAR
