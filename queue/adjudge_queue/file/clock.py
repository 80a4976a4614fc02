"""The queue's one clock, and how a moment is written: UTC, always 27 characters.

The fixed width makes text order the order in time, so leases can be compared and indexed as text.
"""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """The current moment in UTC. Everything in the queue asks here, so that tests can set it."""
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """`2026-03-01T09:30:00.000000Z` for an aware `moment`."""
    text = moment.astimezone(UTC).isoformat(timespec="microseconds")  # four digits for any year
    return text.removesuffix("+00:00") + "Z"


def parse(text: str) -> datetime:
    """The moment that an ISO 8601 text names; without an offset it is UTC. Raises ValueError."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
