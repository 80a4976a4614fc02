"""Units that go on behind a first one: km/h, W/(m²·K), mg per kg a day, kW h, metros cuadrados.

A unit that goes on is another unit. What is counted by something becomes the number's `per`, by
the name of the unit table where that has it, else as it is written.
"""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.reading import units
from adjudge_engine.numbers.reading.follows import After
from adjudge_engine.numbers.reading.tables import word_set
from adjudge_engine.numbers.reading.units import Unit

_LATIN: Final = r"[A-Za-zÀ-\u024f\u1e00-\u1effµ]"
_UNIT: Final = rf"(?:{_LATIN}{{1,14}}(?:[²³]|(?<=m)[23](?![^\W_]))?|[^\W\d_]{{1,14}}[²³]?)"
_RATE: Final = re.compile(
    r"(?:\s?/\s?|[ \xa0](?:a la|per|an?|each|every|pro|par|al|por|je|im|в)[ \xa0])"
    rf"({_UNIT})(?![ \xa0](?:ago|earlier|later|before|after|from|prior|old|[0-9]))"
)
#: "kW h", "kg·m", "mètres carrés".
_PRODUCT: Final = re.compile(rf"(?P<sign>[ \xa0-]|[ \xa0]?[·⋅][ \xa0]?)(?P<unit>{_UNIT})")
#: What no table has: m/s², W/(m²·K), J/kg·K.
_SYMBOL: Final = r"[A-Za-zµ°Ω]{1,4}"
_COMPOUND: Final = re.compile(
    r"[ \xa0]?/[ \xa0]?(?:\((?P<enclosed>[A-Za-zµ°Ω²³⁴·⋅*. \xa0^2-4]{1,16})\)"
    rf"|(?P<plain>{_SYMBOL}(?:\^?[2-4](?![^\W_])|[²³⁴]|[²³]?[·⋅]{_SYMBOL}[²³]?)))"
)
#: m s⁻¹, kg·m⁻³.
_INVERSE: Final = re.compile(rf"[ \xa0·⋅]?(?P<unit>{_SYMBOL})(?:⁻|\^-)(?P<power>[¹²³1-3])")
#: 6 l/100 km.
_HUNDRED: Final = re.compile(
    r"(?:[ \xa0]?/[ \xa0]?|[ \xa0](?:per|pro|je|auf|aux|par|por|cada|su|на)[ \xa0])"
    r"100[ \xa0]?(?P<unit>km|kilom|км|g(?![^\W_])|ml(?![^\W_]))"
)
_NEXT: Final = re.compile(rf"[ \xa0-]({_UNIT})")
_RAISED: Final = str.maketrans("234", "²³⁴", "^*·⋅. \xa0")
_POWERS: Final = {"¹": "", "1": "", "²": "²", "2": "²", "³": "³", "3": "³"}
#: Unit and the unit that it is multiplied by → the unit of both.
_PRODUCTS: Final = {
    **{(f"{prefix}W", "h"): f"{prefix}Wh" for prefix in ("", "k", "M", "G")},
    ("A", "h"): "Ah",
    ("mA", "h"): "mAh",
    ("N", "m"): "Nm",
}
#: Words behind a length that make an area or a volume of it.
_RAISING: Final = {
    **dict.fromkeys(word_set("carré carrés cuadrado cuadrados quadrato quadrati quadrado"), "²"),
    **dict.fromkeys(word_set("quadrados"), "²"),
    **dict.fromkeys(word_set("cube cubes cúbico cúbicos cubo cubi cubico"), "³"),
}
#: Letters that are a unit only behind a stroke: "the 1980s" are no seconds.
_BEHIND_STROKE: Final = {
    **dict.fromkeys(("s", "second", "с", "сек"), units.SECOND),
    "ч": Unit("h", "time"),
}
_TIMES: Final = frozenset({"time", "calendar"})
#: Words for "per" that are so only before a time.
_ARTICLES: Final = frozenset({"a", "an", "al", "a la", "je", "im", "в"})
#: "$12 monthly".
PERIODS: Final = {
    **dict.fromkeys(("hourly", "stündlich"), "h"),
    **dict.fromkeys(("daily", "täglich"), "day"),
    **dict.fromkeys(("weekly", "wöchentlich"), "week"),
    **dict.fromkeys(("monthly", "monatlich", "mensuels", "mensuales"), "month"),
    **dict.fromkeys(("yearly", "annually", "jährlich", "anuales"), "year"),
}
_OFTEN: Final = re.compile(rf"[ \xa0]({'|'.join(PERIODS)})(?![^\W_])")


def read_rate(folded: str, after: After, *, money: bool) -> After:
    """`after` with the rest of its unit, and "/day", "per week", "a month" behind it."""
    if after.unit:
        after = _multiplied(folded, after)
    if after.unit or money or after.currency:
        compound = _counted_by(folded, after)
        if compound is not None:
            return compound
    rate = _RATE.match(folded, after.end)
    if rate is None:
        often = _OFTEN.match(folded, after.end) if money or after.currency else None
        return after if often is None else after._replace(end=often.end(), per=PERIODS[often[1]])
    named = _unit_at(folded, rate)
    if named is None:
        return after
    unit, end = named
    article = folded[after.end : rate.start(1)].strip() in _ARTICLES
    if article and unit.family not in _TIMES:
        return after
    if not after.unit and not (money or after.currency) and article:
        return after
    per = unit.name
    if unit.family not in _TIMES and (then := _RATE.match(folded, end)) is not None:
        time = units.find(then[1].lower())
        if time is not None and time.family in _TIMES:
            end, per = then.end(1), f"{per}/{time.name}"  # mg/kg/day
    return after._replace(end=end, per=per)


def _multiplied(folded: str, after: After) -> After:
    """`after` with what its unit is multiplied by: kW h, N·m, metros cuadrados."""
    match = _PRODUCT.match(folded, after.end)
    if match is None:
        return after
    word, end = match["unit"], match.end("unit")
    grown = _grown(after.unit, word)
    if grown:
        return after._replace(end=end, unit=grown)
    if match["sign"].strip() in ("·", "⋅"):
        unit = units.find(word)
        return after._replace(end=end, unit=f"{after.unit}·{unit.name if unit else word}")
    return after


def _grown(unit: str, word: str) -> str:
    """The unit that a unit and the word behind it are, or an empty string."""
    raised = _RAISING.get(word.lower())
    if raised is not None:
        return f"{unit}{raised}" if f"{unit}{raised}" in units.FAMILY else ""
    by = units.find(word) or units.find(word.lower())
    return _PRODUCTS.get((unit, by.name), "") if by is not None else ""


def _counted_by(folded: str, after: After) -> After | None:
    """`after` with a unit below that is no single word: m/s², m s⁻¹, l/100 km."""
    sign = folded[after.end : after.end + 2]
    if "/" in sign and (match := _COMPOUND.match(folded, after.end)) is not None:
        written = (match["enclosed"] or match["plain"]).translate(_RAISED)
        known = units.find(written) or _BEHIND_STROKE.get(written)
        return after._replace(end=match.end(), per=known.name if known else written)
    if after.unit and (match := _INVERSE.match(folded, after.end)) is not None:
        word = match["unit"]
        known = units.find(word) or _BEHIND_STROKE.get(word)
        per = f"{known.name if known else word}{_POWERS[match['power']]}"
        return after._replace(end=match.end(), per=per)
    match = _HUNDRED.match(folded, after.end)
    if match is None:
        return None
    # What a hundred is counted by stays a figure of its own.
    name = "km" if match["unit"][0] in "kк" else match["unit"]
    return after._replace(per=f"100 {name}")


def _unit_at(folded: str, rate: re.Match[str]) -> tuple[Unit, int] | None:
    """The unit that a rate names, of one word or of two, and where it ends."""
    word, end = rate[1], rate.end(1)
    unit = units.find(word) or units.find(word.lower()) or _BEHIND_STROKE.get(word)
    following = _NEXT.match(folded, end)
    if following is not None:
        pair = units.PAIRS.get(f"{word} {following[1]}".lower(), "")
        pair = pair or (_grown(unit.name, following[1]) if unit is not None else "")
        if pair:
            return Unit(pair, units.family(pair)), following.end(1)
    return (unit, end) if unit is not None else None
