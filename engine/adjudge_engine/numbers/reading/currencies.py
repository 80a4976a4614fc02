"""Currencies: signs, ISO codes and names to one name each, and which names may mean the same."""

from __future__ import annotations

from typing import Final

from adjudge_engine.numbers.reading.tables import word_set
from adjudge_engine.numbers.reading.units import VOWEL_SIGNS

SIGNS: Final[dict[str, str]] = {
    "$": "$",
    "€": "EUR",
    "£": "GBP",
    "¥": "¥",
    "₹": "INR",
    "₩": "KRW",
    "₽": "RUB",
    "₺": "TRY",
    "₫": "VND",
    "฿": "THB",
    "₴": "UAH",
    "₪": "ILS",
    "₱": "PHP",
    "₦": "NGN",
}

#: Letters written before `$`.
DOLLAR_PREFIXES: Final[dict[str, str]] = {
    "US": "USD",
    "A": "AUD",
    "AU": "AUD",
    "C": "CAD",
    "CA": "CAD",
    "NZ": "NZD",
    "HK": "HKD",
    "S": "SGD",
    "NT": "TWD",
    "R": "BRL",
    "MX": "MXN",
}

CODES: Final = word_set(
    "USD EUR GBP JPY CNY RMB CHF CAD AUD NZD HKD SGD TWD KRW INR RUB TRY BRL MXN SEK NOK "
    "DKK PLN CZK HUF ZAR THB VND IDR MYR PHP ILS AED SAR EGP NGN KES UAH RON BGN ISK ARS "
    "CLP COP PEN PKR BDT LKR"
)

_NAMES: Final[dict[str, str]] = {
    "$": "dollar dollars dólar dólares доллар доллара долларов دولار دولارا "
    "دولارات दोलर डॉलर δολάρια đô",
    "EUR": "euro euros евро يورو ευρώ यूरो",
    "POUND": "pound pounds pfund livres libras фунтов",
    "GBP": "sterling quid",
    "JPY": "yen",
    "CNY": "yuan renminbi юаней",
    "INR": "rupee rupees rs रुपये रुपए रुपया",
    "FRANC": "franc francs franken",
    "KRONA": "kr krona kronor krone kroner kronen kronas",
    "PESO": "peso pesos",
    "BRL": "real reais",
    "RUB": "ruble rubles rouble roubles рубль рубля рублей руб",
    "RIYAL": "riyal riyals ريال ريالا ريالات",
    "DIRHAM": "dirham dirhams درهم درهما دراهم",
    "DINAR": "dinar dinars دينار دينارا دنانير",
    "TRY": "lira liras tl",
    "KRW": "won",
    "VND": "đồng",
    "THB": "baht บาท",
}
WORDS: Final[dict[str, str]] = {
    word: name for name, words in _NAMES.items() for word in words.split()
}

#: East Asian words, longest first; matched as prefixes of what follows a figure.
EAST_ASIAN: Final[tuple[tuple[str, str], ...]] = (
    ("人民币", "CNY"),
    ("ユーロ", "EUR"),
    ("ポンド", "POUND"),
    ("美元", "USD"),
    ("欧元", "EUR"),
    ("英镑", "GBP"),
    ("日元", "JPY"),
    ("港元", "HKD"),
    ("米ドル", "USD"),
    ("ドル", "$"),
    ("円", "JPY"),
    ("元", "CNY"),
    ("원", "KRW"),
    ("달러", "$"),
)

#: A name that leaves open which of several currencies is meant.
_FAMILIES: Final[dict[str, frozenset[str]]] = {
    "$": word_set("USD CAD AUD NZD HKD SGD TWD MXN BRL PESO ARS CLP COP"),
    "¥": frozenset({"JPY", "CNY", "RMB"}),
    "POUND": frozenset({"GBP", "EGP"}),
    "FRANC": frozenset({"CHF"}),
    "KRONA": frozenset({"SEK", "NOK", "DKK", "ISK", "CZK"}),
    "PESO": frozenset({"MXN", "PHP", "ARS", "CLP", "COP"}),
    "RIYAL": frozenset({"SAR"}),
    "DIRHAM": frozenset({"AED"}),
    "INR": frozenset({"PKR", "LKR"}),
    "CNY": frozenset({"RMB"}),
}

#: (country, name) → the one currency that is meant.
_OF_COUNTRIES: Final[dict[tuple[str, str], str]] = {
    **dict.fromkeys((("us", "$"), ("u.s", "$"), ("american", "$")), "USD"),
    ("canadian", "$"): "CAD",
    ("australian", "$"): "AUD",
    ("singapore", "$"): "SGD",
    ("british", "POUND"): "GBP",
    ("egyptian", "POUND"): "EGP",
    ("swiss", "FRANC"): "CHF",
    ("swedish", "KRONA"): "SEK",
    ("norwegian", "KRONA"): "NOK",
    ("danish", "KRONA"): "DKK",
    ("mexican", "PESO"): "MXN",
    ("saudi", "RIYAL"): "SAR",
}

COUNTRIES: Final = frozenset(country for country, _ in _OF_COUNTRIES)


def of_word(word: str) -> str:
    """The currency that a word or ISO code names, or an empty string."""
    if word in CODES:
        return word
    name = WORDS.get(word.lower(), "")
    if not name and not word.isascii():
        return WORDS.get(word.translate(VOWEL_SIGNS), "")
    return name


def of_pair(country: str, word: str) -> str:
    """The currency that two words name ("Canadian dollars"), in lower case, or an empty string."""
    name = WORDS.get(word, "")
    return _OF_COUNTRIES.get((country, name), "") if name else ""


def same_currency(one: str, two: str) -> bool:
    """Whether two names may mean one currency: `$` may be USD, ¥ may be CNY."""
    if one == two:
        return True
    return two in _FAMILIES.get(one, ()) or one in _FAMILIES.get(two, ())
