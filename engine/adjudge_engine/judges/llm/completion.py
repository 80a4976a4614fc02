"""What a call to a language model gives: a completion with its usage, or a failure with a code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from adjudge_engine.evaluation import Usage
from adjudge_engine.judges.prompt import Prompt


@dataclass(frozen=True)
class Completion:
    """A reply that came whole: neither empty nor cut off nor refused by the provider.

    `model` is what the provider says answered. `usage.latency_ms` is from the first attempt to
    the reply, waits included; `usage.cached` tells a reply that no call was made for.
    """

    text: str
    model: str | None
    usage: Usage


class CallFailed(Exception):
    """No usable reply. `code` is of `judges.abstentions`; the message never holds text of a case.

    `usage` is what the attempts took all the same.
    """

    def __init__(self, code: str, message: str, usage: Usage | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.usage = usage


class Caller(Protocol):
    """Asks one model at one provider, within the limits of the run."""

    @property
    def model(self) -> str: ...

    @property
    def parameters(self) -> dict[str, str | int | float | bool | None]:
        """What besides the prompt can change a reply; part of fingerprints and cache keys."""
        ...

    async def complete(
        self, prompt: Prompt, *, rubric_hash: str, sample: int = 0, fresh: bool = False
    ) -> Completion:
        """The model's reply. Raises CallFailed.

        `sample` tells repeats of one prompt apart (0, 1, …): each has its own place in the cache.
        `fresh` asks anew even where a reply is cached, and replaces it.
        """
        ...
