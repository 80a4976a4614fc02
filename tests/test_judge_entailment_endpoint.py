"""A model behind an address: right replies become verdicts, all others abstentions with a code."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from entailment_server import DRIP, HANG, RESET, SHORT, Raw, Replies, ScoreServer, plain

from adjudge_engine.case import Case
from adjudge_engine.claims import split_claims
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.abstentions import BY_CODE
from adjudge_engine.judges.base import Judge, JudgeRequest, WaitingJudge
from adjudge_engine.judges.config import parse_config
from adjudge_engine.judges.entailment import post as posting
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.judges.shared import Shared

ANSWER = "The lamp weighs two kilos. The lamp is blue."
CONTEXT = "The red lamp from Porto weighs two kilos. The box is included."


def made(
    endpoint: str, privacy: str = "", shared: dict[str, Any] | None = None, **settings: object
) -> tuple[Judge, Shared]:
    given = {"attempt_timeout": 0.5, "deadline": 2, "tries": 1} | settings
    lines = [f"{name} = {json.dumps(value)}" for name, value in given.items()]
    table = ['[judges.far]\ntype = "entailment"', f'endpoint = "{endpoint}"', *lines]
    text = "\n".join([*table, f"[privacy]\n{privacy}"])
    using = Shared(config=parse_config(text.encode(), Path("adjudge.toml")), **(shared or {}))
    (judge,) = make_judges("far", using)
    return judge, using


def request(answer: str = ANSWER, *contexts: str, **more: Any) -> JudgeRequest:
    held = [{"id": f"k{at}", "text": one} for at, one in enumerate(contexts or (CONTEXT,))]
    fields = {"id": "c", "question": "Which lamp?", "answer": answer, "contexts": held}
    case = Case.model_validate(fields | more)
    return JudgeRequest("faithfulness", case, split_claims(answer))


def judged(judge: Judge, asked: JudgeRequest | None = None) -> Judgment:
    assert isinstance(judge, WaitingJudge)
    return asyncio.run(judge.ajudge(asked or request()))


def scores(*values: object) -> dict[str, object]:
    return {"scores": list(values)}


def tei(**labels: float) -> list[dict[str, object]]:
    return [{"label": name, "score": value} for name, value in labels.items()]


def words(premise: str, claim: str) -> float:
    """P(supported): 0.97 where every word of the claim stands in the premise, else 0.02."""
    there = set(premise.lower().replace(".", "").split())
    return 0.97 if set(claim.lower().replace(".", "").split()) <= there else 0.02


def test_plain_pairs_become_verdicts_with_evidence() -> None:
    with ScoreServer(plain(words)) as server:
        judge, shared = made(f"{server.address}/pairs", model="mini")
        found = judged(judge)
    assert [one.verdict for one in found.claims] == ["supported", "not_mentioned"]
    assert (found.score, found.strict, found.admitted) == (0.5, 0.0, False)
    (evidence,) = found.claims[0].evidence
    assert CONTEXT[evidence.start : evidence.end] == evidence.text == CONTEXT
    (path, _, body), *more = server.requests
    assert (path, more) == ("/pairs", [])
    assert json.loads(body) == {
        "model": "mini",
        "pairs": [
            {"premise": CONTEXT, "hypothesis": "The lamp weighs two kilos."},
            {"premise": CONTEXT, "hypothesis": "The lamp is blue."},
        ],
    }
    assert not judge.remote
    summary = shared.ledger.summary()
    assert (summary.calls, summary.attempts, summary.failures) == (1, 1, {})
    assert summary.cost_usd == 0
    assert not summary.cost_at_least


def test_labels_of_a_plain_reply_count_as_they_are_called() -> None:
    said = [
        {"entailment": 0.95, "neutral": 0.03, "contradiction": 0.02},
        {"Contradiction": 0.96, "NEUTRAL": 0.02, "entailment": 0.02},
    ]
    with ScoreServer(scores(*said)) as server:
        found = judged(made(server.address)[0])
    assert [one.verdict for one in found.claims] == ["supported", "contradicted"]
    assert found.not_contradicted == 0.5


def test_the_interface_of_text_embeddings_inference() -> None:
    right = [
        tei(entailment=0.95, neutral=0.04, contradiction=0.01),
        tei(neutral=0.92, entailment=0.05, contradiction=0.03),
    ]
    with ScoreServer(right) as server:
        judge, _ = made(f"{server.address}/predict", api="tei")
        found = judged(judge)
    assert [one.verdict for one in found.claims] == ["supported", "not_mentioned"]
    (_, _, body) = server.requests[0]
    assert json.loads(body) == {
        "inputs": [
            [CONTEXT, "The lamp weighs two kilos."],
            [CONTEXT, "The lamp is blue."],
        ],
        "raw_scores": False,
        "truncate": False,
    }


@pytest.mark.parametrize(
    ("role", "verdicts"),
    [("supported", ["supported", "not_mentioned"]), ("neutral", ["not_mentioned", "supported"])],
)
def test_one_label_alone_is_what_the_settings_say(role: str, verdicts: list[str]) -> None:
    with ScoreServer([tei(LABEL_0=0.97), tei(LABEL_0=0.03)]) as server:
        text = (
            f'[judges.far]\ntype = "entailment"\nendpoint = "{server.address}"\napi = "tei"\n'
            f'labels = {{ LABEL_0 = "{role}" }}\n'
        )
        using = Shared(config=parse_config(text.encode(), Path("adjudge.toml")))
        (judge,) = make_judges("far", using)
        assert [one.verdict for one in judged(judge).claims] == verdicts


@pytest.mark.parametrize(
    ("value", "verdict"),
    [(0.9, "supported"), (0.5, "unsure"), (0.1, "unsure"), (0.09, "not_mentioned")],
)
def test_between_the_thresholds_it_is_unsure(value: float, verdict: str) -> None:
    with ScoreServer(scores(value)) as server:
        found = judged(made(server.address)[0], request("The lamp weighs two kilos."))
    assert found.claims[0].verdict == verdict
    assert found.abstained == (verdict == "unsure")
    if verdict == "unsure":
        assert found.abstention is not None
        assert found.abstention.code == "unsure"
        assert found.strict is None


def test_sources_that_contradict_each_other_leave_it_unsure() -> None:
    said = {
        "a": {"entailment": 0.98, "neutral": 0.01, "contradiction": 0.01},
        "b": {"entailment": 0.01, "neutral": 0.01, "contradiction": 0.98},
    }
    with ScoreServer(plain(lambda premise, _: said[premise[0].lower()])) as server:
        found = judged(made(server.address)[0], request("It is red.", "A is so.", "B is not."))
    assert found.claims[0].verdict == "unsure"


def test_long_contexts_are_read_in_windows_and_the_best_counts() -> None:
    filler = [f"Sentence number {at} tells of something else altogether." for at in range(80)]
    context = " ".join([*filler[:60], "The lamp is blue.", *filler[60:]])
    with ScoreServer(plain(words)) as server:
        judge, _ = made(server.address, window=64, batch=4)
        found = judged(judge, request("The lamp is blue.", context))
    assert found.strict == 1.0
    (evidence,) = found.claims[0].evidence
    assert "The lamp is blue." in evidence.text
    assert context[evidence.start : evidence.end] == evidence.text
    premises = [one["premise"] for _, _, raw in server.requests for one in json.loads(raw)["pairs"]]
    assert all(len(one.encode()) // 3 <= 66 for one in premises)
    assert all(any(sentence in one for one in premises) for sentence in filler)
    assert max(len(json.loads(raw)["pairs"]) for _, _, raw in server.requests) == 4


def test_spans_fall_on_claims() -> None:
    def reply(said: Any) -> Any:
        assert said["contexts"] == [CONTEXT]
        assert said["question"] == "Which lamp?"
        start = said["answer"].index("blue")
        span = {"start": start, "end": start + 4, "text": "blue", "hallucination_score": 0.95}
        return {"predictions": [span]}

    with ScoreServer(reply) as server:
        found = judged(made(server.address, reads="spans")[0])
    assert [one.verdict for one in found.claims] == ["supported", "partial"]


@pytest.mark.parametrize(
    ("score", "verdict"), [(0.5, "unsure"), (0.05, "supported"), (None, "not_mentioned")]
)
def test_a_span_counts_as_surely_as_it_says(score: float | None, verdict: str) -> None:
    more = {} if score is None else {"confidence": score}
    said = {"predictions": [{"start": 27, "end": 44, **more}]}
    with ScoreServer(said) as server:
        found = judged(made(server.address, reads="spans")[0])
    assert [one.verdict for one in found.claims] == ["supported", verdict]


PAIRS = [
    (Raw(500), "provider_error"),
    (Raw(503, b"overloaded"), "provider_error"),
    (Raw(404), "provider_error"),
    (Raw(302, b"", {"Location": "http://127.0.0.1:1/"}), "provider_error"),
    (RESET, "provider_error"),
    (SHORT, "provider_error"),
    (Raw(401), "unauthorised"),
    (Raw(403), "unauthorised"),
    (Raw(429), "rate_limited"),
    (Raw(408), "timeout"),
    (Raw(413), "too_long"),
    (Raw(422, b'{"error": "`inputs` must have less than 512 tokens"}'), "too_long"),
    (Raw(422, b'{"error": "no such field"}'), "provider_error"),
    (HANG, "timeout"),
    (DRIP, "timeout"),
    (Raw(200), "empty"),
    (Raw(200, b"  \n"), "empty"),
    (Raw(200, b"<html>"), "malformed"),
    (Raw(200, b"\xff\xfe{"), "malformed"),
    (Raw(200, b'{"scores": [0.97, 0.98'), "malformed"),
    (Raw(200, b'{"scores": [NaN, 0.97]}'), "malformed"),
    (Raw(200, b'{"scores": [Infinity, 0.97]}'), "malformed"),
    (Raw(200, b'{"scores": [1e999, 0.97]}'), "malformed"),
    (Raw(200, b"[" * 200_000), "malformed"),
    (Raw(200, b'{"scores": [' + b"9" * 5_000 + b", 0.97]}"), "malformed"),
    ([0.97, 0.98], "malformed"),
    ({"score": [0.97, 0.98]}, "malformed"),
    (scores(0.97), "malformed"),
    (scores(0.97, 0.98, 0.99), "malformed"),
    (scores(0.97, None), "malformed"),
    (scores(0.97, True), "malformed"),
    (scores(0.97, "0.98"), "malformed"),
    (scores(0.97, 1.02), "malformed"),
    (scores(0.97, -0.1), "malformed"),
    (scores(0.97, [0.98]), "malformed"),
    (scores(0.97, {}), "malformed"),
    (scores(0.97, {"entailment": 0.98, "whatever": 0.02}), "malformed"),
    (scores(0.97, {"entailment": 0.98, "neutral": 0.9}), "malformed"),
    (scores(0.97, {"neutral": 0.6, "contradiction": 0.4}), "malformed"),
    (scores(0.97, {"entailment": "0.98"}), "malformed"),
]


def is_abstention(found: Judgment, code: str) -> None:
    assert found.abstained
    assert found.abstention is not None
    assert found.abstention.code == code
    assert code in BY_CODE
    assert (found.score, found.strict, found.not_contradicted, found.claims) == (None,) * 3 + ((),)
    assert found.fingerprint is not None
    for text in (ANSWER, CONTEXT, "127.0.0.1", "overloaded", "inputs"):
        assert text not in found.abstention.message


@pytest.mark.parametrize(("reply", "code"), PAIRS, ids=[str(at) for at in range(len(PAIRS))])
def test_whatever_fails_is_an_abstention_and_never_a_score(reply: object, code: str) -> None:
    with ScoreServer(reply) as server:
        judge, shared = made(server.address, attempt_timeout=0.3)
        found = judged(judge)
    is_abstention(found, code)
    assert found.usage is not None
    assert found.usage.attempts == 1
    assert shared.ledger.summary().failures == {code: 1}


TEI = [
    scores(0.97, 0.98),
    [tei(entailment=0.97, neutral=0.03)],
    [tei(entailment=0.97, neutral=0.03), []],
    [tei(entailment=0.97, neutral=0.03), {"label": "entailment", "score": 0.9}],
    [tei(entailment=0.97, neutral=0.03), tei(LABEL_0=0.9, LABEL_1=0.1)],
    [tei(entailment=0.97, neutral=0.03), [{"label": "entailment"}]],
    [tei(entailment=0.97, neutral=0.03), [{"label": 1, "score": 0.9}]],
    [tei(entailment=0.97, neutral=0.03), tei(entailment=0.5) + tei(entailment=0.5)],
    [tei(entailment=0.97, neutral=0.03), tei(entailment=3.2, neutral=-1.4)],
]


@pytest.mark.parametrize("reply", TEI, ids=[str(at) for at in range(len(TEI))])
def test_a_reply_of_another_shape_than_tei_is_malformed(reply: object) -> None:
    with ScoreServer(reply) as server:
        is_abstention(judged(made(server.address, api="tei")[0]), "malformed")


SPANS: list[object] = [
    {},
    {"predictions": {}},
    {"predictions": [[0, 4]]},
    {"predictions": [{"start": 0}]},
    {"predictions": [{"start": 5, "end": 5}]},
    {"predictions": [{"start": -1, "end": 5}]},
    {"predictions": [{"start": 0, "end": 500}]},
    {"predictions": [{"start": 0.0, "end": 4}]},
    {"predictions": [{"start": True, "end": 4}]},
    {"predictions": [{"start": 0, "end": 3, "text": "lamp"}]},
    {"predictions": [{"start": 0, "end": 3, "text": "The", "confidence": 1.5}]},
    {"predictions": [{"start": 0, "end": 3, "confidence": None}]},
    {"predictions": [{"start": 0, "end": 3}] * 10_001},
]


@pytest.mark.parametrize("reply", SPANS, ids=[str(at) for at in range(len(SPANS))])
def test_spans_that_are_none_are_malformed(reply: object) -> None:
    with ScoreServer(reply) as server:
        is_abstention(judged(made(server.address, reads="spans")[0]), "malformed")


def test_a_reply_without_end_is_not_read_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "MOST", 1_000)
    with ScoreServer(Raw(200, b" " * 2_000)) as server:
        is_abstention(judged(made(server.address)[0]), "malformed")


def test_nobody_listens() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        is_abstention(judged(made(f"http://127.0.0.1:{port}")[0]), "provider_error")


def test_a_fault_that_passes_is_tried_again_and_one_that_does_not_is_not() -> None:
    wait = {"Retry-After": "0.05"}
    right = scores(0.97, 0.98)
    with ScoreServer(Replies([Raw(429, b"", wait), Raw(503, b"", wait), right])) as server:
        found = judged(made(server.address, tries=3)[0])
        assert found.strict == 1.0
        assert found.usage is not None
        assert found.usage.attempts == 3
    with ScoreServer(Replies([Raw(400), right])) as server:
        is_abstention(judged(made(server.address, tries=3)[0]), "provider_error")
        assert len(server.requests) == 1


def test_it_gives_up_where_the_wait_would_outlast_the_deadline() -> None:
    with ScoreServer(Raw(429, b"", {"Retry-After": "60"})) as server:
        began = time.monotonic()
        is_abstention(judged(made(server.address, tries=9)[0]), "rate_limited")
        assert time.monotonic() - began < 10
        assert len(server.requests) == 1


def test_one_failed_request_of_several_leaves_no_score() -> None:
    claims = " ".join(f"The lamp number {at} is red." for at in range(6))
    with ScoreServer(Replies([scores(0.97, 0.97), scores(0.97, 0.97), Raw(500)])) as server:
        is_abstention(judged(made(server.address, batch=2)[0], request(claims)), "provider_error")
        assert len(server.requests) == 3


def test_too_many_readings_are_too_long_and_nothing_is_sent() -> None:
    with ScoreServer(scores(0.97)) as server:
        judge, _ = made(server.address, max_pairs=1)
        is_abstention(judged(judge), "too_long")
        assert not server.requests


@pytest.mark.parametrize("reads", ["claims", "spans"])
def test_a_text_that_a_server_may_cut_off_unasked_is_not_sent(reads: str) -> None:
    long = "The lamp is red and " * (100 if reads == "claims" else 700) + "light."
    right = scores(0.97) if reads == "claims" else {"predictions": []}
    with ScoreServer(right) as server:
        is_abstention(judged(made(server.address, reads=reads)[0], request(long)), "too_long")
        assert not server.requests
        judge, _ = made(server.address, reads=reads, max_length=20_000)
        assert judged(judge, request(long)).strict == 1.0


def test_no_more_requests_at_once_than_allowed() -> None:
    running: list[int] = []
    peak: list[int] = []

    def reply(said: Any) -> Any:
        running.append(1)
        peak.append(len(running))
        time.sleep(0.03)
        running.pop()
        return scores(*[0.97] * len(said["pairs"]))

    with ScoreServer(reply) as server:
        judge, _ = made(server.address, concurrency=2, attempt_timeout=5, deadline=30)
        assert isinstance(judge, WaitingJudge)

        async def all_of_them() -> list[Judgment]:
            return await asyncio.gather(*(judge.ajudge(request()) for _ in range(8)))

        found = asyncio.run(all_of_them())
    assert all(one.strict == 1.0 for one in found)
    assert max(peak) <= 2


def test_the_key_is_sent_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCORES_KEY", "verysecret")
    with ScoreServer(Raw(401, b"verysecret is wrong")) as server:
        judge, _ = made(server.address, api_key_env="SCORES_KEY")
        found = judged(judge)
        assert server.requests[0][1]["authorization"] == "Bearer verysecret"
    is_abstention(found, "unauthorised")
    assert "verysecret" not in json.dumps(found.to_dict())
    for value in ("", "two\nlines", "ключ"):
        monkeypatch.setenv("SCORES_KEY", value)
        with ScoreServer(scores(0.97, 0.97)) as server:
            judge, _ = made(server.address, api_key_env="SCORES_KEY")
            is_abstention(judged(judge), "unauthorised")
            assert not server.requests


def test_no_proxy_of_the_environment_gets_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    with ScoreServer(Raw(500)) as proxy, ScoreServer(scores(0.97, 0.97)) as server:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.address)
        judge, _ = made(server.address, shared={"local_only": True})
        assert judged(judge).strict == 1.0
        assert not proxy.requests


@pytest.mark.parametrize(
    ("privacy", "shared"),
    [
        ("local_only = true", {}),
        ("", {"local_only": True}),
        ('approved_providers = ["openai", "scores.example.org"]', {}),
    ],
)
def test_an_address_that_may_not_be_asked_is_refused(privacy: str, shared: dict[str, Any]) -> None:
    with pytest.raises(JudgeError, match="may not be asked"):
        made("https://other.example.org/predict", privacy, shared)
    with pytest.raises(JudgeError, match="may not be asked"):
        made("http://10.0.0.7:8080/predict", privacy, shared)
    judge, _ = made("http://localhost:8080/predict", privacy, shared)
    assert not judge.remote


def test_an_approved_host_is_remote_and_has_no_known_price() -> None:
    listed = 'approved_providers = ["scores.example.org"]'
    judge, _ = made("https://scores.example.org/predict", listed)
    assert judge.remote
    judge, _ = made("https://scores.example.org/predict", listed, {"budget_usd": 1.0})
    is_abstention(judged(judge), "over_budget")


PRIVATE = "Write to rosa.alves@example.org or call +351 912 345 678."


def test_what_is_private_stays_here_and_evidence_is_of_the_original() -> None:
    context = f"The lamp is red. {PRIVATE} The lamp weighs two kilos."
    answer = "The address is rosa.alves@example.org. The lamp weighs two kilos."

    def score(premise: str, claim: str) -> float:
        return 0.97 if claim.rsplit(" ", 1)[1].rstrip(".") in premise else 0.02

    with ScoreServer(plain(score)) as server:
        judge, _ = made(server.address, window=32)
        found = judged(judge, request(answer, context))
    for value in ("rosa", "alves", "912", "345"):
        assert value not in server.everything
    assert "⟦EMAIL-1⟧" in server.everything
    assert [one.verdict for one in found.claims] == ["supported", "supported"]
    for claim, held in zip(found.claims, ("rosa.alves@example.org", "two kilos"), strict=True):
        (evidence,) = claim.evidence
        assert held in evidence.text
        assert context[evidence.start : evidence.end] == evidence.text


def test_spans_of_a_redacted_answer_fall_on_the_right_claims() -> None:
    answer = "Write to rosa.alves@example.org today. The lamp is blue. Call +351 912 345 678 now."

    def reply(said: Any) -> Any:
        start = said["answer"].index("blue")
        return {"predictions": [{"start": start, "end": start + 4, "text": "blue"}]}

    with ScoreServer(reply) as server:
        found = judged(made(server.address, reads="spans")[0], request(answer))
    assert "rosa" not in server.everything
    assert [one.verdict for one in found.claims] == ["supported", "partial", "supported"]


def test_the_fingerprint_follows_what_can_change_a_verdict() -> None:
    same = made("http://127.0.0.1:9/a")[0].fingerprint("faithfulness")
    assert (
        made("http://127.0.0.1:9/a", tries=2, concurrency=1)[0].fingerprint("faithfulness") == same
    )
    others = [
        made("http://127.0.0.1:9/b"),
        made("http://127.0.0.1:9/a", model="x"),
        made("http://127.0.0.1:9/a", api="tei"),
        made("http://127.0.0.1:9/a", reads="spans"),
        made("http://127.0.0.1:9/a", supported_from=0.8),
        made("http://127.0.0.1:9/a", window=100),
        made("http://127.0.0.1:9/a", privacy="redact = []"),
    ]
    prints = {judge.fingerprint("faithfulness") for judge, _ in others}
    assert len(prints | {same}) == len(others) + 1


def test_hostile_text_reaches_the_model_harmless() -> None:
    with ScoreServer(plain(words)) as server:
        judge, _ = made(server.address)
        found = judged(
            judge, request("The \ud800 lamp \x00 is red.", "\ud800\x00 The lamp is red.")
        )
    assert found.abstained or found.strict is not None
    assert "\ud800" not in server.everything
    assert "\\u0000" not in server.everything
