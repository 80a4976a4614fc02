"""Strict bounds: "more than 100" is not true of exactly 100, nor "over 12.4" of 12.38.

"At least", "at most" and "up to" hold for the bound itself. "Over three years" may also say how
long, so that a length of time proves nothing, and a source that itself speaks of a bound ("100 or
more") may mean the same thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from adjudge_engine.numbers.binding.stretches import Place
from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.lookup.material import Material, Trace
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.tables import word_set

#: Lengths of time: "over 3 years" may mean "during".
_TIMES: Final = word_set(
    "s sec second seconds min minute minutes h hr hour hours day days week weeks month months year "
    "years yr decade decades century centuries quarter quarters weekend weekends night nights "
    "sekunde sekunden minuten stunde stunden tag tage tagen woche wochen monat monate monaten jahr "
    "jahre jahren heure heures jour jours semaine semaines mois an ans année années día días "
    "semana semanas mes meses año años hora horas час часа часов день дня дней неделя недели "
    "недель месяц месяца месяцев год года лет"
)
#: What says of a figure of a source that it is no exact one.
_OPEN: Final = re.compile(
    r"\b(?:over|upwards?|excess|greater|surpass\w{0,4}|tops|topped|north of|more|above|"
    r"exceed\w{0,4}|beyond|least|most|under|below|less|fewer|up to|maximum|minimum|max|min|plus|"
    r"about|around|approximately|roughly|nearly|almost|some|limit|threshold|mehr|über|"
    r"überst\w{0,6}|mindestens|höchstens|unter|weniger|fast|rund|etwa|bis|moins|environ|près|"
    r"presque|dépass\w{0,6}|más|menos|casi|unos|unas|superi\w{0,6}|inferi\w{0,6}|"
    r"более|больше|свыше|менее|меньше|около|почти)\b|[+<>≤≥~≈超余多以约約未満]",
    re.IGNORECASE,
)
_BEFORE: Final = 40
_AFTER: Final = 24
#: After so many places a bound is left as it is.
_MOST: Final = 24


def is_wrong_side(stated: Number, source: Number) -> bool:
    """Whether `source` is not beyond the strict bound, or is beyond the loose one, of `stated`."""
    if stated.bound is None or source.bound is not None or source.approximate:
        return False
    limit, size = abs(stated.value), abs(source.value)
    if stated.kind != source.kind:
        return False
    if stated.bound == "over":
        return size <= limit
    if stated.bound == "under":
        return size >= limit
    return size < limit if stated.bound == "at_least" else size > limit


def overstated(
    material: Material, number: Number, places: Iterable[tuple[Place, Found]]
) -> Trace | None:
    """The finding that a strict bound is no true one of the number at any of `places`."""
    if number.bound not in ("over", "under") or number.unit in _TIMES or number.noun in _TIMES:
        return None
    first: Found | None = None
    for count, (place, found) in enumerate(places):
        text = material.texts[place.text][1]
        if count >= _MOST or not is_wrong_side(number, found.number) or _is_open(text, place):
            return None
        first = first or found
    if first is None:
        return None
    said = "more" if number.bound == "over" else "less"
    source = f'"{first.number.text}" (context {first.context_id})'
    message = f'"{number.text}": the source says {source}, which is not {said} than that'
    return Trace("bound_mismatch", message, found=first)


def _is_open(text: str, place: Place) -> bool:
    """Whether what stands around a number of a source may make a bound of it."""
    before = text[max(0, place.start - _BEFORE) : place.start]
    return _OPEN.search(f"{before} {text[place.end : place.end + _AFTER]}") is not None
