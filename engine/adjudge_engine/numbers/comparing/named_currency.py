"""A country's dollars, pounds or crowns, where the contexts never say of which country they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudge_engine.numbers.model import Number

#: Currency → pieces of which a text has one that may speak of its country or uses its sign.
_COUNTRIES: Final = {
    "CAD": (
        "canad",
        "kanad",
        "cad",
        "c$",
        "ca$",
        "канад",
        "カナダ",
        "加拿大",
        "加元",
        "ontario",
        "quebec",
    ),
    "AUD": ("austral", "aud", "a$", "au$", "австрал", "オースト", "澳"),
    "NZD": ("zealand", "neusee", "nzd", "nz$", "zelan", "zéland", "зеланд", "新西兰"),
    "HKD": ("hong", "hkd", "hk$", "гонконг", "香港", "港"),
    "SGD": ("singap", "sgd", "s$", "сингап", "シンガ", "新加坡", "新元"),
    "TWD": ("taiwan", "twd", "nt$", "тайван", "台"),
    "MXN": ("mexi", "méxi", "mxn", "mx$", "мексик"),
    "SEK": ("swed", "schwed", "suéd", "suec", "sved", "zweed", "sek", "швед"),
    "NOK": ("norw", "norweg", "norv", "norueg", "noor", "nok", "норвеж"),
    "DKK": ("danish", "denmark", "dän", "dano", "dane", "dan", "deen", "dkk", "датск"),
}
#: What a text says that leaves the country open.
_OPEN: Final = frozenset(["$", "KRONA", "PESO", "FRANC", "POUND"])


def is_unsaid(number: Number, like: Number, texts: Sequence[str], question: str) -> bool:
    """Whether `number` is said in a country's currency that no text, in lower case, names."""
    pieces = _COUNTRIES.get(number.currency)
    if pieces is None or like.currency not in _OPEN:
        return False
    asked = question[:2_000].lower()
    return not any(piece in text for text in (*texts, asked) for piece in pieces)
