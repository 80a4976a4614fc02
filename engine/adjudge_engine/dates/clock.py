"""Times of day and time zones: "9 pm", "21:00 UTC-4", "9 Uhr", "21h30", "9時30分"."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from adjudge_engine.numbers.reading.halves import is_half

_TIME: Final = re.compile(
    r"(?P<h>[01]?[0-9]|2[0-4])"
    r"(?:(?P<sep>:|h(?=[0-5][0-9](?![0-9]))|[ \xa0]h[ \xa0](?=[0-5][0-9](?![0-9]))"
    r"|\.(?=[0-5][0-9](?:\s?(?:bis|und|tot|en|[-–])\s?[0-9]{1,2}\.[0-5][0-9])?\s?(?:[ap]\.?m\b|Uhr\b|uur\b)))"
    r"(?P<m>[0-5][0-9])(?::(?P<s>[0-5][0-9])(?:[.,][0-9]{1,9})?)?)?"
    r"(?![0-9:])(?P<after>\s?(?:(?P<half>[ap])(?:m(?![A-Za-z]|/FM|-[0-9]{3})|\.\s?m(?![A-Za-z])\.?)"
    r"|(?P<mark>Uhr\b|uur\b|o'clock\b|heures?\b"
    r"|(?<=[0-9]\s)часов\b|horas\b|hrs\b)|(?P<bare>h\b(?!\s?[0-9]))))?",
    re.IGNORECASE,
)
_CJK: Final = re.compile(
    r"(?P<h>[0-9]{1,2})\s?(?P<sign>[時点时點시])(?![間间간期代段])(?:\s?(?P<m>[0-9]{1,2})\s?[分분]|(?P<half>半))?"
)
#: What says which half of the day it is, behind the time.
_HALF_AFTER: Final = re.compile(
    r",?\s(?:(?P<late>(?:in the )?(?:afternoon|evening)|at night|noon|midday|abends|nachmittags"
    r"|mittags|du soir|"
    r"de l'après-midi|de la (?:tarde|noche)|da (?:tarde|noite)|di sera|del pomeriggio|вечера|дня)|"
    r"(?:in the )?morning|(?:at )?midnight|mitternachts|morgens|vormittags|du matin|de la mañana"
    r"|da manhã|del mattino|утра)"
    r"(?![^\W_])"
)
#: A point of a list, of a mark or of marks lost: "第3点", "扣5点", and any 点 of Japanese.
_POINTS: Final = frozenset("第扣得加减減共")
_KANA: Final = re.compile("[\u3040-\u30ff]")
#: Words for an hour of the clock before a word that counts hours, too: "à 9 heures".
_AT_THE_HOUR: Final = re.compile(
    r"(?:(?<![^\W_])(?:à|vers|dès|jusqu'à|avant|partir de|entre|a|las|alle|ore|às|das|at|by|until"
    r"|om|vanaf|van [0-9]{1,2}(?:[.:][0-9]{2})? tot|till|before|в|к|до|с|около)"
    r"|[0-9] ?(?:[-–—~]|à|a|до|to|bis))[ \xa0]?\Z",
    re.IGNORECASE,
)
#: Behind "2 heures": so long it takes, or the other end of hours of the clock.
_OF_WAY: Final = re.compile(r"[ \xa0](?:de (?!l'après|la (?:nuit|tarde|mañana|noche))|d')")
_TO_THE_HOUR: Final = re.compile(r" ?(?:[-–—~]|à|a|до|to) ?[0-9]")
_ALWAYS_CLOCK: Final = frozenset(("uhr", "o'clock"))
_ZONE_BEFORE: Final = re.compile(r"(?:日本時間|日本时间|北京时间|北京時間)の?\Z")
_BEFORE_HALF: Final = re.compile(r"(午後|下午|晚上|夜|오후|午前|上午|早上|朝|오전)\s?の?\Z")
_AFTERNOON: Final = frozenset(["午後", "下午", "晚上", "夜", "오후"])
_ZONE: Final = re.compile(
    r"\s?\(?(?:(?P<utc>UTC|GMT"
    r"|Z)(?![A-Za-z0-9])(?:\s?(?P<sign>[+-])\s?(?P<zh>[0-9]{1,2})(?::?(?P<zm>[0-9]{2}))?)?"
    r"|(?P<sign2>[+-])(?P<zh2>[0-9]{2}):?(?P<zm2>[0-9]{2})(?![0-9:])"
    r"|(?P<name>[A-Z]{2,5})(?![A-Za-z0-9])"
    r"|(?P<long>Eastern|Central|Mountain|Pacific)(?:\s(?:Standard |Daylight )?Time)?\b)\)?"
)
#: Minutes east of UTC. Names that change with the season, or that mean several, stay names.
_OFFSETS: Final[dict[str, int | str]] = {
    "EST": -300,
    "EDT": -240,
    "CDT": -300,
    "MST": -420,
    "MDT": -360,
    "PST": -480,
    "PDT": -420,
    "WET": 0,
    "CET": 60,
    "MEZ": 60,
    "CEST": 120,
    "MESZ": 120,
    "EET": 120,
    "EEST": 180,
    "MSK": 180,
    "JST": 540,
    "KST": 540,
    "AEST": 600,
    "AEDT": 660,
    "NZST": 720,
    "CST": "CST",
    "BST": "BST",
    "IST": "IST",
    "ET": "ET",
    "CT": "CT",
    "MT": "MT",
    "PT": "PT",
}
_LONG: Final = {"Eastern": "ET", "Central": "CT", "Mountain": "MT", "Pacific": "PT"}


class Clock(NamedTuple):
    """A time of day from `start` to `end`; the fields are those of `Date`."""

    start: int
    end: int
    second: int
    zone: int | str | None = None
    precise: bool = False
    half_day: bool = False


def read_clock(folded: str, start: int, *, loose: bool = False) -> Clock | None:
    """The time of day that starts with the digits at `start`, or None.

    `loose`: so many hours are an hour of the clock as well, as evidence for one that is.
    """
    match = _TIME.match(folded, start)
    if match is not None and (match["m"] or match["half"] or match["mark"] or match["bare"]):
        if match["half"] and not is_half(folded, start, match.end()):
            return None
        if match["m"] or match["half"] or loose or _names_hour(folded, match):
            return _read(folded, match)
        return None
    cjk = _CJK.match(folded, start)
    return _read_cjk(folded, cjk) if cjk is not None else None


def read_hour(folded: str, start: int) -> Clock | None:
    """The hour that starts with the digits at `start`, which its words make one (`is_hour`)."""
    match = _TIME.match(folded, start)
    return _read(folded, match) if match is not None else None


def read_zone(folded: str, at: int) -> tuple[int, int | str | None]:
    """The end and value of a time zone at `at`; `at, None` where none is named."""
    match = _ZONE.match(folded, at)
    if match is None:
        return at, None
    name = match["name"]
    if name is not None:
        return (match.end(), _OFFSETS[name]) if name in _OFFSETS else (at, None)
    if match["long"]:
        return match.end(), _LONG[match["long"]]
    sign, hours = match["sign"] or match["sign2"], match["zh"] or match["zh2"]
    minutes = match["zm"] or match["zm2"] or "0"
    if sign is None:
        return match.end(), 0
    offset = int(hours) * 60 + int(minutes)
    return match.end(), -offset if sign == "-" else offset


def _names_hour(folded: str, match: re.Match[str]) -> bool:
    """ "à 21 h": an hour of the clock; "21 h" without such a word is a duration."""
    start, end = match.span()
    if (match["mark"] or "").lower() in _ALWAYS_CLOCK:
        return True
    if _HALF_AFTER.match(folded, end):
        return True
    if _OF_WAY.match(folded, end):
        return False
    return (
        _AT_THE_HOUR.search(folded, max(0, start - 16), start) is not None
        or _TO_THE_HOUR.match(folded, end) is not None
    )


def _read(folded: str, match: re.Match[str]) -> Clock | None:
    hour, minute = int(match["h"]), int(match["m"] or 0)
    half = match["half"]
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half in "pP" else 0)
    if hour == 24 and minute:
        return None
    end = match.end()
    mark = (match["mark"] or "").lower()
    is_open = not half and hour <= 12 and not match["h"].startswith("0")
    is_open = is_open and (not mark or mark == "o'clock")
    after = _HALF_AFTER.match(folded, end) if not half and 1 <= hour <= 12 else None
    if after is not None:
        hour, end, is_open = hour % 12 + (12 if after["late"] else 0), after.end(), False
    end, zone = read_zone(folded, end)
    second = hour % 24 * 3600 + minute * 60 + int(match["s"] or 0)
    return Clock(match.start(), end, second, zone, bool(match["s"]), is_open)


def _is_japanese(folded: str, start: int, end: int) -> bool:
    """Whether kana stand right beside: there 点 is a point, and an hour is written 時."""
    return _KANA.search(folded, max(0, start - 2), min(len(folded), end + 2)) is not None


def _read_cjk(folded: str, match: re.Match[str]) -> Clock | None:
    hour, minute = int(match["h"]), int(match["m"] or (30 if match["half"] else 0))
    if hour > 24 or minute > 59:
        return None
    start = match.start()
    if match["sign"] in "点點" and not (match["m"] or match["half"]):
        before = folded[max(0, start - 2) : start].removesuffix("了")
        if before[-1:] in _POINTS or _is_japanese(folded, start, match.end()):
            return None
    named = _BEFORE_HALF.search(folded, max(0, start - 4), start)
    if named is not None and hour <= 12:
        start = named.start()
        hour = hour % 12 + (12 if named[1] in _AFTERNOON else 0)
    is_open = named is None and hour <= 12
    end, zone = read_zone(folded, match.end())
    if zone is None and _ZONE_BEFORE.search(folded, max(0, start - 6), start):
        zone = 540 if folded[max(0, start - 6) : start].find("日本") >= 0 else 480
    return Clock(start, end, hour % 24 * 3600 + minute * 60, zone, half_day=is_open)
