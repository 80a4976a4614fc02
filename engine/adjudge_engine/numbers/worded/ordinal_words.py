"""Ordinals in words of languages other than English: dritte, tercero, troisième, третий."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from adjudge_engine.numbers.reading.tables import word_list
from adjudge_engine.numbers.worded.spelled import Spelled, value_of


class _Endings(NamedTuple):
    """What an ordinal ends with, and the stems that are not the cardinal's own."""

    ending: re.Pattern[str]
    stems: dict[str, int]


def _stems(row: str, first: int = 2) -> dict[str, int]:
    """Stems in a row that counts up from `first`; a stroke parts the forms of one."""
    return {
        stem: at
        for at, forms in enumerate(word_list(row), start=first)
        for stem in forms.split("/")
    }


_ENDINGS: Final[dict[str, tuple[str, dict[str, int]]]] = {
    "de": (r"s?te[nrsm]?", {"drit": 3, "sech": 6, "sieb": 7}),
    "fr": (
        r"i[èe]mes?",
        {"quatr": 4, "cinqu": 5, "neuv": 9, "onz": 11, "douz": 12, "treiz": 13, "quatorz": 14,
         "quinz": 15, "seiz": 16, "trent": 30, "quarant": 40, "cinquant": 50, "soixant": 60},
    ),
    "es": (
        r"[oa]s?|(?<=tercer)",
        _stems("segund tercer cuart quint sext séptim octav noven décim"),
    ),
    "it": (
        r"(?:esim)?[oaie]",
        _stems("second terz quart quint sest settim ottav non decim"),
    ),
    "pt": (r"[oa]s?", _stems("segund terceir quart quint sext sétim oitav non décim")),
    "nl": (r"de|ste", {"der": 3}),
    "sv": (
        r"",
        _stems("andra tredje fjärde femte sjätte sjunde åttonde nionde tionde"),
    ),
    "pl": (
        r"(?:i?ego|i?emu|iej|ej|ich|ych|imi?|ymi?|ie|[yaeąi])?",
        _stems("drug trzec/trzeci czwart piąt szóst siódm ósm dziewiąt dziesiąt"),
    ),
    "ru": (
        r"ый|ой|ий|ая|ое|ого|ому|ым|ом|ую|ые|ых|ыми|ья|ье|ьего|ьей|ьему|ьем|ью|ьих",
        _stems("втор трет четверт/четвёрт пят шест седьм восьм девят десят"),
    ),
    "tr": (
        r"",
        _stems("ikinci üçüncü dördüncü beşinci altıncı yedinci sekizinci dokuzuncu onuncu"),
    ),
    "el": (
        r"ος|ου|ης|οι|ες|ων|η|ο|α",
        _stems("δεύτερ τρίτ τέταρτ πέμπτ έκτ έβδομ όγδο ένατ δέκατ"),
    ),
    "id": (
        r"",
        _stems("kedua ketiga keempat kelima keenam ketujuh kedelapan kesembilan kesepuluh"),
    ),
    "ar": (
        r"ة?",
        _stems("الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر"),
    ),
    "hi": (
        r"[ाीे]|ां|वां|वीं|वें|वाँ",
        _stems("दूसर तीसर चौथ पांच/पाँच छठ सात आठ नौ दस"),
    ),
}  # fmt: skip
_COMPILED: Final[dict[str, _Endings]] = {
    language: _Endings(re.compile(rf"(?:{ending})\Z"), stems)
    for language, (ending, stems) in _ENDINGS.items()
}
_TOKEN: Final = re.compile(
    r"(?:[^\W\d_]|[\u0300-\u036f\u064b-\u065f\u0900-\u0903\u093a-\u094f\u0962\u0963])++"
)
_LONGEST: Final = 40
#: Also words of their own: "achten" is to respect, "quarto" a room, "la seconde" a second.
_NOT: Final = frozenset({"achten", "achte", "quarto", "quarta", "cuarto", "terza", "nono", "nona"})


def read_ordinals(folded: str, language: str) -> Iterator[Spelled]:
    """Every ordinal in words of a language, from the second on."""
    if language not in _COMPILED:
        return
    for match in _TOKEN.finditer(folded):
        if match.end() - match.start() > _LONGEST:
            continue
        word = match.group().lower()
        value = _value(word, language)
        if value is not None:
            yield Spelled(*match.span(), Decimal(value), Decimal(1), (word,))


@lru_cache(maxsize=8192)
def _value(word: str, language: str) -> int | None:
    endings = _COMPILED[language]
    match = endings.ending.search(word)
    if match is None or word in _NOT or match.start() < 2:
        return None
    stem = word[: match.start()]
    if stem in endings.stems:
        return endings.stems[stem]
    if language not in ("de", "fr", "nl"):
        return None
    value = value_of(stem, language)
    return int(value) if value is not None and value >= 2 else None
