"""What is sent to a language model: messages, the static part first, and the reply's schema."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from pydantic import JsonValue


class Message(NamedTuple):
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Prompt:
    """A conversation that ends with the user's word, and the shape that the reply must have.

    The first message is the rubric, the same for every case, so that a provider's prefix cache
    serves it; what belongs to one case comes after. `max_tokens` bounds the reply.
    """

    messages: tuple[Message, ...]
    schema_name: str
    schema: dict[str, JsonValue]
    max_tokens: int

    def noted(self, note: str) -> Prompt:
        """The same prompt with a note at the end of its static part."""
        first, *others = self.messages
        told = first._replace(content=f"{first.content}\n\n{note}")
        return replace(self, messages=(told, *others))
