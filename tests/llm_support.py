"""What tests of calls to language models have in common: a prompt, a caller, and running it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from llm_server import LlmServer

from adjudge_engine.judges.llm.cache import ReplyCache
from adjudge_engine.judges.llm.caller import LiteLlmCaller
from adjudge_engine.judges.llm.completion import CallFailed, Completion
from adjudge_engine.judges.llm.environment import close_clients
from adjudge_engine.judges.llm.ledger import Ledger
from adjudge_engine.judges.llm.limits import Limits
from adjudge_engine.judges.llm.settings import CallSettings
from adjudge_engine.judges.prompt import Message, Prompt

Result = TypeVar("Result")
RUBRIC = "sha256:rubric"


def prompt(text: str = "The valve opens at noon.", max_tokens: int = 50) -> Prompt:
    """A small prompt; its text tells prompts apart."""
    messages = (Message("system", "Judge the claims."), Message("user", text))
    return Prompt(messages, "verdicts", {"type": "object", "properties": {}}, max_tokens)


def caller_of(
    server: LlmServer,
    *,
    limits: Limits | None = None,
    cache: ReplyCache | None = None,
    ledger: Ledger | None = None,
    **settings: Any,
) -> LiteLlmCaller:
    """A caller of the stub, patient for a second or so where the test says nothing else."""
    said = {"model": "openai/stub", "api_base": server.base_url, "deadline_s": 20.0, **settings}
    found = CallSettings(**said)
    return LiteLlmCaller(found, limits=limits or Limits(), cache=cache, ledger=ledger or Ledger())


def run(work: Callable[[], Awaitable[Result]]) -> Result:
    """Runs to the end in a loop of its own, and closes what litellm keeps for it."""

    async def whole() -> Result:
        try:
            return await work()
        finally:
            await close_clients()

    return asyncio.run(whole())


async def outcome(caller: LiteLlmCaller, asked: Prompt, **more: Any) -> Completion | CallFailed:
    """The completion, or the failure with its code."""
    try:
        return await caller.complete(asked, rubric_hash=RUBRIC, **more)
    except CallFailed as failed:
        return failed


def ask(caller: LiteLlmCaller, asked: Prompt | None = None, **more: Any) -> Completion | CallFailed:
    """One call, run to its end."""
    return run(lambda: outcome(caller, asked or prompt(), **more))
