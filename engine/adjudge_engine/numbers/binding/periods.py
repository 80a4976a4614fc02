"""Years, quarters, half-years, months, days and times of day that a stretch of text names.

Each has one form for all its spellings. They tell apart figures that are otherwise the same ("In
2022, 5 …; in 2023, 4 …"), and are read loosely: a period is only ever compared with the periods
said beside another figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from adjudge_engine.numbers.reading.calendar import is_month
from adjudge_engine.numbers.reading.tables import word_list

_RANKS: Final = {
    "1": "1 1st first i one erste erster erstes ersten premier première 1er primer primero primera "
    "первый первого первом первое 一 上 전",
    "2": "2 2nd second ii two zweite zweiter zweites zweiten deuxième 2e second segundo segunda "
    "второй второго втором второе 二 下",
    "3": "3 3rd third iii three dritte dritter drittes dritten troisième 3e tercer tercero tercera "
    "третий третьего третьем третье 三",
    "4": "4 4th fourth iv four vierte vierter viertes vierten quatrième 4e cuarto cuarta "
    "четвёртый четвертый четвертого четвёртого 四",
}
_RANK_OF: Final = {word: rank for rank, words in _RANKS.items() for word in word_list(words)}
_RANK: Final = "|".join(sorted(map(re.escape, _RANK_OF), key=lambda word: (-len(word), word)))
_QUARTER: Final = "quarters?|fiscal quarter|quartals?|trimestre|квартал[ае]?"
_HALF: Final = "half|half-year|halbjahre?s?|semestre|полугоди[еия]"

_PERIOD = re.compile(
    r"(?<![^\W_])(?:fy ?|cy ?)?(?P<year>(?:1[89]|20|21)[0-9]{2})(?![0-9%]|[.,][0-9]|[a-z])"
    r"|(?<![^\W_])(?:q ?(?P<q1>[1-4])|(?P<q2>[1-4]) ?q|h ?(?P<h1>[12])|(?P<h2>[12]) ?h)(?=\W|20|$)"
    rf"|(?<![^\W_])(?P<rank>{_RANK})[.\s-]{{0,2}}(?:fiscal[ -])?"
    rf"(?:(?P<quarter>{_QUARTER})|(?P<half>{_HALF}))(?![^\W_])"
    r"|第?(?P<qe>[1-4１-４一二三四])(?:四半期|季度)|(?P<he>[上下])半[期年]"
    r"|(?<![0-9])(?P<me>[0-9]{1,2})月(?![分頃])(?:(?P<de>[0-9]{1,2})日)?"
    r"|(?<![0-9.,:])(?P<clock>[0-9]{1,2})(?::(?P<minute>[0-5][0-9]))?\s?(?P<noon>[ap])\.?m\b",
    re.IGNORECASE,
)
#: What every period but a month has in it.
_HINT = re.compile(r"[0-9]|[Qq]uart|[Hh]al[fb]|rimestre|emestre|варта|олуг|[季期半月]")
_MONTH = re.compile(
    r"(?<![^\W_])(?:(?P<before>[0-9]{1,2})(?:st|nd|rd|th|\.|er|º)?\s(?:of\s|de\s)?)?"
    r"(?P<name>[^\W\d_]{3,12})(?![^\W_])"
    r"(?:\.?\s(?P<after>[0-9]{1,2})(?:st|nd|rd|th)?(?![^\W_]|[.,:]?[0-9]|\s?[%°€$£¥]"
    r"|\s(?:euros?|eur|usd|dol|pounds?|francs?|mill|mrd|mio|bill|thous|tausend|mil\b|perc|proz|"
    r"pour cent|por c|евро|руб|млн|млрд|тыс|kg|km|mm|cm|people|personen|personnes|personas)))?"
)
_HAS_MONTH = re.compile(
    r"jan|feb|fév|mar|mär|apr|avr|abr|may|mai|jun|jui|jul|aug|aoû|ago|sep|oct|okt|nov|dec|déc|dez|dic"
    r"|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек",
    re.IGNORECASE,
)
#: Bare years of a text.
YEARS: Final = re.compile(r"(?<![\w.,])(?:1[89]|20|21)[0-9]{2}(?![\w%]|[.,][0-9])")
_DIGITS: Final = str.maketrans("１２３４一二三四", "12341234")


class Period(NamedTuple):
    """A period that `text[start:end]` names, as one name for all its spellings."""

    start: int
    end: int
    name: str


def periods_in(text: str, start: int, end: int) -> list[Period]:
    """The periods that `text[start:end]` names, by kind and place."""
    found = []
    if _HINT.search(text, start, end):
        found = [Period(*one.span(), _name(one)) for one in _PERIOD.finditer(text, start, end)]
    if _HAS_MONTH.search(text, start, end):
        for match in _MONTH.finditer(text, start, end):
            if is_month(match["name"]):
                day = match["before"] or match["after"]
                name = "month " + match["name"].lower()[:3]
                found.append(Period(*match.span(), f"{name} {int(day)}" if day else name))
    return found


def _name(match: re.Match[str]) -> str:
    group = match.groupdict()
    if group["year"]:
        return group["year"]
    if group["rank"]:
        rank = _RANK_OF.get(group["rank"].lower(), "")
        return ("quarter " if group["quarter"] else "half ") + rank
    if group["he"]:
        return "half " + ("1" if group["he"] == "上" else "2")
    if group["me"]:
        name = f"month {int(group['me'])}"
        return f"{name} {int(group['de'])}" if group["de"] else name
    if group["clock"]:
        minute = group["minute"] or "00"
        return f"clock {int(group['clock'])}:{minute} {group['noon'].lower()}m"
    quarter = group["q1"] or group["q2"] or group["qe"]
    if quarter:
        return "quarter " + quarter.translate(_DIGITS)
    return "half " + (group["h1"] or group["h2"])


def spellings(text: str, start: int, end: int) -> Iterator[str]:
    """Other ways, in lower case, to write the quarter or half-year that `text[start:end]` names."""
    for period in periods_in(text, start, min(end, len(text))):
        kind, _, rank = period.name.partition(" ")
        if kind not in ("quarter", "half"):
            continue
        short, nouns = (
            ("q", "quarter quartal trimestre")
            if kind == "quarter"
            else (
                "h",
                "half half-year halbjahr semestre",
            )
        )
        yield short + rank
        yield f"{short} {rank}"
        yield rank + short
        for word in word_list(_RANKS[rank]):
            for noun in word_list(nouns):
                yield f"{word} {noun}"
                yield f"{word}-{noun}"
        yield f"{rank}. {word_list(nouns)[1]}"
        if kind == "quarter":
            yield f"第{rank}四半期"
            yield f"第{rank}季度"
