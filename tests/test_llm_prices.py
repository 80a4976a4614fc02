"""Tokens and money: as litellm's own list has them, without importing it; the budget; estimates."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llm_support import prompt

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.llm.environment import load
from adjudge_engine.judges.llm.estimate import (
    TokenRate,
    estimate,
    prompt_bytes,
    usual_tokens,
)
from adjudge_engine.judges.llm.ledger import Ledger, Spent
from adjudge_engine.judges.llm.prices import Price, price_of
from adjudge_engine.judges.llm.settings import CallSettings


@pytest.mark.parametrize(
    "model",
    [
        "gpt-4o",
        "openai/gpt-4o-mini",
        "azure/gpt-4o",
        "anthropic/claude-haiku-4-5",
        "gemini/gemini-2.5-pro",
        "ollama/llama3",
    ],
)
@pytest.mark.parametrize("tokens", [(0, 0), (2410, 160), (150_000, 1000), (250_000, 1000)])
def test_prices_are_litellms_own(model: str, tokens: tuple[int, int]) -> None:
    price = price_of(model)
    assert price is not None
    came, went = load().cost_per_token(
        model=model, prompt_tokens=tokens[0], completion_tokens=tokens[1]
    )
    assert float(price.cost(*tokens)) == pytest.approx(came + went, abs=1e-12)


def test_cached_tokens_and_batches_cost_less() -> None:
    usual, batch = price_of("gpt-4o"), price_of("gpt-4o", batch=True)
    assert usual is not None
    assert batch is not None
    assert usual.cost(1000, 0, 1000) < usual.cost(1000, 0)
    assert usual.cost(1000, 0, 5000) == usual.cost(1000, 0, 1000)
    assert batch.cost(1000, 100) == usual.cost(1000, 100) / 2


@pytest.mark.parametrize("model", ["openai/stub", "stub", "", "hosted_vllm/gpt-4o", "a/b/c"])
def test_an_unknown_model_has_no_price(model: str) -> None:
    assert price_of(model) is None


def test_prices_need_no_litellm() -> None:
    code = (
        "import sys\n"
        "from adjudge_engine.judges.llm.prices import price_of\n"
        "from adjudge_engine.judges.llm.ledger import Ledger\n"
        "from adjudge_engine.judges.llm.estimate import estimate\n"
        "from adjudge_engine.judges.llm.caller import LiteLlmCaller\n"
        "assert price_of('gpt-4o') is not None\n"
        "assert not {'litellm', 'openai', 'httpx'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_estimate_is_with_the_longest_reply() -> None:
    found = estimate(prompt("7", 100), Price.of_million(2.0, 10.0))
    assert (found.calls, found.tokens_out_most) == (1, 100)
    assert found.cost_usd_most == pytest.approx((found.tokens_in * 2 + 100 * 10) / 1e6)
    assert estimate(prompt(), None).cost_usd_most is None


@pytest.mark.parametrize("batch", [False, True], ids=["call", "batch"])
def test_a_price_that_is_set_is_that_of_every_call(batch: bool) -> None:
    given = CallSettings("openai/gpt-4o", price=(2.0, 10.0))
    assert given.price_per_token(batch=batch) == Price.of_million(2.0, 10.0)
    free = CallSettings("openai/gpt-4o", price=(0.0, 0.0))
    assert free.price_per_token(batch=batch) == Price.of_million(0.0, 0.0)
    listed = CallSettings("openai/gpt-4o")
    assert listed.price_per_token(batch=batch) == price_of("openai/gpt-4o", batch=batch)
    assert CallSettings("openai/nobody-knows").price_per_token(batch=batch) is None


@pytest.mark.parametrize(
    "text",
    [
        "The turbine was inspected twice in March, and both reports agree on its state. " * 20,
        "原子炉の点検は三月に二回行われ、両方の報告書は一致している。" * 20,
        '{"claims": [{"id": "c1", "verdict": "supported"}]}' * 20,
    ],
)
def test_the_cheap_count_is_near_the_tokenizers(text: str) -> None:
    asked = prompt(text)
    messages = [{"role": one.role, "content": one.content} for one in asked.messages]
    exact = load().token_counter(model="gpt-4o", messages=messages)
    assert 0.5 < usual_tokens(asked) / exact < 2
    assert exact <= TokenRate().most(prompt_bytes(asked))


@given(st.text(max_size=300))
def test_any_text_can_be_counted(text: str) -> None:
    asked = prompt(text)
    assert 0 < usual_tokens(asked) < 2000
    assert prompt_bytes(asked) >= len(text)


def test_what_replies_report_corrects_the_guess() -> None:
    rate = TokenRate()
    before = rate.most(10_000)
    rate.learn(10_000, 2_500)
    assert 2_500 < rate.most(10_000) < before
    rate.learn(10_000, 9_000)  # a tokenizer of a wholly other kind: the bound stays
    assert rate.most(10_000) == before


def test_the_ledger_sums_exactly_from_many_threads() -> None:
    ledger = Ledger()

    def call(_: int) -> None:
        assert ledger.admit(None) == "reserved"
        ledger.settle(None, Spent(10, 1, Decimal("0.1")))
        ledger.answered()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(call, range(1000)))
    found = ledger.summary()
    assert (found.calls, found.attempts, found.tokens_in, found.tokens_out) == (
        1000,
        1000,
        10000,
        1000,
    )
    assert (found.cost_usd, found.cost_at_least) == (100.0, False)


def test_the_budget_counts_what_is_under_way() -> None:
    ledger = Ledger(1)
    half = Decimal("0.5")
    assert [ledger.admit(half) for _ in range(3)] == ["reserved", "reserved", "wait"]
    assert not ledger.affords(half)
    ledger.settle(half, Spent(1, 1, Decimal("0.1")))
    assert ledger.admit(half) == "wait"
    ledger.settle(half, Spent())  # nobody knows: the most is taken to be gone
    assert ledger.admit(half) == "refused"
    assert ledger.admit(Decimal("0.4")) == "reserved"
    assert (ledger.summary().cost_usd, ledger.summary().cost_at_least) == (0.1, True)
    assert ledger.admit(None) == "refused"


@pytest.mark.parametrize("wrong", [-1, float("nan"), float("inf")])
def test_a_budget_is_an_amount(wrong: float) -> None:
    with pytest.raises(JudgeError):
        Ledger(wrong)
