"""Bare years, decades, centuries, quarters and years before Christ."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.dates.identifiers import NUMBERED, is_law
from adjudge_engine.dates.model import Date
from adjudge_engine.dates.names import LATIN_ERAS, PARTS_OF_YEAR
from adjudge_engine.numbers.reading import units
from adjudge_engine.numbers.reading.calendar import MEASURES, is_year
from adjudge_engine.numbers.reading.tables import word_set

#: Of two digits only a whole word makes a decade: "die 80er Jahre".
_SHORT_DECADE: Final = re.compile(r"er[ -]Jahren?(?![^\W_])|年代")
_DECADE: Final = re.compile(r"'?s(?![^\W_])|er(?: Jahre|-Jahre|n)?(?![^\W_])|-х|-е(?= год)|年代")
#: "Les années 1980", "los años 80", "gli anni '80": the plural makes it a decade.
_DECADE_BEFORE: Final = re.compile(
    r"(?<![^\W_])(?:années|años|anni|anos|década de) '?\Z", re.IGNORECASE
)
_CENTURY: Final = re.compile(
    r"(?:st|nd|rd|th|\.|e|ème|º)?[ -]?(?:centur(?:y|ies)|Jahrhunderts?|siècles?|secolo|eeuw"
    r"|век(?:а|е|ов)?|世[紀纪]|세기)",
)
_BEFORE_CHRIST: Final = re.compile(
    r" ?(?:BCE?(?![^\W_])|B\. ?C\.(?: ?E\.)?|v\. ?Chr|av\. J|a\. ?C\.|до н)"
)
_OUR_ERA: Final = re.compile(r" ?(?:AD|CE)(?![^\W_])| ?A\. ?D\.| ?n\. ?Chr")
_BEFORE: Final = ("紀元前", "公元前", "기원전 ", "기원전")
_QUARTER: Final = re.compile(
    r"(?P<part>[QqHh])(?P<number>[1-4])(?![0-9A-Za-z:)]|\. )"
    r"(?:(?:[ \xa0/-]|, | of | FY ?)?'?(?P<year>[12][0-9]{3}|[0-9]{2})(?![0-9A-Za-z%]|[.,][0-9]))?"
)
_LETTERED: Final = re.compile(r"(?P<part>[TS])(?P<number>[1-4])[ -](?P<year>20[0-9]{2})(?![0-9])")
_QUARTER_AFTER: Final = re.compile(
    r"(?P<part>[QH]) ?'?(?P<year>[12][0-9]{3}|[0-9]{2})(?![0-9A-Za-z])"
)
_QUARTER_OF: Final = re.compile(r"[ -]?(?P<part>[QH])(?P<number>[1-4])(?![0-9A-Za-z])")
_HALVES: Final = frozenset(("ha", "se", "по"))
_QUARTER_WORDS: Final = re.compile(
    r"(?:st|nd|rd|th|\.?º|\.|er|e|ème)?[ -](?:fiscal )?"
    r"(?P<part>quarter|half|Quartals?|Halbjahr(?:e?s)?|trimestre|semestre|квартал[аеу]?"
    r"|полугоди[еюия])"
    r"(?:,? (?:of |in |de |do |di |du |del |des Jahres |dell'anno )?(?:the )?(?:fiscal )?(?:year )?"
    r"(?P<year>[12][0-9]{3})(?![0-9]))?"
)
_ERA_LETTERS: Final = frozenset("BACavnд")
_ERA_ENDS: Final = frozenset("前전")
_WORD: Final = re.compile(r"[ \xa0-]?([^\W\d_]{1,20})")
_TIES: Final = (" ", "-", "\xa0")
_BLANKS: Final = (" ", "\xa0")
#: Words that only a year follows.
_SURE_CUES: Final = word_set("in since until till during im seit en depuis desde dal nel")
#: The first year that a bare number of four digits may be, where no word says so.
FIRST_BARE: Final = 1_800
_LAST_BARE: Final = 2_150


def read_year(folded: str, start: int, end: int, *, loose: bool = False) -> Date | None:
    """The year or decade `folded[start:end]` of three or four digits, where it is one.

    `loose`: what may be a year is one, as evidence for one that is.
    """
    value = int(folded[start:end])
    christ = _with_era(folded, start, end, value)
    if christ is not None or end - start != 4:
        return christ
    decade = _DECADE.match(folded, end)
    if decade is not None and value % 10 == 0 and 1000 <= value <= _LAST_BARE:
        last = value + (99 if value % 100 == 0 and value != 2000 else 9)
        return _make(folded, start, decade.end(), value, last)
    if value % 10 == 0 and _DECADE_BEFORE.search(folded, max(0, start - 12), start):
        return _make(folded, start, end, value, value + 9)
    if not _is_year(folded, start, end, value, loose=loose):
        return None
    quarter = _QUARTER_OF.match(folded, end)
    if quarter is not None:
        part = _part(quarter["part"], int(quarter["number"]))
        if part is not None:
            return _make(folded, start, quarter.end(), value)._replace(
                month=part[0], last_month=part[1]
            )
    return _in_part(folded, start, end, value)


def _in_part(folded: str, start: int, end: int, value: int) -> Date:
    """The year, or the part of it that "early", "mid-" or "late" before it may mean."""
    made = _make(folded, start, end, value)
    if folded[start - 1 : start] not in _TIES:
        return made
    head = folded[max(0, start - 18) : start - 1].lower()
    if head.endswith((" de", " of")):
        head = head[:-3]
    word = head.replace("-", " ").rpartition(" ")[2]
    months = PARTS_OF_YEAR.get(word)
    if months is None:
        return made
    first = start - 1 - len(folded[max(0, start - 18) : start - 1]) + head.rfind(word)
    return made._replace(
        start=first, text=folded[first:end], month=months[0], last_month=months[1], vague=True
    )


def read_range_end(folded: str, start: int, end: int) -> Date | None:
    """The "21" of 2019-21 and 2019/21, the 2021 of 2019-2021."""
    head = folded[max(0, start - 6) : start - 1]
    if not head[-4:].isdigit() or len(head[-4:]) != 4 or head[:-4].isdigit():
        if end - start == 4 and folded[start - 1] != "/":
            return read_year(folded, start, end)
        return None
    first = int(head[-4:])
    if not 1000 <= first <= 2199 or folded[end : end + 1] == "/":
        return None  # the Directive 2014/65/EU is no range
    if folded[start - 1] == "/" and is_law(folded, start - 5):
        return None
    if end - start == 4:
        return read_year(folded, start, end)
    if (end - start == 2 and int(folded[start:end]) == (first + 1) % 100) or (
        end - start == 2 and int(folded[start:end]) > max(12, first % 100)
    ):
        year = first - first % 100 + int(folded[start:end])
        return Date(start, end, folded[start:end], year=year + (100 if year < first else 0))
    return None


def read_short(folded: str, start: int, end: int) -> Date | None:
    """ "44 BC", "19th century", "'90s", "3Q24", "3rd quarter of 2024" from one or two digits."""
    value = int(folded[start:end])
    christ = _with_era(folded, start, end, value)
    if christ is not None:
        return christ
    century = _CENTURY.match(folded, end)
    if century is not None and 1 <= value <= 21:
        return read_century(folded, start, century.end(), value)
    era = _latin_era(folded, start, end, value) if folded[start - 1 : start] == " " else None
    if era is not None:
        return era
    if (
        end - start == 2
        and folded[start - 1 : start] == "'"
        and folded[start - 2 : start - 1] == " "
    ):
        cue = folded[max(0, start - 12) : start - 2].rpartition(" ")[2].lower()
        if cue in _SURE_CUES and not folded[end : end + 1].isalnum():
            return _make(folded, start - 1, end, value)._replace(short=True)
    if value and value % 10 == 0 and end - start == 2:
        plural = _DECADE_BEFORE.search(folded, max(0, start - 12), start)
        if plural is not None:
            return _make(folded, start, end, value, value + 9)._replace(short=True)
    if value % 10 == 0 and end - start == 2 and folded[end : end + 1] in ("e", "年"):
        decade = _SHORT_DECADE.match(folded, end)
        if decade is not None:
            return _make(folded, start, decade.end(), value, value + 9)._replace(short=True)
    if value % 10 == 0 and value and folded[start - 1 : start] == "'":
        decade = _DECADE.match(folded, end)
        if decade is not None:
            made = _make(folded, start - 1, decade.end(), value, value + 9)
            return made._replace(short=True)
    if not 1 <= value <= 4 or end - start != 1:
        return None
    after = _QUARTER_AFTER.match(folded, end)
    if after is not None:
        return _quarter(folded, (start, after.end()), after["part"], value, after["year"])
    return read_quarter_words(folded, start, end, value)


def _latin_era(folded: str, start: int, end: int, value: int) -> Date | None:
    """ "Heisei 30"."""
    word = folded[max(0, start - 9) : start - 1].rpartition(" ")[2]
    first = LATIN_ERAS.get(word.lower()) if word[:1].isupper() else None
    if first is None or folded[end : end + 1].isalnum():
        return None
    return _make(folded, start - 1 - len(word), end, first + value)


def read_century(folded: str, start: int, end: int, value: int) -> Date:
    """The century `value`, whose words are `folded[start:end]`."""
    first, last = (value - 1) * 100 + 1, value * 100
    christ = _BEFORE_CHRIST.match(folded, end)
    if christ is not None:
        return _make(folded, start, christ.end(), -last, -first)
    # the years 1800 to 1899 are called the nineteenth century as well
    return _make(folded, start, end, first - 1, last)


def read_quarter_words(folded: str, start: int, end: int, value: int) -> Date | None:
    """ "third quarter of 2024", "first half": `value` is the number that ends at `end`."""
    match = _QUARTER_WORDS.match(folded, end)
    if match is None:
        return None
    part = "H" if match["part"][:2].lower() in _HALVES else "Q"
    return _quarter(folded, (start, match.end()), part, value, match["year"])


def read_quarter(folded: str, start: int) -> Date | None:
    """ "Q3 2024", "H1 2025", "Q3" that starts with its letter at `start`."""
    match = _QUARTER.match(folded, start)
    if match is None:
        return None
    return _quarter(
        folded, (start, match.end()), match["part"], int(match["number"]), match["year"]
    )


def read_lettered(folded: str, start: int) -> Date | None:
    """ "T2 2024" and "S1 2024", a trimestre and a semestre, with their letter at `start`."""
    match = _LETTERED.match(folded, start)
    if match is None:
        return None
    part = "Q" if match["part"] == "T" else "H"
    return _quarter(folded, match.span(), part, int(match["number"]), match["year"])


def _quarter(
    folded: str, span: tuple[int, int], part: str, number: int, year: str | None
) -> Date | None:
    months = _part(part, number)
    if months is None:
        return None
    start, end = span
    return Date(
        start,
        end,
        folded[start:end],
        year=int(year) if year else None,
        short=year is not None and len(year) == 2,
        month=months[0],
        last_month=months[1],
    )


def _part(letter: str, number: int) -> tuple[int, int] | None:
    if letter in "hH":
        return (6 * number - 5, 6 * number) if number <= 2 else None
    return 3 * number - 2, 3 * number


def _is_year(folded: str, start: int, end: int, value: int, *, loose: bool) -> bool:
    if not 1000 <= value <= 2199 or folded[end : end + 1] in ("%", "°"):
        return False
    last = ""
    if folded[start - 1 : start] in _BLANKS:
        last = folded[max(0, start - 17) : start - 1].rpartition(" ")[2].lower().strip("(\"'")
        if folded.startswith("EN", start - 3):
            return False  # a European standard, and no French or Spanish "en"
        if last in _SURE_CUES:
            return True
    if is_year(folded, start, end, value, last):
        return True
    if loose and not counts(folded, end, loose=True):
        return True
    if not FIRST_BARE <= value <= _LAST_BARE or folded[start - 1 : start] in tuple("#+=*~"):
        return False
    if last in NUMBERED:
        return False
    return not counts(folded, end, loose=False)


_EVERY: Final = re.compile(
    r"(?<![^\W_])(?:alle|every|tous les|toutes les|cada|ogni) \Z", re.IGNORECASE
)
#: How German nouns end that are counted, and stand behind no year.
_GERMAN_COUNTED: Final = (
    "stunden", "tagen", "kilometer", "kilometern", "mitarbeiter", "mitarbeitende", "mitarbeitern",
    "einwohner", "einwohnern", "euro", "patienten", "stück", "exemplare", "teilnehmer", "zyklen",
    "plätze", "betten", "wohnungen", "besucher", "kunden", "personen", "mitglieder",
)  # fmt: skip


def counts(folded: str, end: int, *, loose: bool) -> bool:
    """Whether the number before `end` counts what follows: "2000 people", "1900 kg".

    `loose`: only a unit says so, for a word with an "s" may be a verb ("2021 remains").
    """
    following = _WORD.match(folded, end)
    if following is None:
        return False
    word = following[1]
    if word in MEASURES or (not loose and units.find(word) is not None):
        return True
    if not loose and _EVERY.search(folded, max(0, end - 12), end - 4) is not None:
        return True  # "alle 2000 Betriebsstunden"
    if not loose and word[0].isupper() and word.lower().endswith(_GERMAN_COUNTED):
        return True
    return (
        not loose
        and word.islower()
        and ((word[-1] == "s" and len(word) > 3) or word in ("people", "men"))
    )


def _with_era(folded: str, start: int, end: int, value: int) -> Date | None:
    """The year with the era that is written beside it: "44 BC", "AD 79"."""
    beside = folded[end : end + 2].strip()[:1]
    if (beside and beside in _ERA_LETTERS) or folded[start - 1 : start] in _ERA_ENDS:
        return _before_christ(folded, start, end, value) or _our_era(folded, start, end, value)
    if folded[max(0, start - 3) : start] in ("AD ", "CE ") or folded.startswith(
        "기원전", start - 4
    ):
        return _before_christ(folded, start, end, value) or _our_era(folded, start, end, value)
    return None


def _before_christ(folded: str, start: int, end: int, value: int) -> Date | None:
    match = _BEFORE_CHRIST.match(folded, end)
    if match is not None and value:
        return _make(folded, start, match.end(), -value)
    for word in _BEFORE:
        if folded.startswith(word, start - len(word)) and start >= len(word) and value:
            stop = end + 1 if folded[end : end + 1] in "年년" else end
            return _make(folded, start - len(word), stop, -value)
    return None


def _our_era(folded: str, start: int, end: int, value: int) -> Date | None:
    match = _OUR_ERA.match(folded, end)
    if match is not None and value:
        return _make(folded, start, match.end(), value)
    if value and folded[max(0, start - 3) : start] in ("AD ", "CE "):
        return _make(folded, start - 3, end, value)
    return None


def _make(folded: str, start: int, end: int, year: int, last: int | None = None) -> Date:
    return Date(start, end, folded[start:end], year=year, last_year=last)
