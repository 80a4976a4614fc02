"""Every date and time of day of a text, read as far as the text says it, in order.

The scan goes from one run of digits to the next and reads what stands around it; dates without
digits are looked for only where one of their words stands. Linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Final

from adjudge_engine.dates.clock import read_clock, read_hour
from adjudge_engine.dates.identifiers import ITALIAN_HOUR, is_code, is_count, is_law, only_counts
from adjudge_engine.dates.join import joined
from adjudge_engine.dates.library import Months
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.numerals import read_unspaced_figures
from adjudge_engine.dates.numeric import (
    read_cjk,
    read_compact,
    read_day_first,
    read_vietnamese,
    read_year_first,
)
from adjudge_engine.dates.spelled import read_german_years
from adjudge_engine.dates.spoken import read_unspaced, read_words, words_of
from adjudge_engine.dates.worded import read_after_month, read_day_month, read_year_month
from adjudge_engine.dates.years import (
    read_lettered,
    read_quarter,
    read_range_end,
    read_short,
    read_year,
)
from adjudge_engine.numbers.reading.calendar import day_and_month, is_hour, later_at
from adjudge_engine.numbers.reading.fold import fold
from adjudge_engine.numbers.reading.ratios import is_ratio

#: Dates with figures of one text that are read.
MOST: Final = 100_000
_RUN: Final = re.compile("[0-9]+")
_CJK: Final = re.compile("[぀-ヿ㐀-鿿가-힣]")
_CLOCK_NEXT: Final = frozenset(":hHapAP.時点點时시 \xa0")
_NUMERIC_NEXT: Final = frozenset("./-")
_CJK_NEXT: Final = frozenset("年年月월년 世")
#: How far before its year a date is looked for first.
_SHORT_REACH: Final = 24
#: The first letters of tháng, "month", and năm, "year".
_VIETNAMESE: Final = ("t", "n")
#: Before a figure that is no date: money, anchors, and the middle of a longer number.
_NEVER_AFTER: Final = frozenset("$€£¥#@_")
#: Written like a time or a day, but the calendar has no part in it.
_PASSAGES: Final = (
    "[", "[^", "passage ", "passages ", "page ", "p. ", "p.", "pp. ", "section ", "chapter ",
    "§ ", "§",
)  # fmt: skip
#: A telephone number that the figure goes on.
_PHONE: Final = re.compile(r"\+[0-9][0-9 ()-]{0,20}\Z")
#: "vor 14 Tagen", "il y a 3 ans": from now back.
_AGO: Final = ("vor ", "il y a ", "hace ")
_AGO_UNIT: Final = re.compile(
    r" (?:tag|woche|monat|jahr|stunde|jour|semaine|mois|an|heure|día|semana|mes|año|hora)"
    r"(?:en|e|n|s|es)?(?![^\W_])",
    re.IGNORECASE,
)
#: The first letter behind the blank of "9 pm", "9 Uhr", "9 o'clock", "9 hrs".
_HALF: Final = frozenset("aApPuUoOhHч時点點时")
#: What a second time follows at once: "9.30-16.30 Uhr".
_TIME_BEFORE: Final = re.compile(r"[0-9](?:[.h][0-5][0-9]|h)?-\Z")
_TIMED: Final = re.compile("[Uu]hr|uur|[0-9][h.:]")
#: The first letters of a part of the day: "in the morning", "de la tarde", "morgens".
_DAY_PART: Final = frozenset("idmvna")
#: The first letters of what stands in "14 days later".
_LATER: Final = frozenset("cwbdmyhtjsaдмнл日週か ヶ年天周个DWMYHTJ")


def find_dates(text: str) -> tuple[Date, ...]:
    """The dates of `text`: ordered, disjoint, `text[date.start:date.end]` is their place."""
    folded = fold(text)
    found = find_in(folded)
    if folded == text:
        return tuple(found)
    return tuple(date._replace(text=text[date.start : date.end]) for date in found)


def find_in(folded: str, *, loose: bool = False) -> list[Date]:
    """`find_dates` of a text that is folded already (see `numbers.fold`).

    `loose`: every figure that may be a year is one, for a text that dates are looked up in.
    """
    lower = folded.lower()
    words = words_of(lower)
    found = list(islice(_of_digits(folded, loose), MOST)) if has_digit(folded) else []
    if words:
        found = _added(found, read_words(folded, lower, words, found))
    if "hundert" in lower or "zweitausend" in lower:
        found = _added(found, read_german_years(folded))
    if not folded.isascii() and _CJK.search(folded):
        found = _added(found, read_unspaced_figures(folded))
        found = _added(found, read_unspaced(folded))
    return joined(folded, found) if found else found


def read_at(folded: str, year: int) -> Date | None:
    """The date whose year's digits start at `year`, read without what may be joined to it."""
    months, low = Months(folded), max(0, year - _SHORT_REACH)
    while low and folded[low - 1].isdigit() and low > year - 2 * _SHORT_REACH:
        low -= 1
    for match in _RUN.finditer(folded, low, year + 4):
        start, stop = match.span()
        if stop - start <= 4 and not folded[stop : stop + 1].isdigit():
            date = _read(folded, start, stop, months, True)
            if date is not None and date.start <= year < date.end:
                return date
    return None


def has_digit(folded: str) -> bool:
    """Whether a folded text has a digit at all: ten searches in C, far cheaper than a pattern."""
    return (
        "1" in folded or "2" in folded or "0" in folded or "3" in folded or "5" in folded
        or "4" in folded or "9" in folded or "8" in folded or "7" in folded or "6" in folded
    )  # fmt: skip


def _of_digits(folded: str, loose: bool) -> Iterable[Date]:
    months = Months(folded)
    end = -1
    for match in _RUN.finditer(folded):
        start, stop = match.span()
        if start < end:
            continue
        if stop - start > 4:
            date = read_compact(folded, start, stop, loose=loose) if stop - start == 8 else None
        else:
            date = _read(folded, start, stop, months, loose)
        if date is not None and date.start >= end:
            end = date.end
            yield date


def _read(folded: str, start: int, end: int, months: Months, loose: bool) -> Date | None:
    before, after = folded[start - 1 : start], folded[end : end + 1]
    if before:
        if before in _NEVER_AFTER:
            return None
        if before.isalpha() and before.isascii():
            return _after_letter(folded, start, end)
        if before in ".,:-/" and folded[start - 2 : start - 1].isdigit():
            if before not in "-/":
                return None
            if before == "-" and _TIME_BEFORE.search(folded, max(0, start - 6), start) is not None:
                found = _clock(folded, start)
                if found is not None and _TIMED.search(found.text) is not None:
                    return found
            return read_range_end(folded, start, end)
        if before in "–—" and folded[max(0, start - 5) : start - 1].isdigit():
            second = read_range_end(folded, start, end)
            if second is not None:
                return second
    if end - start >= 3:
        return _long(folded, start, end, after, loose)
    return _short(folded, start, end, after, months, loose)


def _long(folded: str, start: int, end: int, after: str, loose: bool) -> Date | None:
    """A run of three or four digits."""
    if _PHONE.search(folded, max(0, start - 24), start):
        return None
    if end - start == 4:
        if after in _NUMERIC_NEXT:
            found = read_year_first(folded, start)
            if found is not None:
                return found
        elif after and after in _CJK_NEXT:
            found = read_cjk(folded, start)
            if found is not None:
                return found
        if after == " " or after == ".":
            found = read_year_month(folded, start, end)
            if found is not None:
                return found
        found = read_after_month(folded, start, end)
        if found is not None:
            return found
    elif after and after in "年年":
        return read_cjk(folded, start)  # 民國113年
    if after in ("-", "/") and not _goes_on_as_years(folded, end):
        return None
    if end - start == 4 and is_code(folded, start, end):
        return None
    if after in ("", " ") or not (after in ".," and folded[end + 1 : end + 2].isdigit()):
        return read_year(folded, start, end, loose=loose)
    return None


def _goes_on_as_years(folded: str, end: int) -> bool:
    """Whether what follows "2019-" is no figure, or a second year, so that 2019 is a year."""
    run = _RUN.match(folded, end + 1)
    if run is None:
        return True
    size = run.end() - run.start()
    return size == 2 or (size == 4 and 1000 <= int(run.group()) <= 2199)


def _short(
    folded: str, start: int, end: int, after: str, months: Months, loose: bool
) -> Date | None:
    """A run of one or two digits."""
    if after == " " and only_counts(folded, start, end):
        return None
    if (
        after in _CLOCK_NEXT
        and after
        and (after not in " \xa0" or folded[end + 1 : end + 2] in _HALF)
    ):
        found = _clock(folded, start, loose)
        if found is not None:
            return found if loose or not _is_ratio(folded, start, found) else None
    if after in _NUMERIC_NEXT and after:
        found = read_day_first(folded, start)
        if found is not None:
            return None if found.day is None and is_law(folded, start) else found
    if after and after in _CJK_NEXT:
        following = folded[end + 1 : end + 2]
        if after != " " or following in _VIETNAMESE or not following.isascii():
            found = read_cjk(folded, start) or read_vietnamese(folded, start)
            if found is not None:
                return found
    if after in ",." and folded[end + 1 : end + 2].isdigit():
        return read_after_month(folded, start, end) if after == "," else _dotted(folded, start)
    head = folded[max(0, start - 9) : start].lower()
    if head.endswith(_PASSAGES):
        return None
    may_be_hour = after == " " and folded[end + 1 : end + 2] in _DAY_PART
    if (may_be_hour or head.endswith(ITALIAN_HOUR)) and is_hour(folded, start, end):
        return _clock(folded, start, bare=True)
    if head.endswith(_AGO):
        ago = _AGO_UNIT.match(folded, end)
        if ago is not None:
            low = start - next(len(word) for word in _AGO if head.endswith(word))
            return Date(low, ago.end(), folded[low : ago.end()], "relative")
    if folded[end : end + 2].strip()[:1] in _LATER:
        later = later_at(folded, start, end)
        if later is not None:
            return Date(start, later, folded[start:later], "relative")
    if is_count(folded, start, end):
        return None
    return (
        read_day_month(folded, start, months)
        or read_after_month(folded, start, end)
        or read_short(folded, start, end)
    )


def _dotted(folded: str, start: int) -> Date | None:
    """ "31.03." behind a German word that a day follows."""
    match = day_and_month(folded, start)
    if match is None or match.start("day") != start:
        return None
    day, month, end = int(match["day"]), int(match["month"]), match.end("month")
    return Date(start, end, folded[start:end], month=month, day=day)


def _is_ratio(folded: str, start: int, found: Date) -> bool:
    """Whether a time of day is figures with a colon that are none: "a scale of 1:50"."""
    return ":" in found.text and is_ratio(folded, start, found.end)


def _clock(folded: str, start: int, loose: bool = False, *, bare: bool = False) -> Date | None:
    clock = read_hour(folded, start) if bare else read_clock(folded, start, loose=loose)
    if clock is None:
        return None
    return Date(
        clock.start,
        clock.end,
        folded[clock.start : clock.end],
        "time",
        second=clock.second,
        zone=clock.zone,
        precise=clock.precise,
        half_day=clock.half_day,
    )


def _after_letter(folded: str, start: int, end: int) -> Date | None:
    """ "Q3 2024", "FY24": the few letters that a date may be written onto."""
    letter = folded[start - 1]
    head = folded[start - 2 : start - 1]
    if letter == "T" and head.isdigit():
        return _clock(folded, start)
    if letter in "QqHh" and not head.isalnum():
        return read_quarter(folded, start - 1)
    if letter in "TS" and not head.isalnum():
        return read_lettered(folded, start - 1)
    if (
        folded[max(0, start - 2) : start] == "FY"
        and not folded[max(0, start - 3) : start - 2].isalnum()
    ):
        size = end - start
        if size in (2, 4):
            text = folded[start - 2 : end]
            return Date(start - 2, end, text, year=int(folded[start:end]), short=size == 2)
    return None


def _added(found: list[Date], more: Iterable[Date]) -> list[Date]:
    """`found` with those of `more` that overlap none of them, in order."""
    others = list(more)
    if not others:
        return found
    merged: list[Date] = []
    for date in sorted([*found, *others], key=lambda one: (one.start, -one.end)):
        if merged and date.start < merged[-1].end:
            if not _better(date, merged[-1]):
                continue
            merged.pop()
        merged.append(date)
    return merged


def _better(new: Date, old: Date) -> bool:
    """Whether `new` says more of the same stretch: a day for "14 days later", more for a part."""
    if old.kind == "relative" and new.kind == "date":
        return True
    return new.start <= old.start and old.end < new.end
