"""Values in a text: as written between token boundaries, or as an equal quantity.

0.5 g meets 500 mg, "five hundred" meets 500, 1.500,00 € meets EUR 1,500; the words around the
numbers of a value must be there as well. Read and converted by the reader of the numbers gate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from heapq import merge
from operator import attrgetter
from typing import Final, NamedTuple

from adjudge_engine.dates.find import find_dates
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.order import Order, order_in
from adjudge_engine.numbers.comparing.convert import compare
from adjudge_engine.numbers.comparing.match import keys, mismatch
from adjudge_engine.numbers.lookup.conversion import OFFSET_UNITS, SPAN_AFTER, SPAN_BEFORE
from adjudge_engine.numbers.model import SHARES, Number
from adjudge_engine.numbers.reading.scales import (
    LETTERS_ATTACHED,
    LETTERS_WITH_MONEY,
    ONLY_IN,
    WORDS,
)
from adjudge_engine.numbers.reading.scan import numbers_of, prepare
from adjudge_engine.numbers.reading.style import Decimals
from adjudge_engine.numbers.worded.spoken import iter_spoken
from adjudge_engine.once import once
from adjudge_engine.text.boundary import is_unspaced, splits_token
from adjudge_engine.text.find import hits
from adjudge_engine.text.normalise import Normalised
from adjudge_engine.text.sizes import LONG_TIMES, Sizes, may_count

#: What may make a larger number of the digits before it: a space and letters, or a sign.
_SCALED: Final = re.compile(r"[ \u00a0-]?([^\W\d_]{1,40})")
_AHEAD: Final = 24
_AROUND: Final = 32
_GLUED: Final = re.compile(r"\d([^\W\d_])")
_SCALE_LETTERS: Final = LETTERS_WITH_MONEY.keys() | LETTERS_ATTACHED.keys()
_SCALE_WORDS: Final = WORDS.keys() | {word for words in ONLY_IN.values() for word in words}
#: One separator before three figures: of thousands where it is money, however a text writes it.
_THOUSANDS: Final = re.compile(r"(?<![0-9.,])[1-9][0-9]{0,2}([.,])[0-9]{3}(?![0-9]|[.,][0-9])")
#: A value longer than this, or with more numbers, is looked for as written only.
_LONGEST: Final = 400
_MOST_NUMBERS: Final = 12
#: What the division of a fraction may leave over.
_SLACK: Final = Decimal("1e-20")


class _Value(NamedTuple):
    """A value taken apart: the words before, between and after its numbers, in lower case."""

    words: tuple[str, ...]
    numbers: tuple[Number, ...]

    @property
    def is_bare(self) -> bool:
        """Whether it is one number that says nothing about what it counts."""
        if len(self.numbers) != 1 or any(self.words):
            return False
        one = self.numbers[0]
        return one.kind == "plain" and not (one.unit or one.currency or one.per)


class Valued:
    """A text to look values up in; what that needs is worked out once, when first needed.

    `folded`: the same text without regard to letter case, for what is looked for as written.
    `sizes`: of the same text's numbers, where they are known already.
    """

    def __init__(
        self, hay: Normalised, *, folded: Normalised | None = None, sizes: Sizes | None = None
    ) -> None:
        self.plain = folded or hay
        self._hay = hay
        self._sizes = sizes

    def places(self, needle: Normalised) -> Iterator[tuple[int, int]]:
        """Where the value stands as written; offsets of the source.

        A number is not held by a larger expression of which it is a part: 500 is not in
        500 million.
        """
        return written_in(self.plain, needle.text)

    def equals(self, value: Normalised) -> Iterator[tuple[int, int]]:
        """Where a quantity equal to that in `value` stands; nothing if it has none."""
        if len(value.text) > _LONGEST or not may_count(value.text):
            return
        if self._sizes is not None and not self._sizes.may_hold(value.text):
            return
        wanted = _taken_apart(value.text, self._decimals)
        if not 0 < len(wanted.numbers) <= _MOST_NUMBERS:
            return
        if wanted.is_bare and is_code(wanted.numbers[0].text):
            return
        for one in self._numbers:
            if wanted.is_bare:
                if one.value == wanted.numbers[0].value and not _is_glued(one):
                    yield self._hay.original(one.start, one.end)
            elif (place := self._match(wanted, one)) is not None:
                yield self._hay.original(*place)

    @once
    def dates(self) -> tuple[Date, ...]:
        """The dates of the text; their offsets are those of `plain`."""
        return find_dates(self.plain.text)

    @once
    def day_order(self) -> Order | None:
        """Which of day and month the text's own dates put first."""
        return order_in(self.plain.text)

    @once
    def _decimals(self) -> Decimals:
        return prepare(self._hay.text).style.decimals

    @once
    def _numbers(self) -> list[Number]:
        return _numbers_of(self._hay.text, None)

    @once
    def _by_start(self) -> dict[int, Number]:
        return {one.start: one for one in self._numbers}

    @once
    def _lower(self) -> str:
        lower = self._hay.text.lower()
        return lower if len(lower) == len(self._hay.text) else self._hay.text

    def _match(self, wanted: _Value, first: Number) -> tuple[int, int] | None:
        """Where the value stands if its first number is `first`, words included."""
        text, (head, *words) = self._lower, wanted.words
        if not self._is_equal(wanted.numbers[0], first):
            return None
        start, end = first.start - len(head), first.end
        if start < 0 or not text.startswith(head, start):
            return None
        for word, number in zip(words, (*wanted.numbers[1:], None), strict=True):
            if not text.startswith(word, end):
                return None
            end += len(word)
            if number is not None:
                following = self._by_start.get(end)
                if following is None or not self._is_equal(number, following):
                    return None
                end = following.end
        if splits_token(self._hay, start) or splits_token(self._hay, end):
            return None
        return start, end

    def _is_equal(self, wanted: Number, found: Number) -> bool:
        """`_equal`, but of a span of temperature: "rose by 10 °C" is 18 °F and no 50 °F.

        What is paid or taken in a day, week, month or year is still that amount.
        """
        if found.per in LONG_TIMES and not wanted.per:
            found = found._replace(per="")
        if wanted.unit == found.unit or not OFFSET_UNITS.issuperset((wanted.unit, found.unit)):
            return _equal(wanted, found)
        text, start, end = self._hay.text, found.start, found.end
        is_span = SPAN_BEFORE.search(text, max(0, start - _AROUND), start) or SPAN_AFTER.match(
            text, end, end + _AROUND
        )
        return compare(wanted, found, difference=is_span is not None) == "equal"


def written_in(plain: Normalised, needle: str) -> Iterator[tuple[int, int]]:
    """`Valued.places` of a normalised text, for a value that is normalised in the same way."""
    for start in hits(needle, plain):
        end = start + len(needle)
        if not (needle[-1].isdigit() and _is_scaled(plain.text, start, end)):
            yield plain.original(start, end)


def first_written_in(plain: Normalised, needle: str) -> tuple[int, int] | None:
    """The first place of `written_in` where it is the first of `needle` at all, else None."""
    start = plain.text.find(needle) if needle else -1
    end = start + len(needle)
    if start < 0 or needle[0] == "-" or splits_token(plain, start) or splits_token(plain, end):
        return None
    if needle[-1].isdigit() and _is_scaled(plain.text, start, end):
        return None
    return plain.original(start, end)


def _is_scaled(text: str, start: int, end: int) -> bool:
    """Whether a scale word follows the digits that end at `end`: 500 million."""
    following = _SCALED.match(text, end)
    if following is None or not _may_be_scale(following[1]):
        return False
    first = start
    while first < end and not text[first].isdigit():
        first += 1
    numbers = numbers_of(prepare(text[first : end + _AHEAD]))
    return any(one.scale and one.end > end - first >= one.start for one in numbers)


def _is_glued(number: Number) -> bool:
    """Whether letters belong to the digits: "12A" and "7th" are no 12 and 7, "5k" is 5,000.

    A unit of two letters or more ("240km") is only written without its blank. Nor is 0199 199.
    """
    glued = _GLUED.search(number.text)
    if glued is None or number.scale or is_unspaced(glued[1]):
        return is_code(number.text)
    return not number.unit or len(number.unit) < 2


def is_code(figures: str) -> bool:
    """Whether figures begin with a zero as codes do: "0199" is not 199."""
    return len(figures) > 1 and figures[0] == "0" and figures.isdecimal()


def _may_be_scale(word: str) -> bool:
    """Whether a word after a figure may scale it, in any language."""
    if not word.isascii():
        return True
    return word in _SCALE_LETTERS or word.lower() in _SCALE_WORDS


@lru_cache(maxsize=512)
def _taken_apart(text: str, decimals: Decimals) -> _Value:
    numbers = _numbers_of(text, decimals)
    words, last = [], 0
    for one in numbers:
        words.append(text[last : one.start].lower())
        last = one.end
    words.append(text[last:].lower())
    return _Value(tuple(words), tuple(numbers))


def _as_price(one: Number) -> Number:
    """An amount of money with its mark read as one of thousands: 1.200 € are no thousandths.

    But for prices of a unit (1,799 €/l) and of millions.
    """
    if not one.currency or one.scale or one.per:
        return one
    match = _THOUSANDS.search(one.text)
    if match is None:
        return one
    whole = Decimal(match.group().replace(match[1], ""))
    if abs(one.value) * 1_000 != whole:
        return one
    return one._replace(value=whole.copy_sign(one.value), step=Decimal(1))


def _numbers_of(text: str, decimals: Decimals | None) -> list[Number]:
    """The quantities of a normalised text, none overlapping; `decimals` where it shows none."""
    prepared = prepare(text)
    if decimals is not None and prepared.style.decimals == "unknown":
        prepared.style.decimals = decimals
    found: list[Number] = []
    for one in merge(numbers_of(prepared), iter_spoken(prepared), key=attrgetter("start")):
        if one.is_quantity and not one.weak and (not found or one.start >= found[-1].end):
            found.append(_as_price(one))
    return found


def _equal(wanted: Number, found: Number) -> bool:
    """Whether two quantities are one: value, sign, unit, currency, kind of share."""
    if bool(wanted.currency) != bool(found.currency) or mismatch(wanted, found) is not None:
        return compare(wanted, found) == "equal"
    if (wanted.unit, wanted.per) != (found.unit, found.per):
        return compare(wanted, found) == "equal"
    if (wanted.kind in SHARES) != (found.kind in SHARES):
        return False
    if wanted.kind == found.kind == "fraction" and abs(wanted.value - found.value) < _SLACK:
        return True  # two thirds and 2/3, each with its own last digit
    sizes = _sizes(found)
    return any(size in sizes for size in _sizes(wanted))


def _sizes(number: Number) -> tuple[Decimal, ...]:
    """The sizes that count as the number's own: shares as per cent, both sides of a heading."""
    if number.kind in SHARES and number.kind != "percent":
        return keys(number)[1:2] or keys(number)[:1]
    own = (abs(number.value),)
    return keys(number) if number.scale == "heading" else own
