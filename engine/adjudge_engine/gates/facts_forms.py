"""Other ways to write a fact: a date in another format, a range in other words.

The answer may say more than the fact asks ("4 July 2026" for "July 2026"), never less. A day and
month that can be read two ways meet a fact only as they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from adjudge_engine.dates.agree import compare
from adjudge_engine.dates.find import find_dates
from adjudge_engine.dates.model import Date

_LONGEST: Final = 60
#: What may stand beside the one date of a value.
_BESIDE: Final = frozenset(
    ("", "on", "on the", "the", "at", "am", "den", "um", "le", "à", "el", "a las", "г", "года")
)
_TO: Final = "-|to|bis|à|a|до|~|から|至|到"
_AND: Final = "and|und|et|y|e|и"
_NUMBER: Final = r"[0-9]++(?:[.,][0-9]++)*+"
_UNIT: Final = r"[^\W\d_]{1,16}|[%€$£¥°]{1,2}[a-z]?"
_RANGE: Final = re.compile(
    rf"({_NUMBER}) ?({_UNIT})?? ?(?:{_TO}) ?({_NUMBER}) ?({_UNIT})?", re.IGNORECASE
)


@lru_cache(maxsize=512)
def date_of(value: str) -> Date | None:
    """The one date or time of day that `value` is; None of a year alone and of what is unclear."""
    if not 4 < len(value) <= _LONGEST or not any(map(str.isdigit, value)):
        return None
    found = find_dates(value)
    if len(found) != 1 or found[0].kind not in ("date", "time") or found[0].swapped:
        return None
    one = found[0]
    rest = (value[: one.start] + " " + value[one.end :]).strip(" .,()").lower()
    alone = one.month is None and one.second is None
    return None if rest not in _BESIDE or alone else one


def same_dates(wanted: Date, said: Sequence[Date]) -> Iterator[tuple[int, int]]:
    """Where a date of the answer is the one wanted, said no less precisely."""
    for one in said:
        if not one.swapped and compare(wanted, one) == "same":
            yield one.start, one.end


@lru_cache(maxsize=512)
def range_pattern(value: str) -> re.Pattern[str] | None:
    """What finds the range that `value` is, its limits joined in other words.

    `value` and what is searched are normalised and in lower case.
    """
    match = _RANGE.fullmatch(value) if len(value) <= _LONGEST else None
    if match is None or not (match[2] or match[4]):
        return None
    first, last = re.escape(match[1]), re.escape(match[3])
    unit = re.escape(match[4] or match[2])
    return re.compile(
        rf"(?<![a-zà-ÿа-я0-9.,-])(?:{first} ?(?:{unit})? ?(?:{_TO}) ?{last}"
        rf"|(?<=between ){first} ?(?:{unit})? and {last}"
        rf"|(?<=zwischen ){first} ?(?:{unit})? und {last}"
        rf"|(?<=entre ){first} ?(?:{unit})? (?:{_AND}) {last}"
        rf"|(?<=между ){first} ?(?:{unit})? и {last}) ?{unit}(?![a-zà-ÿа-я0-9])"
    )
