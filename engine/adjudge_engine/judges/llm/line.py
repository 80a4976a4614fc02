"""The line in front of a provider: who waits, in which order, and what they are told in the end."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

#: Whether there is money for a call: reserved; not now, others may leave some; never again.
Admission = Literal["reserved", "wait", "refused"]


class Expired(Exception):
    """The time for a call was over while it waited in line; `code` is why others get no answer."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Shut(Exception):
    """The provider is not to be asked any more in this run: it does not accept the key."""


class Refused(Exception):
    """There is no money left for the call."""


def _yes() -> Admission:
    return "reserved"


def _nothing() -> None:
    return None


@dataclass(frozen=True)
class Pass:
    """What a caller asks leave for: its place in line (`ticket`), and the tokens it may take.

    `admit` is asked last, when everything else allows the call, and may reserve money for it;
    `undo` gives that back where the caller has gone away meanwhile.
    """

    ticket: int
    tokens: int = 0
    admit: Callable[[], Admission] = _yes
    undo: Callable[[], None] = _nothing


class Waiter:
    """One caller in line. `outcome` is when it was let in, or why it was not."""

    def __init__(self, asked: Pass) -> None:
        self.asked = asked
        self.outcome: float | Exception | None = None
        self.gone = False
        self._loop = asyncio.get_running_loop()
        self._woken: asyncio.Future[None] | None = None

    def __lt__(self, other: Waiter) -> bool:
        return self.asked.ticket < other.asked.ticket

    def sleep(self) -> None:
        """From now on `wake` wakes it; before, it looks for itself."""
        self._woken = self._loop.create_future()

    def wake(self) -> None:
        """Makes it look; of any thread."""
        if self._woken is None or self._loop.is_closed():
            return
        if asyncio._get_running_loop() is self._loop:
            _finish(self._woken)
        else:
            self._loop.call_soon_threadsafe(_finish, self._woken)

    async def woken_or_after(self, seconds: float | None) -> None:
        """Sleeps, for so many seconds at most."""
        woken = self._woken
        assert woken is not None
        timer = None if seconds is None else self._loop.call_later(seconds, _finish, woken)
        try:
            await woken
        finally:
            self._woken = None
            if timer is not None:
                timer.cancel()

    def entered(self) -> float:
        """When it was let in; raises what it was told instead."""
        assert self.outcome is not None
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


def _finish(woken: asyncio.Future[None]) -> None:
    if not woken.done():
        woken.set_result(None)


class Line:
    """Waiters by ticket. Those who went away are dropped when they come to its head."""

    def __init__(self) -> None:
        self._waiting: list[Waiter] = []

    def add(self, waiter: Waiter) -> None:
        heapq.heappush(self._waiting, waiter)

    def first(self) -> Waiter | None:
        while self._waiting and self._waiting[0].gone:
            heapq.heappop(self._waiting)
        return self._waiting[0] if self._waiting else None

    def out(self, waiter: Waiter, outcome: float | Exception) -> None:
        """Tells a waiter its outcome; it is no longer in line."""
        waiter.outcome = outcome
        self.drop(waiter)
        waiter.wake()

    def drop(self, waiter: Waiter) -> None:
        waiter.gone = True
