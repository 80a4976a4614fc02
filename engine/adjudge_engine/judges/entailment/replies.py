"""What an endpoint's JSON says, read strictly: whatever is not as it must be is `malformed`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from adjudge_engine.judges.entailment.models import Span
from adjudge_engine.judges.entailment.odds import Odds, odds_of, probability
from adjudge_engine.judges.entailment.settings import Role
from adjudge_engine.judges.llm.completion import CallFailed

#: Spans that a reply may have on one answer.
MOST_SPANS: Final = 10_000


def odds_in(body: bytes, count: int, api: str, labels: Mapping[str, Role]) -> list[Odds]:
    """The odds of `count` pairs, in order. Raises CallFailed.

    plain: `{"scores": [0.93, …]}`, P(supported), or `{"scores": [{"entailment": 0.9, …}, …]}`.
    tei: `[[{"label": "entailment", "score": 0.9}, …], …]`, as /predict of Text Embeddings
    Inference replies to a batch.
    """
    found = _json(body)
    listed = found if api == "tei" else found.get("scores") if isinstance(found, dict) else None
    if not isinstance(listed, list):
        _refuse("the reply is not the list of scores that it must be")
    if len(listed) != count:
        _refuse("the reply has not one score for each pair")
    return [_odds(one, api, labels) for one in listed]


def _odds(one: Any, api: str, labels: Mapping[str, Role]) -> Odds:
    if api == "plain" and not isinstance(one, dict):
        return Odds(probability(one))
    said = one if api == "plain" else _labelled(one)
    if not said:
        _refuse("the reply has a score without labels")
    return odds_of(said, labels)


def _labelled(one: Any) -> dict[str, object]:
    said: dict[str, object] = {}
    for part in one if isinstance(one, list) else ():
        name = part.get("label") if isinstance(part, dict) else None
        if not isinstance(name, str) or name in said:
            _refuse("the reply has a score without a label of its own")
        said[name] = part.get("score")
    return said


def spans_in(body: bytes, answer: str) -> tuple[Span, ...]:
    """What of `answer` is unsupported: `{"predictions": [{"start", "end", "text", …}]}`.

    Each with `hallucination_score` or `confidence` (0 to 1; 1 where neither is given). Its `text`
    must be what stands there, white space at its ends aside: else places cannot be trusted.
    Raises CallFailed.
    """
    found = _json(body)
    listed = found.get("predictions") if isinstance(found, dict) else None
    if not isinstance(listed, list) or len(listed) > MOST_SPANS:
        _refuse("the reply is not the list of spans that it must be")
    return tuple(_span(one, answer) for one in listed)


def _span(one: Any, answer: str) -> Span:
    if not isinstance(one, dict):
        _refuse("the reply has a span that is none")
    start, end = one.get("start"), one.get("end")
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= len(answer):
        _refuse("the reply has a span that is not in the answer")
    text = one.get("text")
    if text is not None and (
        not isinstance(text, str) or text.strip() != answer[start:end].strip()
    ):
        _refuse("the reply has a span whose text stands elsewhere")
    score = one.get("hallucination_score", one.get("confidence", 1.0))
    return Span(start, end, probability(score))


def _json(body: bytes) -> Any:
    try:
        return json.loads(body.decode("utf-8-sig"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        _refuse("the reply is no JSON")


def _no_number(_: str) -> NoReturn:
    raise ValueError("JSON has no such number")


def _refuse(why: str) -> NoReturn:
    raise CallFailed("malformed", why)
