"""Shares in words of languages other than English: zwei Drittel, la moitié de, un tercio de."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import Final, NamedTuple

from adjudge_engine.numbers.worded.spelled import value_of

#: Language → words for a third, a quarter …, as `word=denominator`; "_" stands for a blank.
_DENOMINATORS: Final[dict[str, str]] = {
    "de": "drittel=3 dritteln=3 viertel=4 vierteln=4 fünftel=5 sechstel=6 achtel=8 zehntel=10",
    "fr": "tiers=3 quart=4 quarts=4 cinquième=5 cinquièmes=5 sixième=6 dixième=10 dixièmes=10",
    "es": "tercio=3 tercios=3 cuarto=4 cuartos=4 quinto=5 quintos=5 sexto=6 décimo=10 décimos=10 "
    "tercera_parte=3 terceras_partes=3 cuarta_parte=4 cuartas_partes=4 quinta_parte=5 "
    "quintas_partes=5 décima_parte=10 décimas_partes=10",
    "it": "terzo=3 terzi=3 quarto=4 quarti=4 quinto=5 quinti=5 decimo=10 decimi=10",
    "pt": "terço=3 terços=3 quarto=4 quartos=4 quinto=5 quintos=5 décimo=10 décimos=10",
    "nl": "derde=3 derden=3 kwart=4 vierde=4 vijfde=5 tiende=10",
    "sv": "tredjedel=3 tredjedelar=3 fjärdedel=4 fjärdedelar=4 femtedel=5 femtedelar=5",
    "pl": "trzecia=3 trzecie=3 trzecich=3 czwarta=4 czwarte=4 czwartych=4 "
    "piąta=5 piąte=5 piątych=5",
    "ru": "третья=3 трети=3 третьих=3 четверти=4 пятая=5 пятых=5 десятая=10 десятых=10",
}
_HALVES: Final[dict[str, str]] = {
    "de": r"die hälfte(?= der| des| von| aller| seiner| ihrer| davon)"
    r"|der hälfte(?= der| des| aller)",
    "fr": r"la moitié(?= des?\b| du\b| d')",
    "es": r"la mitad(?= de)",
    "it": r"la metà(?= de| di)",
    "pt": r"(?:a |da )?metade(?= d[aoe])",
    "nl": r"de helft(?= van)",
    "sv": r"hälften(?= av)",
    "pl": r"połow[aęy](?= )",
    "ru": r"половин[аыу](?= )",
    "tr": r"yarısı",
    "id": r"(?:setengah|separuh)(?= dari)",
    "ar": r"نصف",
    "hi": r"आध[ाीे]",
    "vi": r"một nửa",
}
#: Articles before a part: "la cuarta parte".
_ONE: Final[dict[str, tuple[str, ...]]] = {"es": ("la", "una")}
#: Words that are a share by themselves; as evidence only, for a quarter may be one of a year.
_SINGLES: Final[dict[str, dict[str, Decimal]]] = {
    "ru": {"треть": Decimal(1) / 3, "четверть": Decimal("0.25")},
}
_OF: Final = re.compile(
    r"[ \xa0](?:de|del|des|du|der|di|dei|delle|degli|da|do|das|dos|von|aller|van|av)\b|[ \xa0]d'|"
    r"[ \xa0](?:всех|от|из)\b"
)


class Share(NamedTuple):
    """A share in words: span and value; `weak` where it may be another thing ("un cuarto")."""

    start: int
    end: int
    value: Decimal
    weak: bool


def read_shares(folded: str, language: str) -> Iterator[Share]:
    """Every share in words of a language. Linear."""
    lower = folded.lower()
    if len(lower) != len(folded):
        return
    halves = _halves(language)
    if halves is not None:
        for match in halves.finditer(lower):
            yield Share(*match.span(), Decimal("0.5"), False)
    for word, value in _SINGLES.get(language, {}).items():
        for match in re.finditer(rf"(?<![^\W_]){word}(?![^\W_])", lower):
            yield Share(*match.span(), value, True)
    pattern, denominators = _pattern(language)
    for match in pattern.finditer(lower) if pattern is not None else ():
        count = _count(match["count"], language)
        below = denominators[match["below"]]
        if count is not None and 1 <= count < below:
            weak = count == 1 and _OF.match(lower, match.end()) is None
            yield Share(*match.span(), count / below, weak)


def _count(word: str, language: str) -> Decimal | None:
    return Decimal(1) if word in _ONE.get(language, ()) else value_of(word, language)


@cache
def _halves(language: str) -> re.Pattern[str] | None:
    words = _HALVES.get(language)
    return re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])") if words else None


@cache
def _pattern(language: str) -> tuple[re.Pattern[str] | None, dict[str, Decimal]]:
    pairs = [pair.replace("_", " ").split("=") for pair in _DENOMINATORS.get(language, "").split()]
    if not pairs:
        return None, {}
    words = "|".join(sorted((word for word, _ in pairs), key=len, reverse=True))
    pattern = rf"(?<![^\W_])(?P<count>[^\W\d_]{{2,12}})[ \xa0-](?P<below>{words})(?![^\W_])"
    return re.compile(pattern), {word: Decimal(below) for word, below in pairs}
