"""Which of day and month comes first in 04/05/2025, where a text or its source settles it."""

from __future__ import annotations

import re
from typing import Final, Literal

from adjudge_engine.numbers.reading.tables import word_set

Order = Literal["day", "month"]

_SLASHED: Final = re.compile(
    r"(?<![0-9./-])([0-9]{1,2})([/-])([0-9]{1,2})\2(?:[0-9]{4}|[0-9]{2})(?![0-9/-])"
)
#: Where the month comes first; everywhere else that writes the year last, the day does.
_MONTH_FIRST: Final = frozenset(("us", "ph", "pr", "gu", "pw", "fm", "mh"))
#: Languages that write the year last without a country that writes otherwise.
_DAY_FIRST: Final = word_set(
    "de fr es it pt nl da nb nn no fi pl cs sk sl hr ro bg el ru uk tr vi id ar he hi th"
)


def order_in(folded: str) -> Order | None:
    """The order of the text's own dates: None where none settles it, or two disagree."""
    if "/" not in folded and "-" not in folded:
        return None
    orders: set[Order] = set()
    for match in _SLASHED.finditer(folded):
        first, second = int(match[1]), int(match[3])
        if first > 12 >= second:
            orders.add("day")
        elif second > 12 >= first:
            orders.add("month")
    return next(iter(orders)) if len(orders) == 1 else None


def order_of(locale: str | None) -> Order | None:
    """The order that a declared locale ("en-US", "de", "en_GB") has."""
    if not locale:
        return None
    parts = locale.replace("_", "-").lower().split("-")
    if len(parts) > 1 and len(parts[-1]) == 2:
        return "month" if parts[-1] in _MONTH_FIRST else "day"
    return "day" if parts[0] in _DAY_FIRST else None
