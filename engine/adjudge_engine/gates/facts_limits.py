"""Where a fact's own words stand in an answer and still do not say the fact.

"50 km" is not in "50 km/h", nor "10 mg" in "10 mg per kg"; 30 MW are no 30 mW, though letter case
does not matter otherwise; C$50 are no $50; and 00742 is a code, not the number 742.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from adjudge_engine.numbers.reading.units import family, find

#: A value that ends with a figure and what measures it.
_MEASURE: Final = re.compile(r"[0-9][  ]?([^\W\d_]{1,16}[²³23]?)\Z")
_OTHER_DOLLAR: Final = re.compile(r"(?<![^\W_])([A-Z]{1,3})\$")
#: What makes a rate of the quantity before it.
_RATE: Final = re.compile(r" ?(?:/|(?:per|pro|par|por|je) )([^\W\d_]{1,16})")
#: A quantity that is taken, paid or done in so long a time is still that quantity.
_LONG_TIMES: Final = frozenset({"day", "week", "month", "year"})
_RATE_SIGNS: Final = ("/", " ")


@lru_cache(maxsize=512)
def unit_of(value: str) -> str | None:
    """The unit that `value` ends with, as it is written there; None where it is no measure."""
    match = _MEASURE.search(value)
    return match[1] if match is not None and find(match[1]) is not None else None


def is_cut(answer: str, start: int, end: int, value: str) -> bool:
    """Whether `value`, which but for letter case is `answer[start:end]`, is not said there."""
    if value[0] == "$" and is_other_dollar(answer[max(0, start - 3) : end]):
        return True
    unit = unit_of(value)
    if unit is None:
        return False
    if answer.startswith(_RATE_SIGNS, end) and _is_rate(answer, end):
        return True
    said = unit_of(answer[start:end])
    return said is not None and said != unit and find(said) is not find(unit)


def is_other_dollar(said: str) -> bool:
    """Whether a sum is in the dollars of another country than the bare sign stands for."""
    match = _OTHER_DOLLAR.search(said)
    return match is not None and match[1] != "US"


def _is_rate(answer: str, end: int) -> bool:
    match = _RATE.match(answer, end)
    by = find(match[1]) if match is not None else None
    return by is not None and by.name not in _LONG_TIMES and family(by.name) != "currency"


def is_code(figures: str) -> bool:
    """Whether figures alone, the first of them 0, name something rather than count it."""
    return len(figures) > 1 and figures[0] == "0" and figures.isdigit()
