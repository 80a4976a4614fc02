"""Scale words and signs of many languages: what they multiply a figure by, as powers of ten."""

from __future__ import annotations

from typing import Final

_BY_POWER: Final[dict[int, str]] = {
    2: "hundred hundert cien ciento cento сто सौ",
    3: (
        "thousand thousands tausend tsd mille milliers millier mil mila duizend tusen tusind tys "
        "тыс тысяч тысячи тысяча ألف آلاف हज़ार हजार χιλιάδες χιλιάδων χιλιάδα nghìn ngàn พัน천 ribu "
        "teur keur"
    ),
    4: "หมื่น",
    5: "lakh lakhs lac lacs लाख แสน",
    6: (
        "million millions mn mln mio mill millionen millón millon millones milhão milhao milhões "
        "milhoes milione milioni miljoen miljon miljoner млн миллион миллиона миллионов миллионы "
        "مليون ملايين εκατομμύρια εκατομμυρίων εκατομμύριο milyon triệu ล้าน juta mlyon"
    ),
    7: "crore crores cr करोड़ करोड",
    9: (
        "billion billions bn mrd milliarde milliarden milliard milliards md miliardi miliardo "
        "miljard bilhão bilhões bilhoes млрд миллиард миллиарда миллиардов مليار مليارات "
        "δισεκατομμύρια δισεκατομμυρίων δισεκατομμύριο milyar tỷ tỉ miliar अरब"
    ),
    12: "trillion trillions tn trn trilhões трлн триллион триллиона триллионов تريليون",
}

#: Lower-cased scale words → power of ten.
WORDS: Final[dict[str, int]] = {
    word: power for power, words in _BY_POWER.items() for word in words.split()
}

#: Words that are a scale in one language and something else in another.
ONLY_IN: Final[dict[str, dict[str, int]]] = {
    "tr": {"bin": 3, "yüz": 2},
    "de": {"billion": 12, "billionen": 12},
    "es": {"billón": 12, "billones": 12},
    "fr": {"billion": 12, "billions": 12, "cent": 2},
}

#: East Asian scale signs; they stand for themselves and join up: 3億2,000万.
SIGNS: Final[dict[str, int]] = {
    "万": 4,
    "萬": 4,
    "만": 4,
    "億": 8,
    "亿": 8,
    "억": 8,
    "兆": 12,
    "조": 12,
    "千": 3,
    "仟": 3,
    "천": 3,
    "百": 2,
}

#: Letters that are a scale where they stand at a figure, in the spelling they need.
LETTERS_WITH_MONEY: Final[dict[str, int]] = {
    "k": 3,
    "K": 3,
    "m": 6,
    "M": 6,
    "mm": 6,
    "MM": 6,
    "b": 9,
    "B": 9,
    "t": 12,
    "T": 12,
}
LETTERS_ATTACHED: Final[dict[str, int]] = {"k": 3, "K": 3, "M": 6, "MM": 6, "B": 9, "T": 12}


def power_of(word: str, language: str = "") -> int | None:
    """The power of ten that a scale word stands for in that language, or None."""
    lower = word.lower()
    special = ONLY_IN.get(language)
    if special is not None and lower in special:
        return special[lower]
    return WORDS.get(lower)
