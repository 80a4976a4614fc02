"""Dates without a figure: "in May", "on Monday", "noon", "the nineteenth century", "last week"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from adjudge_engine.dates.model import Date
from adjudge_engine.dates.names import (
    MONTHS,
    NAMELIKE,
    ORDINALS,
    SHORT_WEEKDAYS,
    WEEKDAYS,
    month_of,
)
from adjudge_engine.dates.numeric import is_possible
from adjudge_engine.dates.ordinals import day_before, ordinal_before
from adjudge_engine.dates.spelled import (
    CLOCK_WORDS,
    YEAR_WORDS,
    read_spelled_clock,
    read_spelled_year,
)
from adjudge_engine.dates.years import read_century, read_quarter_words
from adjudge_engine.numbers.reading.calendar import RELATIVE
from adjudge_engine.numbers.reading.tables import word_list, word_set

_NOON: Final = word_set("noon midday mittags mezzogiorno mediodía midi полдень")
_MIDNIGHT: Final = word_set("midnight mitternacht minuit medianoche mezzanotte middernacht полночь")
_RELATIVE_WORDS: Final = word_set(
    "yesterday tomorrow today tonight day night week month quarter year spring summer autumn fall "
    "winter monday tuesday wednesday thursday friday saturday sunday gestern morgen übermorgen "
    "vorgestern heute woche monat jahr hier demain aujourd'hui prochaine dernière ayer mañana "
    "anteayer semana вчера завтра сегодня послезавтра domani ieri amanhã ontem"
)
_ALONE: Final = word_set(
    "yesterday tomorrow today tonight gestern übermorgen vorgestern heute demain aujourd'hui ayer "
    "anteayer вчера завтра сегодня послезавтра domani ieri amanhã ontem"
)
_ENGLISH: Final = word_set(
    "night week month quarter year spring summer autumn fall winter monday tuesday wednesday "
    "thursday friday saturday sunday"
)
_LAST_OR_NEXT: Final = re.compile(
    r"(?<![^\W_])(?:last|next|this|previous|following|coming) \Z", re.IGNORECASE
)
_CENTURIES: Final = word_set("century centuries siècle siglo secolo século век века веке")
#: "The nineties": the two digits of a decade in words, and what makes it one.
_DECADES: Final = {
    word: number
    for number, word in enumerate(
        word_list("twenties thirties forties fifties sixties seventies eighties nineties"), 2
    )
}
_DECADE_BEFORE: Final = re.compile(
    r"(?<![^\W_])the (?:early |mid-?|late |roaring )?\Z", re.IGNORECASE
)
_QUARTERS: Final = word_set(
    "quarter half quartal quartals halbjahr halbjahrs halbjahres trimestre semestre квартал "
    "квартала квартале полугодие полугодии полугодия"
)
_MONTH_WORDS: Final = frozenset(word for word in MONTHS if len(word) > 2)
_LONG_WEEKDAYS: Final = {word: day for word, day in WEEKDAYS.items() if word not in SHORT_WEEKDAYS}
_PLURALS: Final = {f"{word}s": day for word, day in _LONG_WEEKDAYS.items() if word.isascii()}
_DAYS: Final = _LONG_WEEKDAYS | _PLURALS
#: Every word that may be, or be a part of, a date without figures.
WORDS: Final = (
    _NOON
    | _MIDNIGHT
    | _RELATIVE_WORDS
    | _CENTURIES
    | frozenset(_DECADES)
    | _QUARTERS
    | _MONTH_WORDS
    | frozenset(_DAYS)
    | SHORT_WEEKDAYS
    | YEAR_WORDS
    | CLOCK_WORDS
)
#: Punctuation parts words; so do the marks of other scripts.
_PUNCTUATION: Final = {ord(char): " " for char in '.,;:!?()[]{}"*_|/<>–—-“”«»、。،؛।'}
#: The same for texts of Latin-1; what parts words of text, but not of bytes, is blank as well.
_LATIN_WORDS: Final = frozenset(word.encode("latin-1") for word in WORDS if max(word) <= "\xff")
_LATIN_PUNCTUATION: Final = bytes(
    0x20 if code in _PUNCTUATION or chr(code).isspace() else code for code in range(256)
)

_DATING: Final = (
    r"(?:in|during|since|until|till|by|from|to|through|of|early|late|mid|last|next|this|every|each|"
    r"before|after|between|and|im|seit|bis|ab|anfang|mitte|ende|und|en|depuis|avant|après|début|fin"
    r"|"
    r"de|desde|hasta|y|a|entre|di|da|dal|em|in|в|с|до|и|w|от)"
)
_DATED: Final = re.compile(rf"(?<![^\W_]){_DATING}[ \xa0-]\Z", re.IGNORECASE)
_ORDINAL_AFTER: Final = re.compile(
    r" (?:the )?([a-z]{5,12}(?:-[a-z]{5,7})?)(?![^\W_])", re.IGNORECASE
)
_MONTH_AFTER: Final = re.compile(r"(?: ?[-–—,/&] ?| and | to | or | through )([^\W\d_]{3,12})")
_MONTH_BEFORE: Final = re.compile(
    r"(?<![^\W_])([^\W\d_]{3,12})(?: ?[-–—,/&] ?| and | to | or | through )\Z"
)
_ROMAN_BEFORE: Final = re.compile(r"(?<![^\W_])(X{0,2}(?:IX|IV|V?I{0,3}))(?:e|ème|º)? \Z")
_ROMAN_AFTER: Final = re.compile(r" (X{0,2}(?:IX|IV|V?I{0,3}))(?![^\W_])")
_ROMANS: Final = word_list(
    "I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI"
)
_UNSPACED: Final = re.compile(
    r"[月火水木金土日]曜日?|(?:星期|周|週)[一二三四五六日天]|[월화수목금토일]요일"
    r"|昨日|明日|本日|来週|先週|来月|先月|来年|昨年|去年|今年|昨天|明天|今天|下周|上周|下个月|上个月|正午|深夜0時"
)
_UNSPACED_DAYS: Final = ("月火水木金土日", "一二三四五六日", "월화수목금토일")

_Reader = Callable[[str, int, int], Iterator[Date]]


def words_of(lower: str) -> frozenset[str]:
    """The words of a text in small letters that may name a date."""
    try:
        raw = lower.encode("latin-1")  # words of bytes are cut several times as fast
    except UnicodeEncodeError:
        return WORDS.intersection(lower.translate(_PUNCTUATION).split())
    met = _LATIN_WORDS.intersection(raw.translate(_LATIN_PUNCTUATION).split())
    return frozenset([word.decode("latin-1") for word in met])


def read_words(
    folded: str, lower: str, words: frozenset[str], found: Sequence[Date]
) -> Iterator[Date]:
    """The dates that `words`, found in the text by `words_of`, make outside those `found`."""
    starts = [date.start for date in found]
    for word in sorted(words):
        read = _reader_of(word)
        at = lower.find(word)
        while at >= 0:
            end = at + len(word)
            before = bisect_right(starts, at) - 1
            if before >= 0 and at < found[before].end:
                at = lower.find(word, found[before].end)
                continue
            if not (lower[at - 1 : at].isalnum() or lower[end : end + 1].isalnum()):
                yield from read(folded, at, end)
            at = lower.find(word, end)


def read_unspaced(folded: str) -> Iterator[Date]:
    """Weekdays and relative dates in scripts that part no words."""
    for match in _UNSPACED.finditer(folded):
        start, end = match.span()
        text = match.group()
        if text == "正午":
            yield Date(start, end, text, "time", second=43200)
            continue
        sign = text[-1] if text[0] in "星周週" and len(text) > 1 else text[0]
        sign = "日" if sign == "天" else sign
        days = [row.find(sign) for row in _UNSPACED_DAYS]
        if "曜" in text or "요" in text or text[:2] == "星期" or text[0] in "周週":
            yield Date(start, end, text, "weekday", weekday=max(days))
        else:
            yield Date(start, end, text, "relative")


def _reader_of(word: str) -> _Reader:
    if word in _CENTURIES:
        return _century
    if word in _DECADES:
        return _decade
    if word in YEAR_WORDS:
        return read_spelled_year
    if word in CLOCK_WORDS:
        return read_spelled_clock
    if word in _QUARTERS:
        return _quarter_or_relative
    if word in _NOON or word in _MIDNIGHT:
        return _noon
    if word in _MONTH_WORDS:
        return _month
    if word in _DAYS or word in SHORT_WEEKDAYS:
        return _weekday
    return _relative


def _century(folded: str, start: int, end: int) -> Iterator[Date]:
    number = ordinal_before(folded, start)
    if number is not None and number[1] <= 21:
        yield read_century(folded, number[0], end, number[1])
        return
    roman = _ROMAN_BEFORE.search(folded, max(0, start - 9), start)
    if roman is not None and roman[1] in _ROMANS:
        yield read_century(folded, roman.start(), end, _ROMANS.index(roman[1]) + 1)
        return
    after = _ROMAN_AFTER.match(folded, end)
    if after is not None and after[1] in _ROMANS:
        yield read_century(folded, start, after.end(), _ROMANS.index(after[1]) + 1)


def _quarter_or_relative(folded: str, start: int, end: int) -> Iterator[Date]:
    clock = list(read_spelled_clock(folded, start, end))
    if clock:
        yield from clock
        return
    number = ordinal_before(folded, start)
    if number is not None and number[1] <= 4:
        before = folded[number[0] : start].rstrip(" -")
        found = read_quarter_words(folded, number[0], number[0] + len(before), number[1])
        # "the first half" is a part of anything; a year makes it one of the calendar
        if found is not None and (found.year is not None or folded[start] in "qQ"):
            yield found
            return
    yield from _relative(folded, start, end)


def _decade(folded: str, start: int, end: int) -> Iterator[Date]:
    if _DECADE_BEFORE.search(folded, max(0, start - 14), start):
        first = 10 * _DECADES[folded[start:end].lower()]
        text = folded[start:end]
        yield Date(start, end, text, year=first, last_year=first + 9, short=True)


def _noon(folded: str, start: int, end: int) -> Iterator[Date]:
    if folded[max(0, start - 6) : start].lower() == "après-":
        return
    word = folded[start:end]
    second = 43_200 if word.lower() in _NOON else 0
    yield Date(start, end, word, "time", second=second)


def _month(folded: str, start: int, end: int) -> Iterator[Date]:
    word = folded[start:end]
    month = month_of(word)
    if month is None or (word.isascii() and not word[0].isupper() and len(word) < 6):
        return
    before = day_before(folded, start)
    if before is not None and is_possible(None, month, before[1]):
        yield Date(before[0], end, folded[before[0] : end], month=month, day=before[1])
        return
    after = _ORDINAL_AFTER.match(folded, end)
    day = ORDINALS.get(after[1].lower()) if after is not None else None
    if after is not None and day is not None and is_possible(None, month, day):
        yield Date(start, after.end(), folded[start : after.end()], month=month, day=day)
    elif _dates_alone(folded, start, end):
        yield Date(start, end, word, month=month)


def _dates_alone(folded: str, start: int, end: int) -> bool:
    """Whether a month's name alone is meant as one: "in May", "June or July", but not "May I"."""
    word = folded[start:end]
    if word.lower() in ("mars", "mart"):
        return False  # the planet, a market
    if word.isascii() and word[0].isupper() and word.lower() not in NAMELIKE:
        return True
    if _DATED.search(folded, max(0, start - 10), start):
        return True
    after = _MONTH_AFTER.match(folded, end)
    before = _MONTH_BEFORE.search(folded, max(0, start - 20), start)
    return any(one is not None and month_of(one[1]) is not None for one in (after, before))


def _weekday(folded: str, start: int, end: int) -> Iterator[Date]:
    word = folded[start:end]
    lower = word.lower()
    if word.isascii() and word.islower() and lower in SHORT_WEEKDAYS:
        return
    relative = list(_relative(folded, start, end))
    if relative:
        yield from relative
        return
    day = _DAYS.get(lower, WEEKDAYS.get(lower))
    yield Date(start, end, word, "weekday", weekday=day, short=lower in SHORT_WEEKDAYS)


def _relative(folded: str, start: int, end: int) -> Iterator[Date]:
    lower = folded[start:end].lower()
    if lower in _ALONE:
        yield Date(start, end, folded[start:end], "relative")
        return
    if lower == "day" and folded[max(0, start - 4) : start].lower() != "the ":
        return  # the only phrase with it is "the day before"
    if lower in _ENGLISH and not _LAST_OR_NEXT.search(folded, max(0, start - 12), start):
        return
    for match in RELATIVE.finditer(folded, max(0, start - 16), end + 12):
        if match.start() < end and match.end() > start:
            yield Date(match.start(), match.end(), match.group(), "relative")
            return
