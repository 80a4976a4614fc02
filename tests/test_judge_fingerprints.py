"""Whatever turns an answer into claims, or looks quotes up, is part of who a judge is."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import pytest
from judge_samples import Says, scored

from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.llm.caller import LiteLlmCaller
from adjudge_engine.judges.llm.judge import LlmJudge
from adjudge_engine.judges.llm.ledger import Ledger
from adjudge_engine.judges.llm.limits import Limits
from adjudge_engine.judges.llm.settings import CallSettings
from adjudge_engine.judges.panel import PanelJudge
from adjudge_engine.judges.proved import proved_judge
from adjudge_engine.judges.recorded import RecordedJudge, recorded_fingerprint
from adjudge_engine.judges.repeats import RepeatedJudge
from adjudge_engine.judges.rubrics.load import load_rubric

Stamp = Callable[[], str]


def model() -> Judge:
    caller = LiteLlmCaller(CallSettings(model="openai/x"), limits=Limits(), ledger=Ledger())
    return LlmJudge("reader", caller, {"faithfulness": load_rubric("faithfulness-strict")})


def of(made: Callable[[], Judge]) -> Stamp:
    return lambda: made().fingerprint("faithfulness")


STAMPS: dict[str, Stamp] = {
    "llm": of(model),
    "llm repeated": of(lambda: RepeatedJudge(model(), 3)),
    "panel": of(lambda: PanelJudge("board", [Says("a", "sss"), model()])),
    "plug-in": of(lambda: proved_judge(Says("far", "sss"))),
    "reader of records": of(RecordedJudge),
    "record": lambda: recorded_fingerprint(scored("faithfulness", "far", strict=1.0)),
}
#: Where each version is read; every module has a name of its own for it.
HOMES = tuple(f"adjudge_engine.judges.{one}" for one in ("llm.judge", "proved", "recorded"))


@pytest.mark.parametrize("kind", STAMPS)
def test_another_splitter_is_another_judge(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = STAMPS[kind]()
    assert STAMPS[kind]() == before
    for home in HOMES:
        monkeypatch.setattr(import_module(home), "CLAIMS", "claims/other")
    assert STAMPS[kind]() != before


@pytest.mark.parametrize("kind", STAMPS)
def test_another_way_to_look_quotes_up_is_another_judge(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = STAMPS[kind]()
    for home in HOMES:
        monkeypatch.setattr(import_module(home), "QUOTES", "judge-quotes/other")
    assert STAMPS[kind]() != before
