"""A model behind an address: what is sent, how long it is waited for, what its replies mean."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import time
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial
from typing import Any, Final, NoReturn, TypeVar
from urllib.parse import urlsplit

from pydantic import JsonValue

from adjudge_engine.evaluation import Usage
from adjudge_engine.judges.entailment.models import Pair, Said, WholeAnswer
from adjudge_engine.judges.entailment.odds import Odds
from adjudge_engine.judges.entailment.post import ConnectionBroke, HttpReply, TooMuch, post
from adjudge_engine.judges.entailment.replies import odds_in, spans_in
from adjudge_engine.judges.entailment.settings import EntailmentSettings
from adjudge_engine.judges.entailment.windows import estimated_tokens
from adjudge_engine.judges.llm.completion import CallFailed
from adjudge_engine.judges.llm.failures import Failure
from adjudge_engine.judges.llm.ledger import Ledger, Spent
from adjudge_engine.judges.llm.retries import told_wait, wait_after_refusal

_TOO_LONG: Final = re.compile(r"too (?:long|large)|must have less than|max(?:imum)?[ _]", re.I)
_KEY: Final = re.compile(r"[\x21-\x7e]{1,4000}")


#: Tokens that a model behind an address is taken to read at once, where no setting says it.
LONGEST: Final = {"claims": 512, "spans": 4_096}

Found = TypeVar("Found")


class Endpoint:
    """A model at one address; implements `models.FarModel`.

    `local`: the address is of this machine, so that a call costs nothing. `ledger` is the run's.
    """

    def __init__(
        self, name: str, settings: EntailmentSettings, *, local: bool, ledger: Ledger | None = None
    ) -> None:
        assert settings.endpoint is not None
        self.name = name
        self.settings = settings
        self.address = settings.endpoint
        self.ledger = ledger if ledger is not None else Ledger()
        self._cost = Decimal(0) if local else None
        self._slots: tuple[asyncio.AbstractEventLoop, asyncio.Semaphore] | None = None
        self._chance = random.Random()

    @property
    def identity(self) -> dict[str, JsonValue]:
        """Address, interface and the model's name: all that is known of what answers."""
        said = self.settings
        return {"endpoint": said.endpoint, "api": said.api, "model": said.model}

    @property
    def longest(self) -> int:
        """What models of its kind read. Many servers cut off the rest and say nothing of it."""
        return LONGEST[self.settings.reads]

    @property
    def host(self) -> str:
        """The name of the machine that is asked."""
        return urlsplit(self.address).hostname or self.address

    def requests(self, readings: int) -> int:
        """Pairs go out several at a time, whole answers one by one."""
        together = self.settings.batch if self.settings.reads == "claims" else 1
        return -(-readings // together)

    def count(self, text: str) -> int:
        """About how many tokens a text has."""
        return estimated_tokens(text)

    async def ask(self, asked: Sequence[Pair] | Sequence[WholeAnswer]) -> Said:
        """The model's word on each, in requests one after the other. Raises CallFailed."""
        began, attempts = time.monotonic(), _Counter()
        try:
            if self.settings.reads == "claims":
                pairs = [one for one in asked if isinstance(one, Pair)]
                odds = await self._pairs(pairs, attempts)
                return Said(odds=odds, usage=self._usage(began, attempts))
            spans = []
            for one in asked:
                assert isinstance(one, WholeAnswer)
                reply = await self._reply(_whole(one), attempts)
                spans.append(self._read(partial(spans_in, answer=one.answer), reply))
            return Said(spans=tuple(spans), usage=self._usage(began, attempts))
        except CallFailed as failed:
            usage = self._usage(began, attempts)
            raise CallFailed(failed.code, failed.message, usage) from None

    async def _pairs(self, pairs: Sequence[Pair], attempts: _Counter) -> tuple[Odds, ...]:
        found: list[Odds] = []
        for at in range(0, len(pairs), self.settings.batch):
            some = pairs[at : at + self.settings.batch]
            reply = await self._reply(self.written(some), attempts)
            said = self.settings
            read = partial(odds_in, count=len(some), api=said.api, labels=said.labels)
            found += self._read(read, reply)
        return tuple(found)

    def written(self, pairs: Sequence[Pair]) -> dict[str, Any]:
        """The request on some pairs, as the settings' `api` has it."""
        if self.settings.api == "tei":
            # Cut off rather than refused, a text would be judged by what was not read.
            inputs = [[one.premise, one.hypothesis] for one in pairs]
            return {"inputs": inputs, "raw_scores": False, "truncate": False}
        listed = [{"premise": one.premise, "hypothesis": one.hypothesis} for one in pairs]
        return {"model": self.settings.model, "pairs": listed}

    def _read(self, read: Callable[[bytes], Found], reply: bytes) -> Found:
        """What `read` finds in a reply, counted as read or not. Raises CallFailed."""
        try:
            found = read(reply)
        except CallFailed as failed:
            self.ledger.failed(failed.code)
            raise
        self.ledger.answered()
        return found

    async def _reply(self, request: dict[str, Any], attempts: _Counter) -> bytes:
        """The body of a good reply, tried for as often and as long as the settings say."""
        body = json.dumps(request).encode("ascii")
        headers = self._headers()
        end: float | None = None
        tried = 0
        while True:
            async with self._slot():
                # Time in line is not the provider's, so the clock starts with the first attempt.
                end = time.monotonic() + self.settings.deadline if end is None else end
                left = end - time.monotonic()
                if left <= 0:
                    self._failed("timeout", "no reply within the time allowed")
                attempts.count += 1
                tried += 1
                found = await self._attempt(body, headers, min(left, self.settings.attempt_timeout))
            if isinstance(found, bytes):
                return found
            wait = wait_after_refusal(tried, found.wait_s, self._chance)
            if found.next != "again" or tried >= self.settings.tries:
                self._failed(found.code, found.message)
            if time.monotonic() + wait >= end:
                self._failed(found.code, found.message)
            self.ledger.waited(wait)
            await asyncio.sleep(wait)

    async def _attempt(
        self, body: bytes, headers: dict[str, str], seconds: float
    ) -> bytes | Failure:
        try:
            reply = await post(self.address, body, headers, seconds)
        except TimeoutError:
            return Failure("timeout", "no reply within the time allowed", "again")
        except ConnectionBroke as broke:
            return Failure("provider_error", f"the connection broke ({broke})", "again")
        except TooMuch:
            return Failure("malformed", "the reply is too long to be one", "no")
        finally:
            self.ledger.book(Spent(cost=self._cost))
        if reply.status == 200:
            return reply.body if reply.body.strip() else Failure("empty", "an empty reply", "no")
        return failure_in(reply)

    def _failed(self, code: str, message: str) -> NoReturn:
        self.ledger.failed(code)
        raise CallFailed(code, message)

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        variable = self.settings.api_key_env
        if variable is None:
            return headers
        key = os.environ.get(variable, "").strip()
        if not key:
            self._failed("unauthorised", f"the environment variable {variable} is not set")
        if not _KEY.fullmatch(key):
            self._failed("unauthorised", f"the environment variable {variable} holds no key")
        return {**headers, "Authorization": f"Bearer {key}"}

    def _slot(self) -> asyncio.Semaphore:
        """One of the requests that may be under way at once, of the loop that runs."""
        loop = asyncio.get_running_loop()
        if self._slots is None or self._slots[0] is not loop:
            self._slots = loop, asyncio.Semaphore(self.settings.concurrency)
        return self._slots[1]

    def _usage(self, began: float, attempts: _Counter) -> Usage:
        return Usage(
            cost_usd=None if self._cost is None else float(self._cost),
            latency_ms=round((time.monotonic() - began) * 1000, 3),
            attempts=attempts.count,
            cached=False,
        )


class _Counter:
    """Requests made for one judgment."""

    count = 0


def _whole(one: WholeAnswer) -> dict[str, Any]:
    return {"contexts": list(one.passages), "question": one.question, "answer": one.answer}


def failure_in(reply: HttpReply) -> Failure:
    """What a status other than 200 means. No word of the reply is repeated."""
    status, wait = reply.status, told_wait(reply.headers)
    if status in (401, 403):
        return Failure("unauthorised", f"the endpoint does not accept the key ({status})", "no")
    if status == 408:
        return Failure("timeout", "the endpoint was too slow (408)", "again", wait)
    if status == 429:
        return Failure("rate_limited", "the endpoint's rate limit was reached (429)", "again", wait)
    if status == 413 or (status in (400, 422) and _TOO_LONG.search(_words(reply))):
        return Failure("too_long", f"the endpoint takes no text of that length ({status})", "no")
    if 300 <= status < 400:
        return Failure("provider_error", f"it points elsewhere ({status}), not followed", "no")
    again = status >= 500 or status in (409, 424, 425)
    return Failure(
        "provider_error", f"the endpoint failed ({status})", "again" if again else "no", wait
    )


def _words(reply: HttpReply) -> str:
    return reply.body[:4_000].decode("utf-8", "replace")
