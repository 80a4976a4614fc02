"""How often a figure is meant: "3 tablets a day" is not 3 a week, a monthly fee is no annual one.

What stands behind the figure tells ("per week", "daily"), or an adjective before it ("the monthly
fee is 30"). Words of several languages are one class; two figures differ only where each is said
for one class, and these are two.
"""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.reading.tables import word_list

#: Class → nouns behind "per".
_NOUNS: Final = {
    "second": "second sec sekunde seconde segundo secondo секунду",
    "minute": "minute min minuto минуту",
    "hour": "hour hr stunde heure hora ora uur час",
    "day": "day tag jour día giorno dag dia день сутки",
    "week": "week woche semaine semana settimana неделю",
    "month": "month monat mois mes mese maand mês месяц",
    "quarter": "quarter quartal trimestre kwartaal квартал",
    "year": "year annum jahr année an año anno jaar ano год",
}
#: Class → adverbs right behind a figure, which are adjectives before it as well.
_ADVERBS: Final = {
    "hour": "hourly stündlich",
    "day": "daily täglich quotidiennement diariamente diarios diarias ежедневно",
    "week": "weekly wöchentlich semanales semanalmente еженедельно",
    "month": "monthly monatlich mensuellement mensuels mensuales mensili ежемесячно",
    "quarter": "quarterly vierteljährlich trimestriels trimestrales ежеквартально",
    "year": "yearly annually jährlich annuellement annuels anuales anualmente annui ежегодно",
}
#: Class → how adjectives, and the first parts of German nouns, begin before a figure.
_ADJECTIVES: Final = {
    "hour": "hourly stündlich stundenlohn stundensatz",
    "day": "daily täglich tagesdosis tagessatz tagespreis quotidien diari ежедневн",
    "week": "weekly wöchentlich hebdomadaire semanal settimanal еженедельн",
    "month": "monthly monatlich monatsbeitrag monatsmiete monatsgebühr mensuel mensual mensil "
    "ежемесячн",
    "quarter": "quarterly vierteljährlich quartalsbeitrag trimestriel trimestral ежеквартальн",
    "year": "annual yearly jährlich jahresbeitrag jahresmiete jahresgebühr annuel anual ежегодн "
    "годов",
}
#: Chinese and Japanese say it before the figure.
_EASTERN: Final = {
    "second": "毎秒|秒速|每秒|1秒(?:あたり|当たり|に)",
    "minute": "毎分|分速|每分钟|1分(?:間)?(?:あたり|当たり|に)",
    "hour": "時給|毎時|時速|时速|每小时|时薪|1時間(?:あたり|当たり|につき)",
    "day": "日額|日給|毎日|每天|每日|日薪|[1一]日(?:あたり|当たり|につき|に)",
    "week": "毎週|每周|每星期|週額|[1一]週間(?:あたり|当たり|に)",
    "month": "月額|月給|毎月|每月|月々|月薪|月租|[1一][かヶカケ]月(?:あたり|当たり|に)",
    "year": "年額|年俸|年収|毎年|每年|年薪|年费|年会費|[1一]年(?:あたり|当たり|に)",
}
#: What is held or comes out so often, whatever it says of a figure.
_OCCASIONS: Final = (
    "reports?|reviews?|meetings?|conferences?|newsletters?|magazines?|newspapers?|papers?|surveys?|"
    "statements?|accounts|general|festivals?|events?|editions?|bulletins?|bericht|versammlung|"
    "treffen|umfrage|mitteilung|rapport|réunion|informe|reunión|отч[её]т"
)
#: Beginnings of other forms of the nouns.
_STEMS: Final = {
    "second": ["sekund", "секунд"],
    "minute": ["minut", "минут"],
    "hour": ["stünd", "horari", "orari", "час"],
    "day": ["tages", "jour", "diar", "daily", "сут", "дн"],
    "week": ["woch", "hebdo", "seman", "settim", "недел"],
    "month": ["monat", "mensu", "mensil", "месяч"],
    "quarter": ["quartal", "trimestr", "квартал"],
    "year": ["annu", "jahr", "jähr", "anual", "год"],
}
#: Signs that say a period in any place.
_SIGNS: Final = {
    "second": "秒|ثانية|सेकंड",
    "minute": "分|دقيقة|मिनट",
    "hour": "時|时|小时|ساعة|घंट",
    "day": "日|天|يوم|दिन",
    "week": "週|周|星期|أسبوع|सप्ताह|हफ्त",
    "month": "月|شهر|महीन|माह",
    "quarter": "四半期|季",
    "year": "年|سنة|سنوي|عام|वर्ष|साल",
}
#: Behind its first letter, what says that something is meant for each of what follows.
_PER: Final = (
    r"(?<=p)(?:er|ro|ar|or)|(?<=a)(?:n|ll?|m)?|(?<=e)(?:ach|very)|(?<=j)e|(?<=i)(?:m|n der)|(?<=в)"
    r"|(?<=з)а"
)


def _classes(table: dict[str, str]) -> str:
    return "|".join(f"(?P<{name}>{'|'.join(word_list(words))})" for name, words in table.items())


_PER_BEHIND: Final = re.compile(
    rf"[paejiвз/](?:(?<=/) ?|(?<![^\W_][^/])(?:{_PER})[ \xa0])(?:{_classes(_NOUNS)})(?![^\W_])"
)
_OFTEN_BEHIND: Final = re.compile(rf"(?<![^\W_])(?:{_classes(_ADVERBS)})(?![^\W_])")
_OFTEN_BEFORE: Final = re.compile(
    rf"(?<![^\W_])(?:{_classes(_ADJECTIVES)})(?![^\W_]{{0,6}}[ \xa0](?:{_OCCASIONS}))"
)
_EASTERN_BEFORE: Final = re.compile(
    "|".join(f"(?P<{name}>{words})" for name, words in _EASTERN.items())
)
#: One of these stands around every figure of plain letters that is said to be meant so often.
_PLAIN_HINTS: Final = (
    *("daily", "weekly", "monthly", "quarterly", "yearly", "annu", "hourly"),
    *(" per ", " a day", " a week", " a month", " a year", "an hour", "each ", "every ", "/"),
    *(" a sec", " a min", " a quarter"),
    *(" pro ", " je ", " im ", " am ", " in der ", "monat", "tages", "jahres", "stunden"),
    *("quartals", " par ", " por ", " al ", "quotidien", "hebdo", "mensu", "trimestr"),
    *("semanal", "mensil", "anual", "diari", "settiman"),
)
_STOP: Final = re.compile(r"[.;:!?,\n|。；！？、，0-9](?:(?<![.;:!?,])|(?=\s|\Z))")
_AHEAD: Final = 32
_BACK: Final = 48


def words_for(period: str) -> re.Pattern[str]:
    """What says a period in a text in lower case, wherever it stands."""
    nouns = [*word_list(_NOUNS[period]), *_STEMS.get(period, ())]
    words = [*nouns, *word_list(f"{_ADVERBS.get(period, '')} {_ADJECTIVES.get(period, '')}")]
    eastern = f"|{_EASTERN[period]}" if period in _EASTERN else ""
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(words)}){eastern}|{_SIGNS[period]}")


def how_often(lower: str, start: int, end: int) -> str:
    """What period the figure `lower[start:end]` is meant for; "" where none or several are said."""
    low = start - _BACK if start > _BACK else 0
    around = lower[low : end + _AHEAD]
    if around.isascii() and not any(map(around.__contains__, _PLAIN_HINTS)):
        return ""
    stop = _STOP.search(lower, end, end + _AHEAD)
    behind = lower[start : stop.start() if stop is not None else end + _AHEAD]
    for stop in _STOP.finditer(lower, low, start):
        low = stop.end()
    before = lower[low:start]
    found = {match.lastgroup or "" for match in _PER_BEHIND.finditer(behind)}
    for match in _OFTEN_BEHIND.finditer(behind):
        found.add(match.lastgroup or "")
    for match in _OFTEN_BEFORE.finditer(before):
        found.add(match.lastgroup or "")
    if not before.isascii():
        found.update(match.lastgroup or "" for match in _EASTERN_BEFORE.finditer(before))
    return found.pop() if len(found) == 1 else ""
