"""A unit that goes on is another unit: "20 m" is not "20 m/s", nor "€12" what is "€12 per month".

What only one of answer and source counts by is a difference where the other side says nothing of
it: no word for that unit, or that period, near the figure, in the claim or in the question. What
a source gives per day, week, month or year is often told without it; that is no difference.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from adjudge_engine.numbers.binding.per_when import words_for
from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.units import family, spellings_of

#: Unit of time → the period that `per_when` has words for.
_PERIODS: Final = {
    "s": "second",
    "min": "minute",
    "h": "hour",
    "day": "day",
    "week": "week",
    "month": "month",
    "quarter": "quarter",
    "year": "year",
}
_SHORT: Final = frozenset(["s", "min", "h", "ms"])


def goes_on(stated: Number, source: Number) -> str:
    """What only one of two numbers counts by ("s" of "20 m/s"), where it makes another unit."""
    if bool(stated.per) == bool(source.per) or not stated.kind == source.kind == "plain":
        return ""
    measured = stated.unit or (stated.currency and source.currency)
    if stated.unit != source.unit or not measured:
        return ""
    per = (stated.per or source.per).partition("/")[0]
    often = family(per) in ("time", "calendar", "working_time") and per not in _SHORT
    return "" if often and source.per else per


def speaks_of(per: str, lower: str) -> bool:
    """Whether a text in lower case has a word for what is counted by."""
    return _words(per).search(lower) is not None


@lru_cache(maxsize=64)
def _words(per: str) -> re.Pattern[str]:
    period = _PERIODS.get(per)
    if period is not None:
        return words_for(period)
    if per.startswith("100 "):
        return re.compile("100|hundred|hundert|cent|cien|百|сто")
    if not family(per):
        return re.compile(re.escape(per.lower()))
    spelled = "|".join(sorted(map(re.escape, {one.lower() for one in spellings_of(per)})))
    if per[-1] not in "²³":
        return re.compile(rf"(?<![^\W_])(?:{spelled})")
    return re.compile(
        rf"(?<![^\W_])(?:{spelled}|{per[:-1]}[ ]?\^?[-−⁻]?[23²³]|square|sq\b|quadrat|carré|"
        r"cuadrad|cubi|kubi|cúbi|cube|cu\b|平方|立方|квадрат|куб)"
    )
