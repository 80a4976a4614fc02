"""How one model is called: what can change its replies, and how long to wait for them."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args
from urllib.parse import urlsplit

from pydantic import JsonValue

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.llm.completion import CallFailed
from adjudge_engine.judges.llm.prices import Price, price_of

#: How a reply's shape is asked for: by its schema, as any JSON object, in words alone.
Structured = Literal["schema", "object", "none"]

#: Further parameters that may be set. Not among them: keys, headers, callbacks, other models to
#: fall back to, anything that changes where text goes or how many replies come.
EXTRA: Final[frozenset[str]] = frozenset(
    {
        "api_version",
        "aws_region_name",
        "extra_body",
        "frequency_penalty",
        "keep_alive",
        "logit_bias",
        "min_p",
        "num_ctx",
        "presence_penalty",
        "reasoning_effort",
        "repetition_penalty",
        "service_tier",
        "stop",
        "think",
        "thinking",
        "top_k",
        "verbosity",
        "vertex_location",
        "vertex_project",
    }
)
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True)
class CallSettings:
    """One model at one address. JudgeError for what cannot be meant.

    `model` is litellm's name (`openai/gpt-4o-mini`, `ollama/qwen3`, `hosted_vllm/…`). The key is
    read from the environment variable `api_key_env` at the call and is kept nowhere; without it
    litellm reads the provider's usual variable, but never where `api_base` names another address.
    `temperature`, `top_p`, `seed` of None are not sent (some models refuse them). `max_tokens`
    replaces the rubric's own bound of a reply. `attempt_timeout_s` is for one request,
    `deadline_s` for all of a call's attempts with the waits between them. A fault that is no rate
    limit is tried `tries` times. `price` is US dollars for a million tokens (in, out), for models
    that no price list has.
    """

    model: str
    api_base: str | None = None
    api_key_env: str | None = None
    temperature: float | None = 0.0
    top_p: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    attempt_timeout_s: float = 60.0
    deadline_s: float = 180.0
    structured: Structured = "schema"
    extra: Mapping[str, JsonValue] = field(default_factory=dict)
    tries: int = 5
    price: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        for problem in self._problems():
            raise JudgeError(f"the model {self.model!r}: {problem}", "see [judges] in adjudge.toml")

    def _problems(self) -> list[str]:
        found = []
        if not self.model.strip() or any(one.isspace() for one in self.model):
            found.append("its name is empty or holds spaces")
        if self.api_base is not None:
            found += _address_problems(self.api_base)
        if self.api_key_env is not None and not _VARIABLE.fullmatch(self.api_key_env):
            found.append("`api_key_env` is the name of an environment variable, not a key")
        times = {"attempt_timeout_s": self.attempt_timeout_s, "deadline_s": self.deadline_s}
        found += [
            f"`{name}` is a number of seconds above 0"
            for name, value in times.items()
            if not (math.isfinite(value) and value > 0)
        ]
        if self.tries < 1 or (self.max_tokens is not None and self.max_tokens < 1):
            found.append("`tries` and `max_tokens` are at least 1")
        if self.structured not in get_args(Structured):
            found.append(f"`structured` is one of {', '.join(get_args(Structured))}")
        if self.price is not None and not all(
            math.isfinite(one) and one >= 0 for one in self.price
        ):
            found.append("`price` is two amounts of dollars, 0 or more")
        unknown = sorted(set(self.extra) - EXTRA)
        if unknown:
            known = ", ".join(sorted(EXTRA))
            found.append(f"`extra` cannot hold {', '.join(unknown)}; it can hold {known}")
        return found

    @property
    def provider(self) -> str:
        """The name before the model's: `openai` of `openai/gpt-4o-mini` and of `gpt-4o-mini`."""
        provider, slash, _ = self.model.partition("/")
        return provider if slash else "openai"

    def price_per_token(self, *, batch: bool = False) -> Price | None:
        """What a call costs, or one in a batch: as set, else as listed; None: nobody knows."""
        if self.price is not None:
            return Price.of_million(*self.price)
        return price_of(self.model, batch=batch)

    @property
    def parameters(self) -> dict[str, str | int | float | bool | None]:
        """What besides the prompt can change a reply."""
        return {
            "api_base": self.api_base,
            "temperature": self.temperature,
            "top_p": self.top_p,
            "seed": self.seed,
            "max_tokens": self.max_tokens,
            "structured": self.structured,
            "extra": json.dumps(dict(self.extra), sort_keys=True) if self.extra else None,
        }

    def key(self) -> str | None:
        """The provider's key, of the environment.

        CallFailed `unauthorised` where the variable is not set or holds no key: what is not plain
        ASCII cannot stand in a header.
        """
        variable = self.api_key_env
        if variable is not None:
            found = os.environ.get(variable, "").strip()
            if not found:
                raise CallFailed("unauthorised", f"the environment variable {variable} is not set")
            if not (found.isascii() and found.isprintable()):
                why = "holds no key: it is not plain text"
                raise CallFailed("unauthorised", f"the environment variable {variable} {why}")
            return found
        # A server of one's own must not be sent the key of a public provider.
        return "none" if self.api_base is not None else None


def _address_problems(address: str) -> list[str]:
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return ["`api_base` is no address"]
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return ["`api_base` is an address that begins with http:// or https://"]
    if parts.username is not None or parts.query or parts.fragment:
        return ["`api_base` holds no name, password or query: a key belongs in `api_key_env`"]
    return []
