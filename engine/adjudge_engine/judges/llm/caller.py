"""Asks a language model through litellm: once a call, again where that helps, never for ever.

Retries, waits, limits, money and cache are ours. litellm's own retries are off: it tries three
times unasked, holds its place while it waits, and its timeout is for each attempt.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from decimal import Decimal
from typing import Final

from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Usage
from adjudge_engine.judges.llm import environment
from adjudge_engine.judges.llm.attempts import Attempt, Sender
from adjudge_engine.judges.llm.cache import CachedReply, ReplyCache, cache_key
from adjudge_engine.judges.llm.completion import CallFailed, Completion
from adjudge_engine.judges.llm.estimate import TokenRate, prompt_bytes
from adjudge_engine.judges.llm.failures import Failure
from adjudge_engine.judges.llm.ledger import Ledger, Spent
from adjudge_engine.judges.llm.limits import Limits
from adjudge_engine.judges.llm.line import Admission, Expired, Pass, Refused, Shut
from adjudge_engine.judges.llm.retries import backoff, wait_after_refusal
from adjudge_engine.judges.llm.settings import CallSettings
from adjudge_engine.judges.prompt import Prompt

#: An attempt that would have less time than this is not made.
_LEAST_SHARE: Final = 0.1
_LEAST_S: Final = 1.0
#: Within so many seconds a reply is on disk.
_WRITTEN_S: Final = 0.1
_NOTHING: Final = Usage(
    tokens_in=0, tokens_out=0, cost_usd=0.0, latency_ms=0.0, attempts=0, cached=True
)


class LiteLlmCaller:
    """One model at one provider; implements `completion.Caller`.

    `limits` are the provider's, to be shared by all its callers; `ledger` is the run's. A caller
    may serve several event loops one after the other.
    """

    def __init__(
        self,
        settings: CallSettings,
        *,
        limits: Limits,
        cache: ReplyCache | None = None,
        ledger: Ledger | None = None,
    ) -> None:
        self.settings = settings
        self.limits = limits
        self.cache = cache
        self.ledger = ledger if ledger is not None else Ledger()
        self.price = settings.price_per_token()
        self._sender = Sender(settings)
        self._rate = TokenRate()
        self._chance = random.Random()
        self._asking: dict[str, asyncio.Future[None]] = {}

    @property
    def model(self) -> str:
        return self.settings.model

    @property
    def parameters(self) -> dict[str, str | int | float | bool | None]:
        return self.settings.parameters

    def key(self, prompt: Prompt, *, rubric_hash: str, sample: int = 0) -> str:
        """The reply's place in the cache."""
        return cache_key(
            prompt,
            rubric_hash=rubric_hash,
            model=self.model,
            parameters=self.parameters,
            sample=sample,
        )

    async def complete(
        self, prompt: Prompt, *, rubric_hash: str, sample: int = 0, fresh: bool = False
    ) -> Completion:
        """The model's reply; see `completion.Caller`. Equal calls that meet are made once."""
        if self.cache is None:
            return await self._asked(prompt, sample, None)
        key = self.key(prompt, rubric_hash=rubric_hash, sample=sample)
        async with self._alone(key):
            kept = None if fresh else self.cache.get(key)
            if kept is not None:
                self.ledger.cached()
                return Completion(kept.text, kept.model, _NOTHING)
            return await self._asked(prompt, sample, key)

    @asynccontextmanager
    async def _alone(self, key: str) -> AsyncIterator[None]:
        """Only one call of a key at a time in one event loop: the others then find it cached."""
        loop = asyncio.get_running_loop()
        while (other := self._asking.get(key)) is not None and other.get_loop() is loop:
            await asyncio.wait([other])
        mine = self._asking[key] = loop.create_future()
        try:
            yield
        finally:
            mine.set_result(None)
            if self._asking.get(key) is mine:
                del self._asking[key]

    async def _asked(self, prompt: Prompt, sample: int, key: str | None) -> Completion:
        try:
            await environment.prepared()  # before any clock runs: it takes seconds
        except JudgeError as error:
            self.ledger.failed("provider_error")
            raise CallFailed("provider_error", error.message) from None
        call = _Call(self, prompt, sample)
        found = await call.run()
        usage = call.usage()
        if isinstance(found, Failure):
            self.ledger.failed(found.code)
            raise CallFailed(found.code, found.message, usage)
        self.ledger.answered()
        if self.cache is not None and key is not None:
            counts = (usage.tokens_in, usage.tokens_out)
            self.cache.put(key, CachedReply(found.text, found.model, *counts))
            # Replies wait to be written together; the last of a batch must not wait for the next.
            asyncio.get_running_loop().call_later(_WRITTEN_S, self.cache.flush)
        return replace(found, usage=usage)


class _Call:
    """One call and its attempts."""

    def __init__(self, caller: LiteLlmCaller, prompt: Prompt, sample: int) -> None:
        self._caller = caller
        self._settings = caller.settings
        self._limits = caller.limits
        self._ledger = caller.ledger
        self._prompt = prompt
        self._sample = sample
        self._ticket = caller.limits.ticket()
        self._size = prompt_bytes(prompt)
        self._most_out = self._settings.max_tokens or prompt.max_tokens
        self._first_at: float | None = None
        self._attempts = self._faults = self._refusals = 0
        self._spent = _NO_COST

    async def run(self) -> Completion | Failure:
        """Attempts until one has a reply, or a failure is final; never raises but if cancelled."""
        failure: Failure | None = None
        while True:
            try:
                sent_at = await self._slot()
            except Expired as expired:
                return failure or Failure(expired.code, "the provider answered nobody", "no")
            except Shut:
                return failure if failure and failure.code == "unauthorised" else _SHUT
            except Refused:
                return self._over_budget()
            found = await self._attempt(sent_at)
            if not isinstance(found, Failure):
                return found
            failure = found
            seconds = self._pause_before_next(found, sent_at)
            if seconds is None:
                return found
            if seconds > 0:
                self._ledger.waited(seconds)
                await asyncio.sleep(seconds)

    def usage(self) -> Usage:
        """What all attempts took together; what one of them left unknown is unknown."""
        spent, began = self._spent, self._first_at
        return Usage(
            tokens_in=spent.tokens_in,
            tokens_out=spent.tokens_out,
            cost_usd=None if spent.cost is None else float(spent.cost),
            latency_ms=None if began is None else (self._limits.clock() - began) * 1000,
            attempts=self._attempts,
            cached=False,
        )

    async def _slot(self) -> float:
        """Waits for leave to send, and gives the time of sending."""
        began = time.monotonic()
        tokens = self._caller._rate.most(self._size) + self._most_out
        self._asked = Pass(self._ticket, tokens, self._admit, self._undo)
        until = None if self._first_at is None else self._first_at + self._settings.deadline_s
        sent_at = await self._limits.enter(
            self._asked, patience=self._settings.deadline_s, until=until
        )
        self._ledger.waited(time.monotonic() - began)
        if self._first_at is None:
            self._first_at = sent_at
        return sent_at

    def _admit(self) -> Admission:
        price = self._caller.price
        came = self._caller._rate.most(self._size)
        self._most = None if price is None else price.cost(came, self._most_out)
        return self._ledger.admit(self._most)

    def _undo(self) -> None:
        self._ledger.settle(self._most, _NO_COST)
        self._ledger.not_sent()

    async def _attempt(self, sent_at: float) -> Completion | Failure:
        """One request. Slot and reservation are given back whatever happens."""
        assert self._first_at is not None
        self._attempts += 1
        left = self._first_at + self._settings.deadline_s - sent_at
        seconds = max(min(self._settings.attempt_timeout_s, left), 0.001)
        attempt = Attempt(found=Failure("timeout", "interrupted", "no", billed=True))
        try:
            attempt = await self._caller._sender.send(self._prompt, self._sample, seconds)
        finally:
            spent = attempt.spent(self._caller.price)
            self._spend(spent)
            self._ledger.settle(self._most, spent)
            used = _total(spent)
            self._note(attempt, sent_at)
            self._limits.leave(self._asked, used)
        return attempt.found

    def _note(self, attempt: Attempt, sent_at: float) -> None:
        """Tells the limits how the provider does."""
        found = attempt.found
        if attempt.counted.tokens_in:
            self._caller._rate.learn(self._size, attempt.counted.tokens_in)
        if not isinstance(found, Failure) or found.next in ("no", "plainer"):
            self._limits.answered(sent_at)
        elif found.code == "rate_limited":
            self._refusals += 1
            chance = self._caller._chance
            self._told = wait_after_refusal(self._refusals, found.wait_s, chance)
            self._limits.refused(sent_at, self._told)
        elif found.next == "shut":
            self._limits.shut()
        else:
            self._limits.failed(found.code)

    def _pause_before_next(self, failure: Failure, sent_at: float) -> float | None:
        """Seconds until the next attempt; None: there is none."""
        if failure.next in ("no", "shut"):
            return None
        if failure.next == "plainer":
            return 0.0
        if failure.code == "rate_limited":
            seconds = self._told * self._caller._chance.uniform(1.0, 1.05)
        else:
            self._faults += 1
            if self._faults >= self._settings.tries:
                return None
            seconds = max(backoff(self._faults, self._caller._chance), failure.wait_s or 0.0)
        assert self._first_at is not None
        least = min(self._settings.attempt_timeout_s * _LEAST_SHARE, _LEAST_S)
        ends = self._first_at + self._settings.deadline_s - least
        return seconds if self._limits.clock() + seconds < ends else None

    def _spend(self, spent: Spent) -> None:
        had = self._spent
        self._spent = Spent(
            _sum(had.tokens_in, spent.tokens_in),
            _sum(had.tokens_out, spent.tokens_out),
            None if had.cost is None or spent.cost is None else had.cost + spent.cost,
        )

    def _over_budget(self) -> Failure:
        if self._caller.price is None:
            words = "the model's price is unknown, so that the budget cannot be kept"
        else:
            words = "the run's budget does not allow another call"
        return Failure("over_budget", words, "no")


_NO_COST: Final = Spent(0, 0, Decimal(0))
_SHUT: Final = Failure("unauthorised", "the provider did not accept the key before", "no")


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _total(spent: Spent) -> int | None:
    return _sum(spent.tokens_in, spent.tokens_out)
