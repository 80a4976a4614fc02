"""A storm of faults and cancellations: no call lost, none made twice, no limit exceeded."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path

import pytest
from llm_server import (
    LlmServer,
    Reply,
    Request,
    empty,
    good,
    hang,
    html_page,
    malformed_body,
    rate_limited,
    reset,
    server_error,
    truncated,
)
from llm_support import caller_of, outcome, prompt, run

from adjudge_engine.judges.abstentions import BY_CODE
from adjudge_engine.judges.llm import retries
from adjudge_engine.judges.llm.cache import ReplyCache
from adjudge_engine.judges.llm.completion import CallFailed, Completion
from adjudge_engine.judges.llm.ledger import Ledger
from adjudge_engine.judges.llm.limits import Limits

pytestmark = pytest.mark.filterwarnings("ignore:coroutine '.*acompletion' was never awaited")

FAULTS = (
    rate_limited(0.02),
    rate_limited(0.1),
    server_error(500),
    server_error(503),
    reset(),
    reset(mid=True),
    malformed_body(),
    html_page(),
    hang(),
    truncated(),
    empty(),
)


@pytest.mark.parametrize("calls", [70, pytest.param(4000, marks=pytest.mark.stress)])
def test_a_storm_loses_nothing(calls: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "_FIRST_S", 0.01)
    chance = random.Random(7)

    def reply(request: Request) -> Reply:
        if chance.random() < 0.4:
            return chance.choice(FAULTS)
        return good({"said": request.messages[1][1]}, delay_s=chance.random() * 0.01)

    async def call(number: int) -> Completion | CallFailed | None:
        task = asyncio.create_task(outcome(caller, prompt(f"case {number}")))
        if number % 7 == 0:
            await asyncio.sleep(chance.random() * 0.5)
            task.cancel()
        try:
            return await task
        except asyncio.CancelledError:
            return None

    async def work() -> list[Completion | CallFailed | None]:
        return await asyncio.gather(*(call(number) for number in range(calls)))

    cache = ReplyCache(tmp_path / "replies.db")
    with LlmServer(reply) as server:
        ledger = Ledger(1000)
        limits = Limits(12)
        caller = caller_of(
            server,
            limits=limits,
            cache=cache,
            ledger=ledger,
            price=(1.0, 1.0),
            attempt_timeout_s=0.5,
            deadline_s=60.0,
        )
        found = run(work)
        for number, one in enumerate(found):
            if isinstance(one, Completion):
                assert one.text == f'{{"said": "case {number}"}}'
            elif isinstance(one, CallFailed):
                assert one.code in BY_CODE
            else:
                assert number % 7 == 0
        answered = sum(isinstance(one, Completion) for one in found)
        codes = Counter(one.code for one in found if isinstance(one, CallFailed))
        summary = ledger.summary()
        assert (summary.calls, summary.failures) == (answered, dict(codes))
        assert answered > calls / 2
        # A call that is cancelled closes its connection; the server may learn of it a little later.
        assert server.peak <= 12 + calls // 7
        assert summary.attempts >= len(server.requests) >= answered
        right = Counter(one.text.rsplit("case ", 1)[1] for one in server.requests)
        assert max(right.values()) < 40
        assert ledger.affords(ledger.budget) is False
        assert limits._busy == 0

        server.reply = lambda request: good({"said": request.messages[1][1]})
        before = len(server.requests)
        again = run(work)
        made = len(server.requests) - before
        assert made <= calls - answered
        kept = [number for number, one in enumerate(found) if isinstance(one, Completion)]
        assert all(isinstance(again[number], Completion) for number in kept if number % 7)
    cache.close()
