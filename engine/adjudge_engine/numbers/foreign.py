"""Small numbers in words of other languages, as evidence for a figure in digits.

They are only looked up where a figure is not found in digits, so nothing rests on their grammar.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Final

_LISTS: Final[tuple[str, ...]] = (
    # de
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn "
    "sechzehn siebzehn achtzehn neunzehn zwanzig",
    # fr
    "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
    "dix-sept dix-huit dix-neuf vingt",
    # es
    "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve veinte",
    # it
    "uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici "
    "quindici sedici diciassette diciotto diciannove venti",
    # pt
    "um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis "
    "dezessete dezoito dezenove vinte",
    # nl
    "een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien "
    "zestien zeventien achttien negentien twintig",
    # ru
    "один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать "
    "четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать",
)
_TENS: Final[tuple[str, ...]] = (
    "dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert",
    "trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix cent",
    "treinta cuarenta cincuenta sesenta setenta ochenta noventa cien",
    "trenta quaranta cinquanta sessanta settanta ottanta novanta cento",
    "trinta quarenta cinquenta sessenta setenta oitenta noventa cem",
)
_EAST_ASIAN = "一二三四五六七八九十"
#: How many places of one word are looked at in a text.
_TRIES: Final = 10_000
_NUMERALS = _EAST_ASIAN + "百千万億亿"


def _table() -> dict[Decimal, list[str]]:
    found: dict[Decimal, list[str]] = {}
    for words in _LISTS:
        for value, word in enumerate(words.split(), start=1):
            found.setdefault(Decimal(value), []).append(word)
    for words in _TENS:
        for index, word in enumerate(words.split()):
            found.setdefault(Decimal((index + 3) * 10), []).append(word)
    return found


_WORDS: Final = _table()


def east_asian(value: Decimal) -> str:
    """1 to 99 in Chinese numerals, else an empty string."""
    if value != value.to_integral_value() or not 1 <= value <= 99:
        return ""
    tens, ones = divmod(int(value), 10)
    head = {0: "", 1: "十"}.get(tens, _EAST_ASIAN[tens - 1] + "十" if tens else "")
    return head + (_EAST_ASIAN[ones - 1] if ones else "")


def find_foreign(value: Decimal, lower: str) -> tuple[int, int] | None:
    """Where a lower-cased text states `value` in words of another language, or None.

    "One" is left out: it is an article in most of them.
    """
    if value < 2:
        return None
    for word in _WORDS.get(value, ()):
        start = _find_apart(lower, word, str.isalnum)
        if start is not None:
            return start, start + len(word)
    numeral = east_asian(value)
    start = _find_apart(lower, numeral, _NUMERALS.__contains__) if numeral else None
    return None if start is None else (start, start + len(numeral))


def _find_apart(lower: str, word: str, joins: Callable[[str], bool]) -> int | None:
    """Where `word` stands with nothing at either end that it would be one with."""
    start = lower.find(word)
    for _ in range(_TRIES):
        if start < 0:
            return None
        end = start + len(word)
        before, after = lower[start - 1 : start] if start else "", lower[end : end + 1]
        if not (before and joins(before)) and not (after and joins(after)):
            return start
        start = lower.find(word, end)
    return None
