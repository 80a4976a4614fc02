"""The scan of a text: every figure and number word, with what stands around it, sorted by kind.

`scan` is one pass over the folded text; `parse_numbers` keeps what says how much or how many and
leaves out dates, versions, telephone numbers, list numbering and citation marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Final

from adjudge_engine.numbers.model import Kind, Number
from adjudge_engine.numbers.reading.assemble import Text, assemble, bare
from adjudge_engine.numbers.reading.calendar import day_and_month
from adjudge_engine.numbers.reading.figures import (
    EXACT,
    MAX_DIGITS,
    TOKEN,
    VULGAR,
    Figure,
    read_figure,
)
from adjudge_engine.numbers.reading.fold import fold
from adjudge_engine.numbers.reading.halves import is_half
from adjudge_engine.numbers.reading.join import joined
from adjudge_engine.numbers.reading.listing import (
    is_code,
    is_phone,
    is_version_letter,
    list_number,
)
from adjudge_engine.numbers.reading.quick import read_quickly
from adjudge_engine.numbers.reading.ratios import is_ratio
from adjudge_engine.numbers.reading.style import Style
from adjudge_engine.numbers.worded.words import SPELLED, WordNumber, find_words

_NO_WORDS: Final = frozenset(["de", "fr", "es", "it", "pt", "nl", "tr", "pl", "sv", "id", "vi"])
_MARK = re.compile(r"\[(?:\^?[0-9]{1,4}(?:\s?[-–,;]\s?[0-9]{1,4}){0,20})\]")
#: In a text with decimal points "1,2" is two numbers.
_LISTED = re.compile(r"[0-9]{1,9},(?:[0-9]{1,2}|[0-9]{4,9})")
#: What may stand right after the number of a list item.
_ITEM_ENDS: Final = frozenset(".):、")
#: Digits that nothing can go on: no separator, no date, no time, no telephone number.
_PLAIN = re.compile(
    r"[0-9]{1,9}+(?=[%$€£°\n;!?\]|]|[b-df-gi-oq-zB-DF-TV-Z]|[ ][^\s0-9apU/]|[.,](?:\s|\Z)|\Z)"
)
#: How far ahead the next number of a run is looked for.
REACH: Final = 240
_DIGIT = re.compile(f"[0-9{''.join(VULGAR)}]")
_DIGITS = re.compile(r"[+(]?[0-9]+")
_FIGURE = re.compile(r"[0-9]{1,2}(?:\.[0-9]{2})?")
#: From this length on a text may well repeat itself; what reading a figure looks at around it.
_LONG = 8_000
_BACK, _AHEAD = 96, 420
_REMEMBERED = 2_000


def parse_numbers(text: str) -> tuple[Number, ...]:
    """Every number of `text` that says how much or how many, in order, spans in code points."""
    return tuple(number for number in scan(text) if number.is_quantity)


@lru_cache(maxsize=256)
def parse_around(answer_part: str) -> tuple[Number, ...]:
    """`parse_numbers` of a few words around a number; a text that repeats itself is read once."""
    return parse_numbers(answer_part)


def scan(text: str) -> tuple[Number, ...]:
    """Every figure and number word of `text`, of every kind, in order."""
    return tuple(iter_scan(text))


def iter_scan(text: str) -> Iterator[Number]:
    """`scan`, one number at a time, so that a huge text needs no list of all its numbers."""
    return numbers_of(prepare(text))


def prepare(text: str) -> Text:
    """A text folded, with its style: what a scan needs, and all that headings say."""
    folded = fold(text)
    return Text(text, folded, Style(folded), {})


def numbers_of(prepared: Text) -> Iterator[Number]:
    """The numbers of a prepared text, in order."""
    return joined(prepared.folded, _merged(prepared, _figures(prepared)))


def numbers_from(
    prepared: Text, start: int, numbering: int, reach: int = REACH, *, once: bool = False
) -> Iterator[Number]:
    """The numbers from `start` on, where no number may go on that began before.

    `numbering`: the number of the list item before it (`numberings`). No figure is looked for
    further than `reach` behind the last. `once`: equal stretches are read once (long runs).
    """
    figures = _figures(prepared, start, numbering, reach, once=once)
    return joined(prepared.folded, _merged(prepared, figures, start, reach))


def _merged(
    text: Text, figures: Iterator[tuple[Number, int]], at: int = 0, reach: int | None = None
) -> Iterator[Number]:
    """Digits and words in order; words that a figure has taken ("5 million") are left out."""
    end = 0
    if reach is None and text.style.words.isdisjoint(SPELLED):
        for figure, _ in figures:
            if figure.end > end:
                figure = _apart(figure, end)
                end = figure.end
                yield figure
        return
    for figure, digits_end in figures:
        if figure.start > at:
            for number in _spoken(text, at, figure.start, end):
                end = number.end
                yield number
        if figure.end > end:
            at = digits_end
            figure = _apart(figure, end)
            end = figure.end
            yield figure
    last = len(text.folded) if reach is None else min(len(text.folded), at + reach)
    yield from _spoken(text, at, last, end)


def _spoken(text: Text, first: int, last: int, end: int) -> Iterator[Number]:
    """The numbers in words between two figures; the number before them ends at `end`."""
    for word in find_words(text.folded, first, last):
        if not has_words(text):
            return
        if word.start >= end:
            number = _apart(_from_words(text, word), end)
            end = number.end
            yield number


def _apart(number: Number, end: int) -> Number:
    """`number` without what the number before it, which ends at `end`, has taken."""
    if number.start >= end:
        return number
    return number._replace(start=end, text=number.text[end - number.start :])


def _figures(
    text: Text,
    at: int = 0,
    numbering: int = 0,
    reach: int | None = None,
    *,
    once: bool = False,
) -> Iterator[tuple[Number, int]]:
    """Every run of digits from `at` on, each with where its digits end, never overlapping."""
    folded = text.folded
    end, marks_end = 0, -1
    once = once or (reach is None and len(folded) >= _LONG)
    read = _read_once if once else _read
    while (match := _next(folded, at, None if reach is None else at + reach)) is not None:
        start, after = match.span()
        if start > marks_end and start and folded[start - 1] in "[^":
            marks_end = _marks(folded, start)
        if start < marks_end:
            number = bare(text, (start, after), "mark")
        elif ends_item(folded, after) and (item := list_number(folded, match, numbering)):
            numbering = item
            number = bare(text, (start, after), "list", Decimal(item))
        else:
            number = read(text, match)
        number = _apart(number, end)
        end = at = number.end
        yield number, after


def has_words(text: Text) -> bool:
    """Whether English number words are read in the language of a text."""
    return text.style.language not in _NO_WORDS


def ends_item(folded: str, end: int) -> bool:
    """Whether a figure that ends at `end` may be the number of a list item."""
    return folded[end : end + 1] in _ITEM_ENDS


def numberings(text: Text) -> list[tuple[int, int]]:
    """(offset, number) of every list item of a text, without reading its other figures."""
    folded = text.folded
    found: list[tuple[int, int]] = []
    end, marks_end, numbering = 0, -1, 0
    while (match := _next(folded, end)) is not None:
        start, end = match.span()
        if start > marks_end and start and folded[start - 1] in "[^":
            marks_end = _marks(folded, start)
        ends = start >= marks_end and ends_item(folded, end)
        if ends and (item := list_number(folded, match, numbering)):
            numbering = item
            found.append((start, item))
        elif match.lastgroup in ("phone", "num"):
            end = _cut(text, match)[1]
            if "," in folded[start:end] and _LISTED.fullmatch(folded, start, end):
                if not ends:
                    end = start + 1  # where exactly it is cut no list item hangs on
                elif text.style.decimals == "point":
                    end = folded.index(",", start)  # "7,1)": a list item may follow the comma
    return found


def _next(folded: str, at: int, last: int | None = None) -> re.Match[str] | None:
    """The next figure from `at` on: the next digit, or the sign right before it."""
    while True:
        digit = _DIGIT.search(folded, at) if last is None else _DIGIT.search(folded, at, last)
        if digit is None:
            return None
        start = digit.start()
        if start > at and folded[start - 1] in "+(.":
            signed = TOKEN.match(folded, start - 1)
            if signed is not None:
                return signed
        match = _PLAIN.match(folded, start) or TOKEN.match(folded, start)
        if match is not None:
            return match
        at = start + 1


def _marks(folded: str, start: int) -> int:
    """The end of the citation mark "[1]", "[^2]", "[1, 3]" that opens before `start`, or -1."""
    mark = _MARK.match(folded, start - 1 if folded[start - 1] == "[" else max(0, start - 2))
    return mark.end() if mark is not None else -1


def _read_once(text: Text, match: re.Match[str]) -> Number:
    """`_read`, from memory where the same stretch of a long text has been read before."""
    folded, (start, end) = text.folded, match.span()
    if end - start > _BACK:
        return _read(text, match)
    first = max(0, start - _BACK)
    factor = text.style.heading_at(start) if text.style.headings else None
    original = "" if text.text is folded else text.text[first : end + _AHEAD]
    key = (folded[first : end + _AHEAD], original, start - first, factor)
    known = text.read.get(key)
    if known is None:
        if len(text.read) >= _REMEMBERED:
            text.read.clear()
        number = _read(text, match)
        text.read[key] = number._replace(start=number.start - start, end=number.end - start)
        return number
    return known._replace(start=start + known.start, end=start + known.end)


def _read(text: Text, match: re.Match[str]) -> Number:
    group = match.lastgroup
    if group in ("date", "time", "version", "phone"):
        named: Kind = group  # type: ignore[assignment]
        if group != "phone" or is_phone(match.group()):
            ends = _ends_figure(text.folded, match) if group == "time" else 0
            if not ends:
                return bare(text, match.span(), named)
            return read_whole(text, match.start(), ends)
    start, end = _cut(text, match)
    quick = read_quickly(text, start, end) if group is None else None
    return read_whole(text, start, end) if quick is None else quick


def _ends_figure(folded: str, match: re.Match[str]) -> int:
    """Where the figure ends that looks like a time of day and is none; 0 where it is one."""
    start, end = match.span()
    colon = folded.find(":", start, end)
    if colon > 0 and is_ratio(folded, start, end):
        return colon
    if folded[end - 1] == "m" and not is_half(folded, start, end):
        digits = _FIGURE.match(folded, start)
        return digits.end() if digits is not None else 0
    return 0


def read_whole(text: Text, start: int, end: int) -> Number:
    """The number whose digits are `folded[start:end]`, with all that stands around it."""
    folded = text.folded
    raw = folded[start:end]
    if len(raw) > MAX_DIGITS or is_code(folded, start):
        versioned = "." in raw and is_version_letter(folded, start)
        return bare(text, (start, end), "version" if versioned else "code")
    if "," in raw and _LISTED.fullmatch(raw) and text.style.decimals == "point":
        raw = raw[: raw.index(",")]
        end = start + len(raw)
    if folded[end : end + 1] == "." and "." in raw and day_and_month(folded, start) is not None:
        return bare(text, (start, end), "date")
    kind: Kind = "fraction" if "/" in raw or raw[-1] in VULGAR else "plain"
    return assemble(text, (start, end), _figure_of(raw, text), kind)


def _cut(text: Text, match: re.Match[str]) -> tuple[int, int]:
    """The span of a figure: its first digits only where it is no telephone number after all."""
    start, end = match.span()
    if match.lastgroup == "phone" and not is_phone(match.group()):
        digits = _DIGITS.match(text.folded, start)
        start += not match.group()[0].isdigit()
        end = digits.end() if digits is not None else end
    return start, end


def _figure_of(raw: str, text: Text) -> Figure:
    if raw.isdigit():
        return read_figure(raw, "unknown")
    if "/" in raw:
        head, _, denominator = raw.replace("\xa0", " ").rpartition("/")
        whole, _, numerator = head.strip().replace("-", " ").rpartition(" ")
        share = Decimal(numerator) / Decimal(denominator.strip())
        return Figure(EXACT.add(Decimal(whole or 0), share), Decimal("0.01"))
    decimals = text.style.decimals
    if "e" in raw or "E" in raw:
        mantissa, _, exponent = raw.lower().partition("e")
        figure = read_figure(mantissa, decimals)
        power = int(exponent)
        return Figure(figure.value.scaleb(power, EXACT), figure.step.scaleb(power, EXACT))
    return read_figure(raw, decimals)


def _from_words(text: Text, word: WordNumber) -> Number:
    figure = Figure(word.value, word.step)
    return assemble(text, (word.start, word.end), figure, word.kind, word.weak)
