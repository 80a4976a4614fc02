"""Many prompts as one batch: half the price, an answer within a day instead of seconds.

A batch fills the cache, nothing else: the run that comes after finds the replies there and makes
calls only for what the batch could not answer. So it needs no state of its own: each request is
named by its place in the cache, and the batch's own name is all that is to be kept meanwhile.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final, NamedTuple

from adjudge_engine.evaluation import Usage
from adjudge_engine.judges.llm import environment
from adjudge_engine.judges.llm.attempts import Attempt, Sender
from adjudge_engine.judges.llm.cache import CachedReply, ReplyCache
from adjudge_engine.judges.llm.caller import LiteLlmCaller
from adjudge_engine.judges.llm.completion import CallFailed, Completion
from adjudge_engine.judges.llm.estimate import TokenRate, prompt_bytes
from adjudge_engine.judges.llm.failures import Failure, failure_of
from adjudge_engine.judges.llm.replies import Counted, counted_in, model_of, reply_of
from adjudge_engine.judges.llm.wire import BATCH_BYTES, guarded
from adjudge_engine.judges.prompt import Prompt

#: Providers whose batches litellm makes out of chat requests as OpenAI writes them.
PROVIDERS: Final[frozenset[str]] = frozenset({"azure", "hosted_vllm", "openai"})
_ENDPOINT: Final = "/v1/chat/completions"
#: A provider's own bounds of one batch, with room to spare: requests, and bytes of its file.
_MOST_REQUESTS: Final = 50_000
_MOST_BYTES: Final = 150_000_000
_KEY: Final = re.compile("[0-9a-f]{64}")
_POLL_S: Final = (2.0, 60.0)
_OVER: Final[frozenset[str]] = frozenset({"completed", "failed", "expired", "cancelled"})


@dataclass(frozen=True)
class Item:
    """One prompt of a batch; see `completion.Caller.complete`."""

    prompt: Prompt
    rubric_hash: str
    sample: int = 0


@dataclass(frozen=True)
class Outcome:
    """A batch that is over: how many replies are now cached, and the other requests by code."""

    status: str
    stored: int = 0
    failures: dict[str, int] = field(default_factory=dict)


class BatchCaller:
    """Sends batches for a caller. CallFailed where its provider has none, or it has no cache."""

    def __init__(self, caller: LiteLlmCaller) -> None:
        settings, cache = caller.settings, caller.cache
        if settings.provider not in PROVIDERS or cache is None:
            why = "no cache to keep replies in" if cache is None else "no batches of this provider"
            raise CallFailed("provider_error", f"batches cannot be used: {why}")
        self.caller = caller
        self._cache: ReplyCache = cache
        self._sender = Sender(settings)
        self.price = settings.price_per_token(batch=True)

    async def send(self, full: Full) -> str:
        """Sends one batch of `files` and gives its name. Raises CallFailed.

        What it costs is booked when its results are collected.
        """
        if not self.caller.ledger.affords(full.most):
            raise CallFailed("over_budget", "the budget does not allow the batch")
        await environment.prepared()
        try:
            with guarded(BATCH_BYTES):
                return await self._send(full.lines)
        except CallFailed:
            raise
        except Exception as error:  # whatever a provider's adapter raises
            failure = failure_of(error)
            raise CallFailed(failure.code, failure.message) from None

    async def collect(self, name: str, *, deadline_s: float = 24 * 3600.0) -> Outcome:
        """Waits until a batch is over and puts its replies into the cache. Raises CallFailed."""
        litellm = await environment.prepared()
        loop = asyncio.get_running_loop()
        ends, wait = loop.time() + deadline_s, _POLL_S[0]
        while True:
            try:
                with guarded():
                    batch = await litellm.aretrieve_batch(batch_id=name, **self._where())
            except Exception as error:  # as above
                failure = failure_of(error)
                if failure.next != "again":
                    raise CallFailed(failure.code, failure.message) from None
                batch = None
            if batch is not None and str(batch.status) in _OVER:
                return await self._results(batch)
            if loop.time() + wait > ends:
                raise CallFailed("timeout", "the batch is not done within the time allowed")
            await asyncio.sleep(wait)
            wait = min(wait * 1.5, _POLL_S[1])

    def _where(self) -> dict[str, Any]:
        settings = self.caller.settings
        where = {
            "custom_llm_provider": settings.provider,
            "api_base": self._sender.address,
            "api_key": settings.key(),
            "timeout": settings.attempt_timeout_s,
            "max_retries": 2,
        }
        return {name: value for name, value in where.items() if value is not None}

    def filling(self) -> Filling:
        """Takes in requests and gives batches of them."""
        return Filling(self)

    def kept(self, key: str) -> bool:
        """Whether the reply of that place is cached already."""
        return self._cache.get(key) is not None

    def line(self, key: str, item: Item) -> bytes:
        """One request, its parameters written as litellm would write them for this model."""
        asked = self._sender.body(item.prompt, item.sample, self.caller.settings.structured)
        asked.pop("api_base", None)
        messages = asked.pop("messages")
        model = asked.pop("model").partition("/")[2] or self.caller.settings.model
        written = environment.load().get_optional_params(
            model=model, custom_llm_provider=self.caller.settings.provider, **asked
        )
        body = {"model": model, "messages": messages, **written.pop("extra_body", {}), **written}
        body.pop("max_retries", None)
        body = {name: value for name, value in body.items() if value is not None}
        request = {"custom_id": key, "method": "POST", "url": _ENDPOINT, "body": body}
        return json.dumps(request).encode()

    async def _send(self, lines: list[bytes]) -> str:
        litellm, where = environment.load(), self._where()
        content = b"\n".join(lines) + b"\n"
        file = await litellm.acreate_file(file=("batch.jsonl", content), purpose="batch", **where)
        batch = await litellm.acreate_batch(
            completion_window="24h", endpoint=_ENDPOINT, input_file_id=file.id, **where
        )
        return str(batch.id)

    async def _results(self, batch: Any) -> Outcome:
        stored, failures = 0, Counter[str]()
        for name in (batch.output_file_id, batch.error_file_id):
            if not name:
                continue
            litellm = environment.load()
            try:
                with guarded(BATCH_BYTES):
                    content = await litellm.afile_content(file_id=name, **self._where())
            except Exception as error:  # as above
                failure = failure_of(error)
                raise CallFailed(failure.code, failure.message) from None
            for line in bytes(content.content).splitlines():
                key, attempt = _read(line)
                self.caller.ledger.book(attempt.spent(self.price))
                if isinstance(attempt.found, Failure):
                    failures[attempt.found.code] += 1
                    self.caller.ledger.failed(attempt.found.code)
                    continue
                self._keep(key, attempt.found, attempt.counted)
                stored += 1
        self._cache.flush()
        return Outcome(str(batch.status), stored, dict(sorted(failures.items())))

    def _keep(self, key: str, found: Completion, counted: Counted) -> None:
        self.caller.ledger.answered()
        reply = CachedReply(found.text, found.model, counted.tokens_in, counted.tokens_out)
        self._cache.put(key, reply)


class Full(NamedTuple):
    """The lines of one batch, and the most that it may cost; None: nobody knows."""

    lines: list[bytes]
    most: Decimal | None


class Filling:
    """One sender's requests on their way into batches: each request once, none that is cached."""

    def __init__(self, sender: BatchCaller) -> None:
        self._sender = sender
        self._seen: set[str] = set()
        self._lines: list[bytes] = []
        self._size, self._most = 0, Decimal(0)
        self._rate = TokenRate()

    def add(self, item: Item) -> Full | None:
        """Takes a request in; gives the batch before it where that is full."""
        caller, price = self._sender.caller, self._sender.price
        key = caller.key(item.prompt, rubric_hash=item.rubric_hash, sample=item.sample)
        if key in self._seen or self._sender.kept(key):
            return None
        self._seen.add(key)
        line = self._sender.line(key, item)
        beyond = len(self._lines) >= _MOST_REQUESTS or self._size + len(line) > _MOST_BYTES
        full = self.rest() if beyond else None
        self._lines.append(line)
        self._size += len(line)
        if price is not None:
            out = caller.settings.max_tokens or item.prompt.max_tokens
            self._most += price.cost(self._rate.most(prompt_bytes(item.prompt)), out)
        return full

    def rest(self) -> Full | None:
        """What was taken in since the last full batch; None where that is nothing."""
        if not self._lines:
            return None
        full = Full(self._lines, None if self._sender.price is None else self._most)
        self._lines, self._size, self._most = [], 0, Decimal(0)
        return full


def _read(line: bytes) -> tuple[str, Attempt]:
    """One line of a batch's results: the request's name, and what came of it."""
    try:
        said = json.loads(line)
        key, response = str(said["custom_id"]), said.get("response") or {}
        status, body = response.get("status_code"), response.get("body")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "", Attempt(Failure("provider_error", "a result makes no sense", "no", billed=True))
    if not _KEY.fullmatch(key):
        return "", Attempt(Failure("provider_error", "a result of no request", "no", billed=True))
    if status != 200:
        return key, Attempt(Failure("provider_error", f"refused in the batch ({status})", "no"))
    counted, found = counted_in(body), reply_of(body)
    if isinstance(found, Failure):
        return key, Attempt(found, counted)
    return key, Attempt(Completion(found, model_of(body), Usage()), counted)
