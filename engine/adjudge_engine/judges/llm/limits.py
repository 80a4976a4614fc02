"""Who may call a provider when: slots, requests and tokens a minute, pauses, first come first.

A slot is held only while a request is under way, never while its caller waits to try again. All
waiting is in one line by order of arrival, in which a caller that tries again keeps its old place.
Limits may be shared by event loops of several threads.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable
from typing import Final

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.llm.bucket import Bucket
from adjudge_engine.judges.llm.line import Expired, Line, Pass, Refused, Shut, Waiter
from adjudge_engine.judges.llm.pausing import Pause

#: A pause halves how many requests may be under way; each answer gives so many back.
_FEWER: Final = 0.5
_MORE: Final = 0.25
#: How often it is looked whether money in other calls' hands came free, seconds.
_MONEY_S: Final = 0.05
#: Timers are not finer than this, seconds.
_TICK_S: Final = 0.001


class Limits:
    """The limits of one provider. JudgeError for limits below 1.

    `concurrency` requests at most are under way together; `rpm` requests and `tpm` tokens (in and
    out) at most go in any minute. `minute` and `clock` (seconds) are for tests.
    """

    def __init__(
        self,
        concurrency: int = 8,
        rpm: int | None = None,
        tpm: int | None = None,
        *,
        minute: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        given = [concurrency, *(one for one in (rpm, tpm) if one is not None)]
        if min(given) < 1:
            raise JudgeError("limits of calls are at least 1", "leave a limit out to have none")
        self.concurrency = concurrency
        self.clock = clock
        self._requests = Bucket(rpm, minute) if rpm is not None else None
        self._tokens = Bucket(tpm, minute) if tpm is not None else None
        self._pause = Pause()
        self._allowed = float(concurrency)
        self._allowed_before: float | None = None  # before the first of a series of halvings
        self._halved_at = 0.0
        self._busy = 0
        self._line = Line()
        self._tickets = itertools.count()
        self._lock = threading.RLock()
        self._trouble_since: float | None = None
        self._trouble_code = "timeout"
        self._shut = False

    def ticket(self) -> int:
        """A place in line, by order of arrival; a caller keeps it through all its attempts."""
        return next(self._tickets)

    async def enter(self, asked: Pass, *, patience: float, until: float | None = None) -> float:
        """Waits for a slot and returns when it was got (of `clock`); `leave` gives it back.

        Raises Expired at the time `until`, or, where that is None, as soon as the provider has
        answered nobody for `patience` seconds; Shut; Refused if there is no money for it.
        """
        came = self.clock()
        waiter = Waiter(asked)
        with self._lock:
            self._line.add(waiter)
        try:
            while True:
                with self._lock:
                    self._next()
                    if waiter.outcome is not None:
                        break
                    seconds = self._patience(waiter, came, patience, until)
                    waiter.sleep()
                await waiter.woken_or_after(seconds)
        except BaseException:
            with self._lock:
                self._withdraw(waiter)
            raise
        return waiter.entered()

    def _patience(
        self, waiter: Waiter, came: float, patience: float, until: float | None
    ) -> float | None:
        """Seconds until a waiter must look again; None: it will be woken. Raises Expired."""
        now = self.clock()
        is_first = self._line.first() is waiter
        if until is None and is_first and self._trouble_since is not None:
            until = max(came, self._trouble_since) + patience
        if until is not None and now >= until:
            raise Expired(self._trouble_code)
        left = None if until is None else until - now
        if not is_first:
            return left
        ready = self._ready_in(waiter.asked, now)
        if ready == 0:  # only money is missing
            ready = _MONEY_S
        waits = [one for one in (left, ready) if one is not None]
        return max(min(waits), _TICK_S) if waits else None

    def _let_in(self) -> None:
        """Lets in as many of the line as may go now, in its order."""
        while (first := self._line.first()) is not None:
            if self._shut:
                self._line.out(first, Shut())
                continue
            now = self.clock()
            if self._ready_in(first.asked, now) != 0:
                return
            admission = first.asked.admit()
            if admission == "wait":
                return
            if admission == "refused":
                self._line.out(first, Refused())
                continue
            self._begin(first.asked, now)
            self._line.out(first, now)

    def _ready_in(self, asked: Pass, now: float) -> float | None:
        """0: it may go. Seconds: then. None: as soon as a slot comes free."""
        if self._busy >= max(int(self._allowed), 1):
            return None
        seconds = self._pause.wait(now)
        if self._requests is not None:
            seconds = max(seconds, self._requests.wait(1, now))
        if self._tokens is not None:
            seconds = max(seconds, self._tokens.wait(asked.tokens, now))
        return seconds

    def _begin(self, asked: Pass, now: float) -> None:
        self._busy += 1
        self._pause.sent(now)
        if self._requests is not None:
            self._requests.take(1, now)
        if self._tokens is not None:
            self._tokens.take(asked.tokens, now)

    def _withdraw(self, waiter: Waiter) -> None:
        """A caller goes away: out of the line, or giving back a slot that it was given."""
        if isinstance(waiter.outcome, float):
            waiter.asked.undo()
            self.leave(waiter.asked, 0)
        self._line.drop(waiter)
        self._next()

    def _next(self) -> None:
        """Lets in who may go; the new first in line sees for itself how long it has to wait."""
        self._let_in()
        if (first := self._line.first()) is not None:
            first.wake()

    def leave(self, asked: Pass, used: int | None) -> None:
        """Gives a slot back; it took `used` tokens, not `asked.tokens` (None: unknown)."""
        with self._lock:
            self._busy -= 1
            if self._tokens is not None and used is not None:
                self._tokens.correct(asked.tokens, used)
            self._next()

    def answered(self, sent_at: float) -> None:
        """A request that was sent then was answered, with whatever reply."""
        with self._lock:
            self._trouble_since = None
            self._allowed = min(self._allowed + _MORE, float(self.concurrency))
            if self._pause.answered(sent_at):  # it refuses some and serves others: it is not full
                self._allowed = max(self._allowed, self._allowed_before or 0.0)
                self._allowed_before = None
            elif sent_at > self._halved_at:
                self._allowed_before = None

    def refused(self, sent_at: float, seconds: float) -> None:
        """A request that was sent then was refused for so many seconds (429): all wait."""
        with self._lock:
            now = self.clock()
            if self._pause.refused(now, sent_at, seconds):
                if self._allowed_before is None:
                    self._allowed_before = self._allowed
                self._allowed, self._halved_at = max(self._allowed * _FEWER, 1.0), now
            self.failed("rate_limited")

    def failed(self, code: str) -> None:
        """A request ended without a reply: broken off, too late, or by the server's own error."""
        with self._lock:
            self._trouble_code = code
            if self._trouble_since is None:
                self._trouble_since = self.clock()
                self._next()

    def shut(self) -> None:
        """Ends all asking: everybody in line, and whoever comes, gets Shut."""
        with self._lock:
            self._shut = True
            self._next()
