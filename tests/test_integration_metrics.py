"""The metrics of DeepEval and RAGAS: run by the real libraries, with the network shut."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from adjudge_engine.errors import AdjudgeError
from adjudge_engine.integrations import deepeval, ragas
from adjudge_engine.integrations.metrics import Checks, breakdown

PASSAGES = ["The Corvo pump lifts 46 litres a minute and costs $310."]

#: Whoever opens a connection is told off, and the run fails.
SHUT = """
import json, socket, sys, warnings
warnings.simplefilter("ignore")
tried = []
def refuse(*words, **named):
    tried.append(str(words))
    raise OSError("no network here")
socket.socket.connect = socket.socket.connect_ex = refuse
socket.create_connection = socket.getaddrinfo = refuse
PASSAGES = ["The Corvo pump lifts 46 litres a minute and costs $310."]
"""

DEEPEVAL = (
    SHUT
    + """
from adjudge_engine.integrations.deepeval import AdjudgeMetric, gate_metrics
from deepeval import evaluate
from deepeval.evaluate import AsyncConfig, DisplayConfig
from deepeval.test_case import LLMTestCase

def case(answer, **more):
    question = "What does the Corvo cost?"
    return LLMTestCase(input=question, actual_output=answer, retrieval_context=PASSAGES, **more)

cases = [
    case("The Corvo pump costs $310.", name="right", metadata={"adjudge": {"facts": ["$310"]}}),
    case("The Corvo pump costs $390.", name="wrong"),
    case(
        "The Corvo pump costs $310.",
        name="open",
        metadata={"adjudge": {"contexts": [{"text": PASSAGES[0], "source_id": "prices"}]}},
    ),
]
found = {}
quiet = DisplayConfig(print_results=False, show_indicator=False)
for how in (True, False):
    metrics = [AdjudgeMetric(), *gate_metrics("numbers", "facts", "access")]
    run = evaluate(
        cases, metrics=metrics, async_config=AsyncConfig(run_async=how), display_config=quiet
    )
    found[str(how)] = {
        one.name: {
            "success": one.success,
            "metrics": {each.name: each.score for each in one.metrics_data},
            "reason": one.metrics_data[0].reason,
        }
        for one in run.test_results
    }
sys.stderr.write(json.dumps({"found": found, "tried": tried}))
"""
)

RAGAS = (
    SHUT
    + """
import asyncio, math
from adjudge_engine.integrations.ragas import AdjudgeMetric, gate_metrics
from ragas import EvaluationDataset, evaluate
from ragas.dataset_schema import SingleTurnSample

def sample(answer):
    question = "What does the Corvo cost?"
    return SingleTurnSample(user_input=question, response=answer, retrieved_contexts=PASSAGES)

samples = [sample("The Corvo pump costs $310."), sample("The Corvo pump costs $390."), sample(None)]
metric = AdjudgeMetric()
told = {
    "sync": [metric.single_turn_score(one) for one in samples],
    "async": [asyncio.run(metric.single_turn_ascore(one)) for one in samples],
    "reason": metric.reason(samples[1]),
}
metrics = [metric, *gate_metrics("numbers", "facts")]
run = evaluate(EvaluationDataset(samples=samples), metrics=metrics, show_progress=False)
told["scores"] = [
    {name: None if math.isnan(one) else one for name, one in row.items()} for row in run.scores
]
sys.stderr.write(json.dumps({"found": told, "tried": tried}))
"""
)


def run(code: str, folder: Path) -> Any:
    """What the script tells at the end of stderr; nobody may have opened a connection."""
    env = {name: one for name, one in os.environ.items() if "TELEMETRY" not in name}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**env, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stderr[done.stderr.rindex('{"found"') :])
    assert told["tried"] == []
    return told["found"]


@pytest.mark.skipif(find_spec("deepeval") is None, reason="DeepEval is not installed")
def test_deepeval_runs_the_metric(tmp_path: Path) -> None:
    for found in run(DEEPEVAL, tmp_path).values():
        assert found["right"]["success"] is True
        assert found["right"]["metrics"]["Adjudge"] == 1.0
        assert found["right"]["metrics"]["Adjudge facts"] == 1.0
        assert found["right"]["metrics"].get("Adjudge access") is None
        assert found["wrong"]["success"] is False
        assert found["wrong"]["metrics"]["Adjudge"] == 0.0
        assert found["wrong"]["metrics"]["Adjudge numbers"] == 0.0
        assert found["wrong"]["metrics"].get("Adjudge facts") is None
        assert '"$390" stands in no context' in found["wrong"]["reason"]
        assert found["open"]["success"] is False  # who may read it cannot be known
        assert found["open"]["metrics"]["Adjudge access"] == 0.0
        assert found["open"]["metrics"]["Adjudge numbers"] == 1.0


@pytest.mark.skipif(find_spec("ragas") is None, reason="RAGAS is not installed")
def test_ragas_runs_the_metric(tmp_path: Path) -> None:
    found = run(RAGAS, tmp_path)
    assert found["sync"] == found["async"] == [1.0, 0.0, 0.0]  # the last has no response
    assert '"$390" stands in no context' in found["reason"]
    assert found["scores"] == [
        {"adjudge": 1.0, "adjudge_numbers": 1.0, "adjudge_facts": None},
        {"adjudge": 0.0, "adjudge_numbers": 0.0, "adjudge_facts": None},
        {"adjudge": 0.0, "adjudge_numbers": 0.0, "adjudge_facts": 0.0},
    ]


@pytest.mark.parametrize("module", [deepeval, ragas], ids=["deepeval", "ragas"])
def test_without_the_library_there_is_a_sentence(
    module: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = module.__name__.rpartition(".")[2]
    monkeypatch.setenv("DEEPEVAL_TELEMETRY_OPT_OUT", "1")
    monkeypatch.setenv("RAGAS_DO_NOT_TRACK", "true")
    for part in (name, f"{name}.metrics", f"{name}.metrics.base"):
        monkeypatch.setitem(sys.modules, part, None)
    module._metric.cache_clear()
    with pytest.raises(AdjudgeError, match="cannot be loaded") as caught:
        _ = module.AdjudgeMetric
    assert name in caught.value.hint
    with pytest.raises(AttributeError):
        _ = module.NothingOfThatName


def record(answer: str, **more: Any) -> dict[str, Any]:
    return {"answer": answer, "contexts": PASSAGES, **more}


def test_a_score_is_one_or_nought_and_none_where_nothing_applies() -> None:
    whole, facts = Checks.of(), Checks.of("facts")
    right = whole.check(record("The Corvo costs $310.", expect={"facts": ["$310"]}))
    assert whole.score(right) == 1.0
    wrong = whole.check(record("The Corvo costs $310.", expect={"facts": ["$90"]}))
    assert whole.score(wrong) == 0.0
    assert breakdown(wrong)["numbers"] == 1.0
    assert breakdown(wrong)["facts"] == 0.0
    assert breakdown(wrong)["dates"] is None
    assert facts.score(facts.check(record("The Corvo costs $310."))) is None
    nothing = whole.check(record("The Corvo is blue."))
    assert whole.score(nothing) == 0.0  # nothing could be checked: that is no pass


def test_what_could_not_be_checked_is_no_pass() -> None:
    access = Checks.of(["access"])
    held = [{"text": PASSAGES[0], "source_id": "prices"}]
    found = access.check({"answer": "The Corvo costs $310.", "contexts": held})
    assert found.outcomes == {"access": "unavailable"}
    assert access.score(found) == 0.0
    assert breakdown(found) == {"access": 0.0}


def test_a_gate_that_does_not_exist_is_refused() -> None:
    with pytest.raises(AdjudgeError, match="no gate 'numbrs'"):
        Checks.of("numbrs")


def test_a_judge_by_name_reads_the_claims() -> None:
    checks = Checks.of(judges=("local",))
    found = checks.check(record("The Corvo pump costs $310 and is green.", question="Cost?"))
    assert checks.score(found) == 0.0
    assert "judge" in {one.source for one in found.findings}
