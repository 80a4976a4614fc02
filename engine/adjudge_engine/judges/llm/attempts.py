"""One request to a model through litellm, and what came of it. Nothing here waits to try again."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from adjudge_engine.evaluation import Usage
from adjudge_engine.judges.llm import environment
from adjudge_engine.judges.llm.completion import CallFailed, Completion
from adjudge_engine.judges.llm.estimate import sendable
from adjudge_engine.judges.llm.failures import TIMED_OUT, Failure, failure_of, refusal
from adjudge_engine.judges.llm.ledger import Spent
from adjudge_engine.judges.llm.prices import Price
from adjudge_engine.judges.llm.replies import Counted, counted_in, model_of, reply_of
from adjudge_engine.judges.llm.settings import CallSettings, Structured
from adjudge_engine.judges.llm.wire import RefusedAtOnce, guarded
from adjudge_engine.judges.prompt import Prompt

_UNKNOWN: Final = Usage()
_NO_COUNT: Final = Counted()
_SENSELESS: Final = Failure("provider_error", "the response makes no sense", "again", billed=True)
_PLAINER: Final[dict[Structured, Structured]] = {"schema": "object", "object": "none"}
#: Where text for OpenAI goes, whatever address the environment names.
_OPENAI: Final = "https://api.openai.com/v1"


@dataclass(frozen=True)
class Attempt:
    """What one request gave."""

    found: Completion | Failure
    counted: Counted = _NO_COUNT

    def spent(self, price: Price | None) -> Spent:
        """Its usage; an error that the provider itself answered with took nothing."""
        came, went = self.counted.tokens_in, self.counted.tokens_out
        if came is not None:
            cost = None if price is None else price.cost(came, went or 0, self.counted.cached_in)
            return Spent(came, went or 0, cost)
        if isinstance(self.found, Failure) and not self.found.billed:
            return Spent(0, 0, Decimal(0))
        return Spent()


class Sender:
    """Sends prompts to one model; remembers what structure of replies it can be asked for."""

    def __init__(self, settings: CallSettings) -> None:
        self._settings = settings
        self._structured: Structured = settings.structured
        self._fixed = _fixed(settings)

    @property
    def address(self) -> str | None:
        """Where requests go; None: where litellm sends this provider's."""
        found = self._fixed.get("api_base")
        return found if isinstance(found, str) else None

    async def send(self, prompt: Prompt, sample: int, seconds: float) -> Attempt:
        """One request of at most so many seconds. Raises nothing but if cancelled."""
        structured = self._structured
        try:
            litellm = environment.load()
            asked = self.body(prompt, sample, structured)
            key = self._settings.key()
        except CallFailed as failed:
            return Attempt(Failure(failed.code, failed.message, "shut"))
        try:
            async with asyncio.timeout(seconds):
                with environment.unobserved(), guarded(refusals=True):
                    response = await litellm.acompletion(
                        **asked, api_key=key, timeout=seconds + 1, num_retries=0, max_retries=0
                    )
        except TimeoutError:
            return Attempt(TIMED_OUT)
        except RefusedAtOnce as refused:
            return Attempt(refusal(refused.headers, refused.text))
        except Exception as error:  # whatever a provider's adapter raises is a failed attempt
            return Attempt(self._plainer(failure_of(error), structured))
        return _read(response)

    def body(self, prompt: Prompt, sample: int, structured: Structured) -> dict[str, Any]:
        """The request without key and timeouts, as litellm takes it."""
        asked = {
            **self._fixed,
            "messages": [
                {"role": one.role, "content": sendable(one.content)} for one in prompt.messages
            ],
            "max_tokens": self._settings.max_tokens or prompt.max_tokens,
        }
        if self._settings.seed is not None:
            asked["seed"] = self._settings.seed + sample
        if structured == "schema":
            shape = {"name": prompt.schema_name, "schema": prompt.schema, "strict": True}
            asked["response_format"] = {"type": "json_schema", "json_schema": shape}
        elif structured == "object":
            asked["response_format"] = {"type": "json_object"}
        return asked

    def _plainer(self, failure: Failure, asked: Structured) -> Failure:
        """Remembers for the run that the model cannot be asked for that much structure."""
        if failure.next != "plainer":
            return failure
        lower = _PLAINER.get(asked)
        if lower is None:
            return Failure(failure.code, "the provider does not accept the request", "no")
        if self._structured == asked:
            self._structured = lower
        return failure


def _fixed(settings: CallSettings) -> dict[str, Any]:
    """What is the same in every request."""
    address = settings.api_base
    if address is None and settings.provider == "openai":
        address = _OPENAI
    named = {"api_base": address, "temperature": settings.temperature, "top_p": settings.top_p}
    given = {name: value for name, value in named.items() if value is not None}
    return {"model": settings.model, **given, **settings.extra}


def _read(response: Any) -> Attempt:
    try:
        counted, found = counted_in(response), reply_of(response)
        if isinstance(found, str):
            return Attempt(Completion(found, model_of(response), _UNKNOWN), counted)
    except Exception:  # a response of no known shape
        return Attempt(_SENSELESS)
    return Attempt(found, counted)
