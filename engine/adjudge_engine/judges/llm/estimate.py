"""How many tokens and dollars calls will take, before any is made."""

from __future__ import annotations

import math
from collections.abc import Iterable
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
    """What a run would take. `cost_most` is with every reply as long as it may be; None: unpriced.

    `tokens_in` is about right, `tokens_out_most` an upper bound.
    """

    calls: int
    tokens_in: int
    tokens_out_most: int
    cost_usd_most: float | None


def estimate(
    prompts: Iterable[Prompt], price: Price | None, *, exact_for: str | None = None
) -> Estimate:
    """Adds prompts up for a dry run; no call is made, and prompts may come one by one.

    `exact_for` names a model whose own tokenizer counts, as far as litellm has it at hand offline;
    that imports litellm.
    """
    calls = tokens_in = tokens_out = 0
    cost = None if price is None else price.cost(0, 0)
    for prompt in prompts:
        tokens = usual_tokens(prompt) if exact_for is None else counted_tokens(prompt, exact_for)
        calls, tokens_in = calls + 1, tokens_in + tokens
        tokens_out += prompt.max_tokens
        if price is not None and cost is not None:
            cost += price.cost(tokens, prompt.max_tokens)
    return Estimate(calls, tokens_in, tokens_out, None if cost is None else float(cost))


def counted_tokens(prompt: Prompt, model: str) -> int:
    """Tokens by the model's tokenizer, or by one like it where litellm has not got it."""
    from adjudge_engine.judges.llm.environment import load

    messages = [{"role": one.role, "content": sendable(one.content)} for one in prompt.messages]
    try:
        return int(load().token_counter(model=model, messages=messages))
    except Exception:  # a tokenizer that fails on a hostile text must not end a dry run
        return usual_tokens(prompt)


def sendable(text: str) -> str:
    """The text without lone surrogates, which no request can carry."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
