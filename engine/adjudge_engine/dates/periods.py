"""Periods that a text counts from some day: "14 days after the signature", "14日以内"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from adjudge_engine.dates.shift import Unit
from adjudge_engine.numbers.reading.tables import word_list

_UNIT_LINES: Final[tuple[tuple[Unit, str], ...]] = (
    (
        "day",
        "day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen dagar "
        "день дня дней gün ngày 日 天 일",
    ),
    (
        "week",
        "week weeks woche wochen semaine semaines semana semanas settimana settimane weken "
        "veckor неделя недели недель hafta tuần 週間 周 週 주",
    ),
    (
        "month",
        "month months monat monate monaten mois mes meses mese mesi mês maand maanden månader "
        "месяц месяца месяцев ay tháng か月 ヶ月 カ月 個月 个月 개월",
    ),
    (
        "year",
        "year years jahr jahre jahren an ans année années año años anno anni ano anos jaar år "
        "год года лет yıl năm 年間 年 년",
    ),
)
_UNITS: Final[dict[str, Unit]] = {word: unit for unit, line in _UNIT_LINES for word in line.split()}
_NUMBERS: Final = {
    word: number
    for number, line in (
        (1, "a an one ein eine einem einer eines un une una uno um uma één один одну"),
        (2, "two zwei deux dos due dois duas twee два две"),
        (3, "three drei trois tres tre três drie три"),
        (4, "four vier quatre cuatro quattro quatro четыре"),
        (5, "five fünf cinq cinco cinque vijf пять"),
        (6, "six sechs seis sei zes шесть"),
        (7, "seven sieben sept siete sette sete zeven семь"),
        (8, "eight acht huit ocho otto oito восемь"),
        (9, "nine neun neuf nueve nove negen девять"),
        (10, "ten zehn dix diez dieci dez tien десять"),
        (12, "twelve zwölf douze doce dodici twaalf двенадцать"),
        (14, "fourteen vierzehn quatorze catorce quattordici veertien четырнадцать"),
        (15, "fifteen fünfzehn quinze quince quindici vijftien пятнадцать"),
        (18, "eighteen achtzehn"),
        (30, "thirty dreißig trente treinta trenta dertig тридцать"),
        (60, "sixty sechzig soixante sesenta sessanta шестьдесят"),
        (90, "ninety neunzig noventa novanta девяносто"),
    )
    for word in line.split()
}
_NUMBER_BEFORE: Final = re.compile(
    r"(?<![\w.,$€£-])(?P<number>[0-9]{1,4}|[^\W\d_]{1,12})(?: \([0-9]{1,3}\))?[ \xa0-]?"
    r"(?:(?P<work>working|business|trading|court|banking|full|calendar|consecutive) )?\Z"
)
_UNIT_AT: Final = re.compile(
    r"(?P<unit>[^\W\d_]{1,16})(?P<work> (?:hábiles|ouvrables|ouvrés|lavorativi|úteis))?"
)
_CJK: Final = re.compile(
    r"(?P<number>[0-9]{1,4}) ?(?P<work>営業|工作|业务)?"
    r"(?P<unit>日|天|週間|周|週|か月|ヶ月|カ月|個月|个月|年間|年|일|주|개월|년)(?:間|间)?"
    r"(?P<way>後|后|以内|以后|之后|之内|前|以前|之前| 후| 이내| 전)"
)
_CJK_AFTER: Final = re.compile(
    r"(?:后|後|之日起|から|起)的?第?(?P<number>[0-9]{1,4}) ?(?P<work>営業|工作|业务|个工作)?"
    r"(?P<unit>日|天|週間|周|週|か月|ヶ月|カ月|個月|个月|年間|年)(?:間|间)?"
    r"(?!後|后|以内|以后|之后|之内|前)"
)
#: The direction stands before the number in Arabic, and behind the unit in Hindi.
_ARABIC: Final = re.compile(
    r"(?P<way>بعد|خلال|قبل)\s(?P<number>[0-9]{1,4})\s"
    r"(?P<unit>يوم|أيام|أسبوع|أسابيع|شهر|أشهر|شهور|سنة|سنوات|عام|أعوام)\w{0,2}(?P<work>\sعمل)?"
)
_HINDI: Final = re.compile(
    r"(?P<number>[0-9]{1,4})\s(?P<work>कार्य\s|व्यावसायिक\s)?"
    r"(?P<unit>दिन|दिवस|सप्ताह|हफ्त|मही|माह|वर्ष|साल)\S{0,4}\s(?:के\s|की\s)?"
    r"(?P<way>बाद|पश्चात|भीतर|अंदर|पहले|पूर्व)"
)
_FOREIGN_LINES: Final[tuple[tuple[Unit, str], ...]] = (
    ("day", "يوم أيام दिन दिवस"),
    ("week", "أسبوع أسابيع सप्ताह हफ्त"),
    ("month", "شهر أشهر شهور मही माह"),
    ("year", "سنة سنوات عام أعوام वर्ष साल"),
)
_FOREIGN: Final[dict[str, Unit]] = {
    word: unit for unit, line in _FOREIGN_LINES for word in line.split()
}
_BACK: Final = frozenset(("قبل", "पहले", "पूर्व"))
_LATER: Final = re.compile(
    r"(?<![^\W_])(?:after|later|from|following|of|nach|ab|später|après|suivant|plus tard|à compter|"
    r"después|a partir|más tarde|siguientes|dopo|dalla|dal|depois|após|na|efter|"
    r"после|спустя|со дня|sonra|sau)"
    r"(?![^\W_])",
    re.IGNORECASE,
)
_EARLIER: Final = re.compile(
    r"(?<![^\W_])(?:before|prior to|earlier|ago|preceding|zuvor|früher|avant|auparavant|antes|"
    r"prima|voor|до|önce|trước|назад|in advance of|ahead of)(?![^\W_])",
    re.IGNORECASE,
)
_VOR: Final = re.compile(r"(?<![^\W_])(?:vor|hace|il y a|il y avait) \Z", re.IGNORECASE)
_STOP: Final = re.compile(r"[.;:!?,]\s|\n|[0-9]")
_WORKING: Final = ("working", "business", "trading", "court", "banking", "werktag", "arbeitstag")
_MONTH_END: Final = re.compile(
    r"(?:end|last day) of (?:the|that|this|its) (?:following |next |same )?month|monatsende|"
    r"ende des (?:folge)?monats|fin (?:du|de) mois|fin(?:al)? del? mes|último día del mes|"
    r"fine (?:del )?mese|月末|конца месяца|翌月末",
    re.IGNORECASE,
)
#: What the words of the units start with, as they stand behind a number.
_STEMS: Final = word_list(
    "day week month year Tag Woche Monat Jahr Werktag Arbeitstag jour semain mois ans année año "
    "día mes giorn settiman dia дн день недел месяц лет год maand weken dagen gün hafta ngày tháng"
)
_CJK_STEMS: Final = ("日", "天", "月", "週", "周", "年", "일", "주", "개월", "년")
_ENDS: Final = ("month", "Monat", "monat", "mois", "mes", "mese", "月末", "месяца")
_COUNTING: Final = frozenset(
    (
        *_NUMBERS,
        "working",
        "business",
        "trading",
        "court",
        "banking",
        "full",
        "calendar",
        "consecutive",
    )
)
_GAPS: Final = (" ", "\xa0", "-")
_REACH: Final = 48
#: Periods of one text that are looked at.
MOST: Final = 200


class Period(NamedTuple):
    """`text[start:end]` counts `number` units on; `way` 0: it does not say in which direction.

    `working`: only some days count, and no calendar here says which.
    """

    start: int
    end: int
    number: int
    unit: Unit
    way: int
    working: bool = False


def has_periods(folded: str) -> bool:
    """Whether a text may hold a period at all: a unit's word right behind a number."""
    return next(_numbered(folded), None) is not None or (
        not folded.isascii()
        and any(
            pattern.search(folded) is not None
            for pattern in (_CJK, _CJK_AFTER, *_foreign_patterns(folded))
        )
    )


def periods_in(folded: str) -> Iterator[Period]:
    """The periods of a text, in order, at most `MOST` of them."""
    yield from islice(_found(folded), MOST)


def _found(folded: str) -> Iterator[Period]:
    for before, word in _numbered(folded):
        period = _read(folded, before, word)
        if period is not None:
            yield period
    if not folded.isascii() and any(stem in folded for stem in _CJK_STEMS):
        for match in _CJK.finditer(folded):
            way = -1 if match["way"].strip() in ("前", "以前", "之前", "전") else 1
            unit = _UNITS[match["unit"]]
            yield Period(
                match.start(), match.end(), int(match["number"]), unit, way, bool(match["work"])
            )
        for match in _CJK_AFTER.finditer(folded):
            start, unit = match.start("number"), _UNITS[match["unit"]]
            yield Period(start, match.end(), int(match["number"]), unit, 1, bool(match["work"]))
    if not folded.isascii():
        yield from _foreign(folded)
    if not any(word in folded for word in _ENDS):
        return
    for match in _MONTH_END.finditer(folded):
        on = int(
            any(word in match.group().lower() for word in ("following", "next", "folge", "翌"))
        )
        yield Period(match.start(), match.end(), on, "end_of_month", 1)


def _foreign(folded: str) -> Iterator[Period]:
    """Periods in Arabic and in Hindi."""
    for pattern in _foreign_patterns(folded):
        for match in pattern.finditer(folded):
            way = -1 if match["way"] in _BACK else 1
            unit, working = _FOREIGN[match["unit"]], bool(match["work"])
            yield Period(match.start(), match.end(), int(match["number"]), unit, way, working)


def _foreign_patterns(folded: str) -> list[re.Pattern[str]]:
    """The patterns whose words of direction the text has."""
    patterns = [_ARABIC] if "بعد" in folded or "خلال" in folded or "قبل" in folded else []
    return [*patterns, _HINDI] if "के" in folded or "बाद" in folded else patterns


def _numbered(folded: str) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """Every unit's word with the number before it."""
    for stem in _STEMS:
        at = folded.find(stem)
        while at >= 0:
            if at and folded[at - 1] in _GAPS and _may_count(folded, at - 1):
                before = _NUMBER_BEFORE.search(folded, max(0, at - 32), at)
                unit = _UNIT_AT.match(folded, at)
                if before is not None and unit is not None and _number(before["number"]):
                    yield before, unit
            at = folded.find(stem, at + len(stem))


def _may_count(folded: str, end: int) -> bool:
    """Whether the word that ends at `end` may be a number or stand between one and its unit."""
    word = folded[max(0, end - 14) : end].rpartition(" ")[2]
    return word[-1:].isdigit() or word[-1:] == ")" or word.lower() in _COUNTING


def _number(word: str) -> int | None:
    return int(word) if word.isdigit() else _NUMBERS.get(word.lower())


def _read(folded: str, before: re.Match[str], at: re.Match[str]) -> Period | None:
    number, word = _number(before["number"]), at["unit"].lower()
    if number is None:
        return None
    unit = _UNITS.get(word)
    working = (before["work"] or "") in _WORKING or bool(at["work"])
    if unit is None and word.startswith(("werktag", "arbeitstag")):
        unit, working = "day", True
    if unit is None:
        return None
    start, end = before.start(), at.end()
    return Period(start, end, number, unit, _way(folded, start, end), working)


def _way(folded: str, start: int, end: int) -> int:
    """1 where the period counts on, -1 where it counts back, 0 where it does not say."""
    if _VOR.search(folded, max(0, start - 12), start):
        return -1
    stop = _STOP.search(folded, end, end + _REACH)
    rest = folded[end : stop.start() if stop is not None else end + _REACH]
    later, earlier = _LATER.search(rest), _EARLIER.search(rest)
    if later is not None and (earlier is None or later.start() < earlier.start()):
        return 1
    return 0 if earlier is None else -1
