"""Years and times of day in words: "nineteen eighty-four", "half past five", "zehn Uhr", 下午三点.

Bare years and times are the dates gate's; here it is only told that a number in words is part of
one that the contexts have in figures, so that it is no quantity without a source.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from adjudge_engine.dates.clock import read_clock
from adjudge_engine.numbers.lookup.index import NumberIndex
from adjudge_engine.numbers.lookup.material import Material
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.tables import word_list
from adjudge_engine.numbers.worded.numerals import numeral_value
from adjudge_engine.numbers.worded.words import TENS, UNITS
from adjudge_engine.once import once

#: How far around a number the rest of a year, or of a time, is looked for.
_BACK: Final = 32
_AHEAD: Final = 40
#: Language → its words for the hours from one on.
_HOURS: Final = (
    "one two three four five six seven eight nine ten eleven twelve",
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "une deux trois quatre cinq six sept huit neuf dix onze douze",
    "una dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "una due tre quattro cinque sei sette otto nove dieci undici dodici",
    "час два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать",
)
#: English says "half five" for half past five, Dutch "half vijf" for half past four.
_DUTCH: Final = {
    word: at
    for at, word in enumerate(
        word_list("een twee drie vier vijf zes zeven acht negen tien elf twaalf"), 1
    )
}
_HOUR: Final = (
    {word: at for row in _HOURS for at, word in enumerate(word_list(row), 1)} | {"ein": 1} | _DUTCH
)
_MINUTE: Final = {
    **{word: 5 for word in word_list("five fünf cinq cinco cinque")},
    **{word: 10 for word in word_list("ten zehn dix diez dieci")},
    **{
        word: 15
        for word in word_list(
            "fifteen quarter fünfzehn viertel quinze quart quince cuarto quarto kwart"
        )
    },
    **{word: 20 for word in word_list("twenty zwanzig vingt veinte venti")},
    **{word: 25 for word in word_list("twenty-five fünfundzwanzig veinticinco")},
    **{
        word: 30 for word in word_list("thirty half dreißig trente demie treinta media mezza mezzo")
    },
    **{word: 40 for word in word_list("forty vierzig quarante cuarenta quaranta")},
    **{word: 45 for word in word_list("forty-five fünfundvierzig")},
    **{word: 50 for word in word_list("fifty fünfzig cinquante cincuenta cinquanta")},
}


def _any(words: dict[str, int]) -> str:
    return "|".join(sorted(words, key=lambda word: (-len(word), word)))


_H: Final = rf"(?P<hour>{_any(_HOUR)})(?![^\W_])"
_DUTCH_H: Final = rf"(?P<hour>{_any(_DUTCH)})(?![^\W_])"
_M: Final = rf"(?P<minute>{_any(_MINUTE)})(?![^\W_])"
#: Behind a time, where no noun follows that the number counts: "alle tre aziende".
_ENDS: Final = (
    r"(?=\s*(?:\Z|[.,;:!?)])|\s(?:de la|del|di|in|on|at|and|or|y|e|o|a|until|till|to|by|every|each"
    r"|this|for|with|the|en|todos|every|tomorrow|today|sharp|[ap]\.?m)(?![^\W_]))"
)
_CJK: Final = "[一二三四五六七八九十两]{1,3}"
#: What a time of day looks like in words; `to`: the minutes are those left to the hour.
_PATTERNS: Final = (
    *(
        f"(?<![^\\W_]){pattern}"
        for pattern in (
            rf"(?:a )?{_M}(?: minutes)? (?:past|after|nach) {_H}",
            rf"(?:a )?{_M}(?: minutes)? (?P<to>to|before|vor) {_H}",
            rf"(?P<half>halb) {_H}",
            rf"(?P<half>half) {_DUTCH_H}",
            rf"{_M} (?:over|(?P<to>voor)) {_DUTCH_H}",
            rf"{_H} uhr(?: {_M})?(?! [a-z]+ig\b)",
            rf"(?:à|vers|dès|jusqu'à|в|к|до|с) {_H} (?:heures?|часов|часа)(?! de (?!l'après))"
            rf"(?: (?:et )?(?:(?P<to>moins) (?:le )?)?{_M})?",
            rf"(?:a las?|hasta las?|alle|dalle) {_H}"
            rf"(?:(?: (?:(?P<to>menos|meno)|y|e)(?: un)? {_M})|{_ENDS})",
            rf"(?:at|by|until|till|from|to) {_H}[ -](?!half|quarter){_M}{_ENDS}",
            rf"{_H}(?: o['’]clock| noon| midnight| sharp| [ap]\.?m\b| in the"
            " (?:morning|afternoon|evening)| at night)",
        )
    ),
    rf"(?P<sign>{_CJK})[点點時时](?!間|间)(?P<and_half>半)?",
)
_TIMES: Final = tuple(map(re.compile, _PATTERNS))
_EVENING: Final = re.compile(
    r"\bp\.?m\b|afternoon|evening|at night|noon|nachmittag|abends|nachts|après-midi|du soir|"
    r"tarde|noche|pomeriggio|sera|вечера|дня|下午|晚上|午後"
)
_MORNING: Final = re.compile(
    r"\ba\.?m\b|morning|morgens|vormittag|matin|mañana|mattin|утра|上午|早上|午前"
)
#: A time in figures, with what tells that it is one.
_IN_FIGURES: Final = re.compile(
    r"(?<![0-9:.,])(?P<hour>[01]?[0-9]|2[0-4])"
    r"(?:(?:[:.h]|[ ]?(?:時|时|点|點|[uU]hr ))(?P<minute>[0-5][0-9])(?![0-9])"
    r"|(?=[ ]?(?:h\b|[uU]hr|[ap]\.?m\b|o'clock|heures?|noon|час|時|时|点|點)))"
    r"(?:[ ]?(?P<half>[ap])\.?m\b)?"
)
_AFTERNOON: Final = re.compile(
    r"(?:下午|晚上|午後|tarde|soir|nachmittags|abends|afternoon|evening)\W?\Z"
)
#: Behind it a bare figure may be an hour of the clock.
_AT: Final = re.compile(
    r"(?<![^\W_])(?:at|until|till|um|ab|bis|gegen|a las?|hasta las|alle|às|à partir das)[ \xa0]\Z",
    re.IGNORECASE,
)
_TEENS: Final = {word: value for word, value in UNITS.items() if 10 <= value < 20} | {"twenty": 20}
_ONES: Final = {word: value for word, value in UNITS.items() if 0 < value < 10}
_REST: Final = (
    rf"(?:(?P<teen>{_any(_TEENS)})|(?P<tens>{_any(TENS)})(?:[- ](?P<ones>{_any(_ONES)}))?)"
)
_YEAR: Final = re.compile(
    rf"(?<![^\W_])(?P<first>{_any(_TEENS)})[ -](?:{_REST}|(?:oh|o|nought)[ -](?P<low>{_any(_ONES)})"
    rf"|(?P<decade>{'|'.join(word[:-1] + 'ies' for word in TENS)})|(?P<hundred>hundreds?))"
    r"(?![^\W_])"
)
_YEAR_FIRST: Final = re.compile(r"(?<![0-9.,])([12][0-9]{3})[-/.][01]?[0-9](?![0-9])")
_COUNTED: Final = re.compile(r"[ \xa0](?:[a-z]{2,30}s|people|men|women|children)(?![^\W_])")


class _Time(NamedTuple):
    """Hour and minute; `half`: whether it is before or after noon, where that is said."""

    hour: int
    minute: int
    half: str


class SpelledDates:
    """Tells the numbers in words that are years and times of the contexts."""

    def __init__(self, material: Material, index: NumberIndex) -> None:
        self._material = material
        self._index = index

    def has(self, number: Number) -> bool:
        """Whether a number in words is part of a year, or a time, that the contexts have."""
        if number.kind != "plain" or number.currency:
            return False
        if number.text[:1].isdigit():
            return self._is_hour(number)
        low = max(0, number.start - _BACK)
        around = self._material.answer[low : number.end + _AHEAD].lower()
        at = number.start - low
        year = self._year(number, around, at)
        if year and (year in self._index.years or self._in_a_date(year)):
            return True
        said = _time_at(around, at)
        return said is not None and self._has_time(said)

    def _is_hour(self, number: Number) -> bool:
        """Whether a number of hours is an hour of the clock that the contexts have as a time."""
        if number.value != number.value.to_integral_value() or not 0 <= number.value <= 24:
            return False
        low = max(0, number.start - _BACK)
        around, at = self._material.answer[low : number.end + _AHEAD], number.start - low
        if number.unit == "h":
            clock = read_clock(around, at)
            if clock is None or clock.second % 3_600:
                return False
            hour = clock.second // 3_600
            return self._has_time(_Time(hour % 12, 0, "pm" if 12 <= hour < 24 else "am"))
        if number.unit or number.noun or number.direction or number.per:
            return False
        return _AT.search(around, 0, at) is not None and self._has_bare(int(number.value), around)

    def _has_bare(self, hour: int, around: str) -> bool:
        """Whether the contexts have an hour that is said without a word for hours: "at 6"."""
        half = "pm" if hour > 12 else _half_in(around.lower())
        return self._has_time(_Time(hour % 12, 0, half))

    def _year(self, number: Number, around: str, at: int) -> str:
        """The year that is said there, in figures, or an empty string."""
        for match in _YEAR.finditer(around):
            if match.start() <= at < match.end() and _COUNTED.match(around, match.end()) is None:
                return str(_year_of(match))
        value = number.value
        if number.unit or number.scale or value != value.to_integral_value():
            return ""
        counted = number.noun.endswith("s") or _COUNTED.match(around, at + len(number.text))
        return str(int(value)) if 1000 <= value <= 2199 and not counted else ""

    def _in_a_date(self, year: str) -> bool:
        return year in self._dated_years

    @once
    def _dated_years(self) -> frozenset[str]:
        """The years that the contexts have in front of a month in figures: 2024-03, 1999/12."""
        return frozenset(
            year for _, text, _ in self._material.texts for year in _YEAR_FIRST.findall(text)
        )

    def _has_time(self, said: _Time) -> bool:
        halves = self._times.get((said.hour, said.minute))
        return halves is not None and (not said.half or said.half in halves or "" in halves)

    @once
    def _times(self) -> dict[tuple[int, int], set[str]]:
        """Hour and minute of every time of the contexts → the halves of the day said with it."""
        found: dict[tuple[int, int], set[str]] = {}
        for lower in self._material.lower:
            for match in _IN_FIGURES.finditer(lower):
                hour, minute = int(match["hour"]), int(match["minute"] or 0)
                half = {"a": "am", "p": "pm", None: ""}[match["half"]]
                before = lower[max(0, match.start() - 12) : match.start()]
                if not half and (hour > 12 or _AFTERNOON.search(before) is not None):
                    half = "pm"
                found.setdefault((hour % 12, minute), set()).add(half)
        return found


def _year_of(match: re.Match[str]) -> int:
    first = 100 * _TEENS[match["first"]]
    if match["teen"]:
        return first + _TEENS[match["teen"]]
    if match["tens"]:
        return first + TENS[match["tens"]] + (_ONES[match["ones"]] if match["ones"] else 0)
    if match["low"]:
        return first + _ONES[match["low"]]
    return first + (TENS[match["decade"][:-3] + "y"] if match["decade"] else 0)


def _half_in(lower: str) -> str:
    return "pm" if _EVENING.search(lower) else "am" if _MORNING.search(lower) else ""


def _time_at(around: str, at: int) -> _Time | None:
    """The time of day in words that the number at `at` is part of, or None."""
    half = _half_in(around)
    for pattern in _TIMES:
        for match in pattern.finditer(around):
            if match.start() <= at < match.end():
                return _time_of(match, half)
    return None


def _time_of(match: re.Match[str], half: str) -> _Time | None:
    groups = match.groupdict()
    if sign := groups.get("sign"):
        value = numeral_value(sign)
        if value is None or value > 24:
            return None
        return _Time(int(value) % 12, 30 if groups["and_half"] else 0, "pm" if value > 12 else half)
    hour, minute = _HOUR[groups["hour"]], _MINUTE.get(groups.get("minute") or "", 0)
    if groups.get("half"):
        hour, minute = hour - 1, 30
    elif groups.get("to"):
        hour, minute = hour - 1, 60 - minute
    return _Time(hour % 12, minute % 60, half)
