"""What makes a figure a part of a date, a bare year or a relative date, so that it is no number.

The `dates` package reads them; the numbers of a text are what is left without them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal

from adjudge_engine.dates.names import month_of
from adjudge_engine.numbers.reading.tables import word_set

#: Words right before a bare year, in several languages.
YEAR_CUES: Final = word_set(
    "in since year until till before after during circa ca ca. c. by of from early late mid "
    "around about fiscal fy ended ending im seit bis jahr jahre ab vor nach um en depuis avant "
    "après année l'année an desde año hasta antes después del de nel dal anno anni ano em no "
    "в с до к года год yılında عام سنة عامي सन năm ปี το έτος"
)
#: Cues that may as well stand before a quantity ("by 2000 units").
_OPEN_CUES: Final = word_set("by about around of from before after de no em ca ca. c. en")
#: Plurals without an "s", which make a quantity of the figure before them ("about 1200 people").
_PLURALS: Final = word_set(
    "people men women children persons mice feet teeth staff cattle sheep fish kcal personen "
    "menschen leute kinder personnes personas человек"
)
#: Words on "s" that are no plural.
_VERBS: Final = word_set(
    "applies is was has does says requires allows provides remains governs permits prohibits "
    "includes contains describes defines expires becomes prevails thus as its this"
)
_OF: Final = word_set("of de del von")
#: What is told from others of its kind by its year, rather than counted in so many.
_DATED: Final = re.compile(
    r"(?<![^\W_])(?:polic(?:y|ies)|laws?|acts?|agreements?|contracts?|treat(?:y|ies)|editions?|"
    r"versions?|rules|regulations?|constitution|budget|census|elections?|crisis|war|season|"
    r"summer|winter|spring|autumn|fall|report|plan|standard|directive|guidelines?|code|statute|"
    r"reform|survey|championship|politique|loi|accord|règlement|política|ley|acuerdo|"
    r"reglamento|richtlinie|gesetz|vertrag|verordnung|class|year) (?:of|de|del|von) \Z",
    re.IGNORECASE,
)
#: Units that no year stands before, whatever the word in front of it.
MEASURES: Final = word_set(
    "kg mg kcal kj km cm mm ml kw kwh mw mwh gw gwh hz khz mhz ghz ppm rpm mph psi mb gb tb lb lbs "
    "oz ft sq kilograms grams kilometers kilometres meters metres miles calories watts volts hours "
    "minutes pounds dollars euros tonnes tons litres liters percent employees residents"
)
#: Words right after a bare year that make it one for certain.
YEAR_FOLLOWERS: Final = word_set(
    "году года год г гг yılında yılı में سے ad bc bce ce n.chr v.chr wurde war budget gegründete "
    "gegründeten gegründeter gegründetes gegründet erbaute erbauten eröffnete eröffneten eröffnet "
    "errichtete errichteten gebaute gebauten "
    "report season election census edition annual fiscal"
)

_WORD_AFTER = re.compile(r"[ \xa0]?([^\W\d_]{1,20})")
_DECADE = re.compile(r"'?s(?![^\W_])")
_DAY_OF = re.compile(r"(?:\.|st|nd|rd|th|er|º)?[ \xa0]{0,2}(?:of |de |d')?([^\W\d_]{3,14})")
_WORD_BEFORE = re.compile(r"[^\W\d_]{3,14}\Z")
_DAY_BEFORE = re.compile(r"[0-9](?:st|nd|rd|th)?, ?\Z")

RELATIVE = re.compile(
    r"(?<![^\W_])(?:yesterday|tomorrow|today|tonight|the day (?:before|after)|"
    r"(?:last|next|this|previous|following) (?:night|week|month|quarter|year|spring|summer|autumn|"
    r"fall|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|"
    r"noon|midday|midnight|"
    r"gestern|morgen früh|übermorgen|vorgestern|heute|nächste[nrs]? (?:woche|monat|jahr)|"
    r"letzte[nrs]? (?:woche|monat|jahr)|mitternacht|"
    r"hier soir|demain|aujourd'hui|la semaine (?:prochaine|dernière)|minuit|"
    r"ayer|(?<!la )mañana|anteayer|la (?:próxima semana|semana pasada)|medianoche|"
    r"вчера|завтра|сегодня|послезавтра|domani|ieri|amanhã|ontem)(?![^\W_])"
    r"|昨日|明日|本日|来週|先週|来月|先月|来年|昨年|去年|今年|昨天|明天|今天|下周|上周|下个月|上个月",
    re.IGNORECASE,
)
#: What fixes "14 days" to a day: counted from now, or from what was just told. "48 hours after
#: meals" and "10 minutes before serving" are durations.
_LATER = re.compile(
    r"\s?(?:(?:calendar |working |business )?(?:days?|weeks?|months?|years?|hours?|minutes?)\s"
    r"(?:later\b(?! than)|ago\b|from (?:now|today)\b)|"
    r"(?:tage|wochen|monate|jahre|tagen|monaten|jahren)\s(?:später|zuvor)\b|"
    r"(?:jours|semaines|mois|ans|années)\s(?:plus tard|plus tôt|auparavant)\b|"
    r"(?:días|semanas|meses|años)\s(?:después|antes|más tarde)\b(?! de)|"
    r"(?:дней|дня|недели|недель|месяцев|лет)\s(?:спустя|назад)\b|"
    r"(?:日|週間|か月|ヶ月|年|天|周|个月)(?:後|前|后)(?!\w{0,4}[率比]|まで|の))",
    re.IGNORECASE,
)
_DAY_AND_MONTH: Final = re.compile(
    r"(?<![^\W_])(?:am|ab|bis|zum|vom|dem|seit)[ \xa0]"
    r"(?P<day>[12][0-9]|3[01]|0?[1-9])\.(?P<month>1[0-2]|0?[1-9])\."
    r"(?![0-9]| ?(?:Kapitel|Abschnitt|Absatz|Punkt|Ziffer|Teil|Satz|Version))",
    re.IGNORECASE,
)
#: Parts of the day behind an hour: "de 9 de la mañana a 6 de la tarde", "from 9 in the morning".
DAY_PARTS: Final = (
    " in the morning", " in the afternoon", " in the evening", " de la mañana", " de la tarde",
    " de la noche", " du matin", " du soir", " de l'après-midi", " del mattino", " del pomeriggio",
    " di sera", " da manhã", " da tarde", " da noite", " morgens", " vormittags", " nachmittags",
    " abends",
)  # fmt: skip
#: Words that an hour follows, so that "2 in the evening" is no dose.
_BEFORE_HOUR: Final = re.compile(
    r"(?<![^\W_])(?:at|by|until|till|from|before|after|around|um|ab|bis|gegen|à|vers|dès|jusqu'à|las?"
    r"|de|desde|hasta|alle|dalle|ore|às|das|até)[ \xa0]\Z",
    re.IGNORECASE,
)
#: "(ore 16)", "alle ore 18": Italian names an hour so; "3 ore 20 minuti" lasts so long.
_ORE: Final = re.compile(
    r"(?:[(\n]|\A|[,:;–—-] |(?:alle|dalle|delle|le|prima|dopo|inizio|apertura|chiusura|partenza"
    r"|arrivo|ritrovo|scadenza) )ore \Z",
    re.IGNORECASE,
)
#: "Von 8 bis 18 Uhr": the first hour of two.
_TO_UHR: Final = re.compile(
    r" ?(?:bis|und|[-–]) ?(?:[01]?[0-9]|2[0-4])(?:[.:][0-5][0-9])? ?Uhr(?![^\W_])"
)
#: The same in Dutch, where "8 tot 12 uur" without "van" is how long something takes.
_TOT_UUR: Final = re.compile(r" tot (?:[01]?[0-9]|2[0-4])(?:[.:][0-5][0-9])? uur(?![^\W_])")
#: What a figure before "bis 17 Uhr" may be the name of.
_ROOMS: Final = word_set(
    "schalter zimmer raum saal gate tor halle gleis tisch klasse kasse etage stufe haus platz bus "
    "linie gruppe nummer nr nr. seite abschnitt kapitel tag stelle position artikel modell"
)
#: How far before a day the word that leads to it is looked for.
_LEAD: Final = 8
#: "8 h 30", an hour of the clock where nothing lasts so long.
_MINUTES: Final = re.compile(r" h [0-5][0-9](?![0-9]| ?min)")
_FRENCH_HOUR: Final = re.compile(r"(?<![0-9])(?:[6-9]|1[0-9]|2[0-4]) h \Z")
#: "Dalle 9 alle 12", with or without "ore" at either end.
_DALLE: Final = re.compile(r"(?<![^\W_])dalle \Z", re.IGNORECASE)
_DALLE_BEFORE: Final = re.compile(
    r"(?<![^\W_])dalle (?:ore )?[0-9]{1,2}(?:[.:][0-5][0-9])? alle \Z", re.IGNORECASE
)
_ALLE_BEHIND: Final = re.compile(r" alle (?:ore )?[0-9]")
_OF_DAY: Final = re.compile(r" del(?:l'| )(?:[0-9]|1º)")


def day_and_month(folded: str, start: int) -> re.Match[str] | None:
    """Day and month of German digits without a year, "bis 31.03.", that start at `start`."""
    head = folded[max(0, start - _LEAD) : max(0, start - 1)]
    low = start - 1 - len(head) + max(head.rfind(" "), head.rfind("\n")) + 1
    return _DAY_AND_MONTH.match(folded, max(0, low))


def is_hour(folded: str, start: int, end: int) -> bool:
    """Whether the figure is an hour of the clock by the words around it alone."""
    in_day = folded[end : end + 1] == " " and folded.startswith(DAY_PARTS, end)
    if in_day and _BEFORE_HOUR.search(folded, max(0, start - 10), start) is not None:
        return int(folded[start:end]) in range(1, 13)
    head = folded[max(0, start - 5) : start]
    if head[-4:] in ("ore ", "Ore "):
        head = folded[max(0, start - 14) : start]
        goes_on = folded.startswith((" min", ",", ":"), end) and folded[end : end + 2] != ", "
        return not goes_on and int(folded[start:end]) <= 24 and _ORE.search(head) is not None
    if head[-5:] in ("alle ", "Alle "):
        if int(folded[start:end]) > 24:
            return False
        head = folded[max(0, start - 24) : start]
        return (
            _OF_DAY.match(folded, end) is not None
            or _DALLE_BEFORE.search(head) is not None
            or (_DALLE.search(head) is not None and _ALLE_BEHIND.match(folded, end) is not None)
        )
    return False


def _starts_hours(folded: str, start: int, end: int, last_word: str) -> bool:
    """Whether the figure is a part of hours of the clock that goes on: "8 bis 18 Uhr"."""
    following = folded[end : end + 3]
    if following[:1] in ("-", "–") or following[:2] in (" b", " u", " t", " -", " –"):
        hours = int(folded[start:end]) <= 24 and last_word not in _ROOMS
        if hours and following == " to" and last_word == "van":
            return _TOT_UUR.match(folded, end) is not None
        return hours and _TO_UHR.match(folded, end) is not None
    if following == " h ":
        return int(folded[start:end]) in range(6, 25) and _MINUTES.match(folded, end) is not None
    if folded[max(0, start - 2) : start] != "h ":
        return False
    return end - start == 2 and _FRENCH_HOUR.search(folded, max(0, start - 6), start) is not None


#: "の" before the figure ties it to an event: 契約の14日後 is a duration.
_TIED: Final = frozenset("のから")


@lru_cache(maxsize=4_096)
def is_month(word: str) -> bool:
    """Whether a word names a month; "may" and "march" only with their capital letter."""
    return month_of(word) is not None or word.lower() == "tháng"


def later_at(folded: str, start: int, end: int) -> int | None:
    """The end of "days later", "Tage später" … right after the number at `start`, `end`."""
    if folded[start - 1 : start] in _TIED:
        return None
    match = _LATER.match(folded, end)
    return match.end() if match is not None else None


def calendar_kind(
    folded: str, start: int, end: int, last_word: str, language: str
) -> Literal["date", "year"] | None:
    """`date` for a day beside a month, `year` for a year that its words name as one."""
    raw = folded[start:end]
    if not raw.isdigit() or len(raw) not in (1, 2, 4):
        return "date" if _is_day_in_words(folded, start, end, raw) else None
    if len(raw) == 4:
        return "year" if is_year(folded, start, end, int(raw), last_word) else None
    if _starts_hours(folded, start, end, last_word):
        return "date"
    if int(raw) > 31:
        return None
    named = _DAY_OF.match(folded, end)
    if named is not None and is_month(named[1]):
        return "date"
    if is_hour(folded, start, end):
        return "date"
    if last_word and _month_before(folded, start):
        return "date"
    if language in ("ja", "zh", "") and folded[end : end + 1] == "月" and int(raw) <= 12:
        return "date"
    if folded[end : end + 1] == "日" and folded[start - 1 : start] == "月":
        return "date"
    return None


def _is_day_in_words(folded: str, start: int, end: int, raw: str) -> bool:
    """ "The fifth of May", "July fourth"."""
    if not raw[:1].isalpha() or raw[-2:] not in ("st", "nd", "rd", "th"):
        return False
    named = _DAY_OF.match(folded, end)
    return (named is not None and is_month(named[1])) or _month_before(folded, start)


def _month_before(folded: str, start: int) -> bool:
    head = folded[max(0, start - 18) : start].rstrip(" \xa0.,-'")
    word = _WORD_BEFORE.search(head)
    return word is not None and is_month(word.group())


def _is_dated(folded: str, start: int) -> bool:
    return _DATED.search(folded, max(0, start - 32), start) is not None


def is_year(folded: str, start: int, end: int, value: int, last: str) -> bool:
    """Whether the words around the figure `value` make a year of it; `last`: the one before."""
    if not 1000 <= value <= 2199 or folded[end : end + 1] in ("%", "°"):
        return False
    if folded[end : end + 1] == "年" or _DECADE.match(folded, end):
        return True
    following = _WORD_AFTER.match(folded, end)
    if following is not None and following[1].lower() in YEAR_FOLLOWERS:
        return True
    if last in YEAR_CUES and folded[start - 1 : start] in (" ", "\xa0"):
        noun = following[1] if following is not None else ""
        if last not in _OPEN_CUES or noun.lower() in MEASURES:
            return last not in _OPEN_CUES
        counts = noun.islower() and (noun[-1] == "s" or noun in _PLURALS)
        return not counts or noun in _VERBS or (last in _OF and _is_dated(folded, start))
    if _month_before(folded, start) or _DAY_BEFORE.search(folded[max(0, start - 6) : start]):
        return True
    if folded[start - 1 : start] in ("/", "–", "-"):
        return folded[start - 2 : start - 1].isdigit() and value >= 1500
    return folded[start - 1 : start] == "(" and value >= 1500
