"""How long to wait before trying again: what the provider says, else a growing, jittered guess."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

#: No provider is taken at its word for more than this many seconds.
LONGEST_WAIT_S: Final = 300.0
_FIRST_S: Final = 0.5
_BACKOFF_CAP_S: Final = 30.0
#: So many refusals of one call that name a short time are believed.
_TAKEN_AT_WORD: Final = 3
#: After that many, a call waits this long at least, seconds.
_SHORTEST_S: Final = 1.0

#: "1s", "6m0s", "1h2m3.5s", "250ms"
_SPAN: Final = re.compile(
    r"(?:([0-9]{1,6})h)?(?:([0-9]{1,6})m(?!s))?(?:([0-9]{1,9}(?:\.[0-9]{1,9})?)s)?"
    r"(?:([0-9]{1,9}(?:\.[0-9]{1,9})?)ms)?"
)
_RESETS: Final = ("requests", "tokens", "input-tokens", "output-tokens")


def backoff(attempt: int, chance: random.Random) -> float:
    """Seconds after the `attempt`-th failure (1, 2, …): half to the whole of 0.5, 1, 2, … 30."""
    most = min(_BACKOFF_CAP_S, _FIRST_S * 2 ** min(attempt - 1, 10))
    return float(most * chance.uniform(0.5, 1.0))


def wait_after_refusal(count: int, told: float | None, chance: random.Random) -> float:
    """Seconds after a call's `count`-th refusal (1, 2, …): as told, but not for ever in no time."""
    if told is None:
        return backoff(count, chance)
    least = 0.05 if count <= _TAKEN_AT_WORD else backoff(count - _TAKEN_AT_WORD, chance)
    return max(told, min(least, _SHORTEST_S))


def told_wait(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds that a provider's headers ask for, at most LONGEST_WAIT_S; None: they say nothing.

    `retry-after-ms`, then `retry-after` (seconds or an HTTP date, RFC 9110 §10.2.3), then the
    reset times of the limits that are used up (`x-ratelimit-reset-…`, `…-remaining-…: 0`).
    """
    said = {str(name).lower(): str(value).strip()[:64] for name, value in headers.items()}
    at = now or datetime.now(UTC)
    milliseconds = _number(said.get("retry-after-ms"))
    if milliseconds is not None:
        return _clamped(milliseconds / 1000)
    if "retry-after" in said:
        found = _when(said["retry-after"], at)
        if found is not None:
            return _clamped(found)
    return _reset(said, at)


def _reset(said: Mapping[str, str], at: datetime) -> float | None:
    """The latest reset among limits that are used up, or that do not say what remains."""
    waits = []
    for first in ("x-ratelimit", "anthropic-ratelimit"):
        for what in _RESETS:
            text = said.get(f"{first}-reset-{what}") or said.get(f"{first}-{what}-reset")
            remains = said.get(f"{first}-remaining-{what}", said.get(f"{first}-{what}-remaining"))
            if text is not None and remains in (None, "0"):
                waits.append(_when(text, at))
    plain = said.get("x-ratelimit-reset")
    if plain is not None:
        waits.append(_when(plain, at))
    known = [one for one in waits if one is not None]
    return _clamped(max(known)) if known else None


def _when(text: str, at: datetime) -> float | None:
    """Seconds from `at`: of a number (since 1970 where it is that large), a span, a date."""
    number = _number(text)
    if number is not None:
        return number - at.timestamp() if number > 1_000_000_000 else number
    span = _SPAN.fullmatch(text)
    if text and span is not None:
        hours, minutes, seconds, milliseconds = (float(one or 0) for one in span.groups())
        return hours * 3600 + minutes * 60 + seconds + milliseconds / 1000
    for read in (parsedate_to_datetime, datetime.fromisoformat):
        try:
            found = read(text)
            aware = found if found.tzinfo is not None else found.replace(tzinfo=UTC)
            return (aware - at).total_seconds()
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
    return None


def _number(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        found = float(text)
    except ValueError:
        return None
    return found if math.isfinite(found) else None


def _clamped(seconds: float) -> float:
    return min(max(seconds, 0.0), LONGEST_WAIT_S)
