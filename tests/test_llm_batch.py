"""Batches through litellm to the stub's /v1/files and /v1/batches: they fill the cache."""

from __future__ import annotations

import gc
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from llm_server import LlmServer, Reply, Request, empty, good, server_error, truncated
from llm_support import RUBRIC, ask, caller_of, prompt, run

from adjudge_engine.judges.llm import batch as batches
from adjudge_engine.judges.llm import environment
from adjudge_engine.judges.llm.batch import BatchCaller, Item, Outcome
from adjudge_engine.judges.llm.cache import ReplyCache
from adjudge_engine.judges.llm.caller import LiteLlmCaller
from adjudge_engine.judges.llm.completion import CallFailed, Completion
from adjudge_engine.judges.llm.ledger import Ledger

#: litellm makes a client for each call of files and batches and leaves closing it to the collector.
pytestmark = [
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(batches, "_POLL_S", (0.01, 0.05))
    yield
    gc.collect()


def items(count: int) -> list[Item]:
    return [Item(prompt(f"case {number}"), RUBRIC) for number in range(count)]


def whole(caller: LiteLlmCaller, asked: list[Item]) -> Callable[[], Awaitable[list[Outcome]]]:
    async def work() -> list[Outcome]:
        sender = BatchCaller(caller)
        return [await sender.collect(name) for name in await submit(sender, asked)]

    return work


async def submit(sender: BatchCaller, asked: list[Item]) -> list[str]:
    """Sends what is not cached yet, as a run does; the names of the batches."""
    await environment.prepared()
    filling = sender.filling()
    full = [*(filling.add(item) for item in asked), filling.rest()]
    return [await sender.send(one) for one in full if one is not None]


def reply(request: Request) -> Reply:
    number = int(request.text.rsplit(" ", 1)[1])
    if number == 3:
        return truncated()
    if number == 4:
        return empty()
    return server_error(500) if number == 5 else good({"n": number})


def test_a_batch_fills_the_cache_for_the_run_after_it(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies.db")
    with LlmServer(reply) as server:
        ledger = Ledger(1)
        caller = caller_of(server, cache=cache, ledger=ledger, price=(1.0, 1.0))
        (found,) = run(whole(caller, items(8) + items(8)))
        assert found == Outcome("completed", 5, {"empty": 1, "provider_error": 1, "truncated": 1})
        assert len(server.requests) == 8
        for number in (0, 1, 2, 6, 7):
            kept = ask(caller, prompt(f"case {number}"))
            assert isinstance(kept, Completion)
            assert (json.loads(kept.text), kept.usage.cached) == ({"n": number}, True)
        assert len(server.requests) == 8
        summary = ledger.summary()
        assert (summary.attempts, summary.calls, summary.cached) == (8, 5, 5)
        assert summary.cost_usd == pytest.approx(7 * 120 / 1e6)
        assert run(whole(caller, [items(8)[0]])) == []  # nothing is left to ask
        sent = server.requests[0].json
        assert (sent["model"], sent["temperature"], sent["max_tokens"]) == ("stub", 0.0, 50)
        assert sent["response_format"]["type"] == "json_schema"
    cache.close()


def test_many_requests_are_several_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "_MOST_REQUESTS", 3)
    cache = ReplyCache(tmp_path / "replies.db")
    with LlmServer() as server:
        found = run(whole(caller_of(server, cache=cache), items(8)))
        assert [one.stored for one in found] == [3, 3, 2]
    cache.close()


def test_a_batch_beyond_the_budget_is_not_made(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies.db")
    with LlmServer() as server:
        caller = caller_of(server, cache=cache, ledger=Ledger(0.0001), price=(1.0, 1.0))
        with pytest.raises(CallFailed) as failed:
            run(whole(caller, items(8)))
        assert (failed.value.code, server.everything) == ("over_budget", b"")
    cache.close()


def test_failures_have_codes(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies.db")
    with LlmServer() as server:
        caller = caller_of(server, cache=cache)
        with pytest.raises(CallFailed) as failed:
            run(lambda: BatchCaller(caller).collect("no-such-batch"))
        assert failed.value.code == "provider_error"
        with pytest.raises(CallFailed, match="no cache"):
            BatchCaller(caller_of(server))
        with pytest.raises(CallFailed, match="provider"):
            BatchCaller(caller_of(server, cache=cache, model="ollama/stub"))

        async def impatient() -> None:
            sender = BatchCaller(caller)
            (name,) = await submit(sender, items(1))
            await sender.collect(name, deadline_s=0.0)

        with pytest.raises(CallFailed) as late:
            run(impatient)
        assert late.value.code == "timeout"
    cache.close()


@pytest.mark.parametrize(
    "line", [b"", b"{", b"[]", b"null", b'{"custom_id": 1}', b'{"custom_id": "x", "response": 1}']
)
def test_senseless_results_are_failures(line: bytes) -> None:
    _, attempt = batches._read(line)
    assert not isinstance(attempt.found, Completion)
