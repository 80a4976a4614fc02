"""A provider that means harm, or is broken in odd ways: it gets nothing, and stops nothing."""

from __future__ import annotations

import asyncio
import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lamps import assessed, judges_of, right, settings, shared
from llm_server import LlmServer, Reply, Request, good, rate_limited, server_error, too_long
from llm_support import ask, caller_of, prompt, run

from adjudge_engine.case import Case
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.llm import wire
from adjudge_engine.judges.llm.cache import ReplyCache
from adjudge_engine.judges.llm.completion import CallFailed, Completion
from adjudge_engine.judges.llm.parts import MOST_CLAIMS, groups
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.judges.running import begin
from adjudge_engine.pipeline import assess


@pytest.fixture
def server() -> Iterator[LlmServer]:
    with LlmServer(right) as running:
        yield running


def judgment(server: LlmServer, folder: Path, number: int = 1, **more: Any) -> Judgment:
    """What the judge `reader` says of a lamp."""
    judges, using = judges_of(server, folder, **more)
    with using:
        return begin(assessed(number), judges).result()[0]


def code(found: Completion | CallFailed) -> str:
    return found.code if isinstance(found, CallFailed) else ""


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(server: LlmServer, status: int) -> None:
    with LlmServer(right) as elsewhere:
        away = {"location": f"{elsewhere.base_url}/chat/completions"}
        server.reply = Reply(status=status, headers=away, raw=b"{}")
        assert code(ask(caller_of(server, tries=1))) == "provider_error"
        assert elsewhere.everything == b""
    assert len(server.requests) == 1


def test_no_cookie_comes_back(server: LlmServer) -> None:
    server.reply = good({}, headers={"set-cookie": "spy=4711; Path=/"})
    caller = caller_of(server)

    async def twice() -> None:
        for number in range(2):
            await caller.complete(prompt(str(number)), rubric_hash="r")

    run(twice)
    assert len(server.requests) == 2
    assert b"4711" not in server.everything


def packed(pack: Callable[[bytes], bytes], name: str) -> Callable[[Request], Reply]:
    def reply(request: Request) -> Reply:
        return Reply(raw=pack(good('{"a": 1}').body(request)), headers={"content-encoding": name})

    return reply


@pytest.mark.parametrize(("pack", "name"), [(gzip.compress, "gzip"), (zlib.compress, "deflate")])
def test_a_packed_answer_is_read(
    server: LlmServer, pack: Callable[[bytes], bytes], name: str
) -> None:
    server.reply = packed(pack, name)
    found = ask(caller_of(server))
    assert isinstance(found, Completion)
    assert found.text == '{"a": 1}'


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (gzip.compress(b" " * (wire.REPLY_BYTES + 1)), "gzip"),  # 16 kB that unpack to 16 MB
        (b" " * (wire.REPLY_BYTES + 1), "identity"),
        (b"not packed at all", "gzip"),
        (b"whatever this is", "br"),
        (gzip.compress(gzip.compress(b"{}")), "gzip, gzip"),
    ],
    # Names of their own: packed bytes hold the time, and every process must collect the same.
    ids=["unpacks to 16 MB", "16 MB", "not packed", "unknown", "twice"],
)
def test_an_answer_without_end_fills_no_memory(server: LlmServer, raw: bytes, name: str) -> None:
    server.reply = Reply(raw=raw, headers={"content-encoding": name})
    assert code(ask(caller_of(server, tries=1))) == "provider_error"


@pytest.mark.parametrize(
    ("raw", "name", "told"),
    [
        (b"", "identity", "rate limit"),
        (b'{"error": {"code": "insufficient_quota"}}', "identity", "quota"),
        (gzip.compress(b'{"error": {"code": "insufficient_quota"}}'), "gzip", "quota"),
        (b"\xff" * 200_000, "identity", "rate limit"),
        (gzip.compress(b" " * 50_000_000), "gzip", "rate limit"),
    ],
    ids=["empty", "quota", "packed quota", "long", "unpacks to 50 MB"],
)
def test_a_refusal_is_read_as_far_as_it_matters(
    server: LlmServer, raw: bytes, name: str, told: str
) -> None:
    headers = {"content-encoding": name, "retry-after": "30"}
    server.reply = Reply(status=429, raw=raw, headers=headers)
    found = ask(caller_of(server, deadline_s=2.0))
    assert isinstance(found, CallFailed)
    assert (found.code, len(server.requests)) == ("rate_limited", 1)
    assert told in found.message
    server.reply = Reply()
    assert isinstance(ask(caller_of(server)), Completion)


def test_others_in_the_process_are_not_guarded(server: LlmServer) -> None:
    import httpx

    ask(caller_of(server))  # litellm is loaded by now
    server.reply = Reply(raw=b"{}", headers={"set-cookie": "mine=1", "content-type": "x/y"})

    async def get() -> str:
        async with httpx.AsyncClient() as client:
            found = await client.post(f"{server.base_url}/chat/completions", json={})
            return str(found.headers.get("set-cookie", ""))

    assert asyncio.run(get()) == "mine=1"


@pytest.mark.parametrize(
    "reply",
    [
        Reply(raw=b'data: {"choices": []}\n\ndata: [DONE]\n\n', content_type="text/event-stream"),
        Reply(raw=b"\xff\xfe\x00\x00", content_type="application/json; charset=utf-16"),
        Reply(raw=b"[" * 50_000),
        Reply(raw=json.dumps({"choices": [{"message": {"content": {"a": 1}}}]}).encode()),
        Reply(raw=json.dumps({"choices": {"0": 1}}).encode()),
        Reply(raw=b"null"),
        Reply(status=204, raw=b""),
        Reply(status=299, raw=b"{}"),
        server_error(599),
        Reply(content="{}", finish_reason="tool_calls", headers={"retry-after": "\u00b2\u00e9"}),
        rate_limited("\u00b3"),
        rate_limited("nan"),
    ],
)
def test_odd_answers_are_abstentions(server: LlmServer, tmp_path: Path, reply: Reply) -> None:
    server.reply = reply
    said = judgment(server, tmp_path, deadline=3.0, attempt_timeout=2.0)
    assert said.abstained
    assert (said.score, said.strict) == (None, None)
    assert said.abstention is not None
    assert said.abstention.code in ("provider_error", "empty", "malformed", "rate_limited")


def test_a_very_long_reply_is_malformed_and_costs_one_repair(
    server: LlmServer, tmp_path: Path
) -> None:
    server.reply = good('{"claims": [' + '{"c": 1},' * 1_100_000 + "]}")
    said = judgment(server, tmp_path)
    assert said.abstention is not None
    assert said.abstention.code == "malformed"
    assert len(server.requests) == 2
    assert len(server.requests[1].body) < 50_000


def test_the_key_is_in_no_word_of_ours(
    server: LlmServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAMP_KEY", "sk-do-not-repeat-4711")
    for status in (400, 401, 404, 429, 500):
        server.reply = lambda request, status=status: server_error(
            status, f"Incorrect key {request.headers['authorization']} for {request.text[:200]}"
        )
        said = judgment(
            server, tmp_path, api_key_env='"LAMP_KEY"', deadline=2.0, attempt_timeout=1.0
        )
        assert b"sk-do-not-repeat-4711" in server.everything
        assert said.abstained
        assert "4711" not in said.model_dump_json()
        assert "Incorrect" not in said.model_dump_json()


@pytest.mark.parametrize("key", ["schl\u00fcssel", "two\nlines", "\u200bsk-1"])
def test_a_key_that_cannot_be_sent_is_said_so(
    server: LlmServer, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("LAMP_KEY", key)
    found = ask(caller_of(server, api_key_env="LAMP_KEY"))
    assert isinstance(found, CallFailed)
    assert (found.code, "LAMP_KEY" in found.message) == ("unauthorised", True)
    assert key not in found.message
    assert server.everything == b""


def many(count: int) -> Case:
    answer = " ".join(f"Lamp {number} weighs {100 + number} grams." for number in range(count))
    text = "Every lamp here weighs a little more than the one before, and is made of brass."
    fields = {
        "id": "many",
        "question": "Which?",
        "answer": answer,
        "contexts": [{"id": "x", "text": text}],
    }
    return Case.model_validate(fields)


def not_there(request: Request) -> Reply:
    rows = [
        {"c": int(line.partition(" ")[0]), "q": "", "e": "unclear", "r": "no", "v": "N"}
        for line in request.messages[-1][1].splitlines()
        if line[:1].isdigit()
    ]
    return good({"claims": rows, "extra": []})


def test_many_claims_are_several_calls(server: LlmServer, tmp_path: Path) -> None:
    server.reply = not_there
    assessment = assess(many(350))
    judges, using = judges_of(server, tmp_path)
    with using:
        (said,) = begin(assessment, judges).result()
        planned = len(list(judges[0].prompts(judges_request(assessment))))  # type: ignore[attr-defined]
    assert [one.claim_id for one in said.claims] == [one.id for one in assessment.claims]
    assert {one.verdict for one in said.claims} == {"not_mentioned"}
    assert (said.strict, said.score) == (0.0, 0.0)
    assert len(server.requests) == planned == len(groups(assessment.claims))
    assert said.usage is not None
    assert said.usage.attempts == len(server.requests)
    longest = max(len(request.text) for request in server.requests)
    assert longest < 0.75 * sum(len(one.text) for one in assessment.claims) + 6_000


def judges_request(assessment: Any) -> Any:
    from adjudge_engine.judges.base import JudgeRequest

    return JudgeRequest("faithfulness", assessment.case, assessment.claims)


def test_claims_of_an_endless_answer_stay_linear() -> None:
    claims = assess(many(5)).claims * 20_000
    parts = groups(claims)
    assert max(map(len, parts)) <= MOST_CLAIMS
    assert [one for part in parts for one in part] == list(claims)
    assert groups(()) == []


@pytest.mark.parametrize("fails", ["too_long", "truncated"])
def test_a_call_that_is_too_much_is_halved(server: LlmServer, tmp_path: Path, fails: str) -> None:
    def reply(request: Request) -> Reply:
        found = not_there(request)
        if len(json.loads(str(found.content))["claims"]) <= 5:
            return found
        return too_long() if fails == "too_long" else Reply(found.content, finish_reason="length")

    server.reply = reply
    assessment = assess(many(20))
    judges, using = judges_of(server, tmp_path)
    with using:
        (said,) = begin(assessment, judges).result()
    assert said.strict == 0.0
    assert [one.claim_id for one in said.claims] == [one.id for one in assessment.claims]
    assert len(server.requests) == 7


def test_contexts_beyond_the_window_are_not_asked_for_ever(
    server: LlmServer, tmp_path: Path
) -> None:
    server.reply = too_long()
    judges, using = judges_of(server, tmp_path)
    with using:
        (said,) = begin(assess(many(64)), judges).result()
    assert said.abstention is not None
    assert said.abstention.code == "too_long"
    assert said.score is None
    assert len(server.requests) == 4


def test_a_statement_beside_the_claims_keeps_parts_from_passing(
    server: LlmServer, tmp_path: Path
) -> None:
    def reply(request: Request) -> Reply:
        found = json.loads(str(right(request).content))
        if request.number == 0:
            found["extra"] = [{"t": "Lamps last for ever.", "r": "not said", "v": "N"}]
        return good(found)

    server.reply = reply
    said = judgment(server, tmp_path, mode='"claim"')
    assert {one.verdict for one in said.claims} == {"supported"}
    assert (said.strict, said.abstained) == (None, True)
    assert said.abstention is not None
    assert "beside the claims" in said.abstention.message


def test_two_processes_may_keep_their_replies_in_one_file(tmp_path: Path) -> None:
    with LlmServer('{"a": 1}') as server:
        caches = [ReplyCache(tmp_path / "replies.db") for _ in range(2)]
        callers = [caller_of(server, cache=cache) for cache in caches]
        for number in range(4):
            ask(callers[number % 2], prompt(str(number)))
            caches[number % 2].flush()
        for caller in callers:
            assert all(isinstance(ask(caller, prompt(str(one))), Completion) for one in range(4))
        assert len(server.requests) == 4
        for cache in caches:
            assert cache.problem is None
            cache.close()


@pytest.mark.parametrize("value", ["42", "x'00ff'", "NULL", "'{}'"])
def test_a_cache_that_somebody_else_filled_breaks_nothing(
    server: LlmServer, tmp_path: Path, value: str
) -> None:
    import sqlite3

    first = judgment(server, tmp_path)
    with sqlite3.connect(tmp_path / "replies.db") as file:
        file.execute("PRAGMA ignore_check_constraints = 1")
        if value == "NULL":
            file.execute("UPDATE replies SET model = x'ff', tokens_in = 'many'")
        else:
            file.execute(f"UPDATE replies SET text = {value}")
    file.close()
    again = judgment(server, tmp_path)
    assert again.abstained or again.strict == first.strict
    assert again.strict in (None, first.strict)


def test_another_judge_finds_nothing_in_the_cache_of_this_one(
    server: LlmServer, tmp_path: Path
) -> None:
    judgment(server, tmp_path)
    judgment(server, tmp_path, top_p=0.5)
    judgment(server, tmp_path, model='"openai/other"')
    judgment(server, tmp_path, rubrics='{ faithfulness = "faithfulness-generic" }')
    assert len(server.requests) == 4
    judgment(server, tmp_path)
    assert len(server.requests) == 4


def test_a_panel_hears_nobody_twice(server: LlmServer, tmp_path: Path) -> None:
    from adjudge_engine.errors import JudgeError

    table = settings(server)
    same = f"[judges.one]\n{table}[judges.two]\n{table}"
    panel = '[judges.both]\ntype = "panel"\njudges = ["one", "two"]\n'
    with pytest.raises(JudgeError, match="twice"):
        make_judges("both", shared(same + panel, tmp_path))
    other = f"[judges.one]\n{table}[judges.two]\n{settings(server, top_p=0.5)}"
    nested = panel + '[judges.all]\ntype = "panel"\njudges = ["both", "one"]\n'
    assert make_judges("both", shared(other + panel, tmp_path))
    with pytest.raises(JudgeError, match="one twice"):
        make_judges("all", shared(other + nested, tmp_path))
