"""Until when an item is put off: the moments that are offered, and what one writes oneself.

Everything is by the clock of this machine, so that nine o'clock is nine o'clock also across a
change to summer time.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from adjudge_tui.wording.strings import say

MORNING: Final = 9  # o'clock
_SPAN: Final = re.compile(r"([0-9]{1,4}) ?([mhdw])")
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_LONG: Final = 40  # characters of a moment


class Offer(NamedTuple):
    """One moment that is offered: its key, its words, when."""

    key: str
    words: str
    moment: datetime


def offers(now: datetime) -> tuple[Offer, ...]:
    """In an hour, tomorrow morning, next Monday morning. `now` is local and naive."""
    hour = now + timedelta(hours=1)
    tomorrow = _morning(now + timedelta(days=1))
    monday = _morning(now + timedelta(days=7 - now.weekday()))
    return (
        Offer("1", say("wait.hour", time=f"{hour:%H:%M}"), hour),
        Offer("2", say("wait.tomorrow", time=f"{tomorrow:%H:%M}"), tomorrow),
        Offer("3", say("wait.monday", date=f"{monday:%Y-%m-%d %H:%M}"), monday),
    )


def moment_of(text: str, now: datetime) -> datetime | None:
    """A local moment from `3h`, `2d`, `14:30`, a date, or both; None where it is none to come."""
    text = text.strip()
    if len(text) > _LONG:
        return None
    try:
        found = _read(text, now)
        ahead = found is not None and found > now
    except (ValueError, OverflowError, TypeError):  # no such day; or with a zone of its own
        return None
    return found if ahead else None


def _read(text: str, now: datetime) -> datetime | None:
    span = _SPAN.fullmatch(text)
    if span is not None:
        return now + timedelta(**{_UNITS[span[2]]: int(span[1])})
    if re.fullmatch(r"[0-9]{1,2}:[0-9]{2}", text):
        hour, minute = map(int, text.split(":"))
        today = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
        return today if today > now else today + timedelta(days=1)
    found = datetime.fromisoformat(text)
    return _morning(found) if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) else found


def stamp(moment: datetime) -> str:
    """A local moment as the queue takes it: ISO 8601 with its offset."""
    return moment.astimezone().isoformat(timespec="seconds")


def shown(moment: datetime, now: datetime) -> str:
    """A moment as one reads it: of today its time alone."""
    return f"{moment:%H:%M}" if moment.date() == now.date() else f"{moment:%Y-%m-%d %H:%M}"


def _morning(day: datetime) -> datetime:
    return day.replace(hour=MORNING, minute=0, second=0, microsecond=0)
