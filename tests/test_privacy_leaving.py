"""What leaves the machine, read from the other end: the log of a server that litellm itself calls.

Nothing private is in it, in any language, and the judgment speaks of the original text again.
"""

from __future__ import annotations

import json
import logging
import re

import pytest
from llm_server import LlmServer, Request, good, server_error
from privacy_samples import NAMES, TEXTS, redactor

from adjudge_engine.case import Case
from adjudge_engine.claims import split_claims
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.llm import environment
from adjudge_engine.judges.llm.caller import LiteLlmCaller
from adjudge_engine.judges.llm.judge import LlmJudge
from adjudge_engine.judges.llm.limits import Limits
from adjudge_engine.judges.llm.settings import CallSettings
from adjudge_engine.judges.ranking.ranker import LlmRanker
from adjudge_engine.judges.rubrics.load import load_rubric
from adjudge_engine.privacy.redaction import Redactor

CASES = [
    Case.model_validate(
        {
            "id": f"case{number}",
            "question": f"What is known of this? {secrets[0]}",
            "answer": text,
            "contexts": [
                {"id": "before", "text": "The shop opens at nine and closes at six.", "score": 0.9},
                {"id": "record", "text": f"Record 17. {text} End.", "score": 0.1},
            ],
            "expect": {"reference": f"{secrets[-1]}. {secrets[1]}."},
        }
    )
    for number, (text, secrets) in enumerate(TEXTS)
]
#: What is private in the samples, in every spelling that a log could hold it in.
PRIVATE = sorted({secret for _, secrets in TEXTS for secret in secrets} | set(NAMES))
DIGITS = re.compile(r"(?:4111|3782|4000-?0566|5678|0100|0187|7654321|3704|204711)")


def judge(server: LlmServer, criterion: str, rubric: str, hides: Redactor | None) -> LlmJudge:
    call = CallSettings(
        model="openai/stub", api_base=server.base_url, attempt_timeout_s=20, deadline_s=30, tries=1
    )
    caller = LiteLlmCaller(call, limits=Limits(4))
    return LlmJudge("stub", caller, {criterion: load_rubric(rubric)}, hides)


def faithful(request: Request) -> object:
    """Supports every claim, quoting its own words, placeholders as they came."""
    user = request.messages[-1][1]
    lines = re.findall(r"^(\d+) (.+)$", user, re.MULTILINE)
    rows = [{"c": int(c), "q": text, "e": "same", "v": "S"} for c, text in lines]
    return good({"claims": rows, "extra": []})


def careless(request: Request) -> object:
    """The same in lower case without brackets."""
    reply = faithful(request)
    assert hasattr(reply, "content")
    body = json.loads(str(reply.content))
    for row in body["claims"]:
        row["q"] = re.sub("⟦(.*?)⟧", lambda match: str(match[1]).lower(), row["q"])
    return good(body)


def left(server: LlmServer) -> str:
    """All that came in, with what JSON escapes written out."""
    bodies = [json.dumps(one.json, ensure_ascii=False) for one in server.requests]
    return "\n".join([*bodies, server.everything.decode("utf-8", "replace")])


@pytest.mark.parametrize("reply", [faithful, careless])
@pytest.mark.parametrize("case", CASES, ids=["english", "numbers", "german", "japanese"])
async def test_nothing_private_leaves_and_quotes_are_the_originals(
    case: Case, reply: object
) -> None:
    claims = split_claims(case.answer or "")
    with LlmServer(reply) as server:  # type: ignore[arg-type]
        made = judge(server, "faithfulness", "faithfulness-strict", redactor())
        judgment = await made.ajudge(JudgeRequest("faithfulness", case, claims))
        await environment.close_clients()
    sent = left(server)
    assert len(server.requests) == 1
    assert [secret for secret in PRIVATE if secret in sent] == []
    assert DIGITS.findall(sent) == []
    assert "⟦NAME-1⟧" in sent
    assert not judgment.abstained, judgment.abstention
    assert judgment.strict == 1.0
    text = case.contexts[1].text
    for verdict, claim in zip(judgment.claims, claims, strict=True):
        assert "⟦" not in (verdict.quote or "⟦")
        (found,) = verdict.evidence
        assert found.context_id == "record"
        assert text[found.start : found.end] == found.text
        assert " ".join(found.text.split()) == " ".join(claim.text.split())


async def test_what_a_judge_says_in_its_own_words_is_put_back_too() -> None:
    case = CASES[0]
    claims = split_claims(case.answer or "")
    rows = [{"c": at, "q": "", "e": "same", "r": "no word of NAME-1", "v": "N"} for at in (1, 2, 3)]
    with LlmServer(json.dumps({"claims": rows[: len(claims)], "extra": []})) as server:
        made = judge(server, "faithfulness", "faithfulness-strict", redactor())
        judgment = await made.ajudge(JudgeRequest("faithfulness", case, claims))
        await environment.close_clients()
    assert judgment.strict == 0.0
    assert {one.reason for one in judgment.claims} == {"no word of Aoife O’Brien"}
    assert "NAME-1" not in judgment.model_dump_json()


async def test_the_same_test_would_see_what_leaves() -> None:
    """Without redaction the log holds the values: so the test above can fail."""
    with LlmServer(faithful) as server:  # type: ignore[arg-type]
        made = judge(server, "faithfulness", "faithfulness-strict", None)
        for case in CASES:
            claims = split_claims(case.answer or "")
            await made.ajudge(JudgeRequest("faithfulness", case, claims))
        await environment.close_clients()
    sent = left(server)
    assert DIGITS.findall(sent)
    assert len([secret for secret in PRIVATE if secret in sent]) > 20


@pytest.mark.parametrize(
    ("criterion", "rubric"),
    [("relevance", "relevance"), ("completeness", "completeness"), ("correctness", "correctness")],
)
async def test_nothing_private_leaves_for_other_criteria(criterion: str, rubric: str) -> None:
    with LlmServer('{"r":"x","v":"1"}') as server:
        made = judge(server, criterion, rubric, redactor())
        for case in CASES:
            await made.ajudge(JudgeRequest(criterion, case, split_claims(case.answer or "")))
        await environment.close_clients()
    sent = left(server)
    assert len(server.requests) >= len(CASES)
    assert [secret for secret in PRIVATE if secret in sent] == []
    assert DIGITS.findall(sent) == []


async def test_nothing_private_leaves_for_a_ranking() -> None:
    with LlmServer('{"r":"","v":"5"}') as server:
        made = judge(server, "relevance", "relevance", redactor())
        ranker = LlmRanker(
            made.caller,
            load_rubric("context-relevance"),
            redactor=redactor(),
            prepare=environment.prepared,
        )
        found = [await ranker.rank(case, None) for case in CASES]
        await environment.close_clients()
    sent = left(server)
    assert len(server.requests) == 2 * len(CASES)
    assert {one.origin for ranking in found for one in ranking} == {"judge"}
    assert [secret for secret in PRIVATE if secret in sent] == []


async def test_nothing_private_is_logged_or_said_where_calls_fail(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    case = CASES[0]

    def echo(request: Request) -> object:
        return server_error(400, f"bad prompt: {request.text}")

    with caplog.at_level(logging.DEBUG), LlmServer(echo) as server:  # type: ignore[arg-type]
        made = judge(server, "faithfulness", "faithfulness-strict", None)
        request = JudgeRequest("faithfulness", case, split_claims(case.answer or ""))
        judgment = await made.ajudge(request)
        await environment.close_clients()
    assert judgment.abstained
    told = "".join(capfd.readouterr()) + caplog.text
    told += judgment.model_dump_json(exclude={"fingerprint", "usage"})  # a hash, and times
    assert server.requests
    assert "Brien" in left(server)
    told = told.replace(server.base_url, "")  # whose port may be any number
    assert "Brien" not in told
    assert "4111" not in told
