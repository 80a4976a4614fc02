"""How many tokens and dollars calls will take, before any is made."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from adjudge_engine.judges.llm.prices import Price
from adjudge_engine.judges.prompt import Prompt

#: Tokens that a chat format adds to a message, and to the whole.
_PER_MESSAGE: Final = 4
#: No tokenizer in use needs more tokens than this for a byte of prose, tables or JSON.
_MOST_PER_BYTE: Final = 0.5
#: What English prose takes.
_USUAL_PER_BYTE: Final = 0.25
#: Scripts of three bytes a letter take about a token for each.
_USUAL_PER_BYTE_WIDE: Final = 0.34


def prompt_bytes(prompt: Prompt) -> int:
    """The messages' length in UTF-8, the schema not counted."""
    return sum(len(one.content.encode("utf-8", "surrogatepass")) for one in prompt.messages)


def usual_tokens(prompt: Prompt) -> int:
    """About how many tokens a prompt has, for any model and without its tokenizer."""
    letters = sum(len(one.content) for one in prompt.messages)
    size = prompt_bytes(prompt)
    wide = (size - letters) / size if size else 0.0  # 0 for ASCII, 2/3 for Chinese
    rate = _USUAL_PER_BYTE_WIDE if wide > 0.3 else _USUAL_PER_BYTE
    return math.ceil(size * rate) + _PER_MESSAGE * (len(prompt.messages) + 1)


class TokenRate:
    """The most tokens that a prompt may have, from its length: corrected by what replies report."""

    def __init__(self) -> None:
        self._most: float | None = None

    def most(self, size: int) -> int:
        """An upper estimate for a prompt of `size` bytes."""
        rate = _MOST_PER_BYTE if self._most is None else min(self._most * 1.25, _MOST_PER_BYTE)
        return math.ceil(size * rate) + 64

    def learn(self, size: int, tokens: int) -> None:
        """What a provider counted for a prompt of `size` bytes."""
        if size > 200 and tokens > 0:
            self._most = max(self._most or 0.0, tokens / size)


@dataclass(frozen=True)
class Estimate:
    """What calls would take. `cost_usd_most` is with every reply as long as it may be; None:
    unpriced.

    `tokens_in` is about right, `tokens_out_most` an upper bound.
    """

    calls: int
    tokens_in: int
    tokens_out_most: int
    cost_usd_most: float | None


def estimate(prompt: Prompt, price: Price | None) -> Estimate:
    """What one call would take, for a dry run: none is made."""
    tokens = usual_tokens(prompt)
    cost = None if price is None else float(price.cost(tokens, prompt.max_tokens))
    return Estimate(1, tokens, prompt.max_tokens, cost)


def sendable(text: str) -> str:
    """The text without lone surrogates, which no request can carry."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
