"""Years and times of day in words: "nineteen eighty-four", "half past five", "halb sechs".

A year in words is read only behind a word that a date follows, or as one long German word; a time
only where a word says that it is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from adjudge_engine.dates.model import Date
from adjudge_engine.dates.years import counts
from adjudge_engine.numbers.reading.tables import word_list
from adjudge_engine.numbers.worded.spelling import grammar
from adjudge_engine.numbers.worded.words import TENS, UNITS

_ONES: Final = {word: number for word, number in UNITS.items() if 1 <= number <= 12}
_TEENS: Final = {word: number for word, number in UNITS.items() if number > 12}
_CUES: Final = (
    r"(?<![^\W_])(?:in|since|by|until|till|from|to|of|during|after|before|and|around|about|circa"
    r"|early|late|mid|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july"
    r"|august|september|october|november|december),?[ \xa0]\Z"
)
_CUED: Final = re.compile(_CUES, re.IGNORECASE)
_WORDS: Final = "|".join((*_ONES, *_TEENS))
_REST: Final = (
    rf"(?:(?P<tens>{'|'.join(TENS)})(?:[ -](?P<one>{'|'.join(_ONES)}))?|(?P<teen>{_WORDS}))"
)
_YEAR: Final = re.compile(
    rf"(?P<first>{'|'.join(_TEENS)}|twenty)[ -](?:(?P<hundred>hundred)(?:(?: and)? {_REST})?"
    rf"|(?P<oh>o|oh)[ -](?P<after>{'|'.join(_ONES)})|{_REST.replace('?P<', '?P<x')})"
    r"(?![^\W_]|-[^\W_])",
    re.IGNORECASE,
)
_THOUSAND: Final = re.compile(
    rf"two thousand(?: and)? {_REST}(?![^\W_])(?=[.,;:!?)]|\Z| (?:the|it|he|she|they|we|and|when"
    rf"|to)\b)",
    re.IGNORECASE,
)
#: Behind a number that is a share or goes on.
_SHARE: Final = re.compile(
    r"[ \xa0-]?(?:%|‰|per[ -]?cent|pct|percentage|basis point|permille|per mille"
    r"|(?:hundred|thousand|million|billion)(?![^\W_]))",
    re.IGNORECASE,
)
#: The words that a spelled year or time is found by; each is looked for only where it stands.
YEAR_WORDS: Final = frozenset((*_TEENS, "twenty", "thousand"))
#: Forms of "one" that stand before a noun, never in a year or before "Uhr".
_ARTICLES: Final = frozenset(("eine", "einen", "einem", "einer", "eines"))
_GERMAN: Final = {
    word: atom.value
    for word, atom in grammar("de").atoms.items()
    if not (atom.times or atom.joins) and atom.value and word not in _ARTICLES
}
_GERMAN_SMALL: Final = {word: number for word, number in _GERMAN.items() if number < 20}
_GERMAN_TENS: Final = {word: number for word, number in _GERMAN.items() if number >= 20}
_GERMAN_REST: Final = {
    **_GERMAN_SMALL,
    **_GERMAN_TENS,
    **{
        f"{one}und{ten}": first + value
        for ten, value in _GERMAN_TENS.items()
        for one, first in _GERMAN_SMALL.items()
        if first < 10
    },
}
_GERMAN_YEAR: Final = re.compile(
    r"(?<![^\W_])(?:(?P<first>elf|zwölf|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn"
    r"|neunzehn)hundert|zweitausend)(?:und)?(?P<rest>[a-zäöüß]{3,24})(?![^\W_]|-)"
    r"(?! (?-i:[A-ZÄÖÜ]))",  # a noun, which it counts
    re.IGNORECASE,
)
_HOURS: Final = "|".join(_ONES)
_HALF_DAY: Final = (
    r"(?: (?P<late>in the (?:afternoon|evening)|at night|p\.?m\b\.?)"
    r"|(?P<early> in the morning| a\.?m\b\.?))?"
)
_PAST: Final = re.compile(
    rf"(?P<share>half(?=[ -]past)|quarter|five|ten|twenty|twenty-five)(?: minutes)?[ -]"
    rf"(?P<way>past|after|to|before)"
    rf"[ -](?P<hour>{_HOURS}|1[0-2]|[1-9])(?![^\W_]| [a-z]{{4,20}}s\b| per ?cent\b){_HALF_DAY}",
    re.IGNORECASE,
)
_SHARES: Final = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}
_CLOCK: Final = re.compile(
    rf"(?<![^\W_])(?P<hour>{_HOURS}) o'clock(?![^\W_]){_HALF_DAY}"
    # "Take one in the morning" tells no time
    rf"|(?:(?<=\bat )|(?<=\bby )|(?<=\buntil )|(?<=\btill )|(?<=\bbefore )|(?<=\bafter )"
    rf"|(?<=\baround ))(?P<hour2>{_HOURS}) (?P<day>in the (?:morning|afternoon|evening))(?![^\W_])",
    re.IGNORECASE,
)
_GERMAN_HOURS: Final = "|".join(sorted(_GERMAN_REST, key=len, reverse=True))
_GERMAN_PART: Final = r"(?: (?P<late>nachmittags|abends)| (?P<early>morgens|früh|vormittags))?"
_GERMAN_CLOCK: Final = re.compile(
    rf"(?<![^\W_])(?:(?P<share>halb|viertel nach|viertel vor) (?P<hour>{'|'.join(_GERMAN_SMALL)})"
    rf"|(?P<full>{_GERMAN_HOURS}) uhr)(?![^\W_]){_GERMAN_PART}",
    re.IGNORECASE,
)
_DUTCH: Final = {
    word: number
    for number, word in enumerate(
        word_list("een twee drie vier vijf zes zeven acht negen tien elf twaalf"), 1
    )
}
#: "Half tien" is half past nine.
_DUTCH_CLOCK: Final = re.compile(
    rf"(?:(?P<share>half|kwart over|kwart voor) (?P<hour>{'|'.join(_DUTCH)})(?![^\W_])"
    r"(?!(?<=een) [^\W\d_])"  # "half een jaar"
    rf"|(?<![^\W_])(?:om|vanaf) (?P<full>{'|'.join(_DUTCH)}) uur(?![^\W_]))"
    r"(?: (?:'s (?P<late>avonds|middags)|'s (?P<early>morgens|ochtends)))?",
    re.IGNORECASE,
)
#: What a German time is found by, and how far before it the time may begin.
CLOCK_WORDS: Final = frozenset(
    ("o'clock", "morning", "afternoon", "evening", "past", "uhr", "uur", "halb", "viertel", "kwart")
)
_BACK: Final = 24
_AHEAD: Final = 40
_GERMAN_WORDS: Final = frozenset(("uhr", "halb", "viertel"))


def read_spelled_year(folded: str, start: int, _: int) -> Iterator[Date]:
    """The English year in words that begins at `start`, or with the "two" before "thousand"."""
    if folded[start - 4 : start].lower() == "two ":
        start -= len("two ")
    if not _CUED.search(folded, max(0, start - 12), start):
        return
    match = _YEAR.match(folded, start)
    if match is not None and _counts(folded, match.end()):
        return
    if match is not None:
        first = _TEENS.get(match["first"].lower(), 20)
        rest = _rest(match, "") if match["hundred"] else _rest(match, "x")
        year = 100 * first + (_ONES[match["after"].lower()] if match["oh"] else rest)
        if match["hundred"] or match["oh"] or rest >= 10:
            yield _year(folded, match, year)
        return
    match = _THOUSAND.match(folded, start)
    if match is not None:
        yield _year(folded, match, 2_000 + _rest(match, ""))


def read_german_years(folded: str) -> Iterator[Date]:
    """The years written as one German word."""
    for match in _GERMAN_YEAR.finditer(folded):
        rest = _GERMAN_REST.get(match["rest"].lower())
        if rest is not None:
            first = match["first"]
            hundreds = _GERMAN_SMALL[first.lower()] if first else 20
            yield _year(folded, match, 100 * hundreds + rest)


def read_spelled_clock(folded: str, start: int, end: int) -> Iterator[Date]:
    """The time of day in words that the word at `start:end` is a part of."""
    word = folded[start:end].lower()
    if word in ("half", "quarter"):
        match = _PAST.match(folded, start)
        if match is not None:
            yield _time(match)
            return
    if word in ("half", "quarter", "kwart"):
        dutch = _DUTCH_CLOCK.match(folded, start)
        if dutch is not None:
            yield _dutch_time(dutch)
        return
    if word == "uur":
        for match in _DUTCH_CLOCK.finditer(folded, max(0, start - _BACK), end):
            if match.end() >= end:
                yield _dutch_time(match)
        return
    pattern = _PAST if word == "past" else _GERMAN_CLOCK if word in _GERMAN_WORDS else _CLOCK
    for match in pattern.finditer(folded, max(0, start - _BACK), end + _AHEAD):
        if match.start() <= start < match.end():
            yield _time(match)
            return


def _time(match: re.Match[str]) -> Date:
    parts = match.groupdict()
    share, way = (parts.get("share") or "").lower(), (parts.get("way") or "").lower()
    if parts.get("full"):
        hour = _GERMAN_REST[match["full"].lower()]
    else:
        said = (parts["hour"] or match["hour2"]).lower()
        hour = int(said) if said.isdigit() else _ONES.get(said) or _GERMAN_SMALL[said]
    minutes = _SHARES.get(share, 0) * (-1 if way in ("to", "before") else 1)
    minutes += {"halb": -30, "viertel nach": 15, "viertel vor": -15}.get(share, 0)
    day = (parts.get("day") or "").lower()
    late = bool(parts.get("late")) or day.endswith(("afternoon", "evening"))
    early = bool(parts.get("early")) or day.endswith("morning")
    if late or early:
        hour = hour % 12 + (12 if late else 0)
    second = (hour * 60 + minutes) * 60 % 86_400
    is_open = not (late or early) and hour <= 12
    return Date(match.start(), match.end(), match.group(), "time", second=second, half_day=is_open)


def _dutch_time(match: re.Match[str]) -> Date:
    hour, late = _DUTCH[(match["hour"] or match["full"]).lower()], match["late"] is not None
    is_open = not late and match["early"] is None
    shares = {"half": -30, "kwart over": 15, "kwart voor": -15}
    minutes = shares[match["share"].lower()] if match["share"] else 0
    second = ((hour % 12 + 12 * late) * 60 + minutes) * 60 % 86_400
    return Date(match.start(), match.end(), match.group(), "time", second=second, half_day=is_open)


def _counts(folded: str, end: int) -> bool:
    """Whether what follows makes two numbers of the words: "to twenty fifty per cent"."""
    return _SHARE.match(folded, end) is not None or counts(folded, end, loose=False)


def _rest(match: re.Match[str], prefix: str) -> int:
    tens, one, teen = (match[f"{prefix}{name}"] for name in ("tens", "one", "teen"))
    if teen:
        return _ONES.get(teen.lower()) or _TEENS[teen.lower()]
    return (TENS[tens.lower()] if tens else 0) + (_ONES[one.lower()] if one else 0)


def _year(folded: str, match: re.Match[str], year: int) -> Date:
    start, end = match.span()
    return Date(start, end, folded[start:end], year=year)
