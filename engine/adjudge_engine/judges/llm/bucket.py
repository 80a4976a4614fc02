"""A token bucket: at most so many requests, or tokens, in any minute."""

from __future__ import annotations

#: The share of a minute's amount that may go at once, after a rest.
_BURST = 1 / 12


class Bucket:
    """Holds what may be spent now; times are seconds of any clock that does not go back.

    In any `minute` no more than `amount` is let through, bursts included: what may go at once is
    taken off the rate at which it refills (for parts of at most a twelfth of `amount`; one part
    that is larger waits until the bucket is full and leaves a debt).
    """

    def __init__(self, amount: float, minute: float = 60.0) -> None:
        self._amount = amount
        self._minute = minute
        self._room = max(1.0, amount * _BURST)
        self._level = self._room
        self._at: float | None = None

    @property
    def _rate(self) -> float:
        spare = self._room if self._room > 1 else self._room - 1
        return max(self._amount - spare, self._amount * 0.05) / self._minute

    def wait(self, part: float, now: float) -> float:
        """Seconds until `part` may be taken; 0 for now."""
        self._refill(now)
        short = min(part, self._room) - self._level
        return max(short / self._rate, 0.0) if short > 1e-9 else 0.0

    def take(self, part: float, now: float) -> None:
        self._refill(now)
        self._level -= part

    def correct(self, guessed: float, was: float) -> None:
        """What was taken as `guessed` turned out to be `was`."""
        self._level = min(self._level + guessed - was, self._room)

    def _refill(self, now: float) -> None:
        if self._at is not None and now > self._at:
            self._level = min(self._level + (now - self._at) * self._rate, self._room)
        self._at = now if self._at is None else max(now, self._at)
