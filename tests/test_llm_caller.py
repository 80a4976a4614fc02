"""Calls through litellm to a real server on loopback: each fault ends in its code, never worse."""

from __future__ import annotations

import asyncio
import logging
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from llm_server import (
    LlmServer,
    Reply,
    Request,
    content_filter,
    empty,
    fenced,
    good,
    hang,
    html_page,
    http_date,
    malformed_body,
    no_choices,
    null_content,
    prose,
    rate_limited,
    refusal,
    reset,
    server_error,
    too_long,
    truncated,
    unauthorised,
    unsupported,
)
from llm_support import RUBRIC, ask, caller_of, outcome, prompt, run

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.abstentions import BY_CODE
from adjudge_engine.judges.llm import retries
from adjudge_engine.judges.llm.cache import ReplyCache
from adjudge_engine.judges.llm.completion import Caller, CallFailed, Completion
from adjudge_engine.judges.llm.ledger import Ledger
from adjudge_engine.judges.llm.limits import Limits
from adjudge_engine.judges.llm.settings import CallSettings

#: litellm prepares requests in a thread; a call cancelled meanwhile leaves a coroutine behind.
pytestmark = pytest.mark.filterwarnings("ignore:coroutine '.*acompletion' was never awaited")


@pytest.fixture(autouse=True)
def _short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "_FIRST_S", 0.01)


@pytest.mark.parametrize(
    ("reply", "code", "requests"),
    [
        (truncated(), "truncated", 1),
        (empty(), "empty", 1),
        (good(" \n\t"), "empty", 1),
        (null_content(), "empty", 1),
        (no_choices(), "empty", 1),
        (refusal(), "refused", 1),
        (content_filter(), "refused", 1),
        (
            server_error(400, "content_policy_violation: no", "content_policy_violation"),
            "refused",
            1,
        ),
        (too_long(), "too_long", 1),
        (server_error(413), "too_long", 1),
        (unauthorised(), "unauthorised", 1),
        (unauthorised(403), "unauthorised", 1),
        (server_error(404), "provider_error", 1),
        (server_error(422), "provider_error", 1),
        (
            server_error(429, "You exceeded your current quota", "insufficient_quota"),
            "rate_limited",
            1,
        ),
        (server_error(500), "provider_error", 3),
        (server_error(503), "provider_error", 3),
        (server_error(529), "provider_error", 3),
        (reset(), "provider_error", 3),
        (reset(mid=True), "provider_error", 3),
        (malformed_body(), "provider_error", 3),
        (html_page(), "provider_error", 3),
        (Reply(raw=b""), "provider_error", 3),
        (Reply(raw=b"[1, 2]"), "provider_error", 3),
        (Reply(raw=b'{"choices": "many"}'), "provider_error", 3),
    ],
    ids=lambda one: str(one)[:40],
)
def test_each_fault_has_its_code(reply: Reply, code: str, requests: int) -> None:
    with LlmServer(reply) as server:
        found = ask(caller := caller_of(server, tries=3))
        assert isinstance(found, CallFailed)
        assert (found.code, len(server.requests)) == (code, requests)
        assert found.usage is not None
        assert found.usage.attempts == requests
        summary = caller.ledger.summary()
        assert summary.failures == {code: 1}
        assert (summary.calls, summary.attempts) == (0, requests)


@pytest.mark.parametrize(
    "fault",
    [
        rate_limited(0.05),
        rate_limited(retry_after_ms="40"),
        rate_limited(x_ratelimit_reset_requests="40ms", x_ratelimit_remaining_requests="0"),
        rate_limited(),
        server_error(500),
        server_error(502),
        reset(),
        reset(mid=True),
        malformed_body(),
        html_page(),
    ],
    ids=lambda one: str(one)[:40],
)
def test_what_passes_is_tried_again(fault: Reply) -> None:
    with LlmServer([fault, fault, good({"a": 1})]) as server:
        found = ask(caller_of(server))
        assert isinstance(found, Completion)
        assert (found.text, found.model, found.usage.attempts) == ('{"a": 1}', "stub", 3)
        assert found.usage.cached is False


@pytest.mark.parametrize("reply", [fenced({"a": 1}), prose({"a": 1}), good("no JSON at all")])
def test_text_is_handed_on_as_it_came(reply: Reply) -> None:
    with LlmServer(reply) as server:
        found = ask(caller_of(server))
        assert isinstance(found, Completion)
        assert found.text == reply.content


def test_retry_after_is_waited_for_in_seconds_and_as_a_date() -> None:
    # A date has whole seconds: two from now is more than one away.
    for header, least in ((lambda: 0.3, 0.3), (lambda: http_date(2), 0.8)):

        def reply(request: Request, header: Callable[[], float | str] = header) -> Reply:
            return good() if request.number else rate_limited(header())

        with LlmServer(reply) as server:
            assert isinstance(ask(caller_of(server)), Completion)
            first, second = server.requests
            assert second.at - first.at >= least


def test_a_wait_beyond_the_deadline_is_not_begun() -> None:
    with LlmServer(rate_limited(30)) as server:
        began = time.monotonic()
        found = ask(caller_of(server, deadline_s=5))
        assert isinstance(found, CallFailed)
        assert (found.code, len(server.requests)) == ("rate_limited", 1)
        assert time.monotonic() - began < 4


def test_a_provider_that_says_zero_is_not_stormed() -> None:
    with LlmServer(rate_limited(0)) as server:
        found = ask(caller_of(server, deadline_s=0.5, attempt_timeout_s=0.5))
        assert isinstance(found, CallFailed)
        assert found.code == "rate_limited"
        assert len(server.requests) < 30


def test_a_server_that_hangs_is_a_timeout_within_the_deadline() -> None:
    with LlmServer(hang()) as server:
        found = ask(caller := caller_of(server, attempt_timeout_s=0.15, deadline_s=0.5))
        assert isinstance(found, CallFailed)
        assert found.code == "timeout"
        assert len(server.requests) >= 2
        assert found.usage is not None
        assert found.usage.latency_ms is not None
        assert found.usage.latency_ms < 2000  # with room for a busy machine
        assert found.usage.cost_usd is None
        assert caller.ledger.summary().cost_at_least


def test_a_hang_is_tried_again() -> None:
    with LlmServer([hang(), good()]) as server:
        found = ask(caller_of(server, attempt_timeout_s=0.3))
        assert isinstance(found, Completion)
        assert (found.usage.attempts, found.usage.tokens_in) == (2, None)


def test_a_refused_key_ends_all_asking() -> None:
    async def work() -> list[str]:
        caller = caller_of(server, limits=Limits(1))
        found = await asyncio.gather(*(outcome(caller, prompt(f"{one}")) for one in range(20)))
        return [one.code for one in found if isinstance(one, CallFailed)]

    with LlmServer(unauthorised()) as server:
        assert run(work) == ["unauthorised"] * 20
        assert len(server.requests) == 1


def test_a_dead_provider_is_not_waited_for_once_a_call() -> None:
    async def work() -> list[str]:
        caller = caller_of(server, limits=Limits(2), deadline_s=0.6, attempt_timeout_s=0.3)
        found = await asyncio.gather(*(outcome(caller, prompt(f"{one}")) for one in range(40)))
        return [one.code for one in found if isinstance(one, CallFailed)]

    with LlmServer(hang()) as server:
        began = time.monotonic()
        assert run(work) == ["timeout"] * 40
        assert time.monotonic() - began < 6  # not 40 / 2 * 0.6 = 12


def test_structure_is_asked_for_as_far_as_the_provider_takes_it() -> None:
    def reply(request: Request) -> Reply:
        form = request.json.get("response_format", {}).get("type")
        return good("{}") if form is None else unsupported("response_format")

    async def work() -> list[object]:
        caller = caller_of(server)
        for one in range(3):
            assert isinstance(await outcome(caller, prompt(f"{one}")), Completion)
        return [one.json.get("response_format", {}).get("type") for one in server.requests]

    with LlmServer(reply) as server:
        assert run(work) == ["json_schema", "json_object", None, None, None]
        sent = server.requests[0].json["response_format"]["json_schema"]
        assert (sent["name"], sent["schema"]["type"]) == ("verdicts", "object")


@pytest.mark.parametrize(
    ("structured", "sent"), [("schema", "json_schema"), ("object", "json_object"), ("none", None)]
)
def test_structure_can_be_set(structured: str, sent: str | None) -> None:
    with LlmServer() as server:
        assert isinstance(ask(caller_of(server, structured=structured)), Completion)
        assert server.requests[0].json.get("response_format", {}).get("type") == sent


def test_parameters_are_sent_and_named() -> None:
    said: dict[str, Any] = {"temperature": 0.5, "top_p": 0.9, "seed": 7, "max_tokens": 33}
    with LlmServer() as server:
        caller = caller_of(server, **said, extra={"stop": ["END"], "extra_body": {"min_p": 0.1}})
        assert isinstance(ask(caller, sample=2), Completion)
        body = server.requests[0].json
        assert {name: body[name] for name in said} == {**said, "seed": 9}
        assert (body["stop"], body["min_p"], body["model"]) == (["END"], 0.1, "stub")
        assert said.items() <= caller.parameters.items()
        assert caller.parameters["api_base"] == server.base_url
        kind: Caller = caller
        assert kind.model == "openai/stub"
    with LlmServer() as server:
        assert isinstance(ask(caller_of(server, temperature=None)), Completion)
        assert "temperature" not in server.requests[0].json


def test_the_key_comes_of_the_named_variable_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-public")
    monkeypatch.setenv("DESK_KEY", " sk-desk\n")
    with LlmServer() as server:
        assert isinstance(ask(caller_of(server)), Completion)
        assert isinstance(ask(caller_of(server, api_key_env="DESK_KEY")), Completion)
        sent = [one.headers["authorization"] for one in server.requests]
        assert sent == ["Bearer none", "Bearer sk-desk"]
        assert b"sk-public" not in server.everything
        found = ask(caller_of(server, api_key_env="NO_SUCH_KEY"))
        assert isinstance(found, CallFailed)
        assert (found.code, len(server.requests)) == ("unauthorised", 2)
        assert "NO_SUCH_KEY" in found.message


def test_nothing_sensitive_is_said(
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DESK_KEY", "sk-secret")
    caplog.set_level(logging.DEBUG)
    echo = server_error(400, "cannot take: Mrs Halloran, sk-secret")
    shown = []
    for reply in (echo, server_error(500, "Mrs Halloran sk-secret"), unauthorised(), good()):
        with LlmServer(reply) as server:
            found = ask(caller_of(server, api_key_env="DESK_KEY", tries=1), prompt("Mrs Halloran"))
            if isinstance(found, CallFailed):
                shown += traceback.format_exception(found)
                assert found.__context__ is None
    captured = capfd.readouterr()
    logged = [one.getMessage() for one in caplog.records if one.name != "asyncio"]
    whole = "\n".join([*shown, *logged, captured.out, captured.err])
    assert "Halloran" not in whole
    assert "sk-secret" not in whole


@pytest.mark.parametrize("text", ["\ud800 alone", "nul \0", "\u202e turned", "a" * 300_000, ""])
def test_hostile_texts_are_sent(text: str, tmp_path: Path) -> None:
    said = '{"quote": "\ud83d"}'
    with LlmServer(good(said)) as server:
        cache = ReplyCache(tmp_path / "replies.db")
        found = ask(caller_of(server, cache=cache), prompt(text))
        assert isinstance(found, Completion)
        assert found.text == '{"quote": "\ufffd"}'
        assert server.requests[0].messages[1][1] == text.replace("\ud800", "\ufffd")
        assert isinstance(ask(caller_of(server, cache=cache), prompt(text)), Completion)
        assert len(server.requests) == 1
        cache.close()


def test_a_rerun_makes_no_call(tmp_path: Path) -> None:
    path = tmp_path / "replies.db"
    with LlmServer(lambda request: good({"n": request.number})) as server:
        texts = []
        for _ in range(2):
            cache = ReplyCache(path)
            caller = caller_of(server, cache=cache)
            found = ask(caller)
            assert isinstance(found, Completion)
            texts.append(found.text)
            usage = found.usage
            cache.close()
        assert len(server.requests) == 1
        assert texts == ['{"n": 0}'] * 2
        summary = caller.ledger.summary()
        assert (usage.cached, usage.attempts, usage.cost_usd) == (True, 0, 0.0)
        assert (summary.calls, summary.cached, summary.attempts) == (0, 1, 0)


def test_what_tells_calls_apart_has_a_place_of_its_own(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies.db")
    with LlmServer(lambda request: good({"n": request.number})) as server:
        caller = caller_of(server, cache=cache)
        ask(caller)
        ask(caller, sample=1)
        ask(caller, prompt(max_tokens=51))
        ask(caller_of(server, cache=cache, temperature=0.1))
        ask(caller_of(server, cache=cache, model="openai/other"))
        run(lambda: caller.complete(prompt(), rubric_hash="another"))
        assert len(server.requests) == 6
        again = ask(caller, fresh=True)
        assert isinstance(again, Completion)
        assert len(server.requests) == 7
        kept = ask(caller)
        assert isinstance(kept, Completion)
        assert kept.text == again.text == '{"n": 6}'
    cache.close()


@pytest.mark.parametrize("reply", [truncated(), empty(), refusal(), server_error(404)])
def test_only_usable_replies_are_kept(reply: Reply, tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies.db")
    with LlmServer([reply, good()]) as server:
        caller = caller_of(server, cache=cache)
        assert isinstance(ask(caller), CallFailed)
        assert len(cache) == 0
        assert isinstance(ask(caller), Completion)
    cache.close()


def test_equal_calls_that_meet_are_made_once(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies.db")

    async def work() -> set[str]:
        caller = caller_of(server, cache=cache)
        found = await asyncio.gather(*(outcome(caller, prompt()) for _ in range(5)))
        return {one.text for one in found if isinstance(one, Completion)}

    with LlmServer(good({"a": 1}, delay_s=0.05)) as server:
        assert run(work) == {'{"a": 1}'}
        assert len(server.requests) == 1
    cache.close()


def test_tokens_are_kept_where_no_price_is_known() -> None:
    with LlmServer([server_error(500), good(tokens=(1000, 100))]) as server:
        found = ask(caller_of(server))
        assert isinstance(found, Completion)
        usage = found.usage
        assert (usage.tokens_in, usage.tokens_out, usage.cost_usd) == (1000, 100, None)
    with LlmServer([server_error(500), good(tokens=(1000, 100))]) as server:
        found = ask(caller := caller_of(server, price=(2.0, 10.0)))
        assert isinstance(found, Completion)
        assert found.usage.cost_usd == pytest.approx(0.003)
        assert caller.ledger.summary().cost_usd == pytest.approx(0.003)
        assert not caller.ledger.summary().cost_at_least
    with LlmServer(good(tokens=None)) as server:
        found = ask(caller := caller_of(server, price=(2.0, 10.0)))
        assert isinstance(found, Completion)
        assert found.usage.tokens_in is None
        assert caller.ledger.summary().cost_at_least
        assert caller.ledger.summary().cost_usd == 0


def test_a_truncated_reply_costs_all_the_same() -> None:
    with LlmServer(truncated()) as server:
        found = ask(caller_of(server, price=(1.0, 1.0)))
        assert isinstance(found, CallFailed)
        assert found.usage is not None
        assert found.usage.cost_usd == pytest.approx(0.00012)


def test_the_budget_is_never_exceeded_and_used_up() -> None:
    # A reply costs 100 + 20 tokens at $1 a million; the most that one may is 50 + more.
    async def work() -> tuple[int, set[str]]:
        found = await asyncio.gather(*(outcome(caller, prompt(f"{one}")) for one in range(60)))
        codes = {one.code for one in found if isinstance(one, CallFailed)}
        return sum(isinstance(one, Completion) for one in found), codes

    with LlmServer(good(delay_s=0.01)) as server:
        ledger = Ledger(0.004)
        caller = caller_of(server, limits=Limits(16), ledger=ledger, price=(1.0, 1.0))
        made, codes = run(work)
        summary = ledger.summary()
        assert codes == {"over_budget"}
        assert made == len(server.requests) == summary.attempts
        assert 0.0035 < summary.cost_usd <= 0.004
        assert summary.failures == {"over_budget": 60 - made}


def test_no_budget_is_kept_by_guessing_a_price() -> None:
    with LlmServer() as server:
        found = ask(caller_of(server, ledger=Ledger(100)))
        assert isinstance(found, CallFailed)
        assert (found.code, len(server.requests)) == ("over_budget", 0)
        assert "price" in found.message


def test_cancelled_calls_give_everything_back() -> None:
    async def work() -> None:
        tasks = [asyncio.create_task(outcome(caller, prompt(f"{one}"))) for one in range(12)]
        while server.in_flight < 3:
            await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        server.reply = good()
        found = await asyncio.gather(*(outcome(caller, prompt(f"{one}")) for one in range(12)))
        assert all(isinstance(one, Completion) for one in found)

    with LlmServer(hang()) as server:
        ledger = Ledger(1)
        caller = caller_of(server, limits=Limits(3), ledger=ledger, price=(1.0, 1.0))
        run(work)
        assert ledger.affords(None) is False
        assert len(server.requests) <= 15


FAULTS = st.sampled_from(
    [
        good({"a": 1}),
        truncated(),
        empty(),
        null_content(),
        no_choices(),
        refusal(),
        content_filter(),
        rate_limited(0.01),
        rate_limited("-5"),
        rate_limited("soon"),
        rate_limited("nan"),
        server_error(500),
        server_error(599),
        server_error(404),
        server_error(302),
        reset(),
        reset(mid=True),
        malformed_body(),
        html_page(),
        too_long(),
        unsupported(),
        Reply(raw=b"\xff\xfe\x00"),
        Reply(raw=b"null"),
        Reply(raw=b"[" * 5000),
        Reply(raw=b'{"choices": [{"message": {"content": {"a": [1]}}}]}'),
        Reply(raw=b'{"choices": [{"message": null}], "usage": {"prompt_tokens": -3}}'),
        Reply(raw=b'{"choices": [{"message": {"content": "x"}}], "usage": {"prompt_tokens": "9"}}'),
        Reply(raw=b'{"error": {"message": null, "code": 1}}', status=400),
    ]
)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(FAULTS, min_size=1, max_size=6))
def test_whatever_comes_ends_in_a_reply_or_a_code(faults: list[Reply]) -> None:
    replies = [*faults, good()]
    with LlmServer(replies) as server, pytest.MonkeyPatch.context() as patch:
        patch.setattr(retries, "_FIRST_S", 0.001)
        found = ask(caller := caller_of(server, deadline_s=3, attempt_timeout_s=3, tries=3))
        summary = caller.ledger.summary()
        if isinstance(found, CallFailed):
            assert found.code in BY_CODE
            assert summary.failures == {found.code: 1}
        else:
            assert found.text.strip()
            assert summary.calls == 1
        assert summary.attempts == len(server.requests) <= len(replies)


@pytest.mark.parametrize(
    "wrong",
    [
        {"model": " "},
        {"model": "a b"},
        {"api_base": "ftp://host"},
        {"api_base": "http://user:word@host/v1"},
        {"api_base": "http://host/v1?key=1"},
        {"api_base": "http://[half"},
        {"api_key_env": "sk-this-is-a-key"},
        {"deadline_s": 0},
        {"attempt_timeout_s": float("nan")},
        {"tries": 0},
        {"max_tokens": 0},
        {"structured": "xml"},
        {"price": (1.0, float("inf"))},
        {"extra": {"api_key": "sk-1"}},
        {"extra": {"mock_response": "yes"}},
        {"extra": {"fallbacks": ["other/model"]}},
    ],
    ids=str,
)
def test_settings_that_cannot_be_meant_are_refused(wrong: dict[str, object]) -> None:
    said: dict[str, object] = {"model": "openai/stub", **wrong}
    with pytest.raises(JudgeError):
        CallSettings(**said)  # type: ignore[arg-type]


def test_the_rubric_is_part_of_the_key() -> None:
    with LlmServer() as server:
        caller = caller_of(server)
        one, other = (caller.key(prompt(), rubric_hash=name) for name in (RUBRIC, "other"))
        assert one != other
        assert len(one) == 64
