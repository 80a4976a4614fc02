"""A plug-in that sends text away gets none that is private; what it says comes back whole."""

from __future__ import annotations

import asyncio
import json
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.case import Case
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import ClaimVerdict, Evidence, ExtraClaim, Judgment
from adjudge_engine.judges import registry
from adjudge_engine.judges.base import Judge, JudgeRequest, WaitingJudge, faithfulness
from adjudge_engine.judges.config import parse_config
from adjudge_engine.judges.hidden import Hidden
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.judges.shared import Shared
from adjudge_engine.privacy.redaction import RedactionSettings, Redactor

PRIVATE = (
    "ines.haltermann@example.org",
    "Haltermann",
    "+49 30 5550 1234",
    "4111 1111 1111 1111",
    "佐伯",
    "090-1234-5678",
)
CASE = Case.model_validate(
    {
        "id": "ticket of Ines Haltermann",
        "question": "How is Ines Haltermann reached?",
        "answer": "Ines Haltermann is reached at ines.haltermann@example.org. "
        "Her number is +49 30 5550 1234. 佐伯さんの電話は090-1234-5678です。",
        "contexts": [
            {
                "id": "letter of Haltermann",
                "text": "Frau Haltermann schreibt: ines.haltermann@example.org, +49 30 5550 1234. "
                "Card 4111 1111 1111 1111.\n佐伯さんの電話は090-1234-5678です。",
                "cells": [["Haltermann", "+49 30 5550 1234"]],
                "metadata": {"of": "Ines Haltermann"},
            }
        ],
        "citations": [{"id": "1", "quote": "Haltermann", "context_id": "letter of Haltermann"}],
        "requester": {"id": "ines.haltermann@example.org"},
        "tags": ["Haltermann"],
        "metadata": {"by": "Ines Haltermann"},
        "expect": {"reference": "Haltermann: +49 30 5550 1234", "criteria": ["names Haltermann"]},
    }
)
TABLE = """[judges.mine]
type = "{}"
[privacy]
names = ["Ines Haltermann", "佐伯 麻衣"]
"""


class Far:
    """Sends all that it gets to `sent`, and quotes it back."""

    name, remote, criteria = "far", True, ("faithfulness",)

    def __init__(self) -> None:
        self.sent: list[str] = []

    def fingerprint(self, criterion: str) -> str:
        return f"far/{criterion}"

    def judge(self, request: JudgeRequest) -> Judgment:
        claims = [one.to_dict() for one in request.claims]
        self.sent.append(json.dumps([request.case.to_dict(), claims], ensure_ascii=False))
        assert request.gates is None
        assert request.recorded == ()
        assert all(
            (request.case.answer or "")[one.start : one.end] == one.text for one in request.claims
        )
        (context,) = request.case.contexts
        lines = (context.text.split(": ")[1].split(". ")[0], None, context.text.split("\n")[1])
        start = context.text.index("+") if "+" in context.text else context.text.index("⟦PHONE")
        place = Evidence(
            context_id=context.id, start=start, end=start + 9, text=context.text[start : start + 9]
        )
        verdicts = [
            ClaimVerdict(
                claim_id=claim.id,
                verdict="supported",
                quote=quote,
                evidence=() if quote else (place,),
                reason=f"so says {claim.text}",
            )
            for claim, quote in zip(request.claims, lines, strict=True)
        ]
        found = faithfulness(self, verdicts, rationale=f"read {request.case.answer}")
        extra = ExtraClaim(text=request.case.question or "", verdict="supported", reason="so")
        return found.model_copy(update={"extra_claims": (extra,), "missing": (lines[0] or "",)})


class FarWaiting(Far):
    """The same, waiting."""

    async def ajudge(self, request: JudgeRequest) -> Judgment:
        await asyncio.sleep(0)
        return self.judge(request)


class Careful(Far):
    """Takes out what is private itself."""

    redacts = True


class Near(Far):
    """Sends nothing away."""

    remote = False


MADE: list[Far] = []
KINDS: dict[str, type[Far]] = {
    "far": Far,
    "waiting": FarWaiting,
    "careful": Careful,
    "near": Near,
}


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plug-ins, as an installed distribution declares them."""
    for kind in KINDS:

        def made(table: Any, kind: str = kind) -> Far:
            MADE.append(KINDS[kind]())
            return MADE[-1]

        monkeypatch.setitem(sys.modules, f"plug_{kind}", SimpleNamespace(make=made))
    found = [EntryPoint(kind, f"plug_{kind}:make", registry.GROUP) for kind in KINDS]
    monkeypatch.setattr(registry, "entry_points", lambda group: found)


def judge_of(kind: str, more: str = "") -> tuple[Judge, Far]:
    config = parse_config((TABLE.format(kind) + more).encode(), Path("adjudge.toml"))
    (judge,) = make_judges("mine", Shared(config=config))
    return judge, MADE[-1]


def request_of(case: Case = CASE) -> JudgeRequest:
    return JudgeRequest("faithfulness", case, split_claims(case.answer or ""), gates={})


def said(judge: Judge) -> Judgment:
    if isinstance(judge, WaitingJudge):
        return asyncio.run(judge.ajudge(request_of()))
    return judge.judge(request_of())


@pytest.mark.usefixtures("plugged")
@pytest.mark.parametrize("kind", ["far", "waiting"])
def test_nothing_private_is_handed_over_and_all_of_it_comes_back(kind: str) -> None:
    judge, plugin = judge_of(kind)
    assert isinstance(judge, WaitingJudge) == (kind == "waiting")
    found = said(judge)
    (sent,) = plugin.sent
    assert not [one for one in PRIVATE if one in sent]
    assert "⟦NAME-1⟧" in sent
    assert [one.verdict for one in found.claims] == ["supported"] * 3
    assert (found.strict, found.abstained) == (1.0, False)
    quotes = [one.quote for one in found.claims]
    assert quotes[0] == "ines.haltermann@example.org, +49 30 5550 1234"
    assert quotes[2] == "佐伯さんの電話は090-1234-5678です。"
    for one in found.claims:
        for place in one.evidence:
            assert place.context_id == "letter of Haltermann"
            assert CASE.contexts[0].text[place.start : place.end] == place.text
    assert found.claims[0].evidence
    assert found.rationale == f"read {CASE.answer}"
    assert found.extra_claims[0].text == CASE.question
    assert found.missing == (quotes[0],)
    assert found.claims[1].reason == f"so says {request_of().claims[1].text}"


@pytest.mark.usefixtures("plugged")
@pytest.mark.parametrize("kind", ["careful", "near"])
def test_one_that_redacts_itself_or_sends_nothing_gets_the_case_as_it_is(kind: str) -> None:
    judge, plugin = judge_of(kind)
    plugin.judge = lambda request: faithfulness(  # type: ignore[method-assign]
        plugin,
        [ClaimVerdict(claim_id="c1", verdict="unsure", reason=request.case.id)],
        rationale="",
    )
    assert said(judge).claims[0].reason == CASE.id
    plain, _ = judge_of(kind, "redact = []\n")
    assert judge.fingerprint("faithfulness") == plain.fingerprint("faithfulness")


@pytest.mark.usefixtures("plugged")
def test_what_is_taken_out_is_part_of_the_fingerprint() -> None:
    plain, _ = judge_of("far", "redact = []\n")
    hidden, _ = judge_of("far")
    fewer, _ = judge_of("far", 'redact = ["email"]\n')
    stamps = [one.fingerprint("faithfulness") for one in (plain, hidden, fewer)]
    assert len(set(stamps)) == 3


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), st.text(max_size=80))
def test_any_case_comes_back_as_it_was(answer: str, context: str) -> None:
    case = Case.model_validate(
        {
            "id": "x",
            "answer": f"{answer} jo@example.org",
            "contexts": [{"id": "k", "text": context}],
        }
    )
    asked = request_of(case)
    hidden = Hidden(asked, Redactor(RedactionSettings(names=("Jo Ray",))))
    assert "jo@example.org" not in (hidden.request.case.answer or "")
    assert len(hidden.request.claims) == len(asked.claims)
    far = Far()
    words = [
        ClaimVerdict(claim_id=one.id, verdict="unsure", reason=one.text)
        for one in hidden.request.claims
    ]
    back = hidden.back(faithfulness(far, words, rationale=hidden.request.case.answer or ""))
    if asked.claims:
        assert back.rationale == case.answer


@pytest.mark.usefixtures("plugged")
@pytest.mark.parametrize("kind", ["far", "waiting"])
def test_what_cannot_be_searched_is_not_handed_over(kind: str) -> None:
    judge, plugin = judge_of(kind, 'patterns = { CODE = "(?:a|aa)+b" }\n')
    case = CASE.model_copy(update={"question": "a" * 300_000})
    request = request_of(case)
    found = (
        asyncio.run(judge.ajudge(request))
        if isinstance(judge, WaitingJudge)
        else judge.judge(request)
    )
    assert plugin.sent == []
    assert found.abstention is not None
    assert found.abstention.code == "not_redacted"
    assert "aaa" not in found.abstention.message
