"""The scan of a text: every figure and number word, with what stands around it, sorted by kind.

`scan` is one pass over the folded text; `parse_numbers` keeps what says how much or how many and
leaves out dates, versions, telephone numbers, list numbering and citation marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from adjudge_engine.numbers.assemble import Text, assemble, bare
from adjudge_engine.numbers.figures import EXACT, MAX_DIGITS, TOKEN, VULGAR, Figure, read_figure
from adjudge_engine.numbers.fold import fold
from adjudge_engine.numbers.join import joined
from adjudge_engine.numbers.listing import is_code, is_phone, list_number
from adjudge_engine.numbers.model import Kind, Number
from adjudge_engine.numbers.style import style_of
from adjudge_engine.numbers.words import WordNumber, find_words

_NO_WORDS: Final = frozenset(["de", "fr", "es", "it", "pt", "nl", "tr", "pl", "sv", "id", "vi"])
_MARK = re.compile(r"\[(?:\^?[0-9]{1,4}(?:\s?[-–,;]\s?[0-9]{1,4}){0,20})\]")
#: In a text with decimal points "1,2" is two numbers.
_LISTED = re.compile(r"[0-9]{1,9},(?:[0-9]{1,2}|[0-9]{4,9})")
_DIGIT = re.compile(f"[0-9{''.join(VULGAR)}]")
_DIGITS = re.compile(r"[+(]?[0-9]+")
#: From this length on a text may well repeat itself; what reading a figure looks at around it.
_LONG = 20_000
_BACK, _AHEAD = 96, 420
_REMEMBERED = 2_000


def parse_numbers(text: str) -> tuple[Number, ...]:
    """Every number of `text` that says how much or how many, in order, spans in code points."""
    return tuple(number for number in scan(text) if number.is_quantity)


def scan(text: str) -> tuple[Number, ...]:
    """Every figure and number word of `text`, of every kind, in order."""
    return tuple(iter_scan(text))


def iter_scan(text: str) -> Iterator[Number]:
    """`scan`, one number at a time, so that a huge text needs no list of all its numbers."""
    return numbers_of(prepare(text))


def prepare(text: str) -> Text:
    """A text folded, with its style: what a scan needs, and all that headings say."""
    folded = fold(text)
    return Text(text, folded, style_of(folded), {})


def numbers_of(prepared: Text) -> Iterator[Number]:
    """The numbers of a prepared text, in order."""
    return joined(prepared.folded, _merged(prepared))


def _merged(text: Text) -> Iterator[Number]:
    """Digits and words in order; words that a figure has taken ("5 million") are left out."""
    words = find_words(text.folded) if text.style.language not in _NO_WORDS else iter(())
    word = next(words, None)
    end = 0
    for figure in _figures(text):
        while word is not None and word.start < figure.start:
            if word.start >= end:
                number = _apart(_from_words(text, word), end)
                end = number.end
                yield number
            word = next(words, None)
        if figure.end > end:
            figure = _apart(figure, end)
            end = figure.end
            yield figure
    while word is not None:
        if word.start >= end:
            number = _apart(_from_words(text, word), end)
            end = number.end
            yield number
        word = next(words, None)


def _apart(number: Number, end: int) -> Number:
    """`number` without what the number before it, which ends at `end`, has taken."""
    if number.start >= end:
        return number
    return number._replace(start=end, text=number.text[end - number.start :])


def _figures(text: Text) -> Iterator[Number]:
    """Every run of digits, left to right, never overlapping."""
    folded = text.folded
    numbering, end, marks_end = 0, 0, -1
    match = _next(folded, 0)
    while match is not None:
        start = match.start()
        if start > marks_end and start and folded[start - 1] in "[^":
            marks_end = _marks(folded, start)
        item = 0 if start < marks_end else list_number(folded, match, numbering)
        if start < marks_end:
            number = bare(text, match.span(), "mark")
        elif item:
            numbering = item
            number = bare(text, match.span(), "list", Decimal(item))
        else:
            number = _read(text, match) if len(folded) < _LONG else _read_once(text, match)
        number = _apart(number, end)
        end = number.end
        yield number
        match = _next(folded, end)


def _next(folded: str, at: int) -> re.Match[str] | None:
    """The next figure from `at` on: the next digit, or the sign right before it."""
    while (digit := _DIGIT.search(folded, at)) is not None:
        start = digit.start()
        if start > at and folded[start - 1] in "+(.":
            signed = TOKEN.match(folded, start - 1)
            if signed is not None:
                return signed
        match = TOKEN.match(folded, start)
        if match is not None:
            return match
        at = start + 1
    return None


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
    original = text.text[first : end + _AHEAD]
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
    group = match.lastgroup or "num"
    start, end = match.span()
    if group == "phone" and not is_phone(match.group()):
        digits = _DIGITS.match(text.folded, start)
        start = match.start() + (not match.group()[0].isdigit())
        end = digits.end() if digits is not None else end
    elif group in ("date", "time", "version", "phone"):
        kind: Kind = group  # type: ignore[assignment]
        return bare(text, (start, end), kind)
    raw = text.folded[start:end]
    if len(raw) > MAX_DIGITS or is_code(text.folded, start):
        return bare(text, (start, end), "code")
    if text.style.decimals == "point" and _LISTED.fullmatch(raw):
        end = start + raw.index(",")
        raw = raw[: end - start]
    kind = "fraction" if "/" in raw or raw[-1] in VULGAR else "plain"
    return assemble(text, (start, end), _figure_of(raw, text), kind)


def _figure_of(raw: str, text: Text) -> Figure:
    if "/" in raw:
        head, _, denominator = raw.replace("\xa0", " ").rpartition("/")
        whole, _, numerator = head.strip().replace("-", " ").rpartition(" ")
        share = Decimal(numerator) / Decimal(denominator.strip())
        return Figure(EXACT.add(Decimal(whole or 0), share), Decimal("0.01"))
    if "e" in raw or "E" in raw:
        mantissa, _, exponent = raw.lower().partition("e")
        figure = read_figure(mantissa, text.style.decimals)
        power = int(exponent)
        return Figure(figure.value.scaleb(power, EXACT), figure.step.scaleb(power, EXACT))
    return read_figure(raw, text.style.decimals)


def _from_words(text: Text, word: WordNumber) -> Number:
    figure = Figure(word.value, word.step)
    return assemble(text, (word.start, word.end), figure, word.kind, word.weak)
