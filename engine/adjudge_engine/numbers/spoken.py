"""Numbers that an answer states in words of another language, or in Chinese numerals.

They can be looked up in a context but not yet weighed: what is not found there is unchecked,
never wrong. A numeral counts only before what it counts, a word only where the text is in its
language or a word for a time follows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from adjudge_engine.numbers.assemble import Text, assemble
from adjudge_engine.numbers.figures import Figure
from adjudge_engine.numbers.foreign import NUMERALS, WORDS
from adjudge_engine.numbers.model import Kind, Number
from adjudge_engine.numbers.tables import word_set


class Spoken(NamedTuple):
    """A number in words; `word` is the word or numeral alone, in lower case."""

    number: Number
    word: str


_TIMES: Final = word_set(
    "tage tagen wochen monate monaten jahre jahren stunden minuten sekunden jours semaines mois "
    "ans années heures minutes secondes días semanas meses años horas minutos giorni settimane "
    "mesi anni ore minuti dias anos dagen weken maanden jaren uren дней дня недель недели месяцев "
    "месяца лет года часов часа минут dagar veckor månader timmar gün hafta yıl saat"
)
#: Words that are a number only before a plural with one of these endings: "neuf" is also "new".
_BEFORE_PLURAL: Final[dict[str, tuple[str, ...]]] = {
    "neuf": ("s", "x"),
    "sei": ("i", "e"),
    "once": ("s",),
}
_TOKEN = re.compile(r"[^\W\d_]{2,30}(?:-[^\W\d_]{2,20})*")
_NEXT = re.compile(r"[ \xa0]([^\W\d_]{2,30})")

#: In a text whose language cannot be told these may be English, or a name.
_ALSO_ENGLISH: Final = word_set(
    "elf once six on sex due dos cent seize fem elva neuf sept sei nove dix dez vier dua tio trente"
)

_COUNTERS = (
    r"(?:か|ヶ|カ|ケ|ヵ|个|個|箇)月|週間|日間|年間|時間|分間|秒間|小时|小時|分钟|分鐘|星期|周年|"
    r"パーセント|ポイント|キロ|メートル|グラム|リットル|世紀|世纪|"
    r"[名人個个件本枚台円元年日週周天秒回倍割％%歳岁位種种つ票社國国州県校頭匹冊杯階層层"
    r"点號号米克升吨噸家条條章節枝艘辆輛座间間巻期代頁页]|节(?!气)"
)
_NUMERAL = re.compile(
    rf"百分之[{NUMERALS}]{{1,12}}|[{NUMERALS}]{{1,12}}(?=(?P<counter>{_COUNTERS}|分(?![のに之别別解])))"
)
#: What makes a numeral vague, an ordinal or part of a figure before it.
_NO_START: Final = frozenset("第数數几幾何每毎月零〇.0123456789,，．０１２３４５６７８９")
_FIXED = re.compile(r"十分(?![間间钟鐘])|二次(?=[元方電电感創创])|三人称|二人三脚|百分(?!之)|千万")
_DIGIT: Final = {char: at for at, char in enumerate("一二三四五六七八九", start=1)} | {
    "两": 2,
    "兩": 2,
    "〇": 0,
    "零": 0,
}
_SMALL: Final = {"十": 10, "百": 100, "千": 1000}
_LARGE: Final = {"万": 10**4, "億": 10**8, "亿": 10**8}


def iter_spoken(prepared: Text) -> Iterator[Spoken]:
    """The numbers in words of other languages that a text states, in order. Linear."""
    language = prepared.style.language
    if language in ("ja", "zh", ""):
        yield from _numerals(prepared)
    if not language or language in WORDS:
        yield from _words(prepared, language)


def _words(prepared: Text, language: str) -> Iterator[Spoken]:
    tables = [WORDS[language]] if language else list(WORDS.values())
    known = {word: value for table in tables for word, value in table.items() if value > 1}
    for match in _TOKEN.finditer(prepared.folded):
        word = match.group().lower()
        value = known.get(word)
        if value is None:
            continue
        following = _NEXT.match(prepared.folded, match.end())
        named = following[1].lower() if following is not None else ""
        if named not in _TIMES:
            if not language and word in _ALSO_ENGLISH:
                continue
            endings = _BEFORE_PLURAL.get(word)
            if endings is not None and not named.endswith(endings):
                continue
        yield Spoken(_number(prepared, match.span(), value), word)


def _numerals(prepared: Text) -> Iterator[Spoken]:
    folded = prepared.folded
    for match in _NUMERAL.finditer(folded):
        start, end = match.span()
        raw = match.group()
        if raw == "一" or folded[start - 1 : start] in _NO_START:
            continue
        if _FIXED.match(folded, start) or (raw in ("万", "億", "亿")):
            continue
        share = raw.startswith("百分之")
        value = numeral_value(raw.removeprefix("百分之"))
        if value is not None:
            kind: Kind = "percent" if share else "plain"
            yield Spoken(_number(prepared, (start, end), value, kind), raw)


def numeral_value(raw: str) -> Decimal | None:
    """What a Chinese numeral is worth; None where its signs make no number."""
    if all(char in _DIGIT for char in raw):
        return Decimal("".join(str(_DIGIT[char]) for char in raw)) if len(raw) < 3 else None
    total, section, digit = 0, 0, 0
    for char in raw:
        if char in _DIGIT:
            digit = _DIGIT[char]
        elif char in _SMALL:
            section += (digit or 1) * _SMALL[char]
            digit = 0
        else:
            total += (section + digit or 1) * _LARGE[char]
            section = digit = 0
    return Decimal(total + section + digit)


def _number(prepared: Text, span: tuple[int, int], value: Decimal, kind: Kind = "plain") -> Number:
    return assemble(prepared, span, Figure(value, Decimal(1)), kind)
