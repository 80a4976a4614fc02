"""Small numbers in words of other languages: evidence for a figure, and what an answer asserts.

They are looked up as they are written; nothing rests on their grammar. "One" is left out: it is
an article in most languages.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Final

from adjudge_engine.numbers.tables import word_list

#: Language → its words for one, two, three …
_FROM_ONE: Final[dict[str, str]] = {
    "de": "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
    "fr": "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze "
    "seize dix-sept dix-huit dix-neuf vingt",
    "es": "uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés "
    "veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve",
    "it": "uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici "
    "quindici sedici diciassette diciotto diciannove venti",
    "pt": "um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze "
    "dezesseis dezessete dezoito dezenove vinte",
    "nl": "een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien "
    "zestien zeventien achttien negentien twintig",
    "ru": "один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать "
    "тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать",
    "sv": "ett två tre fyra fem sex sju åtta nio tio elva tolv",
    "pl": "jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście",
    "tr": "bir iki üç dört beş altı yedi sekiz dokuz on",
    "id": "satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas",
    "el": "ένα δύο τρία τέσσερα πέντε έξι επτά οκτώ εννέα δέκα έντεκα δώδεκα",
    "ar": "واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة",
    "hi": "एक दो तीन चार पांच छह सात आठ नौ दस ग्यारह बारह",
}
#: More forms of the same numbers, from two on.
_FROM_TWO: Final[dict[str, str]] = {
    "ru": "двух трёх четырёх пяти шести семи восьми девяти десяти",
    "pt": "duas",
    "ar": "اثنين ثلاث أربع خمس ست سبع ثماني تسع عشر",
    "el": "δυο τρεις τέσσερις",
    "pl": "dwie trzech czterech pięciu sześciu siedmiu ośmiu dziewięciu dziesięciu",
    "hi": "दोनों",
}
#: Language → its words for thirty, forty … a hundred.
_TENS: Final[dict[str, str]] = {
    "de": "dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert",
    "fr": "trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix cent",
    "es": "treinta cuarenta cincuenta sesenta setenta ochenta noventa cien",
    "it": "trenta quaranta cinquanta sessanta settanta ottanta novanta cento",
    "pt": "trinta quarenta cinquenta sessenta setenta oitenta noventa cem",
    "nl": "dertig veertig vijftig zestig zeventig tachtig negentig honderd",
    "ru": "тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто сто",
}
_EAST_ASIAN = "一二三四五六七八九十"
#: How many places of one word are looked at in a text.
_TRIES: Final = 10_000
NUMERALS: Final = _EAST_ASIAN + "百千万億亿〇零两兩"


def _tables() -> dict[str, dict[str, Decimal]]:
    found: dict[str, dict[str, Decimal]] = {}
    for start, lists in ((1, _FROM_ONE), (2, _FROM_TWO)):
        for language, words in lists.items():
            table = found.setdefault(language, {})
            for value, word in enumerate(word_list(words), start=start):
                table[word] = Decimal(value)
    for language, words in _TENS.items():
        for tens, word in enumerate(word_list(words), start=3):
            found[language][word] = Decimal(tens * 10)
    _add_german(found["de"])
    _add_french(found["fr"])
    return found


def _add_german(table: dict[str, Decimal]) -> None:
    """Einundzwanzig … neunundneunzig."""
    ones = ["ein", *word_list(_FROM_ONE["de"])[1:9]]
    tens = ["zwanzig", *word_list(_TENS["de"])[:7]]
    for ten, tail in enumerate(tens, start=2):
        for one, head in enumerate(ones, start=1):
            table[f"{head}und{tail}"] = Decimal(ten * 10 + one)


def _add_french(table: dict[str, Decimal]) -> None:
    """Vingt-deux … soixante-neuf."""
    ones = word_list(_FROM_ONE["fr"])[:9]
    for ten, head in enumerate(["vingt", *word_list(_TENS["fr"])[:4]], start=2):
        for one, tail in enumerate(ones[1:], start=2):
            table[f"{head}-{tail}"] = Decimal(ten * 10 + one)


#: Language → word → value.
WORDS: Final[dict[str, dict[str, Decimal]]] = _tables()


def _by_value() -> dict[Decimal, list[str]]:
    found: dict[Decimal, list[str]] = {}
    for table in WORDS.values():
        for word, value in table.items():
            found.setdefault(value, []).append(word)
    return {value: list(dict.fromkeys(words)) for value, words in found.items()}


_BY_VALUE: Final = _by_value()


def east_asian(value: Decimal) -> str:
    """1 to 99 in Chinese numerals, else an empty string."""
    if value != value.to_integral_value() or not 1 <= value <= 99:
        return ""
    tens, ones = divmod(int(value), 10)
    head = {0: "", 1: "十"}.get(tens, _EAST_ASIAN[tens - 1] + "十" if tens else "")
    return head + (_EAST_ASIAN[ones - 1] if ones else "")


def find_foreign(value: Decimal, lower: str) -> tuple[int, int] | None:
    """Where a lower-cased text states `value` in words of another language, or None."""
    if value < 2:
        return None
    for word in _BY_VALUE.get(value, ()):
        if (start := find_word(word, lower)) is not None:
            return start, start + len(word)
    numeral = east_asian(value)
    start = find_word(numeral, lower) if numeral else None
    return None if start is None else (start, start + len(numeral))


def find_word(word: str, lower: str) -> int | None:
    """Where a word or numeral stands in a lower-cased text, no part of a longer one."""
    return _find_apart(lower, word, _joins_numeral if word[0] in NUMERALS else str.isalnum)


def _joins_numeral(char: str) -> bool:
    return char in NUMERALS


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
