"""What came back in a response: the reply's text, or why it is of no use though the call worked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adjudge_engine.judges.llm.estimate import sendable
from adjudge_engine.judges.llm.failures import Failure


@dataclass(frozen=True)
class Counted:
    """Tokens as the provider counted them; None: it did not say."""

    tokens_in: int | None = None
    tokens_out: int | None = None
    cached_in: int = 0


def reply_of(response: Any) -> str | Failure:
    """The text of the first choice. litellm reports a cut off, empty or refused one as success."""
    choices = _part(response, "choices")
    choice = choices[0] if isinstance(choices, list | tuple) and choices else None
    message = _part(choice, "message")
    if message is None:
        return Failure("empty", "the provider's response holds no reply", "no", billed=True)
    finish, content = _part(choice, "finish_reason"), _part(message, "content")
    refused = _part(message, "refusal")
    if (isinstance(refused, str) and refused.strip()) or finish in ("content_filter", "refusal"):
        return Failure("refused", "the model or its provider refuses to answer", "no", billed=True)
    if finish in ("length", "max_tokens"):
        return Failure("truncated", "the reply was cut off at its length limit", "no", billed=True)
    if not isinstance(content, str) or not content.strip():
        return Failure("empty", "the reply is empty", "no", billed=True)
    return sendable(content)


def model_of(response: Any) -> str | None:
    """What the provider says answered."""
    found = _part(response, "model")
    return sendable(found)[:200] if isinstance(found, str) and found else None


def counted_in(response: Any) -> Counted:
    """The usage of a response. A prompt of no tokens is no count: litellm fills in zeros."""
    usage = _part(response, "usage")
    came, went = _count(_part(usage, "prompt_tokens")), _count(_part(usage, "completion_tokens"))
    if not came:
        return Counted()
    hit = _count(_part(_part(usage, "prompt_tokens_details"), "cached_tokens")) or 0
    return Counted(came, went, min(hit, came))


def _part(whole: Any, name: str) -> Any:
    return whole.get(name) if isinstance(whole, dict) else getattr(whole, name, None)


def _count(found: Any) -> int | None:
    """A count that can be one: whole, not negative, not beyond a database's integers."""
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found < 2**40:
        return None
    return found
