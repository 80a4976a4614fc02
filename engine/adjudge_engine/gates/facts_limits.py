"""Where a fact's own words stand in an answer and still do not say the fact.

"50 km" is not in "50 km/h", nor "10 mg" in "10 mg per kg"; 30 MW are no 30 mW, though letter case
does not matter otherwise; and C$50 are no $50.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from adjudge_engine.numbers.reading.units import SECOND, family, find
from adjudge_engine.text.languages import ALL_STOP_WORDS
from adjudge_engine.text.sizes import LONG_TIMES

#: A value that ends with a figure and what measures it.
_MEASURE: Final = re.compile(r"[0-9][  ]?(°?[^\W\d_]{1,16}[²³23]?)\Z")
_OTHER_DOLLAR: Final = re.compile(r"(?<![^\W_])([A-Z]{1,3})\$")
#: What makes a rate of the quantity before it.
_RATE: Final = re.compile(r" ?(?:/|(?:per|pro|par|por|je) )([^\W\d_]{1,16})")
#: Units that the numbers gate does not know, for their letters mean much else as well.
_SHORT: Final = frozenset({"N", "s", "J", "C", "F", "T"})
_SECONDS: Final = frozenset({"s", "sec", "second", "sekunde", "seconde", "segundo"})
#: What makes a product or a power of the unit before it: N·m, kW h, m s⁻¹, m^2, min⁻¹.
_FACTOR: Final = re.compile(
    r"(?:[·⋅∙×*]|[ \xa0][·⋅∙×*][ \xa0])(?P<by>[^\W\d_]{1,4})(?![^\W_])|-[mhs](?![^\W_])"
    r"|[ \xa0][^\W\d_]{1,4}[⁻−-][0-9¹²³](?![0-9])"
    r"|[ \xa0](?:mm|cm|[mhs])[²³]?(?![^\W_]|['’]|/[a-z]/|\.[^\W_])"
    r"|\^[0-9−-]|[⁻²³]"
)
_GOES_ON: Final = frozenset("·⋅∙×*- \xa0^⁻²³")
#: A hyphen that stands for what follows later: "EU- und EWR-Staaten".
_SHARED: Final = re.compile(
    r"-,?[ \xa0](?:and|or|und|oder|sowie|bzw|et|ou|y|e|o|en|of|to|bis)(?![^\W_])"
)
_ADDRESS: Final = re.compile(r"[^\s@]{1,200}[.@][^\s@]{1,200}")
_SIGNS: Final = frozenset("+-−#")
#: Behind a value, what may make another thing of it: a sign, or the rest of an address.
_MAY_CUT: Final = _SIGNS | {".", "@"}
_LONGEST_GRADE: Final = 2
_LONGEST_SMALL: Final = 4
#: Words that are an answer or a setting in whatever case: "NO" is said by "No."
_ANSWERS: Final = frozenset(
    ("yes", "no", "on", "off", "all", "any", "both", "none", "and", "not", "non", "nein", "não")
)
_RATE_SIGNS: Final = ("/", " ")


@lru_cache(maxsize=512)
def unit_of(value: str) -> str | None:
    """The unit that `value` ends with, as it is written there; None where it is no measure."""
    match = _MEASURE.search(value)
    if match is None or (find(match[1]) is None and match[1] not in _SHORT):
        return None
    return match[1]


def is_cut(answer: str, start: int, end: int, value: str) -> bool:
    """Whether `value`, which but for letter case is `answer[start:end]`, is not said there."""
    if value[0] == "$" and is_other_dollar(answer[max(0, start - 3) : end]):
        return True
    if value.isupper() and is_small_word(answer[start:end], value):
        return True
    following = answer[end : end + 1]
    if following in _MAY_CUT and (
        is_graded(answer, start, end) or is_longer_name(answer, end, value)
    ):
        return True
    unit = unit_of(value)
    if unit is None:
        return False
    if goes_on(answer, end):
        return True
    if answer[start:end] == value:
        return False
    said = unit_of(answer[start:end])
    return said is not None and said != unit and not (find(unit) and find(said) is find(unit))


def is_small_word(said: str, value: str) -> bool:
    """Whether letter case makes another word of an abbreviation: "us" is not the US."""
    lower = said.lower()
    if len(value) > _LONGEST_SMALL or said == value or lower in _ANSWERS:
        return False
    return lower in ALL_STOP_WORDS


def is_longer_name(answer: str, end: int, value: str) -> bool:
    """Whether an address goes on behind `value`, which is one itself: "x.org" of "x.org.uk"."""
    if answer[end : end + 1] not in (".", "@") or not answer[end + 1 : end + 2].isalpha():
        return False
    return _ADDRESS.fullmatch(value) is not None


def is_graded(text: str, start: int, end: int) -> bool:
    """Whether a sign behind the letters makes another thing of them: B is not B+, C not C#."""
    sign, last = text[end : end + 1], text[end - 1 : end]
    if sign not in _SIGNS or not last.isalpha():
        return False
    if text[end + 1 : end + 2].isalnum() or _SHARED.match(text, end) is not None:
        return False
    return sign in "+#" or (end - start <= _LONGEST_GRADE and text[start:end].isupper())


def is_other_dollar(said: str) -> bool:
    """Whether a sum is in the dollars of another country than the bare sign stands for."""
    match = _OTHER_DOLLAR.search(said)
    return match is not None and match[1] != "US"


def goes_on(answer: str, end: int) -> bool:
    """Whether the unit that ends at `end` is a part of a larger one: 5 N of 5 N·m, 5 m of 5 m/s."""
    following = answer[end : end + 1]
    if (
        following
        and (following in _RATE_SIGNS or not following.isascii())
        and _is_rate(answer, end)
    ):
        return True
    match = _FACTOR.match(answer, end) if following in _GOES_ON else None
    if match is None:
        return False
    by = match["by"]
    return by is None or by in _SHORT or find(by) is not None


def _is_rate(answer: str, end: int) -> bool:
    match = _RATE.match(answer, end)
    if match is None:
        return False
    word = match[1].rstrip("²³")
    by = SECOND if word in _SECONDS else find(word)
    return by is not None and by.name not in LONG_TIMES and family(by.name) != "currency"
