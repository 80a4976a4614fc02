"""Times and ages as people write them: `3h`, `2d`, `90d`, or a date."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

import click

from adjudge_queue.file import clock
from adjudge_tui.display import one_line

_SPAN: Final = re.compile(r"(\d{1,6})\s?(m|h|d|w)")
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def span(text: str) -> timedelta | None:
    """`90d` as a span of time; None if it is none."""
    found = _SPAN.fullmatch(text.strip())
    return None if found is None else timedelta(**{_UNITS[found[2]]: int(found[1])})


def moment(text: str, *, back: bool = False) -> str:
    """A moment as ISO 8601: a date, or a span from now on (`back`: before now). UsageError."""
    away = span(text)
    try:
        if away is None:
            return clock.stamp(clock.parse(text))
        return clock.stamp(clock.now() - away if back else clock.now() + away)
    except (ValueError, OverflowError):
        raise click.UsageError(
            f"{one_line(text)!r} is no time: give 3h, 2d or 2026-03-01T09:30."
        ) from None
